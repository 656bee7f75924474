"""Stores as earlier versions of feeaudit made them, to be brought up to date.

The tables are spelled out as they were, and filled with what a store of now holds; the history is
written anew without what its entries did not say then.
"""

from __future__ import annotations

import hashlib
import json
import sqlite3
from contextlib import closing
from typing import TYPE_CHECKING

from feeaudit.register.history import BEGINNING, canonical, digest_of, link
from feeaudit.register.sign_off import seal_of

if TYPE_CHECKING:
    from pathlib import Path

VERSION_1 = """
CREATE TABLE inputs (
  number INTEGER PRIMARY KEY, digest TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
  bytes INTEGER NOT NULL, profile TEXT NOT NULL, constants TEXT NOT NULL, zone TEXT NOT NULL,
  day_starts INTEGER NOT NULL, set_aside INTEGER NOT NULL, deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX inputs_by_digest ON inputs (digest, place);
CREATE TABLE coverage (
  input INTEGER NOT NULL REFERENCES inputs, cardroom TEXT NOT NULL, day TEXT NOT NULL,
  hands INTEGER NOT NULL, PRIMARY KEY (cardroom, day, input)) WITHOUT ROWID;
CREATE TABLE arrivals (
  number INTEGER PRIMARY KEY, digest TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0);
CREATE INDEX arrivals_by_digest ON arrivals (digest, place);
CREATE TABLE runs (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, run INTEGER NOT NULL,
  supersedes INTEGER REFERENCES runs, current INTEGER NOT NULL, addendum INTEGER NOT NULL,
  made_on TEXT NOT NULL, digest TEXT NOT NULL, book TEXT NOT NULL, configuration TEXT NOT NULL,
  book_file TEXT NOT NULL, configuration_file TEXT NOT NULL, program TEXT NOT NULL,
  hands INTEGER NOT NULL, tables INTEGER NOT NULL, violations INTEGER NOT NULL,
  reviews INTEGER NOT NULL, waived INTEGER NOT NULL, over INTEGER NOT NULL,
  under INTEGER NOT NULL, exit_code INTEGER NOT NULL, findings INTEGER NOT NULL,
  findings_digest TEXT NOT NULL, deleted INTEGER NOT NULL DEFAULT 0, UNIQUE (cardroom, day, run));
CREATE INDEX runs_by_day ON runs (day, cardroom, current);
CREATE TABLE run_inputs (
  run INTEGER NOT NULL REFERENCES runs, input INTEGER NOT NULL REFERENCES inputs,
  hands INTEGER NOT NULL, PRIMARY KEY (run, input)) WITHOUT ROWID;
CREATE VIEW run_zones AS SELECT run AS number, max(zone) AS zone FROM run_inputs
  JOIN inputs ON inputs.number = run_inputs.input GROUP BY run;
CREATE TABLE run_files (
  run INTEGER NOT NULL REFERENCES runs, file TEXT NOT NULL, sha256 TEXT NOT NULL,
  PRIMARY KEY (run, file)) WITHOUT ROWID;
CREATE TABLE run_checks (
  run INTEGER NOT NULL REFERENCES runs, "check" TEXT NOT NULL, tested INTEGER NOT NULL,
  untested INTEGER NOT NULL, PRIMARY KEY (run, "check")) WITHOUT ROWID;
CREATE TABLE changes (
  run INTEGER NOT NULL REFERENCES runs, finding TEXT NOT NULL, change TEXT NOT NULL,
  before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY (run, finding)) WITHOUT ROWID;
CREATE TABLE waivers (
  number INTEGER PRIMARY KEY, waiver TEXT NOT NULL UNIQUE, cardroom TEXT NOT NULL,
  "check" TEXT NOT NULL, "table" TEXT NOT NULL, finding TEXT NOT NULL, starts TEXT NOT NULL,
  expires TEXT NOT NULL, reason TEXT NOT NULL, authority TEXT NOT NULL, prepared_by TEXT NOT NULL,
  approved_by TEXT NOT NULL, made_on TEXT NOT NULL, addendum INTEGER NOT NULL,
  revoked INTEGER NOT NULL DEFAULT 0);
CREATE TABLE resolutions (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, finding TEXT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, resolved_by TEXT NOT NULL, made_on TEXT NOT NULL,
  addendum INTEGER NOT NULL, holds INTEGER NOT NULL DEFAULT 1);
CREATE INDEX resolutions_by_finding ON resolutions (cardroom, day, finding);
CREATE TABLE sign_offs (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, run INTEGER NOT NULL
  REFERENCES runs, prepared_by TEXT NOT NULL, reviewed_by TEXT NOT NULL, made_on TEXT NOT NULL,
  open INTEGER NOT NULL, seal TEXT NOT NULL, UNIQUE (run));
CREATE INDEX sign_offs_by_day ON sign_offs (cardroom, day);
CREATE TABLE history (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, at TEXT NOT NULL, entry TEXT NOT NULL,
  digest TEXT NOT NULL, previous TEXT NOT NULL, hash TEXT NOT NULL);
CREATE TRIGGER history_is_never_changed BEFORE UPDATE ON history
  BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END;
CREATE TRIGGER history_is_never_deleted BEFORE DELETE ON history
  BEGIN SELECT RAISE(ABORT, 'the history is only ever added to'); END;
CREATE TABLE findings (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "check" TEXT NOT NULL,
  "verdict" TEXT NOT NULL,
  "table" TEXT NOT NULL,
  "hand_id" TEXT NOT NULL,
  "at" INTEGER NOT NULL,
  "until" INTEGER NOT NULL,
  "game" TEXT NOT NULL,
  "option" TEXT NOT NULL,
  "seat" TEXT NOT NULL,
  "player" TEXT NOT NULL,
  "payer" TEXT NOT NULL,
  "component" TEXT NOT NULL,
  "owed" INTEGER NOT NULL,
  "owed_most" INTEGER NOT NULL,
  "taken" INTEGER NOT NULL,
  "over" INTEGER NOT NULL,
  "under" INTEGER NOT NULL,
  "message" TEXT NOT NULL,
  "document" TEXT NOT NULL,
  "lines" TEXT NOT NULL,
  "file" TEXT NOT NULL,
  "sheet" TEXT NOT NULL,
  "row" INTEGER NOT NULL,
  "schedule" TEXT NOT NULL,
  first_run INTEGER NOT NULL REFERENCES runs, last_run INTEGER NOT NULL REFERENCES runs,
  state TEXT NOT NULL, waived_until TEXT NOT NULL);
CREATE UNIQUE INDEX findings_by_id ON findings (id, cardroom, day);
CREATE INDEX findings_by_day ON findings (state, day DESC);
CREATE INDEX findings_by_cardroom ON findings (cardroom, state, day DESC);
CREATE INDEX findings_by_check ON findings ("check", state, day DESC);
CREATE INDEX findings_by_table ON findings ("table", state, day DESC);
CREATE INDEX findings_by_player ON findings (player, state, day DESC) WHERE player <> '';
CREATE INDEX findings_waived ON findings (day DESC) WHERE waived_until <> '';
CREATE INDEX findings_by_first_run ON findings (first_run);
CREATE TABLE sightings (
  run INTEGER NOT NULL REFERENCES runs, finding INTEGER NOT NULL REFERENCES findings,
  digest BLOB NOT NULL, PRIMARY KEY (run, finding)) WITHOUT ROWID;
"""


