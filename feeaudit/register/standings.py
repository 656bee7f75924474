"""Where findings and incidents stand: what follows from runs, decisions, waivers and payments.

All of it could be worked out anew; it is kept in columns and counts so that lists are quick. The
expressions below are the one place that says how, for whoever writes and for verification.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.register.database_schema import IN_ANY_STATE

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

# A decision that leaves a finding open: somebody has to ask first.
COUNSEL: Final = "needs-counsel"
# Decisions by which nothing is owed: the log was wrong, or what was taken was right after all.
EXCUSING: Final = ("log-error", "explained")

_HOLDING = """
(SELECT outcome FROM resolutions AS each WHERE each.cardroom = findings.cardroom
  AND each.day = findings.day AND each.finding = findings.id AND holds)
"""
STATE: Final = f"""
CASE
  WHEN last_run IS NOT (SELECT number FROM runs
    WHERE runs.cardroom = findings.cardroom AND runs.day = findings.day AND current) THEN 'gone'
  WHEN coalesce({_HOLDING}, '{COUNSEL}') <> '{COUNSEL}' THEN 'resolved'
  ELSE 'open' END
"""  # noqa: S608 - our own words
OUTCOME: Final = f"coalesce({_HOLDING}, '')"
WAIVED_UNTIL: Final = """
(SELECT coalesce(max(waivers.expires), '') FROM waivers
  WHERE waivers.revoked = 0 AND waivers.cardroom = findings.cardroom
  AND findings.day BETWEEN waivers.starts AND waivers.expires
  AND waivers."check" IN ('', findings."check") AND waivers."table" IN ('', findings."table")
  AND waivers.finding IN ('', findings.id)
  AND (waivers.incident = '' OR EXISTS (SELECT 1 FROM waived_findings
    WHERE waived_findings.waiver = waivers.number AND waived_findings.finding = findings.id)))
"""
PAID: Final = """
(SELECT coalesce(sum(amount), 0) FROM payments WHERE payments.cardroom = findings.cardroom
  AND payments.day = findings.day AND payments.finding = findings.id AND voided = 0)
"""
# What was over-collected by a violation that stands; nothing under-collected is set against it.
FOUND: Final = "CASE WHEN verdict = 'violation' AND state <> 'gone' THEN max(over, 0) ELSE 0 END"
EXCUSED: Final = f"CASE WHEN outcome IN {EXCUSING} THEN {FOUND} ELSE 0 END"
DUE: Final = f"max({FOUND} - {EXCUSED} - paid, 0)"

_OPEN = "FROM findings WHERE findings.incident = incidents.number AND state = 'open'"
_STANDING = f"""
CASE WHEN run IS NOT (SELECT number FROM runs
    WHERE runs.cardroom = incidents.cardroom AND runs.day = incidents.day AND current) THEN 'gone'
  WHEN EXISTS (SELECT 1 {_OPEN}) THEN 'open' ELSE 'decided' END
"""  # noqa: S608 - our own words
INCIDENT: Final = {
    "standing": _STANDING,
    "open": f"(SELECT count(*) {_OPEN})",
    "counsel": f"(SELECT count(*) {_OPEN} AND outcome = '{COUNSEL}')",
    "waived_until": f"(SELECT coalesce(min(waived_until), '') {_OPEN})",
    "open_over": f"(SELECT coalesce(sum(max(over, 0)), 0) {_OPEN})",
    "open_under": f"(SELECT coalesce(sum(max(under, 0)), 0) {_OPEN})",
    "money": f"(SELECT coalesce(sum(max(over, 0) + max(under, 0)), 0) {_OPEN})",
    "person": "coalesce((SELECT person FROM assignments WHERE assignments.cardroom ="
    " incidents.cardroom AND assignments.day = incidents.day"
    " AND assignments.incident = incidents.id AND holds), '')",
}

_THERE = "FROM findings WHERE state IN ('open', 'resolved')"
_VIOLATION, _REVIEW = "verdict = 'violation'", "verdict = 'review'"
_MONEY = "sum(max(over, 0)), sum(max(under, 0))"
# Each as a query to which the days are added before the grouping, and the columns of that.
_TREND = f"""
SELECT day, cardroom, "check", "table", sum({_VIOLATION}), sum({_REVIEW}), {_MONEY} {_THERE}
"""
_STATES = f"SELECT day, cardroom, verdict, state, waived_until, count(*), {_MONEY} {_THERE}"
_STAKES = """
SELECT day, cardroom, stake, verdict, waived_until, count(*), sum(open), sum(open_over),
  sum(open_under) FROM incidents WHERE standing = 'open'
"""
_DUES = f"""
SELECT day, cardroom, player, waived_until, count(*), sum({FOUND}), sum({EXCUSED}), sum(paid),
  sum(due) FROM findings WHERE {IN_ANY_STATE}
  AND ((over > 0 AND {_VIOLATION} AND state <> 'gone') OR paid > 0)
