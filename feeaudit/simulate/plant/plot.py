"""A plot: one check to be violated so many times, and what has been done about it.

Planters look for places in random order, change as little as they can and note what they did. A
hand is never planted on twice; where a violation cannot stand alone the plot says what comes with
it. Box counts follow what was collected, so only DROP-MATCH makes them differ from the records.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.draft_frames import NULL

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book
    from feeaudit.core.arrays import BoolArray
    from feeaudit.simulate.casebook import Row
    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.payments import Paid
    from feeaudit.simulate.setups import Setup

_HAND_FEES: Final = ("base", "bonus", "no_flop")
_OTHER_FEES: Final = {
    "FEE-OVER": "more is taken than the tier says",
    "FEE-UNDER": "less is taken than the tier says",
    "FEE-MISSING": "the fees taken leave out a payer who owes one",
    "FEE-UNDUE": "the fees taken charge a payer who owes none",
}
# Which other checks a planted violation violates as well, and why. Whatever is found beside it and
# was not said to come with it is a false alarm.
COMPANIONS: Final[dict[str, dict[str, str]]] = {
    "FEE-PERCENT": _OTHER_FEES,
    "OPT-FITS": {
        **_OTHER_FEES,
        "OPT-RATES": "the fees of two options are more different ones than are allowed",
    },
    "OPT-RATES": {name: _OTHER_FEES[name] for name in ("FEE-OVER", "FEE-UNDER")},
}


@dataclass(frozen=True, slots=True)
class Note:
    """One thing that was done: to which hand, seat and amount, and in words.

    Notes of one check with the same ``plant`` are one violation that takes several hands. Of
    another check that the violation violates too, it says with which check that ``comes_with``.
    """

    check: str
    plant: int
    hand: int
    cardroom: int
    table: int
    seat: int = NULL
    amount: int = NULL
    what: str | None = None
    comes_with: str | None = None


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
    """The planting of violations of one check."""

    check: str
    wanted: int
    draft: Draft
    book: Book
    rng: np.random.Generator
    done: int = 0
    planted: list[Note] = field(default_factory=list)
    companions: list[Note] = field(default_factory=list)

    @property
    def full(self) -> bool:
        """Tell whether enough is planted."""
        return self.done >= self.wanted

    def shuffled(self, which: BoolArray) -> Iterator[int]:
        """Yield rows in random order until enough is planted."""
        for row in self.rng.permutation(np.flatnonzero(which)).tolist():
            if self.full:
                return
            yield row

    def free_hands(self, which: BoolArray) -> Iterator[int]:
        """Yield hands in random order that nothing is planted on; of repeated ones the first."""
        for hand in self.shuffled(which[: len(self.draft.ids.number)]):
            if self.draft.free(hand):
                yield hand

    def fees(self) -> Iterator[tuple[int, int]]:
        """Yield (row, hand) of fees taken for a hand on free hands, jackpots aside, at random.

        A fee that two payers share is left whole: what is left of it would be a rate of its own.
        """
        frame = self.draft["collections"]
        fees = self.draft.names.codes(_HAND_FEES)
        which = np.isin(frame["fee"], fees) & (frame["amount"] > 0) & (frame["hand"] != NULL)
        for row in self.shuffled(which):
            hand = int(frame["hand"][row])
            if self.draft.free(hand) and not self._shared(row, hand):
                yield row, hand

    def _shared(self, row: int, hand: int) -> bool:
        levies = self.draft["collections"]["levy"]
        if not self.setup(hand).fees[int(levies[row])].shortfall:
            return False
        rows = self.draft.rows_of("collections", hand)
        return bool((levies[rows] == levies[row]).sum() > 1)

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

    def keeps_rates(self, hand: int, amount: int) -> bool:
        """Tell whether one more amount keeps to the number of rates allowed; if so, count it."""
        setup, sitting = self.setup(hand), int(self.draft["hands"]["sitting"][hand])
        odd = self.draft.odd_rates.setdefault((sitting, setup.key), set())
        if len(setup.rates | odd | {amount}) > setup.allowed_rates:
            return False
        odd.add(amount)
        return True

    def plant(
        self,
        hand: int,
        what: str,
        *,
        seat: int = NULL,
        amount: int = NULL,
        also: tuple[int, ...] = (),
    ) -> None:
        """Begin a violation: note what was done, and keep hands it leans on from more planting."""
        self.done += 1
        self.note(hand, what, seat=seat, amount=amount)
        self.draft.reserve(*also)

    def note(self, hand: int, what: str, *, seat: int = NULL, amount: int = NULL) -> None:
        """Note what was done to a hand, the first or a further one of the same violation."""
        note = Note(self.check, self.done, hand, *self._place(hand), seat, amount, what)
        self.planted.append(note)
        self.draft.reserve(hand)

    def plant_at_table(self, near: int, what: str, *, amount: int) -> None:
        """Begin a violation that is of no hand, at the table of a hand near it."""
        self.done += 1
        place = self._place(near)
        self.planted.append(Note(self.check, self.done, NULL, *place, NULL, amount, what))
        self.draft.reserve(near)

    def comes_with_it(self, hand: int, check: str, *, seat: int = NULL, amount: int = NULL) -> None:
        """Say that the violation just planted violates another check too, on a hand of its own."""
        if check not in COMPANIONS.get(self.check, {}):
            msg = f"{check} is not declared as a companion of {self.check}"
            raise KeyError(msg)
        note = Note(check, self.done, hand, *self._place(hand), seat, amount, None, self.check)
        self.companions.append(note)
        self.draft.reserve(hand)

    def fee_comes_with_it(self, hand: int, amount: int, *, seat: int = NULL) -> None:
        """Say that so much more (or, below zero, less) than owed was taken on a hand."""
        if amount:
            check = "FEE-OVER" if amount > 0 else "FEE-UNDER"
            self.comes_with_it(hand, check, seat=seat, amount=amount)

    def fees_come_with_it(self, hand: int, owed: Paid, taken: Paid) -> None:
        """Say which fee checks a hand violates that owes one thing and pays another, by payer."""
        for payer in sorted(owed.keys() | taken.keys()):
            more = taken[payer] - owed[payer]
            if more and not taken[payer]:
                if not self.draft.opens_free(hand):
                    self.comes_with_it(hand, "FEE-MISSING", seat=payer[2], amount=more)
            elif more and not owed[payer]:
                self.comes_with_it(hand, "FEE-UNDUE", seat=payer[2], amount=more)
            else:
                self.fee_comes_with_it(hand, more, seat=payer[2])

    def _place(self, hand: int) -> tuple[int, int]:
        hands = self.draft["hands"]
        return int(hands["cardroom"][hand]), int(hands["table"][hand])


def records_of(draft: Draft, notes: list[Note]) -> Iterator[Row]:
    """Yield what was noted in the log's words, in the order of the hands."""
    ids, text = draft.ids.texts(), draft.names.text
    for each in sorted(notes, key=lambda each: (each.hand == NULL, each.hand, each.check)):
        yield {
            "hand_id": None if each.hand == NULL else ids[each.hand],
            "cardroom": text(each.cardroom),
            "table": text(each.table),
            "check": each.check,
            "what": each.what,
            "comes_with": each.comes_with,
            "seat": text(each.seat) or None,
            "amount_cents": None if each.amount == NULL else each.amount,
            "plant": each.plant,
        }


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
