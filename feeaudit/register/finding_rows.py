"""Findings as rows of the register: the same finding of the same gaming day is the same row."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING, Any

from feeaudit.register.database_schema import FACTS, IN_ANY_STATE, NUMBERS, SUBSTANCE
from feeaudit.register.history import canonical, digest_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping, Sequence

    import pandas as pd

Row = tuple[Any, ...]
_QUOTED = ", ".join(f'"{name}"' for name in FACTS)
_PLACES = [FACTS.index(name) for name in SUBSTANCE]
_REPLACED = ", ".join(f'"{name}" = excluded."{name}"' for name in FACTS if name != "id")


def rows_of(findings: pd.DataFrame) -> list[Row]:
    """Return the findings of a run as rows of plain values, in the order of FACTS."""
    columns = [
        findings[name].astype("int64").tolist()
        if name in NUMBERS
        else [str(each) for each in findings[name].tolist()]
        for name in FACTS
    ]
    return list(zip(*columns, strict=True))


def row_digest(row: Row) -> bytes:
    """Return a digest of everything a run says of a finding."""
    return hashlib.sha256(json.dumps(list(row)).encode()).digest()[:16]


def findings_digest(digests: Mapping[str, bytes]) -> str:
    """Return one digest over all findings of a run, by id and content."""
    lines = sorted(f"{name} {digest.hex()}" for name, digest in digests.items())
    return digest_of("\n".join(lines))


def changes_between(before: Mapping[str, Row], rows: Iterable[Row]) -> list[dict[str, str]]:
    """Return what a run changes about a day: findings new, gone, and changed in substance."""
    after = {str(row[0]): tuple(row[place] for place in _PLACES) for row in rows}
    found = []
    for name in sorted({*before, *after}):
        if name not in before:
            found.append(_change(name, "new", "", _told(after[name])))
        elif name not in after:
            found.append(_change(name, "gone", _told(before[name]), ""))
        elif before[name] != after[name]:
            found.append(_change(name, "changed", _told(before[name]), _told(after[name])))
    return found


def _change(finding: str, change: str, before: str, after: str) -> dict[str, str]:
    return {"finding": finding, "change": change, "before": before, "after": after}


def _told(values: Row) -> str:
    return canonical(dict(zip(SUBSTANCE, values, strict=True)))


def substance_of_run(connection: sqlite3.Connection, run: int) -> dict[str, Row]:
    """Return the substance of the findings that a run saw, where it is the day's current one."""
    names = ", ".join(f'findings."{name}"' for name in SUBSTANCE)
    sql = (
        f"SELECT findings.id, {names} FROM runs JOIN findings"  # noqa: S608 - our own columns
        " ON findings.cardroom = runs.cardroom AND findings.day = runs.day"
        f" WHERE runs.number = ? AND last_run = runs.number AND {IN_ANY_STATE}"
    )
    return {str(row[0]): tuple(row[1:]) for row in connection.execute(sql, (run,))}


def store_rows(
    connection: sqlite3.Connection,
    scope: tuple[str, str],
    run: int,
    rows: Sequence[Row],
    digests: Mapping[str, bytes],
) -> None:
    """Store what a run found: known findings keep their row and their first run."""
    marks = ", ".join("?" for _ in FACTS)
    sql = (
        f"INSERT INTO findings (cardroom, day, {_QUOTED}, first_run, last_run, state,"  # noqa: S608
        f" waived_until) VALUES (?, ?, {marks}, ?, ?, 'open', '')"
        f" ON CONFLICT (id, cardroom, day) DO UPDATE SET {_REPLACED},"
        " last_run = excluded.last_run, state = 'open'"
    )
    connection.executemany(sql, [(*scope, *row, run, run) for row in rows])
    seen = connection.execute(
        f"SELECT id, number FROM findings WHERE cardroom = ? AND day = ? AND last_run = ?"  # noqa: S608
        f" AND {IN_ANY_STATE} ORDER BY number",
        (*scope, run),
    ).fetchall()
    sightings = [(run, number, digests[name]) for name, number in seen]
    connection.executemany("INSERT INTO sightings VALUES (?, ?, ?)", sightings)
