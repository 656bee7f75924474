"""An option to a table: its number and its limit are a line above, and the table has no column.

Only a line that is nothing but the name of an option counts. Tables of one schedule that follow
each other this way are one table, so that numbers and fees can be compared.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import Grid, GridRow, PrintedCell
from feeaudit.book.packet.packet_headings import PacketHeading
from feeaudit.book.packet.printed_figures import tidy

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.packet.packet_lines import PaperLine

TAUGHT: tuple[str, ...] = ()
EXAMPLE = """
Schedule Option 1: Table Limit $10 - $100
Table Action\tPlayer-Dealer Fee
$10 - $100\t$1.00
$101 +\t$2.00

Schedule Option 2: Table Limit $20 - $200
Table Action\tPlayer-Dealer Fee
$20 - $200\t$2.00
$201 +\t$3.00
"""
_NAMING = ("option", "limit", "buy_in", "blinds", "points", "posted_ante", "count")
_TITLE = re.compile(
    r"(?:collection |fee )?(?:schedule )?(?:option|schedule) (?:no\.? ?|#)?(?P<number>\d{1,3})"
    r"(?:[ :.,(-]+(?:(?:table |betting |wagering )?limits?:? ?)?"
    r"(?P<limit>\$ ?[\d,.]+ ?(?:-|to) ?\$ ?[\d,.]+)\)?)?\.?",
    re.IGNORECASE,
)


def named(grids: Sequence[Grid]) -> list[Grid]:
    """Return tables with a column for the option where a line above each names it."""
    found: list[Grid] = []
    for grid in grids:
        title = _title(grid)
        if title is None:
            found.append(grid)
            continue
        whole = _with_option(grid, *title)
        last = found[-1] if found else None
        if last is not None and last.layout == whole.layout and _follows(last, whole, grid):
            last.rows.extend(whole.rows)
        else:
            found.append(whole)
    return found


def _title(grid: Grid) -> tuple[PaperLine, re.Match[str]] | None:
    """Return the line right above a table that names one option and nothing else."""
    if any(grid.columns_that("key", means) for means in _NAMING) or not grid.above:
        return None
    match = _TITLE.fullmatch(tidy(grid.above[-1].text))
    return (grid.above[-1], match) if match else None


def _with_option(grid: Grid, line: PaperLine, title: re.Match[str]) -> Grid:
    columns = [PacketHeading("key", "option", text="Option")]
    texts = [title["number"]]
    if title["limit"]:
        columns.append(PacketHeading("key", "limit", text="Table Limit"))
        texts.append(title["limit"])
    rows = []
    for place, row in enumerate(grid.rows):
        own = [PrintedCell("" if place else text, line.number) for text in texts]
        rows.append(GridRow((*own, *row.cells), row.line, row.doubts))
    return replace(
        grid, columns=(*columns, *grid.columns), rows=rows, above=grid.above[:-1],
        layout="option titles",
    )  # fmt: skip


def _follows(last: Grid, grid: Grid, printed: Grid) -> bool:
    """Tell whether a table goes on with the one above: the same header, and nothing said since."""
    alike = [each.text for each in last.columns] == [each.text for each in grid.columns]
    return alike and len(printed.above) == 1
