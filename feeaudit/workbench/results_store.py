"""The results of one audit as a store of their own, in a temporary folder, only to be looked at.

What ``findings.json`` says is recorded in a register as a night's run is, day by day, so that the
pages need to know nothing but stores. The results themselves are not touched.
"""

from __future__ import annotations

import json
from collections import defaultdict
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from feeaudit.audit.result import AuditResult
from feeaudit.core.money import cents
from feeaudit.core.problem import Unknown
from feeaudit.register.database_schema import FACTS, NUMBERS
from feeaudit.register.inputs import DayPart, Input, record_input
from feeaudit.register.runs import Audited, record_run
from feeaudit.register.store import make_store
from feeaudit.register.store_files import file_digest
from feeaudit.register.troubles import record_night
from feeaudit.register.upgrades import writable
from feeaudit.report.basis import Basis

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from feeaudit.register.store import Store

Row = dict[str, Any]
_MONEY: Final = frozenset({"owed", "owed_most", "taken", "over", "under"})
_TIMES: Final = frozenset({"at", "until"})
# When it was recorded says nothing here: nobody ever sees this register but the pages.
_AT: Final = "2000-01-01T00:00:00Z"
_FILES: Final = ("findings.json", "report.html", "report.pdf", "workpapers.xlsx")


def results_store(results: Path, folder: Path) -> Store:
    """Return a store in a folder that says what the results of an audit say."""
    path = results / "findings.json"
    try:
        document = json.loads(path.read_bytes())
        findings = [_finding(each) for each in document["findings"]]
        incidents = [_incident(each) for each in document["incidents"]]
        basis = Basis(**{name: document["basis"][name] for name in _BASIS})
        summary = document["summary"]
        hands, rooms = int(summary["hands"]), [str(each) for each in summary["cardrooms"]]
        first = str(summary["from"] or document["basis"]["date"])[:10]
    except FileNotFoundError:
        raise Unknown(f"{results} holds no findings.json; name the folder of an audit") from None
    except (KeyError, TypeError, ValueError, AttributeError, RecursionError):
        raise Unknown(f"{path} is not the findings.json of an audit; audit again") from None
    store = make_store(folder)
    days: dict[tuple[str, str], list[Row]] = defaultdict(list)
    for row in findings:
        days[row["cardroom"], row["day"] or first].append(row)
    for room in rooms:
        if not any(room == other for other, _ in days):
            days[room, first] = []
    tables = _tables(document)
    with writable(store, _AT) as connection:
        # Nothing here outlives the workbench; waiting for the disk would be for nothing.
        connection.execute("PRAGMA synchronous = OFF")
        for (room, day), rows in sorted(days.items()):
            share = hands if len(days) == 1 else tables.get(room, 0)
            _record(connection, results, basis, (room, day), rows, incidents, share)
        record_night(connection, max((day for _, day in days), default=first), (), _AT)
    return store


_BASIS: Final = ("date", "zone", "gaming_day_starts", "book", "configuration", "digest")


def _tables(document: Row) -> dict[str, int]:
    """Return how many hands each cardroom played; of several days nobody says which on which."""
    found: dict[str, int] = defaultdict(int)
    for row in document.get("tables", ()):
        found[str(row["cardroom"])] += int(row["hands"])
    return found


def _record(  # noqa: PLR0913, PLR0917 - each says one thing of the run
    connection: sqlite3.Connection,
    results: Path,
    basis: Basis,
    scope: tuple[str, str],
    rows: list[Row],
    incidents: list[Row],
    hands: int,
) -> None:
    room, day = scope
    taken = Input(f"{room} {day}", "", results.name, 0, zone=basis.zone)
    number = record_input(connection, taken, [DayPart(room, day, hands)], _AT)
    names = {row["id"] for row in rows}
    mine = [each for each in incidents if names & {*each["findings"]}]
    frame = pd.DataFrame(rows, columns=[*FACTS, "waiver", "title", "cardroom"])
    result = AuditResult(
        findings=frame,
        coverage=(),
        hands=hands,
        cardrooms=(room,),
        tables=len({row["table"] for row in rows}),
        first=0,
        last=0,
        over=int(frame["over"].clip(lower=0).sum()),
        under=int(frame["under"].clip(lower=0).sum()),
        incidents=pd.DataFrame(mine),
    )
    files = {name: file_digest(results / name) for name in _FILES if (results / name).is_file()}
    audited = Audited(room, day, 1, basis.date, result, basis, files, {number: hands})
    record_run(connection, audited, _AT)


def _finding(told: Row) -> Row:
    """Return a finding of the JSON as the register keeps it."""
    found: Row = {
        name: _number(name, told[name]) if name in NUMBERS else str(told[name] or "")
        for name in FACTS
    }
    room, day = str(told["cardroom"] or ""), str(told["day"] or "")
    return found | {"cardroom": room, "day": day, "waiver": str(told["waiver"] or ""), "title": ""}


def _number(name: str, value: Any) -> int:
    if value is None:
        return -1
    if name in _MONEY:
        return cents(str(value))
    return _micros(value) if name in _TIMES else int(value)


def _micros(text: Any) -> int:
    if not text:
        return -1
    return int(datetime.fromisoformat(str(text)).timestamp()) * 1_000_000


def _incident(told: Row) -> Row:
    return told | {
        "first": _micros(told["first"]),
        "last": _micros(told["last"]),
        "over": cents(str(told["over"])),
        "under": cents(str(told["under"])),
        "doubt": str(told["doubt"] or ""),
        "findings": [str(each) for each in told["findings"]],
    }
