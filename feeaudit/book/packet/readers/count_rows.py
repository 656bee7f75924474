"""A row for each number of players, under one option or an option each."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.printed_figures import players
from feeaudit.book.packet.readers.interface import ColumnLayout, add_cell, fee_in

if TYPE_CHECKING:
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.option_groups import Group

EXAMPLE = """
Option\tBlinds\tNumber of Players\tCollection Fee
1\t$1 - $2\t7 or more\t$4
\t\t6\t$3
\t\t5 or less\t$2
"""
_ONE_FOR_ALL = {"no_flop", "jackpot", "new_player"}


def _fits(table: FeeTable, column: int) -> bool:
    counted = bool(table.grid.columns_that("key", "count"))
    return counted and table.component(column)[0] not in _ONE_FOR_ALL


def _read(table: FeeTable, column: int, group: Group) -> None:
    count = table.grid.columns_that("key", "count")[0]
    component, _ = table.component(column)
    for row in group.rows:
        printed = row.cell(count)
        fee = fee_in(group, row.cell(column), component)
        span = players(printed.text) if not printed.blank else None
        if fee is not None and span is not None:
            cell = add_cell(table, group, column, row, fee, basis="players", span=span)
            if span.doubts:
                cell.printed = printed.text
        elif fee is not None:
            why = f"no number of players can be read beside {row.cell(column).text!r}"
            group.option.leave_open(component, why, row.line)
        elif span is not None and row.cell(column).blank:
            group.option.leave_open(component, f"no fee beside {printed.text!r}", row.line)


COUNT_ROWS = ColumnLayout(
    "a row for each count", ("lucky-lady", "mortimers", "lucky-chances"), EXAMPLE, _fits, _read
)
