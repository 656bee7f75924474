"""A night written in any layout reads back as the same night, and one bad cell costs one hand."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.profiled import ZONE, records

from feeaudit.intake.files.sheets import Opened, Sheet
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.importer import log_of
from feeaudit.intake.profiles.profile_yaml import profile_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.intake.log import Log

Rows = list[list[Any]]
Written = dict[str, Rows]
SEATS = ("1", "2", "3")
EVENING = datetime.fromisoformat("2026-03-31 16:00")  # the night ends in another month
BAD = "x!"


@dataclass(frozen=True)
class Hand:
    """A hand that begins so many minutes after four: bets and fees (cents) by seat, and one fee."""

    table: str
    number: int
    minutes: int
    bets: dict[str, int]
    fees: dict[str, int]
    bank: int

    @property
    def id(self) -> str:
        return f"{self.table}-{self.number}"

    @property
    def at(self) -> datetime:
        return EVENING + timedelta(minutes=self.minutes)


CENTS = st.integers(1, 100_000)
OF_SEATS = st.dictionaries(st.sampled_from(SEATS), CENTS, min_size=1)


@st.composite
def nights(draw: st.DrawFn) -> list[Hand]:
    """Hands of up to three tables, in the order of play at each; they end before four."""
    night = []
    for table in draw(st.lists(st.sampled_from("479"), min_size=1, max_size=3, unique=True)):
        minutes = sorted(draw(st.lists(st.integers(0, 700), min_size=1, max_size=4)))
        for number, minute in enumerate(minutes, start=1):
            bets, fees, bank = draw(OF_SEATS), draw(OF_SEATS), draw(CENTS)
            # A night sheet says when it began: the first hand of a table is never past midnight.
            at = minute if number > 1 else min(minute, 400)
            night.append(Hand(table, number, at, bets, fees, bank))
    return night


def dollars(cents: int) -> float:
    return cents / 100


def by_table(night: list[Hand]) -> dict[str, list[Hand]]:
    tables: dict[str, list[Hand]] = {}
    for hand in night:
        tables.setdefault(hand.table, []).append(hand)
    return tables


def seat_cells(amounts: dict[str, int]) -> list[float | None]:
    return [dollars(amounts[seat]) if seat in amounts else None for seat in SEATS]


TOP = "profile: {}\nconstants: {{cardroom: mortimers, game: pai-gow}}\nsheets:\n- "
SEAT_RECORDS = """
    wagers: {for: 1-3, when: amount, constants: {seat: "{n}", wager: base}, columns: {amount: BET}}
    collections:
    - {for: 1-3, when: amount, constants: {seat: "{n}", payer: player, fee: base}, columns: {amount: FEE}}
    - {constants: {payer: player_dealer, fee: base}, columns: {amount: BANK}}
"""
WIDE_RECORDS = (
    SEAT_RECORDS.replace("BET", '"Bet {n}"').replace("FEE", '"Fee {n}"').replace("BANK", "Bank")
)
WIDE_HEADER = [*(f"Bet {seat}" for seat in SEATS), *(f"Fee {seat}" for seat in SEATS), "Bank"]


def wide_cells(hand: Hand) -> list[Any]:
    return [*seat_cells(hand.bets), *seat_cells(hand.fees), dollars(hand.bank)]


LONG = """header: {row: 1}
  fill_down: [Hand, Table]
  past_midnight: '04:00'
  records:
    hands:
      once: yes
      columns: {hand_id: Hand, table: Table, started_at: {date: Date, time: Start}, ended_at: {time: End}}
    wagers: {when: amount, columns: {seat: Seat, amount: Bet}, constants: {wager: base}}
    collections:
    - {when: amount, constants: {payer: player, fee: base}, columns: {seat: Seat, amount: {header: Fee, cents: yes}}}
    - {once: yes, constants: {payer: player_dealer, fee: base}, columns: {amount: Bank}}
