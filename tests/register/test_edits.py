"""Any edit of a store is found: every column, row and object of the register, every file.

The edits are made from the schema and the folder themselves, so that nothing new can be forgotten.
"""

from __future__ import annotations

import contextlib
import sqlite3
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.nights import DAY, Site
from support.old_stores import make_version

from feeaudit.core.problem import Unknown
from feeaudit.nightly.front_page import refresh
from feeaudit.register.database_schema import KEPT, REPLAYED, VERSION
from feeaudit.register.dismissals import dismiss
from feeaudit.register.dispositions import Decision, reopen, resolve
from feeaudit.register.history import digest_of, head, link
from feeaudit.register.identities import Identity
from feeaudit.register.keys import new_key, record_key, unlocked
from feeaudit.register.matters import matter_of_incident
from feeaudit.register.remarks import assign, comment
from feeaudit.register.restitution import Payment, correct_payment, pay
from feeaudit.register.sign_off import Signature, sign_off
from feeaudit.register.store import open_store
from feeaudit.register.two_person_proposals import WaiverTerms, approve, propose_waiver
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import GrantedWaiver, revoke, waive
from feeaudit.register.withdrawals import all_inputs, withdraw

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"
# Yours to edit, and where nothing is believed.
FREE = {"store.toml", "feeaudit.toml", "lock"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A store in which every table has a row and every folder a file."""
    site = Site(tmp_path_factory.mktemp("edits") / "site")
    site.arrive_sheet("1,19:00,50,2\n2,19:05,50,1\n")
    site.arrive("friday", wrong=(1, 2, 3), first=10)
    site.night()
    site.arrive("friday corrected", wrong=(12, 13), first=10)
    site.arrive("another room's", day="2026-03-05", wrong=(1,))
    (site.inbox / "notes.csv").write_text("to do\n", encoding="utf-8")
    (site.inbox / "reason.txt").write_text("none\n", encoding="utf-8")
    (site.inbox / "friday.part").write_text("half", encoding="utf-8")
    site.night()
    with writable(open_store(site.store), NOW) as connection:
        found = connection.execute("SELECT * FROM findings WHERE state = 'open'").fetchall()
        decision = Decision("Ann Lee", "refunded at the cage", "2026-03-08")
        for each in found[:2]:
            resolve(connection, each, "refunded", decision, NOW)
        resolved = connection.execute("SELECT * FROM findings WHERE state = 'resolved'").fetchall()
        reopen(connection, resolved[0], decision, NOW)
        people = ("Ann Lee", "Bo Chan", "2026-03-08")
        terms = ("2026-03-01", "2026-12-31", "a letter", "Bureau letter of 2 March 2026")
        waive(connection, GrantedWaiver("harbor", "FEE-OVER", "T1", "", *terms, *people), NOW)
        taken_back = waive(
            connection, GrantedWaiver("harbor", "LIM-LOW", "", "", *terms, *people), NOW
        )
        revoke(connection, taken_back, "Ann Lee", "not needed", "2026-03-08", NOW)
        decide_as_a_workbench_does(connection)
        (mistaken,) = [row for row in all_inputs(connection) if row["name"].startswith("another")]
        withdraw(connection, mistaken["number"], decision, NOW)
        public = new_key(site.root / "ann.pem", "a long passphrase")
        record_key(connection, "Ann Lee", public, "2026-03-08", NOW)
        signer = unlocked(site.root / "ann.pem", "a long passphrase")
        signature = Signature(
            "Ann Lee", "Bo Chan", "2026-03-08", "refunds follow", prepared_key=signer
        )
        sign_off(connection, "harbor", DAY, signature, NOW)
    refresh(open_store(site.store))
    with contextlib.closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        # So that the register is one file, which can be put back.
        connection.execute("PRAGMA journal_mode = DELETE")
    # The bytes of the whole file are noted, too; here every edit is to be found by what it says.
    heads = site.root / "heads.log"
    lines = heads.read_text(encoding="utf-8").splitlines()
    heads.write_text("".join(f"{' '.join(line.split()[:5])}\n" for line in lines), encoding="utf-8")
    assert site.inspected() == []
    return site


def decide_as_a_workbench_does(connection: sqlite3.Connection) -> None:
    """Fill the tables of what people decide together: comments, proposals, payments and the like."""
    signed_in = Identity("Cy Diaz", "oidc", "https://login.example", "cy@example.com")
    decision = Decision(signed_in, "seen on video", "2026-03-08")
    row = connection.execute("SELECT * FROM incidents WHERE standing = 'open'").fetchone()
    incident = matter_of_incident(connection, row)
    comment(connection, incident, decision, NOW)
    assign(connection, [incident], "Bo Chan", decision, NOW)
    (over,) = connection.execute("SELECT * FROM findings WHERE due > 0 LIMIT 1").fetchall()
    paid = Payment("the player-dealer of seat 3", "Ann Lee", "R-1", "2026-03-08")
    wrong = pay(connection, [(over, 50)], paid, NOW)
    correct_payment(connection, wrong, Decision("Ann Lee", "another day", "2026-03-08"), NOW)
    pay(connection, [(over, 0)], replace(paid, receipt="R-2"), NOW)
    terms = WaiverTerms("2026-04-30", "Bureau letter of 2 March 2026")
    asked = propose_waiver(connection, incident, terms, decision, NOW)
    approver = Identity("Bo Chan", "oidc", "https://login.example", "bo@example.com")
    approve(connection, asked, approver, "2026-03-08", NOW)
    row = connection.execute("SELECT * FROM arrivals WHERE outcome = 'quarantined'").fetchone()
    dismiss(connection, [row], Decision("Ann Lee", "a note, no log", "2026-03-08"), NOW)


@contextlib.contextmanager
def edited(site: Site) -> Iterator[sqlite3.Connection]:
    """Let somebody edit the register with the means of SQLite; it is put back afterwards."""
    register = site.store / "register.sqlite"
    before = register.read_bytes()
    try:
        with contextlib.closing(sqlite3.connect(register, isolation_level=None)) as connection:
            connection.row_factory = sqlite3.Row
            # Hundreds of edits would wait for the disk.
            connection.execute("PRAGMA synchronous = OFF")
            yield connection
    finally:
        for ending in ("-wal", "-shm"):
            register.with_name(register.name + ending).unlink(missing_ok=True)
        register.write_bytes(before)


def unprotected(connection: sqlite3.Connection, sql: str, values: tuple[Any, ...]) -> None:
    """Make an edit, and put the protection back, so that nothing but the edit can be found."""
    named = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
    lifted = connection.execute(named).fetchall()
    # All at once: each statement by itself would write a journal and the file.
    connection.execute("BEGIN")
    for name, _ in lifted:
        connection.execute(f"DROP TRIGGER {name}")
    connection.execute(sql, values)
    for _, trigger in lifted:
        connection.execute(trigger)
    connection.execute("COMMIT")


def declared() -> dict[str, list[str]]:
    """Return the columns of every table, as the schema has them."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(REPLAYED + KEPT)
        named = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        return {
            table: [row[1] for row in connection.execute(f'PRAGMA table_info("{table}")')]
            for (table,) in named.fetchall()
        }


TABLES = declared()
COLUMNS = [(table, column) for table, columns in TABLES.items() for column in columns]


def other(value: Any) -> list[Any]:
    """Return values that somebody might put in the place of one."""
    if isinstance(value, bytes):
        return [b"\0" * len(value), value.hex()]
    if isinstance(value, int):
        return [value + 1000, f"{value}x"]
    return [f"{value or ''}x", b"\0"]


def places(connection: sqlite3.Connection, table: str) -> list[tuple[str, tuple[Any, ...]]]:
    """Return a condition for the first and the last row of a table."""
    rows = connection.execute(f"SELECT * FROM {table}").fetchall()  # noqa: S608 - our own names
    where = " AND ".join(f'"{name}" IS ?' for name in TABLES[table])
    return [(where, tuple(rows[place])) for place in dict.fromkeys((0, len(rows) - 1))]


@pytest.mark.parametrize("table", TABLES)
def test_every_table_has_a_row_to_edit(site: Site, table: str) -> None:
    assert site.rows(f"SELECT * FROM {table} LIMIT 1")  # noqa: S608 - our own names


@pytest.mark.slow
@pytest.mark.parametrize(("table", "column"), COLUMNS)
def test_an_edit_of_any_column_is_found(site: Site, table: str, column: str) -> None:
    found = []
    for number, place in ((0, 0), (0, -1), (1, 0)):
        with edited(site) as connection:
            where, row = places(connection, table)[place]
            value = other(row[TABLES[table].index(column)])[number]
            sql = f'UPDATE {table} SET "{column}" = ? WHERE {where}'  # noqa: S608 - our own names
            try:
                unprotected(connection, sql, (value, *row))
            except sqlite3.IntegrityError:
                # A number must be a number: the database itself refuses the edit.
                continue
            found.append(bool(site.problems()))
    assert found
    assert all(found)


@pytest.mark.parametrize("table", TABLES)
def test_the_same_number_of_another_kind_is_found(site: Site, table: str) -> None:
    """The database keeps such numbers whole, unless its structure is changed for the moment."""
    named = "SELECT sql FROM sqlite_master WHERE name = ?"
    change = "UPDATE sqlite_master SET sql = ? WHERE name = ?"
    with edited(site) as connection:
        (meant,) = connection.execute(named, (table,)).fetchone()
        where, row = places(connection, table)[-1]
        numbers = [
            name
            for name, value in zip(TABLES[table], row, strict=True)
            if isinstance(value, int) and f"{name} INTEGER PRIMARY KEY" not in meant
        ]
        if not numbers:
            return
        loose = meant.replace(" INTEGER NOT NULL", " NOT NULL")
        for sql in (loose, meant):
            connection.execute("PRAGMA writable_schema = ON")
            connection.execute(change, (sql, table))
            connection.execute("PRAGMA writable_schema = RESET")
            if sql == loose:
                edit = f'UPDATE {table} SET "{numbers[-1]}" = ? WHERE {where}'  # noqa: S608
                value = float(row[TABLES[table].index(numbers[-1])])
                unprotected(connection, edit, (value, *row))
        (problem, *_) = site.problems()
        assert "another kind" in problem


@pytest.mark.parametrize("table", TABLES)
def test_a_removed_row_is_found(site: Site, table: str) -> None:
    for place in (0, -1):
        with edited(site) as connection:
            where, row = places(connection, table)[place]
            unprotected(connection, f"DELETE FROM {table} WHERE {where}", row)  # noqa: S608
            assert site.problems(), row


@pytest.mark.parametrize("table", TABLES)
def test_an_added_row_is_found(site: Site, table: str) -> None:
    with edited(site) as connection:
        _, row = places(connection, table)[-1]
        # Enough is changed for the row to have a place of its own.
        unique = {
            "number",
            "arrival",
            "part",
            "stake",
            "verdict",
            "player",
            "name",
            "digest",
            "id",
            "waiver",
            "finding",
            "file",
            "input",
            "check",
            "key",
            "role",
        }
        values = [
            other(value)[0]
            if column in unique
            or (column == "run" and table != "sightings")
            or (column == "day" and table == "day_dues")
            else value
            for column, value in zip(TABLES[table], row, strict=True)
        ]
        marks = ", ".join("?" for _ in values)
        connection.execute(f"INSERT INTO {table} VALUES ({marks})", values)  # noqa: S608
        assert site.problems(), values


PLANTED = {
    "a trigger": "CREATE TRIGGER t AFTER INSERT ON history BEGIN DELETE FROM findings; END",
    "a trigger on findings": "CREATE TRIGGER t AFTER UPDATE ON findings BEGIN SELECT 1; END",
    "a table": "CREATE TABLE notes (text)",
    "a view": "CREATE VIEW v AS SELECT * FROM findings",
    "an index": "CREATE INDEX i ON findings (message)",
    "statistics": "ANALYZE",
    "a missing trigger": "DROP TRIGGER history_is_never_changed",
    "a missing view": "DROP VIEW run_zones",
    "a missing index": "DROP INDEX findings_by_check",
    "a missing table": "DROP TABLE sightings",
    "another view": "DROP VIEW run_zones; CREATE VIEW run_zones AS SELECT 1 AS number, '' AS zone",
    "a column more": "ALTER TABLE findings ADD COLUMN note TEXT",
    "a table under another name": "ALTER TABLE findings RENAME TO hidden;"
    "CREATE VIEW findings AS SELECT * FROM hidden WHERE number > 1",
}


@pytest.mark.parametrize("script", PLANTED.values(), ids=PLANTED.keys())
def test_a_changed_structure_is_found_before_anything_is_read_or_written(
    site: Site, script: str
) -> None:
    with edited(site) as connection:
        connection.executescript(script)
        assert any("structure was changed" in each for each in site.problems())
        with pytest.raises(Unknown, match="structure was changed"):
            site.rows("SELECT 1")
        with pytest.raises(Unknown, match="structure was changed"):
            site.night()
        assert connection.execute("SELECT count(*) FROM findings").fetchone()[0] > 0


def test_an_index_that_leaves_out_a_finding_is_found(site: Site) -> None:
    named = "SELECT sql FROM sqlite_master WHERE name = 'findings_by_day'"
    with edited(site) as connection:
        (meant,) = connection.execute(named).fetchone()
        connection.execute("PRAGMA writable_schema = ON")
        for sql in (f"{meant} WHERE number > 1", meant):
            change = "UPDATE sqlite_master SET sql = ? WHERE name = 'findings_by_day'"
            connection.execute(change, (sql,))
            connection.execute("PRAGMA writable_schema = RESET")
            connection.execute("PRAGMA writable_schema = ON")
            if sql != meant:
                connection.execute("REINDEX findings_by_day")
        (problem, *_) = site.problems()
        assert "findings_by_day" in problem


@pytest.mark.parametrize("version", [0, 1, VERSION - 1, VERSION + 1])
def test_a_version_that_is_not_the_registers_is_not_passed(site: Site, version: int) -> None:
    with edited(site) as connection:
        connection.execute(f"PRAGMA user_version = {version}")
        with pytest.raises(Unknown):
            site.problems()
        with pytest.raises(Unknown):
            site.night()
    assert site.inspected() == []


def test_an_entry_that_no_program_writes_is_told_in_words(site: Site) -> None:
    for kind, entry in (("party", "{}"), ("run", "[]"), ("run", "{}"), ("sign-off", '{"x": 1}')):
        with edited(site) as connection:
            last, previous = head(connection)
            digest = digest_of(entry)
            row = (last + 1, kind, NOW, entry, digest, previous)
            hash_ = link(last + 1, kind, NOW, digest, previous)
            connection.execute("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?)", (*row, hash_))
            assert any("feeaudit never writes such an entry" in each for each in site.problems())


def files(site: Site) -> list[Path]:
    return sorted(
        path
        for path in site.store.rglob("*")
        if path.is_file()
        and path.name not in FREE
        and not path.name.startswith("register.sqlite")
        and path.relative_to(site.store).parts[0] not in {"staging", "profiles"}
    )


@contextlib.contextmanager
def put_back(path: Path) -> Iterator[None]:
    content = path.read_bytes()
    try:
        yield
    finally:
        if path.is_symlink() or path.exists():
            path.unlink()
        path.write_bytes(content)


@pytest.mark.slow
def test_an_edit_of_any_file_is_found(site: Site) -> None:
    paths = files(site)
    kinds = {path.relative_to(site.store).parts[0] for path in paths}
    assert kinds >= {"archive", "reports", "quarantine", "index.html", "summary.json"}
    for path in paths:
        with put_back(path):
            path.write_bytes(path.read_bytes() + b" ")
            assert site.inspected(), path
        with put_back(path):
            path.unlink()
            assert site.inspected(), path
        with put_back(path):
            elsewhere = path.replace(site.root / "elsewhere")
            path.symlink_to(elsewhere)
            assert site.inspected(), path
        renamed = path.with_name(f"other{path.suffix}")
        path.rename(renamed)
        assert site.inspected(), path
        renamed.rename(path)
    assert site.inspected() == []


@pytest.mark.slow
def test_a_file_that_nobody_put_there_is_found_wherever_it_lies(site: Site) -> None:
    tops = [site.store, *(site.store / name for name in ("archive", "reports", "quarantine"))]
    within = {folder for top in tops[1:] for folder in top.rglob("*") if folder.is_dir()}
    for folder in [*tops, *sorted(within)]:
        for name in ("extra.txt", ".hidden", "new/extra.txt"):
            path = folder / name
            path.parent.mkdir(exist_ok=True)
            path.write_text("", encoding="utf-8")
            assert site.inspected(), path
            path.unlink()
            if path.parent != folder:
                path.parent.rmdir()
    assert site.inspected() == []


def test_a_folder_that_nobody_made_is_found_though_it_is_empty(site: Site) -> None:
    tops = [site.store / name for name in ("archive", "reports", "quarantine")]
    within = {folder for top in tops for folder in top.glob("*") if folder.is_dir()}
    deeper = {*site.store.glob("reports/*/*/"), *site.store.glob("reports/*/*/*/")}
    for folder in sorted({*tops, *within, *deeper}):
        (folder / "new").mkdir()
        assert site.inspected(), folder
        (folder / "new").rmdir()
    assert site.inspected() == []


def test_a_folder_that_is_a_link_to_the_same_things_elsewhere_is_found(site: Site) -> None:
    for top in ("archive", "reports", "quarantine"):
        for folder in sorted(site.store.glob(f"{top}/**/")):
            elsewhere = folder.rename(site.root / "moved")
            folder.symlink_to(elsewhere)
            assert site.inspected(), folder
            folder.unlink()
            elsewhere.rename(folder)
    assert site.inspected() == []


def test_a_copy_of_the_register_that_an_upgrade_left_is_found_when_it_is_changed(
    tmp_path: Path,
) -> None:
    old = Site(tmp_path)
    old.arrive("friday", wrong=(1,))
    old.night()
    make_version(old.store / "register.sqlite", 1)
    with writable(open_store(old.store), NOW):
        pass
    refresh(open_store(old.store))
    assert old.inspected() == []
    copy = old.store / "register-version-1.sqlite"
    copy.write_bytes(copy.read_bytes() + b" ")
    (problem,) = old.inspected()
    assert "changed since the upgrade" in problem
