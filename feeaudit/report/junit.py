"""junit.xml: the audit as JUnit XML, for people who run it as a step of a build.

A suite a family of checks, a case a check. A check fails by violations that no waiver covers; what
is waived or for review is told in the case's output. A check that could test nothing is skipped.
The figures of every check are properties of its suite, such as ``FEE-OVER.over``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from xml.etree import ElementTree as ET

from feeaudit.audit import tallies
from feeaudit.core.money import decimal, dollars
from feeaudit.report.characters import shown
from feeaudit.report.families import FAMILIES, family
from feeaudit.report.phrases import counted
from feeaudit.report.plain_values import records

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_LISTED: Final = 20
_LONGEST: Final = 400
_COUNTS: Final = ("tested", "untested", "violations", "reviews", "waived")
_SUMS: Final = ("over", "under")


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the result as JUnit XML; the same result gives the same bytes."""
    checks = tallies.by_check(result).to_dict("records")
    findings = dict(list(result.findings.groupby("check", sort=False)))
    # Jenkins' schema knows no "skipped" of all suites together.
    totals = {name: count for name, count in _totals(checks).items() if name != "skipped"}
    root = ET.Element("testsuites", {"name": "feeaudit", **totals})
    for name in dict.fromkeys(FAMILIES.values()):
        mine = [row for row in checks if family(row["check"]) == name]
        if mine:
            root.append(_suite(name, mine, findings, basis))
    ET.indent(root)
    text: bytes = ET.tostring(root, encoding="utf-8", xml_declaration=True)
    return text + b"\n"


def _totals(checks: list[dict[str, Any]]) -> dict[str, str]:
    return {
        "tests": str(len(checks)),
        "failures": str(sum(map(_fails, checks))),
        "errors": "0",
        "skipped": str(sum(map(_is_skipped, checks))),
        "time": "0",
    }


def _fails(row: dict[str, Any]) -> bool:
    return bool(row["violations"] > row["waived"])


def _is_skipped(row: dict[str, Any]) -> bool:
    return not (row["tested"] or row["violations"] or row["reviews"])


def _suite(
    name: str, checks: list[dict[str, Any]], findings: dict[str, pd.DataFrame], basis: Basis
) -> ET.Element:
    day = basis.audited_on
    timestamp = {"timestamp": f"{day}T00:00:00"} if day else {}
    suite = ET.Element("testsuite", {"name": name, **_totals(checks), **timestamp})
    figures = ET.SubElement(suite, "properties")
    for row in checks:
        told = {each: str(row[each]) for each in _COUNTS}
        told |= {each: decimal(int(row[each])) for each in _SUMS}
        for figure, value in told.items():
            ET.SubElement(figures, "property", {"name": f"{row['check']}.{figure}", "value": value})
    for row in checks:
        suite.append(_case(name, row, findings.get(row["check"]), basis))
    return suite


def _case(suite: str, row: dict[str, Any], found: pd.DataFrame | None, basis: Basis) -> ET.Element:
    name = f"{row['check']} {row['title']}"
    case = ET.Element("testcase", {"name": name, "classname": f"feeaudit.{suite}", "time": "0"})
    if _is_skipped(row):
        why = row["why_untested"] or "not applicable: the log has no hands for this check"
        ET.SubElement(case, "skipped", {"message": _short(why)})
        return case
    rest = [f"Not tested: {_short(row['why_untested'])}"] if row["untested"] else []
    if found is not None:
        failing = (found["verdict"] == "violation") & (found["waiver"] == "")
        if failing.any():
            told = {"message": _headline(row), "type": "violation"}
            ET.SubElement(case, "failure", told).text = _lines(found[failing], basis)
        rest.insert(0, _lines(found[~failing], basis))
    if any(rest):
        ET.SubElement(case, "system-out").text = "\n".join(filter(None, rest))
    return case


def _headline(row: dict[str, Any]) -> str:
    """Return what a check found in one line."""
    counts = [counted(row["violations"], "violation")]
    others = {"waived": "waived", "reviews": "for review"}
    counts += [f"{row[name]:,} {told}" for name, told in others.items() if row[name]]
    sums = [f"{name}-collected {dollars(int(row[name]))}" for name in _SUMS if row[name]]
    return "; ".join([", ".join(counts), *sums])


def _lines(found: pd.DataFrame, basis: Basis) -> str:
    """Return a line a finding, the first ones in full, and how many more there are."""
    lines = [_line(each) for each in records(found.head(_LISTED), basis.zone)]
    if len(found) > _LISTED:
        lines.append(f"... and {len(found) - _LISTED:,} more in findings.json")
    return "\n".join(lines)


def _line(finding: dict[str, Any]) -> str:
    place = " ".join(finding[name] for name in ("cardroom", "table", "hand_id") if finding[name])
    row = f" row {finding['row']}" if finding["row"] else ""
    source = f" [{finding['file']}{row}]" if finding["file"] else ""
    waiver = f" (waived: {_short(finding['waiver'])})" if finding["waiver"] else ""
    where = f"{_short(place)}, {finding['at'] or 'no time'}"
    told = _short(finding["message"] or finding["title"])
    return f"{finding['id']} {finding['verdict']}{waiver}, {where}: {told}{_short(source)}"


def _short(text: str) -> str:
    """Return text that shows as text, cut where it is very long."""
    whole = shown(text)
    return whole if len(whole) <= _LONGEST else f"{whole[:_LONGEST]}... (findings.json has it all)"
