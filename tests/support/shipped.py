"""The shipped book and laws, read once in a process: to read them takes a third of a second."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from feeaudit.book.load import read_book, read_laws
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Law


@cache
def shipped_book() -> Book:
    """Return the shipped book."""
    return read_book(folder("schedules"))


@cache
def shipped_laws() -> tuple[Law, ...]:
    """Return the shipped law packs."""
    return read_laws(folder("schedules"))
