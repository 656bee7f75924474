"""Deliveries that need somebody: nights without a log, days not audited, troubles of the inbox.

Files in quarantine, which may be thousands, are listed by themselves (``dismissals``).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.register.queries import NONE
from feeaudit.register.trends import days_not_audited, missing_nights
from feeaudit.register.troubles import open_troubles, troubles_apart

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

Row = dict[str, Any]
TROUBLES: Final = {
    "waiting": "Waiting in the inbox",
    "refused": "Not accepted from the inbox",
    "failed": "Failed",
    "future": "Dated in the future",
    "heads": "Heads noted elsewhere",
}
KINDS: Final = {
    "quarantined": "In quarantine",
    "missing": "No log received",
    "pending": "Not audited yet",
    **TROUBLES,
}


@dataclass(frozen=True, slots=True)
class DeliveryQuestion:
    """Which deliveries are asked for; what is blank asks for all of them.

    ``name`` is a gaming day, or the name of a file in the inbox; ``-`` where there is none.
    """

    kind: str = ""
    cardroom: str = ""
    name: str = ""

    def asks_for(self, row: Row) -> bool:
        """Tell whether a delivery is among them."""
        return (
            self.kind in {"", row["kind"]}
            and self.cardroom in {"", row["cardroom"]}
            and self.name in {"", row["name"] or NONE}
        )


def filters_of(kind: str, cardroom: str, name: str) -> tuple[tuple[str, str], ...]:
    """Return the question that finds one delivery again, as an address has it."""
    return ("kind", kind), ("cardroom", cardroom), ("name", name or NONE)


def open_deliveries(connection: sqlite3.Connection, question: DeliveryQuestion) -> list[Row]:
    """Return the deliveries that need somebody: what, whose, which, since when and why."""
    return [row for row in _deliveries(connection) if question.asks_for(row)]


def _deliveries(connection: sqlite3.Connection) -> Iterator[Row]:
    for each in missing_nights(connection):
        yield _row("missing", each["cardroom"], each["day"], each["day"])
    pending = days_not_audited(connection)
    for each in pending:
        where = each["cardroom"], each["day"]
        yield _row("pending", *where, each["recorded"], each["reason"])
    for each in troubles_apart(open_troubles(connection), pending):
        where = each["place"], each["name"]
        yield _row(each["kind"], *where, each["since"], each["reason"])


def _row(kind: str, cardroom: str, name: str, since: str, reason: str = "") -> Row:
    return {
        "kind": kind,
        "cardroom": cardroom,
        "name": name,
        "since": since,
        "reason": reason,
    }