"""


def long_sheet(night: list[Hand]) -> Written:
    """One row per seat; the hand and the bank's fee are repeated, the seats' fees are in cents."""
    rows: Rows = [["Hand", "Table", "Date", "Start", "End", "Seat", "Bet", "Fee", "Bank"]]
    for hand in night:
        for place, seat in enumerate(sorted(hand.bets.keys() | hand.fees.keys())):
            said = [hand.id, hand.table] if not place else [None, '"']
            bet = dollars(hand.bets[seat]) if seat in hand.bets else None
            when = [EVENING.date(), hand.at.time(), (hand.at + timedelta(minutes=2)).time()]
            rows.append([*said, *when, seat, bet, hand.fees.get(seat), dollars(hand.bank)])
    return {"Night": rows}


STACKED = f"""header: {{find: [Hand, Start, Bank]}}
  stacked: yes
  facts: {{table: {{title: "Table {{}} of *"}}, date: {{title: "Table * of {{}}"}}}}
  records:
    hands: {{columns: {{hand_id: {{text: "{{table}}-{{Hand}}"}}, started_at: {{time: Start}}}}}}{WIDE_RECORDS}"""


def stacked_sheet(night: list[Hand]) -> Written:
    rows: Rows = [["Mortimer's"]]
    for table, hands in by_table(night).items():
        rows += [[], [f"Table {table} of {EVENING:%Y-%m-%d}"], ["Hand", "Start", *WIDE_HEADER]]
        rows += [[hand.number, hand.at.time(), *wide_cells(hand)] for hand in hands]
    return {"Night": rows}


def titled_sheet(night: list[Hand]) -> Written:
    """Titles between the rows, and the headings once above all."""
    rows = stacked_sheet(night)["Night"]
    headings = rows[3]
    return {"Night": [*rows[:4], *(row for row in rows[4:] if row != headings)]}


PAIRED = """header: {row: 1}
  rows_per_hand: 2
  facts: {table: {sheet_name: "Table {}"}}
  records:
    hands: {columns: {hand_id: {text: "{table}-{Hand}"}, started_at: Start}}""" + SEAT_RECORDS.replace(
    "BET", '"Seat {n}"'
).replace("FEE", '{header: "Seat {n}", row: 2}').replace("BANK", "{header: Start, row: 2}")


def paired_sheets(night: list[Hand]) -> Written:
    """Bets above fees, and the bank's fee below the time; a sheet for each table."""
    return {
        f"Table {table}": [
            ["Hand", "Start", *(f"Seat {seat}" for seat in SEATS)],
            *(
                row
                for hand in hands
                for row in (
                    [hand.number, hand.at, *seat_cells(hand.bets)],
                    [None, dollars(hand.bank), *seat_cells(hand.fees)],
                )
            ),
        ]
        for table, hands in by_table(night).items()
    }


SIDE_BY_SIDE = f"""transposed: yes
  records:
    hands: {{columns: {{hand_id: Hand, table: Table, started_at: Start}}}}{WIDE_RECORDS}"""


def side_by_side(night: list[Hand]) -> Written:
    columns = [[hand.id, hand.table, hand.at, *wide_cells(hand)] for hand in night]
    headings = ["Hand", "Table", "Start", *WIDE_HEADER]
    return {"Night": [list(row) for row in zip(headings, *columns, strict=True)]}


MONTHS = f"""facts: {{month: {{sheet_name: "{{}}"}}}}
  records:
    hands: {{columns: {{hand_id: Hand, table: Table, started_at: {{date: Day, time: Start}}}}}}{WIDE_RECORDS}"""


def months(night: list[Hand]) -> Written:
    """A sheet for each month, with the day alone in the rows."""
    sheets: Written = {}
    for hand in night:
        rows = sheets.setdefault(
            f"{hand.at:%B %Y}", [["Hand", "Table", "Day", "Start", *WIDE_HEADER]]
        )
        rows.append([hand.id, hand.table, hand.at.day, hand.at.time(), *wide_cells(hand)])
    return sheets


AFTERNOON = f"""afternoon: 4:00-12:00
  fill_down: Date
  past_midnight: rows
  records:
    hands: {{columns: {{hand_id: Hand, table: Table, started_at: {{date: Date, time: Start}}}}}}{WIDE_RECORDS}"""


def afternoon(night: list[Hand]) -> Written:
    """Hours of the clock face, half of them typed as Excel stores them, and the date once."""
    rows: Rows = [["Hand", "Table", "Date", "Start", *WIDE_HEADER]]
    for place, hand in enumerate(night):
        face = time((hand.at.hour - 1) % 12 + 1, hand.at.minute)
        said = None if place else EVENING.date()
        start = face if place % 2 else f"{face.hour}:{face.minute:02d}"
        rows.append([hand.id, hand.table, said, start, *wide_cells(hand)])
    return {"Night": rows}


LAYOUTS: dict[str, tuple[str, Callable[[list[Hand]], Written]]] = {
    "long": (LONG, long_sheet),
    "stacked": (STACKED, stacked_sheet),
    "titled": (STACKED, titled_sheet),
    "paired": (PAIRED, paired_sheets),
    "side by side": (SIDE_BY_SIDE, side_by_side),
    "months": (MONTHS, months),
    "afternoon": (AFTERNOON, afternoon),
}
every_layout = pytest.mark.parametrize("layout", LAYOUTS)


