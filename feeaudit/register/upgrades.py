"""Upgrades: a register that an earlier feeaudit made is brought to the present version, in steps.

Stores live for seven years and longer. A step is one small function from a version to the next. It
spells out its own SQL, since later versions may change the same tables again, and it only ever adds
to the history. All steps that a register needs run in one transaction, after a copy of the database
was put beside it; the history must hold before, and everything that verification looks at in the
database after. A process that dies on the way leaves the register as it was.
"""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing, contextmanager, suppress
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.archive import names_of_all
from feeaudit.register.database import (
    connected,
    planted_triggers,
    refuse_newer,
    refuse_rebuilt,
    statements,
    structure,
    transaction,
    version_of,
)
from feeaudit.register.database_schema import FACTS, IN_ANY_STATE, KEPT, PROGRAM, REPLAYED, VERSION
from feeaudit.register.heads import note_head
from feeaudit.register.history import append, chain_problems, entries
from feeaudit.register.incident_rows import alone, incidents_digest, store_incidents
from feeaudit.register.integrity import database_problems
from feeaudit.register.recorded_files import copy_name
from feeaudit.register.standings import refresh_states
from feeaudit.register.store_files import file_digest, private_folder, sync_folder, write_private

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping
    from pathlib import Path

    from feeaudit.register.store import Store


# Before this version the register held no incidents.
_INCIDENTS_SINCE: Final = 4


def _name_the_program(connection: sqlite3.Connection) -> None:
    """Version 2: the register says which program made it, so that an older one can name it."""
    connection.execute(
        "CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID"
    )


def _know_every_file(connection: sqlite3.Connection) -> None:
    """Version 3: every file of the archive and of the quarantine is on the record by its name."""
    connection.execute(
        "CREATE TABLE kept (digest TEXT PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID"
    )
    for column, name in (("book_file", "book.zip"), ("configuration_file", "feeaudit.toml")):
        connection.execute(
            f"INSERT OR IGNORE INTO kept SELECT {column}, ? FROM runs WHERE {column} <> ''",  # noqa: S608
            (name,),
        )
    old = "number, digest, place, name, outcome, reason, deleted"
    connection.execute(f"CREATE TEMP TABLE old AS SELECT {old} FROM arrivals")  # noqa: S608
    connection.execute("DROP TABLE arrivals")
    connection.execute(
        """CREATE TABLE arrivals (
  number INTEGER PRIMARY KEY, digest TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
  outcome TEXT NOT NULL, reason TEXT NOT NULL, kept_as TEXT NOT NULL DEFAULT '',
  reason_sha256 TEXT NOT NULL DEFAULT '', deleted INTEGER NOT NULL DEFAULT 0)"""
    )
    connection.execute("CREATE INDEX arrivals_by_digest ON arrivals (digest, place)")
    connection.execute(f"INSERT INTO arrivals ({old}) SELECT {old} FROM temp.old")  # noqa: S608
    connection.execute("DROP TABLE temp.old")


def _prove_names(connection: sqlite3.Connection) -> None:
    """Version 3: keys of people who sign, their signatures, and why a day was signed as it was."""
    old = "number, cardroom, day, run, prepared_by, reviewed_by, made_on, open, seal"
    connection.execute(f"CREATE TEMP TABLE old AS SELECT {old} FROM sign_offs")  # noqa: S608
    connection.execute("DROP TABLE sign_offs")
    connection.execute(
        """CREATE TABLE sign_offs (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, run INTEGER NOT NULL
  REFERENCES runs, prepared_by TEXT NOT NULL, reviewed_by TEXT NOT NULL, made_on TEXT NOT NULL,
  open INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '', seal TEXT NOT NULL, UNIQUE (run))"""
    )
    connection.execute("CREATE INDEX sign_offs_by_day ON sign_offs (cardroom, day)")
    connection.execute(f"INSERT INTO sign_offs ({old}) SELECT {old} FROM temp.old")  # noqa: S608
    connection.execute("DROP TABLE temp.old")
    connection.execute(
        """CREATE TABLE keys (
  number INTEGER PRIMARY KEY, "key" TEXT NOT NULL UNIQUE, name TEXT NOT NULL, public TEXT NOT NULL,
  made_on TEXT NOT NULL, revoked INTEGER NOT NULL DEFAULT 0)"""
    )
    connection.execute(
        """CREATE TABLE signatures (
  sign_off INTEGER NOT NULL REFERENCES sign_offs, role TEXT NOT NULL, "key" TEXT NOT NULL,
  signature TEXT NOT NULL, PRIMARY KEY (sign_off, role)) WITHOUT ROWID"""
    )


