"""Compound files: the small file system, of sectors and chains, inside an .xls file.

A file states its own sizes and may lie. Its one stream that matters is taken out with every step
checked, and packed again into a plain compound file, so that only checked sizes are believed.
"""

from __future__ import annotations

import struct
from itertools import islice
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterator

_HEADER: Final = 512
_ENTRY: Final = 128
_SPECIAL_SECTORS: Final = 0xFFFFFFFA
_FREE: Final = 0xFFFFFFFF
_LAST: Final = 0xFFFFFFFE
_OF_THE_FAT: Final = 0xFFFFFFFD
_IN_HEADER: Final = 109
_SMALL_STREAM: Final = 4096
_SMALL_SECTOR: Final = 64
_SECTOR: Final = 4096
# The streams of records, of Excel 97 and after and of Excel 5, as readers look for them. Other
# programs write them in capitals or otherwise.
_STREAMS: Final = {"workbook": "Workbook", "wbook": "Workbook", "book": "Book"}


def records_of(data: bytes) -> tuple[str, bytes]:
    """Return the stream of records and its usual name, out of the sectors that hold it.

    Damage shows as ValueError, IndexError or struct.error.
    """
    size, fat, directory = _directory(data)
    streams = [
        (_STREAMS.get(name.lower(), ""), first, length)
        for name, first, length in _entries(directory)
    ]
    # A file may hold both, for Excel 5 and for later ones, which know more.
    for name, first, length in sorted(streams, reverse=True):
        if not name:
            break
        if length >= _SMALL_STREAM:
            return name, _chained(data, fat, first, size)[:length]
        _, root, _ = next(_entries(directory))
        small = _chained(data, fat, root, size)
        small_fat = _numbers(_chained(data, fat, _u32(data, 60), size))
        return name, _chained(small, small_fat, first, _SMALL_SECTOR, start=0)[:length]
    raise ValueError("no workbook stream")


def stream_names(data: bytes) -> list[str]:
    """Return the names of the streams in a compound file, none where it is damaged."""
    try:
        _, _, directory = _directory(data)
        return [name for name, _, _ in _entries(directory)]
    except (ValueError, IndexError, struct.error):
        return []


def _directory(data: bytes) -> tuple[int, tuple[int, ...], bytes]:
    """Return the size of sectors, which follows which, and the list of streams."""
    shift, small_shift = struct.unpack_from("<HH", data, 30)
    if shift not in {9, 12} or small_shift != 6:  # noqa: PLR2004 - the only sizes there are
        raise ValueError("not a compound file")
    size = 1 << shift
    fat = _fat(data, size)
    return size, fat, _chained(data, fat, _u32(data, 48), size)


def _u32(data: bytes, at: int) -> int:
    return int(struct.unpack_from("<I", data, at)[0])


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4])


def _fat(data: bytes, size: int) -> tuple[int, ...]:
    """Return the table that says which sector follows which."""
    sectors = list(struct.unpack_from(f"<{_IN_HEADER}I", data, 76))
    following, most = _u32(data, 68), len(data) // size + 1
    for _ in range(most):
        if following >= _SPECIAL_SECTORS:
            break
        *more, following = _numbers(_sector(data, following, size, _HEADER))
        sectors.extend(more)
    used = islice((each for each in sectors if each < _SPECIAL_SECTORS), most)
    return _numbers(b"".join(_sector(data, each, size, _HEADER) for each in used))


def _sector(data: bytes, number: int, size: int, start: int) -> bytes:
    first = max(start, size if start else 0) + number * size
    if first >= len(data):
        raise ValueError("a sector is beyond the end of the file")
    return data[first : first + size]


def _chained(
    data: bytes, fat: tuple[int, ...], first: int, size: int, start: int = _HEADER
) -> bytes:
    """Return the sectors of a chain, put together."""
    parts: list[bytes] = []
    number = first
    while number < _SPECIAL_SECTORS:
        if len(parts) > len(fat):
            raise ValueError("a chain of sectors runs in a circle")
        parts.append(_sector(data, number, size, start))
        number = fat[number]
    return b"".join(parts)


def _entries(directory: bytes) -> Iterator[tuple[str, int, int]]:
    """Yield name, first sector and length of each stream."""
    for at in range(0, len(directory) - _ENTRY + 1, _ENTRY):
        (length,) = struct.unpack_from("<H", directory, at + 64)
        name = directory[at : at + max(length - 2, 0)].decode("utf-16-le")
        yield name, _u32(directory, at + 116), _u32(directory, at + 120)


def packed_again(name: str, stream: bytes) -> bytes:
    """Return a compound file that holds one stream and nothing else."""
    stream = stream.ljust(_SMALL_STREAM, b"\0")
    count = -(-len(stream) // _SECTOR)
    # The table has a number for every sector: the stream's, the directory's and its own.
    per_sector = _SECTOR // 4
    fats = -(-(count + 1) // (per_sector - 1))
    if fats > _IN_HEADER:
        raise ValueError("larger than any .xls workbook")
    table = [*range(1, count), _LAST, _LAST, *[_OF_THE_FAT] * fats]
    table += [_FREE] * (fats * per_sector - len(table))
    # The root must name a stream of small parts; nothing is read from it, so any sector will do.
    directory = _entry("Root Entry", 5, count, 0, child=1) + _entry(name, 2, 0, len(stream))
    places = [count + 1 + each for each in range(fats)] + [_FREE] * (_IN_HEADER - fats)
    header = struct.pack(
        "<8s16xHHHHH6x10I",
        *(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", 0x3E, 4, 0xFFFE, 12, 6),
        *(1, fats, count, 0, _SMALL_STREAM, _LAST, 0, _LAST, 0, places[0]),
    ) + struct.pack(f"<{_IN_HEADER - 1}I", *places[1:])
    parts = (header, stream, directory, struct.pack(f"<{len(table)}I", *table))
    return b"".join(part.ljust(-(-len(part) // _SECTOR) * _SECTOR, b"\0") for part in parts)


def _entry(name: str, kind: int, first: int, length: int, child: int = _FREE) -> bytes:
    """Return an entry of the directory."""
    text = f"{name}\0".encode("utf-16-le")
    head = struct.pack("<64sHBBIII", text, len(text), kind, 1, _FREE, _FREE, child)
    return head + bytes(36) + struct.pack("<IQ", first, length)
