"""FEE-MOMENT: a fee was taken at another moment than the terms state.

Finding     the terms take the fee before the deal, the log says after the flop
No finding  the terms state no moment (untested), or the log's moment is the stated one
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.audit.lanes import FEES, PAYERS, class_of
from feeaudit.audit.places import word_codes
from feeaudit.book.words import MOMENTS

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation

# The terms may allow any betting round; these words of the log are then all fine.
_ROUNDS = {"before_deal", "before_flop", "after_flop", "antes_posted", "any_round", "end_of_hand"}
_UNSTATED = "the terms state no moment"


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
    nothing = findings_frame()
    if not case.has("collections.moment"):
        return Outcome(nothing, case.no_hand, {case.lacking("collections.moment"): fees.tested})
    collections = case.collections
    words = list(map(str, collections["moment"].cat.categories))
    allowed = np.stack([_allowed(each, words) for each in case.situations])
    klass = _classes(collections)
    hand = collections["hand"].to_numpy()
    moment = collections["moment"].cat.codes.to_numpy()
    mine = (hand >= 0) & (moment >= 0) & (klass >= 0)
    mine &= fees.tested[np.maximum(hand, 0)] & (collections["amount"].to_numpy() > 0)
    rows = np.flatnonzero(mine)
    situation = case.hands["situation"].to_numpy()[hand[rows]]
    verdict = allowed[situation, klass[rows], moment[rows]]
    wrong = rows[verdict == 0]
    tested = case.no_hand.copy()
    tested[hand[rows[verdict >= 0]]] = True
    unstated = case.no_hand.copy()
    unstated[hand[rows[verdict < 0]]] = True
    findings = findings_frame(
        len(wrong),
        hand=hand[wrong].astype(np.int64),
        payer=collections["payer"].astype(object).to_numpy()[wrong],
        taken=collections["amount"].to_numpy()[wrong],
        message=np.array([_sentence(case, row, hand[row], words) for row in wrong], dtype=object),
        source=collections["source"].to_numpy()[wrong],
        row=collections["row"].to_numpy()[wrong],
    )
    return Outcome(findings, tested, {_UNSTATED: unstated & ~tested})


def _classes(collections: pd.DataFrame) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    payer = word_codes(collections, "payer", PAYERS)
    fee = word_codes(collections, "fee", FEES)
    return np.where((payer >= 0) & (fee >= 0), payer * len(FEES) + fee, -1)


def _allowed(
    situation: Situation, words: list[str]
) -> np.ndarray[tuple[int, int], np.dtype[np.int8]]:
    """Return for each class and word: 1 stated, 0 not stated, -1 where nothing can be said."""
    verdict = np.full((len(PAYERS) * len(FEES), len(words)), -1, dtype=np.int8)
    for klass, moments in _stated(situation).items():
        for place, word in enumerate(words):
            if word in MOMENTS:
                verdict[klass, place] = word in moments
    return verdict


def _stated(situation: Situation) -> dict[int, set[str]]:
    stated: dict[int, set[str]] = {}
    for plan in situation.plans:
        for ladder in plan.ladders:
            charge = plan.charge(ladder.component)
            if charge is None or not charge.moments:
                continue
            fee = ladder.component if ladder.component in FEES else "base"
            moments = set(charge.moments)
            if "any_round" in moments:
                moments |= _ROUNDS
            # Whoever makes up what the payer lacks pays the same fee at the same moment.
            for payer in filter(None, (charge.payer, charge.shortfall)):
                stated.setdefault(class_of(payer, fee), set()).update(moments)
    return stated


def _sentence(case: Case, row: int, hand: int, words: list[str]) -> str:
    collections = case.collections
    situation = case.situations[int(case.hands["situation"].to_numpy()[hand])]
    payer = str(collections["payer"].iloc[row])
    fee = str(collections["fee"].iloc[row])
    moments = " or ".join(sorted(_stated(situation).get(class_of(payer, fee), set())))
    logged = words[int(collections["moment"].cat.codes.iloc[row])]
    told = f"{payer}: the fee was taken {logged}, the terms say {moments}"
    return told.replace("_", " ")
