"""The queue of incidents: filtered, ordered, and page by page, however many the register holds.

A page begins after the last row of the one before, so that the hundredth is as quick as the first
and nothing is shown twice while others decide.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.core.problem import Unknown, nearest
from feeaudit.register.incident_rows import PARTS
from feeaudit.register.queries import STAKES, latest_day
from feeaudit.register.signatories import checked_day
from feeaudit.register.troubles import last_night

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

STATES: Final = ("open", "waived", "needs-counsel", "decided", "gone")
ORDERS: Final = {
    "stake": (("rank", ""), ("day", "DESC"), ("number", "")),
    "age": (("day", ""), ("number", "")),
    "money": (("money", "DESC"), ("number", "")),
}
_MEANS: Final = {
    "open": "standing = 'open' AND waived_until < :as_of",
    "waived": "standing = 'open' AND waived_until >= :as_of AND waived_until <> ''",
    "needs-counsel": "standing = 'open' AND counsel > 0",
    "decided": "standing = 'decided'",
    "gone": "standing = 'gone'",
}
# What so few incidents have is looked up among those; what more have is met soon in any order.
_FEW: Final = 5_000
# To count so many entries of an index takes a few hundredths of a second.
_MANY: Final = 1_000_000
MOST_COUNTED: Final = 10_000
_HAS: Final = (
    "EXISTS (SELECT 1 FROM incident_parts AS each WHERE each.part = '{part}'"
    " AND each.value = :part_{part} AND each.incident = incidents.number)"
)


@dataclass(frozen=True, slots=True)
class QueueQuestion:
    """Which incidents are wanted, and in which order; what is blank is not asked for.

    What needs counsel is open, too. ``age`` is the least number of days since the gaming day,
    ``money`` the least open amount in cents, ``person`` who is to see to it ("-" for nobody),
    ``player`` whom it is about.
    """

    state: str = "open"
    cardroom: str = ""
    table: str = ""
    game: str = ""
    check: str = ""
    player: str = ""
    stake: str = ""
    cause: str = ""
    verdict: str = ""
    person: str = ""
    age: int = 0
    money: int = 0
    start: str = ""
    end: str = ""
    order: str = "stake"


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the queue; ``after`` leads to the next, and is blank where there is none."""

    rows: list[dict[str, Any]]
    after: str
    as_of: str


class QueueTotals(NamedTuple):
    """How many incidents fit a question, with how many open findings, and their open money.

    Where there are more than MOST_COUNTED of them and no table of counts answers, none of it is
    ``known``: ``incidents`` is then one more than that.
    """

    incidents: int
    findings: int
    over: int
    under: int
    known: bool = True


@dataclass(slots=True)
class _Asked:
    """The parts of a question as SQL, and their values."""

    texts: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)
    source: str = "incidents"

    def add(self, text: str, **values: Any) -> None:
        self.texts.append(text)
        self.values |= values


def queue(
    connection: sqlite3.Connection, question: QueueQuestion, limit: int, after: str = ""
) -> Page:
    """Return a page of incidents; ``after`` is that of the page before."""
    as_of = latest_day(connection)
    asked = _asked(connection, question, as_of)
    order = ORDERS[question.order]
    names = [name for name, _ in order]
    sorting = "ORDER BY " + ", ".join(f"{name} {way}".strip() for name, way in order)
    by_rank = question.order == "stake" and asked.source.startswith("incidents")
    found: list[sqlite3.Row] = []
    # Range after range: where the first ones fill the page, the others are not looked through.
    for beyond in _ranges(by_rank, _beyond(order, after)):
        where = " AND ".join([*asked.texts, *(text for text, _ in beyond)])
        values = {name: value for _, values in beyond for name, value in values.items()}
        sql = f"SELECT incidents.* FROM {asked.source} WHERE {where} {sorting} LIMIT :limit"  # noqa: S608
        most = {"limit": limit + 1 - len(found)}
        found += connection.execute(sql, asked.values | values | most).fetchall()
        if len(found) > limit:
            break
    today = _today(connection, as_of)
    rows = [_row(row, as_of, today) for row in found[:limit]]
    last = found[limit - 1] if len(found) > limit else None
    token = json.dumps([last[name] for name in names]) if last is not None else ""
    return Page(rows, token, as_of)


