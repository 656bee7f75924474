"""Incidents as rows of the register: those of each run, with the findings that belong to them."""

from __future__ import annotations

import hashlib
import json
from itertools import islice
from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit.check import Stake
from feeaudit.register.database_schema import FACTS, INCIDENT_FACTS
from feeaudit.register.history import canonical, digest_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    import pandas as pd

Row = tuple[Any, ...]
PARTS: Final = {"table": "tables", "game": "games", "player": "players", "check": "checks"}
_RANKS: Final = {str(stake): place for place, stake in enumerate(Stake)}
_PLACE: Final = {name: place for place, name in enumerate(FACTS)}
_QUOTED = ", ".join(f'"{name}"' for name in INCIDENT_FACTS)


def incident_rows(incidents: pd.DataFrame, findings: Sequence[Row]) -> list[Row]:
    """Return the incidents of a run as rows of plain values, in the order of INCIDENT_FACTS.

    A finding that no incident claims is one by itself, so that none is in no list.
    """
    by_id = {str(row[0]): row for row in findings}
    records = incidents.to_dict("records") if len(incidents) else []
    told = [
        _row(each, [by_id[name] for name in each["findings"] if name in by_id]) for each in records
    ]
    claimed = {name for each in records for name in each["findings"]}
    return told + alone([row for name, row in by_id.items() if name not in claimed])


def alone(findings: Iterable[Row]) -> list[Row]:
    """Return findings as incidents of their own."""
    return [_row(_by_itself(row), [row]) for row in findings]


def _by_itself(row: Row) -> dict[str, Any]:
    from feeaudit.audit.checks import REGISTRY  # noqa: PLC0415 - pandas is heavy

    known = REGISTRY.get(_of(row, "check"))
    hand = _of(row, "hand_id")
    return {
        "id": hashlib.sha256(f"alone\x1f{row[0]}".encode()).hexdigest()[:12],
        "cause": "alone",
        "stake": str(known.stake if known else Stake.RECORDS),
        "sure": "exact",
        "verdict": _of(row, "verdict"),
        "sentence": _of(row, "message"),
        "tables": [_of(row, "table")] if _of(row, "table") else [],
        "first": _of(row, "at"),
        "last": max(_of(row, "at"), _of(row, "until")),
        "first_hand": hand,
        "last_hand": hand,
        "hands": int(bool(hand)),
        "checks": {_of(row, "check"): 1},
        "over": max(_of(row, "over"), 0),
        "under": max(_of(row, "under"), 0),
        "next_step": known.next_step if known else "",
        "doubt": "",
    }


def _of(row: Row, name: str) -> Any:
    return row[_PLACE[name]]


def _row(told: Mapping[str, Any], members: Sequence[Row]) -> Row:
    lists = {
        "tables": [str(each) for each in told["tables"]],
        "games": sorted({_of(row, "game") for row in members} - {""}),
        "players": sorted({_of(row, "player") for row in members} - {""}),
        "checks": {str(name): int(count) for name, count in told["checks"].items()},
        "members": [str(row[0]) for row in members],
    }
    facts = {
        **{name: str(told[name] or "") for name in ("id", "cause", "stake", "sure", "verdict")},
        **{name: str(told[name] or "") for name in ("sentence", "next_step", "doubt")},
        **{name: str(told[name] or "") for name in ("first_hand", "last_hand")},
        **{name: int(told[name]) for name in ("first", "last", "hands", "over", "under")},
        **{name: canonical(each) for name, each in lists.items()},
        "rank": _RANKS.get(str(told["stake"]), len(_RANKS)),
    }
    return tuple(facts[name] for name in INCIDENT_FACTS)


def incidents_digest(rows: Iterable[Row]) -> str:
    """Return one digest over all incidents of a run, in their order."""
    lines = (hashlib.sha256(json.dumps(list(row)).encode()).hexdigest() for row in rows)
    return digest_of("\n".join(lines))


