"""Why a box may not match: what was owed, a neighbouring box, another kind of fee, missing fees."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.columns import fee_word, words_of
from feeaudit.audit.drop.boxes import boxes_of
from feeaudit.audit.fees import fees_of
from feeaudit.audit.shared import shared
from feeaudit.core.money import dollars
from feeaudit.core.numbering import numbered
from feeaudit.intake.tables import AGGREGATE
from feeaudit.rules.levies import PERIOD_FEES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.audit.case import Case
    from feeaudit.audit.drop.boxes import Boxes
    from feeaudit.core.arrays import Bools, Ints

# Two amounts make up nearly any difference if many of each may be missing; so many are a slip.
_MOST_IN_A_PAIR: Final = 50


class Reasons:
    """Looks for what explains the difference of a box, strongest explanation first."""

    def __init__(self, case: Case, boxes: Boxes) -> None:
        self.case = case
        self.boxes = boxes
        self._rows, self._stretch = self._in_question()
        self._kind, self._named = self._kinds_in_question()
        self._waived = self._waived_by_stretch()
        self._owed, self._unsettled = self._owed_by_stretch()
        self._told: dict[int, str] = {}

    def of(self, place: int) -> str:
        """Return the explanation of a box's difference, which is not 0; blank where none is found.

        A check asks for it, and the facts about drops do again.
        """
        if place not in self._told:
            self._told[place] = self._of(place)
        return self._told[place]

    def _of(self, place: int) -> str:
        boxes = self.boxes
        difference = int(boxes.counted[place] - boxes.logged[place])
        owed = self._owed_in(place)
        if owed is not None and owed == int(boxes.counted[place]):
            return (
                "and holds exactly what was owed: fees are missing from the log or logged wrongly"
            )
        neighbour = self._neighbour(place, difference)
        if neighbour:
            return neighbour
        apart = boxes.kind[place] != "jackpot"
        if apart and difference == boxes.jackpots[place]:
            return "which equals the jackpot fees of the period"
        if -difference == self._sum(self._waived, place):
            return "which equals the fees that are logged with an amount and marked as waived"
        found = explanation(abs(difference), self._kinds(place), short=difference < 0)
        return f"which equals {found}" if found else ""

    def owed(self, place: int) -> str:
        """Return what was owed, for the sentence; blank where it is not settled for every hand."""
        owed = self._owed_in(place)
        return "" if owed is None else f"{dollars(owed)} was owed, "

    def _owed_in(self, place: int) -> int | None:
        if self.boxes.kind[place] == "jackpot" or self._sum(self._unsettled, place):
            return None
        return self._sum(self._owed, place)

    def _neighbour(self, place: int, difference: int) -> str:
        """Tell of the box before or after, where it differs by the same amount the other way."""
        boxes = self.boxes
        same = boxes.kind == boxes.kind[place]
        opposite = same & (boxes.counted - boxes.logged == -difference)
        if (opposite & (boxes.first == boxes.last[place])).any():
            return f"and the next box is {_way(-difference)} by the same amount"
        if (opposite & (boxes.last == boxes.first[place])).any():
            return f"and the box before is {_way(-difference)} by the same amount"
        return ""

    def _sum(self, by_stretch: Ints, place: int) -> int:
        first, last = int(self.boxes.first[place]), int(self.boxes.last[place])
        return int(by_stretch[first + 1 : last + 1].sum())

    def _stretches(self) -> int:
        return len(self.boxes.timeline.changes) + 1

    def _in_question(self) -> tuple[Ints, Ints]:
        """Return the fees in boxes that do not match, by their stretches: few of all fees are."""
        boxes, stretch = self.boxes, self.boxes.stretch
        odd = boxes.counted != boxes.logged
        depth = np.zeros(self._stretches() + 1, dtype=np.int64)
        np.add.at(depth, boxes.first[odd] + 1, 1)
        np.add.at(depth, boxes.last[odd] + 1, -1)
        # The last place is for fees of no stretch.
        inside = np.append(np.cumsum(depth) > 0, False)[stretch]
        rows = np.flatnonzero(inside & (self.case.collections["amount"].to_numpy() > 0))
        rows = rows[np.argsort(stretch[rows], kind="stable")]
        return rows, stretch[rows]

    def _kinds(self, place: int) -> list[FeeKind]:
        """Return the kinds of fee in a box's period."""
        boxes = self.boxes
        bounds = np.array([boxes.first[place], boxes.last[place]]) + 1
        mine = self._kind[slice(*np.searchsorted(self._stretch, bounds).tolist())]
        wanted = boxes.kind[place] == "jackpot"
        numbers = np.bincount(mine, minlength=len(self._named)).tolist()
        return [
            FeeKind(name, amount, number)
            for (name, amount, jackpot), number in zip(self._named, numbers, strict=True)
            if number and jackpot == wanted
        ]

    def _kinds_in_question(self) -> tuple[Ints, list[tuple[str, int, bool]]]:
        """Return the kind of each fee in question, and the kinds: name, amount, whether jackpot."""
        collections = self.case.collections
        (payer, payers), (fee, fees), (amount, amounts) = (
            pd.factorize(each)
            for each in (
                words_of(collections, "payer", self._rows),
                words_of(collections, "fee", self._rows),
                collections["amount"].to_numpy()[self._rows],
            )
        )
        number, different = numbered([payer, fee, amount])
        told = [
            (_name(payers[one], fees[other]), int(amounts[much]), fees[other] == "jackpot")
            for one, other, much in different.tolist()
        ]
        kinds = {each: place for place, each in enumerate(dict.fromkeys(told))}
        kind: Ints = np.array([kinds[each] for each in told], dtype=np.int64)[number]
        return kind, [*kinds]

    def _waived_by_stretch(self) -> Ints:
        total = np.zeros(self._stretches(), dtype=np.int64)
        collections = self.case.collections
        if "waived" in collections:
            waived = collections["waived"].notna().to_numpy() & (self.boxes.stretch >= 0)
            waived &= ~self.boxes.jackpot
            np.add.at(total, self.boxes.stretch[waived], collections["amount"].to_numpy()[waived])
        return total

    def _owed_by_stretch(self) -> tuple[Ints, Ints]:
        """Return what was owed, and how many hands or fees there are whose dues are not settled."""
        stretch = self.boxes.of_hand
        owed = np.zeros(self._stretches(), dtype=np.int64)
        unsettled = np.zeros(self._stretches(), dtype=np.int64)
        fees = fees_of(self.case)
        np.add.at(unsettled, stretch[~fees.tested | self._summed_up()], 1)
        np.add.at(owed, stretch, fees.sums.every["owed"] - fees.sums.jackpot["owed"])
        open_ = fees.deviations[~fees.deviations["settled"] & (fees.deviations["fee"] != "jackpot")]
        np.add.at(unsettled, stretch[open_["hand"].to_numpy()], 1)
        placed = self.boxes.stretch >= 0
        by_period = placed & self.case.collections["fee"].isin(PERIOD_FEES).to_numpy()
        np.add.at(unsettled, self.boxes.stretch[by_period], 1)
        return owed, unsettled

    def _summed_up(self) -> Bools:
        """Tell which hands have only totals for the table, without the players' fees."""
        wagers = self.case.wagers
        summed = self.case.no_hand
        if len(wagers):
            hand = wagers["hand"].to_numpy()
            summed[hand[(hand >= 0) & (wagers["seat"] == AGGREGATE).to_numpy()]] = True
        return summed


