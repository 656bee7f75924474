"""paper-doubt: one question of the paper, and all the hands it leaves open.

Findings for review that name the same doubt are one question for the Bureau, at whatever tables
and however often. So is a game for which no schedule is printed at all.

Incident     two readings of a tier, on 400 hands at twelve tables: one question
Not this one  a fee that fits no reading: that is a violation, whatever the doubt
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted
from feeaudit.audit.coded_findings import combined

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints


def _told(found: Gathered) -> tuple[Sure, str]:
    many = counted(found.hands, "hand") if found.hands else counted(found.findings, "finding")
    return Sure.EXACT, f"The approved documents do not settle {many}; first: {found.message}"


def _question(found: Gathered) -> tuple[object, ...]:
    if found.doubt:
        return found.cardroom, found.doubt
    return found.cardroom, found.game, found.option


@cause(
    id="paper-doubt",
    title="A question the approved documents leave open",
    next_step="Ask the Bureau once; then settle the question in feeaudit.toml on the authority"
    " of the answer.",
    lasting=_question,
    tell=_told,
)
def left_open(found: CodedFindings) -> Ints:
    """Claim findings for review that name a doubt, or lack a schedule."""
    review, doubt = found["violation"] == 0, found["doubt"]
    game, option = (np.where(doubt < 0, found[name], -2) for name in ("game", "option"))
    question = combined([found["cardroom"], doubt, game, option])
    return np.where(review & ((doubt >= 0) | found.of("OPT-UNKNOWN")), question, -1)
