"""Reach: which tests run which lines of the package, and how long each takes."""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from collections import defaultdict
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Any, Final

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path
    from types import CodeType, FrameType

CACHED: Final = type(cache(lambda: None))
# No mutant changes the shipped book, and many tests read it.
KEPT: Final = ("support.shipped",)


@dataclass
class Reach:
    """Tests by number, their seconds, and by file and line which of them run it (a bit a test).

    ``imported`` are the lines that run when the package and its tests are imported.
    """

    tests: list[str] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    failed: list[int] = field(default_factory=list)
    imported: dict[str, list[int]] = field(default_factory=dict)
    lines: dict[str, dict[int, int]] = field(default_factory=lambda: defaultdict(dict))
    counted: dict[tuple[str, ...], list[int]] = field(default_factory=dict)

    def tests_of(self, file: str, lines: Iterable[int]) -> set[int]:
        """Return the tests that run any of some lines of a file."""
        known = self.lines.get(file, {})
        mask = 0
        for line in lines:
            mask |= known.get(line, 0)
        return {number for number in range(len(self.tests)) if mask >> number & 1}

    def lines_of(self, file: str) -> list[set[int]]:
        """Return the lines of a file that each test runs."""
        ran: list[set[int]] = [set() for _ in self.tests]
        for line, mask in self.lines.get(file, {}).items():
            for number in range(mask.bit_length()):
                if mask >> number & 1:
                    ran[number].add(line)
        return ran

    def shares(self, file: str) -> list[float]:
        """Return which part of the lines that each test runs stands in a file."""
        every = self._counts(tuple(self.lines))
        return [mine / (of or 1) for mine, of in zip(self._counts((file,)), every, strict=True)]

    def _counts(self, files: tuple[str, ...]) -> list[int]:
        """Return how many lines of some files each test runs."""
        if files not in self.counted:
            counts = [0] * len(self.tests)
            for mask in (mask for file in files for mask in self.lines.get(file, {}).values()):
                for place, bit in enumerate(reversed(f"{mask:b}")):
                    counts[place] += bit == "1"
            self.counted[files] = counts
        return self.counted[files]

    def write(self, path: Path) -> None:
        """Keep it in a file."""
        lines = {
            file: {line: hex(mask) for line, mask in known.items()}
            for file, known in self.lines.items()
        }
        path.write_text(json.dumps(vars(self) | {"lines": lines, "counted": {}}), encoding="utf-8")

    @classmethod
    def read(cls, path: Path) -> Reach:
        """Return what a file keeps."""
        kept = json.loads(path.read_text(encoding="utf-8"))
        lines = {
            file: {int(line): int(mask, 16) for line, mask in known.items()}
            for file, known in kept.pop("lines").items()
        }
        return cls(**kept, lines=lines)


@dataclass
class Recorder:
    """Notes the lines that each test runs; those of its fixtures count for the test that made them."""

    root: str
    parts: tuple[str, ...]
    path: Path
    reach: Reach = field(default_factory=Reach)
    # By a code's id, the lines of it that the test has not yet run; none for code of others.
    left: dict[int, set[int]] = field(default_factory=dict)
    codes: dict[int, CodeType] = field(default_factory=dict)
    begun: set[int] = field(default_factory=set)
    file: Path | None = None

    @pytest.hookimpl(wrapper=True)
    def pytest_collection(self) -> Iterator[None]:
        """Trace what runs while everything is imported."""
        with self._traced():
            result = yield
        self._note(1)
        self.reach.imported = {file: sorted(known) for file, known in self.reach.lines.items()}
        self.reach.lines.clear()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """Trace a test, its fixtures among it."""
        forget("feeaudit.")
        if item.path != self.file:
            self.file = item.path
            forget("support.")
        started = time.process_time()
        with self._traced():
            result = yield
        self.reach.tests.append(item.nodeid)
        self.reach.seconds.append(round(time.process_time() - started, 3))
        self._note(1 << len(self.reach.tests) - 1)
        return result

    @contextmanager
    def _traced(self) -> Iterator[None]:
        threading.settrace(self._called)
        sys.settrace(self._called)
        try:
            yield
        finally:
            sys.settrace(None)
            threading.settrace(None)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Note a test that fails without any mutant."""
        if report.failed:
            self.reach.failed.append(len(self.reach.tests))

    def pytest_sessionfinish(self) -> None:
        """Keep what was noted."""
        self.reach.write(self.path)

    def _called(self, frame: FrameType, _event: str, _value: Any) -> Any:
        code = frame.f_code
        key = id(code)
        left = self.left.get(key)
        if left is None:
            left = self._lines_of(code)
            self.left[key], self.codes[key] = left, code
        if not left:
            return None
        self.begun.add(key)
        return self._line

    def _line(self, frame: FrameType, _event: str, _value: Any) -> Any:
        left = self.left[id(frame.f_code)]
        left.discard(frame.f_lineno)
        return self._line if left else None

    def _lines_of(self, code: CodeType) -> set[int]:
        if not self._file(code).startswith(self.parts):
            return set()
        return {line for _, _, line in code.co_lines() if line and line > code.co_firstlineno} or {
            code.co_firstlineno
        }

    def _file(self, code: CodeType) -> str:
        return code.co_filename.removeprefix(self.root).lstrip(os.sep).replace(os.sep, "/")

    def _note(self, bit: int) -> None:
        for key in self.begun:
            code = self.codes[key]
            every = self._lines_of(code)
            known = self.reach.lines[self._file(code)]
            for line in every - self.left[key]:
                known[line] = known.get(line, 0) | bit
            self.left[key] = every
        self.begun.clear()


def forget(part: str) -> None:
    """Empty the caches of a package, so that a test does itself what another did for it before."""
    for name, module in [*sys.modules.items()]:
        if name.startswith(part) and name not in KEPT:
            for each in vars(module).values():
                if isinstance(each, CACHED):
                    each.cache_clear()
