"""report.html in a real browser: it works alone, filters, opens, prints, and can be used by all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from support.axe import axe_script
from support.browsing import DESKTOP, LISTED, choose, found, listed, opened, search
from support.html_pages import BASIS, HOSTILE, bad_night, clean_night, many, named, numbered

from feeaudit.report.html import rendered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from feeaudit.audit.result import AuditResult

pytestmark = pytest.mark.slow

PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pages of several nights."""
    folder = tmp_path_factory.mktemp("pages")
    nights: dict[str, AuditResult] = {
        "bad": bad_night(),
        "clean": clean_night(),
        "many": many(50_000),
        "numbered": numbered(),
        **{name: named(text) for name, text in HOSTILE.items()},
    }
    for name, result in nights.items():
        (folder / f"{name}.html").write_bytes(rendered(result, BASIS))
    return folder


def test_the_page_loads_alone_and_lists_its_findings(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html") as page:
        assert found(page).startswith(f"{len(bad_night().findings)} findings")
        assert page.locator(LISTED).count() == min(50, len(bad_night().findings))


def test_filters_narrow_the_list(browser: Browser, files: Path) -> None:
    findings = bad_night().findings
    with opened(browser, files / "bad.html") as page:
        choose(page, "check", "FEE-OVER")
        over = findings[findings["check"] == "FEE-OVER"]
        assert found(page).startswith(f"{len(over)} of {len(findings)} findings")
        assert all("FEE-OVER" in text for text in listed(page))
        table = over["table"].iloc[0]
        choose(page, "table", f"lucky-chances/{table}")
        both = over[over["table"] == table]
        assert page.locator(LISTED).count() == len(both)
        choose(page, "verdict", "review")
        assert found(page) == "No findings match these filters."
        page.get_by_role("button", name="Clear filters").click()
        page.wait_for_function("() => location.hash === '#findings'")
        assert found(page).startswith(f"{len(findings)} findings")


def test_every_choice_finds_as_many_as_it_says(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html") as page:
        for name in ("game", "day", "hour"):
            options = page.locator(f"#filters [name={name}] option")
            for option in options.all()[1:]:
                choose(page, name, option.get_attribute("value") or "")
                (number,) = option.inner_text().split("(")[-1:]
                assert found(page).startswith(f"{number.rstrip(')')} of "), name
            choose(page, name, "")


def test_sorting_puts_the_largest_first(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html") as page:
        choose(page, "sort", "over")
        amounts = page.locator(f"{LISTED} .amount .over").all_inner_texts()
        cents = [int(text.removeprefix("over $").replace(".", "")) for text in amounts]
        assert cents == sorted(cents, reverse=True)
        assert cents[0] == bad_night().findings["over"].max()


def test_searching_finds_a_hand(browser: Browser, files: Path) -> None:
    findings = bad_night().findings
    hand = findings[findings["check"] == "FEE-OVER"]["hand_id"].iloc[0]
    with opened(browser, files / "bad.html") as page:
        search(page, hand.lower())
        texts = listed(page)
        assert texts
        assert all(hand in text for text in texts)


def test_the_findings_of_a_hand_are_of_no_other_hand(browser: Browser, files: Path) -> None:
    with opened(browser, files / "numbered.html") as page:
        search(page, "hand: 1")
        assert page.locator(LISTED).count() == 2
        page.locator(f"{LISTED} summary").first.click()
        page.get_by_role("link", name="all 2 findings of this hand").click()
        page.wait_for_function("() => location.hash === '#findings?text=hand%3A+1'")
        assert found(page).startswith("2 of ")


def test_what_has_no_time_comes_last_in_both_directions(browser: Browser, files: Path) -> None:
    assert (bad_night().findings["at"] <= 0).any()
    with opened(browser, files / "bad.html") as page:
        for way in ("", "latest"):
            choose(page, "sort", way)
            first, *_, last = page.locator(f"{LISTED} .line").all_inner_texts()
            assert re.search(r"Mar \d+, 2026", first)
            assert not re.search(r"Mar \d+, 2026", last)


def test_a_finding_opens_to_its_why(browser: Browser, files: Path) -> None:
    finding = _first("FEE-OVER")
    with opened(browser, files / "bad.html") as page:
        search(page, finding["id"])
        page.locator(f"{LISTED} summary").focus()
        page.keyboard.press("Enter")
        why = page.locator(f"{LISTED} .why").inner_text()
        for name in ("hand_id", "document", "lines", "next_step", "id", "title"):
            assert finding[name] in why


def _first(check: str) -> dict[str, str]:
    findings = bad_night().findings
    row = findings[findings["check"] == check].iloc[0]
    return {str(name): str(value) for name, value in row.items()}


def test_a_link_to_a_finding_opens_it(browser: Browser, files: Path) -> None:
    name = bad_night().findings["id"].iloc[-1]
    with opened(browser, files / "bad.html", f"#finding-{name}") as page:
        page.locator(f"#finding-{name} + .why").wait_for()
        page.wait_for_function("() => document.activeElement.id.startsWith('finding-')")
        assert page.evaluate("document.activeElement.id") == f"finding-{name}"


def test_a_link_to_a_filtered_out_finding_still_opens_it(browser: Browser, files: Path) -> None:
    name = _first("FEE-OVER")["id"]
    with opened(browser, files / "bad.html") as page:
        choose(page, "check", "FEE-UNDER")
        page.evaluate("name => { location.hash = 'finding-' + name }", name)
        page.locator(f"#finding-{name} + .why").wait_for()


def test_a_filtered_list_can_be_linked_to(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html", "#findings?check=FEE-UNDER&sort=under") as page:
        assert all("FEE-UNDER" in text for text in listed(page))
        assert page.locator("#filters [name=sort]").input_value() == "under"


def test_a_check_of_the_summary_leads_to_its_findings(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html") as page:
        page.locator("#checks").get_by_role("link", name="FEE-UNDER").click()
        page.wait_for_function("() => location.hash === '#findings?check=FEE-UNDER'")
        assert all("FEE-UNDER" in text for text in listed(page))


def test_a_breach_in_the_timeline_leads_to_its_finding(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html") as page:
        flag = page.locator("#rotation svg.timeline a").first
        target = flag.get_attribute("href") or ""
        flag.locator(".flag").click()
        page.locator(f"{target} + .why").wait_for()


def test_a_link_to_a_table_opens_its_section(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html", "#table-lucky-chances-t01") as page:
        leaf = page.locator("#table-lucky-chances-t01")
        assert leaf.get_attribute("open") is not None
        assert leaf.get_by_text("What was played").is_visible()


@pytest.fixture(scope="module")
def many_findings(browser: Browser, files: Path) -> Iterator[Page]:
    """A page with fifty thousand findings, which takes seconds to load."""
    with opened(browser, files / "many.html") as page:
        yield page


def test_fifty_thousand_findings_are_filtered_searched_and_paged(many_findings: Page) -> None:
    page = many_findings
    assert found(page).startswith("50,000 findings, 1 to 50 shown")
    search(page, "(case 49999)")
    assert page.locator(LISTED).count() == 1
    search(page, "")
    choose(page, "check", "FEE-OVER")
    assert all("FEE-OVER" in text for text in listed(page))
    choose(page, "sort", "latest")
    page.get_by_role("button", name="Next page").click()
    assert "51 to 100 shown" in found(page)
    assert page.locator(LISTED).count() == 50
    assert page.evaluate("document.activeElement.id") == "findings-title"


def test_filtering_fifty_thousand_does_not_freeze_the_page(many_findings: Page) -> None:
    longest = many_findings.evaluate(
        """() => Math.max(...["FEE-OVER", "FEE-UNDER", ""].map((check) => {
            controls.elements.check.value = check;
            const start = performance.now();
            find();
            return performance.now() - start;
        }))"""
    )
    assert longest < 2_000  # tens of milliseconds on an idle machine


@pytest.mark.parametrize("name", ["bad", "clean"])
def test_the_page_never_scrolls_sideways(browser: Browser, files: Path, name: str) -> None:
    with opened(browser, files / f"{name}.html") as page:
        assert widths_that_scroll(page) == []


def widths_that_scroll(page: Page) -> list[int]:
    """Return the widths at which a page with all its parts open scrolls sideways."""
    page.evaluate("document.querySelectorAll('details').forEach((each) => { each.open = true })")
    too_wide = []
    for width in (DESKTOP["width"], PHONE["width"]):
        page.set_viewport_size({"width": width, "height": PHONE["height"]})
        if page.evaluate("document.documentElement.scrollWidth > window.innerWidth"):
            too_wide.append(width)
    return too_wide


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_text_is_shown_does_nothing_and_never_scrolls_sideways(
    browser: Browser, files: Path, name: str
) -> None:
    with opened(browser, files / f"{name}.html") as page:
        page.locator(f"{LISTED} summary").first.click()
        page.locator(f"{LISTED} .why").first.wait_for()
        assert page.locator("script").count() == 2
        assert page.locator("img, svg[onload], [onfocus]").count() == 0
        if name == "markup":
            assert "<script>alert(1)</script>" in page.locator(f"{LISTED} .what").first.inner_text()
        assert widths_that_scroll(page) == []


def test_a_text_that_turns_cannot_turn_what_stands_beside_it(browser: Browser, files: Path) -> None:
    with opened(browser, files / "direction.html") as page:
        assert "[U+202E]" in page.locator(f"{LISTED} .what").first.inner_text()
        assert page.locator(f"{LISTED} .what bdi").count() > 0


@pytest.mark.parametrize(
    ("name", "scheme", "viewport"),
    [("bad", "light", DESKTOP), ("bad", "dark", PHONE), ("clean", "dark", DESKTOP)],
)
def test_nothing_stands_in_the_way_of_anybody(
    browser: Browser, files: Path, name: str, scheme: str, viewport: dict[str, int]
) -> None:
    how: dict[str, Any] = {"color_scheme": scheme, "viewport": viewport}
    with opened(browser, files / f"{name}.html", **how) as page:
        page.evaluate(
            "document.querySelectorAll('.leaf:nth-of-type(-n + 2), .leaf:nth-of-type(1) .people,"
            " #list > li:nth-child(-n + 8) > details').forEach((each) => { each.open = true })"
        )
        page.evaluate(axe_script())
        problems = page.evaluate(
            "axe.run({ resultTypes: ['violations'] }).then((told) => told.violations)"
        )
        assert [(each["id"], each["nodes"][0]["html"][:200]) for each in problems] == []


def test_dark_and_light_are_told_apart(browser: Browser, files: Path) -> None:
    grounds = set()
    for scheme in ("light", "dark"):
        with opened(browser, files / "bad.html", color_scheme=scheme) as page:
            grounds.add(page.evaluate("getComputedStyle(document.body).backgroundColor"))
    assert len(grounds) == 2


def test_the_page_prints_without_its_controls(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html") as page:
        page.emulate_media(media="print")
        assert not page.locator("#filters").is_visible()
        assert not page.locator("nav.contents").is_visible()
        assert page.locator("#summary .answer").is_visible()
        assert page.pdf(format="Letter").startswith(b"%PDF")


def test_the_page_can_be_read_without_scripts(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html", java_script_enabled=False) as page:
        finding = _first("FEE-OVER")
        row = page.locator(f"noscript #finding-{finding['id']}")
        assert finding["message"] in row.inner_text()
        assert not page.locator("#filters").is_visible()


def test_the_keyboard_reaches_the_report_at_once(browser: Browser, files: Path) -> None:
    with opened(browser, files / "bad.html") as page:
        page.keyboard.press("Tab")
        assert page.evaluate("document.activeElement.textContent") == "Skip to the report"
        page.keyboard.press("Enter")
        page.wait_for_function("() => location.hash === '#summary'")
