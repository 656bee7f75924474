"""Silences: whatever is planted in a book and could never reach a verdict is reported, with its line."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.harbor import GAMES, HOLDEM_HEAD, SCHEDULE, TERMS, write_book

from feeaudit.book.cache import open_book
from feeaudit.book.load import read_book
from feeaudit.core.problem import BookError
from feeaudit.rules.silences import silences

if TYPE_CHECKING:
    from pathlib import Path

DOUBT = """\
    anomalies:
      - kind: contradiction
        lines: [2, 5]
        conclusion: ambiguous
        note: Two lines differ.
        readings:
"""


def reported(root: Path, *, games: str = GAMES, schedule: str = SCHEDULE) -> list[str]:
    """Return everything that lint would say of a book beyond its odd figures."""
    try:
        (cardroom,) = read_book(write_book(root, schedule, games=games)).cardrooms
    except BookError as error:
        return list(map(str, error.problems))
    return list(map(str, silences(cardroom)))


def doubted(*readings: str) -> str:
    """Return the games with a doubt of the blackjack's, read so."""
    doubt = DOUBT + "".join(f"          - {{{each}}}\n" for each in readings)
    return GAMES.replace("  harbor-holdem:", f"{doubt}  harbor-holdem:")


def stated(statement: str, *, of: str = "lucky: {needs: base, lines: 2}") -> str:
    """Return the games with another statement in the place of one."""
    assert of in GAMES
    return GAMES.replace(of, statement)


def test_a_book_without_silences(tmp_path: Path) -> None:
    assert reported(tmp_path) == []


def test_the_shipped_book_holds_nothing_silent(schedules: Path) -> None:
    rooms = open_book(schedules).cardrooms
    assert [str(each) for room in rooms for each in silences(room)] == []


@pytest.mark.parametrize(
    ("readings", "why"),
    [
        (
            ("reading: as_printed", "reading: each_bet, note: each bet pays"),
            "the readings as_printed, each_bet change nothing",
        ),
        (
            ("reading: one, seats: 7", "reading: other, seats: 7", "reading: as_printed"),
            "the readings one, other change the same",
        ),
        (("reading: as_printed",), "as_printed changes nothing"),
        (
            ("reading: nonsense", "reading: seven, seats: 7"),
            "nothing uses the reading 'nonsense'",
        ),
        (
            ("reading: as_printed", "reading: free, without: 9"),
            "the reading free does without line 9, and nothing that is encoded for its games stands",
        ),
        (
            (
                "reading: as_printed",
                "reading: needs, limits: [{wagers: lucky, needs: base, lines: 5}]",
            ),
            "the reading needs states what the file states anyway",
        ),
        (
            ("reading: as_printed", "reading: as_printed, seats: 7"),
            "two readings are called 'as_printed'",
        ),
        (
            ("reading: as_printed", "reading: moves, rotation: [{lines: 5}]"),
            "this statement says nothing that could be kept or broken",
        ),
        (
            ("reading: as_printed", "reading: pays, settlement: [{result: losing, lines: 5}]"),
            "'result' says whose hands have this 'order'",
        ),
        (
            (
                "reading: as_printed",
                "reading: five, limits: [{wagers: lucky, maximum: 9, where: {base: 5}, lines: 5}]",
            ),
            "nothing uses 'where' of a limit with 'maximum'",
        ),
        (
            (
                "reading: as_printed",
                "reading: seat, limits: [{wagers: lucky, maximum: 9, per: seat, lines: 5}]",
            ),
            "nothing uses 'per' without 'total'",
        ),
        (("reading: as_printed", "reading: moves, effect: 5"), "'effect'"),
    ],
)
def test_a_reading_without_effect_is_reported_with_its_line(
    tmp_path: Path, readings: tuple[str, ...], why: str
) -> None:
    (problem,) = reported(tmp_path, games=doubted(*readings))
    assert problem.startswith("harbor/games.yaml:1")
    assert why in problem


@pytest.mark.parametrize(
    "readings",
    [
        ("reading: as_printed", "reading: seven, seats: 7"),
        ("reading: eight_seats, note: as the layout has it", "reading: seven, seats: 7"),
        ("reading: as_printed", "reading: other_name, no_effect: it is a name"),
        ("reading: as_printed", "reading: free, without: 3"),
        ("reading: as_printed", "reading: bare, limits: [{wagers: lucky, maximum: 5, lines: 5}]"),
        (
            "reading: as_printed",
            "reading: anew, without: 2, limits: [{wagers: lucky, needs: base, lines: 2}]",
        ),
    ],
)
def test_a_reading_with_an_effect_or_a_reason_is_none(
    tmp_path: Path, readings: tuple[str, ...]
) -> None:
    assert reported(tmp_path, games=doubted(*readings)) == []


