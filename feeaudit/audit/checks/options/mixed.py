"""OPT-MIXED: two games or options at one table at once, or changed inside a hand.

Finding     a hand of option 2 begins while a hand of option 1 at the same table goes on
Finding     another option is posted strictly inside a hand
No finding  option 2 is posted, and used, from the moment the hand of option 1 ends
No finding  the hand's own option is posted at that moment too
No finding  the table moves within one price list as players come and go
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import Citation, find
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.options.clashes import Clash, clashes
from feeaudit.book.views import stretches
from feeaudit.rules.contexts import setting_text

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="OPT-MIXED",
    title="Two options at one table at the same time",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("hands.ended_at", "hands.option"),
    next_step="Run one posted option per table; change the option and the placard only between"
    " hands.",
)
def two_at_once(case: Case) -> Outcome:
    """Two games or options were run at one table at once, or changed inside a hand."""
    found, cover = clashes(case), Cover(case.every_hand)
    hands = np.array([each.hand for each in found], dtype=np.int64)
    cover.keep(hands)
    cover.lacks(case.lacking("hands.ended_at"))
    if "ended_at" in case.hands:
        cover.set_aside(case.hands["ended_at"].to_numpy() == MISSING, "hands.ended_at is blank")
    unstated = case.of_contexts(lambda each: each.kind == "unstated")
    cover.set_aside(unstated, "the log does not say which option was in use")
    findings = find(
        found,
        tell=partial(_sentence, case),
        cite=partial(_cited, case),
        hand=hands,
        **_posted_in(case, found),
    )
    return cover.outcome(findings)


def _sentence(case: Case, clash: Clash) -> str:
    own, other = setting_text(clash.own), setting_text(clash.other)
    if clash.posting >= 0:
        return f"{other} was posted in the middle of a hand of {own}"
    earlier = f"hand {case.hands['hand_id'].iloc[clash.during]} of {other}"
    return f"{own} began while {earlier} was still in progress at the table"


def _posted_in(case: Case, found: list[Clash]) -> dict[str, Any]:
    """Return where the log has the postings; -1 for what is seen from the hands themselves."""
    rows = [each.posting for each in found]
    return {name: np.append(case.postings[name].to_numpy(), -1)[rows] for name in ("source", "row")}


def _cited(case: Case, clash: Clash) -> Citation:
    """Return where one option at a time is asked for, as far as the schedule says so."""
    context = case.contexts[case.hands["context"].to_numpy()[clash.hand]]
    if context.cardroom is None:
        return Citation()
    rules = context.rules("one_option")
    lines = stretches({line for rule in rules for line in rule.lines})
    return Citation(lines, context.cardroom.document)
