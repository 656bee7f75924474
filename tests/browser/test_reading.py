"""report.html in the hands of a reader: Back, menu, address, search, keys, paper and tooltips."""

from __future__ import annotations

import itertools
import unicodedata
from functools import cache
from typing import TYPE_CHECKING, Literal

import pytest
from support.audited import night_of
from support.browsing import LISTED, await_search, choose, found, listed, opened, search
from support.html_pages import BASIS, many
from support.paper import sheets

from feeaudit.report.html import rendered
from feeaudit.report.html.findings_data import stakes_of

if TYPE_CHECKING:
    from pathlib import Path

    from playwright.sync_api import Browser, Page

    from feeaudit.audit.result import AuditResult

pytestmark = pytest.mark.slow

PLANTS = {"FEE-OVER": 9, "FEE-UNDER": 40, "ROT-TURNS": 12, "LIM-HIGH": 9, "LOG-ORPHAN": 2}


@cache
def two_rooms() -> AuditResult:
    return night_of(900, ("lucky-chances", "mortimers"), seed=6, plant=PLANTS).result


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the page of a night of two cardrooms, and one with many findings."""
    folder = tmp_path_factory.mktemp("pages")
    for name, result in {"rooms": two_rooms(), "many": many(1_200)}.items():
        (folder / f"{name}.html").write_bytes(rendered(result, BASIS))
    return folder


def counted(page: Page) -> int:
    """Return how many findings the page says it found."""
    return int(found(page).split()[0].replace(",", ""))


def settled(page: Page, hash_: str) -> None:
    page.wait_for_function("hash => location.hash === hash", arg=hash_)


def test_back_undoes_a_filter_step_by_step(browser: Browser, files: Path) -> None:
    every = len(two_rooms().findings)
    with opened(browser, files / "rooms.html") as page:
        choose(page, "check", "FEE-UNDER")
        few = counted(page)
        choose(page, "verdict", "review")
        assert found(page) == "No findings match these filters."
        page.go_back()
        settled(page, "#findings?check=FEE-UNDER")
        assert counted(page) == few < every
        page.go_back()
        settled(page, "")
        assert counted(page) == every
        assert page.locator("#filters [name=check]").input_value() == ""
        page.go_forward()
        settled(page, "#findings?check=FEE-UNDER")
        assert counted(page) == few


def test_back_after_a_finding_or_a_table_returns_to_the_filtered_list(
    browser: Browser, files: Path
) -> None:
    with opened(browser, files / "rooms.html", "#findings?check=FEE-UNDER&page=1") as page:
        few = counted(page)
        page.locator(f"{LISTED} summary").first.click()
        page.get_by_role("link", name="its table").first.click()
        page.wait_for_function("() => location.hash.startsWith('#table-')")
        page.go_back()
        page.wait_for_function("() => location.hash.startsWith('#findings?check=FEE-UNDER')")
        assert counted(page) == few


def test_the_menu_shows_all_findings_again_and_back_returns_to_the_filter(
    browser: Browser, files: Path
) -> None:
    every = len(two_rooms().findings)
    with opened(browser, files / "rooms.html", "#findings?check=FEE-UNDER") as page:
        assert counted(page) < every
        page.locator(".contents").get_by_role("link", name="Findings").click()
        settled(page, "#findings")
        assert counted(page) == every
        page.go_back()
        settled(page, "#findings?check=FEE-UNDER")
        assert counted(page) < every


def test_a_word_that_is_typed_is_one_step_back(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html") as page:
        page.locator("#filters [name=text]").press_sequentially("fee-under", delay=200)
        page.wait_for_function("() => location.hash.endsWith('fee-under')")
        page.go_back()
        settled(page, "")
        assert counted(page) == len(two_rooms().findings)


def test_page_and_filters_live_in_the_address(browser: Browser, files: Path) -> None:
    with opened(browser, files / "many.html") as page:
        choose(page, "sort", "latest")
        page.get_by_role("button", name="Next page").click()
        page.get_by_role("button", name="Next page").click()
        settled(page, "#findings?sort=latest&page=3")
        shown = listed(page)
        page.reload()
        assert listed(page) == shown
        assert "101 to 150 shown" in found(page)
        page.go_back()
        settled(page, "#findings?sort=latest&page=2")
        assert "51 to 100 shown" in found(page)


@pytest.mark.parametrize(("wanted", "told"), [("999", "1,151 to 1,200"), ("x", "1 to 50")])
def test_a_page_that_is_not_there_is_the_nearest_one(
    browser: Browser, files: Path, wanted: str, told: str
) -> None:
    with opened(browser, files / "many.html", f"#findings?page={wanted}") as page:
        assert f"{told} shown" in found(page)


def test_an_address_that_is_no_address_shows_everything(browser: Browser, files: Path) -> None:
    for wrong in ("#%E0%A4%A", "#findings?check=NO-SUCH"):
        with opened(browser, files / "many.html", wrong) as page:
            page.locator(LISTED).first.wait_for()


def test_a_cardroom_and_what_is_at_stake_can_be_chosen(browser: Browser, files: Path) -> None:
    findings = two_rooms().findings
    stakes = findings["incident"].map(stakes_of(two_rooms().incidents))
    with opened(browser, files / "rooms.html") as page:
        choose(page, "cardroom", "mortimers")
        mine = findings["cardroom"] == "mortimers"
        assert counted(page) == mine.sum()
        grave = "Integrity of the game"
        choose(page, "stake", grave)
        assert 0 < counted(page) == (mine & (stakes == grave)).sum()


def test_a_single_cardroom_needs_no_choice_of_cardrooms(browser: Browser, files: Path) -> None:
    with opened(browser, files / "many.html") as page:
        assert not page.locator("#filters [name=cardroom]").is_visible()


@pytest.mark.parametrize("name", ["rooms", "many"])
def test_no_choice_is_a_slash_or_blank(browser: Browser, files: Path, name: str) -> None:
    assert (two_rooms().findings["table"] == "").any()
    with opened(browser, files / f"{name}.html") as page:
        options = page.locator("#filters option").all_text_contents()
        labels = [each.rpartition(" (")[0] or each for each in options]
        assert all(any(letter.isalnum() for letter in label) for label in labels)
        assert "No table" in labels


def test_tables_are_listed_as_people_count(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html") as page:
        options = page.locator("#filters [name=table] option").all_text_contents()
        numbers = [int(each.split("T")[-1].split()[0]) for each in options if "lucky" in each]
        assert numbers == sorted(numbers)


def test_search_finds_a_phrase_as_it_stands(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html") as page:
        search(page, "hand in a row")
        loose = counted(page)
        search(page, '"hand in a row"')
        assert 0 < counted(page) <= loose
        assert all("hand in a row" in each for each in listed(page))
        search(page, '"row a in hand"')
        assert found(page) == "No findings match these filters."
        search(page, "row a in hand")
        assert counted(page) == loose


def test_search_finds_what_a_line_shows(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html") as page:
        for way in ("over", "under"):
            amount = page.locator(f"{LISTED} .amount .{way}").first.inner_text()
            search(page, f'"{amount}"')
            assert counted(page) > 0
            assert all(amount in each for each in listed(page))
            search(page, "")
        first = page.locator(f"{LISTED} .line bdi").all_inner_texts()
        search(page, f'"{first[1]}"')
        assert counted(page) > 0


def test_the_first_finding_is_within_ten_tabs(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html") as page:
        for _ in range(10):
            page.keyboard.press("Tab")
            if "Skip to the findings" in page.evaluate("document.activeElement.outerHTML"):
                page.keyboard.press("Enter")
            if page.evaluate("document.activeElement.id.startsWith('finding-')"):
                return
        pytest.fail("the first finding is further away")


def test_past_the_filters_the_first_finding_is_within_ten_tabs(
    browser: Browser, files: Path
) -> None:
    with opened(browser, files / "rooms.html") as page:
        page.locator("#filters [name=text]").focus()
        for _ in range(10):
            page.keyboard.press("Tab")
            if page.evaluate("document.activeElement.id.startsWith('finding-')"):
                return
        pytest.fail("the first finding is further away")


def test_keys_lead_through_the_findings(browser: Browser, files: Path) -> None:
    with opened(browser, files / "many.html") as page:
        page.keyboard.press("/")
        assert page.evaluate("document.activeElement.name") == "text"
        page.keyboard.type("j")
        assert page.locator("#filters [name=text]").input_value() == "j"
        await_search(page, "j")
        search(page, "")
        page.locator("#findings-title").focus()
        ids = page.locator(f"{LISTED} summary").evaluate_all("all => all.map((each) => each.id)")
        for expected in (ids[0], ids[1]):
            page.keyboard.press("j")
            assert page.evaluate("document.activeElement.id") == expected
        page.keyboard.press("Enter")
        page.locator(f"#{ids[1]} + .why").wait_for()
        page.keyboard.press("k")
        assert page.evaluate("document.activeElement.id") == ids[0]
        shown = page.locator("#found")
        page.keyboard.press("n")
        shown.filter(has_text="51 to 100 shown").wait_for()
        page.keyboard.press("p")
        shown.filter(has_text="1 to 50 shown").wait_for()
        page.keyboard.press("?")
        assert page.locator("#keys dl").is_visible()
        page.locator("#keys-on").uncheck()
        page.locator("#findings-title").focus()
        page.keyboard.press("n")
        assert "1 to 50 shown" in found(page)


def printed(page: Page) -> str:
    """Return the text of the page as it is printed."""
    # Fonts draw letters such as f and i as one.
    return unicodedata.normalize("NFKC", " ".join(sheets(page.pdf())))


def test_paper_has_every_finding_and_folded_lists_and_the_screen_folds_them_again(
    browser: Browser, files: Path
) -> None:
    with opened(browser, files / "rooms.html") as page:
        folded = page.locator("#incidents details.rest:not([open])")
        assert folded.count() == 1, "the house's money has more incidents than are shown at once"
        assert not page.locator("#incidents details.rest li").last.is_visible()
        text = printed(page)
        assert f"{len(two_rooms().findings)} findings, all printed here." in text
        assert all(each in text for each in filter(None, two_rooms().findings["hand_id"]))
        assert all(each in text for each in two_rooms().incidents["id"])
        assert text.count("the others print as headings only") == 3
        page.wait_for_function(
            "() => document.querySelectorAll('details.rest').length > 0"
            " && !document.querySelector('details.rest[open]')"
        )


def test_paper_has_closed_sections_as_headings_side_by_side(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html") as page:
        page.emulate_media(media="print")
        closed = page.locator("#tables .leaf:not([open])")
        boxes = [closed.nth(each).bounding_box() for each in range(closed.count())]
        assert len({round(box["x"]) for box in boxes if box}) == 2


def test_paper_says_what_it_leaves_out(browser: Browser, files: Path) -> None:
    with opened(browser, files / "many.html") as page:
        left_out = "The first 1,000 are printed here; 200 are left out"
        assert left_out in printed(page)
        page.wait_for_function("() => document.querySelectorAll('#list > li').length === 50")


def test_paper_says_which_findings_the_filters_left(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html", "#findings?check=FEE-OVER") as page:
        assert "match the filters, all printed here." in printed(page)


def test_the_timeline_says_who_and_when_to_whoever_points_at_it(
    browser: Browser, files: Path
) -> None:
    with opened(browser, files / "rooms.html") as page:
        runs = page.locator("#rotation svg.timeline .run title").all_text_contents()
        assert runs
        assert all(" hand" in each and " to " in each for each in runs)
        flags = page.locator("#rotation svg.timeline a title").all_text_contents()
        assert any("ROT-TURNS" in each for each in flags)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_color_has_one_meaning_and_the_legend_shows_it(
    browser: Browser, files: Path, scheme: Literal["light", "dark"]
) -> None:
    with opened(browser, files / "rooms.html", color_scheme=scheme) as page:
        colors = page.evaluate(
            """() => {
                const names = ["violation", "review", "under", "clean", "patron", "third", "house"];
                const style = getComputedStyle(document.documentElement);
                return names.map((name) => style.getPropertyValue("--" + name).trim());
            }"""
        )
        assert len(set(colors)) == len(colors)
        fills = page.evaluate(
            """() => [...document.querySelectorAll("#rotation .legend li")].map((each) => [
                each.textContent.trim(),
                getComputedStyle(each.querySelector("svg > *")).fill,
            ])"""
        )
        drawn = page.evaluate(
            """() => getComputedStyle(document.querySelector("svg.timeline .run.patron path")).fill"""
        )
        assert dict(fills)["patron"] == drawn
        assert dict(fills)["house"] != dict(fills)["breach, numbered as below"]


def test_hours_over_the_heat_map_do_not_touch_each_other(browser: Browser, files: Path) -> None:
    with opened(browser, files / "rooms.html") as page:
        for _ in ("screen", "print"):
            spans = page.evaluate(
                """() => [...document.querySelectorAll("#charts .heat-map thead .hour")].map((each) => {
                    const range = document.createRange();
                    range.selectNodeContents(each);
                    const box = range.getBoundingClientRect();
                    return [box.left, box.right, parseFloat(getComputedStyle(each).fontSize)];
                })"""
            )
            assert len(spans) > 5
            ends = itertools.pairwise(spans)
            assert all(one[1] <= other[0] for one, other in ends)
            assert all(size >= 9.5 for _, _, size in spans)
            page.emulate_media(media="print")