def queue_totals(connection: sqlite3.Connection, question: QueueQuestion) -> QueueTotals:
    """Return how many incidents fit a question, and what is open of them."""
    as_of = latest_day(connection)
    # In no order, so that a table or check leads however many incidents have it.
    asked = _asked(connection, question, as_of, _MANY)
    if _counts_answer(question):
        return _of_counts(connection, question, as_of)
    sql = (
        "SELECT count(*), sum(open), sum(open_over), sum(open_under) FROM (SELECT open, open_over,"  # noqa: S608
        f" open_under FROM {asked.source} WHERE {' AND '.join(asked.texts)}"
        f" LIMIT {MOST_COUNTED + 1})"
    )
    row = connection.execute(sql, asked.values).fetchone()
    count, findings, over, under = (int(each or 0) for each in row)
    return QueueTotals(count, findings, over, under, known=count <= MOST_COUNTED)


def _counts_answer(question: QueueQuestion) -> bool:
    """Tell whether the counts by stake say all that is asked for."""
    others = ("table", "game", "check", "player", "cause", "person", "age", "money")
    return question.state in {"open", "waived"} and not any(
        getattr(question, each) for each in others
    )


def _of_counts(connection: sqlite3.Connection, question: QueueQuestion, as_of: str) -> QueueTotals:
    waived = "waived_until >= :as_of AND waived_until <> ''"
    asked = _Asked([waived if question.state == "waived" else "waived_until < :as_of"])
    asked.values = {"as_of": as_of}
    for name in ("cardroom", "stake", "verdict"):
        if given := getattr(question, name):
            asked.add(f"{name} = :{name}", **{name: given})
    _add_days(asked, question, as_of)
    sql = "SELECT sum(incidents), sum(findings), sum(over), sum(under) FROM stake_counts WHERE "
    row = connection.execute(sql + " AND ".join(asked.texts), asked.values).fetchone()
    incidents, findings, over, under = (int(each or 0) for each in row)
    return QueueTotals(incidents, findings, over, under)


def _today(connection: sqlite3.Connection, as_of: str) -> str:
    """Return the day that ages are counted to: what is open grows older where no log comes, too."""
    return last_night(connection) or as_of


def _row(row: sqlite3.Row, as_of: str, today: str) -> dict[str, Any]:
    told = dict(row)
    for name in ("tables", "games", "players", "checks", "members"):
        told[name] = json.loads(told[name])
    told["state"] = state_of(row, as_of)
    told["age"] = max((date.fromisoformat(today) - date.fromisoformat(row["day"])).days, 0)
    return told


def state_of(row: sqlite3.Row, as_of: str) -> str:
    """Return the state of an incident as of a day, in the words of STATES."""
    if row["standing"] != "open":
        return str(row["standing"])
    if row["waived_until"] and row["waived_until"] >= as_of:
        return "waived"
    return "needs-counsel" if row["counsel"] else "open"