@pytest.mark.parametrize(
    ("statement", "why"),
    [
        ("lucky: {needs: base, step_above: 10, lines: 2}", "nothing uses 'step_above'"),
        ("lucky: {needs: base, doubles: base, lines: 2}", "'doubles'"),
        ("lucky: {needs: base, schedules: nowhere, lines: 2}", "'nowhere' is not a schedule"),
    ],
)
def test_a_limit_that_no_check_reads_is_reported(tmp_path: Path, statement: str, why: str) -> None:
    (problem,) = reported(tmp_path, games=stated(statement))
    assert problem.startswith("harbor/games.yaml:")
    assert why in problem


@pytest.mark.parametrize(
    ("rule", "why"),
    [
        ("{rule: fees_even, lines: 5}", "'fees_even' is not a rule"),
        ("{rule: rates, at_most: 5, lines: 5}", "says nothing without 'per'"),
        ("{rule: free_hands, lines: 5}", "says nothing without 'hands'"),
        ("{rule: no_extra_fee, lines: 5}", "says nothing without 'events'"),
        (
            "{rule: one_option, hands: 3, lines: 5}",
            "nothing uses 'hands' of the rule 'one_option'",
        ),
        ("{rule: posted, at_most: 3, lines: 5}", "nothing uses 'at_most' of the rule 'posted'"),
    ],
)
def test_a_rule_that_no_check_consumes_is_reported(tmp_path: Path, rule: str, why: str) -> None:
    games = GAMES.replace("    rotation:\n", f"    rules:\n      - {rule}\n    rotation:\n")
    (problem,) = reported(tmp_path, games=games)
    assert problem.startswith("harbor/games.yaml:10:")
    assert why in problem


def test_a_rule_with_all_that_it_needs_is_consumed(tmp_path: Path) -> None:
    rules = "{rule: rates, at_most: 5, per: table, counting: kinds, lines: 5}"
    games = GAMES.replace("    rotation:\n", f"    rules:\n      - {rules}\n    rotation:\n")
    assert reported(tmp_path, games=games) == []


@pytest.mark.parametrize("key", ["offer: {to: next}", "if_nobody: broken", "eligible: seated"])
def test_a_button_is_offered_to_nobody(tmp_path: Path, key: str) -> None:
    said = f"    rotation: [{{lines: 3, position: button, rotates_after: 1, {key}}}]\n"
    (problem,) = reported(tmp_path, games=GAMES + said)
    assert "of a button, which nobody is offered" in problem


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("pot: {per: hand}", "nothing uses 'pot': no option of these terms has such a fee"),
        ("opening_round: flop", "nothing uses the opening round"),
        ("no_opening_round: no_fee", "nothing uses the opening round"),
        ("period: 30\n    period_starts: clock", "nothing uses 'period'"),
        ("bands: [1]", "nothing uses 'bands'"),
        ("rounding: up", "'rounding'"),
    ],
)
def test_a_key_of_terms_that_nothing_reads_is_reported(tmp_path: Path, key: str, why: str) -> None:
    schedule = SCHEDULE.replace(TERMS, f"{TERMS}    {key}\n")
    (problem,) = reported(tmp_path, schedule=schedule)
    assert problem.startswith("harbor/case.yaml:")
    assert why in problem


POT = f"{HOLDEM_HEAD}terms:\n  - {{options: 1, lines: 4, collect: after_flop%s}}\n"
POT += "options: [{option: 1, lines: 7, limit: 2-4, pot: 3, button: 1}]\n"


@pytest.mark.parametrize(
    ("charges", "why"),
    [
        ("", "nothing uses 'collect' for the pot fee: these terms do not charge it"),
        (
            ", pot: {per: hand}",
            "nothing uses 'collect' for the button fee: these terms do not charge it",
        ),
        (
            ", pot: {collect: before_deal}, button: {collect: before_deal}",
            "nothing uses 'collect': each fee of these terms has a moment of its own",
        ),
    ],
)
def test_a_moment_that_no_charge_of_the_terms_takes_is_reported(
    tmp_path: Path, charges: str, why: str
) -> None:
    games = GAMES.replace("    no_schedule: none is printed\n", "")
    (problem,) = reported(tmp_path, games=games, schedule=POT % charges)
    assert problem.startswith("harbor/case.yaml:7:")
    assert why in problem


def test_a_moment_that_one_of_two_charges_takes_is_used(tmp_path: Path) -> None:
    terms = TERMS.replace("per: wager,", "per: wager, collect: after_flop,")
    assert reported(tmp_path, schedule=SCHEDULE.replace(TERMS, terms)) == []


@pytest.mark.parametrize("fee", ["jackpot", "no_flop"])
def test_a_jackpot_or_no_flop_fee_has_a_time_of_its_own(tmp_path: Path, fee: str) -> None:
    assert reported(tmp_path, schedule=f"{SCHEDULE}    {fee}: 1\n") == []


def test_a_statement_that_is_bound_to_another_games_schedule_is_reported(tmp_path: Path) -> None:
    said = "    rotation: [{lines: 3, rotates_after: 1, schedules: harbor-blackjack}]\n"
    (problem,) = reported(tmp_path, games=GAMES + said)
    assert problem == (
        "harbor/games.yaml:12:1: what is encoded of line 3 is bound to harbor-blackjack, and"
        " harbor-holdem is not played under it"
    )
