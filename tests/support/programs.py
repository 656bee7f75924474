"""The program run as a command, each time in a process of its own, with libraries loaded once.

Python, pandas and pyarrow take a second to start, the command often less. Where the system can
fork, a server that has loaded them forks a process for each command; elsewhere each starts anew.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

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
    with tempfile.TemporaryDirectory() as scratch:
        out, err = Path(scratch) / "out", Path(scratch) / "err"
        process = _forking().Process(
            target=_run, args=([*arguments], where, {**environment}, out, err)
        )
        process.start()
        process.join()
        assert process.exitcode is not None
        texts = [path.read_text(encoding="utf-8") for path in (out, err)]
    return subprocess.CompletedProcess(command, process.exitcode, *texts)


@cache
def _forking() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(_LOADED)
    return context


def _run(
    arguments: list[str], folder: Path, environment: dict[str, str], out: Path, err: Path
) -> None:
    """Be the program: in its folder, with its environment, printing to files."""
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(folder)
    for number, path in ((1, out), (2, err)):
        with path.open("wb") as file:
            os.dup2(file.fileno(), number)
    main(arguments)