"""  # noqa: S608 - our own words
_DUE_COLUMNS = ("findings", "found", "excused", "paid", "due")
_SUMS = ", ".join(f"sum({name})" for name in _DUE_COLUMNS)
_DAYS = f"SELECT day, cardroom, {_SUMS} FROM dues WHERE 1"  # noqa: S608 - our own words
COUNTS: Final = {
    "trend_counts": (_TREND, "1, 2, 3, 4"),
    "state_counts": (_STATES, "1, 2, 3, 4, 5"),
    "stake_counts": (_STAKES, "1, 2, 3, 4, 5"),
    "dues": (_DUES, "1, 2, 3, 4"),
    # After the ones that it sums up.
    "day_dues": (_DAYS, "1, 2"),
}
_PLAYERS = f"SELECT cardroom, player, {_SUMS} FROM dues WHERE 1"  # noqa: S608 - our own words


def refresh_states(connection: sqlite3.Connection, cardroom: str, day: str) -> None:
    """Bring a day's findings, incidents and counts in line with what was run and decided."""
    scope = (cardroom, day)
    connection.execute(
        f"UPDATE findings SET state = {STATE}, outcome = {OUTCOME}, paid = {PAID},"  # noqa: S608
        f" waived_until = {WAIVED_UNTIL} WHERE cardroom = ? AND day = ? AND {IN_ANY_STATE}",
        scope,
    )
    connection.execute(
        f"UPDATE findings SET due = {DUE} WHERE cardroom = ? AND day = ? AND {IN_ANY_STATE}",  # noqa: S608
        scope,
    )
    told = ", ".join(f"{name} = {how}" for name, how in INCIDENT.items())
    connection.execute(
        f"UPDATE incidents SET {told} WHERE cardroom = ? AND day = ?",  # noqa: S608 - our words
        scope,
    )
    _add_to_players(connection, scope, "-")
    for table, (query, order) in COUNTS.items():
        connection.execute(f"DELETE FROM {table} WHERE cardroom = ? AND day = ?", scope)  # noqa: S608
        connection.execute(
            f"INSERT INTO {table} {query} AND cardroom = ? AND day = ? GROUP BY {order}",
            scope,
        )

    _add_to_players(connection, scope, "+")


def _add_to_players(connection: sqlite3.Connection, scope: tuple[str, str], sign: str) -> None:
    """Add a day's dues to those of its players, or take them away; adding up all days is slow."""
    sums = ", ".join(f"{sign}sum({name})" for name in _DUE_COLUMNS)
    added = ", ".join(f"{name} = {name} + excluded.{name}" for name in _DUE_COLUMNS)
    connection.execute(
        f"INSERT INTO player_dues SELECT cardroom, player, {sums} FROM dues"  # noqa: S608
        f" WHERE cardroom = ? AND day = ? GROUP BY 1, 2 ON CONFLICT DO UPDATE SET {added}",
        scope,
    )
    if sign == "+":
        connection.execute("DELETE FROM player_dues WHERE findings = 0 AND cardroom = ?", scope[:1])


def refresh_waivers(connection: sqlite3.Connection, cardroom: str, start: str, end: str) -> None:
    """Bring the days on which a waiver makes a difference in line with the waivers."""
    days = connection.execute(
        f"SELECT DISTINCT day FROM findings WHERE cardroom = ?"  # noqa: S608 - our own words
        f" AND day BETWEEN ? AND ? AND {IN_ANY_STATE} AND waived_until <> {WAIVED_UNTIL}",
        (cardroom, start, end),
    ).fetchall()
    for (day,) in days:
        refresh_states(connection, cardroom, day)


def standing_problems(connection: sqlite3.Connection, most: int) -> Iterator[str]:
    """Yield what does not stand as runs and decisions say."""
    sql = (
        f"SELECT id, day FROM findings WHERE state IS NOT ({STATE})"  # noqa: S608 - our text
        f" OR waived_until IS NOT ({WAIVED_UNTIL}) OR outcome IS NOT {OUTCOME}"
        f" OR paid IS NOT {PAID} OR due IS NOT ({DUE}) LIMIT ?"
    )
    for row in connection.execute(sql, (most,)):
        yield f"finding {row[0]} of {row[1]}: its state does not match the decisions"
    wrong = " OR ".join(f"{name} IS NOT {how}" for name, how in INCIDENT.items())
    sql = f"SELECT id, day FROM incidents WHERE {wrong} LIMIT ?"  # noqa: S608 - our text
    for row in connection.execute(sql, (most,)):
        yield f"incident {row[0]} of {row[1]}: its state does not match the decisions"
    for table, (query, order) in (COUNTS | {"player_dues": (_PLAYERS, "1, 2")}).items():
        meant = f"{query} GROUP BY {order}"
        sql = (
            f"SELECT * FROM (SELECT * FROM {table} EXCEPT {meant})"  # noqa: S608 - our text
            f" UNION SELECT * FROM ({meant} EXCEPT SELECT * FROM {table}) LIMIT ?"
        )
        for row in connection.execute(sql, (most,)):
            yield f"{table}: the counts of {row[0]} {row[1]} are not those of its findings"
