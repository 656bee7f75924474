"""One reader: a text means the same in a log, a profile, a quote, a hand history and the book."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from feeaudit.core.dialect import BOOK, LOG, Refused, amount, count, day, moment, number, truth
from feeaudit.core.money import cents
from feeaudit.core.shape import Amount, Count, Day, Flag, Misread, Source
from feeaudit.intake.cells.cell import value_of
from feeaudit.intake.cells.column import typed
from feeaudit.intake.histories import options_by_stakes
from feeaudit.intake.profiles.model import Profile
from feeaudit.intake.tables import TABLES
from feeaudit.rules.quote.hand import BadHand, hand_from_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.core.shape import Shape

REFUSED = "refused"
COLUMNS = {column.name: column for columns in TABLES.values() for column in columns}
PROFILE = Profile("night", ()).dialect


def answer(read: Callable[[], Any]) -> Any:
    try:
        return read()
    except (Refused, BadHand, Misread):
        return REFUSED


def in_a_log(name: str, cell: Any, *beside: Any) -> Any:
    """A cell as a log reads it, alone or beside others in its column."""
    values, bad = typed(COLUMNS[name], pa.array([cell, *beside]), "UTC")
    return REFUSED if bad is not None and bad[0] else values[0].as_py()


def in_a_profile(name: str, cell: Any) -> Any:
    return answer(lambda: value_of(COLUMNS[name], cell, PROFILE))


def in_a_quote(**stated: Any) -> Any:
    hand = {"cardroom": "m", "game": "g", "option": "1", **stated}
    return answer(lambda: hand_from_json(json.dumps(hand)))


def in_the_book(shape: Shape[Any], text: str) -> Any:
    node = yaml.ScalarNode("tag:yaml.org,2002:str", text, yaml.Mark("", 0, 0, 0, None, 0))
    return answer(lambda: shape.read(node, Source("book.yaml")))


def readings_of_an_amount(text: str) -> list[Any]:
    """What everybody who reads amounts as people write them makes of one that is not negative."""
    quoted = in_a_quote(pot=text)
    return [
        in_a_log("amount", text),
        in_a_log("amount", text, "5", "$5", "five"),
        in_a_profile("amount", text),
        quoted if quoted == REFUSED else quoted.pot,
    ]


AMOUNTS = {
    "25": 2500,
    "25.5": 2550,
    "25.50": 2550,
    "025.50": 2550,
    ".50": 50,
    "5.": 500,
    "+5": 500,
    "$50.00": 5000,
    "$ 50.00": 5000,
    " 50 ": 5000,
    "\u00a050.00": 5000,
    "$1,250.00": 125_000,
    "1,250": 125_000,
    "1,234,567.89": 123_456_789,
    "25.0000": 2500,
    "3.3000000000000003": 330,
    "0": 0,
    "1.500": REFUSED,
    "1.250": REFUSED,
    "25.505": REFUSED,
    "25.0050": REFUSED,
    "1,250.500": REFUSED,
    "0,500": REFUSED,
    "1,25": REFUSED,
    "12,50": REFUSED,
    "1.250,00": REFUSED,
    "1,2345": REFUSED,
    "1e3": REFUSED,
    "5e-1": REFUSED,
    "1_000": REFUSED,
    "0x10": REFUSED,
    "\u0663": REFUSED,
    "\uff15": REFUSED,
    "1\u0663": REFUSED,
    "\u00bd": REFUSED,
    "-5": REFUSED,
    "(5.00)": REFUSED,
    "(5.00": REFUSED,
    "(-5)": REFUSED,
    "\u22125": REFUSED,
    "5-": REFUSED,
    "--5": REFUSED,
    "$": REFUSED,
    "5$": REFUSED,
    "USD 5": REFUSED,
    "1.5k": REFUSED,
    "~20": REFUSED,
    "20-25": REFUSED,
    "twenty": REFUSED,
    "NaN": REFUSED,
    "Infinity": REFUSED,
    "1234567890123": REFUSED,
    "12345678901234567890": REFUSED,
}


@pytest.mark.parametrize(("text", "expected"), AMOUNTS.items())
def test_an_amount_is_the_same_wherever_a_person_writes_it(text: str, expected: Any) -> None:
    assert readings_of_an_amount(text) == [expected] * 4


WRITTEN = st.from_regex(r"[-+$( ]{0,3}[0-9]{0,4}[.,]?[0-9]{0,4}[.,]?[0-9]{0,5}\)?", fullmatch=True)


@pytest.mark.slow
@given(st.one_of(WRITTEN, st.text("0123456789.,$()-+eE \u0663", min_size=1, max_size=9)))
@example("0.0000000001")
@settings(max_examples=300, deadline=None)
def test_whatever_is_written_everybody_reads_it_alike(text: str) -> None:
    if text.strip():
        first, *others = readings_of_an_amount(text)
        assert others == [first] * 3
        assert in_a_log("result", text, "x") == in_a_profile("result", text)


@given(st.one_of(WRITTEN, st.text("0123456789.\u0663", min_size=1, max_size=9)))
@settings(max_examples=200, deadline=None)
def test_the_book_takes_less_and_means_the_same(text: str) -> None:
    """The book is compared with paper by eye: bare figures only, and these as everybody's."""
    found = in_the_book(Amount(), text)
    if found != REFUSED:
        assert readings_of_an_amount(text) == [found] * 4
        assert cents(text) == amount(number(text)) == found
        assert options_by_stakes((found, found), [("1", f"{text}-{text}")]) == ("1",)