def store_incidents(
    connection: sqlite3.Connection, scope: tuple[str, str], run: int, rows: Sequence[Row]
) -> None:
    """Store the incidents of a run, and say of each finding that it saw in which it is."""
    first = connection.execute("SELECT coalesce(max(number), 0) + 1 FROM incidents").fetchone()[0]
    marks = ", ".join("?" for _ in INCIDENT_FACTS)
    numbered = list(enumerate(rows, first))
    connection.executemany(
        f"INSERT INTO incidents (number, run, cardroom, day, {_QUOTED}, standing, open, counsel,"  # noqa: S608
        f" waived_until, open_over, open_under, money, person) VALUES (?, ?, ?, ?, {marks},"
        " 'open', 0, 0, '', 0, 0, 0, '')",
        [(number, run, *scope, *row) for number, row in numbered],
    )
    connection.executemany(
        "INSERT INTO incident_parts VALUES (?, ?, ?)",
        [part for number, row in numbered for part in parts_of(number, row)],
    )
    connection.executemany(
        "UPDATE findings SET incident = ? WHERE id = ? AND cardroom = ? AND day = ?",
        [(number, name, *scope) for number, row in numbered for name in members_of(row)],
    )


def members_of(row: Row) -> list[str]:
    """Return the ids of the findings of an incident."""
    found: list[str] = json.loads(row[INCIDENT_FACTS.index("members")])
    return found


def parts_of(number: int, row: Row) -> Iterator[tuple[str, str, int]]:
    """Yield what an incident can be found by: its tables, games, players and checks."""
    for part, column in PARTS.items():
        for value in json.loads(row[INCIDENT_FACTS.index(column)]):
            yield part, str(value), number


def incident_problems(connection: sqlite3.Connection, most: int) -> Iterator[str]:
    """Yield where the incidents of a run are not those that its entry vouches for."""
    broken = [*_unvouched(connection)]
    yield from broken[:most]
    if broken:
        return
    members: dict[int, dict[str, int]] = {}
    parts: set[tuple[str, str, int]] = set()
    sql = f"SELECT number, run, {_QUOTED} FROM incidents"  # noqa: S608 - our own columns
    for number, run, *facts in connection.execute(sql):
        members.setdefault(run, {}).update(dict.fromkeys(members_of(tuple(facts)), number))
        parts.update(parts_of(number, tuple(facts)))
    wrong = (
        row
        for row in connection.execute("SELECT id, day, last_run, incident FROM findings")
        if members.get(row["last_run"], {}).get(row["id"], 0) != row["incident"]
    )
    for row in islice(wrong, most):
        yield f"finding {row['id']} of {row['day']}: not in the incident that its run put it in"
    if parts != {tuple(row) for row in connection.execute("SELECT * FROM incident_parts")}:
        yield "incident_parts: not what the incidents are about"


def _unvouched(connection: sqlite3.Connection) -> Iterator[str]:
    """Yield runs whose incidents were changed, and incidents that are not where they belong."""
    runs = {
        number: (digest, (room, day))
        for number, digest, room, day in connection.execute(
            "SELECT number, incidents_digest, cardroom, day FROM runs"
        )
    }
    found: dict[int, list[Row]] = {}
    sql = f"SELECT number, run, cardroom, day, {_QUOTED} FROM incidents ORDER BY number"  # noqa: S608
    last = 0
    for place, (number, run, room, day, *facts) in enumerate(connection.execute(sql), 1):
        if number != place or run not in runs or run < last or (room, day) != runs[run][1]:
            yield f"incident {facts[0]} of {day}: does not match the run that reported it"
            return
        last = run
        found.setdefault(run, []).append(tuple(facts))
    for run, (digest, scope) in runs.items():
        # Before version 4 a run that was superseded had none recorded.
        if digest != _digest(found.get(run, [])) and (digest or run in found):
            yield f"{' '.join(scope)}: its incidents are not those that were recorded"


def _digest(rows: Sequence[Row]) -> str:
    """Return the digest of incidents; of some with what no run writes, none."""
    try:
        return incidents_digest(rows)
    except TypeError:
        return ""
