"""Several people and a night at work at once: nothing is lost, nobody waits in vain."""

from __future__ import annotations

import sqlite3
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from support.nights import Site

from feeaudit.cli.store_options import deciding
from feeaudit.core.problem import Unknown
from feeaudit.nightly import inspection
from feeaudit.register.database import opened
from feeaudit.register.dispositions import Decision, Resolution, resolve_all
from feeaudit.register.heads import note_head
from feeaudit.register.matters import Conflict, find_matter, mark_of
from feeaudit.register.queue import QueueQuestion, queue
from feeaudit.register.remarks import comment
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

NOW = "2026-03-08T09:00:00Z"
PEOPLE = ("Ann Lee", "Bo Chan", "Cy Diaz", "Dee Fox")


@pytest.fixture
def site(tmp_path: Path) -> Site:
    site = Site(tmp_path / "site")
    site.had_friday(wrong=tuple(range(1, 13)), hands=12)
    return site


def test_people_decide_and_comment_while_a_night_runs(site: Site) -> None:
    names = [row["id"] for row in site.rows("SELECT id FROM findings ORDER BY id")]
    site.arrive("saturday", day="2026-03-07", wrong=(1,))

    def work(place: int) -> None:
        for name in names[place :: len(PEOPLE)]:
            with deciding(site.store) as register:
                matter = find_matter(register, name)
                said = Decision(PEOPLE[place], "seen", "2026-03-08")
                comment(register, matter, said, NOW)
                resolve_all(register, [Resolution(matter, "explained", said)], NOW)
            with opened(open_store(site.store)) as register:
                queue(register, QueueQuestion(), 10)

    with ThreadPoolExecutor(len(PEOPLE) + 1) as pool:
        night = pool.submit(site.night, date="2026-03-08")
        people = [pool.submit(work, place) for place in range(len(PEOPLE))]
        for each in people:
            each.result()
        assert [run["day"] for run in night.result().runs] == ["2026-03-07"]
    states = site.rows("SELECT day, state, count(*) AS n FROM findings GROUP BY 1, 2 ORDER BY 1")
    assert [(row["state"], row["n"]) for row in states] == [("resolved", 12), ("open", 1)]
    assert site.rows("SELECT count(*) AS n FROM comments") == [{"n": 12}]
    assert site.inspected() == []


def test_of_all_who_decide_one_thing_at_once_one_does(site: Site) -> None:
    (row, *_) = site.rows("SELECT id FROM incidents")
    with opened(open_store(site.store)) as register:
        matter = find_matter(register, row["id"])
        seen = mark_of(register, matter)

    def decide(name: str) -> str:
        said = Decision(name, f"{name} saw it", "2026-03-08")
        try:
            with deciding(site.store) as register:
                mine = find_matter(register, row["id"])
                resolve_all(register, [Resolution(mine, "explained", said, seen)], NOW)
        except Conflict as refused:
            return refused.now
        except Unknown as refused:
            return str(refused)
        return ""

    with ThreadPoolExecutor(len(PEOPLE)) as pool:
        told = list(pool.map(decide, PEOPLE))
    (winner,) = [name for name, each in zip(PEOPLE, told, strict=True) if not each]
    assert all(f"by {winner} on 2026-03-08" in each for each in told if each)
    assert site.inspected() == []


def test_a_question_that_was_broken_off_keeps_nobody_waiting(site: Site) -> None:
    held = []
    for refusal in (Unknown("refused"), sqlite3.DatabaseError("malformed")):
        try:
            with opened(open_store(site.store)) as register:
                # Read in part, and held by the exception for as long as anybody holds that.
                question = register.execute("SELECT * FROM findings")
                held += [next(question), question]
                raise refusal
        except Unknown as error:
            held.append(error)
    with sqlite3.connect(site.store / "register.sqlite", timeout=0) as alone:
        # Only who is alone with a file can change how it is journaled.
        (mode,) = alone.execute("PRAGMA journal_mode = DELETE").fetchone()
    alone.close()
    assert mode == "delete"
    assert len(held) == 6


OTHER = """
import sys
from pathlib import Path
from feeaudit.register.database import opened
from feeaudit.register.store import open_store
with opened(open_store(Path(sys.argv[1]))) as register:
    print(*register.execute("SELECT count(*) FROM comments").fetchone())
"""


def said_elsewhere(site: Site) -> int:
    """Return how many comments another process counts, which opens the register and closes it."""
    command = [sys.executable, "-c", OTHER, str(site.store)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_nothing_is_lost_that_is_recorded_after_the_end_was_noted(site: Site) -> None:
    (row, *_) = site.rows("SELECT id FROM findings")
    with deciding(site.store) as register:
        for number in range(2):
            said = Decision("Ann Lee", f"seen {number}", "2026-03-08")
            comment(register, find_matter(register, row["id"]), said, NOW)
            assert said_elsewhere(site) == number + 1
            note_head(open_store(site.store), register, NOW)
            assert said_elsewhere(site) == number + 1
    assert site.inspected() == []


def test_a_verification_waits_for_who_is_at_work(site: Site) -> None:
    (row, *_) = site.rows("SELECT id FROM findings")

    def verified() -> list[str]:
        command = [sys.executable, "-m", "feeaudit", "verify", "--store", str(site.store)]
        return subprocess.run(
            command, check=False, capture_output=True, text=True
        ).stdout.splitlines()

    with ThreadPoolExecutor(1) as pool:
        with deciding(site.store) as register:
            said = Decision("Ann Lee", "seen", "2026-03-08")
            comment(register, find_matter(register, row["id"]), said, NOW)
            # Recorded, and neither noted nor on the front page.
            found = pool.submit(verified)
            time.sleep(3)
        assert found.result() == [
            f"{site.store}: the register is intact and every file matches the record."
        ]


def test_a_verification_says_who_keeps_it_waiting(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(inspection, "_PATIENCE", 0.5)
    (row, *_) = site.rows("SELECT id FROM findings")
    with deciding(site.store) as register:
        assert site.inspected() == []
        said = Decision("Ann Lee", "seen", "2026-03-08")
        comment(register, find_matter(register, row["id"]), said, NOW)
        first, *others = site.inspected()
        assert "another process is at work on it" in first
        assert others
    assert site.inspected() == []
    (site.store / "index.html").write_text("edited", encoding="utf-8")
    (problem,) = site.inspected()
    assert "index.html: does not match the register" in problem
