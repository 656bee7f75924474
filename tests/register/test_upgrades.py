"""Upgrades: a store of an earlier version goes on as it was, whatever happens on the way."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner, Result
from support.crashes import ENDS, Server, points, running_server
from support.nights import DAY, Site
from support.old_stores import VERSION_1, make_version

from feeaudit import __version__
from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.register.chronicle import chronicle
from feeaudit.register.database import opened
from feeaudit.register.database_schema import VERSION
from feeaudit.register.matters import matter_of_finding
from feeaudit.register.store import make_store, open_store
from feeaudit.register.upgrades import STEPS, writable

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"


def answered(site: Site, *words: str) -> Result:
    """Return what a command of the store answers; what is refused is in its exception."""
    return CliRunner().invoke(cli, [*words, "--store", str(site.store)])


def upgraded(site: Site) -> Result:
    return answered(site, "upgrade")


@pytest.fixture(scope="module")
def present(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A store of now: two runs of a day, decisions, two waivers (one taken back), a sign-off."""
    site = Site(tmp_path_factory.mktemp("made") / "site")
    site.arrive("friday", wrong=(1, 2, 3))
    site.night()
    site.arrive("friday corrected", wrong=(2, 3, 4))
    site.night()
    finding = site.rows("SELECT id FROM findings WHERE state = 'open' ORDER BY id")[0]["id"]
    room = ("--cardroom", "harbor")
    by = ("--prepared-by", "Ann Lee", "--date", "2026-03-08")
    why = ("--reason", "a letter")
    resolve = ("findings", "resolve", finding, "--as", "refunded", *why, "--by", "Ann Lee")
    terms = ("--until", "2026-12-31", "--authority", "a rule", "--approved-by", "Bo Chan")
    waive = ("findings", "waive", "--check", "FEE-OVER", *room, "--from", DAY, *why, *by, *terms)
    sign = ("findings", "sign-off", *room, "--day", DAY, *by, "--reviewed-by", "Bo Chan")
    reopen: tuple[str, ...] = ("findings", "reopen", finding, *why, "--by", "Bo Chan")
    for words in [resolve, reopen, resolve, waive]:
        assert answered(site, *words).exit_code == 0
    (waiver,) = site.rows("SELECT waiver FROM waivers")
    back = ("findings", "reopen", waiver["waiver"], *why, "--by", "Bo Chan")
    for more in (back, waive, sign):
        assert answered(site, *more).exit_code == 0
    return site