@pytest.mark.parametrize("text", ["$5", "1,250", " 5", "5.", ".5", "+5", "5.000", "\u0663"])
def test_the_book_takes_bare_figures_only(text: str) -> None:
    assert in_the_book(Amount(), text) == REFUSED


@given(st.integers(-(10**9), 10**9), st.integers(-40, 40))
def test_a_stored_sum_is_the_amount_it_shows(amount_in_cents: int, ulps: int) -> None:
    """Binary sums of amounts are off by their last digits; whole columns and cells take both."""
    stored = amount_in_cents / 100
    stored += ulps * 2.0**-50 * max(abs(stored), 1) / 50
    assert in_a_log("result", stored) == amount_in_cents
    assert in_a_profile("result", stored) == amount_in_cents


@given(st.floats())
@example(3.305)
@example(3.3000000000000003)
@example(1e12)
def test_a_stored_number_is_read_alike_in_a_column_and_alone(stored: float) -> None:
    alone = in_a_profile("result", stored)
    assert in_a_log("result", stored) == alone
    if stored == 3.305:
        assert alone == REFUSED


@pytest.mark.parametrize(
    ("text", "expected"),
    [("7", 7), (" 7 ", 7), ("007", 7), ("7.0", REFUSED), ("-1", REFUSED), ("\u0663", REFUSED)],
)
def test_a_count_is_the_same_everywhere(text: str, expected: Any) -> None:
    quoted = in_a_quote(players=text)
    assert [
        in_a_log("players", text),
        in_a_profile("players", text),
        quoted if quoted == REFUSED else quoted.players,
        answer(lambda: count(text)),
        in_the_book(Count(), text),
    ] == [expected] * 5


@pytest.mark.parametrize(
    ("text", "expected"), [("yes", True), ("No", False), ("Y", True), ("1", True), ("x", REFUSED)]
)
def test_yes_is_the_same_wherever_a_person_writes_it(text: str, expected: Any) -> None:
    quoted = in_a_quote(opening_round=text)
    assert [
        in_a_log("opening_round", text),
        in_a_profile("opening_round", text),
        quoted if quoted == REFUSED else quoted.opening_round,
        answer(lambda: truth(text)),
    ] == [expected] * 4
    assert in_the_book(Flag(), text) == (expected if text == "yes" else REFUSED)


MOMENTS = {
    "2026-03-01 19:30:00": "2026-03-01T19:30",
    "2026-03-01T19:30": "2026-03-01T19:30",
    "2026-03-01 19": "2026-03-01T19:00",
    "2026-03-01": "2026-03-01T00:00",
    "2026-03-01T19:30:00Z": "2026-03-01T19:30",
    "2026-03-01 19:30 -0800": "2026-03-02T03:30",
    "2026-03-01 7:30 PM": "2026-03-01T19:30",
    "Mar 1, 2026 7:30:15 pm": "2026-03-01T19:30:15",
    "2026-03-01 25:30": "2026-03-02T01:30",
    "3/1/2026 19:30": REFUSED,
    "2026-02-30 19:30": REFUSED,
    "2026-03-01 19:60": REFUSED,
    "1900-01-01 19:30": REFUSED,
    "0001-01-01": REFUSED,
    "20260301T193000": REFUSED,
    "2026-W09-7T19:30": REFUSED,
    "\u0662\u0660\u0662\u0666-03-01 19:30": REFUSED,
    "tonight": REFUSED,
}


@pytest.mark.parametrize(("text", "expected"), MOMENTS.items())
def test_a_time_is_the_same_alone_and_in_any_column(text: str, expected: str) -> None:
    stated = (
        expected if expected == REFUSED else datetime.fromisoformat(expected).replace(tzinfo=UTC)
    )
    assert in_a_log("taken_at", text) == stated
    assert in_a_log("taken_at", text, "2026-01-01T20:00Z", "noon", "2026-02-30") == stated


@given(
    st.from_regex(
        r"20[0-9]{2}-[01][0-9]-[0-3][0-9]([ T][0-2][0-9](:[0-6][0-9]){0,2}(\.[0-9]{1,7})?)?"
        r"(Z|[+-][0-2][0-9](:?[0-6]0)?)?",
        fullmatch=True,
    )
)
@settings(max_examples=300, deadline=None)
def test_a_cast_of_a_column_reads_times_as_the_reader_does(text: str) -> None:
    found = answer(lambda: moment(text))
    if found != REFUSED:
        found = found.astimezone(UTC) if found.tzinfo else found.replace(tzinfo=UTC)
    assert in_a_log("taken_at", text) == found


@pytest.mark.parametrize(
    "text", ["2026-03-01", "2026-3-1", "20260301", "2026-W09-7", "2026-02-30", "\u0662026-03-01"]
)
def test_a_day_of_the_book_is_the_same_day_everywhere(text: str) -> None:
    found = in_the_book(Day(), text)
    assert found == answer(lambda: day(text, BOOK))
    if text == "2026-03-01":
        assert found == day(text, LOG)
    else:
        assert found == REFUSED
