"""Links from a finding to its row of the log.

A report does not know where the log lies, only how the user named it. The links hold where the
folder of the results lies beside the log, as in ``feeaudit audit night/ -o results/``.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from feeaudit.report.xlsx.sheet import Link, quoted_name

if TYPE_CHECKING:
    import pandas as pd

_SHEETS: Final = (".xlsx", ".xlsm", ".xlsb", ".xls", ".ods", ".csv", ".tsv")
_LONGEST_NAME: Final = 31


def log_links(findings: pd.DataFrame) -> list[Link | None]:
    """Return where the log row of each finding is, as far as a program can open it there."""
    places = zip(findings["file"], findings["sheet"], findings["row"], strict=True)
    return [link_of(str(file), str(sheet), int(row)) for file, sheet, row in places]


def link_of(file: str, sheet: str, row: int) -> Link | None:
    """Return the link to a row of a log file; none where nothing opens it."""
    target = _target(file)
    if target is None or row < 1:
        return None
    if not target.lower().endswith(_SHEETS):
        return Link(target, "")
    # A spreadsheet program shows a CSV file as a sheet of its name.
    name = sheet or PurePosixPath(file).stem[:_LONGEST_NAME]
    return Link(target, f"{quoted_name(name)}!A{row}")


@lru_cache(maxsize=1024)
def _target(file: str) -> str | None:
    path = PurePosixPath(file)
    if not file or "\\" in file or ".." in path.parts or path.is_absolute():
        return None
    if path.parts[0].lower().endswith(".zip"):
        return f"../{quote(path.parts[0])}"
    return f"../{quote(file)}" if file.lower().endswith((*_SHEETS, ".txt")) else None
