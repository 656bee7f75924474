"""The incidents of a night, as the reports of its current runs have them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown
from feeaudit.register.queries import latest_day
from feeaudit.register.runs import current_run, rooms_of_day

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.store import Store


def incidents_of_day(
    store: Store, connection: sqlite3.Connection, day: str = ""
) -> tuple[str, list[dict[str, Any]]]:
    """Return a gaming day (the latest by default) and its incidents, cardroom by cardroom."""
    day = day or latest_day(connection)
    found: list[dict[str, Any]] = []
    for room in rooms_of_day(connection, day):
        run = current_run(connection, room, day)
        if run is not None:
            found += _of_report(store, room, day, int(run["run"]))
    return day, found


def _of_report(store: Store, room: str, day: str, run: int) -> list[dict[str, Any]]:
    path = store.report(room, day, run) / "findings.json"
    try:
        incidents: list[dict[str, Any]] = json.loads(path.read_bytes())["incidents"]
    except OSError:
        raise Unknown(f"the report of {room}, {day} is gone; audit the night again") from None
    except (ValueError, KeyError):
        raise Unknown(
            f"the report of {room}, {day} is of an earlier feeaudit and has no incidents;"
            " audit the night again"
        ) from None
    return incidents
