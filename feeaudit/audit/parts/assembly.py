"""From what tasks left behind to the result of a whole log, cardroom by cardroom.

Findings are sorted, get their ids and are grouped into incidents within their cardroom, by columns
of codes: the texts stay on disk. The one thing that crosses cardrooms is a record whose hand is
logged nowhere: it has no cardroom, and belongs to the gap in the hand numbers of whichever room
misses that number.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.parquet as pq

from feeaudit.audit.circumstances import CIRCUMSTANCES
from feeaudit.audit.engine import coverages, no_findings, ordered
from feeaudit.audit.facts import merged, no_facts
from feeaudit.audit.facts.frames import rank
from feeaudit.audit.incident_table import (
    INCIDENT_COLUMNS,
    gaps_of_orphans,
    incidents_in_order,
    incidents_of,
)
from feeaudit.audit.parts import findings_files
from feeaudit.audit.parts.task_results import facts_in, statements_in
from feeaudit.audit.result import AuditResult
from feeaudit.audit.rule_coverage import Listed, rule_coverage
from feeaudit.core.whole_files import replace_file
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.facts import Facts
    from feeaudit.audit.parts.local import Executor
    from feeaudit.audit.parts.task_results import TaskResult
    from feeaudit.core.arrays import Words
    from feeaudit.intake.log import SourceFile

# Most of the bytes of a finding, which neither its order nor its incident depends on.
_TEXTS: Final = frozenset({"why_labels", "why_texts", "file", "sheet", "waiver", "owed_most"})
_SHOWN: Final = 20
# A finding with its why takes about a kilobyte.
_AT_A_TIME: Final = 50_000
_IN_A_GROUP: Final = 10_000


class RoomItem(NamedTuple):
    """The findings of a cardroom: the files of its tasks, and orphans that belong to its gaps."""

    output: str
    number: int
    cardroom: str
    files: tuple[str, ...]
    guests: pd.DataFrame | None = None


@dataclass(frozen=True, slots=True)
class RoomResult:
    """What a cardroom's findings add up to, and the files that have them in order.

    ``counts`` are by check and verdict, ``days`` by gaming day, check and verdict; ``guests`` are
    the incidents of orphans, by the ids of their findings.
    """

    cardroom: str
    file: str
    incidents: str
    findings: int
    counts: Counter[tuple[str, str]]
    days: Counter[tuple[int, str]]
    over: int
    under: int
    guests: dict[str, str]


def room_assembled(_inputs: AuditInputs, item: RoomItem) -> RoomResult:
    """Put the findings of a cardroom in order, give them ids and incidents, and write them."""
    folder = Path(item.output)
    paths = [folder / each for each in item.files]
    lean = _lean(paths)
    known = lean if item.guests is None else pd.concat([item.guests, lean], ignore_index=True)
    incident, incidents = incidents_of(known)
    own = incident[len(known) - len(lean) :]
    final = folder / f"room-{item.number:04}.findings.parquet"
    replace_file(final, lambda part: _write(part, paths, lean, own))
    grouped = folder / f"room-{item.number:04}.incidents.parquet"
    replace_file(grouped, lambda part: pq.write_table(_incidents_stored(incidents), part))
    ids = [] if item.guests is None else item.guests["id"].tolist()
    return RoomResult(
        cardroom=item.cardroom,
        file=final.name,
        incidents=grouped.name,
        findings=len(lean),
        counts=Counter(zip(lean["check"], lean["verdict"], strict=True)),
        days=Counter(zip(lean["day"].tolist(), lean["verdict"], strict=True)),
        over=int(lean["over"].sum()),
        under=int(lean["under"].sum()),
        guests=dict(zip(ids, incident.tolist(), strict=False)),
    )


def _lean(paths: Sequence[Path]) -> pd.DataFrame:
    """Return the findings of files in order, with ids, without their long texts.

    ``stored_at`` is the row of each in the files, one after the other. Findings are in the order of
    their tables first, and ids are told apart within a table, so some tables are put in order at a
    time: that takes several times the memory of what is kept.
    """
    names = [each for each in pq.read_schema(paths[0]).names if each not in _TEXTS]
    table = rank(findings_files.plain(findings_files.read(paths, ["table"]).column("table")))
    rows = np.argsort(table, kind="stable")
    ends = np.cumsum(np.bincount(table))
    # Each block ends with a table, so that none is in two.
    last = np.flatnonzero(np.diff(ends // _AT_A_TIME, append=-1))
    frames = []
    for start, end in pairwise([0, *ends[last].tolist()]):
        mine = np.sort(rows[start:end])
        frame = findings_files.as_frame(findings_files.picked(paths, mine, names))
        frames.append(ordered(frame.assign(stored_at=mine)))
    return pd.concat(frames, ignore_index=True)


def _write(part: Path, paths: Sequence[Path], lean: pd.DataFrame, incident: Words) -> None:
    """Write the findings of a cardroom in order, whole, with ids and incidents, some at a time."""
    findings_files.write_blocks(part, _blocks(paths, lean, incident), _IN_A_GROUP)


def _blocks(paths: Sequence[Path], lean: pd.DataFrame, incident: Words) -> Iterator[pa.Table]:
    for start in range(0, len(lean), _AT_A_TIME):
        some = lean.iloc[start : start + _AT_A_TIME]
        rows = findings_files.picked(paths, some["stored_at"].to_numpy())
        rows = rows.drop_columns(["named", *CIRCUMSTANCES])
        at = rows.column_names.index("id")
        rows = rows.set_column(at, "id", pa.array(some["id"].tolist(), pa.string()))
        words = incident[start : start + _AT_A_TIME].tolist()
        yield rows.append_column("incident", pa.array(words, pa.string()))


def _incidents_stored(incidents: pd.DataFrame) -> pa.Table:
    checks = [list(each.items()) for each in incidents["checks"]]
    plain = incidents.drop(columns=["checks"]).assign(
        check_names=[[name for name, _ in each] for each in checks],
        check_counts=[[count for _, count in each] for each in checks],
    )
    texts, numbers = pa.list_(pa.string()), pa.list_(pa.int64())
    kinds = {"tables": texts, "findings": texts, "check_names": texts, "check_counts": numbers}
    columns = {}
    for name in plain.columns:
        stored = pa.int64() if plain[name].dtype == np.int64 else pa.string()
        values = plain[name].tolist()
        columns[name] = pa.array(
            [list(each) for each in values] if name in kinds else values, kinds.get(name, stored)
        )
    return pa.table(columns)


def incidents_in(path: Path) -> pd.DataFrame:
    """Return the incidents of a file as an audit has them."""
    table = pq.read_table(path)
    rows = {name: table.column(name).to_pylist() for name in table.column_names}
    pairs = zip(rows.pop("check_names"), rows.pop("check_counts"), strict=True)
    rows["checks"] = [dict(zip(*each, strict=True)) for each in pairs]
    for name in ("tables", "findings"):
        rows[name] = [tuple(each) for each in rows[name]]
    return pd.DataFrame(rows, columns=list(INCIDENT_COLUMNS)).astype(INCIDENT_COLUMNS)


def rooms_assembled(
    results: Sequence[TaskResult], output: Path, executor: Executor
) -> list[RoomResult]:
    """Return the rooms of an audit, each assembled by itself; in the order of their names."""
    files: dict[str, list[str]] = {}
    for result in results:
        for cardroom, file, _ in result.findings:
            files.setdefault(cardroom, []).append(file)
    guests = _guests(files, output) if "" in files else {}
    items = [
        RoomItem(str(output), number, room, tuple(files[room]), guests.get(room))
        for number, room in enumerate(sorted(files))
        if room
    ]
    rooms = [each for _, each in executor.run(room_assembled, items)]
    if "" in files:
        rooms.append(_homeless(files[""], output, rooms))
    return sorted(rooms, key=lambda each: each.cardroom)


def _guests(files: dict[str, list[str]], output: Path) -> dict[str, pd.DataFrame]:
    """Return the orphans without a cardroom by the cardroom whose gap they belong to."""
    lost = _lean([output / each for each in files[""]])
    orphans = lost[(lost["check"] == "LOG-ORPHAN").to_numpy()]
    rooms = [output / each for room, names in files.items() if room for each in names]
    if not len(orphans) or not rooms:
        return {}
    names = [each for each in pq.read_schema(rooms[0]).names if each not in _TEXTS]
    seen = [
        findings_files.as_frame(
            pq.read_table(path, columns=names, filters=[("check", "=", "LOG-SEQUENCE")])
        )
        for path in rooms
    ]
    gaps = pd.concat([each for each in seen if len(each)] or seen[:1], ignore_index=True)
    room = gaps_of_orphans(orphans, gaps)
    return {
        name: orphans[room == name].reset_index(drop=True)
        for name in sorted({*room.tolist()} - {""})
    }


def _homeless(files: list[str], output: Path, rooms: Sequence[RoomResult]) -> RoomResult:
    """Return what has no cardroom; some of it is in incidents of the rooms already."""
    claimed = {name: incident for room in rooms for name, incident in room.guests.items()}
    paths = [output / each for each in files]
    lean = _lean(paths)
    rest = lean[~lean["id"].isin(claimed).to_numpy()].reset_index(drop=True)
    incident, incidents = incidents_of(rest)
    by_id = claimed | dict(zip(rest["id"].tolist(), incident.tolist(), strict=True))
    own = np.array([by_id[each] for each in lean["id"].tolist()], dtype=object)
    final, grouped = output / "room-none.findings.parquet", output / "room-none.incidents.parquet"
    replace_file(final, lambda part: _write(part, paths, lean, own))
    replace_file(grouped, lambda part: pq.write_table(_incidents_stored(incidents), part))
    counts = Counter(zip(lean["check"], lean["verdict"], strict=True))
    days = Counter(zip(lean["day"].tolist(), lean["verdict"], strict=True))
    sums = int(lean["over"].sum()), int(lean["under"].sum())
    return RoomResult("", final.name, grouped.name, len(lean), counts, days, *sums, {})


def whole(  # noqa: PLR0913 - what tasks and rooms left behind, and what is wanted of it
    results: Sequence[TaskResult],
    rooms: Sequence[RoomResult],
    output: Path,
    sources: tuple[SourceFile, ...],
    *,
    light: bool = False,
    facts: bool = False,
) -> AuditResult:
    """Return the result of a whole log; ``light`` leaves findings where they are.

    Then facts are left out too, unless they are asked for.
    """
    results, failures = _apart(results)
    findings = [output / each.file for each in rooms]
    tables = {pair for each in results for pair in each.tables}
    hands = sum(each.hands for each in results)
    counts = sum((each.counts for each in rooms), Counter[tuple[str, str]]())
    return AuditResult(
        findings=_findings([] if light else findings),
        incidents=incidents_in_order([incidents_in(output / each.incidents) for each in rooms]),
        coverage=coverages([each.coverage for each in results], counts),
        hands=hands,
        cardrooms=tuple(sorted({cardroom for cardroom, _ in tables})),
        tables=len(tables),
        first=min(each.first for each in results) if hands else 0,
        last=max(each.last for each in results) if hands else 0,
        over=sum(each.over for each in rooms),
        under=sum(each.under for each in rooms),
        sources=sources,
        notices=(
            *(f"NOT AUDITED: {each}." for each in failures),
            *sorted({notice for each in results for notice in each.notices}),
        ),
        stored=sum(each.findings for each in rooms) if light else 0,
        failed=failures,
        facts=no_facts() if light and not facts else _facts(results, output),
        rules=_rules(results, output),
    )


def _apart(results: Sequence[TaskResult]) -> tuple[list[TaskResult], tuple[str, ...]]:
    """Return the tasks that are done, and why the others failed."""
    failures = tuple(each.failed for each in results if each.failed)
    done = [each for each in results if not each.failed]
    if not done:
        raise UnusableLog("\n".join(["No part of the log could be audited:", *failures[:_SHOWN]]))
    return done, failures


def _findings(paths: Sequence[Path]) -> pd.DataFrame:
    if not paths:
        return no_findings()
    return findings_files.as_frame(findings_files.read(paths))


def _facts(results: Sequence[TaskResult], output: Path) -> Facts:
    return merged(facts_in(output, results))


def _rules(results: Sequence[TaskResult], output: Path) -> pd.DataFrame:
    names = {each.statements for each in results}
    statements = frozenset[Listed]().union(*(statements_in(output / each) for each in names))
    ran = frozenset(each.check for each in results[0].coverage)
    return rule_coverage(statements, [each.by_game for each in results], ran)
