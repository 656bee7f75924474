"""The formats a log comes in: each yields the same raw tables, batch by batch."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet as pq

from feeaudit.intake.files.addresses import address, column_letters
from feeaudit.intake.files.archives import decoded
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.tables import NAME, TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.core.arrays import HalfInts

_BATCH_ROWS = 262_144
_CSV_BLOCK = 8 * 1024**2
_SEPARATORS = (",", ";", "\t", "|")
_MOST_ROWS = 20_000_000
_SNIFF = 65_536
_ONE_OF_A_TABLE = "|".join(name.removesuffix("s") for name in TABLES)
# Such as Collections (2), or wagers - Copy.
_ALMOST = re.compile(
    rf"\s*({_ONE_OF_A_TABLE})s?[\W_]{{0,4}}(?:copy|part)?[\W_]{{0,4}}\d{{0,3}}\W{{0,4}}",
    re.IGNORECASE,
)
_BETWEEN_WORDS = re.compile(r"[\s_-]+")
_DECLARED = re.compile(rb'(?:\xef\xbb\xbf)?"?sep=([,;|\t])"?\r?\n')
_OFFSET = re.compile(r"(?:Z|[+-]\d{2}:?\d{2})$")


class DoesNotFit(Exception):  # noqa: N818 - never leaves the package
    """Some cell does not fit the type its column was read as; read the column as text."""


class Batches(Protocol):
    """Yields the records of a table, batch by batch; as text where a cell did not fit."""

    def __call__(self, *, as_text: bool) -> Iterator[pa.RecordBatch]:
        """Return the batches, from the first."""


Stretch = tuple[int, int, int, int]


class UnusableCell(NamedTuple):
    """A cell of a sheet that cannot be used, whatever its column expects; its row is set aside."""

    row: int
    column: str
    address: str
    kind: str
    shown: str
    expected: str


@dataclass(frozen=True, slots=True)
class _Cells:
    """A sheet as stored: its cells, those that only seem blank, and merged stretches of them."""

    name: str
    rows: list[list[Any]]
    blanks: dict[tuple[int, int], tuple[str, str]] = field(default_factory=dict)
    merged: tuple[Stretch, ...] = ()


@dataclass(frozen=True, slots=True)
class RawTable:
    """One table of the log as stored: batches of cells, and where they are."""

    table: str
    path: Path
    file: str
    sheet: str
    names: tuple[str, ...]
    batches: Batches
    first_row: int
    in_sheet: bool = False
    ragged: list[tuple[int, int, int]] = field(default_factory=list)
    unread: list[UnusableCell] = field(default_factory=list)

    def rows(self, start: int, length: int) -> HalfInts:
        """Return the row numbers of records, counting the ragged rows between them."""
        numbers = np.arange(start, start + length, dtype=np.int32) + self.first_row
        if not self.ragged:
            return numbers
        ragged = np.array(sorted(row for row, _, _ in self.ragged), dtype=np.int32)
        # The number that the record after each ragged row would have if there were none before it.
        following = ragged - np.arange(len(ragged), dtype=np.int32)
        return numbers + np.searchsorted(following, numbers, side="right").astype(np.int32)

    def address(self, column: str, row: int) -> str:
        """Return the address of a cell as a spreadsheet has it, or the row of a file."""
        if not self.in_sheet:
            return f"row {row}"
        return address(row - 1, self.names.index(column))


def read_parquet(path: Path | pa.Buffer, table: str, shown: str) -> RawTable:
    """Return a Parquet file, or its content, as a raw table, one row group at a time."""
    try:
        schema = pq.read_schema(_opened(path))
        # A time's zone is text, too, and read only when somebody asks for it.
        _ = [kind.tz for kind in schema.types if pa.types.is_timestamp(kind)]
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UnusableLog(f"{shown}: not a readable Parquet file ({_first_line(error)})") from None
    names = _clean_names(schema.names, shown, table)
    dictionaries = _dictionary_columns(schema, table)

    def batches(*, as_text: bool) -> Iterator[pa.RecordBatch]:  # noqa: ARG001 - types are stored
        return _parquet_batches(path, dictionaries, names, shown)

    where = Path() if isinstance(path, pa.Buffer) else path
    return RawTable(table, where, shown, "", names, batches, 1)


def _opened(path: Path | pa.Buffer) -> Any:
    return pa.BufferReader(path) if isinstance(path, pa.Buffer) else path


def parquet_cells(path: Path) -> int:
    """Return how many cells a Parquet file has, by its own account."""
    known = pq.read_metadata(path)
    return int(known.num_rows * known.num_columns)


def _dictionary_columns(schema: pa.Schema, table: str) -> list[str]:
    """Name columns repeat few words: reading them as dictionaries saves making the texts."""
    named = {c.name for c in TABLES[table] if c.kind.name in {"name", "choice"}}
    return [
        field.name
        for field in schema
        if field.name in named
        and (pa.types.is_string(field.type) or pa.types.is_large_string(field.type))
    ]


def _parquet_batches(
    path: Path | pa.Buffer, dictionaries: list[str], names: tuple[str, ...], shown: str
) -> Iterator[pa.RecordBatch]:
    try:
        # Closed again when read: Windows deletes no file that is open.
        with pq.ParquetFile(_opened(path), read_dictionary=dictionaries) as file:
            for group in range(file.num_row_groups):
                table = file.read_row_group(group).rename_columns(list(names)).unify_dictionaries()
                # Texts that are no UTF-8 are read without a word, and fail wherever they are shown.
                table.validate(full=True)
                yield from table.combine_chunks().to_batches()
    except (pa.ArrowException, OSError, UnicodeDecodeError) as error:
        raise UnusableLog(f"{shown}: damaged Parquet file ({_first_line(error)})") from None


def read_csv(path: Path, table: str, shown: str) -> RawTable:
    """Return a CSV file as a raw table, in blocks.

    Times are converted by the reader itself, which is fastest; if that fails anywhere, the file is
    read again as text, so that every cell that does not fit can be told.
    """
    converted = decoded(path)
    head = converted[:_SNIFF] if converted is not None else _head(path)
    if not head.strip():
        raise UnusableLog(f"{shown}: the file is empty")
    separator = _separator(head)
    above, printed, first = _first_rows(head, separator)
    names = _clean_names(printed, shown, table)
    ragged: list[tuple[int, int, int]] = []

    def batches(*, as_text: bool) -> Iterator[pa.RecordBatch]:
        stream = io.BytesIO(converted) if converted is not None else str(path)
        kinds = _csv_types(table, names, first, as_text=as_text)
        types = dict(zip(printed, kinds, strict=True))
        reader = _open_csv(stream, separator, shown, types, ragged, above)
        return _csv_batches(reader, names, shown)

    return RawTable(table, path, shown, "", names, batches, above + 2, ragged=ragged)


def _head(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_SNIFF)


def _separator(head: bytes) -> str:
    """Return the separator of a header line: the one it has most of."""
    declared = _DECLARED.match(head)
    if declared:
        return declared[1].decode()
    line = head.strip().split(b"\n", 1)[0].decode("utf-8", "replace")
    return max(_SEPARATORS, key=line.count)


def _first_rows(head: bytes, separator: str) -> tuple[int, list[str], list[str]]:
    """Return how many blank lines a CSV file begins with, its header and its first record."""
    text = head.removeprefix(b"\xef\xbb\xbf").decode("utf-8", "replace")
    rows = csv.reader(io.StringIO(text, newline=""), delimiter=separator)
    for above, header in enumerate(rows):
        if header and (above or not _DECLARED.match(head)):
            return above, header, next(rows, [])
    return 0, [], []


def _csv_types(
    table: str, names: tuple[str, ...], first: list[str], *, as_text: bool
) -> list[pa.DataType]:
    kinds = {column.name: column.kind.name for column in TABLES[table]}
    cells = dict(zip(names, first, strict=False))
    return [_csv_type(kinds.get(name, "text"), cells.get(name, ""), as_text) for name in names]


def _csv_type(kind: str, first: str, as_text: bool) -> pa.DataType:
    if kind in {"name", "choice", "money", "signed"}:
        return NAME
    if as_text:
        return pa.string()
    if kind == "time" and first:
        return pa.timestamp("us", tz="UTC" if _OFFSET.search(first) else None)
    return pa.string()


def _open_csv(  # noqa: PLR0913, PLR0917 - how the file is written, and what is expected of it
    stream: Any,
    separator: str,
    shown: str,
    types: dict[str, pa.DataType],
    ragged: list[tuple[int, int, int]],
    above: int,
) -> Any:
    """Open a CSV stream; rows with more or fewer cells than the header go into ``ragged``.

    Blank lines are records without a cell, so that those after them keep their numbers.
    """

    def note(row: Any) -> str:
        ragged.append((row.number, row.actual_columns, row.expected_columns))
        return "skip"

    ragged.clear()
    try:
        return pyarrow.csv.open_csv(
            stream,
            read_options=pyarrow.csv.ReadOptions(
                block_size=_CSV_BLOCK, use_threads=False, skip_rows=above
            ),
            parse_options=pyarrow.csv.ParseOptions(
                delimiter=separator,
                invalid_row_handler=note,
                newlines_in_values=True,
                ignore_empty_lines=False,
            ),
            convert_options=pyarrow.csv.ConvertOptions(
                column_types=types, strings_can_be_null=True, null_values=[""]
            ),
        )
    except pa.ArrowInvalid as error:
        raise _unreadable(error, shown) from None


def _unreadable(error: pa.ArrowInvalid, shown: str) -> Exception:
    """Tell a cell that does not fit its column's type from a file that is no CSV."""
    if str(error).startswith("In CSV column"):
        return DoesNotFit()
    return UnusableLog(f"{shown}: not a readable CSV file ({_first_line(error)})")


