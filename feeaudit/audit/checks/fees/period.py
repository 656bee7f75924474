"""FEE-TIME: a fee for a period was wrong, charged twice or not charged.

Finding     seated from 19:00 to 21:00 under a half-hour fee, charged at 19:30 and at 20:30 only
No finding  moved to another seat at 19:40, charged at 19:30 and at 20:00
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.frames import MISSING
from feeaudit.book.lookup import tiers_for
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation

MINUTE = 60 * 1_000_000
# Dealers collect when the hand in play is over; a few minutes either way are no second charge.
SLACK_MINUTES = 10


@check(
    id="FEE-TIME",
    title="A fee for a period is wrong, missing or charged twice",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("collections", "collections.taken_at", "collections.player", "seats"),
    next_step="Compare the seating log with the time collections of that player.",
)
def period_fee_wrong(case: Case) -> Outcome:
    """A player's fee for a period differs from the schedule, is missing or was taken twice."""
    timed = case.of_situations(lambda each: bool(_periods(each)))
    lacking = case.lacking("collections.taken_at", "collections.player", "seats")
    if not timed.any() or lacking:
        return Outcome(findings_frame(), case.no_hand, {lacking: timed} if timed.any() else {})
    found = [each for table in _tables(case, timed) for each in _table(case, table)]
    columns = {name: [each[name] for each in found] for name in _COLUMNS}
    findings = findings_frame(
        len(found), **{name: np.array(columns[name], dtype=kind) for name, kind in _COLUMNS.items()}
    )
    return Outcome(findings, timed)


_COLUMNS: dict[str, Any] = {
    "hand": np.int64,
    "table_code": np.int64,
    "at": np.int64,
    "player": object,
    "payer": object,
    "component": object,
    "owed": np.int64,
    "owed_most": np.int64,
    "taken": np.int64,
    "over": np.int64,
    "under": np.int64,
    "message": object,
    "source": np.int64,
    "row": np.int64,
}


def _periods(situation: Situation) -> set[int]:
    """Return the lengths of a period, in minutes, that the readings admit."""
    if not any(ladder.component == "time" for plan in situation.plans for ladder in plan.ladders):
        return set()
    stated = {term.period for term in situation.terms if term.period}
    for offer in situation.offers:
        for anomaly in offer.schedule.anomalies:
            if offer.option.option in anomaly.options:
                stated |= {reading.period for reading in anomaly.readings if reading.period}
    return stated


@dataclass(frozen=True, slots=True)
class _Table:
    """A table that charges by the period: its hands, who sat there and what was charged."""

    table: int
    started: Any
    situation: Any
    seats: pd.DataFrame
    charges: pd.DataFrame
    since: Any
    until: Any

    def situations_at(self, case: Case, at: int) -> set[int]:
        """Return the situations just before and just after a moment; either may set the fee."""
        place = int(np.searchsorted(self.started, at))
        near = self.situation[max(place - 1, 0) : place + 1]
        return {int(each) for each in near if _timed(case)[int(each)]}

    def players_at(self, at: int) -> int:
        """Return how many players were seated at a moment."""
        return int(np.count_nonzero((self.since <= at) & (self.until > at)))


def _timed(case: Case) -> list[bool]:
    """Return which situations charge by the period."""
    return case.shared("timed", lambda each: [bool(_periods(one)) for one in each.situations])


def _tables(case: Case, timed: Any) -> Iterator[_Table]:
    """Yield each table that charges by the period."""
    charges = dict(iter(_charges(case).groupby("table_code", sort=True)))
    none = _charges(case).iloc[:0]
    hands = case.hands.sort_values(["table_code", "started_at"])
    for number in np.unique(case.hands["table_code"].to_numpy()[timed]):
        mine = hands[hands["table_code"] == number]
        started = mine["started_at"].to_numpy()
        seats = _stays(case, int(number), int(started[0]), int(started[-1]))
        yield _Table(
            int(number),
            started,
            mine["situation"].to_numpy(),
            seats,
            charges.get(number, none),
            seats["since"].to_numpy(),
            seats["to"].to_numpy(),
        )


def _table(case: Case, table: _Table) -> Iterator[dict[str, Any]]:
    lengths = set().union(*(_periods(case.situations[int(e)]) for e in np.unique(table.situation)))
    shortest, longest = min(lengths) * MINUTE, max(lengths) * MINUTE
    for charge in table.charges.itertuples():
        yield from _amount(case, table, charge)
    by_player = dict(iter(table.charges.groupby("player", observed=True)))
    for player, stay in table.seats.groupby("player", sort=True, observed=True):
        mine = by_player.get(player, table.charges.iloc[:0])
        times = np.sort(mine["taken_at"].to_numpy()[(mine["fee"] == "time").to_numpy()])
        yield from _twice(table.table, str(player), times, shortest, mine)
        charged = [int(each) for each in mine["taken_at"]]
        yield from _missed(table.table, str(player), stay, charged, longest)


def _charges(case: Case) -> pd.DataFrame:
    return case.shared("period_charges", _period_charges)


