"""Lint: every mechanical irregularity must be recorded, and every record must hold."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.harbor import GAMES, HEAD, HOLDEM_HEAD, SCHEDULE, write_book

from feeaudit.book.lint import lint
from feeaudit.book.load import read_book

if TYPE_CHECKING:
    from pathlib import Path

LADDER = "{by: table_action, 5-100: 1, 101+: 2}"
HOLDEM_GAMES = GAMES.replace("no_schedule: none is printed", "wagers: {bet: {lines: 1}}").replace(
    "    rotation:", "    no_schedule: none is printed\n    rotation:"
)


def findings(root: Path, schedule: str, games: str = GAMES) -> list[str]:
    (cardroom,) = read_book(write_book(root, schedule, games=games)).cardrooms
    return [problem.message for problem in lint(cardroom)]


def with_ladder(ladder: str, limit: str = "5-100") -> str:
    tiers = ladder.count(":") - 1
    return (
        SCHEDULE.replace(LADDER, ladder)
        .replace("limit: 5-100", f"limit: {limit}")
        .replace("lines: 7-8", f"lines: 7-{6 + max(tiers, 1)}")
    )


def test_a_plain_schedule_is_clean(tmp_path: Path) -> None:
    assert findings(tmp_path, SCHEDULE) == []


@pytest.mark.parametrize(
    ("kind", "ladder", "limit"),
    [
        ("gap", "{by: table_action, 5-100: 1, 102+: 2}", "5-100"),
        ("overlap", "{by: table_action, 5-100: 1, 100+: 2}", "5-100"),
        ("falling_fee", "{by: table_action, 5-100: 2, 101+: 1}", "5-100"),
        ("starts_above_minimum", "{by: table_action, 10-100: 1, 101+: 2}", "5-100"),
        ("starts_below_minimum", "{by: table_action, 5-100: 1, 101+: 2}", "10-100"),
        ("ends_before_maximum", "{by: table_action, 5-100: 1, 101-200: 2}", "5-100"),
        (
            "percentage_like",
            "{by: table_action, 5-100: 1, 101-200: 2, 201-300: 3, 301+: 5}",
            "5-100",
        ),
        ("unreadable", "{by: table_action, 5-100: 1, 101+: unreadable}", "5-100"),
    ],
)
def test_an_odd_ladder_must_be_recorded(tmp_path: Path, kind: str, ladder: str, limit: str) -> None:
    text = with_ladder(ladder, limit)
    found = findings(tmp_path, text)
    assert [message.split(":")[0] for message in found] == [kind]
    record = f"anomalies:\n  - {{kind: {kind}, options: 1, lines: 7, conclusion: determinate, note: n}}\n"
    assert findings(tmp_path, text + record) == []


@pytest.mark.parametrize(
    "ladder",
    [
        "{by: table_action, 5-100: 1, 101+: 1}",
        "{by: table_action, 5-100: 1, 101-200: 2, 201-300: 3.50, 301+: 5}",
        "{by: table_action, 5-100: 0, 101+: 2}",
    ],
    ids=["the fee stays", "two thirds of a percentage", "a free tier"],
)
def test_near_misses_are_not_odd(tmp_path: Path, ladder: str) -> None:
    assert findings(tmp_path, with_ladder(ladder)) == []


def test_a_record_that_no_longer_holds_fails(tmp_path: Path) -> None:
    record = "anomalies:\n  - {kind: gap, options: 1, lines: 7, conclusion: ambiguous, note: n}\n"
    assert findings(tmp_path, SCHEDULE + record) == ["the recorded gap no longer holds"]


def test_a_record_for_one_component_does_not_excuse_another(tmp_path: Path) -> None:
    text = with_ladder("{by: table_action, 5-100: 1, 102+: 2}")
    record = (
        "anomalies:\n  - {kind: gap, options: 1, component: player, lines: 7,"
        " conclusion: ambiguous, note: n}\n"
    )
    assert len(findings(tmp_path, text + record)) == 2


def second_option(number: str, ladder: str, limit: str = "5-200") -> str:
    return (
        f"  - option: {number}\n    lines: 8-9\n    limit: {limit}\n    player: 0.50\n"
        f"    player_dealer: {ladder}\n"
    )


def test_a_number_missing_from_the_print_is_found(tmp_path: Path) -> None:
    text = SCHEDULE.replace("options: 1\n", "options: 1-3\n") + second_option("3", LADDER)
    found = findings(tmp_path, text)
    assert found[0].startswith("numbering_hole: option 2")
    record = "anomalies:\n  - {kind: numbering_hole, options: 2, lines: 7, conclusion: not_encoded, note: n}\n"
    assert findings(tmp_path, text + record) == []


def test_an_option_that_no_terms_cover_is_found(tmp_path: Path) -> None:
    text = SCHEDULE + second_option("2", LADDER)
    assert findings(tmp_path, text)[0].startswith("uncovered_option: option 2")


def test_the_same_option_under_two_numbers_is_found(tmp_path: Path) -> None:
    text = SCHEDULE.replace("options: 1\n", "options: 1-2\n") + second_option("2", LADDER, "5-100")
    assert findings(tmp_path, text)[0].startswith("same_option: option 2: the same as option 1")


def test_options_that_differ_in_one_figure_are_near_twins(tmp_path: Path) -> None:
    ladder = "{by: table_action, 5-100: 1, 101-200: 2, 201-400: 3.50, 401+: 5}"
    twin = ladder.replace("3.50", "3")
    text = with_ladder(ladder).replace("options: 1\n", "options: 1-2\n").replace("7-10", "6-9")
    text += second_option("2", twin).replace("lines: 8-9", "lines: 6-9")
    found = findings(tmp_path, text)
    assert [message.split(":")[0] for message in found] == ["near_twin"]
    assert "3.50 there, 3 here" in found[0]


def test_more_rates_than_the_rules_allow_are_found(tmp_path: Path) -> None:
    rule = "rules:\n  - {rule: rates, at_most: 2, per: table_limit, lines: 5}\n"
    text = HEAD + rule + SCHEDULE.removeprefix(HEAD)
    assert findings(tmp_path, text)[0].startswith("too_many_rates: option 1: 3 different rates, 2")
    three = text.replace("at_most: 2", "at_most: 3")
    assert findings(tmp_path, three) == []


def price_list(*counts: str) -> str:
    rows = "".join(
        f"  - {{option: {number}, lines: {number}, pot: {{by: players, {count}: {9 - number}}}}}\n"
        for number, count in enumerate(counts, 1)
    )
    return (
        f"{HOLDEM_HEAD}terms:\n  - {{options: all, lines: 4, pot: {{per: hand}}, bands: [1-{len(counts)}]}}\n"
        f"options:\n{rows}"
    )


def test_a_price_list_over_several_options_must_cover_every_player_count(tmp_path: Path) -> None:
    assert findings(tmp_path, price_list("7+", "5-6", "4-"), HOLDEM_GAMES) == []
    hole = findings(tmp_path, price_list("7+", "5", "4-"), HOLDEM_GAMES)
    assert hole[0].startswith("gap: option 1: no option of this price list covers 6 to 6 players")
    clash = findings(tmp_path, price_list("7+", "5-7", "4-"), HOLDEM_GAMES)
    assert {message.split(":")[0] for message in clash} == {"overlap"}
    short = findings(tmp_path, price_list("7-8", "5-6", "4-"), HOLDEM_GAMES)
    assert short[0].startswith("ends_before_maximum: option 1")


def test_two_options_for_the_same_player_count_are_alternatives(tmp_path: Path) -> None:
    assert findings(tmp_path, price_list("7+", "7+", "5-6", "4-"), HOLDEM_GAMES) == []


def test_a_player_dealer_game_needs_a_rotation_rule_or_a_reason(tmp_path: Path) -> None:
    games = GAMES.replace(
        "    rotation:\n      - {lines: 3, offer: {after: 2, unit: hand, to: next}, direction: clockwise}\n",
        "",
    )
    assert "has no rotation rule and no reason why" in findings(tmp_path, SCHEDULE, games)[0]


def test_a_game_needs_a_schedule_or_a_reason(tmp_path: Path) -> None:
    games = GAMES.replace("    no_schedule: none is printed\n", "")
    assert "has no schedule and no reason why" in findings(tmp_path, SCHEDULE, games)[0]


def test_the_shipped_book_is_explained(schedules: Path) -> None:
    book = read_book(schedules)
    assert [str(problem) for cardroom in book.cardrooms for problem in lint(cardroom)] == []
