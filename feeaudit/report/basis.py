"""The basis of a report: what an audit was made of, so that every page can say so."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit import __version__

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.rules.configuration.model import Config


@dataclass(frozen=True, slots=True)
class Basis:
    """What an audit rests on; ``date`` is the audit's own, as given, never the clock's.

    ``digest`` is one digest over program, date, book, configuration and inputs: two reports with
    the same digest were made of the same things.
    """

    date: str
    zone: str
    gaming_day_starts: int
    book: str
    configuration: str
    digest: str
    as_if: tuple[str, ...] = ()
    program: str = f"feeaudit {__version__}"

    @property
    def audited_on(self) -> dt.date | None:
        """Return the date where it is one; any other words are allowed too."""
        try:
            return dt.date.fromisoformat(self.date)
        except ValueError:
            return None


def basis_of(result: AuditResult, book: Path, config: Config, date: str) -> Basis:
    """Return the basis of an audit's reports."""
    shelf, setting = book_digest(book), hashlib.sha256(repr(config).encode()).hexdigest()
    parts = [f"feeaudit {__version__}", date, shelf, setting]
    parts += [f"{each.file} {each.sheet} {each.sha256}" for each in result.sources]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return Basis(
        date, config.zone, config.gaming_day_starts, shelf, setting, digest, tuple(config.as_if)
    )


def book_digest(root: Path) -> str:
    """Return one digest over all files of the book, by name and content."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.yaml")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
