"""Putting logs together: their tables one below the other, each record still with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.intake.log import Log
from feeaudit.intake.tables import SOURCE, TABLES, joined

if TYPE_CHECKING:
    from collections.abc import Sequence


def joint_log(logs: Sequence[Log]) -> Log:
    """Return several logs as one; records point to the sources of all of them."""
    if len(logs) == 1:
        return logs[0]
    tables = {}
    for name in TABLES:
        parts = [_shifted(log, name, start) for log, start in zip(logs, _starts(logs), strict=True)]
        given = [part for part in parts if part is not None]
        if given:
            tables[name] = joined(given)
    sources = tuple(source for log in logs for source in log.sources)
    faults = tuple(fault for log in logs for fault in log.faults)
    return Log(tables, sources, faults, logs[0].zone)


def _starts(logs: Sequence[Log]) -> list[int]:
    starts = [0]
    for log in logs[:-1]:
        starts.append(starts[-1] + len(log.sources))
    return starts


def _shifted(log: Log, name: str, start: int) -> pa.Table | None:
    table = log.tables.get(name)
    if table is None:
        return None
    place = table.schema.get_field_index(SOURCE)
    moved = pc.add(table.column(place), pa.scalar(start, pa.int32()))
    return table.set_column(place, table.schema.field(place), moved)
