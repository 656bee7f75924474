"""Archives and encodings: what a file may hold before anything of it is believed.

Limits are generous for real logs and firm against bombs: sizes are counted while unpacking, never
taken from the archive's own word.
"""

from __future__ import annotations

import shutil
import stat
import zipfile
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_ENTRIES = 10_000
MOST_BYTES = 8 * 1024**3
# A workbook is read whole, and a sheet holds a million rows at the most.
MOST_WORKBOOK_BYTES = 2 * 1024**3
MOST_SHEET_ROWS = 1_048_576
MOST_RATIO = 200
RATIO_FROM = 10 * 1024**2
LONGEST_LINE = 16 * 1024**2
_BLOCK = 1024**2
# Marks of formulas and of failed cells in the XML of a sheet.
_MARKS = (b"<f>", b"<f ", b"<f/", b't="e"')
_WORKBOOKS = {".xlsx", ".xlsm", ".ods"}


def check_archive(path: Path) -> bool:
    """Refuse an archive that could not be a log: too many entries, or swollen beyond reason.

    Return whether a sheet in it holds formulas or failed cells, which need a closer look.
    """
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES:
                raise UnusableLog(f"{path.name}: {len(entries)} entries; a log has a few files")
            total = 0
            most = MOST_WORKBOOK_BYTES if is_zipped_workbook(path) else MOST_BYTES
            formulas = False
            for entry in entries:
                size, found = _true_size(archive, entry, path, most - total)
                total += size
                formulas |= found
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError) as error:
        raise UnusableLog(f"{path.name}: not a readable archive ({error}); save it again") from None
    return formulas


def _true_size(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, room: int
) -> tuple[int, bool]:
    """Return how large an entry really is, stopping at the limits, and whether it has formulas."""
    size = rows = 0
    tail = b""
    formulas = False
    packed = max(entry.compress_size, 1)
    with archive.open(entry) as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            formulas = formulas or any(mark in block or mark in tail + block[:8] for mark in _MARKS)
            tail = block[-8:]
            rows += block.count(b"<row")
            if rows > MOST_SHEET_ROWS and is_zipped_workbook(path):
                raise UnusableLog(f"{path.name}: a sheet of over a million rows; nothing was read")
            if size > room or (size > RATIO_FROM and size > MOST_RATIO * packed):
                raise UnusableLog(
                    f"{path.name}: {entry.filename!r} unpacks to far more than a log would hold;"
                    " nothing was read"
                )
    return size, formulas


def unpack(path: Path, folder: Path) -> list[Path]:
    """Unpack a zip of log files into a folder, every entry under its own plain name."""
    check_archive(path)
    with zipfile.ZipFile(path) as archive:
        return [
            _unpack_one(archive, entry, folder, path) for entry in _plain_entries(archive, path)
        ]


def _plain_entries(archive: zipfile.ZipFile, path: Path) -> Iterator[zipfile.ZipInfo]:
    for entry in archive.infolist():
        name = PurePosixPath(entry.filename.replace("\\", "/"))
        if entry.is_dir():
            continue
        if name.is_absolute() or ".." in name.parts or ":" in entry.filename:
            raise UnusableLog(f"{path.name}: {entry.filename!r} points outside the archive")
        if stat.S_ISLNK(entry.external_attr >> 16):
            raise UnusableLog(f"{path.name}: {entry.filename!r} is a link; pack the file itself")
        if name.suffix.lower() == ".zip":
            raise UnusableLog(f"{path.name}: {entry.filename!r} is an archive in an archive")
        if not name.name.startswith((".", "__MACOSX")) and "__MACOSX" not in name.parts:
            yield entry


def _unpack_one(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, folder: Path, path: Path) -> Path:
    target = folder / PurePosixPath(entry.filename.replace("\\", "/")).name
    if target.exists():
        raise UnusableLog(f"{path.name}: two files are named {target.name}")
    with archive.open(entry) as source, target.open("wb") as file:
        shutil.copyfileobj(source, file, _BLOCK)
    return target


def is_workbook(path: Path) -> bool:
    """Tell whether a file is a spreadsheet by its ending."""
    return path.suffix.lower() in _WORKBOOKS | {".xls"}


def is_zipped_workbook(path: Path) -> bool:
    """Tell whether a spreadsheet is an archive inside."""
    return path.suffix.lower() in _WORKBOOKS


def decoded(path: Path) -> tuple[bytes | None, str]:
    """Return a text file's bytes as UTF-8 where it is something else, and its encoding.

    UTF-8 files (with or without a mark) return None: they can be read as they are.
    """
    with path.open("rb") as file:
        head = file.read(4)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _as_utf8(path, "utf-16"), "utf-16"
    valid, has_nul = _scan(path)
    if has_nul:
        raise UnusableLog(f"{path.name}: holds NUL bytes; it is not a text file")
    if valid:
        return None, "utf-8"
    return _as_utf8(path, "cp1252"), "cp1252"


def _scan(path: Path) -> tuple[bool, bool]:
    """Tell whether a file is UTF-8 and whether it holds NUL bytes, block by block."""
    import codecs  # noqa: PLC0415 - needed for nothing else

    decoder = codecs.getincrementaldecoder("utf-8")()
    valid = True
    run = 0
    with path.open("rb") as file:
        while block := file.read(_BLOCK):
            end = block.rfind(b"\n")
            run = run + len(block) if end < 0 else len(block) - end
            if run > LONGEST_LINE:
                raise UnusableLog(f"{path.name}: a line of over 16 MB; it is not a table")
            if b"\0" in block:
                return valid, True
            if valid:
                try:
                    decoder.decode(block)
                except UnicodeDecodeError:
                    valid = False
    return valid, False


def _as_utf8(path: Path, encoding: str) -> bytes:
    try:
        return path.read_bytes().decode(encoding).encode("utf-8")
    except UnicodeDecodeError:
        raise UnusableLog(
            f"{path.name}: neither UTF-8 nor Windows text, or a mixture; save it as UTF-8"
        ) from None
