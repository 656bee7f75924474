"""Restitution: what is owed back for over-collected fees, what was paid, by whom and to whom.

What is owed is what violations over-collected, finding by finding; nothing under-collected is ever
set against it. It stays owed until a payment with a receipt is recorded, also where somebody
decided that it was refunded. A decision that the log was wrong, or that the fee was right after
all, excuses it, and the ledger says so. What was recorded wrongly is corrected by an entry of its
own, never taken away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import dollars
from feeaudit.core.problem import Unknown
from feeaudit.register.database import transaction
from feeaudit.register.database_schema import IN_ANY_STATE
from feeaudit.register.history import append
from feeaudit.register.identities import Person, identity_of, recorded
from feeaudit.register.queries import NONE
from feeaudit.register.signatories import checked_day, not_after, not_before, words
from feeaudit.register.standings import EXCUSED, FOUND, refresh_states

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from feeaudit.register.dispositions import Decision

STATES: Final = ("due", "paid", "excused", "all")
# Where each state is looked for, and what it means.
_CONDITIONS: Final = {
    "due": ("findings INDEXED BY findings_due", "due > 0"),
    "paid": ("findings INDEXED BY findings_paid", "paid > 0"),
    "excused": ("findings INDEXED BY findings_decided", f"outcome <> '' AND {EXCUSED} > 0"),
    "all": ("findings", f"({FOUND} > 0 OR paid > 0)"),
}


@dataclass(frozen=True, slots=True)
class LedgerQuestion:
    """Which part of the ledger is wanted; what is blank is not asked for. ``state`` is of STATES.

    ``player`` is the player or seat that the log names; NONE where it names none.
    """

    cardroom: str = ""
    start: str = ""
    end: str = ""
    player: str = ""
    state: str = "due"


@dataclass(frozen=True, slots=True)
class Payment:
    """Money given back: to whom, by whom, against which receipt, on which day."""

    paid_to: str
    paid_by: Person
    receipt: str
    paid_on: str
    note: str = ""


def ledger(
    connection: sqlite3.Connection,
    question: LedgerQuestion,
    limit: int = 0,
    after: tuple[str, int] | None = None,
) -> list[dict[str, Any]]:
    """Return the ledger finding by finding, the newest day first, at most so many (0: all).

    ``after`` is the day and number of the last row of the page before.
    """
    where, values = _where(question)
    if after:
        where += " AND (day < :after_day OR (day = :after_day AND findings.number > :after))"
        values |= {"after_day": after[0], "after": after[1]}
    source, meant = _CONDITIONS[question.state]
    if question.player not in {"", NONE}:
        source = "findings INDEXED BY findings_by_player"
    sql = f"""
        SELECT findings.number, day, cardroom, "table", hand_id, at, "check", id AS finding, seat,
          player, payer, component, {FOUND} AS found, {EXCUSED} AS excused, paid, due, state,
          outcome, waived_until, incident
        FROM {source} WHERE {where} AND {meant}
        ORDER BY day DESC, findings.number LIMIT :limit
    """  # noqa: S608 - our own words
    rows = connection.execute(sql, values | {"limit": limit or -1}).fetchall()
    return [dict(row) for row in rows]


def _where(question: LedgerQuestion) -> tuple[str, dict[str, Any]]:
    if question.state not in STATES:
        raise Unknown(
            f"{question.state!r} is not a state of the ledger; expected {', '.join(STATES)}"
        )
    parts: list[str] = [IN_ANY_STATE]
    values: dict[str, Any] = {}
    if question.cardroom:
        parts.append("cardroom = :cardroom")
        values["cardroom"] = question.cardroom
    if question.player == NONE:
        parts.append("player = ''")
    elif question.player:
        parts.append("player = :player AND player <> ''")
        values["player"] = question.player
    if question.start:
        parts.append("day >= :start")
        values["start"] = checked_day(question.start, "the first day")
    if question.end:
        parts.append("day <= :end")
        values["end"] = checked_day(question.end, "the last day")
    return " AND ".join(parts), values


_TOTALS: Final = """
sum(findings) AS findings, sum(found) AS found, sum(excused) AS excused, sum(paid) AS paid,
  sum(due) AS due
