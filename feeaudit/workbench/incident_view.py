"""An incident of the register in the words that reports use of it."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from feeaudit.audit.incidents import CAUSES
from feeaudit.core.money import decimal
from feeaudit.report.incident_words import incident_words
from feeaudit.report.plain_values import moment

if TYPE_CHECKING:
    from feeaudit.report.incident_words import IncidentWords
    from feeaudit.report.voice import Voice

_UTC = "UTC"
Fields = Mapping[str, Any] | sqlite3.Row
"""A row by the names of its columns, as the database or a dictionary has it."""


def row_words(row: Mapping[str, Any], zone: str, voice: Voice) -> IncidentWords:
    """Return an incident of the register in words; ``row`` has its lists parsed."""
    told = {
        **{name: row[name] for name in ("id", "cause", "stake", "sure", "verdict", "sentence")},
        **{
            name: row[name]
            for name in ("cardroom", "tables", "hands", "checks", "next_step", "doubt")
        },
        "first": moment(row["first"], zone) or None,
        "last": moment(row["last"], zone) or None,
        "findings": row["members"],
        "over": decimal(row["over"]),
        "under": decimal(row["under"]),
    }
    return incident_words(told, voice)


def cause_title(cause: str) -> str:
    """Return what a cause is called."""
    return CAUSES[cause].title if cause in CAUSES else cause


def zone_of_run(connection: sqlite3.Connection, run: int) -> str:
    """Return the zone of the clocks that a run's times were read by."""
    row = connection.execute("SELECT zone FROM run_zones WHERE number = ?", (run,)).fetchone()
    return str(row["zone"]) if row else _UTC
