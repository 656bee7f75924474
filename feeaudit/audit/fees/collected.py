"""What was collected on each hand, by payer, fee and place."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.columns import word_codes
from feeaudit.audit.fees.hands import in_hand_order, rows_of
from feeaudit.audit.fees.places import PLAYER_CLASSES
from feeaudit.audit.identity import people, seat_names
from feeaudit.core.groups import groups_of
from feeaudit.rules.levies import CLASSES, FEES, PAYERS, PERIOD_FEES

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.hands import Hands
    from feeaudit.audit.fees.places import Named, Places
    from feeaudit.core.arrays import Bools, Codes, Ints
    from feeaudit.core.groups import Groups
    from feeaudit.rules.charge_arrays import ChargeArrays


@dataclass(frozen=True, slots=True)
class Collected:
    """Sums of collections by key; ``coarse`` are hands and classes that no place is told for."""

    key: Ints
    taken: Ints
    waived: Bools
    record: Ints
    coarse: Ints


@dataclass(frozen=True, slots=True)
class Charges:
    """The collections on hands, in the order of their hands."""

    record: Ints
    hand: Ints
    klass: Codes
    seat: Codes
    player: Codes
    amount: Ints
    waived: Bools

    def named(self, arrays: ChargeArrays, places: Places) -> Named:
        """Return which players paid where."""
        klass = arrays.payers(places.context[self.hand], self.klass)
        mine = np.flatnonzero(klass < PLAYER_CLASSES)
        return self.hand[mine], self.seat[mine], self.player[mine]

    def of_hands(self, wanted: Bools) -> Charges:
        """Return the charges on some hands."""
        return self if wanted.all() else self._rows(np.flatnonzero(wanted[self.hand]))

    def block(self, first: int, last: int) -> Charges:
        """Return the charges of the hands of some rows, which are numbered anew from 0."""
        mine = self._rows(rows_of(self.hand, first, last))
        seat, player = (each.astype(np.int64) for each in (mine.seat, mine.player))
        return replace(mine, hand=mine.hand - first, seat=seat, player=player)

    def _rows(self, rows: Ints | slice) -> Charges:
        return Charges(*(getattr(self, name)[rows] for name in Charges.__slots__))


def charges_of(case: Case) -> Charges:
    """Return what was collected on hands, and from whom."""
    collections = case.collections
    hand, klass = collections["hand"].to_numpy(), _classes(collections)
    record = in_hand_order(hand, (hand >= 0) & (klass >= 0))
    record = np.arange(len(hand)) if record is None else record
    return Charges(
        record=record,
        hand=hand[record],
        klass=klass[record],
        seat=seat_names(case).codes("collections.seat", record),
        player=people(case).codes("collections.player", record),
        amount=collections["amount"].to_numpy()[record] if len(collections) else record,
        waived=_waived(collections, record),
    )


def collected_of(charges: Charges, arrays: ChargeArrays, places: Places, hands: Hands) -> Collected:
    """Return what was collected on hands whose fees can be told."""
    hand = charges.hand
    context, early = places.context[hand], hands.opening[hand] == 0
    klass = np.where(early, arrays.of_early_hands(context, charges.klass), charges.klass)
    klass = arrays.payers(context, klass)
    place = places.place(hand, klass, charges.seat, charges.player)
    untold = (klass < PLAYER_CLASSES) & ((place < 0) | places.over_seats(hand, klass))
    coarse = groups_of(hand[untold] * CLASSES + klass[untold]).keys
    place = places.settled(hand, klass, place, coarse)
    keep = hands.tested[hand] & ~(hands.aggregated[hand] & (klass < PLAYER_CLASSES))
    rows = np.flatnonzero(keep)
    groups = groups_of(places.key(hand[rows], klass[rows], place[rows]))
    return Collected(
        key=groups.keys,
        taken=groups.sums(charges.amount[rows]),
        waived=groups.any(charges.waived[rows]),
        record=charges.record[rows[_named_first(charges, rows, groups)]],
        coarse=coarse,
    )


def _named_first(charges: Charges, rows: Ints, groups: Groups) -> Ints:
    """Return the place among some rows of the one that stands for each group.

    Of several payers of one fee the same one is named in whatever order they were logged: who has
    a seat or a name before who has none.
    """
    if len(groups.keys) == len(rows):
        return groups.first
    rank = charges.klass[rows].astype(np.int64)
    for codes in (charges.seat[rows], charges.player[rows]):
        nobody = int(codes.max(initial=-1)) + 1
        rank = rank * (nobody + 1) + np.where(codes < 0, nobody, codes)
    return groups.least(rank * len(rows) + np.arange(len(rows))) % len(rows)


def _classes(collections: pd.DataFrame) -> Codes:
    """Return the class of each collection; -1 for fees of a period and words that are none."""
    by_hand = tuple("" if fee in PERIOD_FEES else fee for fee in FEES)
    payer, fee = word_codes(collections, "payer", PAYERS), word_codes(collections, "fee", by_hand)
    return np.where((payer >= 0) & (fee >= 0), payer * len(FEES) + fee, -1).astype(np.int8)


def _waived(collections: pd.DataFrame, record: Ints) -> Bools:
    if "waived" not in collections:
        return np.zeros(len(record), dtype=bool)
    waived: Bools = collections["waived"].notna().to_numpy()[record]
    return waived
