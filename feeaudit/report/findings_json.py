"""findings.json: everything an audit found, for programs. Amounts are plain decimals, times ISO."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo

from feeaudit.core.money import decimal

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

VERSION = 1
_MONEY = ("owed", "owed_most", "taken", "over", "under")
_TIMES = ("at", "until")


def rendered(result: AuditResult, basis: Basis) -> bytes:
    """Return the result as JSON; the same result gives the same bytes."""
    zone = basis.zone
    document = {
        "version": VERSION,
        "summary": summary(result, zone),
        "notices": list(result.notices),
        "coverage": [asdict(each) for each in result.coverage],
        "findings": [_finding(row, zone) for row in result.findings.to_dict("records")],
    }
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def summary(result: AuditResult, zone: str) -> dict[str, Any]:
    """Return the figures of the first screen."""
    return {
        "cardrooms": list(result.cardrooms),
        "tables": result.tables,
        "hands": result.hands,
        "from": moment(result.first, zone),
        "to": moment(result.last, zone),
        "violations": result.violations,
        "reviews": result.reviews,
        "over_collected": decimal(result.over),
        "under_collected": decimal(result.under),
    }


def moment(micros: int, zone: str) -> str:
    """Return a time as text in the zone; blank where there is none."""
    if micros <= 0:
        return ""
    instant = datetime.fromtimestamp(micros / 1_000_000, UTC)
    return instant.astimezone(ZoneInfo(zone)).isoformat(timespec="seconds")


def _finding(row: dict[str, Any], zone: str) -> dict[str, Any]:
    fact: dict[str, Any] = {}
    for key, value in row.items():
        if key in _MONEY:
            fact[key] = decimal(int(value)) if value >= 0 else None
        elif key in _TIMES:
            fact[key] = moment(int(value), zone) or None
        elif key == "row":
            fact[key] = int(value) if value >= 0 else None
        else:
            fact[key] = str(value) if value != "" else None
    return fact
