"""Fees: what every hand owed beside what was collected, in one frame.

Collections are compared at the finest grain the log has: by seat and player where both wagers and
collections name them, else by seat, else by hand. Over, under, missing and undue are never netted:
each payer, fee and place stands on its own row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.audit.fees.bets import AGGREGATE, bets_of
from feeaudit.audit.fees.collected import collected_of
from feeaudit.audit.fees.comparison import compared
from feeaudit.audit.fees.obligations import Obligations
from feeaudit.audit.fees.places import places_of
from feeaudit.audit.fees.testable import testable
from feeaudit.audit.lanes import Lanes, lanes_of

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd

    from feeaudit.audit.case import Case

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
    kinds = list(map(str, wagers["wager"].cat.categories)) if len(wagers) else []
    lanes = lanes_of(case.situations, kinds)
    places = places_of(case, lanes)
    bets = bets_of(case, places, kinds)
    tested, untested = testable(case, lanes, bets)
    taken = collected_of(case, lanes, places, bets.aggregated, tested)
    owed = Obligations(case, lanes, places, bets, tested, taken.coarse)
    readings = [owed.under(reading) for reading in range(len(lanes.readings))]
    frame = compared(case, lanes, places, readings, taken)
    return Fees(frame, tested, untested, lanes)
