"""A gaming day as the archive holds it: the logs that its audit was made of, read again."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.nightly.day_log import day_log
from feeaudit.nightly.gaming_days import days_of, part_of
from feeaudit.nightly.input_log import ReadOptions, read_input
from feeaudit.nightly.workers import ArchivedInput
from feeaudit.register.archive import kept
from feeaudit.register.inputs import inputs_of_day

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.audit.parts.executor import AuditInputs
    from feeaudit.intake.log import Log
    from feeaudit.register.store import Store


def archived_input(store: Store, row: sqlite3.Row) -> ArchivedInput | None:
    """Return an input as it is archived; None where it, or the profile it was read by, is gone."""
    thing = kept(store, row["digest"])
    profile = kept(store, row["profile"]) if row["profile"] else None
    if thing is None or (row["profile"] and profile is None):
        return None
    return ArchivedInput(
        number=row["number"],
        thing=thing,
        profile=None if profile is None else (profile.name, profile.read_bytes()),
        constants=json.loads(row["constants"]),
        zone=row["zone"],
        day_starts=row["day_starts"],
    )


def logs_of_day(
    store: Store, connection: sqlite3.Connection, cardroom: str, day: str, inputs: AuditInputs
) -> tuple[Log, ...]:
    """Return the logs of a cardroom's gaming day; raise Unknown where the archive lacks them."""
    parts = []
    for row in inputs_of_day(connection, cardroom, day):
        found = archived_input(store, row)
        if found is None:
            raise Unknown(f"{row['name']} is no longer in the archive")
        profiles = (found.profile,) if found.profile else ()
        options = ReadOptions(found.zone, inputs.book, profiles, found.constants)
        then = replace(inputs.config, zone=found.zone, gaming_day_starts=found.day_starts)
        log = read_input(found.thing, options).log
        parts.append(part_of(days_of(log, inputs.book, then), cardroom, day)[0])
    return day_log(parts).logs if parts else ()
