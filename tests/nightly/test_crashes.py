"""Nights that die at any point, or run into a full disk: the next one completes them, once."""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import random
import sqlite3
import subprocess
import sys
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from support.crashes import ENDS, Server, points, running_server
from support.nights import Site

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork to die often enough"),
]


@dataclass(frozen=True)
class Undisturbed:
    """What a night comes to that nothing happens to, how often it touches the disk, and commits."""

    state: dict[str, str]
    calls: int
    commits: list[int]


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    yield from running_server()


def arguments(site: Site) -> list[str]:
    given = ["--inbox", site.inbox, "--store", site.store, "--book", site.book]
    options = ["--settle", "0", "--format", "json", "--date", "2026-03-07"]
    return ["nightly", *map(str, given), *options]


@pytest.fixture(scope="module")
def beginning(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with two nights, one of them in a folder of its cardroom, and a file nobody can read."""
    site = Site(tmp_path_factory.mktemp("sites") / "site")
    site.arrive("first", wrong=(2,))
    site.arrive("second", place="harbor", day="2026-03-07", hands=2)
    (site.inbox / "notes.csv").write_text("to do\n", encoding="utf-8")
    return site.root


@pytest.fixture(scope="module")
def undisturbed(server: Server, beginning: Path) -> Undisturbed:
    """A night that nothing happens to."""
    site = Site(beginning).copied(beginning.parent / "undisturbed")
    answer = server.run(arguments(site))
    assert answer["code"] == 2
    return Undisturbed(state(site), answer["calls"], answer["commits"])


def state(site: Site) -> dict[str, str]:
    """Return all that a store holds, without the times at which it was recorded."""
    files = {
        str(path.relative_to(site.store)): hashlib.sha256(path.read_bytes()).hexdigest()
        for folder in ("archive", "reports", "quarantine", "staging")
        for path in sorted((site.store / folder).rglob("*"))
        if path.is_file()
    }
    with contextlib.closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'history'"
        for (table,) in connection.execute(named).fetchall():
            files[table] = str(connection.execute(f"SELECT * FROM {table}").fetchall())  # noqa: S608
        told = connection.execute("SELECT number, kind, entry FROM history").fetchall()
        files["history"] = str([(*each, timeless(json.loads(entry))) for *each, entry in told])
    summary = json.loads((site.store / "summary.json").read_text(encoding="utf-8"))
    files["summary"] = json.dumps({**summary, "head": None, "attention": None})
    files["inbox"] = str(sorted(path.name for path in site.inbox.rglob("*") if path.is_file()))
    return files


def timeless(entry: dict[str, Any]) -> dict[str, Any]:
    """Return an entry without the digests of the heads that were noted, which say when."""
    heads = [{**each, "digest": None} for each in entry.get("heads", [])]
    return {**entry, "heads": heads}


@pytest.mark.parametrize("fate", ["killed", "full"])
def test_the_next_night_completes_exactly_once_what_one_left_at_any_point(
    server: Server,
    beginning: Path,
    undisturbed: Undisturbed,
    tmp_path: Path,
    fate: str,
) -> None:
    # What is recorded and not yet noted elsewhere is the most delicate.
    commits = undisturbed.commits if fate == "full" else [undisturbed.commits[-1] + 1]
    for point in sorted({*points(undisturbed.calls, seed=7), *commits}):
        site = Site(beginning).copied(tmp_path / f"at-{point}")
        ended = server.run(arguments(site), point, fate)
        assert (ended["killed"], ended["code"]) == ENDS[fate], point
        assert_nothing_half_made(site)
        assert server.run(arguments(site))["code"] in {0, 1, 2}
        assert state(site) == undisturbed.state, point
        assert site.problems() == [], point


def test_a_night_that_dies_twice_is_completed_by_the_third(
    server: Server, beginning: Path, undisturbed: Undisturbed, tmp_path: Path
) -> None:
    chance = random.Random(3)  # noqa: S311 - no secret
    for number in range(2):
        site = Site(beginning).copied(tmp_path / str(number))
        for _ in range(2):
            # Early, so that the second night, which has less to do, dies as well.
            point = chance.randint(1, undisturbed.calls // 3)
            assert server.run(arguments(site), point, "killed")["killed"]
        server.run(arguments(site))
        assert state(site) == undisturbed.state
        assert site.problems() == []


def started(site: Site) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "feeaudit", *arguments(site)]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def test_the_next_night_completes_what_one_left_that_was_killed_from_outside(
    beginning: Path, undisturbed: Undisturbed, server: Server, tmp_path: Path
) -> None:
    site = Site(beginning).copied(tmp_path / "timing")
    began = time.monotonic()
    started(site).wait()
    whole = time.monotonic() - began
    chance = random.Random(11)  # noqa: S311 - no secret
    for number in range(2):
        site = Site(beginning).copied(tmp_path / str(number))
        process = started(site)
        time.sleep(whole * chance.uniform(0.3, 1))
        process.kill()
        process.wait()
        server.run(arguments(site))
        assert state(site) == undisturbed.state


def assert_nothing_half_made(site: Site) -> None:
    """No half report is ever visible: every file of a run's folder is the whole of it."""
    for folder in site.store.glob("reports/*/*/run-*"):
        manifest = json.loads((folder / "manifest.json").read_bytes())
        for name, digest in manifest["outputs"].items():
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest
