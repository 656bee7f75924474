"""Moments: whether each fee was taken when the terms of its option say.

Readings may state different moments, or none. A fee taken at a moment that every reading rules out
was taken wrongly; where only some rule it out the print leaves it open. A reading that states no
moment rules out none.
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.fees import fees_of
from feeaudit.book.vocabulary import MOMENTS
from feeaudit.rules.levies import FEES, PAYERS, class_of, unpriced_levy

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import SmallInts
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.levies import Levy

# For each class of fees what the readings state: a set of moments each, empty where none is.
Stated = frozenset[tuple[int, frozenset[frozenset[str]]]]
# The terms may allow any betting round; these words of the log are then all fine.
_ROUNDS = {"before_deal", "before_flop", "after_flop", "antes_posted", "any_round", "end_of_hand"}
WRONG: Final = 0
_RIGHT: Final = 1
OPEN: Final = 2
_NOTHING_STATED: Final = -1
LEFT_OUT: Final = -2
_BLANK: Final = -3
_NO_MOMENT: Final = -4
UNTOLD: Final = {
    _BLANK: "collections.moment is blank",
    _NO_MOMENT: "collections.moment is none of the moments that terms state",
    _NOTHING_STATED: "the terms state no moment",
}


def moment_verdicts(case: Case) -> SmallInts:
    """Return of each collection whether it was taken when it should be: WRONG, OPEN or right.

    A reason of UNTOLD where that cannot be told, LEFT_OUT where the fee is not known or nothing
    was taken.
    """
    collections = case.collections
    payer, fee, moment = (collections[name].cat for name in ("payer", "fee", "moment"))
    table = _table(case, *(list(map(str, each.categories)) for each in (payer, fee, moment)))
    # One number a payer, fee and moment: a place in the table, whose first is for blanks.
    place = np.zeros(len(collections), dtype=np.int32)
    for each, size in zip((payer, fee, moment), table.shape[1:], strict=True):
        place = place * size + (each.codes.to_numpy() + np.int32(1))
    told = fees_of(case).tested | case.of_contexts(lambda each: bool(each.unpriced))
    context = np.where(told, case.hands["context"].to_numpy(), len(case.contexts))
    start = np.append(context, len(case.contexts)) * table[0].size
    verdict: SmallInts = table.ravel()[start[collections["hand"].to_numpy()] + place]
    verdict[collections["amount"].to_numpy() <= 0] = LEFT_OUT
    return verdict


def _table(case: Case, payers: list[str], fees: list[str], words: list[str]) -> Any:
    """Return the verdict on each context, payer, fee and word; the last context is left out."""
    shape = (len(payers) + 1, len(fees) + 1, len(words) + 1)
    left_out = np.full(shape, LEFT_OUT, dtype=np.int8)
    # Many contexts state the same, which is judged once.
    numbers: dict[tuple[Stated, bool], int] = {}
    of_context = [
        numbers.setdefault((stated_moments(each), bool(each.unpriced)), len(numbers))
        for each in case.contexts
    ]
    judged = [_judged(dict(stated), payers, fees, words) for stated, _ in numbers]
    for verdict, (_, unpriced) in zip(judged, numbers, strict=True):
        # Nothing else can be told of a fee whose table is not printed.
        verdict[(verdict < 0) & unpriced] = LEFT_OUT
    return np.stack([*judged, left_out])[[*of_context, len(numbers)]]


def _judged(
    stated: dict[int, frozenset[frozenset[str]]],
    payers: list[str],
    fees: list[str],
    words: list[str],
) -> Any:
    """Return the verdict on each payer, fee and word where so much is stated, first on blanks."""
    verdict = np.full((len(payers) + 1, len(fees) + 1, len(words) + 1), LEFT_OUT, dtype=np.int8)
    for (at, payer), (of, fee) in product(enumerate(payers, 1), enumerate(fees, 1)):
        if payer in PAYERS and fee in FEES:
            readings = stated.get(class_of(payer, fee), frozenset())
            verdict[at, of] = [_verdict(word, readings) for word in ("", *words)]
    return verdict


def _verdict(word: str, readings: frozenset[frozenset[str]]) -> int:
    if not any(readings):
        return _NOTHING_STATED
    if word not in MOMENTS:
        return _NO_MOMENT if word else _BLANK
    ruled_out = [bool(moments) and word not in moments for moments in readings]
    if not any(ruled_out):
        return _RIGHT
    return WRONG if all(ruled_out) else OPEN


def stated_moments(context: Context) -> Stated:
    """Return the moments that each reading states for a class of fees."""
    stated: dict[int, set[frozenset[str]]] = {}
    for levies in [each.levies for each in context.readings] or [_levies(context)]:
        of_reading: dict[int, frozenset[str]] = {}
        for klass, levy in _classed(context, levies):
            moments = frozenset(levy.moments)
            if "any_round" in moments:
                moments |= _ROUNDS
            of_reading[klass] = of_reading.get(klass, moments) | moments
        for klass, moments in of_reading.items():
            stated.setdefault(klass, set()).add(moments)
    return frozenset((klass, frozenset(readings)) for klass, readings in stated.items())


def moment_levies(context: Context, payer: str, fee: str) -> list[Levy]:
    """Return the levies of a payer's fee, under every reading."""
    wanted = class_of(payer, fee)
    return [levy for klass, levy in _classed(context, _levies(context)) if klass == wanted]


def _levies(context: Context) -> tuple[Levy, ...]:
    """Return how the option's fees are charged, also where their amounts are not printed."""
    charges = (charge for term in context.unpriced for charge in term.charges)
    return context.levies or tuple(map(unpriced_levy, charges))


def _classed(context: Context, levies: Iterable[Levy]) -> Iterator[tuple[int, Levy]]:
    """Yield levies with each class their fee may be logged as.

    Readings may have different payers pay it, and whoever makes up what the payer lacks pays the
    same fee at the same moment. What a bonus bet pays as any other bet may be called a bonus fee.
    """
    base, bonus = class_of("player", "base"), class_of("player", "bonus")
    for levy in levies:
        payers = [each.payer for each in _levies(context) if each.component == levy.component]
        for payer in dict.fromkeys(filter(None, (*payers, levy.shortfall))):
            klass = class_of(payer, levy.fee)
            yield klass, levy
            if klass == base and context.charges_bonus_bets:
                yield bonus, levy
