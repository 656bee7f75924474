"""How a store speaks to people: printed names of its latest book, dates as its site writes them.

Both lie in the archive with the run that used them, so that the front page can be made again from
the store alone.
"""

from __future__ import annotations

import io
import tomllib
import zipfile
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Any, Final

import yaml

from feeaudit.core.dates import AMERICAN, STYLES
from feeaudit.register.archive import kept
from feeaudit.report.voice import Voice

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.store import Store

_LATEST: Final = (
    "SELECT number, book_file, configuration_file FROM runs ORDER BY number DESC LIMIT 1"
)
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)


def store_voice(store: Store, connection: sqlite3.Connection) -> Voice:
    """Return how the store speaks; ids stand for names that are in no archived book."""
    latest = connection.execute(_LATEST).fetchone()
    if latest is None:
        return Voice("UTC")
    zone = connection.execute(
        "SELECT zone FROM run_zones WHERE number = ?", (latest["number"],)
    ).fetchone()
    return Voice(
        zone["zone"] if zone else "UTC",
        _dates(_content(store, latest["configuration_file"])),
        _cardrooms(_content(store, latest["book_file"])),
    )


def _content(store: Store, digest: str) -> bytes:
    found = kept(store, digest)
    return found.read_bytes() if found is not None and found.is_file() else b""


def _dates(configuration: bytes) -> str:
    try:
        style = str(tomllib.loads(configuration.decode()).get("dates", AMERICAN))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return AMERICAN
    return style if style in STYLES else AMERICAN


def _cardrooms(book: bytes) -> dict[str, str]:
    """Return the names of an archived book's cardrooms; what cannot be read has none."""
    if not book:
        return {}
    found = {}
    try:
        with zipfile.ZipFile(io.BytesIO(book)) as archive:
            for name in archive.namelist():
                path = PurePosixPath(name)
                if path.name == "cardroom.yaml":
                    stated = yaml.load(archive.read(name), Loader=_LOADER)  # noqa: S506 - text only
                    found[path.parent.name] = str(stated["name"])
    except (zipfile.BadZipFile, yaml.YAMLError, KeyError, TypeError):
        return {}
    return found