def _remember_nights(connection: sqlite3.Connection) -> None:
    """Version 3: when a night was run, what troubled it, and which inputs were taken back."""
    connection.execute(
        """CREATE TABLE withdrawals (
  number INTEGER PRIMARY KEY, input INTEGER NOT NULL UNIQUE REFERENCES inputs, reason TEXT NOT NULL,
  withdrawn_by TEXT NOT NULL, made_on TEXT NOT NULL)"""
    )
    connection.execute("CREATE TABLE nights (number INTEGER PRIMARY KEY, date TEXT NOT NULL)")
    connection.execute(
        """CREATE TABLE troubles (
  kind TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL, reason TEXT NOT NULL,
  since TEXT NOT NULL, PRIMARY KEY (kind, place, name)) WITHOUT ROWID"""
    )


def _to_version_3(connection: sqlite3.Connection) -> None:
    _know_every_file(connection)
    _prove_names(connection)
    _remember_nights(connection)


_VERSION_4: Final = """
ALTER TABLE runs ADD COLUMN incidents_digest TEXT NOT NULL DEFAULT '';
ALTER TABLE waivers ADD COLUMN incident TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN incident INTEGER NOT NULL DEFAULT 0;
ALTER TABLE findings ADD COLUMN outcome TEXT NOT NULL DEFAULT '';
ALTER TABLE findings ADD COLUMN paid INTEGER NOT NULL DEFAULT 0;
ALTER TABLE findings ADD COLUMN due INTEGER NOT NULL DEFAULT 0;
CREATE TABLE waived_findings (
  waiver INTEGER NOT NULL REFERENCES waivers, finding TEXT NOT NULL, PRIMARY KEY (waiver, finding))
  WITHOUT ROWID;
CREATE TABLE reopenings (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, finding TEXT NOT NULL,
  reason TEXT NOT NULL, reopened_by TEXT NOT NULL, made_on TEXT NOT NULL,
  addendum INTEGER NOT NULL);
CREATE INDEX reopenings_by_finding ON reopenings (cardroom, day, finding);
CREATE TABLE revocations (
  number INTEGER PRIMARY KEY, waiver TEXT NOT NULL, reason TEXT NOT NULL,
  revoked_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE TABLE comments (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, incident TEXT NOT NULL,
  finding TEXT NOT NULL, comment TEXT NOT NULL, written_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE INDEX comments_by_day ON comments (cardroom, day);
CREATE TABLE assignments (
  number INTEGER PRIMARY KEY, cardroom TEXT NOT NULL, day TEXT NOT NULL, incident TEXT NOT NULL,
  finding TEXT NOT NULL, person TEXT NOT NULL, reason TEXT NOT NULL, assigned_by TEXT NOT NULL,
  made_on TEXT NOT NULL, holds INTEGER NOT NULL DEFAULT 1);
CREATE INDEX assignments_by_day ON assignments (cardroom, day);
CREATE TABLE proposals (
  number INTEGER PRIMARY KEY, kind TEXT NOT NULL, cardroom TEXT NOT NULL, day TEXT NOT NULL,
  terms TEXT NOT NULL, prepared_by TEXT NOT NULL, made_on TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'open', closed INTEGER NOT NULL DEFAULT 0);
CREATE TABLE payments (
  number INTEGER NOT NULL, cardroom TEXT NOT NULL, day TEXT NOT NULL, finding TEXT NOT NULL,
  amount INTEGER NOT NULL, paid_to TEXT NOT NULL, paid_by TEXT NOT NULL, receipt TEXT NOT NULL,
  paid_on TEXT NOT NULL, note TEXT NOT NULL, voided INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (number, day, finding)) WITHOUT ROWID;
CREATE INDEX payments_by_finding ON payments (cardroom, day, finding);
CREATE INDEX payments_by_receipt ON payments (cardroom, receipt);
CREATE TABLE payment_corrections (
  number INTEGER PRIMARY KEY, payment INTEGER NOT NULL, reason TEXT NOT NULL,
  corrected_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE TABLE dismissals (
  number INTEGER PRIMARY KEY, arrival INTEGER NOT NULL UNIQUE REFERENCES arrivals,
  reason TEXT NOT NULL, dismissed_by TEXT NOT NULL, made_on TEXT NOT NULL);
CREATE TABLE identities (
  entry INTEGER NOT NULL, role TEXT NOT NULL, name TEXT NOT NULL, proof TEXT NOT NULL,
  issuer TEXT NOT NULL, subject TEXT NOT NULL, PRIMARY KEY (entry, role)) WITHOUT ROWID;
CREATE INDEX findings_by_incident ON findings (incident);
CREATE INDEX findings_due ON findings (day DESC, number) WHERE due > 0;
CREATE INDEX findings_paid ON findings (day DESC, number) WHERE paid > 0;
CREATE INDEX findings_decided ON findings (day DESC, number) WHERE outcome <> '';
CREATE TABLE incidents (
  number INTEGER PRIMARY KEY, run INTEGER NOT NULL REFERENCES runs, cardroom TEXT NOT NULL,
  day TEXT NOT NULL,
  "id" TEXT NOT NULL,
  "cause" TEXT NOT NULL,
  "stake" TEXT NOT NULL,
  "rank" INTEGER NOT NULL,
  "sure" TEXT NOT NULL,
  "verdict" TEXT NOT NULL,
  "sentence" TEXT NOT NULL,
  "tables" TEXT NOT NULL,
  "games" TEXT NOT NULL,
  "players" TEXT NOT NULL,
  "checks" TEXT NOT NULL,
  "first" INTEGER NOT NULL,
  "last" INTEGER NOT NULL,
  "first_hand" TEXT NOT NULL,
  "last_hand" TEXT NOT NULL,
  "hands" INTEGER NOT NULL,
  "over" INTEGER NOT NULL,
  "under" INTEGER NOT NULL,
  "next_step" TEXT NOT NULL,
  "doubt" TEXT NOT NULL,
  "members" TEXT NOT NULL,
  standing TEXT NOT NULL, open INTEGER NOT NULL, counsel INTEGER NOT NULL,
  waived_until TEXT NOT NULL, open_over INTEGER NOT NULL, open_under INTEGER NOT NULL,
  money INTEGER NOT NULL, person TEXT NOT NULL);
CREATE INDEX incidents_by_run ON incidents (run);
CREATE INDEX incidents_by_id ON incidents (id, day);
CREATE INDEX incidents_by_day ON incidents (cardroom, day);
CREATE INDEX incidents_by_stake ON incidents (standing, rank, day DESC, number);
CREATE INDEX incidents_by_age ON incidents (standing, day, number);
CREATE INDEX incidents_by_money ON incidents (standing, money DESC, number);
CREATE INDEX incidents_by_cardroom ON incidents (cardroom, standing, rank, day DESC, number);
CREATE INDEX incidents_by_person ON incidents (person, standing, rank, day DESC, number)
  WHERE person <> '';
CREATE INDEX incidents_with_counsel ON incidents (standing, rank, day DESC, number)
  WHERE counsel > 0;
CREATE INDEX incidents_waived ON incidents (standing, rank, day DESC, number)
  WHERE waived_until <> '';
CREATE TABLE incident_parts (
  part TEXT NOT NULL, value TEXT NOT NULL, incident INTEGER NOT NULL REFERENCES incidents,
  PRIMARY KEY (part, value, incident)) WITHOUT ROWID;
CREATE TABLE trend_counts (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, "check" TEXT NOT NULL, "table" TEXT NOT NULL,
  violations INTEGER NOT NULL, reviews INTEGER NOT NULL, over INTEGER NOT NULL,
  under INTEGER NOT NULL, PRIMARY KEY (day, cardroom, "check", "table")) WITHOUT ROWID;
CREATE TABLE state_counts (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, verdict TEXT NOT NULL, state TEXT NOT NULL,
  waived_until TEXT NOT NULL, findings INTEGER NOT NULL, over INTEGER NOT NULL,
  under INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom, verdict, state, waived_until)) WITHOUT ROWID;
CREATE TABLE stake_counts (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, stake TEXT NOT NULL, verdict TEXT NOT NULL,
  waived_until TEXT NOT NULL, incidents INTEGER NOT NULL, findings INTEGER NOT NULL,
  over INTEGER NOT NULL, under INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom, stake, verdict, waived_until)) WITHOUT ROWID;
CREATE TABLE dues (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, player TEXT NOT NULL, waived_until TEXT NOT NULL,
  findings INTEGER NOT NULL, found INTEGER NOT NULL, excused INTEGER NOT NULL,
  paid INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom, player, waived_until)) WITHOUT ROWID;
CREATE TABLE day_dues (
  day TEXT NOT NULL, cardroom TEXT NOT NULL, findings INTEGER NOT NULL, found INTEGER NOT NULL,
  excused INTEGER NOT NULL, paid INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (day, cardroom)) WITHOUT ROWID;
CREATE TABLE player_dues (
  cardroom TEXT NOT NULL, player TEXT NOT NULL, findings INTEGER NOT NULL, found INTEGER NOT NULL,
  excused INTEGER NOT NULL, paid INTEGER NOT NULL, due INTEGER NOT NULL,
  PRIMARY KEY (cardroom, player)) WITHOUT ROWID;
"""