META = "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;"
# How version 3 had the tables that it changed, and those that it added.
VERSION_3 = {
    "arrivals": """CREATE TABLE arrivals (
  number INTEGER PRIMARY KEY, digest TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, kept_as TEXT NOT NULL DEFAULT '',
  reason_sha256 TEXT NOT NULL DEFAULT '', deleted INTEGER NOT NULL DEFAULT 0)""",
    "sign_offs": """CREATE TABLE sign_offs (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, run INTEGER NOT NULL
  REFERENCES runs, prepared_by TEXT NOT NULL, reviewed_by TEXT NOT NULL, made_on TEXT NOT NULL,
  open INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '', seal TEXT NOT NULL, UNIQUE (run))""",
    "kept": "CREATE TABLE kept (digest TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID",
    "withdrawals": """CREATE TABLE withdrawals (
  number INTEGER PRIMARY KEY, input INTEGER NOT NULL UNIQUE REFERENCES inputs, reason TEXT NOT NULL,
  withdrawn_by TEXT NOT NULL, made_on TEXT NOT NULL)""",
    "nights": "CREATE TABLE nights (number INTEGER PRIMARY KEY, date TEXT NOT NULL)",
    "troubles": """CREATE TABLE troubles (
  kind TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,
  since TEXT NOT NULL, PRIMARY KEY (kind, place, name)) WITHOUT ROWID""",
    "keys": """CREATE TABLE keys (
  number INTEGER PRIMARY KEY, "key" TEXT NOT NULL UNIQUE, name TEXT NOT NULL, public TEXT NOT NULL,
  made_on TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0)""",
    "signatures": """CREATE TABLE signatures (
  sign_off INTEGER NOT NULL REFERENCES sign_offs, role TEXT NOT NULL, "key" TEXT NOT NULL,
  signature TEXT NOT NULL, PRIMARY KEY (sign_off, role)) WITHOUT ROWID""",
}
# What entries have said only since the version.
LATER = {
    3: {"kept", "kept_as", "reason_sha256", "signatures"},
    4: {"identities", "incidents_digest"},
}
# What was not recorded then: an entry of then in its place, of a file that came twice.
FIRST = {"digest": "0" * 64, "place": "", "name": "x", "outcome": "known already", "reason": ""}


