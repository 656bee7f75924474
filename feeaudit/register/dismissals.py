"""Quarantined files that somebody looked at and that need nothing further, on the record."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append
from feeaudit.register.identities import identity_of, recorded
from feeaudit.register.inputs import QUARANTINED
from feeaudit.register.signatories import checked_day, not_after, words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from feeaudit.register.dispositions import Decision

# What lies in quarantine, did not come again in a form that could be used, and waits for somebody.
_IN_QUARANTINE = """
FROM arrivals JOIN history ON history.number = arrivals.number
WHERE outcome = :outcome AND NOT deleted AND NOT EXISTS (
  SELECT 1 FROM arrivals AS later WHERE later.name = arrivals.name
  AND later.place = arrivals.place AND later.number > arrivals.number)
AND arrivals.number NOT IN (SELECT arrival FROM dismissals)
"""


def quarantined(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Return every quarantined file, the newest first, with why and since when, and who let it be.

    ``waits`` says whether somebody still has to look at it.
    """
    sql = f"""
        SELECT arrivals.number, arrivals.name, place, arrivals.digest, arrivals.reason,
          substr(history.at, 1, 10) AS recorded, dismissals.reason AS dismissed,
          dismissals.dismissed_by, arrivals.number IN (SELECT arrivals.number {_IN_QUARANTINE})
          AS waits
        FROM arrivals JOIN history ON history.number = arrivals.number
        LEFT JOIN dismissals ON dismissals.arrival = arrivals.number
        WHERE outcome = :outcome AND NOT deleted ORDER BY arrivals.number DESC
    """  # noqa: S608 - our own words
    return list(connection.execute(sql, {"outcome": QUARANTINED}))


@dataclass(frozen=True, slots=True)
class FileQuestion:
    """Which of the files that wait are asked for; what is blank or 0 asks for all of them.

    ``cardroom`` is the one in whose folder of the inbox a file lay, ``before`` the number of a
    later file.
    """

    cardroom: str = ""
    number: int = 0
    before: int = 0

    @property
    def sql(self) -> str:
        """The files that are asked for, from the first table on."""
        return f"""{_IN_QUARANTINE} AND :cardroom IN ('', place)
            AND :number IN (0, arrivals.number) AND (:before = 0 OR arrivals.number < :before)"""

    @property
    def values(self) -> dict[str, str | int]:
        """What the names in it stand for."""
        return asdict(self) | {"outcome": QUARANTINED}


def waiting_files(
    connection: sqlite3.Connection, question: FileQuestion, most: int
) -> list[dict[str, Any]]:
    """Return the files in quarantine that wait for somebody, the newest first, up to so many."""
    sql = f"""
        SELECT arrivals.number, name, place, arrivals.digest, reason,
          substr(history.at, 1, 10) AS recorded
        {question.sql} ORDER BY arrivals.number DESC LIMIT :most
    """
    return [dict(row) for row in connection.execute(sql, question.values | {"most": most})]


def count_waiting_files(connection: sqlite3.Connection, question: FileQuestion) -> int:
    """Return how many files in quarantine wait for somebody."""
    sql = f"SELECT count(*) {question.sql}"
    return int(connection.execute(sql, question.values).fetchone()[0])


def find_quarantined(connection: sqlite3.Connection, text: str) -> sqlite3.Row:
    """Return the quarantined file of a number, or whose digest begins so."""
    low = text.strip().lower()
    known = quarantined(connection)
    # A digest may begin with the digits of another file's number: the number goes first.
    rows = [row for row in known if str(row["number"]) == low] or [
        row for row in known if low and row["digest"].startswith(low)
    ]
    if len(rows) != 1:
        what = "several files match; give the number" if rows else "no file of that number"
        raise Unknown(f"{text!r}: {what} in quarantine; feeaudit inputs quarantined shows them")
    return rows[0]


def dismiss(
    connection: sqlite3.Connection, found: Sequence[sqlite3.Row], decision: Decision, at: str
) -> None:
    """Record that quarantined files need nothing further, all or none; they stay where they lie."""
    who = identity_of(decision.by, "the person who dismisses it")
    not_after(checked_day(decision.made_on, "the day of the decision"), at)
    known = "SELECT dismissed_by FROM dismissals WHERE arrival = ?"
    with transaction(connection):
        for each in found:
            before = connection.execute(known, (each["number"],)).fetchone()
            if before is not None:
                raise Unknown(f"already dismissed by {before[0]}: {each['name']}")
            entry = {
                "arrival": each["number"],
                "reason": words(decision.reason, "the reason"),
                "dismissed_by": who.name,
                "made_on": decision.made_on,
                **recorded(dismissed_by=who),
            }
            append(connection, "dismissal", at, entry)
