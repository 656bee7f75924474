"""Runs of hands that one person banked, by table and gaming day, as the pictures show them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

import pandas as pd

from feeaudit.report.plain_values import local

if TYPE_CHECKING:
    from collections.abc import Sequence

Row = dict[str, Any]
TableDay = tuple[str, str, int]
ROLES: Final = {"third_party": "third party", "patron": "patron", "house": "house"}
_TABLE_DAY: Final = ["cardroom", "table", "day"]
_MINUTE: Final = 60_000_000


@dataclass(frozen=True, slots=True)
class BankRun:
    """A run of hands that one person banked, from its first hand to the start of the next run.

    ``began`` says why it is counted anew (``day``, ``game``, ``break``); blank where somebody else
    took over. A run before such a one ends with its own last hand.
    """

    person: str
    role: str
    hands: int
    at: int
    end: int
    began: str = ""


def runs_of(rows: Sequence[Row]) -> list[BankRun]:
    """Return the runs of a table and day in order."""
    ends = [
        row["until"] + _MINUTE if following["began"] else following["at"]
        for row, following in pairwise(rows)
    ]
    ends += [row["until"] + _MINUTE for row in rows[-1:]]
    return [
        BankRun(
            person=person_of(row),
            role=str(row["role"]),
            hands=row["hands"],
            at=row["at"],
            # A run of one hand can still be seen where the next hand began at the same time.
            end=max(end, row["at"] + _MINUTE // 2),
            began=str(row["began"]),
        )
        for row, end in zip(rows, ends, strict=True)
    ]


def person_of(row: Row) -> str:
    """Return who banked or was asked: the player, else the seat."""
    return str(row["player"]) or (f"seat {row['seat']}" if row["seat"] else "not logged")


def table_day(row: Row) -> TableDay:
    """Return the table and gaming day that a row is of."""
    return row["cardroom"], row["table"], row["day"]


def by_table_day(frame: pd.DataFrame, wanted: set[TableDay]) -> dict[TableDay, list[Row]]:
    """Return the rows of the tables and days wanted, each in order of time."""
    groups: dict[TableDay, list[Row]] = {}
    if not wanted:
        return groups
    # Of a million offers few are at these tables; telling which day of which takes longer.
    near = frame[frame["table"].isin({table for _, table, _ in wanted})]
    chosen = near[pd.MultiIndex.from_frame(near[_TABLE_DAY]).isin(sorted(wanted))]
    for row in chosen.sort_values("at", kind="stable").to_dict("records"):
        groups.setdefault(table_day(row), []).append(row)
    return groups


def worst_first(days: pd.DataFrame) -> pd.DataFrame:
    """Return the tables and days of a rotation, those with most breaches first."""
    order = ["violations", "reviews", *_TABLE_DAY]
    return days.sort_values(order, ascending=[False, False, True, True, True], kind="stable")


def full_hour(time: int, zone: str) -> int:
    """Return the full hour by the clocks of the zone in which a time falls."""
    when = local(time, zone)
    return time - time % 1_000_000 - (when.minute * 60 + when.second) * 1_000_000
