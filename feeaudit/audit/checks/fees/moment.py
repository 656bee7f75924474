"""FEE-MOMENT: a fee was taken at another moment than the terms state.

Finding     the terms take the fee before the deal, the log says after the flop
No finding  the terms state no moment (untested), or the log's moment is the stated one
"""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.book.vocabulary import MOMENTS
from feeaudit.rules.levies import FEES, PAYERS, class_of

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints, SmallInts
    from feeaudit.rules.contexts import Context

Stated = frozenset[tuple[int, frozenset[str]]]
# The terms may allow any betting round; these words of the log are then all fine.
_ROUNDS = {"before_deal", "before_flop", "after_flop", "antes_posted", "any_round", "end_of_hand"}
_NOTHING_STATED: Final = -1
_LEFT_OUT: Final = -2
_BLANK: Final = -3
_NO_MOMENT: Final = -4
_REASONS: Final = {
    _BLANK: "collections.moment is blank",
    _NO_MOMENT: "collections.moment is none of the moments that terms state",
    _NOTHING_STATED: "the terms state no moment",
}


@check(
    id="FEE-MOMENT",
    title="A fee was taken at another moment than the terms state",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("collections", "collections.moment"),
    next_step="Instruct dealers when the fee of this option is taken.",
)
def taken_at_another_moment(case: Case) -> Outcome:
    """A fee was taken at another moment than the terms of its option state."""
    fees = fees_of(case)
    missing = case.lacking("collections.moment")
    if missing:
        return Outcome(findings_frame(), case.no_hand, {**fees.untested, missing: fees.tested})
    verdict = _verdicts(case, fees.tested)
    hand = case.collections["hand"].to_numpy()
    tested = case.no_hand
    tested[hand[verdict >= 0]] = True
    untested, known = dict(fees.untested), tested.copy()
    for kind, reason in _REASONS.items():
        open_ = case.no_hand
        open_[hand[verdict == kind]] = True
        untested[reason] = open_ & ~known
        known |= open_
    return Outcome(_findings(case, np.flatnonzero(verdict == 0)), tested, untested)


def _findings(case: Case, wrong: Ints) -> pd.DataFrame:
    if not len(wrong):
        return findings_frame()
    records = case.collections.iloc[wrong]
    return findings_frame(
        len(wrong),
        hand=records["hand"].to_numpy(),
        payer=records["payer"].astype(object).to_numpy(),
        taken=records["amount"].to_numpy(),
        message=np.array([_sentence(case, row) for row in wrong.tolist()], dtype=object),
        source=records["source"].to_numpy(),
        row=records["row"].to_numpy(),
    )


def _verdicts(case: Case, tested: Bools) -> SmallInts:
    """Return of each collection whether it was at a stated moment (1) or at another (0).

    _NOTHING_STATED where the terms state none, _BLANK where the log does, _NO_MOMENT where it has
    another word, _LEFT_OUT where the fee is not known or nothing was taken.
    """
    collections = case.collections
    payer, fee, moment = (collections[name].cat for name in ("payer", "fee", "moment"))
    table = _table(case, *(list(map(str, each.categories)) for each in (payer, fee, moment)))
    # One number a payer, fee and moment: a place in the table, whose first is for blanks.
    place = np.zeros(len(collections), dtype=np.int32)
    for each, size in zip((payer, fee, moment), table.shape[1:], strict=True):
        place = place * size + (each.codes.to_numpy() + np.int32(1))
    context = np.where(tested, case.hands["context"].to_numpy(), len(case.contexts))
    start = np.append(context, len(case.contexts)) * table[0].size
    verdict: SmallInts = table.ravel()[start[collections["hand"].to_numpy()] + place]
    verdict[collections["amount"].to_numpy() <= 0] = _LEFT_OUT
    return verdict


def _table(case: Case, payers: list[str], fees: list[str], words: list[str]) -> Any:
    """Return the verdict on each context, payer, fee and word; the last context is left out."""
    shape = (len(payers) + 1, len(fees) + 1, len(words) + 1)
    left_out = np.full(shape, _LEFT_OUT, dtype=np.int8)
    # Many contexts state the same, which is judged once.
    numbers: dict[Stated, int] = {}
    of_context = [numbers.setdefault(_stated(each), len(numbers)) for each in case.contexts]
    judged = [_judged(dict(stated), payers, fees, words) for stated in numbers]
    return np.stack([*judged, left_out])[[*of_context, len(numbers)]]


def _judged(
    stated: dict[int, frozenset[str]], payers: list[str], fees: list[str], words: list[str]
) -> Any:
    """Return the verdict on each payer, fee and word where so much is stated, first on blanks."""
    verdict = np.full((len(payers) + 1, len(fees) + 1, len(words) + 1), _LEFT_OUT, dtype=np.int8)
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


def _stated(context: Context) -> Stated:
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


def _sentence(case: Case, row: int) -> str:
    record = case.collections.iloc[row]
    context = case.contexts[int(case.hands["context"].to_numpy()[record["hand"]])]
    payer = str(record["payer"])
    stated = dict(_stated(context)).get(class_of(payer, str(record["fee"])), ())
    moments = " or ".join(sorted(stated))
    told = f"the fee was taken {record['moment']}, the terms say {moments}"
    return f"{payer.replace('_', '-')}: {told.replace('_', ' ')}"
