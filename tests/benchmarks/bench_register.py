"""A register of many nights: how long recording, asking, the front page and verification take.

    python tests/benchmarks/bench_register.py [FINDINGS...]

Prints a line for each size, 10,000, 100,000 and 1,000,000 findings over up to 2,500 nights by
default; a last column shows how each figure grew from the size before.
"""

from __future__ import annotations

import os
import sys
import tempfile
import time
from datetime import date, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.audit.result import AuditResult, Coverage
from feeaudit.nightly.front_page import write_front_page
from feeaudit.register.database import opened
from feeaudit.register.inputs import DayPart, Input, record_input
from feeaudit.register.integrity import verify
from feeaudit.register.queries import STATES, Question, ask, find_finding
from feeaudit.register.runs import Audited, record_run
from feeaudit.register.store import make_store
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import GrantedWaiver, waive
from feeaudit.report.basis import Basis

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable

    from feeaudit.register.store import Store

NIGHTS = 2_500
FIRST = date(2019, 7, 1)
CHECKS = ["FEE-OVER", "FEE-UNDER", "FEE-MISSING", "ROT-TURNS", "ROT-OFFER", "LIM-HIGH", "OPT-MIXED"]
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
    return pd.DataFrame(frame | dict.fromkeys(BLANK, ""), index=number)


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
        result = AuditResult(frame, coverage, 1_000, (room,), 60, 0, 0, over, 0)
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
    """Return the best of three, in milliseconds."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        job()
        best = min(best, time.perf_counter() - start)
    return best * 1000


def measured(store: Store, total: int) -> dict[str, float]:
    """Return how long everything takes on a register of so many findings, in milliseconds."""
    start = time.perf_counter()
    with writable(store, "2026-03-08T09:00:00Z") as connection:
        # Waiting for the disk after each of thousands of nights would measure the disk.
        connection.execute("PRAGMA synchronous = OFF")
        fill(connection, total)
    figures = {"record all": (time.perf_counter() - start) * 1000}
    with opened(store) as connection:
        some = connection.execute("SELECT id FROM findings LIMIT 1 OFFSET 7").fetchone()[0]
        for name, question in questions().items():
            figures[name] = timed(lambda each=question: ask(connection, each, 50))  # type: ignore[misc]
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
            print(f"  {what:32} {figure:12,.1f} {'' if 'MB' in what else 'ms'}{growth}")
        before = figures


if __name__ == "__main__":
    main()
