"""A plot: one check to be violated so many times, and what has been done about it.

Planters look for places in random order, change as little as they can and note what they did. A
hand is never planted on twice; where a violation cannot stand alone the note names what comes with
it. Box counts follow what was collected, so only DROP-MATCH makes them differ from the records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.simulate.frames import NULL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.steps import Bools, Ints


@dataclass(frozen=True, slots=True)
class Planted:
    """One thing that was done: to which hand, seat and amount, and in words."""

    check: str
    hand: int
    cardroom: int
    table: int
    seat: int
    amount: int
    what: str


@dataclass(frozen=True, slots=True)
class Stretch:
    """Consecutive hands of one table under one option."""

    setup: int
    first: int
    last: int

    @property
    def hands(self) -> range:
        """Return the hands."""
        return range(self.first, self.last + 1)


@dataclass(slots=True)
class Plot:
    """The planting of one check."""

    check: str
    wanted: int
    draft: Draft
    rng: np.random.Generator
    done: int = 0
    planted: list[Planted] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Tell whether enough is planted."""
        return self.done >= self.wanted

    def shuffled(self, which: Bools | Ints) -> Iterator[int]:
        """Yield rows in random order until enough is planted."""
        rows = np.flatnonzero(which) if which.dtype == np.bool_ else which
        for row in self.rng.permutation(rows).tolist():
            if self.full:
                return
            yield row

    def free_hands(self, which: Bools) -> Iterator[int]:
        """Yield hands in random order that nothing is planted on yet."""
        for hand in self.shuffled(which):
            if self.draft.free(hand):
                yield hand

    def fees(self, *words: str) -> Iterator[tuple[int, int]]:
        """Yield (row, hand) of collections of these fees on free hands, in random order."""
        frame = self.draft["collections"]
        codes = np.array([self.draft.names.code(word) for word in words], dtype=np.int64)
        which = np.isin(frame["fee"], codes) & (frame["amount"] > 0) & (frame["hand"] != NULL)
        for row in self.shuffled(which):
            hand = int(frame["hand"][row])
            if self.draft.free(hand):
                yield row, hand

    def stretches(self) -> Iterator[Stretch]:
        """Yield untouched stretches of hands, each all that its table plays of an option."""
        stretches = stretches_of(self.draft)
        for place in self.late_first([each.first for each in stretches]):
            if self.full:
                return
            if self.draft.free(*stretches[place].hands):
                yield stretches[place]

    def late_first(self, hands: list[int]) -> list[int]:
        """Return places in random order, those of the log's second half first.

        The first tables of a log are there for what can be planted at few tables only, so
        violations that take many hands keep away from them as long as they can.
        """
        middle = len(self.draft["hands"]["hand"]) // 2
        drawn = self.rng.permutation(len(hands)).tolist()
        return sorted(drawn, key=lambda place: hands[place] < middle)

    def setup(self, hand: int) -> Setup:
        """Return the setup of a hand."""
        return self.draft.setup_of(hand)

    def plant(
        self,
        hand: int,
        what: str,
        *,
        seat: int = NULL,
        amount: int = NULL,
        also: tuple[int, ...] = (),
    ) -> None:
        """Note what was done to a hand; keep it, and others it leans on, from more planting."""
        self.note(hand, what, seat=seat, amount=amount)
        self.draft.reserve(hand, *also)
        self.done += 1

    def note(self, hand: int, what: str, *, seat: int = NULL, amount: int = NULL) -> None:
        """Note a further hand of the same violation."""
        hands = self.draft["hands"]
        cardroom, table = int(hands["cardroom"][hand]), int(hands["table"][hand])
        self.planted.append(Planted(self.check, hand, cardroom, table, seat, amount, what))
        self.draft.reserve(hand)

    def plant_record(self, near: int, what: str, **facts: int) -> None:
        """Note what was done to a record that has no hand, at the table of a hand near it."""
        hands = self.draft["hands"]
        self.planted.append(
            Planted(
                check=self.check,
                hand=facts.get("hand", NULL),
                cardroom=int(hands["cardroom"][near]),
                table=int(hands["table"][near]),
                seat=facts.get("seat", NULL),
                amount=facts.get("amount", NULL),
                what=what,
            )
        )
        self.draft.reserve(near)
        self.done += 1


def stretches_of(draft: Draft) -> list[Stretch]:
    """Return the stretches of hands of one table under an option that it has only once."""
    stretches = []
    first = 0
    for sitting in draft.sittings:
        played = [run.setup for run in sitting.runs]
        for run in sitting.runs:
            if played.count(run.setup) == 1:
                stretches.append(Stretch(run.setup, first, first + run.hands - 1))
            first += run.hands
    return stretches
