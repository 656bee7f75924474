"""The findings by check, up to a stated number: the rest stands in the workbook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.pdf.letters import shortened
from feeaudit.report.phrases import amount_names, counted
from feeaudit.report.shares import by_fair_shares

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

# Some six pages: paper leads with incidents, and the workbook has every finding.
LISTED: Final = 60
_NAME: Final = 60
_MONEY: Final = ("owed", "taken", "over", "under")
# Of a finding's why, paper shows the sums; the message has said the rest.
_SUMS: Final[tuple[str, ...]] = ("Arithmetic", "Readings")
_ELSE: Final[tuple[str, ...]] = ("Owed",)


def listing(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return the findings grouped by check with totals, the first of each by fair shares."""
    shown = by_fair_shares(result.findings, LISTED)
    rows = dict(tuple(shown.groupby("check", sort=False)))
    several = len(result.cardrooms) > 1
    return {
        "total": f"{len(result.findings):,}",
        "shown": f"{len(shown):,}",
        "complete": len(shown) == len(result.findings),
        "groups": [
            _group(check, rows[check["check"]], basis.voice, several=several)
            for check in tallies.by_check(result).to_dict("records")
            if check["check"] in rows
        ],
    }


def _group(
    check: dict[str, Any], rows: pd.DataFrame, voice: Voice, *, several: bool
) -> dict[str, Any]:
    count = check["violations"] + check["reviews"]
    columns = [name for name in _MONEY if (rows[name] > 0).any()]
    named = dict(zip(("owed", "taken"), amount_names(check["check"]), strict=True))
    records = rows.to_dict("records")
    return {
        "check": check["check"],
        "title": check["title"],
        "next_step": records[0]["next_step"],
        "counts": _counts(check),
        "over": dollars(check["over"]) if check["over"] else "",
        "under": dollars(check["under"]) if check["under"] else "",
        "columns": [named.get(name, name).capitalize() for name in columns],
        "left": f"{count - len(rows):,}" if count > len(rows) else "",
        "rows": [
            {
                **_finding(row, voice),
                "cardroom": voice.cardroom(row["cardroom"]) if several else "",
                "money": [_money(name, row[name]) for name in columns],
            }
            for row in records
        ],
    }


def _counts(check: dict[str, Any]) -> str:
    said = [
        counted(check["violations"], "violation") if check["violations"] else "",
        f"{check['reviews']:,} for review" if check["reviews"] else "",
        f"{check['waived']:,} of them waived" if check["waived"] else "",
    ]
    return ", ".join(filter(None, said))


def _finding(row: dict[str, Any], voice: Voice) -> dict[str, Any]:
    told = dict(row["why"])
    sums = [name for name in _SUMS if name in told] or [name for name in _ELSE if name in told]
    return {
        "id": row["id"],
        "where": _where(row),
        "when": voice.short_moment(row["at"], seconds=True),
        "hand": shortened(row["hand_id"], _NAME),
        "who": shortened(row["player"], _NAME),
        "mark": _mark(row),
        "message": shortened(row["message"]),
        "why": [f"{name}: {shortened(told[name])}" for name in sums],
        "cited": told.get("Approved") or _cited(row),
        "source": _source(row),
    }


def _money(name: str, cents: int) -> str:
    """Return owed and taken where they are known, over and under where there is any."""
    said = cents > 0 if name in {"over", "under"} else cents >= 0
    return dollars(cents) if said else ""


def _where(row: dict[str, Any]) -> str:
    table = shortened(row["table"], _NAME) or "no table"
    return f"{table}, seat {shortened(row['seat'], _NAME)}" if row["seat"] else table


def _mark(row: dict[str, Any]) -> str:
    if row["verdict"] == "review":
        return "for review"
    return f"waived: {shortened(row['waiver'], _NAME)}" if row["waiver"] else ""


def _cited(row: dict[str, Any]) -> str:
    if not row["lines"]:
        return str(row["document"])
    several = any(mark in row["lines"] for mark in ",-")
    return f"{row['document']}, {'lines' if several else 'line'} {row['lines']}"


def _source(row: dict[str, Any]) -> str:
    if not row["file"]:
        return ""
    sheet = f", sheet {shortened(row['sheet'], _NAME)}" if row["sheet"] else ""
    place = f", row {row['row']}" if row["row"] >= 0 else ""
    return f"{shortened(row['file'], 200)}{sheet}{place}"