def _csv_batches(reader: Any, names: tuple[str, ...], shown: str) -> Iterator[pa.RecordBatch]:
    try:
        for batch in reader:
            yield pa.RecordBatch.from_arrays(batch.columns, names=list(names))
    except pa.ArrowInvalid as error:
        raise _unreadable(error, shown) from None


def read_workbook(path: Path, shown: str) -> Iterator[RawTable]:
    """Yield the sheets of a workbook that are named after tables of the log."""
    sheets = list(_sheets(path, shown))
    tables = [sheet for sheet in sheets if sheet.name.strip().lower() in TABLES]
    for sheet in sheets if tables else ():
        if sheet.rows:
            refuse_second_part(sheet.name, f"{shown}, sheet {sheet.name}")
    for sheet in tables:
        if sheet.rows:
            yield _sheet(sheet, path, shown)


def refuse_second_part(name: str, shown: str) -> None:
    """Refuse what is named almost as a table is: left out, its records would seem never made."""
    match = _ALMOST.fullmatch(name)
    if match and name.strip().lower() not in TABLES:
        table = f"{match[1].lower()}s"
        raise UnusableLog(
            f"{shown}: is this a part of the table {table!r}? Only what is named {table!r} is read;"
            " put the records together there, or give this another name if it is none"
        )


