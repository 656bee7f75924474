"""Which day a time belongs to, where a sheet gives only the time of day.

A night runs past midnight, so a time of day goes on from the latest one above it: it is taken on
the day on which it comes after that one, up to 18 hours later. Beyond that the row is out of order
and the time is taken before it. What is out of order, or leaves a long gap, is reported.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from feeaudit.core.dialect import clock, midnight
from feeaudit.intake.profiles.model import NEVER, ROWS

_DAY = timedelta(days=1)
_FURTHEST = timedelta(hours=18)
_LONG = timedelta(hours=12)

BACKWARDS = "time runs backwards"
GAP = "long gap"


@dataclass(slots=True)
class Days:
    """The running day of each table of a sheet."""

    rule: str
    latest: dict[str, tuple[date, datetime]] = field(default_factory=dict)

    def placed(self, stated: date, of_day: timedelta, group: str, *, dated: bool) -> Placed:
        """Return when a time of day is, given the day the row or the sheet states."""
        literal = midnight(stated) + of_day
        rule = self.rule or (NEVER if dated else ROWS)
        if rule not in {NEVER, ROWS}:
            return Placed(literal + (_DAY if of_day < clock(rule) else timedelta()))
        before = self.latest.get(group)
        if before is None or before[0] != stated or of_day >= _DAY:
            self.latest[group] = (stated, literal)
            return Placed(literal)
        _, latest = before
        if rule == NEVER:
            self.latest[group] = (stated, literal)
            return Placed(literal, BACKWARDS if latest - literal > _LONG else "")
        found = following(latest, literal)
        if found.at < midnight(stated):
            found = Placed(found.at + _DAY, GAP)
        if found.at >= latest:
            self.latest[group] = (stated, found.at)
        return found


@dataclass(frozen=True, slots=True)
class Placed:
    """A time on its day, and what is odd about it."""

    at: datetime
    oddity: str = ""


def following(latest: datetime, literal: datetime) -> Placed:
    """Return a time of day on the day that lets it follow another time."""
    ahead = (literal - latest) % _DAY
    if ahead > _FURTHEST:
        return Placed(latest - (_DAY - ahead), BACKWARDS)
    return Placed(latest + ahead, GAP if ahead > _LONG else "")
