"""The first screen: the same figures in the same order everywhere, then incidents, then the rest."""

from __future__ import annotations

import io
import json

import pytest
from python_calamine import CalamineWorkbook
from support.audited import Night, bad_night, clean_night
from support.html_pages import read_page
from support.paper import sheets

from feeaudit.report import findings_json, html, pdf, summary_text, workpapers
from feeaudit.report.first_screen import Headline, added_up, figures, figures_of, per_thousand
from feeaudit.report.incident_text import incident_blocks
from feeaudit.report.incident_words import FOR_REVIEW, STAKES, incident_groups

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
    text = summary_text.rendered(night().result, night().basis.voice)
    words = " ".join(text.split())
    for name, value, beside in told(night()):
        assert in_order(words, name, value, beside)
    assert in_order(text, *ORDER, "without findings: ")
    if len(night().result.incidents):
        first = incident_groups(records(night()), night().basis.voice)[0].members[0]
        assert in_order(text, "Not tested", first.id, "Check  ", "Tested without findings")


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
    assert len(ids) == len(night().result.incidents)


@NIGHTS
def test_paper_shows_the_figures_and_then_the_incidents(night: type) -> None:
    # Letters of a label stand apart, so spaces say nothing.
    text = "".join(sheets(pdf.rendered(night().result, night().basis))).replace(" ", "")
    for name, value, beside in told(night()):
        words = (name.upper(), value, beside)
        assert in_order(text, *("".join(each.split()) for each in words))
    for each in records(night())[:10]:
        assert str(each["id"]) in text


@NIGHTS
def test_the_workbook_has_the_figures_first_and_a_sheet_of_all_incidents(night: type) -> None:
    content = workpapers.rendered(night().result, night().basis)
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    labels = [row[0] for row in book.get_sheet_by_name("Summary").to_python()]
    places = [labels.index(name) for name in ORDER]
    assert places == sorted(places)
    assert places[-1] < labels.index("What was audited")
    head, *rows = book.get_sheet_by_name("Incidents").to_python()
    assert head[:3] == ["Incident", "At stake", "Verdict"]
    listed = [row[0] for row in rows if row[0] not in {"Total", "None."}]
    assert listed == [each["id"] for each in records(night())]


def test_the_summary_for_programs_has_the_same_counts() -> None:
    night = bad_night()
    summary = json.loads(findings_json.rendered(night.result, night.basis))["summary"]
    values = {name: value for name, value, _ in told(night)}
    assert f"{summary['incidents']:,}" == values["Incidents"]
    assert f"{summary['questions']:,}" == values["For review"]
    assert f"{summary['hands_affected']:,}" == values["Hands affected"]
    assert f"{summary['checks_idle']} of {summary['checks']}" == values["Not tested"]


def test_violations_come_by_stake_and_questions_last() -> None:
    groups = incident_groups(records(bad_night()), bad_night().basis.voice)
    titles = [group.title for group in groups]
    assert titles == [each for each in [*STAKES.values(), FOR_REVIEW] if each in titles]
    assert titles[-1] == FOR_REVIEW
    assert all(each.verdict == group.verdict for group in groups for each in group.members)


def test_of_many_incidents_the_gravest_are_told_and_the_rest_are_counted() -> None:
    whole, few = (
        incident_groups(records(bad_night()), bad_night().basis.voice, most) for most in (None, 3)
    )
    gravest = [each.id for group in whole for each in group.members][:3]
    assert [each.id for group in few for each in group.members] == gravest
    assert sum(group.left for group in few) == len(bad_night().result.incidents) - 3


def incident(verdict: str, stake: str, number: int) -> dict[str, object]:
    return {
        "id": f"{number:012x}",
        "cause": "alone",
        "sentence": "A fee",
        "sure": "exact",
        "verdict": verdict,
        "stake": stake,
        "cardroom": "",
        "tables": [],
        "first": None,
        "last": None,
        "hands": 1,
        "findings": ["f"],
        "checks": {"FEE-OVER": 1},
        "over": "1.00",
        "under": "0.00",
        "doubt": None,
        "next_step": "Refund it.",
    }


