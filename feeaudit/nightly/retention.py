"""Retention: what a store has kept for longer than its rules ask, and letting go of it.

Showing comes first: what is shown has a token, and deleting needs that token, so that nothing is
deleted that was not shown. The register itself, its findings and its history are always kept.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append, canonical, digest_of
from feeaudit.register.inputs import QUARANTINED
from feeaudit.register.queries import latest_day
from feeaudit.register.signatories import person, words
from feeaudit.register.store_files import remove_tree

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.nightly.settings import Keeping
    from feeaudit.register.store import Store

_TOKEN = 12


@dataclass(frozen=True, slots=True)
class Expired:
    """One thing that may go: ``day`` is the last gaming day (or day of arrival) it stands for."""

    kind: str
    number: int
    what: str
    day: str


@dataclass(frozen=True, slots=True)
class Review:
    """What may go as of a day, under which rules, and the token that lets it go."""

    as_of: str
    rules: dict[str, Keeping]
    expired: tuple[Expired, ...]

    @property
    def token(self) -> str:
        """The token of exactly these things; blank where there are none."""
        if not self.expired:
            return ""
        told = [[each.kind, each.number] for each in self.expired]
        return digest_of(canonical([self.as_of, told]))[:_TOKEN]


def review(connection: sqlite3.Connection, rules: dict[str, Keeping], as_of: str) -> Review:
    """Return what is past its time, as of a day (the latest gaming day where blank)."""
    day = as_of or latest_day(connection)
    expired: list[Expired] = []
    if day:
        for kind, rule in sorted(rules.items()):
            expired += _KINDS[kind](connection, _years_before(day, rule.years))
    return Review(day, rules, tuple(expired))


def _years_before(day: str, years: int) -> str:
    end = date.fromisoformat(day)
    try:
        return end.replace(year=end.year - years).isoformat()
    except ValueError:
        # The last of February of a leap year.
        return end.replace(year=end.year - years, day=28).isoformat()


def _reports(connection: sqlite3.Connection, before: str) -> Iterator[Expired]:
    sql = """
        SELECT number, cardroom, day, run FROM runs WHERE day < ? AND NOT deleted
        ORDER BY day, cardroom, run
    """
    for row in connection.execute(sql, (before,)):
        yield Expired(
            "runs", row["number"], f"reports of {row['cardroom']}, run {row['run']}", row["day"]
        )


def _inputs(connection: sqlite3.Connection, before: str) -> Iterator[Expired]:
    """Yield inputs whose every gaming day is past its time."""
    sql = """
        SELECT inputs.number, inputs.name, max(coverage.day) AS day FROM inputs
        JOIN coverage ON coverage.input = inputs.number WHERE NOT deleted
        GROUP BY inputs.number HAVING max(coverage.day) < ? ORDER BY day, inputs.number
    """
    for row in connection.execute(sql, (before,)):
        yield Expired("inputs", row["number"], f"input {row['name']}", row["day"])


def _quarantine(connection: sqlite3.Connection, before: str) -> Iterator[Expired]:
    sql = """
        SELECT arrivals.number, name, substr(history.at, 1, 10) AS day FROM arrivals
        JOIN history ON history.number = arrivals.number
        WHERE outcome = ? AND NOT deleted AND substr(history.at, 1, 10) < ? ORDER BY day, name
    """
    for row in connection.execute(sql, (QUARANTINED, before)):
        yield Expired("arrivals", row["number"], f"quarantined {row['name']}", row["day"])


_KINDS = {"inputs": _inputs, "reports": _reports, "quarantine": _quarantine}


def delete(  # noqa: PLR0913, PLR0917 - what, who, why and when
    store: Store,
    connection: sqlite3.Connection,
    shown: Review,
    token: str,
    by: str,
    reason: str,
    at: str,
) -> int:
    """Delete what was shown, recorded first; return how many things went."""
    if not shown.token or token != shown.token:
        raise Unknown(
            f"{token!r} is not the token of the current list; run the list again and use its token"
        )
    entry: dict[str, Any] = {
        kind: sorted(each.number for each in shown.expired if each.kind == kind)
        for kind in ("runs", "inputs", "arrivals")
    }
    entry |= {
        "as_of": shown.as_of,
        "by": person(by, "the person who deletes"),
        "reason": words(reason, "the reason"),
        "rules": {
            kind: {"years": rule.years, "authority": rule.authority, "verified": rule.verified}
            for kind, rule in sorted(shown.rules.items())
        },
    }
    with transaction(connection):
        append(connection, "deletion", at, entry)
    for folder in list(unfinished_deletions(store, connection)):
        remove_tree(folder, store.staging)
    return len(shown.expired)


def unfinished_deletions(store: Store, connection: sqlite3.Connection) -> Iterator[Path]:
    """Yield folders that are recorded as deleted and still there, since a run died."""
    sql = "SELECT cardroom, day, run FROM runs WHERE deleted ORDER BY number"
    for cardroom, day, run in connection.execute(sql).fetchall():
        if (folder := store.report(cardroom, day, run)).is_dir():
            yield folder
    # A digest may have come in twice; it stays while any of its inputs is kept.
    sql = "SELECT digest FROM inputs GROUP BY digest HAVING min(deleted) = 1 ORDER BY digest"
    for (digest,) in connection.execute(sql).fetchall():
        if (folder := store.archived(digest)).is_dir():
            yield folder
    sql = """
        SELECT digest FROM arrivals WHERE outcome = ? GROUP BY digest HAVING min(deleted) = 1
        ORDER BY digest
    """
    for (digest,) in connection.execute(sql, (QUARANTINED,)).fetchall():
        if (folder := store.quarantine / digest).is_dir():
            yield folder
