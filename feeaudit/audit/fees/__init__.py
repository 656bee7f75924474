"""Fees: what every hand owed beside what was collected, in one frame.

Collections are compared at the finest grain the log has: by seat and player where both wagers and
collections name them, else by seat, else by hand. Over, under, missing and undue are never netted:
each payer, fee and place stands on its own row.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit.fees.bets import AGGREGATE, aggregated_hands, bets_of
from feeaudit.audit.fees.collected import charges_of, collected_of
from feeaudit.audit.fees.comparison import compared, frame_of
from feeaudit.audit.fees.hands import Hands, counts_of
from feeaudit.audit.fees.obligations import Obligations
from feeaudit.audit.fees.places import places_of
from feeaudit.audit.fees.testable import testable
from feeaudit.audit.lanes import Lanes, lanes_of

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.bets import Bets
    from feeaudit.audit.fees.collected import Charges
    from feeaudit.audit.fees.places import Places
    from feeaudit.audit.situations import Situation

# So many hands at a time keep the arrays within the processor's caches, which is twice as fast.
_BLOCK: Final = 32_768

__all__ = ["AGGREGATE", "Fees", "fees_of"]


@dataclass(frozen=True, slots=True)
class Fees:
    """The frame of fees, and which hands it could not tell anything of, with the reason."""

    frame: pd.DataFrame
    tested: np.ndarray[tuple[int], np.dtype[np.bool_]]
    untested: dict[str, np.ndarray[tuple[int], np.dtype[np.bool_]]]
    lanes: Lanes


def fees_of(case: Case) -> Fees:
    """Return the fees of a case; see ``frame`` for one row a payer, fee and place of a hand.

    Columns: hand, klass, payer, fee, seat, player, by_hand (compared for the hand as a whole), owed
    and owed_most (cents), settled, unpriced, fits (some reading admits what was taken), taken,
    rows, waived, piece, amount (what picked the tier), record (the first collection's row, -1
    without one).
    """
    return case.shared("fees", _fees)


def _fees(case: Case) -> Fees:
    wagers = case.wagers
    kinds = wagers["wager"].cat.categories.tolist() if len(wagers) else []
    lanes = lanes_of(case.situations, kinds)
    places = places_of(case, lanes)
    bets = bets_of(case, places, kinds)
    tested, untested = testable(case, lanes, bets)
    hands = Hands(
        situation=places.situation,
        players=counts_of(case.hands, "players"),
        opening=counts_of(case.hands, "opening_round"),
        tested=tested,
        aggregated=aggregated_hands(bets, places),
    )
    work = _Work(case.situations, lanes, places, bets, charges_of(case, lanes, places), hands)
    starts = range(0, max(len(tested), 1), _BLOCK)
    frame = frame_of([work.block(first, first + _BLOCK) for first in starts], places)
    return Fees(frame, tested, untested, lanes)


@dataclass(frozen=True, slots=True)
class _Work:
    """The arrays of a case while its fees are worked out, block by block."""

    situations: tuple[Situation, ...]
    lanes: Lanes
    places: Places
    bets: Bets
    charges: Charges
    hands: Hands

    def block(self, first: int, last: int) -> dict[str, Any]:
        """Return the fees of the hands of some rows as columns."""
        last = min(last, len(self.hands.tested))
        hands = self.hands.block(first, last)
        places = replace(self.places, situation=hands.situation)
        taken = collected_of(self.charges.block(first, last), places, hands)
        bets = self.bets.block(first, last)
        owed = Obligations(self.situations, self.lanes, places, bets, hands, taken.coarse)
        readings = [owed.under(reading) for reading in range(len(self.lanes.readings))]
        columns = compared(self.lanes, places, readings, taken)
        columns["hand"] += first
        return columns
