"""The queue of incidents says what a plain look at every incident says, page by page."""

from __future__ import annotations

import json
import random
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any

import pandas as pd
import pytest

from feeaudit.audit.result import AuditResult
from feeaudit.core.problem import Unknown
from feeaudit.register.dispositions import Decision, Resolution, resolve_all
from feeaudit.register.inputs import DayPart, Input, record_input
from feeaudit.register.matters import matter_of_incident
from feeaudit.register.morning import last_nights, open_by_stake, trend
from feeaudit.register.queries import (
    NONE,
    STAKES,
    STANDING,
    Question,
    ask,
    finding_totals,
    latest_day,
)
from feeaudit.register.queries import STATES as FINDING_STATES
from feeaudit.register.queue import ORDERS, STATES, QueueQuestion, queue, queue_totals, state_of
from feeaudit.register.remarks import assign
from feeaudit.register.runs import Audited, record_run
from feeaudit.register.store import make_store
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import Terms, waive_all
from feeaudit.report.basis import Basis

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

NOW = "2026-05-08T09:00:00Z"
BASIS = Basis("2026-03-01", "America/Los_Angeles", 6, "b" * 64, "c" * 64, "d" * 64)
ROOMS, CHECKS = ("harbor", "mortimers"), ("FEE-OVER", "ROT-OFFER", "LIM-HIGH")
NIGHTS, FINDINGS = 12, 18
WORDS = ("seat", "sheet", "schedule", "why", "waiver", "message", "document", "lines", "file")


def night(number: int, chance: random.Random) -> tuple[pd.DataFrame, pd.DataFrame]:
    """Return the findings of a night, and its incidents: ones, twos and threes of them."""
    rows: list[dict[str, Any]] = [
        dict.fromkeys(WORDS, "")
        | {
            "id": f"{number * 1000 + each:012x}",
            "check": chance.choice(CHECKS),
            "verdict": chance.choice(["violation", "review"]),
            "table": f"T{chance.randrange(4)}",
            "hand_id": f"H{each}",
            "at": 1_700_000_000_000_000 + each,
            "until": -1,
            "game": chance.choice(["blackjack", "baccarat"]),
            "option": "1",
            "player": chance.choice(["", "P1", "P2"]),
            "payer": "player",
            "component": "base",
            "owed": 100,
            "owed_most": 100,
            "taken": 100,
            "over": chance.randrange(4) * 100,
            "under": chance.randrange(2) * 50,
            "row": each,
        }
        for each in range(FINDINGS)
    ]
    groups, left = [], rows
    while left:
        size = chance.randrange(1, 4)
        groups.append(left[:size])
        left = left[size:]
    told = [
        {
            "id": f"{chance.randrange(16**12):012x}",
            "cause": "alone" if len(group) == 1 else "recurrence",
            "stake": chance.choice(STAKES),
            "sure": "likely",
            "verdict": group[0]["verdict"],
            "sentence": "as it was",
            "tables": tuple(dict.fromkeys(each["table"] for each in group)),
            "first": group[0]["at"],
            "last": group[-1]["at"],
            "first_hand": group[0]["hand_id"],
            "last_hand": group[-1]["hand_id"],
            "hands": len(group),
            "findings": tuple(each["id"] for each in group),
            "checks": {each["check"]: 1 for each in group},
            "over": sum(each["over"] for each in group),
            "under": sum(each["under"] for each in group),
            "next_step": "look",
            "doubt": "",
        }
        for group in groups
    ]
    return pd.DataFrame(rows), pd.DataFrame(told)