def _decide_incidents(connection: sqlite3.Connection) -> None:
    """Version 4: one decision for many findings, who made it and how that is proven."""
    old = "number, cardroom, day, finding, outcome, reason, resolved_by, made_on, addendum, holds"
    connection.execute(f"CREATE TEMP TABLE old AS SELECT {old} FROM resolutions")  # noqa: S608
    connection.execute("DROP TABLE resolutions")
    connection.execute(
        """CREATE TABLE resolutions (
  number INTEGER NOT NULL, cardroom TEXT NOT NULL, day TEXT NOT NULL, finding TEXT NOT NULL,
  incident TEXT NOT NULL DEFAULT '', outcome TEXT NOT NULL, reason TEXT NOT NULL,
  resolved_by TEXT NOT NULL, made_on TEXT NOT NULL, addendum INTEGER NOT NULL,
  holds INTEGER NOT NULL DEFAULT 1, PRIMARY KEY (number, finding)) WITHOUT ROWID"""
    )
    connection.execute(
        "CREATE INDEX resolutions_by_finding ON resolutions (cardroom, day, finding)"
    )
    connection.execute(f"INSERT INTO resolutions ({old}) SELECT {old} FROM temp.old")  # noqa: S608
    connection.execute("DROP TABLE temp.old")
    for statement in statements(_VERSION_4):
        connection.execute(statement)
    for table, kind, names in (
        (
            "reopenings",
            "reopening",
            ("cardroom", "day", "finding", "reason", "resolved_by", "made_on", "addendum"),
        ),
        ("revocations", "revocation", ("waiver", "reason", "by", "made_on")),
    ):
        values = ", ".join(f"json_extract(entry, '$.{name}')" for name in names)
        connection.execute(
            f"INSERT INTO {table} SELECT number, {values} FROM history WHERE kind = ?",  # noqa: S608
            (kind,),
        )


