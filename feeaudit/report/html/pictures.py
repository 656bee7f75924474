"""Charts for reading at a glance: heat map, fees owed and taken, drop match; bars are SVG."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from feeaudit.audit import tallies
from feeaudit.core.money import dollars
from feeaudit.report.heat_scale import heat_steps, step_of
from feeaudit.report.phrases import clipped

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.heat_scale import HeatStep

ROWS: Final = 30
_WIDTH: Final = 240
_HALF: Final = 110
_GAP: Final = 90
# Where few counts differ, so many are shown all the same.
_MATCHES: Final = 10


def heat(result: AuditResult, basis: Basis, rows: int = ROWS) -> dict[str, Any]:
    """Return violations by table and hour of the clock, the tables with most first."""
    whole = tallies.by_hour(result, basis.zone)
    timed = whole[whole["hour"] >= 0]
    cells = timed.groupby(["cardroom", "table", "hour"])[["hands", "violations"]].sum()
    tables = cells.groupby(["cardroom", "table"])["violations"].sum()
    ranked = sorted(tables.items(), key=lambda each: (-each[1], each[0]))
    hours = hours_in_use(timed["hour"], basis)
    figures = zip(cells.index, cells["hands"], cells["violations"], strict=True)
    found = {place: (int(hands), int(count)) for place, hands, count in figures}
    steps = heat_steps(max((count for _, count in found.values()), default=0))
    return {
        "hours": hours,
        "rows": [
            {
                "cardroom": room,
                "table": table,
                "violations": int(count),
                "cells": [
                    heat_cell(*found.get((room, table, hour), (0, 0)), steps) for hour in hours
                ],
            }
            for (room, table), count in ranked[:rows]
        ],
        "left": len(ranked) - min(rows, len(ranked)),
        "untimed": int(whole[whole["hour"] < 0]["violations"].sum()),
        "steps": steps,
    }


def hours_in_use(hours: pd.Series, basis: Basis) -> list[int]:
    """Return the hours from the first to the last in use, in the order of the gaming day."""
    used = {(int(hour) - basis.gaming_day_starts) % 24 for hour in hours.unique()}
    steps = range(min(used), max(used) + 1) if used else ()
    return [(basis.gaming_day_starts + step) % 24 for step in steps]


def heat_cell(hands: int, violations: int, steps: list[HeatStep]) -> dict[str, Any]:
    """Return a cell: how many violations and hands, and how strong its color is."""
    return {"violations": violations, "hands": hands, "step": step_of(violations, steps)}


def heat_cells(cells: list[dict[str, Any]], hours: list[int], place: Markup) -> list[Markup]:
    """Return cells by hour; those with violations lead to them. A page has thousands of cells.

    ``place`` is the filter of a table, or of a day at it.
    """
    return [_heat_td(each, place, hour) for each, hour in zip(cells, hours, strict=True)]


def _heat_td(cell: dict[str, Any], place: Markup, hour: int) -> Markup:
    step, shown = cell["step"], ""
    kind = f"s{step}" if step else "calm" if cell["hands"] else "shut"
    if cell["violations"]:
        asked = f"{place}&amp;hour={hour}&amp;verdict=violation"
        shown = (
            f'<a href="#findings" data-filter="{asked}" tabindex="-1">{cell["violations"]:,}</a>'
        )
    elif cell["hands"]:
        shown = '<span class="unseen">0</span>'
    return Markup(f'<td class="heat {kind}">{shown}</td>')  # noqa: S704 - numbers, and markup


def fee_rows(frame: pd.DataFrame) -> list[dict[str, Any]]:
    """Return rows of fees with their bars, on one scale."""
    rows = frame.to_dict("records")
    most = max((max(row["owed_most"], row["taken"]) for row in rows), default=0)
    apart = max((max(row["over"], row["under"]) for row in rows), default=0)
    return [row | {"bar": _fee_bar(row, most), "apart": _apart_bar(row, apart)} for row in rows]


def largest_apart(frame: pd.DataFrame, rows: int = ROWS) -> tuple[pd.DataFrame, int]:
    """Return the rows with the largest over- or under-collection first, and how many are left."""
    frame = frame[frame[["owed_most", "taken", "over", "under"]].max(axis=1) > 0]
    reach = frame[["over", "under"]].max(axis=1)
    ordered = frame.assign(_reach=reach).sort_values("_reach", ascending=False, kind="stable")
    return ordered.drop(columns="_reach").head(rows), max(len(frame) - rows, 0)


def _fee_bar(row: dict[str, Any], most: int) -> Markup:
    """Return a wide pale bar for what was owed and a narrow strong one for what was taken."""
    owed, up_to, taken = (_part(row[name], most) for name in ("owed", "owed_most", "taken"))
    parts = [f'<rect class="owed-most" y="2" width="{up_to}" height="14"/>' if up_to > owed else ""]
    parts.append(f'<rect class="owed" y="2" width="{owed}" height="14"/>')
    parts.append(f'<rect class="taken" y="6" width="{taken}" height="6"/>')
    return _picture(_WIDTH, 18, "".join(parts))


def _apart_bar(row: dict[str, Any], most: int) -> Markup:
    """Return under-collection to the left of the line and over-collection to the right."""
    under, over = (_part(row[name], most, _HALF) for name in ("under", "over"))
    middle = _WIDTH // 2
    return _picture(
        _WIDTH,
        18,
        f'<rect class="under" x="{middle - under:g}" y="4" width="{under}" height="10"/>'
        f'<rect class="over" x="{middle}" y="4" width="{over}" height="10"/>'
        f'<path class="axis" d="M{middle} 0v18"/>',
    )


def _part(amount: int, most: int, width: int = _WIDTH) -> float:
    """Return a length in tenths of a unit; the smallest amount can still be seen."""
    if amount <= 0 or most <= 0:
        return 0
    return max(amount * width * 10 // most, 15) / 10


def drops(result: AuditResult, basis: Basis, rows: int = ROWS) -> dict[str, Any]:
    """Return the counts of the drop boxes, those furthest from the log first."""
    frame = result.facts.drops
    order = frame.assign(_reach=frame["difference"].abs()).sort_values(
        ["_reach", "cardroom", "table", "at"], ascending=[False, True, True, True], kind="stable"
    )
    differ = int((frame["difference"] != 0).sum())
    shown = order.head(min(rows, max(differ, _MATCHES))).to_dict("records")
    counted_most = max((abs(row["difference"]) for row in shown), default=0)
    logged_most = max((abs(_logged_apart(row)) for row in shown), default=0)
    return {
        "count": len(frame),
        "differ": differ,
        "rows": [
            row
            | {
                "period": basis.voice.period(row["at"], row["until"]),
                "logged_bar": _gap_bar(_logged_apart(row), logged_most),
                "counted_bar": _gap_bar(row["difference"], counted_most),
                "words": _difference(row["difference"]),
                "explanation": clipped(str(row["explanation"]), 200),
            }
            for row in shown
        ],
        "left": len(frame) - len(shown),
        "left_differ": max(differ - len(shown), 0),
    }


def _logged_apart(row: dict[str, Any]) -> int:
    """Return how far the fees logged lie from those owed; nothing where that is not known."""
    if row["owed"] < 0 or row["owed"] <= row["logged"] <= row["owed_most"]:
        return 0
    nearest = row["owed_most"] if row["logged"] > row["owed_most"] else row["owed"]
    return int(row["logged"] - nearest)


def _gap_bar(gap: int, most: int) -> Markup:
    """Return a bar to the left where less, to the right where more, a dot where the same."""
    middle, length = _GAP // 2, _part(abs(gap), most, _GAP // 2 - 4)
    left = middle - length if gap < 0 else middle
    mark = (
        f'<rect class="gap" x="{left:g}" y="4" width="{length:g}" height="10"/>'
        if gap
        else f'<circle class="same" cx="{middle}" cy="9" r="3"/>'
    )
    return _picture(_GAP, 18, f'<path class="axis" d="M{middle} 0v18"/>{mark}')


def _difference(amount: int) -> str:
    if not amount:
        return "matches"
    return f"{dollars(abs(amount))} {'more' if amount > 0 else 'less'} in the box"


def _picture(width: int, height: int, content: str) -> Markup:
    """Return a small picture whose figures stand in the cells beside it."""
    # All parts are numbers and fixed words of this module, never text of a log.
    return Markup(  # noqa: S704 - see above
        f'<svg class="bar" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        f' aria-hidden="true" focusable="false">{content}</svg>'
    )
