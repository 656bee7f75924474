"""Planting FEE-TIME: each seated player owes one fee a period, who joins in between another one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import MINUTE
from feeaudit.simulate.plant.moving import changed_seat

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.steps import Bools, Ints

_TIME_TO_MOVE: Final = 6


@dataclass(frozen=True, slots=True)
class Stay:
    """One payment by the period among all that its player made at the table, in order of time."""

    row: int
    mine: list[int]
    hands: list[int]

    @property
    def place(self) -> int:
        """Return the how-manieth of the player's payments it is."""
        return self.mine.index(self.row)

    @property
    def middle(self) -> list[int]:
        """Return the hands for which the player may be elsewhere: none where there is no time."""
        return self.hands[2:-2] if len(self.hands) >= _TIME_TO_MOVE else []


def time(plot: Plot) -> None:
    """FEE-TIME: a player pays a period twice, too much, another tier, or not at all.

    Not at all is planted where no way of counting periods lets it pass: for a whole stay of two
    periods or more, for a period between two that were paid, or for joining in between where the
    schedule prints a fee for that.
    """
    _plant(plot, in_turn=True)
    _plant(plot, in_turn=False)


def _plant(plot: Plot, *, in_turn: bool) -> None:
    """Plant each way in its turn; where a way finds no place, any that does."""
    frame = plot.draft["collections"]
    names = plot.draft.names
    timed: Bools = np.isin(frame["fee"], names.codes(("time", "new_player")))
    for row in plot.shuffled(timed):
        stay = stay_of(plot, row, frame["fee"] == names.code("time"))
        if not plot.draft.free(*stay.hands, *frame["near"][stay.mine].tolist()):
            continue
        ways = _JOINING if frame["fee"][row] == names.code("new_player") else _STAYING
        first = plot.done % len(ways)
        tried = ways[first : first + 1] if in_turn else ways
        if any(way(plot, stay) for way in tried):
            plot.draft.reserve(*stay.hands, *frame["near"][stay.mine].tolist())


def stay_of(plot: Plot, row: int, by_period: Bools) -> Stay:
    """Return a payment beside the player's others, and the hands until the next period begins."""
    frame, hands = plot.draft["collections"], plot.draft["hands"]
    mine = np.flatnonzero(by_period & (frame["player"] == frame["player"][row]))
    mine = mine[np.argsort(frame["taken_at"][mine], kind="stable")]
    sitting = int(hands["sitting"][frame["near"][row]])
    here = np.flatnonzero(hands["sitting"] == sitting)
    later = _periods(plot, sitting)
    until = int(later[later > frame["taken_at"][row]].min(initial=2**62))
    started = hands["started_at"][here]
    during = here[(started >= frame["taken_at"][row]) & (started < until)]
    return Stay(row, mine.tolist(), during.tolist())


def _periods(plot: Plot, sitting: int) -> Ints:
    """Return when fees by the period were taken at a table, each time once."""
    frame, hands = plot.draft["collections"], plot.draft["hands"]
    timed = np.flatnonzero(frame["fee"] == plot.draft.names.code("time"))
    here = timed[hands["sitting"][frame["near"][timed]] == sitting]
    return np.unique(frame["taken_at"][here])


def _twice(plot: Plot, stay: Stay) -> bool:
    amount = _amount(plot, stay.row)
    taken_at = int(plot.draft["collections"]["taken_at"][stay.row])
    plot.draft.copy_row("collections", stay.row, taken_at=taken_at + MINUTE)
    return _note(plot, stay, f"{dollars(amount)} for one period taken twice", amount)


def _again_elsewhere(plot: Plot, stay: Stay) -> bool:
    """Let a player change seats within the period and pay again in the new one."""
    frame = plot.draft["collections"]
    moved = stay.middle
    chair = changed_seat(plot.draft, moved, int(frame["player"][stay.row])) if moved else None
    if chair is None:
        return False
    when = int(plot.draft["hands"]["started_at"][moved[0]])
    plot.draft.copy_row("collections", stay.row, seat=chair, taken_at=when, near=moved[0])
    amount = _amount(plot, stay.row)
    return _note(plot, stay, f"{dollars(amount)} taken again after a change of seat", amount, chair)


