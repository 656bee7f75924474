"""What a form decides about: the incidents and findings that were ticked, as they were seen."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from flask import request

from feeaudit.core.problem import Unknown
from feeaudit.register.matters import Matter, mark_of, matter_of_finding, matter_of_incident
from feeaudit.workbench.given_numbers import number_given

if TYPE_CHECKING:
    import sqlite3

_KINDS = {"i": "incidents", "f": "findings"}


class Ticked(NamedTuple):
    """Something that was ticked: the matter, and the mark it had when the page was made."""

    matter: Matter
    seen: str


def token_of(connection: sqlite3.Connection, kind: str, row: sqlite3.Row) -> str:
    """Return what a tick box holds: an incident (i) or finding (f), and the mark of what was seen.

    The findings of an incident are not read for this: there may be thousands.
    """
    named = {"i": {"incident": str(row["id"])}, "f": {"finding": str(row["id"])}}[kind]
    return f"{kind}{row['number']}~{mark_of(connection, Matter(row, (), **named))}"


def token_of_incident(connection: sqlite3.Connection, number: int) -> str:
    """Return what the tick box of an incident holds, by its number."""
    sql = "SELECT * FROM incidents WHERE number = ?"
    return token_of(connection, "i", connection.execute(sql, (number,)).fetchone())


def chosen(connection: sqlite3.Connection) -> list[Ticked]:
    """Return what was ticked in the form; raise Unknown where nothing was, or nothing like it."""
    texts = list(dict.fromkeys(request.form.getlist("chosen")))
    if not texts:
        raise Unknown("nothing is selected; select what the decision is about")
    return [_matter(connection, text) for text in texts]


def _matter(connection: sqlite3.Connection, text: str) -> Ticked:
    named, _, seen = text.partition("~")
    table, number = _KINDS.get(named[:1], ""), number_given(named[1:])
    row = None
    if table and number is not None:
        sql = f"SELECT * FROM {table} WHERE number = ?"  # noqa: S608 - one of two names above
        row = connection.execute(sql, (number,)).fetchone()
    if row is None or not seen:
        raise Unknown("what was selected is not in the register; open the page again")
    if table == "incidents":
        return Ticked(matter_of_incident(connection, row), seen)
    return Ticked(matter_of_finding(row), seen)
