"""The filters of the queue: read from the address, written back into it, and what one may choose.

A saved filter is nothing but its address.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.audit.checks import REGISTRY
from feeaudit.core.dialect import Refused, amount
from feeaudit.core.money import decimal
from feeaudit.core.problem import Unknown
from feeaudit.register.queue import ORDERS, STATES, QueueQuestion
from feeaudit.report.incident_words import STAKES
from feeaudit.workbench.defence.browser_sessions import visit
from feeaudit.workbench.rooms_shown import room_asked, visible_rooms

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

NOBODY: Final = "-"
_TEXTS: Final = (
    *("cardroom", "table", "game", "check", "player", "stake", "cause", "verdict", "person"),
    *("start", "end"),
)
_ORDER_WORDS: Final = {
    "stake": "Most serious first",
    "age": "Oldest first",
    "money": "Most money first",
}
# A list of names longer than this is no choice any more; what is typed is found all the same.
_MOST: Final = 400


@dataclass(frozen=True, slots=True)
class Choices:
    """What the filters offer."""

    cardrooms: list[str]
    checks: dict[str, str]
    stakes: dict[str, str]
    states: tuple[str, ...]
    orders: dict[str, str]
    tables: list[str]
    games: list[str]
    people: list[str]


def question_asked(connection: sqlite3.Connection, given: Mapping[str, str]) -> QueueQuestion:
    """Return the question that an address asks; raise Unknown where a part of it makes no sense."""
    texts = {name: given.get(name, "").strip() for name in _TEXTS}
    state = given.get("state", "") or "open"
    return QueueQuestion(
        **texts | {"cardroom": room_asked(connection, texts["cardroom"])},
        state=state,
        order=given.get("order", "") or "stake",
        age=_count(given.get("age", "")),
        money=_cents(given.get("money", "")),
    )


def _count(text: str) -> int:
    if text and not text.isdecimal():
        raise Unknown(f"{text!r} is not a number of days")
    return int(text[:6] or 0)


def _cents(text: str) -> int:
    try:
        return amount(text) if text else 0
    except Refused as why:
        raise Unknown(f"{text!r} is not an amount of money ({why}); write 25 or 25.00") from None


def as_address(question: QueueQuestion) -> dict[str, str]:
    """Return a question as the parts of an address; what is usual is left out."""
    usual = asdict(QueueQuestion())
    told = {name: value for name, value in asdict(question).items() if value != usual[name]}
    if "money" in told:
        told["money"] = decimal(question.money)
    return {name: str(value) for name, value in told.items()}


def choices(connection: sqlite3.Connection) -> Choices:
    """Return what the filters offer in this store.

    Tables, games and people are listed from all cardrooms, so only for who may look at all; what
    somebody else types is found all the same.
    """
    everywhere = visit().user.everywhere
    return Choices(
        cardrooms=visible_rooms(connection),
        checks={name: check.title for name, check in REGISTRY.items()},
        stakes=STAKES,
        states=STATES,
        orders={name: _ORDER_WORDS[name] for name in ORDERS},
        tables=_values(connection, "table") if everywhere else [],
        games=_values(connection, "game") if everywhere else [],
        people=_people(connection) if everywhere else [],
    )


def _values(connection: sqlite3.Connection, part: str) -> list[str]:
    """Return the tables or games that incidents have, jumping from each to the next in the index.

    To list the distinct values of a million rows would read all of them.
    """
    following = "SELECT min(value) FROM incident_parts WHERE part = :part AND value > named.value"
    sql = f"""
        WITH RECURSIVE named(value) AS (
          SELECT min(value) FROM incident_parts WHERE part = :part
          UNION ALL SELECT ({following}) FROM named WHERE named.value IS NOT NULL)
        SELECT value FROM named WHERE value IS NOT NULL LIMIT :most
    """  # noqa: S608 - our own words
    return [str(row[0]) for row in connection.execute(sql, {"part": part, "most": _MOST})]


def _people(connection: sqlite3.Connection) -> list[str]:
    sql = "SELECT DISTINCT person FROM incidents WHERE person <> '' ORDER BY person LIMIT ?"
    return [str(row[0]) for row in connection.execute(sql, (_MOST,))]