def _too_much(plot: Plot, stay: Stay) -> bool:
    """Take a dollar more; not as the option has just changed, when another fee might be meant."""
    hands, near = plot.draft["hands"], int(plot.draft["collections"]["near"][stay.row])
    changed = (
        near > 0
        and hands["sitting"][near] == hands["sitting"][near - 1]
        and hands["setup"][near] != hands["setup"][near - 1]
    )
    amount = _amount(plot, stay.row) + DOLLAR
    if changed or amount in _printed(plot, stay.row):
        return False
    plot.draft["collections"]["amount"][stay.row] = amount
    return _note(plot, stay, f"{dollars(amount)} for a period, a dollar too much", DOLLAR)


def _other_tier(plot: Plot, stay: Stay) -> bool:
    """Take what the option prints for a number of players that the table never had."""
    frame = plot.draft["collections"]
    owed = _amount(plot, stay.row)
    sitting = int(plot.draft["hands"]["sitting"][frame["near"][stay.row]])
    here = np.flatnonzero(frame["fee"] == frame["fee"][stay.row])
    here = here[plot.draft["hands"]["sitting"][frame["near"][here]] == sitting]
    seen = set(frame["amount"][here].tolist())
    others = sorted(_printed(plot, stay.row) - seen)
    if not others:
        return False
    frame["amount"][stay.row] = others[0]
    what = f"{dollars(others[0])} for a period, the fee of another number of players"
    return _note(plot, stay, what, others[0] - owed)


def _never(plot: Plot, stay: Stay) -> bool:
    if len(stay.mine) < 2:  # noqa: PLR2004 - two periods or more
        return False
    owed = sum(_amount(plot, row) for row in stay.mine)
    plot.draft.drop("collections", stay.mine)
    what = f"{dollars(owed)} for {len(stay.mine)} periods never taken"
    return _note(plot, stay, what, -owed)


def _between(plot: Plot, stay: Stay) -> bool:
    if not 0 < stay.place < len(stay.mine) - 1:
        return False
    owed = _amount(plot, stay.row)
    plot.draft.drop("collections", [stay.row])
    return _note(plot, stay, f"{dollars(owed)} not taken between two periods that were paid", -owed)


def _joins_for_nothing(plot: Plot, stay: Stay) -> bool:
    owed = _amount(plot, stay.row)
    plot.draft.drop("collections", [stay.row])
    return _note(plot, stay, f"{dollars(owed)} for joining between periods not taken", -owed)


def _joins_for_a_period(plot: Plot, stay: Stay) -> bool:
    levies = plot.setup(int(plot.draft["collections"]["near"][stay.row])).levies
    full = next(int(each.printed.steps.fees[0]) for each in levies if each.component == "time")
    more = full - _amount(plot, stay.row)
    plot.draft["collections"]["amount"][stay.row] = full
    return _note(plot, stay, f"{dollars(full)}, a whole period's fee, for joining in between", more)


_STAYING = (_twice, _too_much, _never, _again_elsewhere, _between, _other_tier)
_JOINING = (_joins_for_nothing, _joins_for_a_period)


def _amount(plot: Plot, row: int) -> int:
    return int(plot.draft["collections"]["amount"][row])


def _printed(plot: Plot, row: int) -> set[int]:
    """Return every fee by the period that the option prints."""
    levies = plot.setup(int(plot.draft["collections"]["near"][row])).levies
    return {
        int(fee)
        for levy in levies
        if levy.component == "time"
        for rate in levy.rates
        for fee in rate.steps.fees
    }


def _note(plot: Plot, stay: Stay, what: str, amount: int, seat: int | None = None) -> bool:
    frame = plot.draft["collections"]
    player = int(frame["player"][stay.row])
    said = f"{plot.draft.names.text(player)}: {what}"
    chair = int(frame["seat"][stay.row]) if seat is None else seat
    near = int(frame["near"][stay.row])
    plot.plant_record(near, said, seat=chair, player=player, amount=amount)
    return True
