"""The basis of a report: what an audit was made of, so that every page can say so."""

from __future__ import annotations

import datetime as dt
import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from feeaudit import __version__
from feeaudit.book.printed_lines import PrintedLines
from feeaudit.report.voice import Voice, voice_of

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book
    from feeaudit.rules.configuration.model import Config


@dataclass(frozen=True, slots=True)
class Basis:
    """What an audit rests on; ``date`` is the audit's own, as given, never the clock's.

    ``digest`` is one digest over program, date, book, configuration, inputs and quoted documents:
    two reports with the same digest were made of the same things. ``documents`` are the approved
    documents that the report quotes, with their digests.
    """

    date: str
    zone: str
    gaming_day_starts: int
    book: str
    configuration: str
    digest: str
    as_if: tuple[str, ...] = ()
    program: str = f"feeaudit {__version__}"
    documents: tuple[tuple[str, str], ...] = ()
    names: Voice | None = field(default=None, repr=False)
    printed: PrintedLines = field(default_factory=PrintedLines, repr=False)
    information: str = ""

    @property
    def voice(self) -> Voice:
        """Return how the report speaks; without a book, ids stand for names."""
        return self.names or Voice(self.zone)

    @property
    def audited_on(self) -> dt.date | None:
        """Return the date where it is one; any other words are allowed too."""
        try:
            return dt.date.fromisoformat(self.date)
        except ValueError:
            return None


def basis_of(  # noqa: PLR0913, PLR0917 - each is one thing that reports rest on
    result: AuditResult,
    book: Path,
    config: Config,
    date: str,
    schedules: Book,
    printed: PrintedLines | None = None,
) -> Basis:
    """Return the basis of an audit's reports; ``schedules`` is the book as it was read."""
    quoted = printed or PrintedLines()
    shelf, setting = book_digest(book), hashlib.sha256(repr(config).encode()).hexdigest()
    parts = [f"feeaudit {__version__}", date, shelf, setting]
    parts += [f"{each.file} {each.sheet} {each.sha256}" for each in result.sources]
    parts += [f"{document} {sha256}" for document, sha256 in quoted.digests]
    digest = hashlib.sha256("\n".join(parts).encode()).hexdigest()
    return Basis(
        date,
        config.zone,
        config.gaming_day_starts,
        shelf,
        setting,
        digest,
        tuple(config.as_if),
        documents=quoted.digests,
        names=voice_of(schedules, config.zone, config.dates),
        printed=quoted,
        information=config.site.information,
    )


def book_digest(root: Path) -> str:
    """Return one digest over all files of the book, by name and content."""
    digest = hashlib.sha256()
    for path in sorted(root.rglob("*.yaml")):
        content = path.read_bytes()
        digest.update(f"{path.relative_to(root).as_posix()} {len(content)}\n".encode())
        digest.update(content)
    return digest.hexdigest()
