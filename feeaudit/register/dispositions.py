"""What people decide about findings and incidents: an outcome and a reason, or open again."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append
from feeaudit.register.identities import Person, identity_of, recorded
from feeaudit.register.matters import (
    Matter,
    as_it_stands,
    decided,
    matter_of_finding,
    refuse_changed,
)
from feeaudit.register.runs import is_sealed
from feeaudit.register.signatories import checked_day, not_after, not_before, words
from feeaudit.register.standings import COUNSEL, refresh_states

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

OUTCOMES: Final = {
    "corrected": "the practice or the record was corrected",
    "refunded": "the over-collected amount was refunded",
    "explained": "the finding is understood and needs no further action",
    "log-error": "the log was wrong, not the table",
    COUNSEL: "counsel is asked first; the finding stays open until then",
}


@dataclass(frozen=True, slots=True)
class Decision:
    """Who decided, why, and on which day."""

    by: Person
    reason: str
    made_on: str


@dataclass(frozen=True, slots=True)
class Resolution:
    """A finding or an incident, what became of it, and who says so.

    ``seen`` is the mark that the matter had when they looked; blank where nobody says.
    """

    matter: Matter
    outcome: str
    decision: Decision
    seen: str = ""


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
    resolution = Resolution(matter_of_finding(finding), outcome, decision)
    resolve_all(connection, [resolution], at, again=again)


def resolve_all(
    connection: sqlite3.Connection,
    resolutions: Sequence[Resolution],
    at: str,
    *,
    again: bool = False,
) -> list[int]:
    """Record that findings and incidents are resolved, all of them or, where one cannot be, none.

    An incident's decision is one entry and reaches all of its findings that are open; ``again``
    also those that were decided before, each by itself. Returns the numbers of the entries.
    """
    with transaction(connection):
        numbers = []
        for asked in resolutions:
            each = replace(asked, matter=as_it_stands(connection, asked.matter))
            refuse_changed(connection, each.matter, each.seen, _words(each))
            if why := refusal(connection, each, at, again=again):
                raise Unknown(why)
            numbers.append(_resolved(connection, each, at, again=again))
        for scope in sorted({each.matter.scope for each in resolutions}):
            refresh_states(connection, *scope)
    return numbers


def _words(resolution: Resolution) -> str:
    decision = resolution.decision
    name = decision.by if isinstance(decision.by, str) else decision.by.name
    return f"{resolution.outcome}, {decision.reason} ({name}, {decision.made_on})"


def refusal(
    connection: sqlite3.Connection, resolution: Resolution, at: str, *, again: bool = False
) -> str:
    """Return why something cannot be resolved so; blank where it can.

    What is decided already is decided once more only ``again``.
    """
    matter = resolution.matter
    if resolution.outcome not in OUTCOMES:
        return f"{resolution.outcome!r} is not a decision; expected {', '.join(OUTCOMES)}"
    if not any(row["state"] != "gone" for row in matter.findings):
        return f"{matter.words} is gone: a later run of its day no longer reports it"
    if not _reached(resolution, again=again):
        before = decided(connection, matter.findings[0])
        was = f" ({before})" if before else ""
        return (
            f"{matter.words} is already decided{was}; use --again to replace it:"
            f" {_words(resolution)}"
        )
    try:
        _checked(matter, resolution.decision, at)
    except Unknown as error:
        return str(error)
    return ""


def _reached(resolution: Resolution, *, again: bool) -> list[sqlite3.Row]:
    """Return the findings that a decision is for."""
    return [
        row
        for row in resolution.matter.findings
        if (row["state"] == "open" and row["outcome"] != resolution.outcome)
        or (again and row["state"] != "gone")
    ]


def reopen(
    connection: sqlite3.Connection, finding: sqlite3.Row, decision: Decision, at: str
) -> None:
    """Record that a resolved finding is open again."""
    with transaction(connection):
        matter = as_it_stands(connection, matter_of_finding(finding))
        _reopened(connection, matter, decision, at)
        refresh_states(connection, *matter.scope)


def reopen_all(
    connection: sqlite3.Connection, seen: Sequence[tuple[Matter, str]], decision: Decision, at: str
) -> int:
    """Record that all that is resolved of some matters is open again, or nothing of it.

    Each comes with the mark that it had when they looked. Returns how many findings that are.
    """
    with transaction(connection):
        for matter, mark in seen:
            refuse_changed(connection, matter, mark, f"open again, {decision.reason}")
        standing = [as_it_stands(connection, matter) for matter, _ in seen]
        rows = [row for each in standing for row in each.findings if row["state"] == "resolved"]
        if not rows:
            raise Unknown("nothing selected has a decision; there is nothing to reopen")
        for row in rows:
            _reopened(connection, matter_of_finding(row), decision, at)
        for scope in sorted({each.scope for each in standing}):
            refresh_states(connection, *scope)
    return len(rows)


def _reopened(connection: sqlite3.Connection, matter: Matter, decision: Decision, at: str) -> None:
    state, outcome = matter.row["state"], matter.row["outcome"]
    if state == "gone" or not outcome:
        raise Unknown(f"finding {matter.finding} is not resolved; it is {state}")
    _append(connection, matter, "reopening", {"finding": matter.finding}, decision, at)


def _resolved(
    connection: sqlite3.Connection, resolution: Resolution, at: str, *, again: bool
) -> int:
    matter = resolution.matter
    reached = [str(row["id"]) for row in _reached(resolution, again=again)]
    which: dict[str, Any] = (
        {"incident": matter.incident, "findings": reached}
        if matter.incident
        else {"finding": matter.finding}
    )
    facts = which | {"outcome": resolution.outcome}
    return _append(connection, matter, "resolution", facts, resolution.decision, at)


def _append(  # noqa: PLR0913, PLR0917 - each says one thing of the entry
    connection: sqlite3.Connection,
    matter: Matter,
    kind: str,
    facts: dict[str, Any],
    decision: Decision,
    at: str,
) -> int:
    room, day = matter.scope
    entry = facts | {
        "cardroom": room,
        "day": day,
        **_checked(matter, decision, at),
        "addendum": int(is_sealed(connection, room, day)),
    }
    return append(connection, kind, at, entry)


def _checked(matter: Matter, decision: Decision, at: str) -> dict[str, Any]:
    """Return what is recorded of a decision; raise Unknown where it lacks what it needs."""
    made_on = checked_day(decision.made_on, "the day of the decision")
    not_before(made_on, matter.row["day"])
    not_after(made_on, at)
    who = identity_of(decision.by, "the person who decides")
    return {
        "reason": words(decision.reason, "the reason"),
        "resolved_by": who.name,
        "made_on": made_on,
        **recorded(resolved_by=who),
    }