@pytest.fixture(scope="module")
def made(present: Site, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """That store as version 1 made it."""
    site = present.copied(tmp_path_factory.mktemp("old") / "site")
    make_version(site.store / "register.sqlite", 1)
    return site


@pytest.fixture
def site(made: Site, tmp_path: Path) -> Site:
    return made.copied(tmp_path / "site")


def contents(register: Path) -> dict[str, list[tuple[object, ...]]]:
    """Return all that a register of version 1 holds, but the upgrade itself, and its version."""
    with (
        closing(sqlite3.connect(register)) as connection,
        closing(sqlite3.connect(":memory:")) as old,
    ):
        old.executescript(VERSION_1)
        named = "SELECT name FROM sqlite_master WHERE type = 'table'"
        rows = {}
        for (table,) in old.execute(named).fetchall():
            columns = [f'"{row[1]}"' for row in old.execute(f'PRAGMA table_info("{table}")')]
            sql = f"SELECT {', '.join(columns)} FROM {table}"  # noqa: S608 - our own names
            rows[table] = connection.execute(sql).fetchall()
    rows["history"] = [row for row in rows["history"] if row[1] != "upgrade"]
    return rows


def version(register: Path) -> int:
    with closing(sqlite3.connect(register)) as connection:
        return int(connection.execute("PRAGMA user_version").fetchone()[0])


def test_every_version_before_the_present_one_has_its_step() -> None:
    assert list(STEPS) == list(range(1, VERSION))


def test_an_upgraded_store_holds_what_it_held_and_verifies(site: Site) -> None:
    register = site.store / "register.sqlite"
    before = contents(register)
    result = upgraded(site)
    assert result.exit_code == 0
    assert f"from version 1 to version {VERSION}" in result.output
    assert (version(register), contents(register)) == (VERSION, before)
    assert site.problems() == []


@pytest.mark.parametrize("old", range(1, VERSION))
def test_a_store_of_any_earlier_version_is_built_as_a_new_one_and_verifies(
    present: Site, tmp_path: Path, old: int
) -> None:
    site = present.copied(tmp_path / "site")
    make_version(site.store / "register.sqlite", old)
    result = upgraded(site)
    assert result.exit_code == 0, result.exception
    assert site.problems() == []
    with writable(make_store(tmp_path / "new"), NOW) as connection:
        new = {tuple(row) for row in connection.execute("SELECT name, sql FROM sqlite_master")}
    assert {tuple(row.values()) for row in site.rows("SELECT name, sql FROM sqlite_master")} == new


def test_what_was_decided_before_is_in_the_history_of_its_finding(site: Site) -> None:
    upgraded(site)
    sql = "SELECT * FROM findings WHERE state = 'resolved'"
    with opened(open_store(site.store)) as connection:
        matter = matter_of_finding(connection.execute(sql).fetchone())
        told = [each.kind for each in chronicle(connection, matter)]
    assert told.count("decision") == 2
    assert told.count("reopening") == told.count("revocation") == 1
    assert told.count("waiver") == 2


def test_findings_of_before_are_incidents_of_their_own(site: Site) -> None:
    upgraded(site)
    found = site.rows("SELECT id, members, standing FROM incidents ORDER BY number")
    standing = site.rows("SELECT id FROM findings WHERE state <> 'gone' ORDER BY number")
    assert [json.loads(each["members"]) for each in found] == [[each["id"]] for each in standing]
    assert {each["standing"] for each in found} == {"open", "decided"}


def test_the_register_as_it_was_is_kept_beside_it(site: Site) -> None:
    before = contents(site.store / "register.sqlite")
    upgraded(site)
    copy = site.store / "register-version-1.sqlite"
    assert (version(copy), contents(copy)) == (1, before)
    if os.name != "nt":
        assert copy.stat().st_mode & 0o077 == 0


def test_the_upgrade_is_an_entry_of_the_history(site: Site) -> None:
    upgraded(site)
    last = site.rows("SELECT kind, entry FROM history ORDER BY number DESC LIMIT 1")[0]
    assert last["kind"] == "upgrade"
    entry = json.loads(last["entry"])
    assert (entry["from_version"], entry["to_version"]) == (1, VERSION)
    assert entry["program"] == f"feeaudit {__version__}"


def test_an_upgraded_register_is_built_as_a_new_one_is(site: Site, tmp_path: Path) -> None:
    upgraded(site)
    with writable(make_store(tmp_path / "new"), NOW) as connection:
        new = {tuple(row) for row in connection.execute("SELECT name, sql FROM sqlite_master")}
    assert {tuple(row.values()) for row in site.rows("SELECT name, sql FROM sqlite_master")} == new


def test_a_second_upgrade_finds_nothing_to_do(site: Site) -> None:
    upgraded(site)
    entries = site.rows("SELECT * FROM history")
    assert "is up to date" in upgraded(site).output
    assert site.rows("SELECT * FROM history") == entries


def test_the_next_night_upgrades_first_and_tells_monitoring(site: Site) -> None:
    site.arrive("saturday", day="2026-03-07")
    outcome = site.night()
    assert [run["day"] for run in outcome.runs] == ["2026-03-07"]
    assert len(site.events("upgraded")) == 1
    assert site.problems() == []


def test_a_decision_upgrades_first_and_says_so(site: Site) -> None:
    finding = "SELECT id FROM findings WHERE state = 'open' ORDER BY id"
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        name = connection.execute(finding).fetchone()[0]
    words = (
        "findings",
        "resolve",
        name,
        "--as",
        "explained",
        "--reason",
        "seen",
        "--by",
        "Bo Chan",
    )
    result = answered(site, *words)
    assert result.exit_code == 0
    assert f"to version {VERSION}" in result.stderr
    assert site.rows("SELECT state FROM findings WHERE id = ?", name) == [{"state": "resolved"}]


@pytest.mark.parametrize("words", [("findings", "list"), ("verify",), ("retention",)])
def test_a_command_that_only_reads_says_what_to_do(site: Site, words: tuple[str, ...]) -> None:
    before = (site.store / "register.sqlite").read_bytes()
    refusal = str(answered(site, *words).exception)
    assert "is a register of version 1" in refusal
    assert f"feeaudit upgrade --store {site.store}" in refusal
    assert (site.store / "register.sqlite").read_bytes() == before


def test_a_register_whose_history_was_edited_is_not_upgraded(site: Site) -> None:
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute("DROP TRIGGER history_is_never_changed")
        connection.execute("UPDATE history SET entry = replace(entry, 'Ann Lee', 'Al Lee')")
        connection.commit()
    refusal = str(upgraded(site).exception)
    assert "was not changed, because it is damaged: history entry" in refusal
    assert version(site.store / "register.sqlite") == 1


def test_a_register_whose_findings_were_edited_is_not_upgraded(site: Site) -> None:
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute("UPDATE findings SET taken = taken + 100")
        connection.commit()
    assert "was changed. Restore it from a backup" in str(upgraded(site).exception)
    assert version(site.store / "register.sqlite") == 1


def test_a_register_of_a_later_program_is_refused_with_the_program_it_needs(site: Site) -> None:
    upgraded(site)
    with closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute(f"PRAGMA user_version = {VERSION + 1}")
        connection.execute("UPDATE meta SET value = 'feeaudit 9.1.0'")
        connection.commit()
    store = open_store(site.store)
    for attempt in (opened(store), writable(store, NOW)):
        with (
            pytest.raises(Unknown, match=rf"version {VERSION + 1}, made by feeaudit 9\.1\.0"),
            attempt,
        ):
            pass
    before = contents(store.register)
    with pytest.raises(Unknown, match=r"Use feeaudit 9\.1\.0 or one after it"):
        site.night()
    assert contents(store.register) == before


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    yield from running_server()


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork to die often enough")
@pytest.mark.parametrize("fate", ["killed", "full"])
def test_an_upgrade_that_dies_at_any_point_costs_nothing(
    server: Server, made: Site, tmp_path: Path, fate: str
) -> None:
    before = contents(made.store / "register.sqlite")

    def words(site: Site) -> list[str]:
        return ["upgrade", "--store", str(site.store)]

    whole = server.run(words(made.copied(tmp_path / "whole")))
    assert whole["code"] == 0
    for point in sorted({*points(whole["calls"], seed=5), *whole["commits"]}):
        site = made.copied(tmp_path / f"at-{point}")
        register = site.store / "register.sqlite"
        ended = server.run(words(site), point, fate)
        assert (ended["killed"], ended["code"]) == ENDS[fate], point
        assert contents(register) == before, point
        # After the last commit only the front page is left to be written anew.
        assert version(register) == (1 if point <= max(whole["commits"]) else VERSION), point
        assert server.run(words(site))["code"] == 0
        assert contents(register) == before, point
        assert site.inspected() == [], point
        shutil.rmtree(site.root)
