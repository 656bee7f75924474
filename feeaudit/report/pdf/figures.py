"""The pictures of money and time: fees owed and taken by table, violations by hour, the drop."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.heat_scale import heat_steps, step_of
from feeaudit.report.pdf.letters import shortened
from feeaudit.report.phrases import counted, dotted

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.heat_scale import HeatStep
    from feeaudit.report.voice import Voice

# A page of tables, and one of boxes; the workbook has all. Of more boxes than a page holds, those
# that differ matter, and a few of the others show what agreement looks like.
TABLES: Final = 25
DROPS: Final = 40
_AGREEING: Final = 5
_FULL: Final = 1_000
_PLACE: Final = ["cardroom", "table"]
Cell = tuple[str, str, int]


def fees_by_table(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return a bar of fees owed and one of fees taken for each table; the busiest where many."""
    frame = tallies.by_table(result)
    frame = frame[frame["table"] != ""]
    busiest = frame.nlargest(TABLES, ["taken", "owed"], keep="first").sort_index()
    most = int(max(frame["owed_most"].max(), frame["taken"].max(), 1)) if len(frame) else 1
    several = basis.voice if len(result.cardrooms) > 1 else None
    return {
        "left": _left(len(frame), len(busiest)),
        "rows": [_fees(row, most, several=several) for row in busiest.to_dict("records")],
    }


def _left(count: int, drawn: int) -> str:
    return f"{counted(count - drawn, 'further table')}" if count > drawn else ""


def _fees(row: dict[str, Any], most: int, *, several: Voice | None) -> dict[str, Any]:
    spread = row["owed_most"] > row["owed"]
    owed = dollars(row["owed"]) + (f" to {dollars(row['owed_most'])}" if spread else "")
    return {
        "table": _table(row, several=several),
        "hands": f"{row['hands']:,}",
        "owed": owed,
        "taken": dollars(row["taken"]),
        "over": dollars(row["over"]) if row["over"] else "",
        "under": dollars(row["under"]) if row["under"] else "",
        "bars": [row["owed"] * _FULL // most, row["taken"] * _FULL // most],
    }


def _table(row: dict[str, Any], *, several: Voice | None) -> str:
    name = dotted(row["table"], 24)
    return f"{dotted(several.cardroom(row['cardroom']), 24)} {name}" if several else name


def hours_by_table(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return violations by table and hour of the day, days added up; the worst where many."""
    whole = tallies.by_hour(result, basis.zone)
    placed = (whole["table"] != "") & (whole["hour"] >= 0)
    frame, unplaced = whole[placed], int(whole[~placed]["violations"].sum())
    sums = frame.groupby([*_PLACE, "hour"], sort=True)[["hands", "violations"]].sum().reset_index()
    tables = sums.groupby(_PLACE, sort=True)["violations"].sum().reset_index()
    found = tables[tables["violations"] > 0]
    worst = found.nlargest(TABLES, "violations", keep="first").sort_index()
    order = [(basis.gaming_day_starts + step) % 24 for step in range(24)]
    cells = {(row["cardroom"], row["table"], row["hour"]): row for row in sums.to_dict("records")}
    several = basis.voice if len(result.cardrooms) > 1 else None
    steps = heat_steps(int(sums["violations"].max()) if len(sums) else 0)
    return {
        "steps": [[each.step, each.counts] for each in steps],
        "unplaced": counted(unplaced, "violation") if unplaced else "",
        "hours": [basis.voice.hour(hour) for hour in order],
        "left": _left(len(found), len(worst)),
        "rows": [
            _hours(row, cells, order, steps, several=several) for row in worst.to_dict("records")
        ],
    }


def _hours(
    row: dict[str, Any],
    cells: dict[Cell, dict[str, Any]],
    order: list[int],
    steps: list[HeatStep],
    *,
    several: Voice | None,
) -> dict[str, Any]:
    place = row["cardroom"], row["table"]
    return {
        "table": _table(row, several=several),
        "total": f"{row['violations']:,}",
        "cells": [_cell(cells.get((*place, hour)), steps) for hour in order],
    }


def _cell(row: dict[str, Any] | None, steps: list[HeatStep]) -> list[Any]:
    """Return what a cell says and how dark it is, from 0 to 5; a dot is an hour without any.

    Something may be found in an hour without hands, such as a notice put up before the first.
    """
    if row is None or not (row["hands"] or row["violations"]):
        return ["", 0]
    found = row["violations"]
    return [f"{found:,}" if found else "·", step_of(found, steps)]


def drops(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return the counts of drop boxes; those that differ first where there are many."""
    frame = result.facts.drops
    apart = frame["difference"] != 0
    ordered = frame.assign(apart=apart).sort_values("apart", ascending=False, kind="stable")
    most = min(int(apart.sum()) + _AGREEING, DROPS)
    rows = (frame if len(frame) <= DROPS else ordered.head(most)).to_dict("records")
    several = basis.voice if len(result.cardrooms) > 1 else None
    return {
        "counts": f"{len(frame):,}",
        "apart": f"{int(apart.sum()):,}",
        "left": f"{len(frame) - len(rows):,}" if len(frame) > len(rows) else "",
        "rows": [_drop(row, basis.voice, several=several) for row in rows],
    }


def _drop(row: dict[str, Any], voice: Voice, *, several: Voice | None) -> dict[str, Any]:
    difference = row["difference"]
    sign = "+" if difference > 0 else "\N{MINUS SIGN}"
    return {
        "table": _table(row, several=several),
        "from": voice.short_moment(row["at"]),
        "to": voice.short_moment(row["until"]),
        "kind": row["kind"],
        "owed": dollars(row["owed"]) if row["owed"] >= 0 else "not known",
        "logged": dollars(row["logged"]),
        "counted": dollars(row["counted"]),
        "difference": f"{sign}{dollars(abs(difference))}" if difference else "none",
        "apart": bool(difference),
        "explanation": shortened(row["explanation"], 200),
    }
