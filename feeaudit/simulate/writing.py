"""Writing a simulated log, and beside it what was planted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.csv

from feeaudit.core.files import replace_file
from feeaudit.intake.log_writer import write_log

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.simulate.run import Simulation


def write_simulation(made: Simulation, output: Path, format_: str) -> list[Path]:
    """Write a log (a folder, or a workbook) and what was planted; return the files."""
    written = write_log(made.log, output, format_)
    # Several workbooks may lie in one folder.
    planted = output.with_suffix(".planted.csv") if format_ == "xlsx" else output / "planted.csv"
    replace_file(planted, lambda path: pyarrow.csv.write_csv(made.planted, path))
    return [*written, planted]
