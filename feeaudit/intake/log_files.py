"""Reading a log: a folder of CSV or Parquet files, a workbook, or a zip of these."""

from __future__ import annotations

import hashlib
import tempfile
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from feeaudit.core.memory import nothing_collected
from feeaudit.intake.cells.table import missing_columns, type_rows, typed_batches
from feeaudit.intake.files.archives import is_workbook, unpack
from feeaudit.intake.files.foreign import BINARY_WORKBOOK, hand_text
from feeaudit.intake.files.raw_tables import (
    parquet_cells,
    read_csv,
    read_parquet,
    read_workbook,
    refuse_second_part,
)
from feeaudit.intake.joint_log import joint_log
from feeaudit.intake.log import ZONE, Fault, Log, SourceFile, TypedRows, UnusableLog
from feeaudit.intake.tables import TABLES, joined, schema_of, with_narrow_codes

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from feeaudit.intake.files.raw_tables import RawTable

_SNIFF = 4096
_TEXTS = {".csv", ".tsv", ".txt", ".log", ""}
_TABLES_IN = (".csv", ".tsv", ".txt", ".parquet")
# What a file takes in memory against what it takes on disk; a Parquet file tells its cells, since
# how far it is packed depends on the program that wrote it.
_TIMES_LARGER = {".csv": 2, ".tsv": 2, ".txt": 2}
_BYTES_A_CELL = 16


def read_log(paths: Sequence[Path], zone: str = ZONE) -> Log:
    """Read a log from one or several places; several parts of one log are put together.

    Rows with a cell that does not fit are set aside and listed among the log's faults.
    """
    with opened_log(paths, zone) as opened:
        return opened.read()


@dataclass(frozen=True, slots=True)
class OpenLog:
    """The files of a log, to be read at once or table by table, batch by batch.

    ``raws`` are the tables that can be used, by the number of their source; ``faults`` say which
    cannot, and why. Night sheets are read as soon as they are opened: they are ``filled`` instead.
    """

    raws: dict[int, RawTable]
    sources: tuple[SourceFile, ...]
    zone: str
    faults: tuple[Fault, ...] = ()
    filled: Log | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that the files hold; hands always, though none of them may be of use."""
        if self.filled is not None:
            return self.filled.names
        return tuple(dict.fromkeys([*(raw.table for raw in self.raws.values()), "hands"]))

    @property
    def weight(self) -> int:
        """About how many bytes the whole log takes in memory."""
        if self.filled is not None:
            return sum(table.nbytes for table in self.filled.tables.values())
        return sum(map(_weight, {raw.path for raw in self.raws.values()}))

    def read(self) -> Log:
        """Return the whole log."""
        if self.filled is not None:
            return self.filled
        # The columns are parsed outside the interpreter's lock, so tables go side by side.
        with nothing_collected(), ThreadPoolExecutor() as pool:
            read = partial(type_rows, zone=self.zone)
            typed = list(pool.map(read, self.raws.values(), self.raws))
        parts: dict[str, list[pa.Table]] = {}
        for raw, rows in zip(self.raws.values(), typed, strict=True):
            parts.setdefault(raw.table, []).append(rows.table)
        tables = {name: with_narrow_codes(joined(tables)) for name, tables in parts.items()}
        tables.setdefault("hands", self._no_hands())
        faults = (*self.faults, *(fault for rows in typed for fault in rows.faults))
        return Log(tables, self.sources, faults, self.zone)

    def batches(self, table: str) -> Iterator[TypedRows]:
        """Yield the rows of a table, a batch at a time; may be asked for again."""
        if self.filled is not None:
            yield from self.filled.batches(table)
            return
        found = {number: raw for number, raw in self.raws.items() if raw.table == table}
        for number, raw in found.items():
            yield from typed_batches(raw, number, self.zone)
        if table == "hands" and not found:
            yield TypedRows(self._no_hands(), ())

    def _no_hands(self) -> pa.Table:
        return schema_of("hands", self.zone).empty_table()


def _weight(path: Path) -> int:
    if path.suffix.lower() == ".parquet":
        return parquet_cells(path) * _BYTES_A_CELL
    return path.stat().st_size * _TIMES_LARGER.get(path.suffix.lower(), 12)


@contextmanager
def opened_log(paths: Sequence[Path], zone: str = ZONE) -> Iterator[OpenLog]:
    """Open the files of a log; what had to be unpacked is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="feeaudit-") as scratch:
        # The rows of a workbook are many objects, and all of them stay.
        with nothing_collected():
            raws = [raw for path in paths for raw in _raw_tables(path, Path(scratch))]
        filled = None if raws else _filled(paths, zone)
        if filled is not None:
            yield OpenLog({}, filled.sources, zone, filled.faults, filled)
            return
        if not any(raw.table == "hands" for raw in raws):
            _refuse_foreign(paths)
            names = ", ".join(path.name for path in paths)
            raise UnusableLog(
                f"{names}: no hands found. A log is a folder with hands.csv or hands.parquet, a"
                " workbook with a sheet named hands, or a zip of these; other spreadsheets need a"
                " profile (feeaudit import FILE --guess)"
            )
        with ThreadPoolExecutor() as pool:
            digests = list(pool.map(_digest, [raw.path for raw in raws]))
        sources = tuple(
            SourceFile(raw.file, raw.sheet, digest)
            for raw, digest in zip(raws, digests, strict=True)
        )
        lacking = _lacking(raws)
        usable = {n: raw for n, raw in enumerate(raws) if not _is_set_aside(raw, lacking)}
        yield OpenLog(usable, sources, zone, tuple(_set_aside(raws, lacking)))


