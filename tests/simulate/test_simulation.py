"""Simulating as a whole: the same seed, what can be asked for, and what is left out and why."""

from __future__ import annotations

import csv
from datetime import UTC, date, datetime, timedelta
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import pyarrow as pa
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.harbor import SCHEDULE, TERMS, write_book

from feeaudit.book.load import read_book
from feeaudit.core.problem import Unknown
from feeaudit.intake.log_files import read_log
from feeaudit.intake.tables import TABLES, schema_of
from feeaudit.simulate import not_simulable, simulable, simulate, write_simulation

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log
    from feeaudit.simulate import Simulation

pytestmark = pytest.mark.slow


def as_bytes(simulation: Simulation) -> list[bytes]:
    tables = [*simulation.log.tables.values(), simulation.planted]
    found = []
    for table in tables:
        sink = pa.BufferOutputStream()
        with pa.ipc.new_file(sink, table.schema) as writer:
            writer.write_table(table)
        found.append(sink.getvalue().to_pybytes())
    return found


def test_the_same_seed_gives_the_same_bytes(book: Book) -> None:
    plant = {"FEE-OVER": 3, "ROT-TURNS": 2, "DROP-MATCH": 1}
    once = simulate(book, hands=1500, seed=4, plant=plant)
    again = simulate(book, hands=1500, seed=4, plant=dict(reversed(plant.items())))
    assert as_bytes(once) == as_bytes(again)


def test_another_seed_gives_another_log(book: Book) -> None:
    once = simulate(book, hands=300, seed=1)
    assert as_bytes(once) != as_bytes(simulate(book, hands=300, seed=2))


@settings(max_examples=25, deadline=None)
@given(hands=st.integers(1, 260), seed=st.integers(0, 2**32), days=st.integers(1, 3))
def test_whatever_is_asked_for_the_log_is_whole_and_nobody_banks_three_times(
    book: Book, hands: int, seed: int, days: int
) -> None:
    log = simulate(
        book,
        hands=hands,
        seed=seed,
        days=days,
        cardrooms=["mortimers"],
        games=["EZ Baccarat Panda 8"],
    ).log
    assert log.hands.num_rows == hands == len(set(log.hands["hand_id"].to_pylist()))
    holders = log.hands["player_dealer"].to_pylist()
    assert max(len(list(run)) for _, run in groupby(holders)) <= 2


@pytest.mark.parametrize(
    ("day", "change"),
    [
        (date(2026, 3, 7), datetime(2026, 3, 8, 10, tzinfo=UTC)),
        (date(2026, 10, 31), datetime(2026, 11, 1, 9, tzinfo=UTC)),
    ],
)
def test_tables_do_not_overlap_when_the_clocks_change(
    book: Book, day: date, change: datetime
) -> None:
    log = simulate(book, hands=4000, seed=2, day=day, days=2, cardrooms=["mortimers"]).log
    # As moments of UTC: in one zone Python compares what the clocks show, whichever came first.
    started, ended = (
        [each.astimezone(UTC) for each in log.hands[name].to_pylist()]
        for name in ("started_at", "ended_at")
    )
    across = 0
    hands = sorted(zip(log.hands["table"].to_pylist(), started, ended, strict=True))
    for (table, start, end), (next_table, next_start, _) in pairwise(hands):
        if table == next_table:
            assert end < next_start
            across += start < change <= next_start < start + timedelta(minutes=30)
    assert across >= 3


def test_every_table_of_the_format_is_there_in_its_declared_types(book: Book) -> None:
    log = simulate(book, hands=2500, seed=2).log
    assert list(log.tables) == list(TABLES)
    for name, table in log.tables.items():
        assert table.schema == schema_of(name, log.zone), name
        assert table.num_rows > 0, name
        table.validate(full=True)
        assert table["row"].to_pylist() == list(range(1, table.num_rows + 1))
        assert set(table["source"].to_pylist()) == {0}
    assert len(log.sources) == 1


def test_only_what_was_asked_for_is_played(book: Book) -> None:
    log = simulate(
        book, hands=200, cardrooms=["Mortimer's"], games=["Three Card Poker"], options=["1", "4"]
    ).log
    played = log.hands.select(["cardroom", "game", "option"]).to_pylist()
    assert {row["cardroom"] for row in played} == {"mortimers"}
    assert {row["game"] for row in played} == {"three-card-poker-6-card-bonus"}
    assert {row["option"] for row in played} == {"1", "4"}


def test_days_follow_each_other_and_evenings_are_busier(book: Book) -> None:
    log = simulate(book, hands=20_000, seed=6, day=date(2026, 7, 3), days=3).log
    started = log.hands["started_at"].to_pylist()
    assert {each.date() for each in started} <= {date(2026, 7, day) for day in (3, 4, 5, 6)}
    hours = [each.hour for each in started]
    evening = sum(hour in {18, 19, 20, 21} for hour in hours)
    morning = sum(hour in {6, 7, 8, 9} for hour in hours)
    assert evening > 3 * morning


def test_every_hand_has_a_dealer_who_deals_at_one_table_only(book: Book) -> None:
    log = simulate(book, hands=600, seed=5, cardrooms=["mortimers"]).log
    tables: dict[str, set[str]] = {}
    for row in log.hands.to_pylist():
        tables.setdefault(row["dealer"], set()).add(row["table"])
    assert None not in tables
    assert len(tables) > 2
    assert all(len(each) == 1 for each in tables.values())


