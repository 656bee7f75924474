"""The latest gaming day of a store as its reports say it first: figures, then incidents."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.core.problem import Unknown
from feeaudit.register.incident_reports import reports_of_day
from feeaudit.report.first_screen import Figure, added_up, figures_of
from feeaudit.report.incident_words import IncidentGroup, incident_groups

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.store import Store
    from feeaudit.report.voice import Voice

# The gravest; the report of the night has all.
_SHOWN: Final = 12
# What the register knows better than the report: decisions are made after it.
_OF_REGISTER: Final = ("hands", "violations", "reviews", "over", "under", "waived")


class LatestNight(NamedTuple):
    """Figures and incidents of the latest gaming day, over all its cardrooms.

    Both are empty where a report is gone or of an earlier version; ``why`` then says so.
    """

    figures: list[Figure]
    groups: list[IncidentGroup]
    why: str = ""


NO_NIGHT: Final = LatestNight([], [])


def latest_night(
    store: Store, connection: sqlite3.Connection, facts: dict[str, Any], voice: Voice
) -> LatestNight:
    """Return the first screen of the latest gaming day."""
    if not facts["as_of"]:
        return NO_NIGHT
    try:
        reports = reports_of_day(store, connection, facts["as_of"])
    except Unknown as why:
        return LatestNight([], [], str(why))
    nights = {each["cardroom"]: each for each in facts["nights"] if each["day"] == facts["as_of"]}
    counts = [
        each.summary | {name: nights[each.cardroom][name] for name in _OF_REGISTER}
        for each in reports
        if each.cardroom in nights
    ]
    incidents = [incident for each in reports for incident in each.incidents]
    return LatestNight(figures_of(added_up(counts)), incident_groups(incidents, voice, _SHOWN))
