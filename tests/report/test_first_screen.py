"""The first screen: the same figures in the same order everywhere, then incidents, then the rest."""

from __future__ import annotations

import pytest
from support.audited import Night, bad_night, clean_night
from support.html_pages import read_page

from feeaudit.report import findings_json, html, summary_text
from feeaudit.report.first_screen import figures
from feeaudit.report.incident_words import incident_groups

ORDER = [
    "Incidents",
    "Hands affected",
    "Over-collected",
    "Under-collected",
    "For review",
    "Not tested",
]
NIGHTS = pytest.mark.parametrize("night", [bad_night, clean_night])


def told(night: Night) -> list[tuple[str, str, str]]:
    return [(each.name, each.value, each.beside) for each in figures(night.result)]


def records(night: Night) -> list[dict[str, object]]:
    return list(findings_json.incident_records(night.result.incidents, night.basis.zone))


def in_order(text: str, *words: str) -> bool:
    place = -1
    for each in words:
        place = text.find(each, place + 1)
        if place < 0:
            return False
    return True


def test_the_order_is_that_of_what_matters() -> None:
    assert [name for name, _, _ in told(bad_night())] == ORDER


@NIGHTS
def test_the_terminal_shows_the_figures_and_then_the_incidents(night: type) -> None:
    text = summary_text.rendered(night().result, night().basis.zone)
    for name, value, beside in told(night()):
        assert in_order(text, name, value, beside)
    assert in_order(text, *ORDER, "Check  ")
    if len(night().result.incidents):
        first = incident_groups(records(night()))[0].members[0]
        assert in_order(text, "Not tested", first.id, "Check  ")


@NIGHTS
def test_the_page_shows_the_figures_and_then_the_incidents(night: type) -> None:
    page, _ = read_page(html.rendered(night().result, night().basis))
    (block,) = page.all("dl", **{"class": "figures first"})
    shown = [
        tuple(each.text for each in (*div.all("dt"), *div.all("dd"))) for div in block.all("div")
    ]
    assert shown == [tuple(filter(None, each)) for each in told(night())]
    ids = [str(each.attributes.get("id")) for each in page.all("li")]
    ids = [each for each in ids if each.startswith("incident-")]
