"""Facts: what a log shows of its tables, whether or not a check finds fault with it.

Reports draw their charts, timelines and lists of schedules from these frames.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.facts.activity import activity_of
from feeaudit.audit.facts.banking import banking_of, offers_of
from feeaudit.audit.facts.drops import drops_of
from feeaudit.audit.facts.frames import (
    ACTIVITY,
    BANKING,
    DROPS,
    OFFERS,
    SCHEDULES,
    SHORTFALLS,
    Facts,
    frame_of,
    no_facts,
)
from feeaudit.audit.facts.merge import merged
from feeaudit.audit.facts.schedules import schedules_of

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case

__all__ = [
    "ACTIVITY",
    "BANKING",
    "DROPS",
    "OFFERS",
    "SCHEDULES",
    "SHORTFALLS",
    "Facts",
    "banking_and_offers",
    "facts_of",
    "merged",
    "no_facts",
]


def facts_of(
    case: Case,
    findings: pd.DataFrame,
    shortfalls: pd.DataFrame | None = None,
    *,
    everything: bool = True,
) -> Facts:
    """Return the facts of a case.

    Who banked and to whom the position was offered is told of every table and day, or only of
    those that ``findings`` of the rotation are about. ``shortfalls`` come from whoever explains
    findings.
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
        shortfalls=frame_of(SHORTFALLS, {}) if shortfalls is None else shortfalls,
    )


def banking_and_offers(case: Case) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return who banked and to whom the position was offered, at every table and on every day."""
    return banking_of(case, None), offers_of(case, None)