def schema(version: int) -> str:
    """Return the tables of an earlier version."""
    if version < 3:
        return VERSION_1 + META * (version - 1)
    changed = ("arrivals", "sign_offs")
    kept = [
        each
        for each in VERSION_1.split(";\n")
        if not each.strip().startswith(tuple(f"CREATE TABLE {name} " for name in changed))
    ]
    tables = "".join(f"{each};\n" for each in VERSION_3.values())
    indexes = [each for each in kept if any(f" ON {name} " in each for name in changed)]
    rest = [each for each in kept if each not in indexes]
    return META + ";\n".join(rest) + tables + ";\n".join(indexes) + ";\n"


def make_version(register: Path, version: int) -> None:
    """Put the register that an earlier version would have made in the place of one of now."""
    made = register.with_name("made.sqlite")
    with closing(sqlite3.connect(made)) as old, closing(sqlite3.connect(register)) as new:
        new.row_factory = sqlite3.Row
        new.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        old.executescript(schema(version))
        for (table,) in old.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'history'"
        ).fetchall():
            columns = [row[1] for row in old.execute(f'PRAGMA table_info("{table}")')]
            names = ", ".join(f'"{name}"' for name in columns)
            marks = ", ".join("?" for _ in columns)
            rows = new.execute(f"SELECT {names} FROM {table}")  # noqa: S608 - the tables' own names
            old.executemany(f"INSERT INTO {table} ({names}) VALUES ({marks})", map(tuple, rows))  # noqa: S608
        write_history(old, new, version)
        old.execute(f"PRAGMA user_version = {version}")
        old.execute("PRAGMA journal_mode = WAL")
        old.commit()
    for ending in ("-wal", "-shm"):
        register.with_name(register.name + ending).unlink(missing_ok=True)
    made.replace(register)


def write_history(old: sqlite3.Connection, new: sqlite3.Connection, version: int) -> None:
    """Write the history as the earlier version would have written it, with its own seals."""
    previous = BEGINNING
    unsaid = {name for since, names in LATER.items() if version < since for name in names}
    for row in new.execute("SELECT * FROM history ORDER BY number").fetchall():
        number, kind, at = row["number"], row["kind"], row["at"]
        data = {
            name: value for name, value in json.loads(row["entry"]).items() if name not in unsaid
        }
        if kind == "creation":
            data |= {"to_version": version}
        if "heads" in data:
            # No head was noted before the first night was recorded, and its lines are of this one.
            data["heads"] = [
                {**each, "lines": 0, "digest": hashlib.sha256().hexdigest()}
                for each in data["heads"]
            ]
        if version < 3 and kind in {"creation", "night"}:
            kind, data = "again", FIRST
            old.execute(
                "INSERT INTO arrivals VALUES (?, ?, ?, ?, ?, ?, 0)", (number, *data.values())
            )
        if kind == "sign-off":
            if version < 3:
                data.pop("reason")
            run = new.execute("SELECT * FROM runs WHERE number = ?", (data["run"],)).fetchone()
            data["seal"] = seal_of(new, run, previous)
            old.execute("UPDATE sign_offs SET seal = ? WHERE number = ?", (data["seal"], number))
        digest = digest_of(canonical(data))
        hash_ = link(number, kind, at, digest, previous)
        entry = (number, kind, at, canonical(data), digest, previous, hash_)
        old.execute("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?)", entry)
        previous = hash_
