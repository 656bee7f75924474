"""The rotation pictures: tables and days with breaches, who banked when and where it went wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.report.bank_runs import ROLES, by_table_day, runs_of, table_day, worst_first
from feeaudit.report.pdf.letters import shortened
from feeaudit.report.pdf.strips import DrawnDay, NumberedBreach, strips
from feeaudit.report.phrases import counted, dotted

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.bank_runs import BankRun, Row
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

# The tables and days with most breaches, a half page each; the page and the workbook have more.
PICTURES: Final = 8
LISTED: Final = 8
LANES: Final = 12


def rotation(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return the table-days with breaches, most first, as pictures up to a stated number."""
    days = tallies.rotation(result)
    banked = days[days["runs"] > 0]
    breached = banked[(banked["violations"] > 0) | (banked["reviews"] > 0)]
    rows: list[Row] = worst_first(breached).head(PICTURES).to_dict("records")
    return {
        "days": f"{len(banked):,}",
        "breached": f"{len(breached):,}",
        "left": f"{len(breached) - len(rows):,}" if len(breached) > len(rows) else "",
        "pictures": list(_pictures(rows, result, basis)),
    }


def _pictures(rows: list[Row], result: AuditResult, basis: Basis) -> Iterator[dict[str, Any]]:
    drawn = {table_day(row) for row in rows}
    frames = (result.facts.banking, result.facts.offers, tallies.rotation_findings(result))
    banked, offered, found = (by_table_day(frame, drawn) for frame in frames)
    several = len(result.cardrooms) > 1
    for row in rows:
        place = f"{basis.voice.cardroom(row['cardroom'])}, table" if several else "Table"
        title = f"{place} {dotted(row['table'], 40)}, {basis.voice.gaming_day(row['day'])}"
        key = table_day(row)
        seen = banked.get(key, []), offered.get(key, []), found.get(key, [])
        yield {
            "title": title,
            "facts": _facts(row),
            "alt": f"{title}: {_facts(row)}. The breaches are listed below the picture.",
            **_drawn(*seen, basis.voice),
        }


def _drawn(banked: list[Row], offered: list[Row], found: list[Row], voice: Voice) -> dict[str, Any]:
    """Return the strips of a table and day, with the people and the breaches beside them."""
    runs = runs_of(banked)
    people = _lanes(runs)
    marks = [
        NumberedBreach(number, each["at"], each["verdict"])
        for number, each in enumerate(found, start=1)
    ]
    asked = [(each["at"], each["response"] == "accept") for each in offered]
    return {
        "people": [_person(name, runs) for name in people],
        "strips": strips(DrawnDay(runs, people, asked, marks), voice),
        "breaches": [_breach(number, each, voice) for number, each in enumerate(found[:LISTED], 1)],
        "more": f"{len(found) - LISTED:,}" if len(found) > LISTED else "",
    }


def _facts(row: Row) -> str:
    found = [
        counted(row["violations"], "violation") if row["violations"] else "",
        f"{row['reviews']:,} for review" if row["reviews"] else "",
    ]
    banked = f"{counted(row['hands'], 'hand')} in {counted(row['runs'], 'run')}"
    longest = f"the longest of {counted(row['longest'], 'hand')}"
    return f"{banked}, {longest}; {', '.join(filter(None, found))}"


def _lanes(runs: list[BankRun]) -> list[str]:
    """Return who gets a lane: everybody in order of turn, or those who banked most hands."""
    hands: dict[str, int] = {}
    for run in runs:
        hands[run.person] = hands.get(run.person, 0) + run.hands
    if len(hands) <= LANES:
        return list(hands)
    most = sorted(hands, key=lambda name: (-hands[name], name))[: LANES - 1]
    return [*(name for name in hands if name in most), ""]


def _person(name: str, runs: list[BankRun]) -> dict[str, str]:
    if not name:
        return {"name": "all others", "role": ""}
    role = next((run.role for run in runs if run.person == name), "")
    return {"name": dotted(name, 14), "role": ROLES.get(role, "")}


def _breach(number: int, row: Row, voice: Voice) -> dict[str, str]:
    return {
        "number": str(number),
        "time": voice.clock(row["at"]),
        "check": row["check"],
        "mark": "waived" if row["waiver"] else "for review" if row["verdict"] == "review" else "",
        "message": shortened(row["message"], 300),
    }