def _period_charges(case: Case) -> pd.DataFrame:
    """Return the collections for periods, each with the table it was taken at."""
    collections = case.collections
    mine = collections[collections["fee"].isin(["time", "new_player"])].copy()
    hands = case.hands
    first = hands.drop_duplicates("table_code")
    names = {
        (str(cardroom), str(table)): int(code)
        for cardroom, table, code in zip(
            first["cardroom"], first["table"], first["table_code"], strict=True
        )
    }
    stated = np.full(len(mine), -1, dtype=np.int64)
    if {"cardroom", "table"} <= set(mine.columns):
        pairs = zip(mine["cardroom"].astype(str), mine["table"].astype(str), strict=True)
        stated = np.array([names.get(pair, -1) for pair in pairs], dtype=np.int64)
    hand = mine["hand"].to_numpy()
    by_hand = hands["table_code"].to_numpy()[np.maximum(hand, 0)]
    mine["table_code"] = np.where(hand >= 0, by_hand, stated)
    return mine[mine["taken_at"] != MISSING]


def _stays(case: Case, table: int, first: int, last: int) -> pd.DataFrame:
    """Return who was seated at a table, a change of seat being one stay."""
    seats = case.seats[case.seats["table_code"] == table].copy()
    if "role" in seats:
        seats = seats[seats["role"] != "house"]
    if "to" not in seats:
        seats["to"] = MISSING
    seats["to"] = np.where(seats["to"] == MISSING, last, seats["to"])
    seats["since"] = seats["from"]
    seats["from"] = np.maximum(seats["from"], first)
    return seats[seats["to"] > seats["from"]].sort_values(["player", "from"])


def _amount(case: Case, table: _Table, charge: Any) -> Iterator[dict[str, Any]]:
    """Yield a charge whose amount no reading admits for the players seated then."""
    players = table.players_at(int(charge.taken_at))
    known: dict[tuple[int, int, str], set[int]] = case.shared("period_fees", lambda _case: {})
    fees: set[int] = set()
    for number in table.situations_at(case, int(charge.taken_at)):
        key = (number, players, str(charge.fee))
        if key not in known:
            known[key] = _admissible(case.situations[number], players, str(charge.fee))
        fees |= known[key]
    if not fees or charge.amount in fees:
        return
    owed = min(fees)
    told = (
        f"{charge.player}: the {str(charge.fee).replace('_', ' ')} fee with {players} players is"
        f" {' or '.join(map(dollars, sorted(fees)))}, {dollars(charge.amount)} was taken"
    )
    yield _finding(
        table.table,
        charge.taken_at,
        charge.player,
        told,
        component=charge.fee,
        owed=owed,
        owed_most=max(fees),
        taken=charge.amount,
        over=max(charge.amount - max(fees), 0),
        under=max(owed - charge.amount, 0),
        source=charge.source,
        row=charge.row,
    )


def _admissible(situation: Situation, players: int, fee: str) -> set[int]:
    """Return the amounts that some reading prints for so many players."""
    return {
        tier.fee
        for plan in situation.plans
        for ladder in plan.ladders
        if ladder.component == fee
        for tier in tiers_for(ladder, players).tiers
        if tier.fee is not None
    }


def _twice(
    table: int, player: str, times: Any, period: int, mine: pd.DataFrame
) -> Iterator[dict[str, Any]]:
    for before, after in pairwise(times):
        if after - before < period - SLACK_MINUTES * MINUTE:
            again = mine[mine["taken_at"] == after].iloc[-1]
            minutes = int(after - before) // MINUTE
            told = f"{player}: charged again after {minutes} of {period // MINUTE} minutes"
            yield _finding(
                table,
                after,
                player,
                told,
                taken=int(again["amount"]),
                over=int(again["amount"]),
                source=int(again["source"]),
                row=int(again["row"]),
            )


def _missed(
    table: int, player: str, stay: pd.DataFrame, charged: list[int], period: int
) -> Iterator[dict[str, Any]]:
    """Yield stretches of a stay in which a whole period and more passed without a charge."""
    start, end = int(stay["from"].min()), int(stay["to"].max())
    marks = [start, *(mark for mark in sorted(charged) if start <= mark <= end), end]
    # Between two charges one period may pass; before the first and after the last a part of one.
    allowed = 2 * period if charged else period
    for before, after in pairwise(marks):
        if after - before > allowed + SLACK_MINUTES * MINUTE:
            minutes = (after - before) // MINUTE
            told = (
                f"{player}: seated {minutes} minutes without the fee of {period // MINUTE} minutes"
            )
            yield _finding(table, before, player, told)


def _finding(table: int, at: Any, player: Any, message: str, **facts: Any) -> dict[str, Any]:
    blank: dict[str, Any] = {"owed": 0, "owed_most": 0, "taken": 0, "over": 0, "under": 0}
    blank |= {"component": "time", "source": -1, "row": -1}
    placed = {"hand": -1, "table_code": table, "at": int(at), "player": str(player)}
    return {**blank, **facts, **placed, "payer": "player", "message": message}
