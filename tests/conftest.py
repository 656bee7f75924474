"""What tests share: a cache of their own, the shipped book and laws, the documents where at hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.shipped import shipped_book, shipped_laws

from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Law


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache."""
    monkeypatch.setenv("FEEAUDIT_CACHE", str(tmp_path / "cache"))


@pytest.fixture(scope="session")
def schedules() -> Path:
    """The shipped schedules."""
    return folder("schedules")


@pytest.fixture(scope="session")
def book() -> Book:
    """The shipped book."""
    return shipped_book()


@pytest.fixture(scope="session")
def laws() -> tuple[Law, ...]:
    """The shipped law packs."""
    return shipped_laws()


@pytest.fixture(scope="session")
def documents() -> Path:
    """The approved documents, where they lie beside the checkout."""
    return _shared("sources", "the approved documents")


@pytest.fixture(scope="session")
def samples() -> Path:
    """Logs of others, where they lie beside the checkout."""
    return _shared("samples", "the hand histories")


def _shared(name: str, what: str) -> Path:
    path = Path(__file__).resolve().parents[2] / "shared" / name
    if not path.is_dir():
        pytest.skip(f"{what} (../shared/{name}) are not beside this checkout")
    return path
