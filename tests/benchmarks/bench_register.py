"""A register of many nights: how long recording, asking, the front page and verification take.

    python tests/benchmarks/bench_register.py [FINDINGS...]

Prints a line for each size, 10,000, 100,000 and 1,000,000 findings over up to 2,500 nights by
default; a last column shows how each figure grew from the size before. Four findings are an
incident; all are open but what is decided, waived or paid below. Exits 1 where a question that a
page asks takes longer than 100 ms of processor time.
"""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.audit.check import Stake
from feeaudit.audit.result import AuditResult, Coverage
from feeaudit.nightly.front_page import write_front_page
from feeaudit.register.chronicle import chronicle
from feeaudit.register.database import opened
from feeaudit.register.dismissals import quarantined
from feeaudit.register.dispositions import Decision, Resolution, resolve_all
from feeaudit.register.inputs import DayPart, Input, record_input
from feeaudit.register.integrity import verify
from feeaudit.register.matters import find_incident, findings_of, mark_of, matter_of_incident
from feeaudit.register.morning import last_nights, open_by_stake, trend
from feeaudit.register.queries import STATES, Question, ask, find_finding, latest_day
from feeaudit.register.queue import QueueQuestion, queue, queue_totals
from feeaudit.register.remarks import assign, comment
from feeaudit.register.restitution import LedgerQuestion, Payment, ledger, pay, totals
from feeaudit.register.runs import Audited, record_run
from feeaudit.register.store import make_store
from feeaudit.register.trends import overview
from feeaudit.register.two_person_proposals import open_proposals
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import GrantedWaiver, waive
from feeaudit.report.basis import Basis

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from feeaudit.register.store import Store

# What no page waits for.
NO_QUESTION = {"record all", "verify (register)", "size (MB)"}
NIGHTS = 2_500
FIRST = date(2019, 7, 1)
CHECKS = ["FEE-OVER", "FEE-UNDER", "FEE-MISSING", "ROT-TURNS", "ROT-OFFER", "LIM-HIGH", "OPT-MIXED"]
STAKES = [str(each) for each in Stake]
# What one question of a page may take.
MOST = 100
NOW = "2026-05-08T09:00:00Z"
ROOMS = ["mortimers", "lucky-chances", "lucky-lady"]
BLANK = ("seat", "player", "sheet", "schedule", "why", "waiver")


def findings(night: int, count: int, rng: np.random.Generator) -> pd.DataFrame:
    """Return the findings of a night as an audit gives them."""
    number = np.arange(count)
    over = rng.integers(0, 1_000, count)
    at = (18_000 + night) * 86_400_000_000 + number * 60_000_000
    frame = {
        "id": [f"{night * 1_000_003 + int(each):012x}" for each in number],
        "check": rng.choice(CHECKS, count),
        "title": "More collected than the schedule says",
        "verdict": rng.choice(["violation", "violation", "violation", "review"], count),
        "cardroom": ROOMS[night % 3],
        "table": [f"T{int(each):02}" for each in rng.integers(1, 61, count)],
        "hand_id": [f"M{night:05}-{int(each):06}" for each in number],
        "at": at,
        "until": -1,
        "game": "three-card-poker-6-card-bonus",
        "option": "9",
        "payer": "player_dealer",
        "component": "base",
        "owed": 1_200,
        "owed_most": 1_200,
        "taken": 1_200 + over,
        "over": over,
        "under": 0,
        "message": [
            f"player-dealer: $696.00 is in tier 601-900, which owes $12.00, {each} cents over"
            for each in over
        ],
        "document": "003_9abcd510dfdc1364.txt",
        "lines": "924",
        "file": "night/collections.csv",
        "row": number + 2,
    }
    found = pd.DataFrame(frame | dict.fromkeys(BLANK, ""), index=number)
    return found.assign(player=[f"P{int(each):04}" for each in rng.integers(0, 400, count)])


