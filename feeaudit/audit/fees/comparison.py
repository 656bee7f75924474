"""Obligations beside collections: what any reading admits, whether all agree, whether one fits."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.core.groups import groups_of, united
from feeaudit.rules.levies import CLASSES, FEES, PAYERS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.fees.collected import Collected
    from feeaudit.audit.fees.places import Places
    from feeaudit.audit.fees.units import FeeUnits
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.core.groups import Groups
    from feeaudit.rules.charge_arrays import ChargeArrays
    from feeaudit.rules.ladder_arrays import Ladders

_MOST: Final = np.iinfo(np.int64).max
_NAMED: Final = ("payer", "fee", "seat", "player", "by_hand")
COLUMNS: Final = (
    *("hand", "klass", "taken", "owed", "owed_most", "unpriced", "settled", "fits", "waived"),
    *("record", "piece", "amount"),
    *_NAMED,
)
"""What is known of fees."""


@dataclass(frozen=True, slots=True)
class _Sums:
    """The obligations of one reading, added up by key; ``of`` are the units that make up sums."""

    least: Ints
    most: Ints
    unpriced: Bools
    by_key: Groups
    of: FeeUnits
    of_key: Ints


@dataclass(frozen=True, slots=True)
class Compared:
    """The fees of some hands, a row a payer, fee and place, in the order of their hands.

    ``fits`` where some reading admits what was taken, ``settled`` where all readings owe the same
    and from the same payer. ``first`` is the row of the first hand, from which on the units of a
    reading count theirs.
    """

    places: Places
    readings: tuple[_Sums, ...]
    charged: Collected
    key: Ints
    hand: Ints
    klass: Ints
    taken: Ints
    owed: Ints
    owed_most: Ints
    unpriced: Bools
    settled: Bools
    fits: Bools
    waived: Bools
    first: int = 0

    @property
    def deviations(self) -> Ints:
        """The rows that a check may have something to say of: all that are not plainly right."""
        return np.flatnonzero(~(self.fits & self.settled) | self.waived)

    @property
    def units(self) -> tuple[FeeUnits, ...]:
        """What owed a fee under each reading, by hands as the case numbers them."""
        return tuple(replace(each.of, hand=each.of.hand + self.first) for each in self.readings)

    def columns(self, rows: Ints | slice, names: Sequence[str] = COLUMNS) -> dict[str, Any]:
        """Return some rows as columns; only what is asked for is looked up."""
        key, columns = self.key[rows], {}
        if "record" in names:
            columns["record"] = _found(key, self.charged.key, self.charged.record, -1)
        if {"piece", "amount"} & {*names}:
            columns["piece"], columns["amount"] = self._picked(key)
        if {*_NAMED} & {*names}:
            columns |= _named(self.klass[rows], key % self.places.room, self.places)
        return {
            name: columns[name] if name in columns else getattr(self, name)[rows] for name in names
        }

    def _picked(self, key: Ints) -> tuple[Ints, Ints]:
        """Return what picked the tier of each key, by the first reading that owes for it.

        Of several wagers that are compared as one sum the dearest tier is cited: which of them
        stands first in the log says nothing.
        """
        piece, amount = (np.full(len(key), -1, dtype=np.int64) for _ in range(2))
        for each in self.readings if len(key) else ():
            fresh = np.flatnonzero(piece < 0)
            # Mostly few keys are asked for: only their units are added up.
            place = _found(key[fresh], each.by_key.keys, np.arange(len(each.by_key.keys)), -1)
            told = place >= 0
            if not told.any():
                continue
            groups, units = each.by_key.some(place[told], len(each.of.piece)), each.of
            piece[fresh[told]] = groups.most(units.piece)
            amount[fresh[told]] = groups.sums(units.amount)
        return piece, amount


def compared(
    arrays: ChargeArrays, places: Places, readings: list[FeeUnits], taken: Collected, here: Bools
) -> Compared:
    """Return a row for each key that owes a fee under some reading or was charged one.

    ``here`` are the contexts of the hands; readings of others have nothing to say of them.
    """
    sums = tuple(_summed(places, units) for units in readings)
    keys, (where, *placed) = united([taken.key, *(each.by_key.keys for each in sums)])
    paid = _spread(taken.taken, where, len(keys), 0)
    hand, klass = np.divmod(keys // places.room, CLASSES)
    cell = places.context[hand] * CLASSES + klass
    sayings = [
        (each, place, applies.ravel()[cell])
        for each, place, applies in zip(sums, placed, arrays.applies, strict=True)
        if applies[here].any()
    ]
    return Compared(
        places=places,
        readings=sums,
        charged=taken,
        key=keys,
        hand=hand,
        klass=klass,
        taken=paid,
        **_judged(
            keys,
            paid,
            sayings,
            arrays.ladders,
            arrays.payer_open.ravel()[cell],
        ),
        waived=_spread(taken.waived, where, len(keys), absent=False),
    )


def frame_of(blocks: list[dict[str, Any]], places: Places) -> pd.DataFrame:
    """Return blocks of compared fees as one frame, with words for codes."""
    # A column of the blocks goes as it is put together, so that none stands in memory twice.
    columns = {name: np.concatenate([block.pop(name) for block in blocks]) for name in [*blocks[0]]}
    words = {"payer": PAYERS, "fee": FEES, "seat": places.seats, "player": places.players}
    for name, listed in words.items():
        if name not in columns:
            continue
        kind = pd.CategoricalDtype(pd.Index(listed, dtype=object))
        columns[name] = pd.Categorical.from_codes(columns[name], dtype=kind, validate=False)
    # The columns are made here and shared with nothing, so they need not be copied into blocks.
    return pd.DataFrame(columns, copy=False)


def _spread(values: Any, where: Ints, count: int, absent: int) -> Any:
    spread = np.full(count, absent, dtype=values.dtype)
    spread[where] = values
    return spread


def _found(sought: Ints, keys: Ints, values: Any, absent: int) -> Any:
    """Return the value of each key that is sought; keys are ascending, some may be absent."""
    if not len(keys):
        return np.full(len(sought), absent, dtype=values.dtype)
    place = np.minimum(np.searchsorted(keys, sought), len(keys) - 1)
    return np.where(keys[place] == sought, values[place], absent)


def _summed(places: Places, units: FeeUnits) -> _Sums:
    key = places.key(units.hand, units.klass, units.place)
    groups = groups_of(key)
    least = groups.sums(units.least)
    # Nearly all fees are settled: their most is their least.
    most = least if (units.least == units.most).all() else groups.sums(units.most)
    return _Sums(least, most, groups.any(units.unpriced), groups, units, key)


def _judged(
    keys: Ints,
    taken: Ints,
    sums: list[tuple[_Sums, Ints, Bools]],
    ladders: Ladders,
    payer_open: Bools,
) -> dict[str, Any]:
    """Put the readings together.

    Beside the sums of each stand the places of their keys, and the keys it has something to say of:
    a reading that a hand does not have, or that charges as the first does, is left out.
    """
    least = np.full(len(keys), _MOST)
    most = np.full(len(keys), -1, dtype=np.int64)
    fits, unpriced = (np.zeros(len(keys), dtype=bool) for _ in range(2))
    for each, place, which in sums:
        held, mine = _held(which, place)
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
    none = most < 0
    least[none], most[none] = 0, 0
    return {
        "owed": least,
        "owed_most": most,
        "settled": (least == most) & ~unpriced & ~(payer_open & (most > 0)),
        "unpriced": unpriced,
        "fits": fits | (none & (taken == 0)),
    }


def _held(which: Bools, place: Ints) -> tuple[Any, Ints]:
    """Return what picks some rows, all of them without a copy, and where places are among them."""
    if which.all():
        return slice(None), place
    return np.flatnonzero(which), (np.cumsum(which) - 1)[place]


def _adds_up(keys: Ints, paid: Ints, sums: _Sums, ladders: Ladders) -> Bools:
    """Tell which amounts between the least and the most are a sum of fees that tiers admit.

    They are few: several bets in a gap or an overlap of tiers whose fees are logged as one.
    """
    totals: dict[int, set[int]] = {int(key): {0} for key in keys}
    for place in np.flatnonzero(np.isin(sums.of_key, keys)).tolist():
        least, most = int(sums.of.least[place]), int(sums.of.most[place])
        fees = (least,) if least == most else ladders.fees[sums.of.piece[place]]
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
