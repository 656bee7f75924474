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
from feeaudit.intake.cells.table import type_rows, typed_batches
from feeaudit.intake.files.archives import is_workbook, unpack
from feeaudit.intake.files.raw_tables import (
    read_csv,
    read_parquet,
    read_workbook,
    refuse_second_part,
)
from feeaudit.intake.log import ZONE, Log, SourceFile, UnusableLog
from feeaudit.intake.tables import TABLES, joined

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    import pyarrow as pa

    from feeaudit.intake.files.raw_tables import RawTable
    from feeaudit.intake.log import TypedRows

_BLOCK = 1024**2
_TABLES_IN = (".csv", ".tsv", ".txt", ".parquet")
_TIMES_LARGER = {".csv": 2, ".tsv": 2, ".txt": 2, ".parquet": 40}


def read_log(paths: Sequence[Path], zone: str = ZONE) -> Log:
    """Read a log from one or several places; several parts of one log are put together.

    Rows with a cell that does not fit are set aside and listed among the log's faults.
    """
    with opened_log(paths, zone) as opened:
        return opened.read()


@dataclass(frozen=True, slots=True)
class OpenLog:
    """The files of a log, to be read at once or table by table, batch by batch."""

    raws: tuple[RawTable, ...]
    sources: tuple[SourceFile, ...]
    zone: str

    @property
    def names(self) -> tuple[str, ...]:
        """The tables that the files hold."""
        return tuple(dict.fromkeys(raw.table for raw in self.raws))

    @property
    def weight(self) -> int:
        """About how many bytes the whole log takes in memory."""
        return sum(
            path.stat().st_size * _TIMES_LARGER.get(path.suffix.lower(), 12)
            for path in {raw.path for raw in self.raws}
        )

    def read(self) -> Log:
        """Return the whole log."""
        # The columns are parsed outside the interpreter's lock, so tables go side by side.
        with nothing_collected(), ThreadPoolExecutor() as pool:
            numbers = range(len(self.raws))
            typed = list(pool.map(partial(type_rows, zone=self.zone), self.raws, numbers))
        parts: dict[str, list[pa.Table]] = {}
        for raw, rows in zip(self.raws, typed, strict=True):
            parts.setdefault(raw.table, []).append(rows.table)
        tables = {name: joined(tables) for name, tables in parts.items()}
        faults = tuple(fault for rows in typed for fault in rows.faults)
        return Log(tables, self.sources, faults, self.zone)

    def batches(self, table: str) -> Iterator[TypedRows]:
        """Yield the rows of a table, a batch at a time; may be asked for again."""
        for number, raw in enumerate(self.raws):
            if raw.table == table:
                yield from typed_batches(raw, number, self.zone)


@contextmanager
def opened_log(paths: Sequence[Path], zone: str = ZONE) -> Iterator[OpenLog]:
    """Open the files of a log; what had to be unpacked is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="feeaudit-") as scratch:
        # The rows of a workbook are many objects, and all of them stay.
        with nothing_collected():
            raws = [raw for path in paths for raw in _raw_tables(path, Path(scratch))]
        if not any(raw.table == "hands" for raw in raws):
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
        yield OpenLog(tuple(raws), sources, zone)


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
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            digest.update(block)
    return digest.hexdigest()