@pytest.fixture(scope="module")
def register(tmp_path_factory: pytest.TempPathFactory) -> Iterator[sqlite3.Connection]:
    """Twelve nights at two cardrooms, of which people have decided, assigned and waived some."""
    chance = random.Random(7)  # noqa: S311 - no secret
    store = make_store(tmp_path_factory.mktemp("queue") / "store")
    with writable(store, NOW) as connection:
        for number in range(NIGHTS):
            room, day = ROOMS[number % 2], (date(2026, 4, 1) + timedelta(number)).isoformat()
            frame, incidents = night(number, chance)
            taken = Input(f"{number:064x}", "", f"night-{day}", 1, zone="America/Los_Angeles")
            came = record_input(connection, taken, [DayPart(room, day, 9)], NOW)
            result = AuditResult(frame, (), 9, (room,), 4, 0, 0, 0, 0, incidents=incidents)
            audited = Audited(room, day, 1, day, result, BASIS, {}, {came: 9})
            record_run(connection, audited, NOW)
        for row in connection.execute("SELECT * FROM incidents ORDER BY number").fetchall():
            matter = matter_of_incident(connection, row)
            decision = Decision("Ann Lee", "seen", "2026-05-07")
            terms = Terms(
                "2026-06-30", "a letter", "the Bureau", "Ann Lee", "Bo Chan", "2026-05-07"
            )
            match chance.randrange(8):
                case 0:
                    resolve_all(connection, [Resolution(matter, "explained", decision)], NOW)
                case 1:
                    resolve_all(connection, [Resolution(matter, "needs-counsel", decision)], NOW)
                case 2:
                    waive_all(connection, [(matter, "")], terms, NOW)
                case 3:
                    assign(connection, [matter], "Bo Chan", decision, NOW)
        yield connection


def fits(row: sqlite3.Row, question: QueueQuestion, as_of: str) -> bool:
    """Tell in plain words whether an incident is asked for."""
    states = {state_of(row, as_of)}
    if row["standing"] == "open" and row["counsel"]:
        states.add("needs-counsel")
    if row["standing"] == "open" and row["waived_until"] < as_of:
        states.add("open")
    aged = (date.fromisoformat(as_of) - date.fromisoformat(row["day"])).days
    return (
        question.state in states
        and all(
            not getattr(question, name) or getattr(question, name) == row[name]
            for name in ("cardroom", "stake", "cause", "verdict")
        )
        and all(
            not getattr(question, name) or getattr(question, name) in json.loads(row[column])
            for name, column in (
                ("table", "tables"),
                ("game", "games"),
                ("check", "checks"),
                ("player", "players"),
            )
        )
        and (not question.person or row["person"] == question.person.strip("-"))
        and aged >= question.age
        and row["money"] >= question.money
        and (question.start or "0") <= row["day"] <= (question.end or "9")
    )


def drawn(chance: random.Random) -> QueueQuestion:
    """Return a question with a few filters."""
    filters: dict[str, list[Any]] = {
        "cardroom": [*ROOMS, "nowhere"],
        "table": ["T0", "T3", "T9"],
        "game": ["blackjack", "poker"],
        "check": [*CHECKS],
        "player": ["P1", "P9"],
        "stake": [*STAKES],
        "cause": ["alone", "recurrence"],
        "verdict": ["violation", "review"],
        "person": ["Bo Chan", "-", "Ann Lee"],
        "age": [1, 5, 400],
        "money": [1, 300, 10_000],
        "start": ["2026-04-03"],
        "end": ["2026-04-08"],
    }
    chosen = chance.sample(list(filters), chance.randrange(4))
    return QueueQuestion(
        state=chance.choice(STATES),
        order=chance.choice(list(ORDERS)),
        **{name: chance.choice(filters[name]) for name in chosen},
    )


def paged(register: sqlite3.Connection, question: QueueQuestion, size: int) -> list[int]:
    found, after = [], ""
    while True:
        page = queue(register, question, size, after)
        found += [row["number"] for row in page.rows]
        if not page.after:
            return found
        after = page.after


def test_every_question_is_answered_as_a_plain_look_would(register: sqlite3.Connection) -> None:
    as_of = latest_day(register)
    rows = register.execute("SELECT * FROM incidents ORDER BY number").fetchall()
    chance = random.Random(3)  # noqa: S311 - no secret
    answered = 0
    for _ in range(400):
        question = drawn(chance)
        wanted = [row for row in rows if fits(row, question, as_of)]
        for name, way in reversed(ORDERS[question.order]):
            wanted.sort(key=lambda row: row[name], reverse=way == "DESC")
        meant = [row["number"] for row in wanted]
        assert paged(register, question, chance.choice([1, 3, 50])) == meant, question
        told = queue_totals(register, question)
        assert told.incidents == len(meant), question
        sums = [sum(row[name] for row in wanted) for name in ("open", "open_over", "open_under")]
        assert [told.findings, told.over, told.under] == sums, question
        answered += bool(meant)
    assert answered > 100


