"""Archives and encodings: what a file may hold before anything of it is believed.

Limits are generous for real logs and firm against bombs: sizes are counted while unpacking, never
taken from the archive's own word.
"""

from __future__ import annotations

import codecs
import io
import shutil
import stat
import zipfile
import zlib
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator

MOST_ENTRIES = 10_000
MOST_BYTES = 8 * 1024**3
# A workbook is read whole, after it was unpacked onto disk.
MOST_COPIED_BYTES = 2 * 1024**3
MOST_RATIO = 200
RATIO_FROM = 10 * 1024**2
LONGEST_LINE = 16 * 1024**2
# What reading a damaged archive raises, whatever is wrong with it.
DAMAGED = (
    zipfile.BadZipFile,
    zlib.error,
    EOFError,
    NotImplementedError,
    OSError,
    OverflowError,
    RuntimeError,
    ValueError,
)
_BLOCK = 1024**2
_WORKBOOKS = {".xlsx", ".xlsm", ".xls", ".ods"}


def check_archive(path: Path) -> None:
    """Refuse an archive that could not be a log: too many entries, or swollen beyond reason."""
    try:
        with zipfile.ZipFile(path) as archive:
            entries = archive.infolist()
            if len(entries) > MOST_ENTRIES:
                raise UnusableLog(f"{path.name}: {len(entries)} entries; a log has a few files")
            total = 0
            for entry in entries:
                total += _true_size(archive, entry, path, MOST_BYTES - total)
    except DAMAGED as error:
        raise UnusableLog(f"{path.name}: not a readable archive ({error}); save it again") from None


def _true_size(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, room: int) -> int:
    """Return how large an entry is, stopping at the limits."""
    size = 0
    packed = max(entry.compress_size, 1)
    with archive.open(entry) as stream:
        while block := stream.read(_BLOCK):
            size += len(block)
            if size > room or (size > RATIO_FROM and size > MOST_RATIO * packed):
                raise UnusableLog(
                    f"{path.name}: {entry.filename!r} unpacks to far more than a log would hold;"
                    " nothing was read"
                )
    return size


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


def safe_copy(data: bytes, file: str, target: Path) -> None:
    """Copy a zipped workbook, counting what really unpacks.

    An archive may state one size to one reader and another to the next; the copy has one truth.
    """
    try:
        with (
            zipfile.ZipFile(io.BytesIO(data)) as archive,
            zipfile.ZipFile(target, "w", zipfile.ZIP_STORED) as copy,
        ):
            _copy(archive, copy, file)
    except DAMAGED as error:
        raise UnusableLog(f"{file}: damaged, or not a workbook ({error}); save it again") from None


def _copy(archive: zipfile.ZipFile, copy: zipfile.ZipFile, file: str) -> None:
    entries = archive.infolist()
    if len(entries) > MOST_ENTRIES:
        raise UnusableLog(f"{file}: {len(entries):,} parts inside; a workbook has a few dozen")
    if len({entry.filename for entry in entries}) < len(entries):
        raise UnusableLog(f"{file}: two parts inside have the same name; save it again")
    room = MOST_COPIED_BYTES
    for entry in (each for each in entries if not each.is_dir()):
        room -= _copy_entry(archive, entry, copy, file, room)


def _copy_entry(
    archive: zipfile.ZipFile, entry: zipfile.ZipInfo, copy: zipfile.ZipFile, file: str, room: int
) -> int:
    size = 0
    packed = max(entry.compress_size, 1)
    with archive.open(entry) as source, copy.open(entry.filename, "w", force_zip64=True) as target:
        while block := source.read(_BLOCK):
            size += len(block)
            if size > room or (size > RATIO_FROM and size > MOST_RATIO * packed):
                raise UnusableLog(
                    f"{file}: {entry.filename} inside unpacks to far more than a log would hold;"
                    " nothing was read"
                )
            target.write(block)
    return size


def is_workbook(path: Path) -> bool:
    """Tell whether a file is a spreadsheet by its ending."""
    return path.suffix.lower() in _WORKBOOKS


def decoded(path: Path) -> bytes | None:
    """Return a text file's bytes as UTF-8 where it is something else.

    UTF-8 files (with or without a mark) return None: they can be read as they are.
    """
    with path.open("rb") as file:
        head = file.read(4)
    if head.startswith((b"\xff\xfe", b"\xfe\xff")):
        return _as_utf8(path, "utf-16")
    valid, has_nul = _scan(path)
    if has_nul:
        raise UnusableLog(f"{path.name}: holds NUL bytes; it is not a text file")
    if valid:
        return None
    # A file with the mark of UTF-8 is not Windows text, whatever else is wrong with it.
    return _as_utf8(path, "utf-8" if head.startswith(codecs.BOM_UTF8) else "cp1252")


def _scan(path: Path) -> tuple[bool, bool]:
    """Tell whether a file is UTF-8 and whether it holds NUL bytes, block by block."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    valid = True
    run = 0
    # Read into the same memory again and again: a new piece for each block takes longer to get than
    # to look through.
    room = bytearray(_BLOCK)
    with path.open("rb") as file:
        while size := file.readinto(room):
            block = room if size == len(room) else room[:size]
            end = block.rfind(b"\n")
            run = run + len(block) if end < 0 else len(block) - end
            if run > LONGEST_LINE:
                raise UnusableLog(f"{path.name}: a line of over 16 MB; it is not a table")
            if b"\0" in block:
                return valid, True
            valid = valid and _decodes(decoder, block)
    return valid and _decodes(decoder, b"", final=True), False


def _decodes(
    decoder: codecs.IncrementalDecoder, block: bytes | bytearray, *, final: bool = False
) -> bool:
    begun, _ = decoder.getstate()
    if block.isascii() and not begun:
        return True
    try:
        decoder.decode(block, final)
    except UnicodeDecodeError:
        return False
    return True


def _as_utf8(path: Path, encoding: str) -> bytes:
    try:
        return path.read_bytes().decode(encoding).encode("utf-8")
    except UnicodeDecodeError:
        raise UnusableLog(
            f"{path.name}: neither UTF-8 nor Windows text, or a mixture; save it as UTF-8"
        ) from None
