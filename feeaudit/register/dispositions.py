"""What people decide about findings: resolved with an outcome and a reason, or opened again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.finding_rows import refresh_states
from feeaudit.register.history import append
from feeaudit.register.runs import is_sealed
from feeaudit.register.signatories import checked_day, not_after, not_before, person, words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

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


@dataclass(frozen=True, slots=True)
class Resolution:
    """A finding, what became of it, and who says so."""

    finding: sqlite3.Row
    outcome: str
    decision: Decision


def resolve(  # noqa: PLR0913 - which, what, who and when
    connection: sqlite3.Connection,
    finding: sqlite3.Row,
    outcome: str,
    decision: Decision,
    at: str,
    *,
    again: bool = False,
) -> None:
    """Record that a finding is resolved; a later run that changes its substance opens it again."""
    resolve_all(connection, [Resolution(finding, outcome, decision)], at, again=again)


def resolve_all(
    connection: sqlite3.Connection,
    resolutions: Sequence[Resolution],
    at: str,
    *,
    again: bool = False,
) -> None:
    """Record that findings are resolved, all of them or, where one cannot be, none."""
    with transaction(connection):
        for each in resolutions:
            if why := refusal(each, at, again=again, before=decided(connection, each.finding)):
                raise Unknown(why)
            facts = {"outcome": each.outcome}
            _append(connection, each.finding, "resolution", facts, each.decision, at)
        for scope in sorted({(row.finding["cardroom"], row.finding["day"]) for row in resolutions}):
            refresh_states(connection, *scope)


def refusal(resolution: Resolution, at: str, *, again: bool = False, before: str = "") -> str:
    """Return why a finding cannot be resolved so; blank where it can.

    What is decided already is decided once more only ``again``, and ``before`` says what it was.
    """
    finding, decision = resolution.finding, resolution.decision
    if finding["state"] == "gone":
        return f"finding {finding['id']} is gone: a later run of its day does not see it"
    if finding["state"] == "resolved" and not again:
        was = f" ({before})" if before else ""
        return (
            f"finding {finding['id']} of {finding['day']} is decided already{was};"
            f" --again puts this in its place: {resolution.outcome}, {decision.reason}"
            f" ({decision.by}, {decision.made_on})"
        )
    try:
        _checked(finding, decision, at)
    except Unknown as error:
        return str(error)
    return ""


def decided(connection: sqlite3.Connection, finding: sqlite3.Row) -> str:
    """Return the resolution of a finding that holds, in words; blank where none does."""
    row = connection.execute(
        "SELECT * FROM resolutions WHERE cardroom = ? AND day = ? AND finding = ? AND holds",
        (finding["cardroom"], finding["day"], finding["id"]),
    ).fetchone()
    if row is None:
        return ""
    return f"{row['outcome']}, {row['reason']}, by {row['resolved_by']} on {row['made_on']}"


def reopen(
    connection: sqlite3.Connection, finding: sqlite3.Row, decision: Decision, at: str
) -> None:
    """Record that a resolved finding is open again."""
    if finding["state"] != "resolved":
        raise Unknown(f"finding {finding['id']} is not resolved; it is {finding['state']}")
    with transaction(connection):
        _append(connection, finding, "reopening", {}, decision, at)
        refresh_states(connection, finding["cardroom"], finding["day"])


def _append(  # noqa: PLR0913, PLR0917 - each says one thing of the entry
    connection: sqlite3.Connection,
    finding: sqlite3.Row,
    kind: str,
    facts: dict[str, str],
    decision: Decision,
    at: str,
) -> None:
    scope = (finding["cardroom"], finding["day"])
    entry = facts | {
        "cardroom": scope[0],
        "day": scope[1],
        "finding": finding["id"],
        **_checked(finding, decision, at),
        "addendum": int(is_sealed(connection, *scope)),
    }
    append(connection, kind, at, entry)


def _checked(finding: sqlite3.Row, decision: Decision, at: str) -> dict[str, str]:
    """Return what is recorded of a decision; raise Unknown where it lacks what it needs."""
    made_on = checked_day(decision.made_on, "the day of the decision")
    not_before(made_on, finding["day"])
    not_after(made_on, at)
    return {
        "reason": words(decision.reason, "the reason"),
        "resolved_by": person(decision.by, "the person who decides"),
        "made_on": made_on,
    }
