"""What a log is held against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Law
    from feeaudit.rules.configuration.model import Config


@dataclass(frozen=True, slots=True)
class AuditInputs:
    """What a log is held against, and by which checks (all where none is named)."""

    book: Book
    laws: tuple[Law, ...]
    config: Config
    checks: tuple[str, ...] | None = None
