"""report.html: the same numbers as everywhere, the same bytes again, and text that stays text."""

from __future__ import annotations

import hashlib
import json
import os
import re
import subprocess
import sys
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.html_pages import BASIS, HOSTILE, Element, bad_night, clean_night, named, read_page

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.bank_runs import BankRun
from feeaudit.report.characters import shown
from feeaudit.report.html import rendered
from feeaudit.report.html.findings_data import in_script, stakes_of
from feeaudit.report.html.page import anchors
from feeaudit.report.html.timeline import pictures
from feeaudit.report.phrases import clipped
from feeaudit.report.shares import by_fair_shares
from feeaudit.report.voice import Voice

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def page() -> Element:
    """The page of the bad night."""
    return read_page(rendered(bad_night(), BASIS))[0]


def data_of(page: Element) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(page.with_id("data").texts[0])
    return found


def rows_of(table: Element) -> list[list[str]]:
    return [
        [cell.text for cell in row.children if cell.tag in ("th", "td")] for row in table.all("tr")
    ]


def number(count: int) -> str:
    return f"{count:,}"


def amount(cents: int) -> str:
    return dollars(cents) if cents else "0"


def test_the_first_screen_says_what_was_audited_and_the_answer(page: Element) -> None:
    first, result = page.with_id("summary").text, bad_night()
    assert "Lucky Chances" in first
    assert "March 6, 2026" in first
    assert "America/Los_Angeles" in first
    assert "March 9, 2026" in first
    assert f"Hands {number(result.hands)}" in first
    assert f"Tables {result.tables}" in first
    assert tallies.answer(result) in first


def test_over_and_under_stand_apart(page: Element) -> None:
    first, result = page.with_id("summary").text, bad_night()
    assert f"Over-collected {dollars(result.over)}" in first
    assert f"Under-collected {dollars(result.under)}" in first
    assert dollars(abs(result.over - result.under)) not in first


def test_every_check_has_the_numbers_of_the_tallies(page: Element) -> None:
    found, quiet = page.all("table", **{"class": "checks"})
    rows = [*rows_of(found), *rows_of(quiet)]
    told = {row[0].split()[0]: row[1:] for row in rows if len(row) > 1}
    for row in tallies.by_check(bad_night()).to_dict("records"):
        violations, reviews, over, under, tested, untested = told[row["check"]]
        assert (violations, reviews) == (number(row["violations"]), number(row["reviews"]))
        assert (over, under) == (amount(row["over"]), amount(row["under"]))
        assert untested == number(row["untested"])
        assert not row["tested"] or tested == number(row["tested"])


def test_checks_without_findings_are_folded(page: Element) -> None:
    (folded,) = [each for each in page.with_id("checks").all("details") if each.all("table")]
    assert "open" not in folded.attributes
    shown = {each.check for each in bad_night().coverage if not each.violations + each.reviews}
    told = {row[0].split()[0] for row in rows_of(folded.all("table")[0]) if len(row) > 1}
    assert told - {"Check"} == shown


def test_restitution_shortfalls_and_video_stand_on_the_page(page: Element) -> None:
    people = tallies.restitution(bad_night())
    told = page.with_id("restitution").text
    assert f"{amount(bad_night().over)} to return to" in told
    assert all(each in told for each in people["player"])
    short = page.with_id("short").text
    assert all(f"By {name}" in short for name in ("table", "shift"))
    assert amount(tallies.short_by_table(bad_night())["under"].iloc[0]) in short
    video = page.with_id("video")
    windows = tallies.camera_windows(bad_night())
    assert len(video.all("tbody")[0].all("tr")) == min(12, len(windows))
    assert all(table in video.text for table in windows["table"])


def test_every_reason_for_not_testing_is_told(page: Element) -> None:
    told = page.with_id("checks").text
    reasons = [why for each in bad_night().coverage for why in each.untested]
    assert reasons
    assert all(why in told for why in reasons)


