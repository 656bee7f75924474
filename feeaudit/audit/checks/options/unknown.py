"""OPT-UNKNOWN: the option is not approved for this cardroom, game and day.

Finding     option 40 of EZ Baccarat Panda 8, where the schedule in force prints options 1 to 15
Finding     an option of an edition that came into force later, or had ended
Finding     a day on which the site has no edition of the schedule in force
No finding  option 15, the last one printed
Finding     a game of the book that this cardroom does not have
Review      a limit that fits more options than can be told apart, once a table with its hands
No finding  a hand whose option the log does not state: it is untested
No finding  a game that nobody can name: LOG-VALUE tells of it once, and its hands are untested
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find
from feeaudit.audit.options.approvals import SEVERAL, Refusal, refused_hands, refused_postings
from feeaudit.audit.options.placards import placards_of, whereabouts
from feeaudit.audit.records.unknown_names import UNNAMED, set_aside_names, unknown_names

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


@check(
    id="OPT-UNKNOWN",
    title="Option not approved",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("hands.option",),
    next_step="Find out which approved option was in use, or stop using this option.",
)
def not_approved(case: Case) -> Outcome:
    """The option is not approved for this cardroom, game and day."""
    cover = Cover(case.every_hand)
    unstated = case.of_contexts(lambda each: each.kind == "unstated")
    cover.set_aside(unstated, "the log does not say which option was in use")
    unclear = unknown_names(case, SEVERAL, review=True)
    cover.keep(unclear["hand"].to_numpy())
    set_aside_names(cover, case, (*UNNAMED, *SEVERAL))
    hands, why = refused_hands(case)
    places, why_posted = refused_postings(case)
    where = whereabouts(case, placards_of(case), places) if len(places) else {}
    return cover.outcome(
        _findings(why, hand=hands), unclear, _findings(why_posted, opening="posted: ", **where)
    )


def _findings(refusals: list[Refusal], opening: str = "", **where: Any) -> pd.DataFrame:
    return find(
        refusals,
        tell=lambda each: f"{opening}{each.problem}",
        cite=lambda each: (each.lines, each.document),
        review=np.array([each.review for each in refusals], dtype=bool),
        doubt=[each.doubt for each in refusals],
        **where,
    )
