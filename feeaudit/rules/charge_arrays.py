"""Charge arrays: the levies of all contexts of a log, compiled for millions of hands at once.

A charge array is one component (a jackpot's stages are arrays of their own) under one reading. For
every context it says whether the component is charged, on which wagers, per what, by which ladder,
and what a hand without an opening round does to it: the fields of its levies, nothing else. Most
readings differ from the first in one component; the later ones hold only what they charge
otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.core.kept_answers import kept
from feeaudit.rules.ladder_arrays import Ladders, compiled
from feeaudit.rules.levies import CLASSES, PER, SKIPPED, WAIVED, class_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.book.model import Ladder
    from feeaudit.core.arrays import Bools, BoolTable, Codes, Ints, IntTable
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.levies import Levy
    from feeaudit.rules.readings import OptionReading


@dataclass(slots=True)
class ChargeArray:
    """One component under one reading, over all contexts."""

    component: str
    from_pot: int
    stage: str
    charged: Bools
    ladder: Ints
    by_players: Bools
    after_flop: Bools
    by_wagers: Bools
    flat: Bools
    per: Ints
    klass: Ints
    opening: Ints
    shortfall: Bools
    ante: Ints
    antes: Ints
    counted: BoolTable


@dataclass(frozen=True, slots=True)
class ChargeArrays:
    """The arrays of each reading, the compiled ladders, and which payer stands for which.

    ``applies`` tells for each reading in which contexts it has something to say of which class;
    ``payer_open`` in which contexts readings name different payers of the fee of a class, ``early``
    which class stands for which of a hand that ended before the opening round.
    """

    readings: tuple[tuple[ChargeArray, ...], ...]
    applies: tuple[BoolTable, ...]
    ladders: Ladders
    same_payer: IntTable
    payer_open: BoolTable
    early: IntTable

    def classes(self, charge: ChargeArray) -> Ints:
        """Return the class that a component is compared by in each context."""
        return _classes(self.same_payer, charge)

    def payers(self, context: Ints, klass: Codes) -> Ints:
        """Return the class that collections from payers of a class are compared by."""
        payers: Ints = self.same_payer.ravel()[context * CLASSES + klass]
        return payers

    def of_early_hands(self, context: Ints, klass: Ints) -> Ints:
        """Return the class that collections of a class are of, taken without an opening round."""
        of_early_hands: Ints = self.early.ravel()[context * CLASSES + klass]
        return of_early_hands


def charge_arrays_of(contexts: Sequence[Context], kinds: Sequence[str]) -> ChargeArrays:
    """Return how the contexts charge, over the wager kinds of the log."""
    options = [each.readings for each in contexts]
    most = max((len(each) for each in options), default=0)
    ladders = _Numbers()
    readings = []
    for reading in range(most):
        chosen = [each[reading] if reading < len(each) else None for each in options]
        readings.append(_reading(chosen, kinds, ladders))
    count = np.array([len(each) for each in options], dtype=np.int64)
    same_payer = _same_payer(options)
    payer_open = _payer_open(same_payer)
    charged_as_bets = [each.charges_bonus_bets for each in contexts]
    same_payer[charged_as_bets, class_of("player", "bonus")] = class_of("player", "base")
    applies = [np.tile((count > 0)[:, None], CLASSES)][:most]
    for reading in range(1, most):
        applies.append(_otherwise(readings[0], readings[reading], same_payer, count > reading))
        for charge in readings[reading]:
            classes = _classes(same_payer, charge)
            charge.charged &= applies[reading][np.arange(len(classes)), classes]
    return ChargeArrays(
        readings=tuple(readings),
        applies=tuple(applies),
        ladders=compiled(ladders.each),
        same_payer=same_payer,
        payer_open=payer_open,
        early=_early(options),
    )


def _otherwise(
    first: tuple[ChargeArray, ...],
    other: tuple[ChargeArray, ...],
    same_payer: IntTable,
    some: Bools,
) -> BoolTable:
    """Tell in which of some contexts a reading charges a class otherwise than the first does."""
    otherwise = np.zeros((len(some), CLASSES), dtype=bool)
    charges = [
        {(each.component, each.from_pot, each.stage): each for each in one}
        for one in (first, other)
    ]
    for key in charges[0].keys() | charges[1].keys():
        # A component that only one of them charges differs wherever that one does.
        pair = [each[key] for each in charges if key in each]
        differs = some & (_differ(*pair) if len(pair) > 1 else pair[0].charged)
        for charge in pair:
            otherwise[differs, _classes(same_payer, charge)[differs]] = True
            # What the payer lacks is paid by the button.
            otherwise[differs & charge.shortfall, class_of("button", "base")] = True
    return otherwise


def _differ(one: ChargeArray, other: ChargeArray) -> Bools:
    """Tell in which contexts two arrays charge differently."""
    numbers = ("ladder", "per", "klass", "opening", "shortfall", "ante", "antes", "after_flop")
    differ = np.logical_or.reduce([getattr(one, each) != getattr(other, each) for each in numbers])
    differ |= (one.counted != other.counted).any(axis=1)
    differs: Bools = (one.charged != other.charged) | (one.charged & differ)
    return differs


def _classes(same_payer: IntTable, charge: ChargeArray) -> Ints:
    classes: Ints = same_payer[np.arange(len(charge.klass)), charge.klass]
    return classes


class _Numbers:
    """Ladders, numbered; contexts share theirs, so each is compiled once."""

    def __init__(self) -> None:
        self.each: list[Ladder] = []
        self._known: dict[int, int] = {}

    def number(self, ladder: Ladder) -> int:
        """Return the number of a ladder, told apart as an object: comparing the tiers is slow."""
        if id(ladder) not in self._known:
            self._known[id(ladder)] = len(self.each)
            self.each.append(ladder)
        return self._known[id(ladder)]


def _reading(
    options: list[OptionReading | None], kinds: Sequence[str], ladders: _Numbers
) -> tuple[ChargeArray, ...]:
    charges: dict[tuple[str, int, str], list[tuple[int, _Fields]]] = {}
    for number, option in enumerate(options):
        for fields in _fields_of(option.levies) if option is not None else ():
            charges.setdefault(fields.key, []).append((number, fields))
    return tuple(
        _charge_array(key, charged, len(options), kinds, ladders)
        for key, charged in charges.items()
    )


class _Fields(NamedTuple):
    """What a levy comes to as numbers, the ladder and the counted wagers apart."""

    key: tuple[str, int, str]
    ladder: Ladder
    wagers: tuple[str, ...]
    klass: int
    per: int
    opening: int
    ante: int
    antes: int
    by_players: bool
    after_flop: bool
    by_wagers: bool
    flat: bool
    shortfall: bool


# A log is audited in parts, whose tables charge by the same levies.
@kept(16_384)
def _fields_of(levies: tuple[Levy, ...]) -> tuple[_Fields, ...]:
    """Return the fields of levies that are owed for hands."""
    return tuple(
        _Fields(
            key=(levy.component, levy.from_pot, levy.stage),
            ladder=levy.ladder,
            wagers=levy.wagers,
            klass=levy.klass,
            per=PER.index(levy.per) if levy.per in PER else 0,
            opening=levy.opening,
            ante=levy.ante or 0,
            antes=levy.antes,
            by_players=levy.basis == "players",
            after_flop=levy.after_flop,
            by_wagers=levy.by_wagers,
            flat=levy.basis == "flat",
            shortfall=bool(levy.shortfall),
        )
        for levy in levies
        if not levy.by_period
    )


def _charge_array(
    key: tuple[str, int, str],
    charged: list[tuple[int, _Fields]],
    contexts: int,
    kinds: Sequence[str],
    ladders: _Numbers,
) -> ChargeArray:
    rows = np.array([number for number, _ in charged], dtype=np.int64)

    def ints(values: Iterable[int]) -> Ints:
        column = np.zeros(contexts, dtype=np.int64)
        column[rows] = list(values)
        return column

    def bools(values: Iterable[bool]) -> Bools:
        return ints(values).astype(bool)

    each = [fields for _, fields in charged]
    # Most options count the same wagers.
    counts = {
        wagers: [not wagers or kind in wagers for kind in kinds]
        for wagers in {fields.wagers for fields in each}
    }
    counted = np.zeros((contexts, len(kinds)), dtype=bool)
    counted[rows] = [counts[fields.wagers] for fields in each]
    return ChargeArray(
        *key,
        charged=bools(True for _ in each),
        ladder=ints(ladders.number(fields.ladder) for fields in each),
        by_players=bools(fields.by_players for fields in each),
        after_flop=bools(fields.after_flop for fields in each),
        by_wagers=bools(fields.by_wagers for fields in each),
        flat=bools(fields.flat for fields in each),
        per=ints(fields.per for fields in each),
        klass=ints(fields.klass for fields in each),
        opening=ints(fields.opening for fields in each),
        shortfall=bools(fields.shortfall for fields in each),
        ante=ints(fields.ante for fields in each),
        antes=ints(fields.antes for fields in each),
        counted=counted,
    )


def _same_payer(options: list[tuple[OptionReading, ...]]) -> IntTable:
    """Return which payer stands for which: readings may name different ones for a component."""
    same = np.tile(np.arange(CLASSES), (len(options), 1))
    for number, readings in enumerate(options):
        first: dict[str, int] = {}
        for fields in (fields for each in readings for fields in _fields_of(each.levies)):
            same[number, fields.klass] = first.setdefault(fields.key[0], fields.klass)
    return same


def _early(options: list[tuple[OptionReading, ...]]) -> IntTable:
    """Return which class stands for which of early hands: the no-flop fee for the pot's usual one.

    Where no reading has such a hand owe the usual fee, what the pot paid is the no-flop fee,
    whatever the log calls it.
    """
    early = np.tile(np.arange(CLASSES), (len(options), 1))
    usual, instead = class_of("pot", "base"), class_of("pot", "no_flop")
    for number, readings in enumerate(options):
        levies = [levy for each in readings for levy in each.levies if levy.payer == "pot"]
        # Fees of nothing take nobody's place.
        if any(levy.klass == instead and levy.fees for levy in levies):
            others = [levy for levy in levies if levy.klass == usual]
            if all(levy.opening in {WAIVED, SKIPPED} for levy in others):
                early[number, usual] = instead
    return early


def _payer_open(same_payer: IntTable) -> BoolTable:
    """Tell which classes stand for the fee of several payers."""
    open_ = np.zeros(same_payer.shape, dtype=bool)
    context, klass = np.nonzero(same_payer != np.arange(CLASSES))
    open_[context, same_payer[context, klass]] = True
    return open_
