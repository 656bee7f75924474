"""Runs nights that die: a server that forks a process for each, so that libraries load once.

Reads lines of JSON from its standard input and answers each with a line: ``arguments`` of the
command line, ``point`` (the file-system or database call at which it happens, 0 for never), and
``fate``: ``killed`` (kill -9), or ``full`` (from there on every write fails, as on a full disk).
"""

from __future__ import annotations

import errno
import json
import os
import signal
import sqlite3
import sys
from functools import partial
from typing import Any

import pandas as pd  # noqa: F401 - loaded before forking
import pyarrow.compute as pc  # noqa: F401 - loaded before forking

import feeaudit.cli.nightly
import feeaudit.intake.night_sheet
import feeaudit.nightly.night  # noqa: F401 - loaded before forking
from feeaudit.cli import main
from feeaudit.core.money import dollars
from feeaudit.nightly.front_page import bars
from feeaudit.report.page_templates import environment
from feeaudit.report.phrases import counted

CALLS = ("fsync", "replace", "rename", "unlink", "rmdir", "mkdir", "open")
WRITING = os.O_WRONLY | os.O_RDWR


class Fate:
    """Counts calls that change the disk and, at one of them, lets the process meet its fate."""

    def __init__(self, point: int, kind: str) -> None:
        self.point = point
        self.kind = kind
        self.count = 0
        self.commits: list[int] = []

    def meet(self, failure: Exception) -> None:
        """Count a call; die or fail where it is time."""
        self.count += 1
        if self.point and self.count == self.point and self.kind == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if self.point and self.count >= self.point and self.kind == "full":
            raise failure


def watched(fate: Fate, name: str, call: Any, *arguments: Any, **others: Any) -> Any:
    """Make a call of the operating system unless fate is against it."""
    writes = name != "open" or arguments[1] & WRITING
    # Removing works on a full disk.
    if writes and not (fate.kind == "full" and name in {"unlink", "rmdir"}):
        fate.meet(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "a file"))
    return call(*arguments, **others)


def watch(fate: Fate) -> None:
    """Put every call that changes the disk under watch."""
    for name in CALLS:
        setattr(os, name, partial(watched, fate, name, getattr(os, name)))

    connect = sqlite3.connect

    def connected(*given: Any, factory: Any = sqlite3.Connection, **named: Any) -> Any:
        """Connect with the caller's own kind of connection, watched."""
        return connect(
            *given, factory=type("Watched", (_Watched, factory), {"fate": fate}), **named
        )

    vars(sqlite3)["connect"] = connected


class _Watched(sqlite3.Connection):
    """A connection under watch."""

    fate: Fate

    def execute(self, sql: str, *arguments: Any) -> sqlite3.Cursor:
        if sql.lstrip().startswith(("BEGIN", "COMMIT", "INSERT", "UPDATE", "CREATE")):
            self.fate.meet(sqlite3.OperationalError("database or disk is full"))
        if sql == "COMMIT":
            self.fate.commits.append(self.fate.count)
        return super().execute(sql, *arguments)


def lived(arguments: list[str], point: int, kind: str) -> None:
    """Run a night in this process, to its end or its fate."""
    with open(os.devnull, "w") as nowhere:  # noqa: PTH123 - before open is watched
        os.dup2(nowhere.fileno(), 1)
        os.dup2(nowhere.fileno(), 2)
    fate = Fate(point, kind)
    watch(fate)
    code = 70
    try:
        main(arguments)
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 1
    finally:
        with os.fdopen(3, "w") as report:
            report.write(json.dumps([fate.count, fate.commits]))
        os._exit(code)


def prepare_front_page() -> None:
    """Compile the front page once, not in every process by itself."""
    templates = environment("store")
    templates.filters.update(dollars=dollars, bars=bars, counted=counted)
    templates.get_template("front.html")


def serve() -> None:
    prepare_front_page()
    for line in sys.stdin:
        asked = json.loads(line)
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.dup2(writing, 3)
            lived(asked["arguments"], asked["point"], asked["fate"])
        os.close(writing)
        with os.fdopen(reading) as report:
            calls, commits = json.loads(report.read() or "[0, []]")
        status = os.waitpid(child, 0)[1]
        killed = os.WIFSIGNALED(status)
        code = -1 if killed else os.WEXITSTATUS(status)
        answer = {"code": code, "killed": killed, "calls": calls, "commits": commits}
        print(json.dumps(answer), flush=True)  # noqa: T201 - the answer


if __name__ == "__main__":
    serve()