def incidents(findings: pd.DataFrame) -> pd.DataFrame:
    """Return the findings of a night by fours, as incidents."""
    rows = []
    for first in range(0, len(findings), 4):
        part = findings.iloc[first : first + 4]
        lead = part.iloc[0]
        rows.append(
            {
                "id": lead["id"],
                "cause": "tier_misread",
                "stake": STAKES[first // 4 % len(STAKES)],
                "sure": "likely",
                "verdict": lead["verdict"],
                "sentence": lead["message"],
                "cardroom": lead["cardroom"],
                "tables": tuple(dict.fromkeys(part["table"])),
                "first": lead["at"],
                "last": lead["at"],
                "first_hand": lead["hand_id"],
                "last_hand": lead["hand_id"],
                "hands": 4,
                "findings": tuple(part["id"]),
                "checks": part["check"].value_counts().to_dict(),
                "over": int(part["over"].sum()),
                "under": 0,
                "next_step": "Instruct the dealer.",
                "doubt": "",
            }
        )
    return pd.DataFrame(rows)


def fill(connection: sqlite3.Connection, total: int) -> None:
    """Record so many findings over the nights, each night as a run."""
    rng = np.random.Generator(np.random.PCG64(1))
    nights = min(NIGHTS, max(total // 100, 1))
    basis = Basis("2026-03-01", "America/Los_Angeles", 6, "b" * 64, "c" * 64, "d" * 64)
    coverage = tuple(Coverage(each, each, 1_000, {}, 0, 0) for each in CHECKS)
    for night in range(nights):
        day = (FIRST + timedelta(days=night)).isoformat()
        frame = findings(night, total // nights, rng)
        room = ROOMS[night % 3]
        taken = Input(f"{night:064x}", "", f"night-{day}", 1_000_000, zone="America/Los_Angeles")
        number = record_input(
            connection, taken, [DayPart(room, day, 1_000)], "2026-03-01T00:00:00Z"
        )
        over = int(frame["over"].sum())
        grouped = incidents(frame)
        result = AuditResult(frame, coverage, 1_000, (room,), 60, 0, 0, over, 0, incidents=grouped)
        files = {"findings.json": f"{night:064x}", "report.html": f"{night:064x}"}
        audited = Audited(room, day, 1, day, result, basis, files, {number: 1_000})
        record_run(connection, audited, "2026-03-01T00:00:00Z")
    for check, table in (("FEE-OVER", "T01"), ("ROT-OFFER", ""), ("LIM-HIGH", "T07")):
        people = ("Ann Lee", "Bo Chan", FIRST.isoformat())
        terms = ("the reason", "the authority")
        waive(
            connection,
            GrantedWaiver(
                ROOMS[0], check, table, "", FIRST.isoformat(), "2030-01-01", *terms, *people
            ),
            "2026-03-01T00:00:00Z",
        )


def decide(connection: sqlite3.Connection) -> float:
    """Decide, assign, comment and pay, as people do; return the milliseconds of one decision."""
    open_ones = "SELECT * FROM incidents WHERE number % 997 = 0 ORDER BY number"
    taken = []
    for number, row in enumerate(connection.execute(open_ones).fetchall()):
        matter = matter_of_incident(connection, row)
        decision = Decision("Ann Lee", "seen on video", "2026-05-07")
        assign(connection, [matter], "Bo Chan", decision, NOW)
        comment(connection, matter, decision, NOW)
        start = time.process_time()
        outcome = ("refunded", "explained", "needs-counsel")[number % 3]
        seen = mark_of(connection, matter)
        resolve_all(connection, [Resolution(matter, outcome, decision, seen)], NOW)
        taken.append(time.process_time() - start)
        due = [row for row in matter.findings if row["due"] > 0]
        if outcome == "refunded" and due:
            payment = Payment("the player", "Ann Lee", f"R-{number}", "2026-05-07")
            pay(connection, [(row, 0) for row in due], payment, NOW)
    return max(taken, default=0.0) * 1000


def pages_ask(connection: sqlite3.Connection) -> dict[str, Callable[[], object]]:
    """Return what the pages of the workbench ask, by name."""
    last = latest_day(connection)
    first = (date.fromisoformat(last) - timedelta(days=60)).isoformat()
    some = connection.execute("SELECT * FROM incidents WHERE number % 997 = 0").fetchone()

    def asking(limit: int = 50, after: str = "", **question: object) -> Callable[[], object]:
        return lambda: queue(connection, QueueQuestion(**question), limit, after)  # type: ignore[arg-type]

    def summing(by: str, **question: str) -> Callable[[], object]:
        return lambda: totals(connection, LedgerQuestion(**question), by, 50)

    deep = json.dumps([2, "2022-01-01", 0])
    return {
        "overview": lambda: overview(connection),
        "open by stake": lambda: open_by_stake(connection),
        "open by stake, one room": lambda: open_by_stake(connection, ROOMS[0]),
        "last nights": lambda: last_nights(connection),
        "trend by check": lambda: trend(connection, first, last),
        "trend by table": lambda: trend(connection, first, last, "table", ROOMS[1]),
        "queue": asking(),
        "queue, far down": asking(after=deep),
        "queue by age": asking(order="age"),
        "queue by money": asking(order="money"),
        "queue, room": asking(cardroom=ROOMS[2]),
        "queue, room that is not there": asking(cardroom="nowhere"),
        "queue, table": asking(table="T07"),
        "queue, table that is not there": asking(table="T99"),
        "queue, check and table": asking(check="ROT-OFFER", table="T07", cardroom=ROOMS[0]),
        "queue, player": asking(player="P0007"),
        "queue, game": asking(game="three-card-poker-6-card-bonus"),
        "queue, player, table and check": asking(player="P0007", table="T07", check="LIM-HIGH"),
        "queue, stake, old": asking(stake="records", age=2_000),
        "queue, verdict, much money": asking(verdict="review", money=3_990, order="stake"),
        "queue, more money than there is": asking(money=1_000_000),
        "queue, person": asking(person="Bo Chan"),
        "queue, nobody": asking(person="-"),
        "queue, needs counsel": asking(state="needs-counsel"),
        "queue, waived": asking(state="waived"),
        "queue, decided": asking(state="decided"),
        "queue, days": asking(start="2020-01-01", end="2020-01-03"),
        "count of the queue": lambda: queue_totals(connection, QueueQuestion()),
        "count, table and check": lambda: queue_totals(
            connection, QueueQuestion(table="T07", check="LIM-HIGH")
        ),
        "find incident": lambda: find_incident(connection, some["id"]),
        "its findings": lambda: findings_of(connection, some),
        "its mark": lambda: mark_of(connection, matter_of_incident(connection, some)),
        "its chronicle": lambda: chronicle(connection, matter_of_incident(connection, some)),
        "ledger, due": lambda: ledger(connection, LedgerQuestion(), 50),
        "ledger, far down": lambda: ledger(connection, LedgerQuestion(), 50, ("2021-01-01", 0)),
        "ledger, paid": lambda: ledger(connection, LedgerQuestion(state="paid"), 50),
        "ledger, excused": lambda: ledger(connection, LedgerQuestion(state="excused"), 50),
        "ledger, all, player": lambda: ledger(
            connection, LedgerQuestion(state="all", player="P0007"), 50
        ),
        "totals by player": summing("player"),
        "totals by day": summing("day"),
        "totals by room": summing("cardroom"),
        "totals by player, a month": summing("player", start=first),
        "quarantined": lambda: quarantined(connection),
        "proposals": lambda: open_proposals(connection),
    }


def questions() -> dict[str, Question]:
    """Return what people ask for."""
    return {
        "list": Question(),
        "list --check": Question(check="FEE-OVER"),
        "list --table --from": Question(table="T07", start="2025-01-01"),
        "list --cardroom --state waived": Question(cardroom=ROOMS[0], states=("waived",)),
        "list --from --to": Question(start="2020-01-01", end="2020-01-31"),
        "list --new-since": Question(new_since="100"),
        "list --state resolved": Question(states=("resolved",)),
        "list --state all --check": Question(check="ROT-TURNS", states=STATES),
        "list --no-waivers": Question(waivers=False),
    }


def timed(job: Callable[[], object]) -> float:
    """Return the best of three, in milliseconds of the processor."""
    best = float("inf")
    for _ in range(3):
        start = time.process_time()
        job()
        best = min(best, time.process_time() - start)
    return best * 1000


def measured(store: Store, total: int) -> dict[str, float]:
    """Return how long everything takes on a register of so many findings, in milliseconds."""
    start = time.perf_counter()
    with writable(store, NOW) as connection:
        # Waiting for the disk after each of thousands of nights would measure the disk.
        connection.execute("PRAGMA synchronous = OFF")
        fill(connection, total)
        figures = {"record all": (time.perf_counter() - start) * 1000}
        figures["decide, at most"] = decide(connection)
    with opened(store) as connection:
        some = connection.execute("SELECT id FROM findings LIMIT 1 OFFSET 7").fetchone()[0]
        for name, question in questions().items():
            figures[name] = timed(lambda each=question: ask(connection, each, 50))  # type: ignore[misc]
        for name, asked in pages_ask(connection).items():
            figures[name] = timed(asked)
        figures["show"] = timed(lambda: find_finding(connection, some))
        figures["front page"] = timed(lambda: write_front_page(store, connection))
    start = time.perf_counter()
    problems = [each for each in verify(store.root) if "missing" not in each]
    figures["verify (register)"] = (time.perf_counter() - start) * 1000
    if problems:
        print(f"verification: {problems[:3]}")
    figures["size (MB)"] = store.register.stat().st_size / 1e6
    return figures


def main() -> None:
    sizes = [int(each) for each in sys.argv[1:]] or [10_000, 100_000, 1_000_000]
    before: dict[str, float] = {}
    for total in sizes:
        with tempfile.TemporaryDirectory(dir=os.environ.get("TMPDIR")) as name:
            figures = measured(make_store(Path(name) / "store"), total)
        print(f"{total:,} findings")
        for what, figure in figures.items():
            growth = f"{figure / before[what]:8.1f} x" if what in before else ""
            print(f"  {what:32} {figure:12,.1f} {'' if 'MB' in what else 'ms'}{growth}", flush=True)
        before = figures
    slow = [what for what, figure in before.items() if figure > MOST and what not in NO_QUESTION]
    if slow:
        print(f"over {MOST} ms: {', '.join(slow)}")
        sys.exit(1)


if __name__ == "__main__":
    main()