STEPS: Final[Mapping[int, Callable[[sqlite3.Connection], None]]] = {
    1: _name_the_program,
    2: _to_version_3,
    3: _decide_incidents,
}


@contextmanager
def writable(
    store: Store, at: str, tell: Callable[[str], None] = lambda _text: None
) -> Iterator[sqlite3.Connection]:
    """Open the register of a store to write to it, made or brought up to date where need be.

    ``at`` is the moment of recording; ``tell`` is told of an upgrade in a sentence.
    """
    with connected(store, writing=True) as connection:
        version = version_of(connection)
        if version == 0:
            _make(store, connection, at)
        elif version < VERSION:
            told = _upgrade(store, connection, at)
            if told:
                tell(told)
        refuse_newer(connection, store.register)
        refuse_rebuilt(connection, store.register)
        try:
            yield connection
        except Exception:
            # What was recorded before something was refused is recorded, and its end noted.
            with suppress(Unknown, sqlite3.Error):
                note_head(store, connection, at)
            raise
        note_head(store, connection, at)


def _make(store: Store, connection: sqlite3.Connection, at: str) -> None:
    with transaction(connection):
        # Another process may have made it since.
        if version_of(connection) == 0:
            refuse_rebuilt(connection, store.register, _foreign(connection))
            for statement in statements(REPLAYED + KEPT):
                connection.execute(statement)
            append(connection, "creation", at, {"to_version": VERSION, "program": PROGRAM})
            connection.execute(f"PRAGMA user_version = {VERSION}")


