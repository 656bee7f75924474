"""findings.sarif: the audit as SARIF 2.1.0, for programs that collect results of many tools.

All checks are declared as rules. A violation is an error and a review a warning; a violation that a
waiver covers is suppressed. A check that found nothing passes; where it could not test hands its
result is ``open`` (the standard's word for too little information), and where the log holds
nothing for it to test it is not applicable.
"""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote
from uuid import UUID, uuid5

from feeaudit.audit import tallies
from feeaudit.audit.checks import REGISTRY
from feeaudit.report.families import family
from feeaudit.report.findings_json import summary
from feeaudit.report.json_text import write_object
from feeaudit.report.plain_values import records

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.check import Check
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
_INCIDENTS: Final = UUID("6f1b3d0e-6f0a-5c0e-9d53-2a5a0c1c7e11")
_LEVELS: Final = {"violation": "error", "review": "warning"}
_RULES: Final = {name: place for place, name in enumerate(REGISTRY)}
_SAID_ELSEWHERE: Final = frozenset({"id", "check", "title", "message", "file", "row", "waiver"})


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the result as SARIF; the same result gives the same bytes."""
    buffer = io.BytesIO()
    buffer.write(f'{{\n"$schema": "{_SCHEMA}",\n"version": "2.1.0",\n"runs": [\n'.encode())
    write_object(buffer, _run(result, basis), {"results": _results(result, basis)})
    buffer.write(b"\n]\n}\n")
    return buffer.getvalue()


def _run(result: AuditResult, basis: Basis) -> dict[str, Any]:
    name, _, version = basis.program.partition(" ")
    notices = [{"level": "note", "message": _message(each)} for each in result.notices]
    return {
        "tool": {
            "driver": {
                "name": name,
                "version": version,
                "semanticVersion": version,
                # The project states no address of its own; a site may have a page about it.
                **({"informationUri": basis.information} if basis.information else {}),
                "rules": [_rule(each) for each in REGISTRY.values()],
            }
        },
        "language": "en-US",
        "automationDetails": {
            "id": f"{name}/{basis.date}",
            "description": _message(tallies.answer(result)),
        },
        "invocations": [
            {
                "executionSuccessful": True,
                "exitCode": result.exit_code,
                "toolExecutionNotifications": notices,
            }
        ],
        "originalUriBaseIds": {
            "LOG": {"description": _message("The folder that holds the log.")},
            "DOCUMENTS": {"description": _message("The folder of the approved documents.")},
        },
        "artifacts": _artifacts(result),
        "properties": {**summary(result, basis.zone), "digest": basis.digest, "zone": basis.zone},
    }


def _rule(check: Check) -> dict[str, Any]:
    first, *rest = _paragraphs(check.docs)
    return {
        "id": check.id,
        "shortDescription": _message(check.title),
        "fullDescription": _message(_sentence(first.removeprefix(f"{check.id}: "))),
        "help": _message("\n".join([*rest, f"Next step: {check.next_step}"])),
        "defaultConfiguration": {"level": _LEVELS[check.severity]},
        "properties": {
            "tags": [family(check.id)],
            "authority": str(check.authority),
            "needs": list(check.needs),
        },
    }


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def _paragraphs(docs: str) -> list[str]:
    """Return the paragraphs of a text, and each example by itself, without any layout."""
    examples = re.sub(r"^(\S+(?: \S+)?) {2,}", r"\n\1: ", docs, flags=re.MULTILINE)
    return [" ".join(each.split()) for each in examples.split("\n\n") if each.strip()]


def _artifacts(result: AuditResult) -> list[dict[str, Any]]:
    digests = {each.file: each.sha256 for each in result.sources}
    return [
        {"location": _in("LOG", file), **({"hashes": {"sha-256": digest}} if digest else {})}
        for file, digest in digests.items()
    ]


def _in(base: str, file: str) -> dict[str, Any]:
    return {"uri": quote(file, safe="/"), "uriBaseId": base}


def _results(result: AuditResult, basis: Basis) -> Iterator[dict[str, Any]]:
    files = {file: place for place, file in enumerate({each.file: 0 for each in result.sources})}
    for finding in records(result.findings, basis.zone):
        yield _failed(finding, files)
    for row in tallies.by_check(result).to_dict("records"):
        yield from _looked_at(row)


def _failed(finding: dict[str, Any], files: dict[str, int]) -> dict[str, Any]:
    covered = {"kind": "external", "status": "accepted", "justification": finding["waiver"]}
    location = _location(finding, files)
    return {
        "ruleId": finding["check"],
        "ruleIndex": _RULES[finding["check"]],
        "kind": "fail",
        "level": _LEVELS[finding["verdict"]],
        "message": _message(finding["message"] or finding["title"]),
        "locations": [location] if location else [],
        **_related(finding),
        **_grouped(finding["id"], finding["incident"] or finding["id"]),
        "suppressions": [covered] if finding["waiver"] else [],
        "properties": {
            name: value
            for name, value in finding.items()
            if name not in _SAID_ELSEWHERE and value is not None and value != []
        },
    }


def _grouped(finding: str, incident: str) -> dict[str, Any]:
    """Return the standard's marks of a result, and of those that belong together with it."""
    return {
        "correlationGuid": str(uuid5(_INCIDENTS, incident)),
        "partialFingerprints": {"finding/v1": finding, "incident/v1": incident},
    }


