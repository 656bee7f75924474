"""What people recorded about a gaming day: decisions, payments and comments, a row for each.

Every row begins with when and about what, and ends with by whom and how that name was proven.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.money import dollars
from feeaudit.register.identities import identity_recorded, proof_words
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from feeaudit.report.voice import Voice

Row = list[str]

# A decision on an incident is one, however many findings it reaches.
_RESOLUTIONS = """
SELECT number, min(finding) AS finding, incident, outcome, reason, resolved_by, made_on, addendum,
  count(*) AS findings, sum(holds) AS holding
FROM resolutions WHERE cardroom = ? AND day = ? GROUP BY number
"""
_WAIVERS = "SELECT * FROM waivers WHERE cardroom = ? AND ? BETWEEN starts AND expires"
_REVOCATIONS = f"""
SELECT revocations.*, covered.finding, covered.incident, covered."check", covered."table"
FROM revocations JOIN ({_WAIVERS}) AS covered ON covered.waiver = revocations.waiver
"""  # noqa: S608 - our text
_WITHDRAWALS = """
SELECT withdrawals.*, inputs.name FROM withdrawals JOIN inputs ON inputs.number = input
WHERE input IN (SELECT run_inputs.input FROM run_inputs JOIN runs ON runs.number = run_inputs.run
  WHERE runs.cardroom = ? AND runs.day = ?)
"""
_PAYMENTS = """
SELECT payments.*, payment_corrections.reason AS corrected, corrected_by FROM payments
LEFT JOIN payment_corrections ON payment_corrections.number = voided
WHERE cardroom = ? AND day = ? ORDER BY payments.number, finding
"""
_COMMENTS = "SELECT * FROM comments WHERE cardroom = ? AND day = ? ORDER BY number"


class DayRecord:
    """The record of one cardroom's gaming day, in the words of its readers."""

    def __init__(
        self, connection: sqlite3.Connection, cardroom: str, day: str, voice: Voice
    ) -> None:
        self._connection = connection
        self._scope = (cardroom, day)
        self._voice = voice

    def decisions(self) -> list[Row]:
        """Return every decision about the day's findings and logs, in the order they were made."""
        found = [
            *self._resolutions(),
            *self._reopenings(),
            *self._waivers(),
            *self._revocations(),
            *self._withdrawals(),
        ]
        return [row for _, row in sorted(found)]

    def payments(self) -> list[Row]:
        """Return every payment for a finding of the day, those that were corrected too."""
        rows = []
        for row in self._rows(_PAYMENTS):
            corrected = ""
            if row["voided"]:
                who = self._who(row["voided"], "corrected_by", row["corrected_by"])
                corrected = f"; does not count, corrected by {who}: {row['corrected']}"
            note = f", {row['note']}" if row["note"] else ""
            rows.append(
                [
                    self._date(row["paid_on"]),
                    row["finding"],
                    f"{dollars(row['amount'])} paid to {row['paid_to']}",
                    f"receipt {row['receipt']}{note}{corrected}",
                    self._who(row["number"], "paid_by", row["paid_by"]),
                ]
            )
        return rows

    def comments(self) -> list[Row]:
        """Return every comment on a finding or an incident of the day."""
        return [
            [
                self._date(row["made_on"]),
                row["finding"] or f"incident {row['incident']}",
                row["comment"],
                self._who(row["number"], "written_by", row["written_by"]),
            ]
            for row in self._rows(_COMMENTS)
        ]

    def _resolutions(self) -> Iterator[tuple[int, Row]]:
        for row in self._rows(_RESOLUTIONS):
            later = " (addendum)" if row["addendum"] else ""
            what = f"{row['outcome']}{_held(row['findings'], row['holding'])}{later}"
            reached = counted(row["findings"], "finding")
            about = f"incident {row['incident']}, {reached}" if row["incident"] else row["finding"]
            by = self._who(row["number"], "resolved_by", row["resolved_by"])
            yield self._decision(row, about, what, by)

    def _reopenings(self) -> Iterator[tuple[int, Row]]:
        for row in self._rows("SELECT * FROM reopenings WHERE cardroom = ? AND day = ?"):
            by = self._who(row["number"], "resolved_by", row["reopened_by"])
            yield self._decision(row, row["finding"], "open again", by)

    def _waivers(self) -> Iterator[tuple[int, Row]]:
        for row in self._rows(_WAIVERS):
            ended = " (revoked)" if row["revoked"] else ""
            what = f"waived until {self._date(row['expires'])} on {row['authority']}{ended}"
            prepared, approved = (
                self._who(row["number"], role, row[role]) for role in ("prepared_by", "approved_by")
            )
            yield self._decision(row, _waived(row), what, f"{prepared}, approved by {approved}")

    def _revocations(self) -> Iterator[tuple[int, Row]]:
        for row in self._rows(_REVOCATIONS):
            by = self._who(row["number"], "by", row["revoked_by"])
            yield self._decision(row, _waived(row), f"waiver {row['waiver']} revoked", by)

    def _withdrawals(self) -> Iterator[tuple[int, Row]]:
        for row in self._rows(_WITHDRAWALS):
            by = self._who(row["number"], "withdrawn_by", row["withdrawn_by"])
            yield self._decision(row, f"log {row['name']}", "withdrawn", by)

    def _decision(self, row: sqlite3.Row, about: str, what: str, by: str) -> tuple[int, Row]:
        return row["number"], [self._date(row["made_on"]), about, what, row["reason"], by]

    def _rows(self, sql: str) -> list[sqlite3.Row]:
        return self._connection.execute(sql, self._scope).fetchall()

    def _who(self, entry: int, role: str, name: str) -> str:
        return proof_words(identity_recorded(self._connection, entry, role, name))

    def _date(self, day: str) -> str:
        return self._voice.iso_day(day, short=True)


def _held(findings: int, holding: int) -> str:
    """Return that a decision holds no longer, or not for all it was about; blank where it does."""
    if holding == findings:
        return ""
    return f" (holds for {holding:,} of them)" if holding else " (no longer holds)"


def _waived(row: sqlite3.Row) -> str:
    """Return what a waiver is for: a finding, an incident, or a check."""
    place = f" at {row['table']}" if row["table"] else ""
    incident = f"incident {row['incident']}" if row["incident"] else ""
    return str(incident or row["finding"] or f"{row['check']}{place}")
