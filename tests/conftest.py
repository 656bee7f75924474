"""What tests share: a cache of their own, the shipped book and laws, the documents where at hand."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from support.shipped import shipped_book, shipped_laws

from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Law


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Run a single file without workers: they share out files, and each takes seconds to start."""
    files = {each.partition("::")[0] for each in config.args}
    return 0 if len(files) == 1 and files.pop().endswith(".py") else None


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache: those of a process share one of their own."""
    monkeypatch.setenv("FEEAUDIT_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


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
