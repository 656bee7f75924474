"""What tests share: a cache of their own, the shipped book and laws, the documents where at hand."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from support.shipped import shipped_book, shipped_laws
from xdist.scheduler import LoadFileScheduling

from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Iterator

    from xdist.remote import Producer
    from xdist.scheduler.protocol import Scheduling

    from feeaudit.book.model import Book, Law

# Tests that mostly wait, for pages and for other processes. A folder of them is one worker's, from
# the first: were its files with several at once, there would be nobody left to use the processors.
WAITING = ("tests/browser", "tests/cluster")

# Tests start the program some hundred times: without bytecode, each start compiles all of it.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
sys.dont_write_bytecode = False
# Modules and tests are made to stay, and what tests leave behind is small beside them: looking
# for what can be cleared away after every 700 new objects, as usual, is looking far too often.
gc.set_threshold(50_000)
# How long an example takes says how busy the machine is.
settings.register_profile("unhurried", settings(), deadline=None)
settings.load_profile("unhurried")


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let whoever changes what an audit says approve it."""
    parser.addoption("--approve", action="store_true", help="write tests/answers anew")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what waits first and slow files next, so that no core ends with one of them alone."""
    slow = {item.path for item in items if item.get_closest_marker("slow")}
    items.sort(key=lambda item: (not item.nodeid.startswith(WAITING), item.path not in slow))


def pytest_collection_finish() -> None:
    """Keep the collector from going through thousands of tests and modules again and again."""
    gc.freeze()


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return a worker for each processor and for each folder of tests that mostly wait.

    They are slow, and without them one more is enough. A single file needs none: workers share
    out files, and each takes seconds to start.
    """
    files = {each.partition("::")[0] for each in config.args}
    if len(files) == 1 and files.pop().endswith(".py"):
        return 0
    more = 1 if "not slow" in config.option.markexpr else len(WAITING)
    return (os.cpu_count() or 1) + more


class ByFile(LoadFileScheduling):  # type: ignore[misc]  # it ships no types
    """Gives every worker a file at a time, and one of them a whole folder of tests that wait."""

    def _split_scope(self, nodeid: str) -> str:
        folder = nodeid.partition("::")[0].rpartition("/")[0]
        return folder if folder in WAITING else str(super()._split_scope(nodeid))


def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> Scheduling | None:
    """Return how tests are shared out where they are by file, as usual."""
    return ByFile(config, log) if config.getvalue("dist") == "loadfile" else None


@pytest.fixture(autouse=True)
def _own_cache(tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    """No test reads or writes the user's cache: those of a process share one of their own."""
    monkeypatch.setenv("FEEAUDIT_CACHE", str(tmp_path_factory.getbasetemp() / "cache"))


@pytest.fixture
def nothing_cleared_away() -> Iterator[None]:
    """What nests until the stack ends has no room for the last words of other tests' objects."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.fixture
def approve(request: pytest.FixtureRequest) -> bool:
    """Whether what is said now is what is to be said from now on."""
    return bool(request.config.getoption("--approve"))


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
