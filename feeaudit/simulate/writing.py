"""Writing a simulated log, and beside it what was planted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pyarrow.csv

from feeaudit.intake.write import replace_file, write_log

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.simulate.run import Simulation


def write_simulation(made: Simulation, output: Path, format_: str) -> list[Path]:
    """Write a log (a folder, or a workbook) and planted.csv; return the files."""
    written = write_log(made.log, output, format_)
    planted = (output.parent if format_ == "xlsx" else output) / "planted.csv"
    replace_file(planted, lambda path: pyarrow.csv.write_csv(made.planted, path))
    return [*written, planted]