@shared
def reasons_of(case: Case) -> Reasons:
    """Return what explains the boxes of a case."""
    return Reasons(case, boxes_of(case))


def _way(difference: int) -> str:
    return "short" if difference < 0 else "over"


def _name(payer: str, fee: str) -> str:
    """Return what fees are called: ``player``, ``player-dealer``, ``player bonus``, ``jackpot``."""
    word = fee_word(fee)
    return word if fee == "jackpot" else f"{payer.replace('_', '-')} {word}".strip()


@dataclass(frozen=True, slots=True, order=True)
class FeeKind:
    """Fees of one name and amount (cents), and how many of them the period has."""

    name: str
    amount: int
    number: int


def explanation(difference: int, kinds: Iterable[FeeKind], *, short: bool) -> str:
    """Return which fees make up a difference exactly: as few as can be, of one kind before two.

    Where the box is short, no more fees can be missing than were logged.
    """
    usable = sorted(each for each in kinds if 0 < each.amount <= difference)
    alone = [
        (difference // each.amount, each)
        for each in usable
        if difference % each.amount == 0 and not (short and difference // each.amount > each.number)
    ]
    if alone:
        number, kind = min(alone)
        return _text(kind, number)
    pairs = [
        found
        for first, second in combinations(usable, 2)
        if (found := _pair(difference, first, second, short=short)) is not None
    ]
    if not pairs:
        return ""
    _, (first, many), (second, more) = min(pairs)
    return f"{_text(first, many)} and {_text(second, more)}"


def _pair(
    difference: int, first: FeeKind, second: FeeKind, *, short: bool
) -> tuple[int, tuple[FeeKind, int], tuple[FeeKind, int]] | None:
    """Return how many of each of two kinds make up a difference, with the least number in all."""
    best = None
    for many in range(1, min(difference // first.amount, _MOST_IN_A_PAIR) + 1):
        more, rest = divmod(difference - many * first.amount, second.amount)
        if rest or more < 1 or many + more > _MOST_IN_A_PAIR:
            continue
        if short and (many > first.number or more > second.number):
            continue
        if best is None or many + more < best[0]:
            best = (many + more, (first, many), (second, more))
    return best


def _text(kind: FeeKind, number: int) -> str:
    plural = "fee" if number == 1 else "fees"
    return f"{number:,} {kind.name} {plural} at {dollars(kind.amount)}"
