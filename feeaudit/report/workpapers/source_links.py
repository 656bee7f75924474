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
    if not any(_target(file)[0] for file in findings["file"].unique()):
        return [None] * len(findings)
    places = (findings[name].tolist() for name in ("file", "sheet", "row"))
    return [link_of(*place) for place in zip(*places, strict=True)]


def link_of(file: str, sheet: str, row: int) -> Link | None:
    """Return the link to a row of a log file; none where nothing opens it."""
    target, name = _target(file)
    if not target or row < 1:
        return None
    return Link(target, f"{quoted_name(sheet or name)}!A{row}" if name else "")


@lru_cache(maxsize=1024)
def _target(file: str) -> tuple[str, str]:
    """Return where a log file lies, and the sheet a program shows of it; blank where there is none.

    A spreadsheet program shows a CSV file as a sheet of its name.
    """
    path = PurePosixPath(file)
    if not file or "\\" in file or ".." in path.parts or path.is_absolute():
        return "", ""
    if path.parts[0].lower().endswith(".zip"):
        return f"../{quote(path.parts[0])}", ""
    if file.lower().endswith(_SHEETS):
        return f"../{quote(file)}", path.stem[:_LONGEST_NAME]
    return (f"../{quote(file)}", "") if file.lower().endswith(".txt") else ("", "")
