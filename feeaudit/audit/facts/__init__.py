"""Facts: what a log shows of its tables, whether or not a check finds fault with it.

Reports draw their charts, timelines and lists of schedules from these frames.
"""

from __future__ import annotations

from feeaudit.audit.facts.assembly import facts_of
from feeaudit.audit.facts.frames import (
    ACTIVITY,
    BANKING,
    DROPS,
    OFFERS,
    SCHEDULES,
    Facts,
    no_facts,
)
from feeaudit.audit.facts.merge import merged

__all__ = [
    "ACTIVITY",
    "BANKING",
    "DROPS",
    "OFFERS",
    "SCHEDULES",
    "Facts",
    "facts_of",
    "merged",
    "no_facts",
]
