"""The history: an entry for every thing recorded, each chained by its hash to the one before.

The hash covers the digest of the entry, not the entry itself, so that an extract may leave entries
out and still show the chain unbroken.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import astuple, dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.entry_effects import apply

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

BEGINNING: Final = "0" * 64
# What of a reason is shown; an entry that somebody forged may be of any length.
_SHOWN: Final = 120


@dataclass(frozen=True, slots=True)
class Entry:
    """One entry of the history as it is stored."""

    number: int
    kind: str
    at: str
    entry: str
    digest: str
    previous: str
    hash: str

    @property
    def data(self) -> dict[str, Any]:
        """What the entry says; raises Unknown for one that feeaudit never wrote."""
        try:
            read = json.loads(self.entry)
        except (ValueError, RecursionError) as error:
            raise self.strange(error) from None
        if not isinstance(read, dict):
            raise self.strange(TypeError("not a JSON object"))
        return read

    @property
    def where(self) -> str:
        """Which entry it is, in words."""
        return f"history entry {self.number} ({self.kind}, {self.at})"

    def strange(self, error: Exception) -> Unknown:
        """Return that feeaudit never writes such an entry, and why."""
        told = f"{type(error).__name__}: {error}"[:_SHOWN]
        return Unknown(f"{self.where}: feeaudit never writes such an entry ({told})")


def canonical(data: Any) -> str:
    """Return data as JSON in one way only, so that a digest of it means something."""
    return json.dumps(data, sort_keys=True, separators=(",", ":"))


def digest_of(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()


def link(number: int, kind: str, at: str, digest: str, previous: str) -> str:
    """Return the hash that chains an entry to the one before it."""
    return digest_of("\n".join([previous, str(number), kind, at, digest]))


def append(connection: sqlite3.Connection, kind: str, at: str, data: dict[str, Any]) -> int:
    """Add an entry to the history and to the tables that follow from it; return its number.

    To be called inside a transaction. ``at`` is when it was recorded; no result depends on it.
    """
    last, previous = head(connection)
    number, entry = last + 1, canonical(data)
    digest = digest_of(entry)
    row = (number, kind, at, entry, digest, previous, link(number, kind, at, digest, previous))
    connection.execute("INSERT INTO history VALUES (?, ?, ?, ?, ?, ?, ?)", row)
    apply(connection, number, kind, json.loads(entry))
    return number


def head(connection: sqlite3.Connection) -> tuple[int, str]:
    """Return the number and the hash of the last entry."""
    row = connection.execute(
        "SELECT number, hash FROM history ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return (int(row["number"]), str(row["hash"])) if row else (0, BEGINNING)


def entries(connection: sqlite3.Connection) -> Iterator[Entry]:
    """Yield the history from its beginning."""
    for row in connection.execute("SELECT * FROM history ORDER BY number"):
        yield Entry(*row)


def chain_problems(entries: Iterator[Entry]) -> Iterator[str]:
    """Yield where the chain is broken: an entry changed, removed, added or moved."""
    previous, expected = BEGINNING, 1
    for each in entries:
        where = each.where
        if not all(isinstance(part, str) for part in astuple(each)[1:]):
            yield f"{where}: it contains something that is not text"
            return
        if each.number != expected:
            yield f"{where}: entry {expected} is missing before it"
        if each.digest != digest_of(each.entry):
            yield f"{where}: its text is not what was recorded"
        if each.previous != previous:
            yield f"{where}: it does not follow from the previous entry"
        if each.hash != link(each.number, each.kind, each.at, each.digest, each.previous):
            yield f"{where}: its hash does not match its content"
        previous, expected = each.hash, each.number + 1