def test_many_incidents_of_one_stake_hide_no_other_stake() -> None:
    found = [incident("violation", "integrity", each) for each in range(40)]
    found += [incident("violation", stake, 40 + n) for n, stake in enumerate([*STAKES][1:])]
    found += [incident("review", "approval", 50 + each) for each in range(3)]
    groups = incident_groups(found, bad_night().basis.voice, 10)
    assert [len(group.members) for group in groups] == [5, 1, 1, 1, 1, 1]


def test_incidents_and_questions_that_are_left_out_are_counted_apart() -> None:
    found = [incident("violation", "integrity", each) for each in range(12)]
    found += [incident("review", "approval", 20 + each) for each in range(3)]
    text = incident_blocks(found, bad_night().basis.voice, 4)
    assert text.endswith("... and 9 more incidents and 2 more questions")
    alone = incident_blocks(found[:12], bad_night().basis.voice, 11)
    assert alone.endswith("... and 1 more incident")
    assert "more" not in incident_blocks(found[:12], bad_night().basis.voice)


@pytest.mark.parametrize(
    ("idle", "without", "words"),
    [
        (0, 0, "checks could test nothing"),
        (5, 0, "checks could test nothing"),
        (5, 4, "checks could test nothing; 4 of them had no applicable hands"),
        (3, 3, "checks could test nothing: no applicable hands"),
    ],
)
def test_checks_that_tested_nothing_say_why(idle: int, without: int, words: str) -> None:
    counts = {"checks": 39, "checks_idle": idle, "checks_without_hands": without}
    assert figures_of(added_up([counts]))[-1].beside == words


def test_page_and_paper_show_what_the_documents_leave_open() -> None:
    book = bad_night().basis.voice.questions
    doubts = {str(each["doubt"]) for each in records(bad_night()) if each["doubt"]}
    notes = {book[each.partition(", ")[0]] for each in doubts}
    assert notes
    page, _ = read_page(html.rendered(bad_night().result, bad_night().basis))
    shown = page.with_id("incidents").text
    assert all(note in shown and f"({doubt})" in shown for note in notes for doubt in doubts)
    printed = sheets(pdf.rendered(bad_night().result, bad_night().basis))
    paper = "".join(printed).replace(" ", "")
    assert any("".join(note.split())[:60] in paper for note in notes)


@pytest.mark.parametrize(
    ("count", "hands", "words"),
    [
        (0, 1000, ""),
        (2, 99, ""),
        (19, 10_000, "1.9 per 1,000 hands"),
        (1, 1_000_000, "under 0.1 per 1,000 hands"),
        (5000, 1000, "5,000.0 per 1,000 hands"),
    ],
)
def test_rates_stand_beside_counts_where_they_say_something(
    count: int, hands: int, words: str
) -> None:
    assert per_thousand(count, hands) == words


def test_the_figures_of_several_cardrooms_are_added_up() -> None:
    one = {"incidents": 2, "over": 150, "checks": 39, "checks_idle": 5, "hands": 1000}
    other = {"incidents": 1, "over": 50, "checks": 39, "checks_idle": 3, "hands": 500}
    whole = added_up([one, other])
    assert isinstance(whole, Headline)
    assert (whole.incidents, whole.over, whole.hands) == (3, 200, 1500)
    assert (whole.checks, whole.checks_idle) == (39, 3)
    assert [each.name for each in figures_of(whole)] == ORDER


@NIGHTS
def test_a_check_that_could_test_nothing_is_not_among_those_without_findings(night: type) -> None:
    text = " ".join(summary_text.rendered(night().result, night().basis.voice).split())
    passed = text.split("Tested without findings: ")[1].split(".")[0].split(", ")
    tested = {each.check for each in night().result.coverage if each.tested}
    assert set(passed) <= tested