def _sheets(path: Path, shown: str) -> Iterator[_Cells]:
    from feeaudit.intake.files.workbooks import read_workbook_sheets  # noqa: PLC0415

    def concerns(name: str) -> bool:
        return name.strip().lower() in TABLES or _ALMOST.fullmatch(name) is not None

    for sheet in read_workbook_sheets(path.read_bytes(), shown, path.suffix.lower(), concerns):
        blanks = {cell: (each.shown, each.expected) for cell, each in sheet.unread.items()}
        yield _Cells(sheet.name, sheet.rows, blanks, sheet.merged)


def _sheet(sheet: _Cells, path: Path, shown: str) -> RawTable:
    rows, name = sheet.rows, sheet.name
    if len(rows) > _MOST_ROWS:
        raise UnusableLog(f"{shown}, sheet {name}: too many rows for a log")
    header = [str(cell).strip() for cell in rows[0]]
    width = max((place + 1 for place, cell in enumerate(header) if cell), default=0)
    table = name.strip().lower()
    names = _clean_names(header[:width], f"{shown}, sheet {name}", table)
    body = rows[1:]
    while body and not any(_filled(cell) for cell in body[-1]):
        body.pop()

    def batches(*, as_text: bool) -> Iterator[pa.RecordBatch]:  # noqa: ARG001 - cells have types
        return _sheet_batches(body, names)

    told = sorted(_unread(sheet, names))
    return RawTable(table, path, shown, name, names, batches, 2, in_sheet=True, unread=told)


