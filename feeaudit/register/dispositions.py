"""What people decide about findings: resolved with an outcome and a reason, or opened again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.finding_rows import refresh_states
from feeaudit.register.history import append
from feeaudit.register.runs import is_sealed
from feeaudit.register.signatories import not_before, person, words

if TYPE_CHECKING:
    import sqlite3

OUTCOMES: Final = {
    "corrected": "the practice or the record was put right",
    "refunded": "what was over-collected was given back",
    "explained": "the finding is understood and needs nothing further",
    "log-error": "the log was wrong, not the table",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decided, why, and on which day."""

    by: str
    reason: str
    made_on: str


def resolve(
    connection: sqlite3.Connection, finding: sqlite3.Row, outcome: str, decision: Decision, at: str
) -> None:
    """Record that a finding is resolved; a later run that changes its substance opens it again."""
    if finding["state"] == "gone":
        raise Unknown(f"finding {finding['id']} is gone: a later run of its day does not see it")
    _record(connection, finding, "resolution", {"outcome": outcome}, decision, at)


def reopen(
    connection: sqlite3.Connection, finding: sqlite3.Row, decision: Decision, at: str
) -> None:
    """Record that a resolved finding is open again."""
    if finding["state"] != "resolved":
        raise Unknown(f"finding {finding['id']} is not resolved; it is {finding['state']}")
    _record(connection, finding, "reopening", {}, decision, at)


def _record(  # noqa: PLR0913, PLR0917 - each says one thing of the entry
    connection: sqlite3.Connection,
    finding: sqlite3.Row,
    kind: str,
    facts: dict[str, str],
    decision: Decision,
    at: str,
) -> None:
    scope = (finding["cardroom"], finding["day"])
    not_before(decision.made_on, finding["day"])
    entry = facts | {
        "cardroom": scope[0],
        "day": scope[1],
        "finding": finding["id"],
        "reason": words(decision.reason, "the reason"),
        "resolved_by": person(decision.by, "the person who decides"),
        "made_on": decision.made_on,
    }
    with transaction(connection):
        sealed = int(is_sealed(connection, *scope))
        append(connection, kind, at, entry | {"addendum": sealed})
        refresh_states(connection, *scope)
