"""What the register shows over time: nights at a glance, trends, and what waits for somebody.

All of it is as of the latest gaming day of the register, and of the date of the last night that was
run; no clock is asked.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

from feeaudit.register.dismissals import FileQuestion, count_waiting_files, waiting_files
from feeaudit.register.history import head
from feeaudit.register.inputs import pending_days
from feeaudit.register.queries import latest_day
from feeaudit.register.troubles import last_night, open_troubles

if TYPE_CHECKING:
    import sqlite3

DAYS: Final = 30
_MOST_LISTED = 20
# Who delivered on five of the last seven days delivers daily; a cardroom may close now and then.
_WEEK, _DAILY = 7, 5
Row = dict[str, Any]


def overview(connection: sqlite3.Connection, cardroom: str = "") -> Row:
    """Return everything that the morning's summary tells, as plain data; of one cardroom if named.

    Files and troubles of the inbox are the cardroom's in whose folder they lay; those that no
    cardroom can be named for are part of the whole alone.
    """
    last = latest_day(connection)
    number, hash_ = head(connection)
    facts: Row = {
        "as_of": last,
        "today": last_night(connection) or last,
        "head": {"number": number, "hash": hash_},
    }
    if not last:
        return (
            facts
            | {"days": [], "cardrooms": [], "nights": [], "checks": [], "tables": []}
            | {"attention": _attention(connection, [], [], last, cardroom)}
        )
    days = _days_until(last, DAYS)
    nights = _nights(connection, days[0], last, cardroom)
    return facts | {
        "days": days,
        "cardrooms": sorted({row["cardroom"] for row in nights}),
        "nights": nights,
        "checks": _trends(connection, days, ("check",), cardroom),
        "tables": _trends(connection, days, ("cardroom", "table"), cardroom),
        "attention": _attention(connection, nights, days, last, cardroom),
    }


def _days_until(last: str, count: int) -> list[str]:
    end = date.fromisoformat(last)
    return [(end - timedelta(days=back)).isoformat() for back in range(count - 1, -1, -1)]


def _nights(connection: sqlite3.Connection, first: str, last: str, cardroom: str) -> list[Row]:
    """Return the runs that speak for the nights, newest first, with whether they are signed."""
    sql = """
        SELECT number, cardroom, day, run, hands, tables, violations, reviews, over, under,
          exit_code, addendum, deleted, supersedes,
          EXISTS (SELECT 1 FROM sign_offs WHERE sign_offs.run = runs.number) AS signed
        FROM runs WHERE current AND day BETWEEN ? AND ? AND ? IN ('', cardroom)
        ORDER BY day DESC, cardroom
    """
    decided = _decided(connection, first, last)
    return [
        dict(row)
        | decided.get((row["cardroom"], row["day"]), {"waived": 0, "resolved": 0})
        | {"changes": _changes(connection, row)}
        for row in connection.execute(sql, (first, last, cardroom)).fetchall()
    ]


def _decided(
    connection: sqlite3.Connection, first: str, last: str
) -> dict[tuple[str, str], dict[str, int]]:
    """Return how many violations of each night are waived or resolved by now."""
    sql = """
        SELECT cardroom, day, sum(findings * (state = 'resolved')) AS resolved,
          sum(findings * (state = 'open' AND waived_until >= :last AND waived_until <> ''))
            AS waived
        FROM state_counts WHERE day BETWEEN :first AND :last AND verdict = 'violation'
        GROUP BY cardroom, day
    """
    rows = connection.execute(sql, {"first": first, "last": last})
    return {
        (row["cardroom"], row["day"]): {"waived": row["waived"], "resolved": row["resolved"]}
        for row in rows
    }


def _changes(connection: sqlite3.Connection, run: sqlite3.Row) -> dict[str, int]:
    """Return how many findings a run that supersedes another made new, gone or changed."""
    if run["supersedes"] is None:
        return {}
    sql = "SELECT change, count(*) FROM changes WHERE run = ? GROUP BY change ORDER BY change"
    return {str(kind): int(n) for kind, n in connection.execute(sql, (run["number"],))}


def days_before(days: list[str]) -> list[str]:
    """Return as many days before some days as those are."""
    return _days_until(days[0], len(days) + 1)[:-1]


def _trends(
    connection: sqlite3.Connection, days: list[str], columns: tuple[str, ...], cardroom: str
) -> list[Row]:
    """Return the findings of each check or table night by night, and how many there were before."""
    names = ", ".join(f'"{name}"' for name in columns)
    sql = f"""
        SELECT {names}, day, sum(violations) AS violations, sum(reviews) AS reviews
        FROM trend_counts WHERE day BETWEEN ? AND ? AND ? IN ('', cardroom)
        GROUP BY {names}, day
    """  # noqa: S608 - our own columns
    place = {day: number for number, day in enumerate(days)}
    found: dict[tuple[str, ...], Row] = {}
    for row in connection.execute(sql, (days_before(days)[0], days[-1], cardroom)):
        key = tuple(str(row[name]) for name in columns)
        trend = found.setdefault(key, _no_trend(columns, key, len(days)))
        if row["day"] in place:
            trend["by_day"][place[row["day"]]] += row["violations"]
            trend["violations"] += row["violations"]
            trend["reviews"] += row["reviews"]
        else:
            trend["before"] += row["violations"]
    return sorted(found.values(), key=lambda each: (-each["violations"], str(each)))


def _no_trend(columns: tuple[str, ...], key: tuple[str, ...], days: int) -> Row:
    named = dict(zip(columns, key, strict=True))
    return {**named, "by_day": [0] * days, "violations": 0, "reviews": 0, "before": 0}


def _attention(
    connection: sqlite3.Connection, nights: list[Row], days: list[str], last: str, cardroom: str
) -> Row:
    """Return what waits for somebody."""

    def of_room(rows: list[Row], name: str = "cardroom") -> list[Row]:
        return [row for row in rows if cardroom in {"", row[name]}]

    files = FileQuestion(cardroom)
    return {
        **_open_violations(connection, last, cardroom),
        "pending": of_room(days_not_audited(connection)),
        "quarantined": waiting_files(connection, files, _MOST_LISTED),
        "more_quarantined": max(count_waiting_files(connection, files) - _MOST_LISTED, 0),
        "troubles": of_room(open_troubles(connection), "place"),
        "without_log": of_room(_without_log(connection, nights, days)),
        "unsigned": sum(not night["signed"] for night in nights),
        "waivers": _waivers(connection, last, cardroom) if last else [],
    }


def _open_violations(connection: sqlite3.Connection, last: str, cardroom: str) -> Row:
    """Return how many violations are open, since which day, and what they put at stake."""
    sql = """
        SELECT coalesce(sum(findings), 0) AS open_violations, coalesce(min(day), '') AS open_since,
          coalesce(sum(over), 0) AS open_over, coalesce(sum(under), 0) AS open_under
        FROM state_counts WHERE state = 'open' AND verdict = 'violation' AND waived_until < ?
          AND ? IN ('', cardroom)
    """
    return dict(connection.execute(sql, (last or "9", cardroom)).fetchone())


def days_not_audited(connection: sqlite3.Connection) -> list[Row]:
    """Return the days that are not audited yet, with when their first log came and why not."""
    sql = """
        SELECT substr(min(history.at), 1, 10) FROM coverage
        JOIN history ON history.number = coverage.input WHERE cardroom = ? AND day = ?
    """
    why = {
        (each["place"], each["name"]): each["reason"]
        for each in open_troubles(connection)
        if each["kind"] == "failed"
    }
    return [
        {
            "cardroom": room,
            "day": day,
            "recorded": connection.execute(sql, (room, day)).fetchone()[0],
            "reason": why.get((room, day), ""),
        }
        for room, day in pending_days(connection)
    ]


def missing_nights(connection: sqlite3.Connection) -> list[Row]:
    """Return the cardrooms and gaming days of late that no log was received for."""
    last = latest_day(connection)
    if not last:
        return []
    days = _days_until(last, DAYS)
    return _without_log(connection, _nights(connection, days[0], last, ""), days)


def _without_log(connection: sqlite3.Connection, nights: list[Row], days: list[str]) -> list[Row]:
    """Return the nights since a cardroom's first that have neither an audit nor a log.

    Of a cardroom that delivers daily the nights after its last are missing too, up to the one
    before the last time that this was run.
    """
    if not days:
        return []
    first = dict(connection.execute("SELECT cardroom, min(day) FROM runs GROUP BY 1").fetchall())
    sql = "SELECT DISTINCT cardroom, day FROM coverage WHERE day >= ?"
    # A log that came and is not audited yet is another open item.
    there = {(room, day) for room, day in connection.execute(sql, days[:1])}
    there |= {(night["cardroom"], night["day"]) for night in nights}
    found = [
        {"cardroom": room, "day": day}
        for room, since in sorted(first.items())
        for day in days
        if day >= since and (room, day) not in there
    ]
    later = _days_after(days[-1], last_night(connection))
    daily = [room for room in first if sum((room, day) in there for day in days[-_WEEK:]) >= _DAILY]
    return found + [
        {"cardroom": room, "day": day}
        for room in sorted(daily)
        for day in later
        if (room, day) not in there
    ]


def _days_after(last: str, today: str) -> list[str]:
    """Return the gaming days after one that should have been delivered by the morning of a date."""
    end = date.fromisoformat(today or last)
    count = (end - date.fromisoformat(last)).days - 1
    return [(end - timedelta(days=back)).isoformat() for back in range(min(count, DAYS), 0, -1)]


def _waivers(connection: sqlite3.Connection, last: str, cardroom: str) -> list[Row]:
    """Return the waivers that hold, and those that lapsed lately, soonest to lapse first."""
    since = _days_until(last, DAYS)[0]
    sql = """
        SELECT waiver, cardroom, "check", "table", finding, expires, reason, authority, approved_by,
          expires < ? AS lapsed
        FROM waivers WHERE NOT revoked AND expires >= ? AND ? IN ('', cardroom)
        ORDER BY expires, number LIMIT ?
    """
    values = (last, since, cardroom, _MOST_LISTED)
    return [dict(row) for row in connection.execute(sql, values)]