def _unread(sheet: _Cells, names: tuple[str, ...]) -> Iterator[UnusableCell]:
    """Yield the cells below the headings that cannot be used, and those that stand beside them."""
    for (row, place), (held, expected) in sheet.blanks.items():
        if row and place < len(names):
            kind = "no stored value"
            yield UnusableCell(row + 1, names[place], address(row, place), kind, held, expected)
    for row, place, stretch in _covered(sheet, len(names)):
        expected = f"a cell of its own; split {stretch} and fill in every cell"
        yield UnusableCell(row + 1, names[place], address(row, place), "merged cell", "", expected)
    if names and len(sheet.rows[0]) > len(names):
        for row, cells in enumerate(sheet.rows[1:], start=1):
            for place in range(len(names), len(cells)):
                if _filled(cells[place]):
                    kind, held = "cell without a heading", str(cells[place])[:200]
                    expected = "nothing beside the table, or a heading over it"
                    yield UnusableCell(row + 1, "", address(row, place), kind, held, expected)


def _covered(sheet: _Cells, width: int) -> Iterator[tuple[int, int, str]]:
    """Yield the cells below the headings that merged ones cover: row, column and stretch."""
    left_over = len(sheet.rows) * width
    for top, left, bottom, right in sheet.merged:
        stretch = f"{address(top, left)}:{address(bottom, right)}"
        places = range(left, min(right + 1, width))
        rows = range(max(top, 1), min(bottom + 1, len(sheet.rows)))
        left_over -= len(places) * len(rows)
        if left_over < 0:  # no spreadsheet program lets merged cells overlap
            return
        if top < len(sheet.rows) and places and _filled(sheet.rows[top][left]):
            yield from (
                (row, place, stretch)
                for row in rows
                for place in places
                if (row, place) != (top, left)
            )


def _filled(cell: Any) -> bool:
    return cell not in ("", None)


def _sheet_batches(body: list[list[Any]], names: tuple[str, ...]) -> Iterator[pa.RecordBatch]:
    columns = list(zip(*body, strict=True))[: len(names)]
    if columns:
        whole = pa.RecordBatch.from_arrays([_array(each) for each in columns], names=list(names))
        for start in range(0, len(body), _BATCH_ROWS):
            yield whole.slice(start, _BATCH_ROWS)


def _array(cells: tuple[Any, ...]) -> pa.Array:
    """Return the cells of a sheet's column in the one type they share, else as text."""
    values = [None if cell == "" else cell for cell in cells] if "" in cells else cells
    try:
        array = pa.array(values)
    except (pa.ArrowInvalid, pa.ArrowTypeError):
        return pa.array([None if value is None else _cell_text(value) for value in values])
    # A workbook stores midnight as a bare date; beside it, other times would lose their hours.
    if pa.types.is_date(array.type) and any(isinstance(value, datetime) for value in values):
        return pa.array([_moment(value) for value in values])
    return array


def _moment(value: Any) -> Any:
    return datetime.combine(value, time()) if type(value) is date else value


def _cell_text(value: Any) -> str:
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value)


def _clean_names(names: Iterable[str], shown: str, table: str) -> tuple[str, ...]:
    """Return the names of a table's columns; ``Hand ID`` is hand_id, others are as written."""
    known = {column.name for column in TABLES[table]}
    stripped = [name.strip().lstrip("\ufeff").lower() for name in names]
    joined = [_BETWEEN_WORDS.sub("_", name) for name in stripped]
    cleaned = [one if one in known else name for one, name in zip(joined, stripped, strict=True)]
    seen: set[str] = set()
    for place, name in enumerate(cleaned):
        if not name:
            raise UnusableLog(f"{shown}: column {column_letters(place)} has no heading")
        if name in seen:
            raise UnusableLog(f"{shown}: two columns are headed {name!r}; a log needs one")
        seen.add(name)
    return tuple(cleaned)


def _first_line(error: Exception) -> str:
    return str(error).split("\n", 1)[0][:200]
