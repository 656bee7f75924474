"""Moments: whether each fee was taken when the terms of its option say."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.fees import fees_of
from feeaudit.book.vocabulary import MOMENTS
from feeaudit.rules.levies import FEES, PAYERS, class_of

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import SmallInts
    from feeaudit.rules.contexts import Context

Stated = frozenset[tuple[int, frozenset[str]]]
# The terms may allow any betting round; these words of the log are then all fine.
_ROUNDS = {"before_deal", "before_flop", "after_flop", "antes_posted", "any_round", "end_of_hand"}
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
    """Return of each collection whether it was at a stated moment (1) or at another (0).

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
    context = np.where(fees_of(case).tested, case.hands["context"].to_numpy(), len(case.contexts))
    start = np.append(context, len(case.contexts)) * table[0].size
    verdict: SmallInts = table.ravel()[start[collections["hand"].to_numpy()] + place]
    verdict[collections["amount"].to_numpy() <= 0] = LEFT_OUT
    return verdict


def _table(case: Case, payers: list[str], fees: list[str], words: list[str]) -> Any:
    """Return the verdict on each context, payer, fee and word; the last context is left out."""
    shape = (len(payers) + 1, len(fees) + 1, len(words) + 1)
    left_out = np.full(shape, LEFT_OUT, dtype=np.int8)
    # Many contexts state the same, which is judged once.
    numbers: dict[Stated, int] = {}
    of_context = [numbers.setdefault(stated_moments(each), len(numbers)) for each in case.contexts]
    judged = [_judged(dict(stated), payers, fees, words) for stated in numbers]
    return np.stack([*judged, left_out])[[*of_context, len(numbers)]]


def _judged(
    stated: dict[int, frozenset[str]], payers: list[str], fees: list[str], words: list[str]
) -> Any:
    """Return the verdict on each payer, fee and word where so much is stated, first on blanks."""
    verdict = np.full((len(payers) + 1, len(fees) + 1, len(words) + 1), LEFT_OUT, dtype=np.int8)
    for (at, payer), (of, fee) in product(enumerate(payers, 1), enumerate(fees, 1)):
        if payer in PAYERS and fee in FEES:
            moments = stated.get(class_of(payer, fee))
            verdict[at, of] = [_verdict(word, moments) for word in ("", *words)]
    return verdict


def _verdict(word: str, moments: frozenset[str] | None) -> int:
    if moments is None:
        return _NOTHING_STATED
    if word in MOMENTS:
        return int(word in moments)
    return _NO_MOMENT if word else _BLANK


def stated_moments(context: Context) -> Stated:
    """Return the moments that any reading states for a class of fees."""
    stated: dict[int, frozenset[str]] = {}
    for levy in context.levies:
        if not levy.moments:
            continue
        moments = frozenset(levy.moments)
        if "any_round" in moments:
            moments |= _ROUNDS
        # Whoever makes up what the payer lacks pays the same fee at the same moment.
        for payer in filter(None, (levy.payer, levy.shortfall)):
            klass = class_of(payer, levy.fee)
            stated[klass] = stated.get(klass, moments) | moments
    return frozenset(stated.items())