def test_totals_of_findings_are_those_of_the_rows(register: sqlite3.Connection) -> None:
    chance = random.Random(5)  # noqa: S311 - no secret
    answered = 0
    for _ in range(200):
        question = Question(
            cardroom=chance.choice(["", *ROOMS]),
            verdict=chance.choice(["", "violation", "review"]),
            check=chance.choice(["", "", *CHECKS]),
            table=chance.choice(["", "", "T1", NONE]),
            player=chance.choice(["", "", "P1", NONE]),
            start=chance.choice(["", "2026-04-03"]),
            end=chance.choice(["", "2026-04-07"]),
            states=chance.choice([*((each,) for each in FINDING_STATES), STANDING]),
        )
        rows = ask(register, question, 0).rows
        meant = (len(rows), *(sum(row[name] for row in rows) for name in ("over", "under")))
        assert finding_totals(register, question) == (*meant, True), question
        paged = [
            row["id"]
            for begin in range(0, 240, 40)
            for row in ask(register, question, 40, begin=begin).rows
        ]
        assert paged == [row["id"] for row in rows]
        answered += bool(rows)
    assert answered > 60


def test_a_row_tells_its_state_age_money_and_parts(register: sqlite3.Connection) -> None:
    (row, *_) = queue(register, QueueQuestion(order="money"), 1).rows
    assert row["money"] == row["open_over"] + row["open_under"]
    assert row["age"] == (date(2026, 4, NIGHTS) - date.fromisoformat(row["day"])).days
    assert row["state"] in {"open", "needs-counsel"}
    assert set(row["checks"]) <= set(CHECKS)


@pytest.mark.parametrize(
    "question",
    [QueueQuestion(state="opne"), QueueQuestion(order="size"), QueueQuestion(stake="all")],
)
def test_a_word_that_the_queue_does_not_know_is_refused(
    register: sqlite3.Connection, question: QueueQuestion
) -> None:
    with pytest.raises(Unknown, match="expected"):
        queue(register, question, 10)


@pytest.mark.parametrize(
    "after", ["x", "{}", "[1]", "[{}, [], null]", '["a", "b", "c", "d"]', "null"]
)
def test_a_place_that_no_page_ended_at_is_refused(register: sqlite3.Connection, after: str) -> None:
    with pytest.raises(Unknown, match="start again"):
        queue(register, QueueQuestion(), 10, after)


def test_the_counts_by_stake_are_those_of_the_queue(register: sqlite3.Connection) -> None:
    for room in ("", *ROOMS):
        for told in open_by_stake(register, room):
            asked = QueueQuestion(stake=told["stake"], cardroom=room)
            rows = queue(register, asked, 1000).rows
            assert told["incidents"] == len(rows)
            assert told["over"] == sum(row["open_over"] for row in rows)
            assert told["under"] == sum(row["open_under"] for row in rows)
            assert told["since"] == min((row["day"] for row in rows), default="")
            waived = QueueQuestion(stake=told["stake"], cardroom=room, state="waived")
            assert told["waived"] == len(queue(register, waived, 1000).rows)


def test_the_latest_night_of_each_cardroom_is_told(register: sqlite3.Connection) -> None:
    nights = last_nights(register)
    assert [(each["cardroom"], each["day"]) for each in nights] == [
        ("harbor", "2026-04-11"),
        ("mortimers", "2026-04-12"),
    ]
    for each in nights:
        asked = QueueQuestion(cardroom=each["cardroom"], start=each["day"], end=each["day"])
        assert each["open_incidents"] == queue_totals(register, asked).incidents


def test_the_trend_counts_what_each_night_found(register: sqlite3.Connection) -> None:
    told = trend(register, "2026-04-01", "2026-04-12")
    violations = register.execute("SELECT count(*) FROM findings WHERE verdict = 'violation'")
    assert sum(each["violations"] for each in told) == violations.fetchone()[0]
    one = trend(register, "2026-04-03", "2026-04-03", "table", "harbor")
    assert {each["day"] for each in one} == {"2026-04-03"}
    assert sum(each["violations"] + each["reviews"] for each in one) == FINDINGS