def test_every_table_and_game_has_its_section(page: Element) -> None:
    tables, games = page.with_id("tables"), page.with_id("games")
    for row in tallies.by_table(bad_night()).to_dict("records"):
        heading = f"Table {row['table']}" if row["table"] else "no table"
        assert any(
            heading in each.text and f"{row['hands']:,} hand" in each.text
            for each in tables.all("summary")
        )
    for row in tallies.by_game(bad_night()).to_dict("records"):
        assert BASIS.voice.game(row["cardroom"], row["game"]) in games.text
        assert amount(row["taken"]) in games.text


def test_the_script_holds_every_finding_as_it_is(page: Element) -> None:
    data, findings = data_of(page), bad_night().findings
    findings = findings.assign(stake=findings["incident"].map(stakes_of(bad_night().incidents)))
    assert data["id"] == findings["id"].tolist()
    for name, (words, codes) in data["words"].items():
        assert [words[code] for code in codes] == findings[name].tolist()
    for name, numbers in data["numbers"].items():
        assert numbers == findings[name].tolist()


def test_messages_and_whys_are_told_whole() -> None:
    result = bad_night()
    why = [
        (("Hand", "a, b; c: d"), ("Tier", f"{place},  two spaces, {message}"))
        for place, message in enumerate(result.findings["message"])
    ]
    findings = result.findings.assign(why=why)
    page, _ = read_page(rendered(replace(result, findings=findings), BASIS))
    texts = data_of(page)["texts"]
    lines = [" ".join(texts["phrases"][code] for code in line) for line in texts["lines"]]
    messages = ["\n".join(lines[code] for code in codes) for codes in texts["message"]]
    assert messages == findings["message"].tolist()
    whys = [
        tuple((texts["labels"][label], lines[line]) for label, line in pairs)
        for pairs in texts["why"]
    ]
    assert whys == why


