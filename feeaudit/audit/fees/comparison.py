"""Obligations beside collections: what any reading admits, whether all agree, whether one fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.grouping import groups_of, united
from feeaudit.audit.lanes import CLASSES, FEES, PAYERS, Lanes

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.collected import Collected
    from feeaudit.audit.fees.places import Places
    from feeaudit.audit.units import Units

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class _Sums:
    """The obligations of one reading, added up by key; ``units`` is how many make up a sum."""

    key: Ints
    least: Ints
    most: Ints
    unpriced: Bools
    units: Ints
    piece: Ints
    amount: Ints


def compared(
    case: Case, lanes: Lanes, places: Places, readings: list[Units], taken: Collected
) -> pd.DataFrame:
    """Return a row for each key that owes a fee under some reading or was charged one."""
    sums = [_summed(places, units) for units in readings]
    keys = united([taken.key, *(each.key for each in sums)])
    where = np.searchsorted(keys, taken.key)
    charged = {
        "taken": _spread(taken.taken, where, len(keys), 0),
        "rows": _spread(taken.rows, where, len(keys), 0),
        "waived": _spread(taken.waived, where, len(keys), absent=False),
        "record": _spread(taken.record, where, len(keys), -1),
    }
    pair, place = np.divmod(keys, places.room)
    hand, klass = np.divmod(pair, CLASSES)
    plans = lanes.plans[case.hands["situation"].to_numpy()[hand]]
    owed = _judged(keys, charged["taken"], plans, sums)
    # The columns are made here and shared with nothing, so they need not be copied into blocks.
    return pd.DataFrame(
        {"hand": hand, "klass": klass, **charged, **owed, **_named(klass, place, places)},
        copy=False,
    )


def _spread(values: Any, where: Ints, count: int, absent: int) -> Any:
    spread = np.full(count, absent, dtype=values.dtype)
    spread[where] = values
    return spread


def _summed(places: Places, units: Units) -> _Sums:
    groups = groups_of(places.key(units.hand, units.klass, units.place))
    return _Sums(
        key=groups.keys,
        least=groups.sums(units.least),
        most=groups.sums(units.most),
        unpriced=groups.any(units.unpriced),
        units=groups.sizes(len(units.hand)),
        piece=units.piece[groups.first],
        amount=groups.sums(units.amount),
    )


def _judged(keys: Ints, taken: Ints, plans: Ints, sums: list[_Sums]) -> dict[str, Any]:
    """Put the readings together; those a hand does not have are left out of its judgement."""
    least = np.full(len(keys), np.iinfo(np.int64).max)
    most = np.full(len(keys), -1, dtype=np.int64)
    fits, unpriced = (np.zeros(len(keys), dtype=bool) for _ in range(2))
    piece, amount = (np.full(len(keys), -1, dtype=np.int64) for _ in range(2))
    for reading, each in enumerate(sums):
        held = np.flatnonzero(plans > reading)
        # Where a reading owes nothing for a key that another has, it owes zero.
        mine = np.searchsorted(keys[held], each.key)
        low, high = (_spread(value, mine, len(held), 0) for value in (each.least, each.most))
        several = _spread(each.units > 1, mine, len(held), absent=False)
        odd = _spread(each.unpriced, mine, len(held), absent=False)
        least[held] = np.minimum(least[held], low)
        most[held] = np.maximum(most[held], high)
        paid = taken[held]
        inside = (paid == low) | (paid == high) | (several & (low < paid) & (paid < high))
        fits[held] |= inside & ~odd
        unpriced[held] |= odd
        fresh = piece[held[mine]] < 0
        piece[held[mine][fresh]] = each.piece[fresh]
        amount[held[mine][fresh]] = each.amount[fresh]
    none = most < 0
    least[none], most[none] = 0, 0
    return {
        "owed": least,
        "owed_most": most,
        "settled": (least == most) & ~unpriced,
        "unpriced": unpriced,
        "fits": fits | (none & (taken == 0)),
        "piece": piece,
        "amount": amount,
    }


def _named(klass: Ints, place: Ints, places: Places) -> dict[str, Any]:
    whole = place == 0
    seat, player = np.divmod(place, places.width)
    return {
        "payer": _words(klass // len(FEES), PAYERS),
        "fee": _words(klass % len(FEES), FEES),
        "seat": _words(np.where(whole, -1, seat - 1), places.seats),
        "player": _words(np.where(whole, -1, player - 1), places.players),
        "by_hand": whole,
    }


def _words(codes: Ints, words: tuple[str, ...]) -> pd.Categorical:
    small = np.min_scalar_type(-max(len(words), 1) - 1)
    kind = pd.CategoricalDtype(list(words))
    return pd.Categorical.from_codes(codes.astype(small), dtype=kind, validate=False)
