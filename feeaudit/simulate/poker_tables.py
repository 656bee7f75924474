"""Poker tables: when each hand is played, how many are dealt in, who sits, who pays by the period.

Where players pay by the period they come and go only as one begins, so that nobody owes a part of
one; a player who does join in between pays the fee that the schedule prints for it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import lcm
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.chairs import Chair
from feeaudit.simulate.draft_frames import MINUTE, NULL, SECOND, Frame
from feeaudit.simulate.floor import CLOSED_AFTER, OpenedFloor, blank_hands
from feeaudit.simulate.sittings import HANDS_A_PERIOD

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.sittings import OptionRun, Sitting

_BETWEEN: Final = (90, 180)
_LASTS: Final = (50, 86)
_STRETCH: Final = (8, 20)
_JOINS: Final = 0.4
_SEATS: Final = 9


@dataclass(slots=True)
class _Table:
    """A poker table while it is open."""

    sitting: Sitting
    opened: OpenedFloor
    rng: np.random.Generator
    seats: int
    chairs: list[Chair] = field(default_factory=list)
    started: list[int] = field(default_factory=list)
    ended: list[int] = field(default_factory=list)
    players: list[int] = field(default_factory=list)
    ring: list[int] = field(default_factory=list)

    @property
    def next_hand(self) -> int:
        """Return the number of the hand to come, within the log."""
        return self.opened.count + len(self.started)

    def deal(self, start: int, lasts: int) -> None:
        """Play one hand with everybody seated."""
        self.started.append(start)
        self.ended.append(start + lasts)
        self.players.append(len(self.chairs))
        self.ring.append(len(self.opened.rings.seats) - 1)

    def seat(self, count: int, when: int) -> None:
        """Let players leave or join until so many are seated."""
        while len(self.chairs) > count:
            leaving = self.chairs.pop(int(self.rng.integers(len(self.chairs))))
            self.opened.seats.leave(leaving, self.sitting, when)
        while len(self.chairs) < count:
            taken = {chair.number for chair in self.chairs}
            free = [number for number in range(1, self.seats + 1) if number not in taken]
            number = free[int(self.rng.integers(len(free)))]
            seat = self.opened.names.code(str(number))
            self.chairs.append(Chair(number, seat, self.opened.people.player(), when))
            self.chairs.sort(key=lambda chair: chair.number)
        self.opened.rings.add(self.chairs)


def poker_hands(
    sitting: Sitting, setups: Sequence[Setup], opened: OpenedFloor, rng: np.random.Generator
) -> Frame:
    """Return the hands of a sitting, and write its seats and fees by period."""
    table = _Table(sitting, opened, rng, setups[sitting.runs[0].setup].game.seats or _SEATS)
    clock = sitting.start
    for run in sitting.runs:
        setup = setups[run.setup]
        play = _timed_run if setup.timed else _plain_run
        clock = play(table, setup, run, clock)
    table.seat(0, clock)
    started = np.array(table.started, dtype=np.int64)
    frame = blank_hands(sitting, setups, opened, started, np.array(table.ended, dtype=np.int64))
    frame["players"] = np.array(table.players, dtype=np.int64)
    frame["ring"] = np.array(table.ring, dtype=np.int64)
    return frame


def _plain_run(table: _Table, setup: Setup, run: OptionRun, clock: int) -> int:
    """Play hands one after the other; now and then somebody comes or goes."""
    rng = table.rng
    left = run.hands
    while left > 0:
        hands = min(left, int(rng.integers(*_STRETCH)))
        gaps = rng.integers(*_BETWEEN, hands) * SECOND
        lasts = rng.integers(*_LASTS, hands) * SECOND
        table.seat(_drawn_players(setup, rng), clock)
        for gap, last in zip(gaps.tolist(), lasts.tolist(), strict=True):
            table.deal(clock, last)
            clock += gap
        left -= hands
    return max(clock, table.ended[-1] + CLOSED_AFTER)


def _drawn_players(setup: Setup, rng: np.random.Generator) -> int:
    """Return a number of players that the option settles; fuller tables more often."""
    weights = np.array(setup.players, dtype=np.float64)
    return int(rng.choice(setup.players, p=weights / weights.sum()))


def _timed_run(table: _Table, setup: Setup, run: OptionRun, clock: int) -> int:
    """Play whole periods from the next full one on; everybody pays as each begins."""
    grid = lcm(*setup.periods) * MINUTE
    midnight = table.sitting.midnight
    table.seat(0, clock)
    clock = midnight + -(-(clock - midnight) // grid) * grid
    period = min(setup.periods) * MINUTE
    space = (period - 2 * MINUTE) // HANDS_A_PERIOD // SECOND * SECOND
    left = run.hands
    while left > 0:
        hands = min(left, HANDS_A_PERIOD)
        table.seat(_drawn_players(setup, table.rng), clock)
        _pay_period(table, setup, clock)
        joins = _joins(table, setup, hands)
        for hand in range(hands):
            start = clock + MINUTE + hand * space
            if hand == joins:
                _join(table, setup, start)
            table.deal(start, int(table.rng.integers(*_LASTS)) * SECOND)
        clock += period
        left -= hands
    table.seat(0, clock)
    return clock


def _pay_period(table: _Table, setup: Setup, when: int) -> None:
    for number, levy in enumerate(setup.fees):
        if levy.printed.per == "period":
            fee = levy.printed.price.fee_for(len(table.chairs)) or 0
            for chair in table.chairs:
                _pay(table, setup, number, chair, amount=fee, taken_at=when)


def _joins(table: _Table, setup: Setup, hands: int) -> int:
    """Return at which hand of the period a player joins late, or -1; only where that has a fee."""
    later = len(table.chairs) + 1
    fits = later in setup.players and all(
        levy.printed.price.fee_for(later) == levy.printed.price.fee_for(later - 1)
        for levy in setup.fees
        if levy.printed.per == "period"
    )
    charged = any(levy.component == "new_player" for levy in setup.fees)
    if not (charged and fits and hands == HANDS_A_PERIOD and table.rng.random() < _JOINS):
        return -1
    return int(table.rng.integers(3, hands - 2))


def _join(table: _Table, setup: Setup, when: int) -> None:
    present = {chair.person for chair in table.chairs}
    table.seat(len(table.chairs) + 1, when)
    (chair,) = [each for each in table.chairs if each.person not in present]
    for number, levy in enumerate(setup.fees):
        if levy.component == "new_player":
            fee = levy.printed.price.fee_for(0) or 0
            _pay(table, setup, number, chair, amount=fee, taken_at=when, hand=table.next_hand)


def _pay(table: _Table, setup: Setup, number: int, chair: Chair, **facts: int) -> None:
    """Write down what the player of a chair pays: how much, when, and on which hand if on one."""
    levy = setup.fees[number]
    names = table.opened.names
    table.opened.fees.append(
        {
            "near": table.next_hand,
            "levy": number,
            "payer": names.code(levy.payer),
            "fee": names.code(levy.fee),
            "cardroom": names.code(table.sitting.cardroom),
            "table": names.code(table.sitting.table),
            "seat": chair.seat,
            "player": chair.person,
            "moment": names.code(levy.moments[0]) if levy.moments else NULL,
            **facts,
        }
    )