def _foreign(connection: sqlite3.Connection) -> Iterator[str]:
    for kind, name in structure(connection):
        yield f"it says that it is new, but holds {kind} {name}"


def _upgrade(store: Store, connection: sqlite3.Connection, at: str) -> str:
    """Bring a register up to date and return what to say of it; blank where another process did."""
    with transaction(connection):
        before = version_of(connection)
        if before >= VERSION:
            return ""
        _refuse_broken(store, chain_problems(entries(connection)))
        _refuse_broken(store, planted_triggers(connection))
        # Nobody else can write now, so the copy is the register as it is upgraded.
        copy = _copied(store, before)
        try:
            for version in range(before, VERSION):
                STEPS[version](connection)
            grouped = _group_findings(connection) if before < _INCIDENTS_SINCE else {}
            entry = {
                "from_version": before,
                "to_version": VERSION,
                "program": PROGRAM,
                "copy": file_digest(copy),
                # Earlier versions did not record all that they archived; from here on it is.
                "kept": names_of_all(store),
                "incidents": grouped,
            }
            append(connection, "upgrade", at, entry)
            connection.execute(f"PRAGMA user_version = {VERSION}")
            _refuse_broken(store, database_problems(connection))
        except Exception:
            # A copy beside a register that was not upgraded would only be a riddle.
            copy.unlink()
            raise
    return (
        f"{store.register} was brought from version {before} to version {VERSION}; the old"
        f" register is kept as {copy.name} beside it"
    )


def _group_findings(connection: sqlite3.Connection) -> dict[str, str]:
    """Make an incident of each finding that stands; return a digest over those of each run.

    Which findings of before had one cause is said by their reports alone. With a night audited
    again the register knows it, too.
    """
    names = ", ".join(f'"{name}"' for name in FACTS)
    digests = {}
    runs = "SELECT number, cardroom, day FROM runs WHERE current ORDER BY number"
    for run, room, day in connection.execute(runs).fetchall():
        found = connection.execute(
            f"SELECT {names} FROM findings WHERE last_run = ? AND cardroom = ? AND day = ?"  # noqa: S608
            f" AND {IN_ANY_STATE} ORDER BY number",
            (run, room, day),
        )
        rows = alone(tuple(row) for row in found.fetchall())
        store_incidents(connection, (room, day), run, rows)
        digests[str(run)] = incidents_digest(rows)
    for scope in connection.execute("SELECT DISTINCT cardroom, day FROM runs").fetchall():
        refresh_states(connection, *scope)
    return digests


def _refuse_broken(store: Store, problems: Iterator[str]) -> None:
    problem = next(problems, "")
    if problem:
        raise Unknown(
            f"{store.register} is not brought to version {VERSION} and was not changed, because"
            f" it is damaged: {problem}. Restore it from a backup"
        )


def _copied(store: Store, version: int) -> Path:
    """Put a copy of the register beside it, whole or not at all; return where it is."""
    final = store.root / copy_name(version)
    # A run that died may have left half a copy, with the database's own notes about it.
    folder = store.staging / "upgrade"
    shutil.rmtree(folder, ignore_errors=True)
    part = private_folder(folder) / final.name
    write_private(part, b"")
    with (
        closing(sqlite3.connect(store.register)) as source,
        closing(sqlite3.connect(part)) as target,
    ):
        source.backup(target)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    part.replace(final)
    sync_folder(final.parent)
    return final
