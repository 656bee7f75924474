"""The rotation of the player-dealer position: which tables and days are drawn, and beside what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.report.bank_runs import (
    ROLES,
    by_table_day,
    person_of,
    runs_of,
    table_day,
    worst_first,
)
from feeaudit.report.html.timeline import BreachMark, OfferMark, pictures
from feeaudit.report.phrases import clipped

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.bank_runs import TableDay
    from feeaudit.report.basis import Basis

# The page draws at most so many days and runs; the rest is told in a sentence.
DRAWN: Final = 60
RUNS: Final = 20_000
LISTED: Final = 25
PEOPLE: Final = 30


def rotation(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return the tables with a player-dealer position, those with breaches first."""
    days = tallies.rotation(result)
    days = days[days["runs"] > 0]
    drawn = _drawn(days)
    seen = _Seen(result, basis, drawn)
    tables: dict[tuple[str, str], dict[str, Any]] = {}
    for row in worst_first(days).to_dict("records"):
        table = tables.setdefault((row["cardroom"], row["table"]), _table(row))
        day = seen.day(table_day(row)) if table_day(row) in drawn else None
        _add_day(table, row | {"words": basis.voice.gaming_day(row["day"])}, day)
    ordered = sorted(tables.values(), key=lambda each: (-each["violations"], -each["reviews"]))
    for table in ordered:
        table["days"].sort(key=lambda each: each["number"])
    return {"tables": ordered, "days": len(days), "drawn": len(drawn)}


def _drawn(days: pd.DataFrame) -> set[TableDay]:
    """Return the days that are drawn: breaches first, within the page's bounds."""
    ordered = worst_first(days)
    within = ordered[ordered["runs"].cumsum() <= RUNS].head(DRAWN)
    return {table_day(row) for row in within.to_dict("records")}


def _table(row: dict[str, Any]) -> dict[str, Any]:
    names = {"cardroom": row["cardroom"], "table": row["table"]}
    return names | {"violations": 0, "reviews": 0, "hands": 0, "days": [], "undrawn": 0}


def _add_day(table: dict[str, Any], row: dict[str, Any], day: dict[str, Any] | None) -> None:
    for name in ("violations", "reviews", "hands"):
        table[name] += row[name]
    if day is None:
        table["undrawn"] += 1
    else:
        table["days"].append(row | day | {"number": row["day"], "day": row["words"]})


class _Seen:
    """The facts and findings of the drawn days, grouped once."""

    def __init__(self, result: AuditResult, basis: Basis, drawn: set[TableDay]) -> None:
        self.voice = basis.voice
        self.runs = by_table_day(result.facts.banking, drawn)
        self.offers = by_table_day(result.facts.offers, drawn)
        self.breaches = by_table_day(tallies.rotation_findings(result), drawn)

    def day(self, key: TableDay) -> dict[str, Any]:
        """Return the pictures of a day with the people and the breaches beside them."""
        rows, asked = self.runs.get(key, []), self.offers.get(key, [])
        found = self.breaches.get(key, [])
        breaches = [
            BreachMark(place, row["id"], row["check"], row["verdict"], row["at"])
            for place, row in enumerate(found, start=1)
        ]
        offers = [
            OfferMark(row["at"], row["sequence"], row["response"] == "accept") for row in asked
        ]
        return {
            "pictures": pictures(runs_of(rows), offers, breaches, self.voice),
            "people": people(rows, asked),
            "breaches": [self._listed(row) for row in found[:LISTED]],
            "more": max(len(found) - LISTED, 0),
        }

    def _listed(self, row: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": row["id"],
            "check": row["check"],
            "verdict": row["verdict"],
            "waived": bool(row["waiver"]),
            "clock": self.voice.clock(row["at"]),
            "message": clipped(row["message"], 400),
        }


def people(runs: list[dict[str, Any]], offers: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the picture shows as a table: who banked how often, who was asked."""
    found: dict[str, dict[str, Any]] = {}
    for row in runs:
        one = found.setdefault(person_of(row), _person(person_of(row)))
        one["role"] = ROLES.get(row["role"], "")
        one["runs"] += 1
        one["hands"] += row["hands"]
        one["longest"] = max(one["longest"], row["hands"])
    for row in offers:
        one = found.setdefault(person_of(row), _person(person_of(row)))
        one["taken" if row["response"] == "accept" else "declined"] += 1
    ordered = sorted(found.values(), key=lambda each: -each["hands"])
    return {"rows": ordered[:PEOPLE], "left": max(len(ordered) - PEOPLE, 0)}


def _person(name: str) -> dict[str, Any]:
    counts = dict.fromkeys(("runs", "hands", "longest", "taken", "declined"), 0)
    return {"name": clipped(name, 60), "role": "", **counts}
