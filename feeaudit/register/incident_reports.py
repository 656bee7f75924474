"""The incidents of a night, as the reports of its current runs have them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from feeaudit.core.problem import Unknown
from feeaudit.register.queries import latest_day
from feeaudit.register.runs import current_run, rooms_of_day
from feeaudit.report.json_text import read_start

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.store import Store


class NightReport(NamedTuple):
    """What the report of a night says first: the counts of its summary, and its incidents."""

    cardroom: str
    summary: dict[str, Any]
    incidents: list[dict[str, Any]]


def incidents_of_day(
    store: Store, connection: sqlite3.Connection, day: str = ""
) -> list[dict[str, Any]]:
    """Return the incidents of a gaming day (the latest by default), cardroom by cardroom."""
    found = reports_of_day(store, connection, day or latest_day(connection))
    return [incident for each in found for incident in each.incidents]


def reports_of_day(store: Store, connection: sqlite3.Connection, day: str) -> list[NightReport]:
    """Return the reports of a gaming day's current runs; raise Unknown where one has nothing."""
    found = []
    for room in rooms_of_day(connection, day):
        run = current_run(connection, room, day)
        if run is not None:
            found.append(_report(store, room, day, int(run["run"])))
    return found


def _report(store: Store, room: str, day: str, run: int) -> NightReport:
    path = store.report(room, day, run) / "findings.json"
    try:
        head, incidents = read_start(path, "incidents")
        return NightReport(room, head["summary"], incidents)
    except OSError:
        raise Unknown(f"the report of {room}, {day} is missing; audit the night again") from None
    except (ValueError, KeyError):
        raise Unknown(
            f"the report of {room}, {day} was made by an earlier feeaudit and has no incidents;"
            " audit the night again"
        ) from None
