"""Trials of mutants: the tests that could notice one, run in a process of its own until one fails.

``Chosen`` runs the tests named in a session that imports the mutated package anew. ``Warm`` forks a
session that has imported and collected everything, and changes the functions there: a mutant that
the first test notices takes a tenth of a second.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import traceback
from dataclasses import dataclass
from itertools import pairwise
from types import CodeType, FunctionType
from typing import TYPE_CHECKING, Final

import pytest
from _pytest.runner import runtestprotocol
from benchmarks.reach import forget

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from types import FrameType

# How a process of tests ends where a test fails, and where one does not end.
NOTICED: Final = 1
NO_END: Final = 99
# It could not be tried: that is a fault of this command, not a mutant that was noticed.
NOT_TRIED: Final = 97
# A test may take so many times what it took, and so many seconds more, before it counts as endless.
PATIENCE: Final = 8
GRACE: Final = 10


@dataclass
class Chosen:
    """Runs the tests named, in the order named, each with an end to its time."""

    seconds: dict[str, float]

    def pytest_collection_modifyitems(
        self, config: pytest.Config, items: list[pytest.Item]
    ) -> None:
        """Keep the chosen tests alone."""
        order = {name: place for place, name in enumerate(self.seconds)}
        others = [item for item in items if item.nodeid not in order]
        config.hook.pytest_deselected(items=others)
        items[:] = sorted(
            (item for item in items if item.nodeid in order), key=lambda item: order[item.nodeid]
        )

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """End the process where a test takes much longer than without a mutant."""
        signal.signal(signal.SIGPROF, _no_end)
        signal.setitimer(signal.ITIMER_PROF, GRACE + PATIENCE * self.seconds[item.nodeid])
        try:
            return (yield)
        finally:
            signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Say which test failed, on a line of its own: pytest has written its marks before."""
        if report.failed:
            print(f"\nFIRST {report.nodeid}", file=sys.__stderr__, flush=True)


@dataclass
class Warm:
    """Gives a session that has collected all tests to whoever forks it, in place of running them."""

    use: Callable[[dict[str, pytest.Item]], None]

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Hand over the tests by their names."""
        self.use({item.nodeid: item for item in session.items})
        return True


def run_changed(
    items: dict[str, pytest.Item],
    seconds: dict[str, float],
    changed: dict[CodeType, CodeType],
    report: Path,
) -> None:
    """Run some tests in this process with some functions changed, and end it; never returns."""
    code = NOT_TRIED
    try:
        _change(changed)
        for part in ("feeaudit.", "support.", "tests."):
            forget(part)
        chosen = [items[name] for name in seconds]
        signal.signal(signal.SIGPROF, _no_end)
        for item, after in pairwise([*chosen, None]):
            assert item is not None
            signal.setitimer(signal.ITIMER_PROF, GRACE + PATIENCE * seconds[item.nodeid])
            if any(each.failed for each in runtestprotocol(item, log=False, nextitem=after)):
                report.write_text(f"FIRST {item.nodeid}", encoding="utf-8")
                code = NOTICED
                return
        code = 0
    except BaseException:
        report.write_text(traceback.format_exc(), encoding="utf-8")
        raise
    finally:
        os._exit(code)


def _change(changed: dict[CodeType, CodeType]) -> None:
    """Put changed code into every function that has the code it was made from."""
    # Tests freeze what was collected, and what is frozen is not listed.
    gc.unfreeze()
    found = [
        each
        for each in gc.get_objects()
        if isinstance(each, FunctionType) and each.__code__ in changed
    ]
    assert found, "nothing was changed"
    for function in found:
        function.__code__ = changed[function.__code__]


def codes_changed(before: CodeType, after: CodeType) -> dict[CodeType, CodeType]:
    """Return the code of every function that a change of the module touches, with what it becomes."""
    pairs = zip(_functions(before), _functions(after), strict=True)
    return {old: new for old, new in pairs if old != new}


def _functions(code: CodeType) -> list[CodeType]:
    inner = [each for each in code.co_consts if isinstance(each, CodeType)]
    return [each for function in inner for each in (function, *_functions(function))]


def _no_end(_signal: int, _frame: FrameType | None) -> None:
    os._exit(NO_END)
