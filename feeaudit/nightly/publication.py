"""Publishing a run: its reports appear at one stroke, then the register tells of them."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.nightly.stable_zip import zipped
from feeaudit.register.archive import keep_file
from feeaudit.register.entry_effects import BOOK, CONFIGURATION
from feeaudit.register.publications import publish_noted
from feeaudit.register.runs import Audited, is_same, next_run, record_run
from feeaudit.register.store_files import private_folder, remove_tree, write_private

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from feeaudit.nightly.workers import AuditedDay
    from feeaudit.register.store import Store


@dataclass(frozen=True, slots=True)
class ArchivedBasis:
    """What a night rests on, by its digests in the archive."""

    book: str
    configuration: str


def published(  # noqa: PLR0913, PLR0917 - each says one thing of the run
    store: Store,
    connection: sqlite3.Connection,
    day: AuditedDay,
    basis: ArchivedBasis,
    made_on: str,
    at: str,
) -> bool:
    """Publish the reports of an audited day and record its run; not where nothing is new."""
    task, audit = day.task, day.audit
    digests = {name: hashlib.sha256(each).hexdigest() for name, each in audit.files.items()}
    if is_same(connection, (task.cardroom, task.day), digests, {*day.hands}):
        return False
    run = next_run(connection, task.cardroom, task.day)
    final = store.report(task.cardroom, task.day, run)
    if final.is_dir():
        # No run of the register made it, so one that died did.
        remove_tree(final, store.staging)
    staged = private_folder(store.staging / "report")
    for name, content in audit.files.items():
        write_private(staged / name, content)
    publish_noted(store, staged, final)
    audited = Audited(
        cardroom=task.cardroom,
        day=task.day,
        run=run,
        made_on=made_on,
        result=audit.result,
        basis=audit.basis,
        files=digests,
        inputs=day.hands,
        book_file=basis.book,
        configuration_file=basis.configuration,
        waivers=day.waivers,
    )
    record_run(connection, audited, at)
    return True


def keep_basis(store: Store, book: Path, config: Path | None) -> ArchivedBasis:
    """Archive the book and the configuration that a night rests on."""
    text = b"" if config is None else config.read_bytes()
    return ArchivedBasis(
        keep_file(store, BOOK, zipped(book)), keep_file(store, CONFIGURATION, text)
    )