def test_times_are_of_the_sites_own_clock(page: Element) -> None:
    data, findings = data_of(page), bad_night().findings
    for seconds, micros in zip(data["times"]["at"], findings["at"], strict=True):
        assert seconds == (micros // 1_000_000 - 8 * 3600 if micros > 0 else -1)  # March 6: PST


def test_the_heat_map_adds_up_to_the_violations(page: Element) -> None:
    result = bad_night()
    hours = tallies.by_hour(result, BASIS.zone)
    (heat, *_) = page.with_id("charts").all("table", **{"class": "heat-map"})
    cells = [cell.text for row in heat.all("tr")[1:] for cell in row.all("td")[1:]]
    assert sum(int(each) for each in cells if each) == hours[hours["hour"] >= 0]["violations"].sum()


def test_a_box_that_was_left_in_for_two_days_says_so() -> None:
    result = bad_night()
    first = result.facts.drops.head(1)
    begun = int(datetime(2026, 3, 6, 6, tzinfo=UTC).timestamp()) * 1_000_000
    two_days = first.assign(at=begun, until=begun + 48 * 3_600_000_000)
    facts = replace(result.facts, drops=two_days)
    page, _ = read_page(rendered(replace(result, facts=facts), BASIS))
    assert "March 5, 2026, 10:00 PM to March 7, 2026, 10:00 PM" in page.with_id("charts").text


def test_every_breach_of_rotation_is_marked_and_listed(page: Element) -> None:
    rotation = page.with_id("rotation")
    breaches = tallies.rotation_findings(bad_night())
    assert len(breaches)
    listed = {each.attributes["href"] for each in rotation.all("a")}
    assert {f"#finding-{each}" for each in breaches["id"]} <= listed
    flags = [flag for picture in rotation.all("svg", role="group") for flag in picture.all("a")]
    assert flags


def test_somebody_who_banks_all_night_is_drawn_to_the_end_of_it() -> None:
    hour = 3_600_000_000
    run = BankRun("B1", "patron", 200, hour, 10 * hour)
    drawn = pictures([run], [], [], Voice("UTC"))
    told = [re.findall("Who banked from (.+?M) to (.+?M)", each) for each in drawn]
    assert told == [[("1:00 AM", "5:00 AM")], [("5:00 AM", "9:00 AM")], [("9:00 AM", "1:00 PM")]]


def test_a_change_of_game_is_a_dashed_line_and_no_break() -> None:
    hour = 3_600_000_000
    first, other = BankRun("B1", "patron", 2, hour, hour + 60), "B2"
    marked = {
        began: str(
            *pictures(
                [first, BankRun(other, "patron", 2, 2 * hour, 3 * hour, began)],
                [],
                [],
                Voice("UTC"),
            )
        )
        for began in ("game", "break", "")
    }
    assert {began: drawn.count("another-game") for began, drawn in marked.items()} == {
        "game": 1,
        "break": 0,
        "": 0,
    }
    assert 'class="break"' in marked["break"]
    assert 'class="break"' not in marked["game"]


def test_who_banked_adds_up_to_the_hands_banked(page: Element) -> None:
    tables = [
        table for table in page.with_id("rotation").all("table") if rows_of(table)[0][0] == "Person"
    ]
    banked = sum(int(row[2].replace(",", "")) for table in tables for row in rows_of(table)[1:])
    assert banked == bad_night().facts.banking["hands"].sum()


def test_readers_without_scripts_see_the_first_findings_of_every_check(page: Element) -> None:
    (fallback,) = page.all("noscript")
    assert "workpapers.xlsx" in fallback.text
    for check in bad_night().findings["check"].unique():
        assert check in fallback.text


def test_a_clean_night_says_so() -> None:
    page, _ = read_page(rendered(clean_night(), BASIS))
    assert "No finding" in page.with_id("summary").text
    assert "No findings." in page.with_id("findings").text
    assert not page.all(id="filters")


def test_waived_findings_are_told_apart() -> None:
    result = bad_night()
    over = result.findings.index[result.findings["over"] > 0]
    waived = result.findings.assign(waiver="")
    waived.loc[over[:2], "waiver"] = "W-1, approved by A. Officer"
    result = replace(result, findings=waived)
    page, _ = read_page(rendered(result, BASIS))
    covered = int(waived.loc[over[:2], "over"].sum())
    first = page.with_id("summary").text
    assert f"2 waived, {result.violations - 2} without them" in first
    assert f"{dollars(covered)} waived, {dollars(result.over - covered)} without them" in first


def test_a_rule_applied_as_if_in_force_is_told_on_top() -> None:
    page, _ = read_page(rendered(bad_night(), replace(BASIS, as_if=("11-ccr-2076",))))
    assert "applies 11-ccr-2076 as if in force" in page.with_id("summary").text


def test_notices_inputs_and_digest_are_told(page: Element) -> None:
    for notice in bad_night().notices:
        assert notice in page.with_id("notices").text
    inputs = page.with_id("inputs").text
    assert all(text in inputs for text in (BASIS.book, BASIS.configuration, BASIS.digest))


def test_the_page_asks_for_nothing_from_outside(page: Element) -> None:
    for element in page.all():
        assert "src" not in element.attributes
        assert (element.attributes.get("href") or "#").startswith(("#", "data:,"))
    (style,) = page.all("style")
    assert "url(http" not in style.text
    assert "@import" not in style.text


def test_the_policy_lets_only_the_pages_own_script_and_style_run(page: Element) -> None:
    (policy,) = page.all("meta", **{"http-equiv": "Content-Security-Policy"})
    content = policy.attributes["content"] or ""
    assert content.startswith("default-src 'none'")
    assert "unsafe" not in content
    assert not [each for each in page.all() if "style" in each.attributes]


def test_the_page_is_well_built(page: Element) -> None:
    _, mistakes = read_page(rendered(bad_night(), BASIS))
    assert mistakes == []
    ids = [each.attributes["id"] for each in page.all() if "id" in each.attributes]
    scripted = [each for each in ids if not (each or "").startswith("finding-")]
    assert len(scripted) == len(set(scripted))
    assert len(page.all("h1")) == len(page.all("main")) == 1


def test_links_inside_the_page_lead_somewhere(page: Element) -> None:
    ids = {each.attributes.get("id") for each in page.all()}
    ids |= {f"finding-{each}" for each in bad_night().findings["id"]}
    links = {(each.attributes["href"] or "")[1:] for each in page.all("a")}
    assert links <= ids


def test_headings_skip_no_level(page: Element) -> None:
    levels = [int(each.tag[1]) for each in page.all() if each.tag in ("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert all(later - earlier <= 1 for earlier, later in pairwise(levels))


@pytest.mark.parametrize("kind", HOSTILE)
def test_hostile_text_stays_text(kind: str) -> None:
    text = HOSTILE[kind]
    page, mistakes = read_page(rendered(named(text), BASIS))
    assert mistakes == []
    assert len(page.all("script")) == 2
    assert not page.all("img")
    for element in page.all():
        assert not [name for name in element.attributes if name.startswith("on")]
        assert "autofocus" not in element.attributes
    assert clipped(text) in page.with_id("tables").text or kind == "long"
    assert data_of(page)["words"]["player"][0] == [shown(text)]


def test_long_names_are_cut_with_their_length_told() -> None:
    content = rendered(named(HOSTILE["long"]), BASIS)
    page, _ = read_page(content)
    assert "… (10,000 characters)" in page.with_id("tables").text
    assert len(content) < 3_000_000


def test_marks_that_turn_the_text_are_written_out() -> None:
    content = rendered(named(HOSTILE["direction"]), BASIS).decode()
    assert "\u202e" not in content
    assert "[U+202E]" in content


def test_the_same_result_gives_the_same_bytes() -> None:
    assert rendered(bad_night(), BASIS) == rendered(bad_night(), BASIS)


def test_hash_seed_locale_and_clock_change_nothing() -> None:
    program = (
        "import sys, hashlib; sys.path.insert(0, sys.argv[1])\n"
        "from support.html_pages import BASIS, bad_night\n"
        "from feeaudit.report.html import rendered\n"
        "print(hashlib.sha256(rendered(bad_night(), BASIS)).hexdigest())"
    )
    tests = str(Path(__file__).resolve().parents[1])
    surroundings = os.environ | {"PYTHONHASHSEED": "7", "LC_ALL": "C", "TZ": "Asia/Tokyo"}
    other = subprocess.run(
        [sys.executable, "-c", program, tests],
        env=surroundings,
        capture_output=True,
        text=True,
        check=True,
    )
    assert other.stdout.strip() == hashlib.sha256(rendered(bad_night(), BASIS)).hexdigest()


@given(st.text())
def test_no_text_can_leave_its_script(text: str) -> None:
    inside = in_script({"name": text})
    assert json.loads(inside) == {"name": text}
    assert "<" not in inside


@given(st.text())
def test_shown_text_has_no_unseen_marks(text: str) -> None:
    clean = shown(text)
    assert not set(clean) & set(
        "\x00\x1b\u200e\u200f\u202a\u202b\u202d\u202e\u2066\u2067\u2068\u2069"
    )
    assert shown(clean) == clean


@given(st.lists(st.tuples(st.text(max_size=5), st.text(max_size=5)), unique=True))
def test_no_two_tables_share_an_anchor(names: list[tuple[str, ...]]) -> None:
    made = anchors("table", names)
    assert len(set(made.values())) == len(names)
    assert all(
        not set(each) - set("abcdefghijklmnopqrstuvwxyz0123456789-.") for each in made.values()
    )


@given(st.integers(1, 60))
def test_too_many_findings_are_cut_by_fair_shares(most: int) -> None:
    findings = bad_night().findings
    kept = by_fair_shares(findings, most)
    assert len(kept) <= most
    counts, before = kept["check"].value_counts(), findings["check"].value_counts()
    if len(kept) < len(findings):
        whole = [name for name in before.index if counts.get(name, 0) == before[name]]
        cut = [name for name in before.index if name not in whole]
        assert len({int(counts.get(name, 0)) for name in cut}) <= 1
        assert len(kept) + len(cut) > most


def test_a_page_that_cannot_hold_all_findings_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feeaudit.report.html.page.MOST", 10)
    page, _ = read_page(rendered(bad_night(), BASIS))
    told = page.with_id("findings").text
    assert f"of {len(bad_night().findings)} findings" in told
    assert len(data_of(page)["id"]) <= 10