def read(layout: str, written: Written) -> Log:
    profile = profile_of(TOP.format(layout) + LAYOUTS[layout][0], f"{layout}.yaml")
    sheets = tuple(Sheet("night.xlsx", name, False, rows) for name, rows in written.items())  # noqa: FBT003 - visible
    return log_of(profile, Opened("night.xlsx", "", sheets), ZONE, {})


def held(log: Log) -> tuple[list[Any], ...]:
    """What a log holds, in an order that no layout decides."""
    hands = [
        (hand, table, at.replace(tzinfo=None))
        for hand, table, at in records(log, "hands", "hand_id", "table", "started_at")
    ]
    wagers = records(log, "wagers", "hand_id", "seat", "amount")
    fees = records(log, "collections", "hand_id", "payer", "seat", "amount")
    return sorted(hands), sorted(wagers), sorted(fees, key=str)


def meant(night: list[Hand]) -> tuple[list[Any], ...]:
    """What the log of a night should hold."""
    hands = [(hand.id, hand.table, hand.at) for hand in night]
    wagers = [(hand.id, seat, bet) for hand in night for seat, bet in hand.bets.items()]
    fees: list[tuple[Any, ...]] = [
        (hand.id, "player", seat, fee) for hand in night for seat, fee in hand.fees.items()
    ]
    fees += [(hand.id, "player_dealer", None, hand.bank) for hand in night]
    return sorted(hands), sorted(wagers), sorted(fees, key=str)


@every_layout
@settings(max_examples=20, deadline=None)
@given(night=nights())
def test_a_night_reads_back_as_it_was_written(layout: str, night: list[Hand]) -> None:
    log = read(layout, LAYOUTS[layout][1](night))
    assert [str(each) for each in log.faults if each.set_aside] == []
    assert held(log) == meant(night)


@every_layout
@settings(max_examples=20, deadline=None)
@given(night=nights(), data=st.data())
def test_one_bad_amount_sets_its_hand_aside_and_no_other(
    layout: str, night: list[Hand], data: st.DataObject
) -> None:
    written = LAYOUTS[layout][1](night)
    amounts = [
        (name, row, column)
        for name, rows in written.items()
        for row, cells in enumerate(rows)
        for column, cell in enumerate(cells)
        if type(cell) is float
    ]
    name, row, column = data.draw(st.sampled_from(amounts))
    written[name][row][column] = BAD
    log = read(layout, written)
    aside = {fault.value for fault in log.faults if fault.kind == "hand set aside"}
    assert len(aside) == 1
    assert any(fault.value == BAD and fault.kind == "not an amount" for fault in log.faults)
    assert held(log) == meant([hand for hand in night if hand.id not in aside])


ANY_CELL = (
    st.none()
    | st.text(max_size=8)
    | st.floats()
    | st.integers()
    | st.booleans()
    | st.dates()
    | st.datetimes()
    | st.times()
    | st.timedeltas()
    | st.sampled_from(
        [
            *("Hand", "Start", "Bank", "Table", "Table 4 of 2026-03-31", "Day", "Bet 1", '"'),
            *("=1+1", "#REF!", "7:02", "2026-03-31", "1.500", "1e400", "\u0661", "\ud800"),
        ]
    )
)


@every_layout
@settings(max_examples=25, deadline=None)
@given(
    night=nights(),
    grid=st.lists(st.lists(ANY_CELL, max_size=12), max_size=12),
    holes=st.lists(st.tuples(st.integers(0, 14), st.integers(0, 12), ANY_CELL), max_size=6),
)
def test_no_cell_whatever_it_holds_ends_in_an_error(
    layout: str, night: list[Hand], grid: Rows, holes: list[tuple[int, int, Any]]
) -> None:
    """A sheet with holes, and below it a grid of anything, is read or refused in words."""
    written = LAYOUTS[layout][1](night)
    for rows in written.values():
        for row, column, cell in holes:
            if row < len(rows) and column < len(rows[row]):
                rows[row][column] = cell
        rows.extend([*cells] for cells in grid)
    try:
        log = read(layout, written)
    except UnusableLog:
        return
    ids = set(log.hands["hand_id"].to_pylist())
    for table in ("wagers", "collections"):
        assert set(log.table(table)["hand_id"].to_pylist()) <= ids | {None}


def test_the_last_evening_of_a_month_is_on_two_sheets() -> None:
    late = Hand("4", 2, 500, {"1": 2500}, {"1": 100}, 200)
    night = [Hand("4", 1, 400, {"1": 2500}, {"1": 100}, 200), late]
    assert list(months(night)) == ["March 2026", "April 2026"]
    assert late.at.date() == date(2026, 4, 1)
    assert held(read("months", months(night))) == meant(night)
