"""findings.json: everything an audit found, for programs; findings.schema.json describes it.

``version`` rises when a field goes or changes its meaning; a new field does not raise it. Every
finding stands on a line of its own, so that files can be compared and searched line by line.
"""

from __future__ import annotations

import io
from dataclasses import asdict, fields
from typing import IO, TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.core.money import decimal
from feeaudit.report.json_text import write_object
from feeaudit.report.plain_values import moment, plain_value, record_texts
from feeaudit.report.voice import voice_record

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

VERSION: Final = 1
_NOT_TOLD: Final = ("names", "printed", "information")
# What incidents list, where tallies count or name.
_LISTS: Final[Mapping[str, type]] = {"tables": list, "findings": list, "checks": dict}


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the result as JSON; the same result gives the same bytes."""
    buffer = io.BytesIO()
    write(buffer, result, basis)
    return buffer.getvalue()


def write(file: IO[bytes], result: AuditResult, basis: Basis) -> None:
    """Write the result as JSON, some findings at a time: a bad night's are 400 megabytes."""
    head = {
        "version": VERSION,
        "basis": basis_record(basis),
        "names": voice_record(basis.voice, result.cardrooms),
        "answer": tallies.answer(result),
        "summary": summary(result, basis.zone),
        "notices": list(result.notices),
        "sources": [asdict(each) for each in result.sources],
        "coverage": _coverage(result),
    }
    lists = {
        "incidents": record_texts(result.incidents, basis.zone, plain=_LISTS),
        **{
            name: record_texts(frame, basis.zone) for name, frame in _tallies(result, basis).items()
        },
        "findings": record_texts(result.findings, basis.zone),
    }
    write_object(file, head, lists)
    file.write(b"\n")


def basis_record(basis: Basis) -> dict[str, Any]:
    """Return what an audit was made of as plain values."""
    told = {each.name: getattr(basis, each.name) for each in fields(basis)}
    documents = [{"document": name, "sha256": digest} for name, digest in basis.documents]
    kept = {name: value for name, value in told.items() if name not in _NOT_TOLD}
    return kept | {"documents": documents}


def incident_records(incidents: pd.DataFrame, zone: str) -> Iterator[dict[str, Any]]:
    """Yield each incident as plain values."""
    names = list(incidents.columns)
    told = [_LISTS.get(name) or plain_value(name, zone) for name in names]
    columns = [map(of, incidents[name].tolist()) for name, of in zip(names, told, strict=True)]
    for row in zip(*columns, strict=True):
        yield dict(zip(names, row, strict=True))


def summary(result: AuditResult, zone: str) -> dict[str, Any]:
    """Return the figures of the first screen."""
    return {
        "cardrooms": list(result.cardrooms),
        "tables": result.tables,
        "hands": result.hands,
        "from": moment(result.first, zone),
        "to": moment(result.last, zone),
        **tallies.headline(result),
        "violations": result.violations,
        "reviews": result.reviews,
        "waived": result.waived,
        "over_collected": decimal(result.over),
        "under_collected": decimal(result.under),
    }


def _coverage(result: AuditResult) -> list[dict[str, Any]]:
    """Return a check's coverage with the sums of what it found."""
    looked = {each.check: asdict(each) for each in result.coverage}
    return [
        looked[row["check"]]
        | {
            "severity": row["severity"],
            "waived": int(row["waived"]),
            "over": decimal(int(row["over"])),
            "under": decimal(int(row["under"])),
        }
        for row in tallies.by_check(result).to_dict("records")
    ]


def _tallies(result: AuditResult, basis: Basis) -> dict[str, Any]:
    return {
        "tables": tallies.by_table(result),
        "games": tallies.by_game(result),
        "hours": tallies.by_hour(result, basis.zone),
        "restitution": tallies.restitution(result),
        "under_collection": tallies.under_collection(result),
        "drops": result.facts.drops,
        "rotation": tallies.rotation(result),
        "pull_list": tallies.pull_list(result),
        "questions": tallies.questions(result),
        "rules": result.rules,
        "schedules": result.facts.schedules,
    }
