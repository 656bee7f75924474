"""Asking the register for findings: filters that answer at once however many nights it holds."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.audit.check import Stake
from feeaudit.core.problem import Unknown
from feeaudit.register.signatories import checked_day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

STAKES: Final = tuple(map(str, Stake))
STATES: Final = ("open", "waived", "resolved", "gone")
# What the current audits of the nights found, whatever was decided about it.
STANDING: Final = ("open", "waived", "resolved")
MOST_COUNTED: Final = 10_000
# All findings of thirty nights with 400 each, and more; to add them up takes some hundredths of a
# second.
MOST_ADDED_UP: Final = 20_000
# Asks for findings that have no table, no player.
NONE: Final = "-"
_ORDER = 'ORDER BY day DESC, cardroom, "table", at, id'
_FILTERS = ("cardroom", "table", "check", "verdict", "player")
# What each state means in the register; the indexes begin with it.
_MEANS: Final = {
    "open": "findings WHERE state = 'open' AND waived_until < :as_of",
    # Of what is waived there is little; the index of just that is the quickest whatever is asked.
    "waived": "findings INDEXED BY findings_waived WHERE state = 'open'"
    " AND waived_until >= :as_of AND waived_until <> ''",
    "resolved": "findings WHERE state = 'resolved'",
    "gone": "findings WHERE state = 'gone'",
}
_EITHER = "findings WHERE state = 'open'"
_COUNTED_AS: Final = {
    "open": "state = 'open' AND waived_until < :as_of",
    "waived": "state = 'open' AND waived_until >= :as_of AND waived_until <> ''",
    "resolved": "state = 'resolved'",
}


@dataclass(frozen=True, slots=True)
class Question:
    """Which findings are wanted; what is blank is not asked for.

    ``states`` are of STATES; without ``waivers`` a waived finding counts as open. ``as_of`` is the
    day on which waivers must still hold, the latest gaming day of the register where blank.
    ``new_since`` is a number of the history or a day: first seen by a run after it.
    """

    cardroom: str = ""
    table: str = ""
    check: str = ""
    verdict: str = ""
    player: str = ""
    stake: str = ""
    start: str = ""
    end: str = ""
    states: tuple[str, ...] = ("open", "waived")
    new_since: str = ""
    as_of: str = ""
    waivers: bool = True


@dataclass(frozen=True, slots=True)
class Answer:
    """Findings of the register, newest day first; ``count`` stops at MOST_COUNTED."""

    rows: list[dict[str, Any]]
    count: int
    as_of: str


class FindingTotals(NamedTuple):
    """How many findings fit a question, and their money.

    Where there are more than MOST_ADDED_UP of them and no table of counts answers, neither is
    ``known``: ``findings`` is then one more than that.
    """

    findings: int
    over: int
    under: int
    known: bool = True


@dataclass(slots=True)
class _Conditions:
    """The parts of a WHERE clause and their values."""

    texts: list[str] = field(default_factory=list)
    values: dict[str, Any] = field(default_factory=dict)

    def add(self, text: str, **values: Any) -> None:
        self.texts.append(text)
        self.values |= values


def latest_day(connection: sqlite3.Connection) -> str:
    """Return the latest gaming day of the register; blank where there is none.

    A day that had not come when the last night was run is a mistake of a log: no waiver lapses by
    it, and no night is the latest.
    """
    sql = """
        SELECT coalesce((SELECT max(day) FROM runs WHERE day <= coalesce(
          (SELECT date FROM nights ORDER BY number DESC LIMIT 1), '9999')), max(day), '') FROM runs
    """
    return str(connection.execute(sql).fetchone()[0])


def ask(
    connection: sqlite3.Connection, question: Question, limit: int, *, begin: int = 0
) -> Answer:
    """Return the findings that fit a question, at most so many (0: all), from a place on."""
    as_of = question.as_of or latest_day(connection)
    where = _where(connection, question, as_of)
    # The text is made of this module's own words; what people give is bound as values. Each state
    # is asked for by itself, so that an index answers in order and nothing is read in vain.
    parts = [" AND ".join([state, *where.texts]) for state in _states(question)]
    listed = " UNION ALL ".join(
        f"SELECT * FROM (SELECT * FROM {part} {_ORDER} LIMIT :most)"  # noqa: S608
        for part in parts
    )
    bounds = {"limit": limit or -1, "begin": begin, "most": limit + begin if limit else -1}
    found = [
        _finding(row, question, as_of)
        for row in connection.execute(
            f"{listed} {_ORDER} LIMIT :limit OFFSET :begin", where.values | bounds
        )
    ]
    _add_incidents(connection, found)
    count = len(found)
    if limit and count == limit:
        counted = " UNION ALL ".join(f"SELECT 1 FROM {part}" for part in parts)  # noqa: S608
        sql = f"SELECT count(*) FROM (SELECT 1 FROM ({counted}) LIMIT {MOST_COUNTED + 1})"  # noqa: S608
        count = int(connection.execute(sql, where.values).fetchone()[0])
    return Answer(found, count, as_of)


def finding_totals(connection: sqlite3.Connection, question: Question) -> FindingTotals:
    """Return how many findings fit a question and their money, from the counts where they say it.

    Counts answer at once for any number of nights; findings are added up only where what is asked
    for is not counted, and then no more than MOST_ADDED_UP of them.
    """
    where = _where(connection, question, question.as_of or latest_day(connection))
    sql = _of_counts(question)
    if not sql:
        return _added_up(connection, question, where)
    row = connection.execute(" AND ".join([sql, *where.texts]), where.values).fetchone()
    findings, over, under = (int(each or 0) for each in row)
    return FindingTotals(findings, over, under)


def _of_counts(question: Question) -> str:
    """Return the query that adds up counts for a question; blank where none has what is asked."""
    uncounted = (question.table, question.check, question.player, question.stake)
    if any(uncounted) or question.new_since or "gone" in question.states:
        return ""
    states = " OR ".join(_COUNTED_AS[state] for state in question.states)
    return f"SELECT sum(findings), sum(over), sum(under) FROM state_counts WHERE ({states})"  # noqa: S608


def _added_up(
    connection: sqlite3.Connection, question: Question, where: _Conditions
) -> FindingTotals:
    parts = [" AND ".join([state, *where.texts]) for state in _states(question)]
    rows = " UNION ALL ".join(f"SELECT over, under FROM {part}" for part in parts)  # noqa: S608
    sql = (
        "SELECT count(*), coalesce(sum(max(over, 0)), 0), coalesce(sum(max(under, 0)), 0)"  # noqa: S608
        f" FROM (SELECT * FROM ({rows}) LIMIT {MOST_ADDED_UP + 1})"
    )
    count, over, under = connection.execute(sql, where.values).fetchone()
    return FindingTotals(count, over, under, known=count <= MOST_ADDED_UP)


def _add_incidents(connection: sqlite3.Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Say of findings in which incident they are, and what that puts at stake."""
    sql = "SELECT id, stake FROM incidents WHERE number = ?"
    known: dict[int, tuple[str, str]] = {}
    for row in rows:
        number = row["incident"]
        if number not in known:
            found = connection.execute(sql, (number,)).fetchone()
            known[number] = (found["id"], found["stake"]) if found else ("", "")
        row["incident"], row["stake"] = known[number]


