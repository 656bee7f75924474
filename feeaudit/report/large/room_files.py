"""The files of one cardroom: every finding as JSON Lines and Parquet, and its workpapers."""

from __future__ import annotations

import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

import pyarrow as pa

from feeaudit.audit.parts import findings_files
from feeaudit.audit.parts.assembly import incidents_in, whole
from feeaudit.report import workpapers
from feeaudit.report.plain_values import record_texts

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.audit_inputs import AuditInputs
    from feeaudit.audit.parts.assembly import RoomResult
    from feeaudit.audit.parts.task_results import TaskResult
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

# What a spreadsheet program opens without complaint; more become a second workbook.
IN_A_WORKBOOK: Final = 100_000


@dataclass(frozen=True, slots=True)
class RoomReport:
    """A cardroom whose files are to be written, and where."""

    room: RoomResult
    tasks: tuple[TaskResult, ...]
    found: str
    target: str
    basis: Basis
    formats: tuple[str, ...]


def slug(cardroom: str) -> str:
    """Return a cardroom as part of a file name."""
    return quote(cardroom, safe=" ") or "no-cardroom"


def room_written(_inputs: AuditInputs, item: RoomReport) -> list[str]:
    """Write the files of a cardroom; return their names."""
    return list(_written(item))


def _written(item: RoomReport) -> Iterator[str]:
    source, target = Path(item.found) / item.room.file, Path(item.target)
    name = slug(item.room.cardroom)
    if "json" in item.formats:
        shutil.copyfile(source, target / f"findings-{name}.parquet")
        yield f"findings-{name}.parquet"
        with (target / f"findings-{name}.jsonl").open("wb") as file:
            for rows in findings_files.groups(source):
                frame = findings_files.as_frame(rows)
                for some in record_texts(frame, item.basis.zone, b"\n"):
                    file.write(some)
                    file.write(b"\n")
        yield f"findings-{name}.jsonl"
    if "xlsx" in item.formats:
        yield from _workbooks(item, source, target, name)


def _workbooks(item: RoomReport, source: Path, target: Path, name: str) -> Iterator[str]:
    """Write the workpapers, in several books where there are too many findings for one."""
    found = Path(item.found)
    result = whole(item.tasks, [item.room], found, (), light=True, facts=True)
    result = replace(result, incidents=incidents_in(found / item.room.incidents), stored=0)
    for number, frame in enumerate(_portions(source), start=1):
        ending = "" if item.room.findings <= IN_A_WORKBOOK else f"-{number}"
        file = f"workpapers-{name}{ending}.xlsx"
        (target / file).write_bytes(workpapers.rendered(_portion(result, frame), item.basis))
        yield file


def _portion(result: AuditResult, findings: pd.DataFrame) -> AuditResult:
    """Return a result with some of its findings, and the incidents that they are in."""
    incidents = result.incidents
    here = incidents["id"].isin(findings["incident"].unique())
    return replace(result, findings=findings, incidents=incidents[here].reset_index(drop=True))


def _portions(source: Path) -> Iterator[pd.DataFrame]:
    """Yield findings in order, no more at a time than a workbook takes."""
    held: list[pa.Table] = []
    for rows in findings_files.groups(source):
        held.append(rows)
        while sum(map(len, held)) > IN_A_WORKBOOK:
            together = pa.concat_tables(held)
            yield findings_files.as_frame(together.slice(0, IN_A_WORKBOOK))
            held = [together.slice(IN_A_WORKBOOK)]
    if held and sum(map(len, held)):
        yield findings_files.as_frame(pa.concat_tables(held))
