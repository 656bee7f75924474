"""The log of a gaming day at hand: the records of a hand, what the book says of it, who banked."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from threading import Thread
from typing import TYPE_CHECKING, Any, Final

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.audit.case import Case
from feeaudit.audit.facts import banking_and_offers
from feeaudit.book.cache import open_book
from feeaudit.core.problem import BookError, Unknown
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.log_files import read_log
from feeaudit.nightly.archived_day import logs_of_day
from feeaudit.pipeline import inputs_of
from feeaudit.register.archive import kept
from feeaudit.register.database import opened
from feeaudit.register.runs import current_run
from feeaudit.verification import request_of
from feeaudit.workbench.evidence.audited_book import audited_book
from feeaudit.workbench.evidence.recent import Recent
from feeaudit.workbench.shown_book import the_book
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from flask import Flask

    from feeaudit.audit.parts.executor import AuditInputs
    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log
    from feeaudit.rules.in_force import Context

Row = dict[str, Any]
# Days whose logs stay in memory: whoever reviews goes from finding to finding of one night.
_DAYS: Final = Recent["DayEvidence"](3)
_INPUTS: Final = Recent["AuditInputs"](4)
_RECORDS: Final = ("wagers", "collections", "offers")


@dataclass(frozen=True, slots=True)
class HandRecords:
    """What a log says of one hand, record by record, each with its file and row."""

    hand: Row
    wagers: list[Row]
    collections: list[Row]
    offers: list[Row]
    seats: list[Row]
    zone: str


class DayEvidence:
    """The logs of a gaming day, and the book that they were audited by."""

    def __init__(self, logs: tuple[Log, ...], inputs: AuditInputs) -> None:
        self.logs = logs
        self.inputs = inputs

    def hand(self, hand_id: str, table: str) -> HandRecords | None:
        """Return the records of a hand at a table; None where the log has no such hand."""
        for log in self.logs:
            hands = _where(log.hands, "hand_id", hand_id)
            rows = _rows(log, _where(hands, "table", table) if table else hands)
            if rows:
                found = {name: _rows(log, _of_hand(log, name, hand_id)) for name in _RECORDS}
                return HandRecords(rows[0], **found, seats=_seated(log, rows[0]), zone=log.zone)
        return None

    def context(self, hand_id: str) -> Context | None:
        """Return what the book says of the game and option of a hand, as the audit read it."""
        for log in self.logs:
            hands = _where(log.hands, "hand_id", hand_id)
            if hands.num_rows:
                one = Case(_only(log, hands), self.inputs.book, (), self.inputs.config)
                return one.contexts[int(one.hands["context"].iloc[0])]
        return None

    @cached_property
    def rotation(self) -> tuple[pd.DataFrame, pd.DataFrame]:
        """Who held the position run by run, and to whom it was offered, at every table."""
        inputs = self.inputs
        parts = [
            banking_and_offers(Case(log.stated(), inputs.book, inputs.laws, inputs.config))
            for log in self.logs
            if log.hands.num_rows
        ]
        banking, offers = ([each[place] for each in parts] for place in (0, 1))
        return _together(banking), _together(offers)


def _together(frames: list[pd.DataFrame]) -> pd.DataFrame:
    return pd.concat(frames, ignore_index=True) if frames else pd.DataFrame()


def _where(table: pa.Table, column: str, value: str) -> pa.Table:
    return table.filter(pc.equal(table.column(column).cast(pa.string()), value))


def _of_hand(log: Log, name: str, hand_id: str) -> pa.Table:
    table = log.table(name)
    return _where(table, "hand_id", hand_id) if "hand_id" in table.column_names else table[:0]


def _only(log: Log, hands: pa.Table) -> Log:
    return replace(log, tables={"hands": hands.slice(0, 1)})


def _rows(log: Log, table: pa.Table) -> list[Row]:
    """Return records as plain values, each with the file, sheet and row that it came from."""
    found = []
    for row in table.to_pylist():
        number = row.pop("source", None)
        source = log.sources[number] if number is not None and number < len(log.sources) else None
        place = {"file": source.file if source else "", "sheet": source.sheet if source else ""}
        found.append(row | place)
    return found


def _seated(log: Log, hand: Row) -> list[Row]:
    """Return who sat at the table when a hand began."""
    seats = log.table("seats")
    if not seats.num_rows or "table" not in seats.column_names:
        return []
    at = hand["started_at"]
    return [
        row
        for row in _rows(log, _where(seats, "table", str(hand["table"])))
        if row["from"] <= at and (row.get("to") is None or at < row["to"])
    ]


def day_evidence(connection: sqlite3.Connection, cardroom: str, day: str) -> DayEvidence:
    """Return the evidence of a gaming day; raise Unknown, saying why, where it is not at hand."""
    run = current_run(connection, cardroom, day)
    if run is None:
        raise Unknown(f"{cardroom} {day} has no audit")
    results, book = workplace().results, audited_book(run)
    if results is not None:
        return _DAYS.value(results, lambda: _of_results(results, run["book"], book))
    store = the_store()
    inputs = _audit_inputs(run["book"], book, _configuration(run))
    return _DAYS.value(
        (store.root, run["number"]),
        lambda: DayEvidence(logs_of_day(store, connection, cardroom, day, inputs), inputs),
    )


def read_ahead(app: Flask) -> Thread:
    """Read the book that is served, and that of the latest audit, beside everything else.

    The first page that shows a fee finds them at hand. What is wrong with them is told by the page
    that needs them.
    """

    def work() -> None:
        with app.app_context(), suppress(Unknown, BookError, OSError), opened(the_store()) as found:
            the_book()
            run = found.execute("SELECT * FROM runs WHERE current ORDER BY number DESC").fetchone()
            if run is not None and workplace().results is None:
                _audit_inputs(run["book"], audited_book(run), _configuration(run))

    thread = Thread(target=work, name="read-ahead", daemon=True)
    thread.start()
    return thread


def _configuration(run: sqlite3.Row) -> Path | None:
    """Return the configuration of a run as the archive has it; None where there was none."""
    return kept(the_store(), run["configuration_file"]) if run["configuration_file"] else None


def _audit_inputs(digest: str, book: Path, config: Path | None) -> AuditInputs:
    """Return the book of a digest, the law and a configuration, read once.

    The book of a folder changes; what was read of it is known by what it was.
    """
    found = config if config is not None and config.is_file() and config.stat().st_size else None
    return _INPUTS.value((digest, found), lambda: inputs_of(book, found, read=_book))


def _book(root: Path) -> Book:
    """Return the book of a folder; the one that is served is at hand already."""
    return the_book() if root == workplace().book else open_book(root)


def _of_results(folder: Path, digest: str, book: Path) -> DayEvidence:
    request = request_of(folder, book)
    inputs = _audit_inputs(digest, book, request.config)
    try:
        return DayEvidence((read_log(request.paths, inputs.config.zone),), inputs)
    except (OSError, UnusableLog) as error:
        raise Unknown(f"the log of this audit is not available: {error}") from None
