"""The program run as a command, each time in a process of its own, with libraries loaded once.

Python, pandas and pyarrow take a second to start, the command often less. Where the system can
fork, a server that has loaded them forks a process for each command; elsewhere each starts anew.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feeaudit.cli import main

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from multiprocessing.context import ForkServerContext

# The module that runs pytest is loaded in every process; the others are what commands load.
_LOADED = [
    *("__main__", "support.programs", "pyarrow.compute", "pyarrow.parquet", "pandas"),
    *("feeaudit.cli.audit", "feeaudit.pipeline", "feeaudit.nightly.night", "feeaudit.simulate"),
    *("feeaudit.report.html.page", "feeaudit.report.pdf.typeset", "feeaudit.report.workpapers"),
]
_RUN = subprocess.run  # where tests put run_module in its place
_FORKS = "forkserver" in multiprocessing.get_all_start_methods()


def run_program(
    arguments: Sequence[str],
    folder: Path | None = None,
    environment: Mapping[str, str] = os.environ,
) -> subprocess.CompletedProcess[str]:
    """Run feeaudit in a folder, and return its exit code and what it printed."""
    command = [sys.executable, "-m", "feeaudit", *arguments]
    where = folder or Path.cwd()
    if not _FORKS:
        return subprocess.run(
            command,
            cwd=where,
            env=environment,
            capture_output=True,
            text=True,
            encoding="utf-8",
            check=False,
        )
    code, *printed = _forked(command[2:], b"", where, environment)
    return subprocess.CompletedProcess(command, code, *(each.decode() for each in printed))


def run_module(
    command: Sequence[str], *, text: bool = False, **how: Any
) -> subprocess.CompletedProcess[Any]:
    """Run ``python -m`` with one of our modules as subprocess.run does."""
    if not _FORKS:
        return _RUN(command, text=text, **how)
    assert command[:2] == [sys.executable, "-m"]
    code, *printed = _forked(command[2:], how.get("input", b""), Path.cwd(), os.environ)
    said = [each.decode() if text else each for each in printed]
    return subprocess.CompletedProcess(command, code, *said)


def _forked(
    words: Sequence[str], given: bytes, folder: Path, environment: Mapping[str, str]
) -> tuple[int, bytes, bytes]:
    """Run a module with the words that follow it; return its exit code and what it printed."""
    with tempfile.TemporaryDirectory() as scratch:
        files = [Path(scratch) / name for name in ("in", "out", "err")]
        files[0].write_bytes(given)
        process = _forking().Process(target=_run, args=([*words], folder, {**environment}, files))
        process.start()
        process.join()
        assert process.exitcode is not None
        return process.exitcode, files[1].read_bytes(), files[2].read_bytes()


@cache
def _forking() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    return context


def _run(
    words: list[str], folder: Path, environment: dict[str, str], files: Sequence[Path]
) -> None:
    """Be the module: in its folder, with its environment, reading and printing files."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, path in enumerate(files):
        with path.open("wb" if number else "rb") as file:
            os.dup2(file.fileno(), number)
    if words[0] == "feeaudit":
        main(words[1:])
    # A child of multiprocessing has no standard input; the one that was given is a file.
    sys.stdin = open(0, encoding="utf-8", closefd=False)  # noqa: SIM115 - by its number
    runpy.run_module(words[0], run_name="__main__")