def _filled(paths: Sequence[Path], zone: str) -> Log | None:
    """Return the log in filled night sheets, or None where one of the files is something else."""
    # Whoever reads a log of its own form should not wait for the grammar of profiles.
    from feeaudit.intake.night_sheet import read_night_sheet  # noqa: PLC0415

    logs = [read_night_sheet(path, zone) for path in paths]
    found = [log for log in logs if log is not None]
    return joint_log(found) if found and len(found) == len(logs) else None


def _refuse_foreign(paths: Sequence[Path]) -> None:
    """Refuse a file by what it is, where it is of a kind that people may well have."""
    for path in (path for path in paths if path.is_file()):
        what = BINARY_WORKBOOK if path.suffix.lower() == ".xlsb" else ""
        if path.suffix.lower() in _TEXTS:
            with path.open("rb") as file:
                what = hand_text(file.read(_SNIFF))
        if what:
            raise UnusableLog(f"{path.name}: {what}")


def _lacking(raws: Sequence[RawTable]) -> dict[str, dict[str, list[str]]]:
    """Return by table the files that lack a required column, with the columns."""
    lacking: dict[str, dict[str, list[str]]] = {}
    for raw in raws:
        if missing := missing_columns(raw):
            lacking.setdefault(raw.table, {})[_place(raw)] = missing
    return lacking


def _is_set_aside(raw: RawTable, lacking: dict[str, dict[str, list[str]]]) -> bool:
    """Tell whether a table cannot be used: a column is missing, here or in another file of it.

    Records that are left out would seem never to have been made: a hand without its wagers owes no
    fee. A table that is left out whole is one that the log lacks, and what needs it is not tested.
    Hands are not looked for elsewhere, so those of other files stay.
    """
    files = lacking.get(raw.table, {})
    return _place(raw) in files if raw.table == "hands" else bool(files)


def _set_aside(
    raws: Sequence[RawTable], lacking: dict[str, dict[str, list[str]]]
) -> Iterator[Fault]:
    """Yield the columns that are missing, and which files are left out because of them."""
    for raw in raws:
        if not _is_set_aside(raw, lacking):
            continue
        missing = lacking[raw.table].get(_place(raw), [])
        for name in missing:
            expected = f"a column named {name}; found {', '.join(raw.names)}"
            yield Fault(raw.file, raw.sheet, 0, name, "", "missing column", "", expected)
        where, (first, *_) = next(iter(lacking[raw.table].items()))
        wanted = f"a column named {first}" if missing else f"a column named {first} in {where}"
        rows = sum(batch.num_rows for batch in raw.batches(as_text=True))
        held = "1 row" if rows == 1 else f"{rows:,} rows"
        yield Fault(raw.file, raw.sheet, 0, "", "", "table set aside", held, wanted)


def _place(raw: RawTable) -> str:
    return raw.file + (f", sheet {raw.sheet}" if raw.sheet else "")


def _raw_tables(path: Path, scratch: Path) -> Iterator[RawTable]:
    if not path.exists():
        raise UnusableLog(f"{path} does not exist")
    if not _is_text(path):
        raise UnusableLog(f"{path}: the name is not text (UTF-8); give the log another name")
    if path.is_dir():
        files = sorted(each for each in path.iterdir() if each.is_file())
    elif path.suffix.lower() == ".zip":
        folder = Path(tempfile.mkdtemp(dir=scratch))
        files = sorted(unpack(path, folder))
    else:
        files = [path]
    files = [file for file in files if _is_text(file)]
    for file in files if any(map(_is_table, files)) else ():
        if file.suffix.lower() in _TABLES_IN:
            refuse_second_part(file.stem, f"{_name(path)}/{file.name}")
    for file in files:
        yield from _of_file(file, path)


def _is_table(file: Path) -> bool:
    return file.suffix.lower() in _TABLES_IN and file.stem.lower() in TABLES


def _is_text(path: Path) -> bool:
    """Tell whether a path can be written as text; on Linux a name may be any bytes."""
    try:
        str(path).encode()
    except UnicodeEncodeError:
        return False
    return True


def _of_file(file: Path, given: Path) -> Iterator[RawTable]:
    """Yield the tables of one file, named as the user knows it."""
    shown = file.name if file == given else f"{_name(given)}/{file.name}"
    if is_workbook(file):
        yield from read_workbook(file, shown)
        return
    table = file.stem.lower()
    if table not in TABLES:
        return
    if file.suffix.lower() == ".parquet":
        yield read_parquet(file, table, shown)
    elif file.suffix.lower() in {".csv", ".tsv", ".txt"}:
        yield read_csv(file, table, shown)


def _name(path: Path) -> str:
    """Return what a folder or file is called, also where it was given as ``.`` or ``..``."""
    return path.resolve().name if path.name in {"", ".."} else path.name


def _digest(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
