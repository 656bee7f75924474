"""FEE-MOMENT: a fee was taken at another moment than the terms state.

Finding     the terms take the fee before the deal, the log says after the flop
Review      one reading of the print takes it before the deal, the log says after the flop, and
            another reading takes it then or states no moment
No finding  the terms state no moment (untested), or the log's moment is the stated one
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.fees.findings import fee_cover
from feeaudit.audit.fees.moments import (
    LEFT_OUT,
    OPEN,
    UNTOLD,
    WRONG,
    moment_levies,
    moment_verdicts,
)
from feeaudit.audit.findings import Citation, find, log_rows
from feeaudit.book.views import stretches
from feeaudit.book.vocabulary import MOMENT_WORDS
from feeaudit.rules.fee_doubts import moment_doubts

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.contexts import Context


@check(
    id="FEE-MOMENT",
    title="Fee taken at a different time than the terms state",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("collections", "collections.moment"),
    next_step="Remind dealers when the fee for this option must be taken.",
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
    wrong = np.flatnonzero((verdict == WRONG) | (verdict == OPEN))
    told = _Told(case)
    found = find(
        wrong,
        tell=told.sentence,
        cite=told.citation,
        review=verdict[wrong] == OPEN,
        hand=hand[wrong],
        seat=words_of(case.collections, "seat", wrong),
        player=words_of(case.collections, "player", wrong),
        payer=words_of(case.collections, "payer", wrong),
        taken=case.collections["amount"].to_numpy()[wrong],
        **log_rows(case.collections, wrong),
    )
    found["doubt"] = [told.doubt(row) if verdict[row] == OPEN else "" for row in wrong.tolist()]
    return cover.outcome(found)


class _Said(NamedTuple):
    """What is printed of when a fee is taken: in words, the lines, and what is in doubt."""

    terms: str
    citation: Citation
    doubt: str


class _Told:
    """Tells of collections what their terms state, worked out once for each kind."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._context = case.hands["context"].to_numpy()
        self._said: dict[tuple[int, str, str], _Said] = {}

    def sentence(self, row: int) -> str:
        """Return when a fee was taken and what the terms say."""
        record = self._case.collections.iloc[row]
        payer = str(record["payer"]).replace("_", "-")
        return f"{payer}: the fee was taken {MOMENT_WORDS[record['moment']]}; {self._of(row).terms}"

    def citation(self, row: int) -> Citation:
        """Return the lines that state the moment."""
        return self._of(row).citation

    def doubt(self, row: int) -> str:
        """Return the anomalies that leave the moment open."""
        return self._of(row).doubt

    def _of(self, row: int) -> _Said:
        record = self._case.collections.iloc[row]
        key = (int(self._context[record["hand"]]), str(record["payer"]), str(record["fee"]))
        if key not in self._said:
            self._said[key] = _said(self._case.contexts[key[0]], *key[1:])
        return self._said[key]


def _said(context: Context, payer: str, fee: str) -> _Said:
    levies = moment_levies(context, payer, fee)
    moments = sorted({moment for levy in levies for moment in levy.moments})
    when = " or ".join(MOMENT_WORDS[each] for each in moments)
    terms = f"the terms say {when}"
    if any(not levy.moments for levy in levies):
        terms = f"one reading of the terms says {when}, another states no time"
    elif len({levy.moments for levy in levies}) > 1:
        terms += ", depending on how the schedule is read"
    lines = dict.fromkeys(line for levy in levies for line in levy.moment_lines)
    document = context.document
    doubt = ", ".join(moment_doubts(context, {levy.component for levy in levies}))
    return _Said(terms, Citation(stretches(sorted(lines)), document), doubt)