"""
_GROUPS: Final = {"player": "cardroom, player", "day": "cardroom, day", "cardroom": "cardroom"}


def totals(
    connection: sqlite3.Connection, question: LedgerQuestion, by: str, limit: int = 0
) -> list[dict[str, Any]]:
    """Return the sums of the ledger by ``player``, ``day`` or ``cardroom``, the most due first.

    Of a player whom the log does not name the name is blank: those are not one person.
    """
    where, values = _where(question)
    where = where.replace(f"{IN_ANY_STATE} AND ", "").replace(IN_ANY_STATE, "1")
    group = _GROUPS[by]
    if by == "player":
        source = "dues" if question.start or question.end else "player_dues"
    else:
        source = "dues" if question.player else "day_dues"
    sql = f"""
        SELECT {group}, {_TOTALS} FROM {source} WHERE {where} GROUP BY {group}
        ORDER BY due DESC, {group} LIMIT :limit
    """  # noqa: S608 - our own words
    return [dict(row) for row in connection.execute(sql, values | {"limit": limit or -1})]


def pay(
    connection: sqlite3.Connection,
    findings: Sequence[tuple[sqlite3.Row, int]],
    payment: Payment,
    at: str,
) -> int:
    """Record a payment for findings of one cardroom, each with the cents it is for; return it.

    0 cents stand for all that is due. Raises Unknown where more is paid than is due.
    """
    who = identity_of(payment.paid_by, "the person who pays")
    paid_on = checked_day(payment.paid_on, "the day of the payment")
    not_after(paid_on, at)
    with transaction(connection):
        rooms = {str(row["cardroom"]) for row, _ in findings}
        if len(rooms) != 1:
            raise Unknown("a payment is for findings of one cardroom; record one for each")
        (room,) = rooms
        told = [_part(connection, row, amount, paid_on) for row, amount in findings]
        if len({(each["day"], each["finding"]) for each in told}) < len(told):
            raise Unknown("a finding is named twice; give each once, with the amount paid for it")
        entry = {
            "cardroom": room,
            "findings": told,
            "paid_to": words(payment.paid_to, "the person who was paid"),
            "paid_by": who.name,
            "receipt": _new_receipt(connection, room, payment.receipt),
            "paid_on": paid_on,
            "note": " ".join(payment.note.split()),
            **recorded(paid_by=who),
        }
        number = append(connection, "payment", at, entry)
        for day in sorted({each["day"] for each in told}):
            refresh_states(connection, room, day)
    return number


def _part(
    connection: sqlite3.Connection, asked: sqlite3.Row, amount: int, paid_on: str
) -> dict[str, Any]:
    """Return what a payment says of a finding; raise Unknown where that much is not due."""
    row = connection.execute(
        "SELECT * FROM findings WHERE number = ?", (asked["number"],)
    ).fetchone()
    not_before(paid_on, row["day"])
    name = f"finding {row['id']} of {row['day']}"
    if row["due"] <= 0:
        why = f", {dollars(row['paid'])} was paid already" if row["paid"] else ""
        raise Unknown(f"nothing is due for {name}{why}; feeaudit restitution list shows what is")
    if amount < 0 or amount > row["due"]:
        raise Unknown(f"{name}: {dollars(amount)} is not what is due, {dollars(row['due'])}")
    return {"day": row["day"], "finding": row["id"], "amount": amount or row["due"]}


def _new_receipt(connection: sqlite3.Connection, room: str, receipt: str) -> str:
    """Return the number of a receipt; raise Unknown where another payment has it."""
    told = words(receipt, "the receipt number")
    row = connection.execute(
        "SELECT paid_to, paid_on FROM payments WHERE cardroom = ? AND receipt = ? AND voided = 0",
        (room, told),
    ).fetchone()
    if row is not None:
        raise Unknown(
            f"receipt {told} is that of a payment to {row['paid_to']} on {row['paid_on']}; give"
            " this one's own"
        )
    return told


def correct_payment(
    connection: sqlite3.Connection, number: int, decision: Decision, at: str
) -> list[sqlite3.Row]:
    """Record that a payment was recorded wrongly, and counts no longer; return what it said."""
    who = identity_of(decision.by, "the person who corrects it")
    not_after(checked_day(decision.made_on, "the day of the correction"), at)
    with transaction(connection):
        rows = payments(connection, number)
        if not rows:
            raise Unknown(f"no payment has the number {number}; feeaudit restitution list --paid")
        if rows[0]["voided"]:
            raise Unknown(f"payment {number} was already corrected, by entry {rows[0]['voided']}")
        entry = {
            "payment": number,
            "reason": words(decision.reason, "the reason"),
            "corrected_by": who.name,
            "made_on": decision.made_on,
            **recorded(corrected_by=who),
        }
        append(connection, "payment-correction", at, entry)
        for scope in sorted({(row["cardroom"], row["day"]) for row in rows}):
            refresh_states(connection, *scope)
    return rows


def payments(
    connection: sqlite3.Connection, number: int = 0, question: LedgerQuestion | None = None
) -> list[sqlite3.Row]:
    """Return payments, those that were corrected too, finding by finding; the newest first."""
    asked = question or LedgerQuestion()
    sql = """
        SELECT payments.*, findings.player, findings.seat, payment_corrections.reason AS corrected,
          payment_corrections.corrected_by
        FROM payments JOIN findings ON findings.id = payments.finding
          AND findings.cardroom = payments.cardroom AND findings.day = payments.day
        LEFT JOIN payment_corrections ON payment_corrections.number = payments.voided
        WHERE (:number = 0 OR payments.number = :number)
          AND (:cardroom = '' OR payments.cardroom = :cardroom)
          AND (:start = '' OR payments.day >= :start) AND (:end = '' OR payments.day <= :end)
          AND (:player = '' OR findings.player = :player)
        ORDER BY payments.number DESC, payments.day, payments.finding
    """
    names = ("cardroom", "start", "end", "player")
    values: dict[str, Any] = {name: getattr(asked, name) for name in names} | {"number": number}
    return list(connection.execute(sql, values))
