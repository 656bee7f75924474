"""What was collected on each hand, by payer, fee and place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.fees.places import PLAYER_CLASSES
from feeaudit.audit.grouping import groups_of, united
from feeaudit.audit.lanes import BY_PERIOD, CLASSES, FEES, PAYERS, Lanes
from feeaudit.audit.places import word_codes

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.places import Places

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Collected:
    """Sums of collections by key; ``coarse`` are hands and classes that no place is told for."""

    key: Ints
    taken: Ints
    rows: Ints
    waived: Bools
    record: Ints
    coarse: Ints


def collected_of(
    case: Case, lanes: Lanes, places: Places, aggregated: Bools, tested: Bools
) -> Collected:
    """Return what was collected on hands whose fees can be told."""
    collections = case.collections
    hand = collections["hand"].to_numpy().astype(np.int64)
    klass = _classes(collections)
    record = np.flatnonzero((hand >= 0) & (klass >= 0))
    hand, klass = hand[record], klass[record]
    if len(lanes.same_payer):
        klass = lanes.same_payer[places.situation[hand], klass]
    seat, player = places.seat["collections"][record], places.player["collections"][record]
    place = places.place(hand, klass, seat, player)
    untold = (klass < PLAYER_CLASSES) & (place < 0)
    coarse = united([hand[untold] * CLASSES + klass[untold]])
    place = places.settled(hand, klass, place, coarse)
    keep = tested[hand] & ~(aggregated[hand] & (klass < PLAYER_CLASSES))
    record, key = record[keep], places.key(hand, klass, place)[keep]
    groups = groups_of(key)
    amount = collections["amount"].to_numpy()[record] if len(collections) else record
    return Collected(
        key=groups.keys,
        taken=groups.sums(amount),
        rows=groups.sizes(len(key)),
        waived=groups.any(_waived(collections, record)),
        record=record[groups.first],
        coarse=coarse,
    )


def _classes(collections: pd.DataFrame) -> Ints:
    """Return the class of each collection; -1 for fees of a period and words that are none."""
    by_hand = tuple("" if fee in BY_PERIOD else fee for fee in FEES)
    payer, fee = word_codes(collections, "payer", PAYERS), word_codes(collections, "fee", by_hand)
    return np.where((payer >= 0) & (fee >= 0), payer * len(FEES) + fee, -1)


def _waived(collections: pd.DataFrame, record: Ints) -> Bools:
    if "waived" not in collections:
        return np.zeros(len(record), dtype=bool)
    waived: Bools = collections["waived"].notna().to_numpy()[record]
    return waived
