"""FEE-MOMENT: a fee was taken at another moment than the terms state.

Finding     the terms take the fee before the deal, the log says after the flop
No finding  the terms state no moment (untested), or the log's moment is the stated one
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.fees.findings import fee_cover
from feeaudit.audit.fees.moments import LEFT_OUT, UNTOLD, moment_verdicts, stated_moments
from feeaudit.audit.findings import find, log_rows
from feeaudit.rules.levies import class_of

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


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
    fees = fee_cover(case)
    if fees.lacks(case.lacking("collections.moment")):
        return fees.outcome()
    verdict, hand = moment_verdicts(case), case.collections["hand"].to_numpy()
    cover = Cover(case.no_hand, fees.untested)
    cover.take_up(hand[verdict != LEFT_OUT])
    cover.keep(hand[verdict >= 0])
    for kind, why in UNTOLD.items():
        cover.set_aside(hand[verdict == kind], why)
    wrong = np.flatnonzero(verdict == 0)
    return cover.outcome(
        find(
            wrong,
            tell=partial(_sentence, case),
            hand=hand[wrong],
            payer=words_of(case.collections, "payer", wrong),
            taken=case.collections["amount"].to_numpy()[wrong],
            **log_rows(case.collections, wrong),
        )
    )


def _sentence(case: Case, row: int) -> str:
    record = case.collections.iloc[row]
    context = case.contexts[int(case.hands["context"].to_numpy()[record["hand"]])]
    payer = str(record["payer"])
    stated = dict(stated_moments(context)).get(class_of(payer, str(record["fee"])), ())
    moments = " or ".join(sorted(stated))
    sentence = f"the fee was taken {record['moment']}, the terms say {moments}"
    return f"{payer.replace('_', '-')}: {sentence.replace('_', ' ')}"
