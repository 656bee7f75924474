"""Comments on findings and incidents, and who is to see to them, on the record."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append
from feeaudit.register.identities import identity_of, recorded
from feeaudit.register.signatories import checked_day, not_after, person, same_person, words
from feeaudit.register.standings import refresh_states

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from feeaudit.register.dispositions import Decision
    from feeaudit.register.matters import Matter


def comment(connection: sqlite3.Connection, matter: Matter, decision: Decision, at: str) -> int:
    """Record a comment, the reason of a decision that decides nothing; return its number."""
    who = identity_of(decision.by, "the person who comments")
    not_after(checked_day(decision.made_on, "the day of the comment"), at)
    entry = matter.named | {
        "comment": words(decision.reason, "the comment"),
        "written_by": who.name,
        "made_on": decision.made_on,
        **recorded(written_by=who),
    }
    with transaction(connection):
        return append(connection, "comment", at, entry)


def assign(
    connection: sqlite3.Connection,
    matters: Sequence[Matter],
    to: str,
    decision: Decision,
    at: str,
) -> list[int]:
    """Record who is to see to findings or incidents, a blank name for nobody; all or none."""
    who = identity_of(decision.by, "the person who assigns")
    name = person(to, "the person it is assigned to") if to.strip() else ""
    not_after(checked_day(decision.made_on, "the day of the assignment"), at)
    with transaction(connection):
        numbers = []
        for matter in matters:
            if same_person(assigned_to(connection, matter), name):
                whose = f"already assigned to {name}" if name else "assigned to nobody"
                raise Unknown(f"{matter.words} is {whose}")
            entry = matter.named | {
                "person": name,
                "reason": " ".join(decision.reason.split()),
                "assigned_by": who.name,
                "made_on": decision.made_on,
                **recorded(assigned_by=who),
            }
            numbers.append(append(connection, "assignment", at, entry))
        for scope in sorted({matter.scope for matter in matters}):
            refresh_states(connection, *scope)
    return numbers


def assigned_to(connection: sqlite3.Connection, matter: Matter) -> str:
    """Return who is to see to a matter; blank where nobody is."""
    sql = """
        SELECT person FROM assignments WHERE cardroom = :cardroom AND day = :day
        AND incident = :incident AND finding = :finding AND holds
    """
    row = connection.execute(sql, matter.named).fetchone()
    return str(row[0]) if row else ""
