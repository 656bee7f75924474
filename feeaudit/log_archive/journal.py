"""The journal of an archive: which files belong to it, page by page as days were added."""

from __future__ import annotations

import hashlib
import json
import re
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from feeaudit import __version__
from feeaudit.intake.log import UnusableLog
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feeaudit.log_archive.archive_places import ArchivePlace

FOLDER: Final = "_feeaudit"
LOST: Final = "__HIVE_DEFAULT_PARTITION__"
"""What Hive calls a partition without a value: records that name a hand which is not logged."""
_VERSION: Final = 1
_PAGE: Final = re.compile(r"(\d{6})\.json")
_EPOCH: Final = date(1970, 1, 1)
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


@dataclass(frozen=True, slots=True)
class StoredFile:
    """A file of an archive: its table, where it is, how many rows, and which columns say something.

    ``handless`` is how many collections name no hand or are fees for periods; ``until`` is when the
    last stay in a seat ends, in microseconds since 1970, -1 where one is open.
    """

    table: str
    path: str
    rows: int
    sha256: str
    columns: tuple[str, ...]
    handless: int = 0
    until: int = 0

    @property
    def lost(self) -> bool:
        """Whether its records name hands that are not logged."""
        return self.path.startswith(f"cardroom={LOST}/")


@dataclass(frozen=True, slots=True, order=True)
class Partition:
    """A cardroom's gaming day (since 1970) and its files; of no cardroom, lost records."""

    cardroom: str
    day: int
    files: tuple[StoredFile, ...]


@dataclass(frozen=True, slots=True)
class JournalPage:
    """What one command added; ``replaces`` are the cardrooms and days it took the place of."""

    number: int
    zone: str
    gaming_day_starts: int
    partitions: tuple[Partition, ...]
    lost: tuple[StoredFile, ...] = ()
    replaces: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Journal:
    """What an archive holds: its days in order, lost records by page, and a digest of it all."""

    zone: str
    gaming_day_starts: int
    partitions: tuple[Partition, ...]
    lost: tuple[tuple[int, StoredFile], ...]
    pages: int
    sha256: str
    page_of: Mapping[tuple[str, int], int]

    @property
    def days(self) -> set[tuple[str, int]]:
        """The cardrooms and gaming days that are there."""
        return {(each.cardroom, each.day) for each in self.partitions}


def day_text(day: int) -> str:
    """Return a day since 1970 as a date."""
    return (_EPOCH + timedelta(days=day)).isoformat()


def partition_path(cardroom: str, day: int | None) -> str:
    """Return the folder of a cardroom's gaming day, as Hive names it."""
    stated = LOST if day is None else day_text(day)
    return f"cardroom={quote(cardroom, safe=' ') or LOST}/day={stated}"


def read_journal(place: ArchivePlace) -> Journal | None:
    """Return what an archive holds, None where there is none."""
    names = [each for each in place.names(FOLDER) if _PAGE.fullmatch(each)]
    if not names:
        return None
    digest = hashlib.sha256()
    found: dict[tuple[str, int], tuple[int, Partition]] = {}
    lost: list[tuple[int, StoredFile]] = []
    pages = []
    for number, name in enumerate(names, start=1):
        content = place.read(f"{FOLDER}/{name}")
        digest.update(content)
        page = _page(content, f"{place}/{FOLDER}/{name}", number)
        pages.append(page)
        for gone in page.replaces:
            found.pop(gone, None)
        for each in page.partitions:
            found[each.cardroom, each.day] = number, each
        lost.extend((number, each) for each in page.lost)
    first = pages[0]
    return Journal(
        zone=first.zone,
        gaming_day_starts=first.gaming_day_starts,
        partitions=tuple(sorted(each for _, each in found.values())),
        lost=tuple(lost),
        pages=len(pages),
        sha256=digest.hexdigest(),
        page_of={key: number for key, (number, _) in found.items()},
    )


def write_page(place: ArchivePlace, page: JournalPage) -> None:
    """Add a page: from then on, what it lists belongs to the archive."""
    document = {
        "version": _VERSION,
        "program": f"feeaudit {__version__}",
        "zone": page.zone,
        "gaming_day_starts": page.gaming_day_starts,
        "partitions": [
            {
                "cardroom": each.cardroom,
                "day": each.day,
                "files": [_stored(one) for one in each.files],
            }
            for each in page.partitions
        ],
        "lost": [_stored(each) for each in page.lost],
        "replaces": [list(each) for each in page.replaces],
    }
    name = f"{page.number:06}.json"
    if name in place.names(FOLDER):
        raise UnusableLog(
            f"{place}: another command added to the archive in the meantime; nothing was added by"
            " this one. Run it again"
        )
    place.write(f"{FOLDER}/{name}", (json.dumps(document, indent=1) + "\n").encode())


def _stored(file: StoredFile) -> dict[str, Any]:
    return {
        "table": file.table,
        "path": file.path,
        "rows": file.rows,
        "sha256": file.sha256,
        "columns": list(file.columns),
        "handless": file.handless,
        "until": file.until,
    }


def _page(content: bytes, shown: str, number: int) -> JournalPage:
    """Return a page of a journal, which anybody may have written: each part is looked at."""
    try:
        document = json.loads(content)
        if document["version"] != _VERSION:
            raise UnusableLog(
                f"{shown}: the archive has version {document['version']!r:.20}, and this program"
                f" reads version {_VERSION}"
            )
        return JournalPage(
            number=number,
            zone=_text(document["zone"]),
            gaming_day_starts=int(document["gaming_day_starts"]),
            partitions=tuple(
                Partition(_text(each["cardroom"]), int(each["day"]), _files(each["files"]))
                for each in document["partitions"]
            ),
            lost=_files(document["lost"]),
            replaces=tuple((_text(room), int(day)) for room, day in document["replaces"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise UnusableLog(
            f"{shown}: not a page of an archive's journal ({type(error).__name__}: {error!s:.80});"
            " restore it from a copy, or make the archive again"
        ) from None


def _files(listed: Sequence[Any]) -> tuple[StoredFile, ...]:
    return tuple(
        StoredFile(
            table=_of(TABLES, each["table"]),
            path=_inside(each["path"]),
            rows=int(each["rows"]),
            sha256=_digest(each["sha256"]),
            columns=tuple(_text(name) for name in each["columns"]),
            handless=int(each["handless"]),
            until=int(each["until"]),
        )
        for each in listed
    )


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"{value!r:.40} is not a text")
    return value


def _of(known: Mapping[str, object], value: object) -> str:
    if value not in known:
        raise ValueError(f"{value!r:.40} is not a table of a log")
    return _text(value)


def _inside(value: object) -> str:
    """Return a path that leads nowhere but into the archive."""
    path = _text(value)
    if path.startswith("/") or "\\" in path or ":" in path or ".." in path.split("/"):
        raise ValueError(f"{path!r:.60} leads out of the archive")
    return path


def _digest(value: object) -> str:
    if not _DIGEST.fullmatch(_text(value)):
        raise ValueError(f"{value!r:.40} is not a digest")
    return _text(value)
