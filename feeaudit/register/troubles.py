"""Troubles of a night that no table of its own tells: open until a later night is without them."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.register.database import transaction
from feeaudit.register.heads import recorded_heads
from feeaudit.register.history import append

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence


# What is found by looking into the inbox; the register itself tells the rest.
OF_THE_INBOX: Final = frozenset({"waiting", "refused"})


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something that somebody has to look at: what kind, where, which, and why.

    ``kind`` is waiting or refused (an item of the inbox), failed (a day that could not be audited),
    future (a day after the night's own) or heads (noted elsewhere from now on); ``place`` is a
    folder of the inbox or a cardroom.
    """

    kind: str
    place: str
    name: str
    reason: str


def last_night(connection: sqlite3.Connection) -> str:
    """Return the date of the last night that was run; blank where none was."""
    row = connection.execute("SELECT date FROM nights ORDER BY number DESC LIMIT 1").fetchone()
    return str(row[0]) if row else ""


def record_night(
    connection: sqlite3.Connection,
    date: str,
    troubles: Iterable[Trouble],
    at: str,
    heads: Sequence[dict[str, Any]] = (),
) -> None:
    """Record that a night was run and what troubled it, unless that is what the last one says.

    A trouble that the last night had too keeps the day it was first seen on. ``heads`` is what was
    noted outside the store by then, and where.
    """
    before = {(row["kind"], row["place"], row["name"]): dict(row) for row in _troubles(connection)}
    now = {(each.kind, each.place, each.name): asdict(each) for each in troubles}
    told = [
        now[key] | {"since": before[key]["since"] if key in before else date} for key in sorted(now)
    ]
    same = told == [before[key] for key in sorted(before)]
    moved = {each["place"] for each in heads} != {
        each["place"] for each in recorded_heads(connection)
    }
    if last_night(connection) == date and same and not moved:
        return
    entry = {"date": date, "troubles": told} | ({"heads": list(heads)} if heads else {})
    with transaction(connection):
        append(connection, "night", at, entry)


def _troubles(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    sql = "SELECT kind, place, name, reason, since FROM troubles ORDER BY kind, place, name"
    return list(connection.execute(sql))


def open_troubles(connection: sqlite3.Connection) -> list[dict[str, str]]:
    """Return the troubles that the last night had, and since when."""
    return [dict(row) for row in _troubles(connection)]


def troubles_apart(
    troubles: Iterable[dict[str, str]], not_audited: Iterable[dict[str, str]]
) -> list[dict[str, str]]:
    """Return the troubles that the list of the days not audited yet does not tell already."""
    told = {("failed", each["cardroom"], each["day"]) for each in not_audited}
    return [each for each in troubles if (each["kind"], each["place"], each["name"]) not in told]


def future_days(connection: sqlite3.Connection, date: str) -> list[Trouble]:
    """Return the gaming days after a date that a log holds hands of: its dates may be wrong."""
    sql = """
        SELECT coverage.cardroom, coverage.day, min(inputs.name) AS name FROM coverage
        JOIN inputs ON inputs.number = coverage.input WHERE coverage.day > ?
        GROUP BY coverage.cardroom, coverage.day ORDER BY 1, 2
    """
    return [
        Trouble(
            "future",
            row["cardroom"],
            row["day"],
            f"{row['name']} has hands dated after {date}",
        )
        for row in connection.execute(sql, (date,))
    ]
