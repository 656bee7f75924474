"""A log: typed tables, where they came from, and what could not be read."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feeaudit.intake.tables import schema_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime

    import pyarrow as pa

ZONE = "America/Los_Angeles"
# The kind of fault that says which hand was left out because of others, and what went with it.
SET_ASIDE = "hand set aside"


@dataclass(frozen=True, slots=True, order=True)
class Fault:
    """One cell (or row, or file) that cannot be used: where, what it holds, what was expected.

    ``kind`` groups faults for the summary: ``not an amount``, ``missing``, ``duplicate header``.
    ``set_aside`` tells whether the row was left out of the log because of it, ``number`` how many
    hands it stands for where many share it.
    """

    file: str
    sheet: str
    row: int
    column: str
    address: str
    kind: str
    value: str
    expected: str
    set_aside: bool = True
    number: int = 1

    def __str__(self) -> str:
        place = self.file + (f", sheet {self.sheet}" if self.sheet else "")
        cell = self.address or (f"row {self.row}" if self.row else "")
        where = ", ".join(filter(None, [place, cell, self.column]))
        held = f" {self.value!r}" if self.value else ""
        return f"{where}: {self.kind}{held}; expected {self.expected}"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A file (and sheet) that records came from."""

    file: str
    sheet: str = ""
    sha256: str = ""


@dataclass(frozen=True, slots=True)
class TypedRows:
    """The rows of a table that can be used, and the faults of those that cannot."""

    table: pa.Table
    faults: tuple[Fault, ...]


@dataclass(frozen=True, slots=True)
class Log:
    """The typed tables of a log; a table that is absent is not in ``tables``.

    ``since`` is the moment before which hands were left out, ``ids`` those of all hands, left out
    or not; None where it is whole.
    """

    tables: dict[str, pa.Table]
    sources: tuple[SourceFile, ...] = ()
    faults: tuple[Fault, ...] = field(default=(), compare=False)
    zone: str = ZONE
    since: datetime | None = None
    ids: pa.ChunkedArray | None = field(default=None, compare=False)

    def table(self, name: str) -> pa.Table:
        """Return a table, empty where the log lacks it."""
        found = self.tables.get(name)
        return schema_of(name, self.zone).empty_table() if found is None else found

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that the log has."""
        return tuple(self.tables)

    def batches(self, table: str) -> Iterator[TypedRows]:
        """Yield the rows of a table, all at once, as a log that is still in files does."""
        yield TypedRows(self.tables[table], ())

    @property
    def hands(self) -> pa.Table:
        """Return the hands."""
        return self.table("hands")

    def stated(self) -> Log:
        """Return the log without columns that say nothing, since no row fills them in."""
        tables = {name: rows.select(stated(name, rows)) for name, rows in self.tables.items()}
        return replace(self, tables=tables)

    def has(self, table: str, column: str) -> bool:
        """Tell whether the log states a column at all."""
        found = self.tables.get(table)
        return found is not None and column in found.column_names


def stated(table: str, rows: pa.Table) -> list[str]:
    """Return the columns of a table that say something.

    A blank mostly does: that no fee was waived, or nothing returned. But where nobody at all is
    logged to have left, nobody wrote down who did.
    """
    if table != "seats" or not rows.num_rows:
        return list(rows.column_names)
    return [
        name
        for name in rows.column_names
        if name != "to" or rows.column(name).null_count < rows.num_rows
    ]


class UnusableLog(Exception):  # noqa: N818 - it says what the file is
    """Nothing can be read from what was given; the message tells the person what to do."""
