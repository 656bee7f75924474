"""Fees: what every hand owed beside what was collected.

Collections are compared at the finest grain the log has: by seat and player where both wagers and
collections name them, else by seat, else by hand; where a name is blank here and there, so at that
seat alone. Over, under, missing and undue are never netted: each payer, fee and place stands by
itself.

Nearly all fees are plainly right. Those are only added up by hand; a frame is made of the others,
and of all fees of some hands for whoever asks.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.fees.collected import charges_of, collected_of
from feeaudit.audit.fees.comparison import COLUMNS, compared, frame_of
from feeaudit.audit.fees.fee_wagers import fee_wagers
from feeaudit.audit.fees.free_hands import opening_hands
from feeaudit.audit.fees.hands import Hands, counts_of
from feeaudit.audit.fees.obligations import Obligations
from feeaudit.audit.fees.places import places_of
from feeaudit.audit.fees.sums import Sums
from feeaudit.audit.fees.testable import testable
from feeaudit.audit.fees.units import joined
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.threads import side_by_side
from feeaudit.rules.charge_arrays import ChargeArrays, charge_arrays_of
from feeaudit.rules.levies import class_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.collected import Charges
    from feeaudit.audit.fees.comparison import Compared
    from feeaudit.audit.fees.fee_wagers import FeeWagers
    from feeaudit.audit.fees.places import Places
    from feeaudit.audit.fees.units import FeeUnits
    from feeaudit.core.arrays import Bools, Ints, Words

# So many hands at a time: with half as many the fees take a twentieth longer, since every block has
# its cost; with twice as many little less, and its arrays are twice as large.
_BLOCK: Final = 32_768

__all__ = ["Fees", "fees_of"]


@dataclass(frozen=True, slots=True)
class Fees:
    """What hands owed and paid, and which hands nothing can be told of, with the reason.

    ``deviations`` has a row for each fee that is not plainly right; ``sums`` add up all fees by
    hand.
    """

    deviations: pd.DataFrame
    sums: Sums
    tested: Bools
    untested: dict[str, Bools]
    arrays: ChargeArrays
    work: _Work

    def of_hands(
        self,
        wanted: Bools,
        asked: Callable[[Ints, Ints], Bools] | None = None,
        names: Sequence[str] = COLUMNS,
    ) -> pd.DataFrame:
        """Return all fees of some hands, right or not, in a frame like ``deviations``.

        ``asked`` tells of which hands and classes; all without it. ``names`` are the columns that
        are looked at.
        """
        work = self.work.of_hands(wanted)
        blocks = (
            each.columns(
                slice(None) if asked is None else np.flatnonzero(asked(each.hand, each.klass)),
                names,
            )
            for each in work.blocks()
        )
        return frame_of([*blocks], work.places)

    def units(self, wanted: Bools) -> list[FeeUnits]:
        """Return under each reading what owed a fee on some hands, as it was compared."""
        blocks = [each.units for each in self.work.of_hands(wanted).blocks()]
        return [joined(list(each)) for each in zip(*blocks, strict=True)]

    def classes(self, context: Ints, payers: Words, fees: Words) -> Ints:
        """Return the classes of fees as compared: one stands for all payers that readings name."""
        (payer, who), (fee, names) = (pd.factorize(each) for each in (payers, fees))
        classes = np.array([[class_of(str(one), str(name)) for name in names] for one in who])
        found: Ints = self.arrays.same_payer[context, classes[payer, fee]]
        return found


@shared
def fees_of(case: Case) -> Fees:
    """Return the fees of a case; its frames have one row a payer, fee and place of a hand.

    Columns: hand, klass, payer, fee, seat, player, by_hand (compared for the hand as a whole), owed
    and owed_most (cents), settled (all readings owe the same), unpriced, fits (some reading admits
    what was taken), taken, waived, piece, amount (what picked the tier), record (the first
    collection's row, -1 without one).
    """
    wagers = wagers_of(case)
    arrays = charge_arrays_of(case.contexts, wagers.kinds)
    places = places_of(case, arrays)
    bets = fee_wagers(case)
    tested, untested = testable(case, arrays, bets)
    hands = Hands(
        context=places.context,
        players=counts_of(case.hands, "players"),
        left=counts_of(case.hands, "players_after_flop"),
        opening=counts_of(case.hands, "opening_round"),
        tested=tested,
        aggregated=wagers.summed(bets.count),
        free=opening_hands(case).free,
    )
    charges = charges_of(case)
    places = places.with_spread(bets.named)
    if places.by_player:
        places = places.with_blurred(bets.named, charges.named(arrays, places))
    work = _Work(arrays, places, bets, charges, hands, case.threads)
    deviations, sums = [], Sums.of_hands(len(tested))
    for each in work.blocks():
        deviations.append(each.columns(each.deviations))
        sums.add(each)
    return Fees(frame_of(deviations, places), sums, tested, untested, arrays, work)


@dataclass(frozen=True, slots=True)
class _Work:
    """The arrays of a case from which its fees are worked out, block by block."""

    arrays: ChargeArrays
    places: Places
    bets: FeeWagers
    charges: Charges
    hands: Hands
    threads: int

    def of_hands(self, wanted: Bools) -> _Work:
        """Return what is needed for some hands only."""
        return replace(
            self,
            bets=self.bets.of_hands(wanted),
            charges=self.charges.of_hands(wanted),
            hands=replace(self.hands, tested=self.hands.tested & wanted),
        )

    def blocks(self) -> Iterator[Compared]:
        """Yield the fees of all hands that are tested, so many of them at a time."""
        firsts = [0, *np.flatnonzero(self.hands.tested)[_BLOCK::_BLOCK].tolist()]
        edges = [*pairwise([*firsts, len(self.hands.tested)])]
        yield from side_by_side(self._block, edges, self.threads)

    def _block(self, edges: tuple[int, int]) -> Compared:
        first, last = edges
        hands = self.hands.block(first, last)
        places = self.places.block(first, last)
        taken = collected_of(self.charges.block(first, last), self.arrays, places, hands)
        bets = self.bets.block(first, last)
        here = np.zeros(len(self.arrays.same_payer), dtype=bool)
        here[hands.context] = True
        owed = Obligations(self.arrays, places, bets, hands, taken.coarse, here)
        readings = [owed.under(reading) for reading in range(len(self.arrays.readings))]
        found = compared(self.arrays, places, readings, taken, here)
        return replace(found, hand=found.hand + first, first=first)
