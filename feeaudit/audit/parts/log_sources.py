"""The files of a log as work is handed out by: each can be read by itself, by any process."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from feeaudit.audit.cardrooms import with_ids
from feeaudit.intake.cells.table import typed_batches
from feeaudit.intake.files.raw_tables import read_csv, read_parquet
from feeaudit.intake.log_files import OpenLog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book
    from feeaudit.intake.log import Fault, SourceFile, TypedRows


class LogSource(Protocol):
    """A log whose tables can be gone through batch by batch, as often as needed."""

    @property
    def names(self) -> tuple[str, ...]:
        """Return the tables that it has."""

    @property
    def sources(self) -> tuple[SourceFile, ...]:
        """Return the files it comes from."""

    @property
    def faults(self) -> tuple[Fault, ...]:
        """Return what is known not to be usable before any of its tables is read."""

    @property
    def zone(self) -> str:
        """Return the zone of its times."""

    def batches(self, table: str) -> Iterator[TypedRows]:
        """Yield the rows of a table."""


class RowSource(Protocol):
    """One table of one file, whose rows can be gone through as often as needed, by any process."""

    @property
    def number(self) -> int:
        """Return its place among the sources of the log."""

    @property
    def table(self) -> str:
        """Return the table of the log that it has rows of."""

    @property
    def whole(self) -> bool:
        """Tell whether all of its records go to one task, whatever hands they name."""

    def batches(self, book: Book) -> Iterator[TypedRows]:
        """Yield the rows, cardrooms by their ids."""


@dataclass(frozen=True, slots=True)
class TableSource:
    """One table of one file of a log.

    ``number`` orders sources as the log has them; ``beside`` are those of the hands that lie in the
    same place, which its records most likely belong to. ``held`` is the log where the rows are in
    memory: then only this process can read them.
    """

    number: int
    table: str
    zone: str
    path: Path = Path()
    shown: str = ""
    beside: tuple[int, ...] = ()
    held: LogSource | None = field(default=None, repr=False)
    whole: bool = False

    def batches(self, book: Book) -> Iterator[TypedRows]:
        """Yield the rows, cardrooms by their ids."""
        for rows in self._batches():
            yield replace(rows, table=with_ids(rows.table, book))

    def _batches(self) -> Iterator[TypedRows]:
        if self.held is not None:
            return self.held.batches(self.table)
        read = read_parquet if self.path.suffix.lower() == ".parquet" else read_csv
        return typed_batches(read(self.path, self.table, self.shown), self.number, self.zone)


def table_sources(log: LogSource) -> list[TableSource]:
    """Return the tables of a log, file by file where they are files of their own."""
    if not isinstance(log, OpenLog) or not _by_file(log):
        return [
            TableSource(number, name, log.zone, beside=(log.names.index("hands"),), held=log)
            for number, name in enumerate(log.names)
        ]
    hands: dict[Path, tuple[int, ...]] = {}
    for number, raw in log.raws.items():
        if raw.table == "hands":
            hands[raw.path.parent] = (*hands.get(raw.path.parent, ()), number)
    return [
        TableSource(number, raw.table, log.zone, raw.path, raw.file, hands.get(raw.path.parent, ()))
        for number, raw in log.raws.items()
    ]


def _by_file(log: OpenLog) -> bool:
    """Tell whether every table is a file of its own, and one of them has the hands."""
    raws = log.raws.values()
    return any(raw.table == "hands" for raw in raws) and not any(raw.in_sheet for raw in raws)