def _location(finding: dict[str, Any], files: dict[str, int]) -> dict[str, Any]:
    """Return the row of the log, and the table and hand as people name them."""
    place = [finding[name] for name in ("cardroom", "table", "hand_id") if finding[name]]
    location: dict[str, Any] = {}
    if place:
        location["logicalLocations"] = [{"name": place[-1], "fullyQualifiedName": "/".join(place)}]
    if finding["file"]:
        artifact = _in("LOG", finding["file"])
        if finding["file"] in files:
            artifact["index"] = files[finding["file"]]
        region = {"region": {"startLine": finding["row"]}} if finding["row"] else {}
        location["physicalLocation"] = {"artifactLocation": artifact, **region}
    return location


def _related(finding: dict[str, Any]) -> dict[str, Any]:
    """Return the line of the approved document, where one is cited."""
    line = re.match(r"[1-9]\d*", finding["lines"] or "")
    if not finding["document"] or line is None:
        return {}
    approved = {
        "physicalLocation": {
            "artifactLocation": _in("DOCUMENTS", finding["document"]),
            "region": {"startLine": int(line[0])},
        },
        "message": _message(f"Approved: line {finding['lines']}"),
    }
    return {"relatedLocations": [approved]}


def _looked_at(row: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield what a check says beside its findings: passed, too little told, nothing to test."""
    if row["tested"] and not (row["violations"] or row["reviews"]):
        yield _without_fault(row, "pass", f"Hands tested: {row['tested']:,}. No findings.")
    if row["untested"]:
        yield _without_fault(row, "open", f"Not tested: {row['why_untested']}.")
    if not (row["tested"] or row["untested"] or row["violations"] or row["reviews"]):
        yield _without_fault(
            row, "notApplicable", "Not applicable: the log has no hands for this check."
        )


def _without_fault(row: dict[str, Any], kind: str, text: str) -> dict[str, Any]:
    return {
        "ruleId": row["check"],
        "ruleIndex": _RULES[row["check"]],
        "kind": kind,
        "level": "none",
        "message": _message(text),
        "suppressions": [],
        "properties": {"tested": int(row["tested"]), "untested": int(row["untested"])},
    }


def _message(text: str) -> dict[str, str]:
    """Return a message that says the text: braces are no placeholders, brackets no links."""
    return {"text": text.replace("{", "{{").replace("}", "}}").replace("](", "] (")}
