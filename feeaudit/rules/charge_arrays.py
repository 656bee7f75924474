"""Lanes: how each context charges each component, as arrays over contexts.

A lane is one component (a jackpot's stages are lanes of their own) under one reading. For every
context it says whether the component is charged, on which wagers, per what, by which ladder, and
what a hand without an opening round does to it. Most readings differ from the first in one
component; the later ones hold only what they charge otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.rules.ladder_arrays import Ladders, compiled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.model import Charge, Ladder
    from feeaudit.core.arrays import Bools, BoolTable, Ints, IntTable
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.readings import Plan


PAYERS: Final = ("player", "player_dealer", "pot", "ante", "button")
FEES: Final = ("base", "bonus", "no_flop", "jackpot", "time", "new_player")
CLASSES: Final = len(PAYERS) * len(FEES)
PER: Final = ("hand", "wager", "seat", "player")
_FEE_OF: Final = {"bonus": "bonus", "no_flop": "no_flop", "jackpot": "jackpot"}
PERIOD_FEES: Final = ("time", "new_player")
ALWAYS, WAIVED, SKIPPED, ONLY_WITHOUT = range(4)
_HAND_FEES: Final = {"player", "pot", "ante", "button"}


def class_of(payer: str, fee: str) -> int:
    """Return the number of a payer and fee: what collections are compared by."""
    known = payer if payer in PAYERS else "pot"
    return PAYERS.index(known) * len(FEES) + FEES.index(fee)


@dataclass(slots=True)
class Lane:
    """One component under one reading, over all contexts."""

    component: str
    from_pot: int
    charged: Bools
    ladder: Ints
    by_players: Bools
    flat: Bools
    per: Ints
    klass: Ints
    opening: Ints
    shortfall: Bools
    counted: BoolTable


@dataclass(frozen=True, slots=True)
class Lanes:
    """The lanes of each reading, the compiled ladders, and which payer stands for which.

    ``held`` tells for each reading in which contexts it has something to say of which class.
    """

    readings: tuple[tuple[Lane, ...], ...]
    held: tuple[BoolTable, ...]
    ladders: Ladders
    same_payer: IntTable

    def classes(self, lane: Lane) -> Ints:
        """Return the class that a lane charges in each context."""
        return _classes(self.same_payer, lane)


def lanes_of(contexts: Sequence[Context], kinds: Sequence[str]) -> Lanes:
    """Return the lanes of the contexts, over the wager kinds of the log."""
    plans = [each.plans for each in contexts]
    most = max((len(each) for each in plans), default=0)
    collected = _Numbers()
    readings = []
    for reading in range(most):
        chosen = [each[reading] if reading < len(each) else None for each in plans]
        readings.append(_reading(chosen, kinds, collected))
    count = np.array([len(each) for each in plans], dtype=np.int64)
    same_payer = _same_payer(plans)
    held = [np.tile((count > 0)[:, None], CLASSES)][:most]
    for reading in range(1, most):
        held.append(_otherwise(readings[0], readings[reading], same_payer, count > reading))
        for lane in readings[reading]:
            classes = _classes(same_payer, lane)
            lane.charged &= held[reading][np.arange(len(classes)), classes]
    return Lanes(tuple(readings), tuple(held), compiled(collected.ladders), same_payer)


def _otherwise(
    first: tuple[Lane, ...], other: tuple[Lane, ...], same_payer: IntTable, some: Bools
) -> BoolTable:
    """Tell in which of some contexts a reading charges a class otherwise than the first does."""
    otherwise = np.zeros((len(some), CLASSES), dtype=bool)
    lanes = [{(lane.component, lane.from_pot): lane for lane in each} for each in (first, other)]
    for key in lanes[0].keys() | lanes[1].keys():
        # A component that only one of them charges differs wherever that one does.
        pair = [each[key] for each in lanes if key in each]
        differs = some & (_differ(*pair) if len(pair) > 1 else pair[0].charged)
        for lane in pair:
            otherwise[differs, _classes(same_payer, lane)[differs]] = True
            # What the payer lacks is paid by the button.
            otherwise[differs & lane.shortfall, class_of("button", "base")] = True
    return otherwise


def _differ(one: Lane, other: Lane) -> Bools:
    """Tell in which contexts two lanes charge differently."""
    numbers = ("ladder", "per", "klass", "opening", "shortfall")
    differ = np.logical_or.reduce([getattr(one, each) != getattr(other, each) for each in numbers])
    differ |= (one.counted != other.counted).any(axis=1)
    differs: Bools = (one.charged != other.charged) | (one.charged & differ)
    return differs


def _classes(same_payer: IntTable, lane: Lane) -> Ints:
    classes: Ints = same_payer[np.arange(len(lane.klass)), lane.klass]
    return classes


class _Numbers:
    """Ladders, numbered; contexts share theirs, so each is compiled once."""

    def __init__(self) -> None:
        self.ladders: list[Ladder] = []
        self._known: dict[int, int] = {}

    def number(self, ladder: Ladder) -> int:
        """Return the number of a ladder, told apart as an object: comparing the tiers is slow."""
        if id(ladder) not in self._known:
            self._known[id(ladder)] = len(self.ladders)
            self.ladders.append(ladder)
        return self._known[id(ladder)]


def _reading(plans: list[Plan | None], kinds: Sequence[str], ladders: _Numbers) -> tuple[Lane, ...]:
    lanes: dict[tuple[str, int], Lane] = {}
    places = {kind: place for place, kind in enumerate(kinds)}
    for number, plan in enumerate(plans):
        if plan is None:
            continue
        for ladder in plan.ladders:
            charge = plan.charge(ladder.component)
            if ladder.component in PERIOD_FEES or charge is None:
                continue
            key = (ladder.component, ladder.from_pot or 0)
            if key not in lanes:
                lanes[key] = _empty(*key, len(plans), len(kinds))
            _fill(lanes[key], number, ladder, charge, plan, places, ladders.number(ladder))
    return tuple(lanes.values())


def _empty(component: str, from_pot: int, contexts: int, kinds: int) -> Lane:
    def ints() -> Ints:
        return np.zeros(contexts, dtype=np.int64)

    def bools() -> Bools:
        return np.zeros(contexts, dtype=bool)

    return Lane(
        component=component,
        from_pot=from_pot,
        charged=bools(),
        ladder=ints(),
        by_players=bools(),
        flat=bools(),
        per=ints(),
        klass=ints(),
        opening=ints(),
        shortfall=bools(),
        counted=np.zeros((contexts, kinds), dtype=bool),
    )


def _fill(  # noqa: PLR0913, PLR0917 - one cell of every array of the lane
    lane: Lane,
    number: int,
    ladder: Ladder,
    charge: Charge,
    plan: Plan,
    places: dict[str, int],
    ladder_number: int,
) -> None:
    lane.charged[number] = True
    lane.ladder[number] = ladder_number
    lane.by_players[number] = ladder.basis == "players"
    lane.flat[number] = ladder.basis == "flat"
    lane.per[number] = PER.index(charge.per) if charge.per in PER else 0
    lane.klass[number] = class_of(charge.payer, _FEE_OF.get(ladder.component, "base"))
    lane.opening[number] = _opening(ladder.component, plan.no_opening_round)
    lane.shortfall[number] = bool(charge.shortfall)
    for kind in charge.wagers or places:
        if kind in places:
            lane.counted[number, places[kind]] = True


def _opening(component: str, outcome: str) -> int:
    """Return what becomes of a component when the opening round is not reached."""
    if component == "no_flop":
        return ONLY_WITHOUT
    if component not in _HAND_FEES:
        return ALWAYS
    return {"no_fee": WAIVED, "no_flop_fee": SKIPPED}.get(outcome, ALWAYS)


def _same_payer(plans: list[tuple[Plan, ...]]) -> IntTable:
    """Return which payer stands for which: readings may name different ones for a component."""
    same = np.tile(np.arange(CLASSES), (len(plans), 1))
    for number, readings in enumerate(plans):
        first: dict[str, int] = {}
        for plan in readings:
            for ladder in plan.ladders:
                charge = plan.charge(ladder.component)
                if charge is None or ladder.component in PERIOD_FEES:
                    continue
                own = class_of(charge.payer, _FEE_OF.get(ladder.component, "base"))
                same[number, own] = first.setdefault(ladder.component, own)
    return same
