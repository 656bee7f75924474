"""Gathering the facts of a case: all of its frames, from the joins that the checks share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.facts.activity import activity_of
from feeaudit.audit.facts.banking import banking_of, offers_of
from feeaudit.audit.facts.drops import drops_of
from feeaudit.audit.facts.frames import Facts, no_facts
from feeaudit.audit.facts.schedules import schedules_of

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case


def facts_of(case: Case, findings: pd.DataFrame, *, everything: bool = True) -> Facts:
    """Return the facts of a case.

    Who banked and to whom the position was offered is told of every table and day, or only of
    those that ``findings`` of the rotation are about.
    """
    if not len(case.hands):
        return no_facts()
    about = None if everything else findings
    return Facts(
        activity=activity_of(case),
        banking=banking_of(case, about),
        offers=offers_of(case, about),
        drops=drops_of(case),
        schedules=schedules_of(case),
    )