def _ranges(
    by_rank: bool, beyond: Iterable[list[tuple[str, dict[str, Any]]]]
) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Yield conditions rank by rank where that is the first of the order.

    Within a rank an index is in the order of days, so that a question for some days is quick.
    """
    for each in beyond:
        first = each[0] if each else None
        if not by_rank or (first and first[0].startswith("rank =")):
            yield each
            continue
        after = first[1]["k0"] if first else -1
        for rank in range(len(STAKES) + 1):
            if rank > after:
                yield [(f"rank = {rank}", {})]


def _beyond(
    order: tuple[tuple[str, str], ...], after: str
) -> Iterator[list[tuple[str, dict[str, Any]]]]:
    """Yield conditions that together hold for what comes after a row, each one range of an index.

    Equal in all columns but the last and beyond it in that, then equal in all but the last two, …
    """
    if not after:
        yield []
        return
    try:
        values = json.loads(after)
    except ValueError:
        values = None
    if (
        not isinstance(values, list)
        or len(values) != len(order)
        or not all(isinstance(each, int | str) for each in values)
    ):
        raise Unknown(f"{after!r} is not where a page of the queue ended; start again")
    for depth in range(len(order) - 1, -1, -1):
        told = [
            (f"{name} = :k{place}", {f"k{place}": values[place]})
            for place, (name, _) in enumerate(order[:depth])
        ]
        name, way = order[depth]
        sign = "<" if way else ">"
        yield [*told, (f"{name} {sign} :k{depth}", {f"k{depth}": values[depth]})]


def _asked(
    connection: sqlite3.Connection, question: QueueQuestion, as_of: str, few: int = _FEW
) -> _Asked:
    for what, given, known in (
        ("state", question.state, STATES),
        ("order", question.order, tuple(ORDERS)),
    ):
        if given not in known:
            expected = f"expected {', '.join(known)}"
            raise Unknown(
                f"{given!r} is not a {what} of the queue{nearest(given, known)}; {expected}"
            )
    asked = _Asked([_MEANS[question.state]], {"as_of": as_of})
    if question.money:
        asked.add("money >= :money", money=question.money)
    if question.stake:
        asked.add("rank = :stake", stake=_rank(question.stake))
    for name in ("cardroom", "cause", "verdict"):
        if given := getattr(question, name):
            asked.add(f"incidents.{name} = :{name}", **{name: given})
    _add_days(asked, question, _today(connection, as_of))
    if question.person == "-":
        asked.add("person = ''")
    elif question.person:
        asked.add("person = :person AND person <> ''", person=question.person)
    asked.source = _source(connection, question)
    _add_parts(connection, asked, question, few)
    return asked


def _rank(stake: str) -> int:
    if stake not in STAKES:
        expected = f"expected {', '.join(STAKES)}"
        raise Unknown(f"{stake!r} is not a stake{nearest(stake, STAKES)}; {expected}")
    return STAKES.index(stake)


def _source(connection: sqlite3.Connection, question: QueueQuestion) -> str:
    """Return where incidents are looked for: where the fewest are that do not fit.

    The database keeps no statistics, which would be a change of its structure; so it is told.
    """
    if question.person not in {"", "-"}:
        index = "by_person"
    elif question.state in {"needs-counsel", "waived"}:
        index = {"needs-counsel": "with_counsel", "waived": "waived"}[question.state]
    elif question.money and _few(
        connection, "standing = ? AND money >= ?", question.state, question.money
    ):
        index = "by_money"
    elif question.cardroom and question.order == "stake":
        index = "by_cardroom"
    elif question.cardroom and _few(connection, "cardroom = ?", question.cardroom):
        index = "by_day"
    else:
        return "incidents"
    return f"incidents INDEXED BY incidents_{index}"


def _few(connection: sqlite3.Connection, which: str, *values: Any) -> bool:
    sql = f"SELECT count(*) FROM (SELECT 1 FROM incidents WHERE {which} LIMIT {_FEW + 1})"  # noqa: S608
    return int(connection.execute(sql, values).fetchone()[0]) <= _FEW


def _add_days(asked: _Asked, question: QueueQuestion, today: str) -> None:
    if question.start:
        asked.add("day >= :start", start=checked_day(question.start, "the first day"))
    if question.end:
        asked.add("day <= :end", end=checked_day(question.end, "the last day"))
    if question.age > 0 and today:
        oldest = date.fromisoformat(today) - timedelta(days=min(question.age, 100_000))
        asked.add("day <= :old_enough", old_enough=oldest.isoformat())


def _add_parts(
    connection: sqlite3.Connection, asked: _Asked, question: QueueQuestion, few: int
) -> None:
    """Ask for tables, games, players and checks: the rarest leads where few incidents have it."""
    sizes = {
        part: connection.execute(
            "SELECT count(*) FROM (SELECT 1 FROM incident_parts WHERE part = ? AND value = ?"
            " LIMIT ?)",
            (part, getattr(question, part), few + 1),
        ).fetchone()[0]
        for part in PARTS
        if getattr(question, part)
    }
    leading = min(sizes, key=lambda part: sizes[part], default="")
    for part, size in sizes.items():
        asked.values[f"part_{part}"] = getattr(question, part)
        if part == leading and size <= few:
            asked.source = "incident_parts CROSS JOIN incidents ON incidents.number = incident"
            asked.texts.append(f"part = '{part}' AND value = :part_{part}")
        else:
            asked.texts.append(_HAS.format(part=part))