def test_poker_and_player_dealer_games_of_all_cardrooms_occur(book: Book) -> None:
    log = simulate(book, hands=40_000, seed=1).log
    kinds = {(c.cardroom, g.game): g.kind for c in book.cardrooms for g in c.games}
    pairs = {
        (row["cardroom"], row["game"]) for row in log.hands.select(["cardroom", "game"]).to_pylist()
    }
    assert {cardroom for cardroom, _ in pairs} == {each.cardroom for each in book.cardrooms}
    assert {kinds[pair] for pair in pairs} == {"poker", "player_dealer"}
    assert len(pairs) == len({(key[0], key[3]) for key in simulable(book)})


def test_what_is_left_out_says_why(book: Book) -> None:
    reasons = {(each.cardroom, each.game, each.option): each.reason for each in not_simulable(book)}
    assert "claim" in reasons["parkwest-lotus", "texas-holdem", "1"]
    assert "different payers" in reasons["lucky-chances", "texas-holdem", "4"]
    assert reasons["parkwest-lotus", "ez-baccarat", ""] == "its table is not printed"
    assert "after the flop" in reasons["lucky-lady", "ez-money-holdem", "3-6;4-8"]
    assert all(each.reason for each in not_simulable(book))


def test_nothing_is_both_simulable_and_left_out(book: Book) -> None:
    able = set(simulable(book))
    out = {
        (each.cardroom, each.schedule, each.edition, each.game, each.option)
        for each in not_simulable(book)
    }
    assert len(able) > 1300
    assert not able & out


def test_the_last_printed_edition_is_played_unless_another_is_pinned(book: Book) -> None:
    editions = {key[2] for key in simulable(book) if key[1] == "casino-war"}
    pinned = {key[2] for key in simulable(book, {"casino-war": "1"}) if key[1] == "casino-war"}
    assert (editions, pinned) == ({"2"}, {"1"})


def test_an_option_without_terms_is_left_out(tmp_path: Path) -> None:
    root = write_book(tmp_path, SCHEDULE.replace(TERMS, ""))
    (only,) = [each for each in not_simulable(read_book(root)) if each.option]
    assert only.reason == "no printed terms cover it"


def test_a_new_cardroom_needs_no_code(tmp_path: Path) -> None:
    book = read_book(write_book(tmp_path))
    log = simulate(book, hands=60).log
    assert set(log.hands["game"].to_pylist()) == {"harbor-blackjack"}
    assert _fees(log, "player") == {50}
    assert _fees(log, "player_dealer") == {100, 200}


def _fees(log: Log, payer: str) -> set[int]:
    rows = log.table("collections").to_pylist()
    return {row["amount"] for row in rows if row["payer"] == payer}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"cardrooms": ["mortimer"]}, "is not a cardroom of the book"),
        ({"cardrooms": ["mortimers"], "games": ["omaha high"]}, "is not a game of mortimers"),
        ({"games": ["three-card-poker"], "options": ["4711"]}, "no schedule in force"),
        ({"cardrooms": ["lucky-lady"], "games": ["ez-money-holdem"]}, "after the flop"),
        ({"plant": {"FEE-OVERR": 1}}, "did you mean 'FEE-OVER'"),
        (
            {"cardrooms": ["parkwest-lotus"], "games": ["ez-baccarat"]},
            "parkwest-lotus ez-baccarat: its table is not printed",
        ),
        ({"hands": 0}, "at least one hand"),
        ({"days": 0}, "at least one hand"),
        ({"seed": -1}, "a seed is a whole number from zero on"),
        ({"day": date(9999, 12, 31), "days": 2}, "so many days from 9999-12-31 on"),
    ],
)
def test_what_cannot_be_done_is_told_plainly(
    book: Book, asked: dict[str, object], said: str
) -> None:
    with pytest.raises(Unknown, match=said):
        simulate(book, **{"hands": 10, **asked})  # type: ignore[arg-type]


def test_a_violation_that_takes_many_hands_is_counted_once(book: Book) -> None:
    made = simulate(book, hands=2000, cardrooms=["mortimers"], plant={"OPT-FITS": 1, "FEE-OVER": 2})
    assert made.planted.num_rows > 3
    assert made.violations == 3


def test_a_check_without_enough_places_is_told_as_a_shortfall(book: Book) -> None:
    result = simulate(
        book, hands=50, cardrooms=["mortimers"], games=["texas-holdem"], plant={"ROT-TURNS": 2}
    )
    assert [str(each) for each in result.shortfalls] == [
        "ROT-TURNS: 0 of 2 planted; the log has no room for more"
    ]
    assert result.planted.num_rows == 0


@pytest.mark.parametrize(
    ("format_", "log", "planted"),
    [
        ("csv", "night", "night/planted.csv"),
        ("parquet", "night", "night/planted.csv"),
        ("xlsx", "night.xlsx", "night.planted.csv"),
    ],
)
def test_what_was_planted_stands_beside_the_log(
    book: Book, tmp_path: Path, format_: str, log: str, planted: str
) -> None:
    made = simulate(book, hands=60, cardrooms=["mortimers"], plant={"FEE-OVER": 2, "DROP-MATCH": 1})
    written = write_simulation(made, tmp_path / log, format_)
    assert written[-1] == tmp_path / planted
    with written[-1].open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert sorted(row["check"] for row in rows) == ["DROP-MATCH", "FEE-OVER", "FEE-OVER"]
    assert {row["cardroom"] for row in rows} == {"mortimers"}
    again = read_log([tmp_path / log])
    assert again.faults == ()
    assert again.hands["hand_id"].to_pylist() == made.log.hands["hand_id"].to_pylist()
