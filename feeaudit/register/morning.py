"""What a morning begins with: last night, what is open and at stake, what is missing, the trend.

Each answers at once, however many nights the register holds. All of it is as of the latest gaming
day of the register, and of the date of the last night that was run; no clock is asked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit.check import Stake
from feeaudit.register.queries import latest_day

if TYPE_CHECKING:
    import sqlite3

Row = dict[str, Any]
_STAKES: Final = tuple(map(str, Stake))


def open_by_stake(connection: sqlite3.Connection, cardroom: str = "") -> list[Row]:
    """Return the open incidents by what they put at stake, the gravest first.

    How many, of how many findings, since which gaming day, and the money that is open; what a
    waiver covers is counted by itself.
    """
    sql = """
        SELECT stake, waived_until >= :as_of AND waived_until <> '' AS waived,
          sum(incidents) AS incidents, sum(findings) AS findings, min(day) AS since,
          sum(incidents * (verdict = 'violation')) AS violations,
          sum(over) AS over, sum(under) AS under
        FROM stake_counts WHERE :cardroom IN ('', cardroom) GROUP BY 1, 2
    """
    values = {"as_of": latest_day(connection), "cardroom": cardroom}
    found = {(row["stake"], row["waived"]): dict(row) for row in connection.execute(sql, values)}
    names = ("incidents", "violations", "findings", "over", "under")
    nothing: Row = dict.fromkeys(names, 0) | {"since": ""}
    return [
        {"stake": stake}
        | {name: found.get((stake, 0), nothing)[name] for name in (*names, "since")}
        | {"waived": found.get((stake, 1), nothing)["incidents"]}
        for stake in _STAKES
    ]


def last_nights(connection: sqlite3.Connection) -> list[Row]:
    """Return for each cardroom its latest night: the run that speaks for it, and what is open."""
    sql = """
        SELECT runs.*, EXISTS (SELECT 1 FROM sign_offs WHERE sign_offs.run = runs.number) AS signed,
          (SELECT coalesce(sum(findings), 0) FROM state_counts AS each
            WHERE each.day = runs.day AND each.cardroom = runs.cardroom AND state = 'open'
            AND verdict = 'violation' AND waived_until < :as_of) AS open,
          (SELECT coalesce(sum(incidents), 0) FROM stake_counts AS each
            WHERE each.day = runs.day AND each.cardroom = runs.cardroom
            AND waived_until < :as_of) AS open_incidents
        FROM runs JOIN (SELECT cardroom, max(day) AS day FROM runs WHERE current AND day <= :as_of
          GROUP BY cardroom) AS latest ON latest.cardroom = runs.cardroom AND latest.day = runs.day
        WHERE current ORDER BY runs.cardroom
    """
    as_of = latest_day(connection)
    return [dict(row) for row in connection.execute(sql, {"as_of": as_of})]


def trend(
    connection: sqlite3.Connection, first: str, last: str, by: str = "check", cardroom: str = ""
) -> list[Row]:
    """Return violations and reviews day by day for each check or table, over some days."""
    columns = {"check": '"check"', "table": 'cardroom, "table"'}[by]
    sql = f"""
        SELECT {columns}, day, sum(violations) AS violations, sum(reviews) AS reviews,
          sum(over) AS over, sum(under) AS under
        FROM trend_counts WHERE day BETWEEN ? AND ? AND ? IN ('', cardroom)
        GROUP BY {columns}, day ORDER BY {columns}, day
    """  # noqa: S608 - our own columns
    return [dict(row) for row in connection.execute(sql, (first, last, cardroom))]
