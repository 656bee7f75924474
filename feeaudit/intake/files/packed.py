"""Zipped workbooks: unpacked within limits, then packed anew: only checked bytes are read."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

from feeaudit.intake.files.archives import DAMAGED, MOST_ENTRIES, MOST_RATIO, RATIO_FROM
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

MOST_BYTES = 1024**3
_BLOCK = 1024**2


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
    room = MOST_BYTES
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
