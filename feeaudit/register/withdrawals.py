"""Inputs taken back: a file that was delivered by mistake no longer counts, on the record.

It stays in the archive, and so do the runs that rest on it. The days it held hands of are audited
anew without it; a day of which nothing is left has no audit any more, and its findings are gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.history import append
from feeaudit.register.identities import identity_of, recorded
from feeaudit.register.signatories import not_after, words
from feeaudit.register.standings import refresh_states

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.dispositions import Decision

_INPUTS = """
SELECT inputs.number, name, place, inputs.digest, inputs.deleted, withdrawals.reason AS withdrawn,
  substr(history.at, 1, 10) AS recorded,
  (SELECT group_concat(cardroom || ' ' || day, ', ') FROM coverage WHERE input = inputs.number)
    AS holds,
  (SELECT identities.name FROM identities WHERE entry = inputs.number AND role = 'brought_by')
    AS brought_by
FROM inputs JOIN history ON history.number = inputs.number
LEFT JOIN withdrawals ON withdrawals.input = inputs.number ORDER BY inputs.number DESC
"""


def all_inputs(connection: sqlite3.Connection) -> list[sqlite3.Row]:
    """Return everything that was taken, the newest first: what it holds, and whether it counts."""
    return list(connection.execute(_INPUTS))


def withdraw(
    connection: sqlite3.Connection, number: int, decision: Decision, at: str
) -> list[tuple[str, str]]:
    """Record that an input does not count; return the cardrooms and days that it held hands of."""
    found = {row["number"]: row for row in all_inputs(connection)}.get(number)
    if found is None:
        raise Unknown(f"no input has the number {number}; feeaudit inputs list shows them")
    if found["withdrawn"] is not None:
        raise Unknown(f"input {number}, {found['name']}, is already withdrawn")
    not_after(decision.made_on, at)
    who = identity_of(decision.by, "the person who withdraws it")
    entry = {
        "input": number,
        "reason": words(decision.reason, "the reason"),
        "withdrawn_by": who.name,
        "made_on": decision.made_on,
        **recorded(withdrawn_by=who),
    }
    with transaction(connection):
        sql = "SELECT cardroom, day FROM coverage WHERE input = ? ORDER BY cardroom, day"
        scopes = [(row[0], row[1]) for row in connection.execute(sql, (number,))]
        append(connection, "withdrawal", at, entry)
        for scope in scopes:
            refresh_states(connection, *scope)
    return scopes
