"""The rotation of the player-dealer position: which tables and days are drawn, and beside what."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.audit import tallies
from feeaudit.audit.config import Config
from feeaudit.report.html.timeline import pictures
from feeaudit.report.html.turns import ROLES, Breach, Offer, person_of, runs_of
from feeaudit.report.html.words import clipped, clock, day_words

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

# The page draws at most so many days and runs; the rest is told in a sentence.
DRAWN: Final = 60
RUNS: Final = 20_000
LISTED: Final = 25
PEOPLE: Final = 30
_KEYS: Final = ["cardroom", "table", "day"]
Key = tuple[str, str, int]


def rotation(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return the tables with a player-dealer position, those with breaches first."""
    days = tallies.rotation(result)
    days = days[days["runs"] > 0]
    drawn = _drawn_keys(days)
    frames = _Frames(result, basis, drawn)
    tables: dict[tuple[str, str], dict[str, Any]] = {}
    for row in _breaches_first(days).to_dict("records"):
        table = tables.setdefault((row["cardroom"], row["table"]), _table(row))
        _add_day(table, row, frames.day(_key(row)) if _key(row) in drawn else None)
    ordered = sorted(tables.values(), key=lambda each: (-each["violations"], -each["reviews"]))
    for table in ordered:
        table["days"].sort(key=lambda each: each["number"])
    return {"tables": ordered, "days": len(days), "drawn": len(drawn)}


def _key(row: dict[str, Any]) -> Key:
    return row["cardroom"], row["table"], row["day"]


def _breaches_first(days: pd.DataFrame) -> pd.DataFrame:
    return days.sort_values(
        ["violations", "reviews", *_KEYS], ascending=[False, False, True, True, True], kind="stable"
    )


def _drawn_keys(days: pd.DataFrame) -> set[Key]:
    """Return the days that are drawn: breaches first, within the page's bounds."""
    ordered = _breaches_first(days)
    within = ordered[ordered["runs"].cumsum() <= RUNS].head(DRAWN)
    return {_key(row) for row in within[_KEYS].to_dict("records")}


def _table(row: dict[str, Any]) -> dict[str, Any]:
    names = {"cardroom": row["cardroom"], "table": row["table"]}
    return names | {"violations": 0, "reviews": 0, "hands": 0, "days": [], "undrawn": 0}


def _add_day(table: dict[str, Any], row: dict[str, Any], day: dict[str, Any] | None) -> None:
    for name in ("violations", "reviews", "hands"):
        table[name] += row[name]
    if day is None:
        table["undrawn"] += 1
    else:
        table["days"].append(row | day | {"number": row["day"], "day": day_words(row["day"])})


class _Frames:
    """The facts and findings of the drawn days, grouped once."""

    def __init__(self, result: AuditResult, basis: Basis, drawn: set[Key]) -> None:
        self.zone = basis.zone
        self.runs = _grouped(result.facts.banking, drawn)
        self.offers = _grouped(result.facts.offers, drawn)
        self.breaches = _grouped(_dated(tallies.rotation_findings(result), basis), drawn)

    def day(self, key: Key) -> dict[str, Any]:
        """Return the pictures of a day with the people and the breaches beside them."""
        rows, asked = self.runs.get(key, []), self.offers.get(key, [])
        found = self.breaches.get(key, [])
        breaches = [
            Breach(place, row["id"], row["check"], row["verdict"], row["at"])
            for place, row in enumerate(found, start=1)
        ]
        offers = [Offer(row["at"], row["sequence"], row["response"] == "accept") for row in asked]
        return {
            "pictures": pictures(runs_of(rows), offers, breaches, self.zone),
            "people": _people(rows, asked),
            "breaches": [self._listed(row) for row in found[:LISTED]],
            "more": max(len(found) - LISTED, 0),
        }

    def _listed(self, row: dict[str, Any]) -> dict[str, Any]:
        return {
            "id": row["id"],
            "check": row["check"],
            "verdict": row["verdict"],
            "waived": bool(row["waiver"]),
            "clock": clock(row["at"], self.zone),
            "message": clipped(row["message"], 400),
        }


def _dated(findings: pd.DataFrame, basis: Basis) -> pd.DataFrame:
    """Return findings each on its gaming day, by its time where it has no hand."""
    config = Config(zone=basis.zone, gaming_day_starts=basis.gaming_day_starts)
    at, day = findings["at"].to_numpy(), findings["day"].to_numpy()
    by_time = config.gaming_days(np.maximum(at, 0)) if len(at) else day
    return findings.assign(day=np.where((day < 0) & (at > 0), by_time, day))


def _grouped(frame: pd.DataFrame, drawn: set[Key]) -> dict[Key, list[dict[str, Any]]]:
    groups: dict[Key, list[dict[str, Any]]] = {}
    chosen = frame[pd.MultiIndex.from_frame(frame[_KEYS]).isin(sorted(drawn))] if drawn else frame
    for row in chosen.sort_values("at", kind="stable").to_dict("records"):
        groups.setdefault(_key(row), []).append(row)
    return groups


def _people(runs: list[dict[str, Any]], offers: list[dict[str, Any]]) -> dict[str, Any]:
    """Return what the picture shows as a table: who banked how often, who was asked."""
    people: dict[str, dict[str, Any]] = {}
    for row in runs:
        one = people.setdefault(person_of(row), _person(person_of(row)))
        one["role"] = ROLES.get(row["role"], "")
        one["turns"] += 1
        one["hands"] += row["hands"]
        one["longest"] = max(one["longest"], row["hands"])
    for row in offers:
        one = people.setdefault(person_of(row), _person(person_of(row)))
        one["taken" if row["response"] == "accept" else "declined"] += 1
    ordered = sorted(people.values(), key=lambda each: -each["hands"])
    return {"rows": ordered[:PEOPLE], "left": max(len(ordered) - PEOPLE, 0)}


def _person(name: str) -> dict[str, Any]:
    counts = dict.fromkeys(("turns", "hands", "longest", "taken", "declined"), 0)
    return {"name": clipped(name, 60), "role": "", **counts}
