"""Obligations beside collections: what any reading admits, whether all agree, whether one fits."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd

from feeaudit.audit.grouping import groups_of, united
from feeaudit.audit.lanes import CLASSES, FEES, PAYERS, Lanes

if TYPE_CHECKING:
    from feeaudit.audit.fees.collected import Collected
    from feeaudit.audit.fees.places import Places
    from feeaudit.audit.ladders import Ladders
    from feeaudit.audit.units import Units

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class _Sums:
    """The obligations of one reading, added up by key; ``of`` are the units that make up sums."""

    key: Ints
    least: Ints
    most: Ints
    unpriced: Bools
    piece: Ints
    amount: Ints
    of: Units
    of_key: Ints


def compared(
    lanes: Lanes, places: Places, readings: list[Units], taken: Collected
) -> dict[str, Any]:
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
    plans = lanes.plans[places.situation[hand]]
    owed = _judged(keys, charged["taken"], plans, sums, lanes.ladders)
    return {"hand": hand, "klass": klass, **charged, **owed, **_named(klass, place, places)}


def frame_of(blocks: list[dict[str, Any]], places: Places) -> pd.DataFrame:
    """Return blocks of compared fees as one frame, with words for codes."""
    columns = {name: np.concatenate([block[name] for block in blocks]) for name in blocks[0]}
    words = {"payer": PAYERS, "fee": FEES, "seat": places.seats, "player": places.players}
    for name, listed in words.items():
        kind = pd.CategoricalDtype(pd.Index(listed, dtype=object))
        columns[name] = pd.Categorical.from_codes(columns[name], dtype=kind, validate=False)
    # The columns are made here and shared with nothing, so they need not be copied into blocks.
    return pd.DataFrame(columns, copy=False)


def _spread(values: Any, where: Ints, count: int, absent: int) -> Any:
    spread = np.full(count, absent, dtype=values.dtype)
    spread[where] = values
    return spread


def _summed(places: Places, units: Units) -> _Sums:
    key = places.key(units.hand, units.klass, units.place)
    groups = groups_of(key)
    return _Sums(
        key=groups.keys,
        least=groups.sums(units.least),
        most=groups.sums(units.most),
        unpriced=groups.any(units.unpriced),
        piece=units.piece[groups.first],
        amount=groups.sums(units.amount),
        of=units,
        of_key=key,
    )


def _judged(
    keys: Ints, taken: Ints, plans: Ints, sums: list[_Sums], ladders: Ladders
) -> dict[str, Any]:
    """Put the readings together; those a hand does not have are left out of its judgement."""
    least = np.full(len(keys), np.iinfo(np.int64).max)
    most = np.full(len(keys), -1, dtype=np.int64)
    fits, unpriced = (np.zeros(len(keys), dtype=bool) for _ in range(2))
    piece, amount = (np.full(len(keys), -1, dtype=np.int64) for _ in range(2))
    for reading, each in enumerate(sums):
        held = _picked(plans > reading)
        mine = np.searchsorted(keys[held], each.key)
        paid = taken[held]
        # Where a reading owes nothing for a key that another has, it owes zero.
        low, high = (_spread(value, mine, len(paid), 0) for value in (each.least, each.most))
        odd = _spread(each.unpriced, mine, len(paid), absent=False)
        least[held] = np.minimum(least[held], low)
        most[held] = np.maximum(most[held], high)
        inside = (paid == low) | (paid == high)
        between = np.flatnonzero((low < paid) & (paid < high))
        if len(between):
            inside[between] = _adds_up(keys[held][between], paid[between], each, ladders)
        fits[held] |= inside & ~odd
        unpriced[held] |= odd
        if reading == 0:
            piece[held] = _spread(each.piece, mine, len(paid), -1)
            amount[held] = _spread(each.amount, mine, len(paid), -1)
        else:
            place = mine if isinstance(held, slice) else held[mine]
            fresh = piece[place] < 0
            piece[place[fresh]], amount[place[fresh]] = each.piece[fresh], each.amount[fresh]
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


def _picked(which: Bools) -> Any:
    """Return what picks some rows; all of them are picked without a copy."""
    return slice(None) if which.all() else np.flatnonzero(which)


def _adds_up(keys: Ints, paid: Ints, sums: _Sums, ladders: Ladders) -> Bools:
    """Tell which amounts between the least and the most are a sum of fees that tiers admit.

    They are few: several bets in a gap or an overlap of tiers whose fees are logged as one.
    """
    totals: dict[int, set[int]] = {int(key): {0} for key in keys}
    for place in np.flatnonzero(np.isin(sums.of_key, keys)).tolist():
        least, most = int(sums.of.least[place]), int(sums.of.most[place])
        fees = ladders.fees[sums.of.piece[place]] if least < most else (least,)
        key = int(sums.of_key[place])
        totals[key] = {total + fee for total in totals[key] for fee in fees}
    found = [
        amount in totals[key] for key, amount in zip(keys.tolist(), paid.tolist(), strict=True)
    ]
    return np.array(found, dtype=bool)


def _named(klass: Ints, place: Ints, places: Places) -> dict[str, Any]:
    whole = place == 0
    seat, player = np.divmod(place, places.width)
    return {
        "payer": _small(klass // len(FEES), len(PAYERS)),
        "fee": _small(klass % len(FEES), len(FEES)),
        "seat": _small(np.where(whole, -1, seat - 1), len(places.seats)),
        "player": _small(np.where(whole, -1, player - 1), len(places.players)),
        "by_hand": whole,
    }


def _small(codes: Ints, words: int) -> Any:
    return codes.astype(np.min_scalar_type(-words - 1))
