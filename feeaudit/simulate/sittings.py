"""Sittings: which table runs which game and options, when, and with how many seated."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from math import lcm
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

import numpy as np

from feeaudit.simulate.draft_frames import MINUTE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feeaudit.simulate.setups import Setup

FIRST_HOUR: Final = 6
LAST_HOUR: Final = 29
# How much play begins in each hour from six in the morning: a quiet forenoon, a full evening.
_BUSY: Final = (1, 1, 2, 3, 4, 6, 7, 7, 7, 8, 9, 11, 14, 16, 16, 14, 11, 8)
_SLOWEST: Final = {"player_dealer": 96, "poker": 180}
HANDS_A_PERIOD: Final = 14
_SHORTEST: Final = 30
_LONGEST: Final = {"player_dealer": 400, "poker": 240}
_RUN: Final = (60, 120)


@dataclass(frozen=True, slots=True)
class OptionRun:
    """So many hands of one setup, without a change of option."""

    setup: int
    hands: int


@dataclass(frozen=True, slots=True)
class Sitting:
    """One table from opening to closing: one game, its runs one after the other."""

    number: int
    cardroom: str
    table: str
    midnight: int
    start: int
    seated: int
    runs: tuple[OptionRun, ...]

    @property
    def hands(self) -> int:
        """Return how many hands are played."""
        return sum(run.hands for run in self.runs)


def midnights(first: date, days: int, zone: str) -> tuple[int, ...]:
    """Return the days from the first on, each as the instant at which it begins."""
    place = ZoneInfo(zone)
    dates = [first + timedelta(days=each) for each in range(days)]
    starts = [datetime.combine(each, time(), tzinfo=place).timestamp() for each in dates]
    return tuple(int(start) * 1_000_000 for start in starts)


def sittings_of(
    setups: Sequence[Setup],
    hands: int,
    days: Sequence[int],
    rng: np.random.Generator,
    needs: Sequence[Callable[[Setup], bool]] = (),
) -> list[Sitting]:
    """Return sittings of exactly so many hands, every game in turn, options of a game in turn.

    The first sittings are of options that meet the needs, as far as there are any.
    """
    queues = _favoured(setups, _queues(setups, rng), needs)
    tables: dict[tuple[str, int], int] = {}
    done: list[Sitting] = []
    left = hands
    while left > 0:
        queue = queues[len(done) % len(queues)]
        first = setups[queue[0]]
        size = min(left, _size(first, hands))
        runs, seated = _runs(setups, queue, size, rng)
        day = len(done) % len(days)
        tables[first.cardroom, day] = place = tables.get((first.cardroom, day), 0) + 1
        done.append(
            Sitting(
                number=len(done),
                cardroom=first.cardroom,
                table=f"T{place:02d}",
                midnight=days[day],
                start=days[day] + _start(first, runs, rng) * MINUTE,
                seated=seated,
                runs=runs,
            )
        )
        left -= done[-1].hands
    return done


def _queues(setups: Sequence[Setup], rng: np.random.Generator) -> list[list[int]]:
    """Return the setups of each cardroom and game in a drawn order, the games in a drawn order."""
    groups: dict[tuple[str, str], list[int]] = {}
    for place, setup in enumerate(setups):
        groups.setdefault((setup.cardroom, setup.game.game), []).append(place)
    queues = [[int(each) for each in rng.permutation(group)] for group in groups.values()]
    return [queues[place] for place in rng.permutation(len(queues))]


def _favoured(
    setups: Sequence[Setup], queues: list[list[int]], needs: Sequence[Callable[[Setup], bool]]
) -> list[list[int]]:
    """Return the queues with options that meet the needs in front, one for each need at most.

    A game that meets several needs with different options comes several times.
    """
    front: list[list[int]] = []
    favoured: list[int] = []
    for need in needs:
        if any(need(setups[each]) for each in favoured):
            continue
        fitting = [
            (sum(queue is each for each in front), number, each)
            for number, queue in enumerate(queues)
            for each in queue
            if each not in favoured and need(setups[each])
        ]
        if fitting:
            times, number, chosen = min(fitting, key=lambda each: each[:2])
            queue = queues[number]
            queue.remove(chosen)
            queue.insert(times, chosen)
            front.append(queue)
            favoured.append(chosen)
    return [*front, *(queue for queue in queues if not any(queue is each for each in front))]


def _size(setup: Setup, hands: int) -> int:
    if len(setup.periods) > 1:
        return HANDS_A_PERIOD
    return min(_LONGEST[setup.game.kind], max(_SHORTEST, hands // 12))


def _runs(
    setups: Sequence[Setup], queue: list[int], size: int, rng: np.random.Generator
) -> tuple[tuple[OptionRun, ...], int]:
    """Return runs that add up to the size, options from the queue, and how many are seated."""
    chosen = [queue.pop(0)]
    queue.append(chosen[0])
    lengths = []
    left = size
    while left > 0:
        lengths.append(min(left, int(rng.integers(*_RUN))))
        left -= lengths[-1]
    while len(chosen) < len(lengths):
        fitting = next((each for each in queue if _fits(setups, chosen, each)), None)
        if fitting is None:
            break
        queue.remove(fitting)
        queue.append(fitting)
        chosen.append(fitting)
    runs = [OptionRun(chosen[place % len(chosen)], count) for place, count in enumerate(lengths)]
    common = set.intersection(*(set(setups[each].numbers_seated()) for each in chosen))
    seated = sorted(common) if common else list(setups[chosen[0]].numbers_seated())
    return _joined(runs), int(seated[int(rng.integers(len(seated)))])


def _fits(setups: Sequence[Setup], chosen: list[int], other: int) -> bool:
    """Tell whether a table may change to another option: few enough rates, the same way to seat."""
    members = [setups[each] for each in (*chosen, other)]
    if other in chosen or len({setup.timed for setup in members}) > 1:
        return False
    if any(len(setup.periods) > 1 for setup in members):
        return False
    rates = frozenset().union(*(setup.rates for setup in members))
    if len(rates) > min(setup.allowed_rates for setup in members):
        return False
    if members[0].turns is None:
        return len({setup.periods for setup in members}) == 1
    return bool(set.intersection(*(set(setup.numbers_seated()) for setup in members)))


def _joined(runs: list[OptionRun]) -> tuple[OptionRun, ...]:
    """Return runs with neighbours of the same setup made one."""
    joined: list[OptionRun] = []
    for run in runs:
        if joined and joined[-1].setup == run.setup:
            joined[-1] = OptionRun(run.setup, joined[-1].hands + run.hands)
        else:
            joined.append(run)
    return tuple(joined)


def _start(setup: Setup, runs: tuple[OptionRun, ...], rng: np.random.Generator) -> int:
    """Return a minute of the day to open at: busier hours more often, early enough to finish."""
    weights = np.array(_BUSY, dtype=np.float64)
    hour = FIRST_HOUR + int(rng.choice(len(_BUSY), p=weights / weights.sum()))
    minute = hour * 60 + 5 * int(rng.integers(12))
    hands = sum(run.hands for run in runs)
    seconds = hands * _SLOWEST[setup.game.kind]
    if setup.timed:
        periods = sum(-(-run.hands // HANDS_A_PERIOD) for run in runs)
        seconds = (periods + len(runs)) * lcm(*setup.periods) * 60
    return max(FIRST_HOUR * 60, min(minute, LAST_HOUR * 60 - seconds // 60 - 5))