def _finding(row: sqlite3.Row, question: Question, as_of: str) -> dict[str, Any]:
    fact = dict(row)
    waived = question.waivers and fact["waived_until"] and fact["waived_until"] >= as_of
    if waived and fact["state"] == "open":
        fact["state"] = "waived"
    return fact


def _where(connection: sqlite3.Connection, question: Question, as_of: str) -> _Conditions:
    where = _Conditions(values={"as_of": as_of})
    for name in _FILTERS:
        if given := getattr(question, name):
            where.add(f'"{name}" = :{name}', **{name: "" if given == NONE else given})
    if question.player not in {"", NONE}:
        where.add("player <> ''")
    if question.stake:
        where.add(
            "(SELECT stake FROM incidents WHERE incidents.number = incident) = :stake",
            stake=question.stake,
        )
    if question.start:
        where.add("day >= :start", start=checked_day(question.start, "the first day"))
    if question.end:
        where.add("day <= :end", end=checked_day(question.end, "the last day"))
    if question.new_since:
        where.add("first_run > :since", since=run_number(connection, question.new_since))
    return where


def _states(question: Question) -> list[str]:
    """Return a condition for each state that is asked for; no finding fits two of them."""
    wanted = set(question.states)
    if not question.waivers and "waived" in wanted:
        wanted |= {"open"}
    if {"open", "waived"} <= wanted or ("open" in wanted and not question.waivers):
        found = [_EITHER]
        wanted -= {"open", "waived"}
    else:
        found = []
    return found + [_MEANS[state] for state in STATES if state in wanted]


def run_number(connection: sqlite3.Connection, text: str) -> int:
    """Return the number of the history that a number, or the end of a day, stands for."""
    if text.isdecimal():
        return int(text)
    day = checked_day(text, "new since")
    sql = "SELECT coalesce(max(number), 0) FROM runs WHERE made_on <= ?"
    return int(connection.execute(sql, (day,)).fetchone()[0])


def rows_by_number(connection: sqlite3.Connection, numbers: Sequence[int]) -> list[sqlite3.Row]:
    """Return findings by their numbers, in the order in which these are given."""
    sql = "SELECT * FROM findings WHERE number = ?"
    return [connection.execute(sql, (number,)).fetchone() for number in numbers]


def find_finding(connection: sqlite3.Connection, text: str, day: str = "") -> sqlite3.Row:
    """Return the finding whose id begins so; raise Unknown where none or several do."""
    low = text.strip().lower()
    sql = """
        SELECT * FROM findings WHERE id >= ? AND id < ? AND (? = '' OR day = ?)
        ORDER BY id, day DESC LIMIT 6
    """
    rows = list(connection.execute(sql, (low, low + "\x7f", day, day))) if low else []
    if not rows:
        raise Unknown(f"no finding {text!r} in the register; feeaudit findings list shows them")
    if len(rows) > 1:
        several = ", ".join(f"{row['id']} of {row['day']}" for row in rows)
        raise Unknown(f"{text!r} may be {several}; give more of the id, or --day")
    found: sqlite3.Row = rows[0]
    return found
