"""The files of an archive as sources of rows: held to their digests, and read as those of a log."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import pyarrow as pa

from feeaudit.audit.cardrooms import with_ids
from feeaudit.intake.cells.table import missing_columns, typed_batches
from feeaudit.intake.files.raw_tables import read_parquet
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book
    from feeaudit.intake.log import TypedRows
    from feeaudit.log_archive.archive_places import ArchivePlace
    from feeaudit.log_archive.journal import StoredFile


@dataclass(frozen=True, slots=True)
class StoredTable:
    """One file of an archive, by its number among those that are looked at."""

    number: int
    place: ArchivePlace
    file: StoredFile
    zone: str

    @property
    def table(self) -> str:
        """The table of the log that it has rows of."""
        return self.file.table

    @property
    def whole(self) -> bool:
        """Whether its records name hands that are not in the archive."""
        return self.file.lost

    @property
    def shown(self) -> str:
        """What findings call it: the archive's name, the partition and the file."""
        return f"{self.place.name}/{self.file.path}"

    def content(self) -> bytes:
        """Return its bytes, which are those that were archived."""
        content = self.place.read(self.file.path)
        if hashlib.sha256(content).hexdigest() != self.file.sha256:
            raise UnusableLog(
                f"{self.shown}: not the file that was archived (its digest differs from the"
                " journal's); restore it, or archive the day again with --replace"
            )
        return content

    def batches(self, book: Book) -> Iterator[TypedRows]:
        """Yield the rows, cardrooms by their ids."""
        raw = read_parquet(pa.py_buffer(self.content()), self.table, self.shown)
        if missing := missing_columns(raw):
            raise UnusableLog(f"{self.shown}: the column {missing[0]} is missing")
        for rows in typed_batches(raw, self.number, self.zone):
            if rows.faults:
                raise UnusableLog(f"{self.shown}: {rows.faults[0]}")
            yield replace(rows, table=with_ids(rows.table, book))
