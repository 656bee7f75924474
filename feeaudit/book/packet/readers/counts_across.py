"""Player counts across: each number of players has a column of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.readers.interface import ColumnLayout, add_cell, fee_in

if TYPE_CHECKING:
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.option_groups import Group

EXAMPLE = """
Option\tTable Limit\t7 or more players\t5 - 6 players\t4 or less players
1\t$2 / $4\t$5.00\t$4.00\t$3.00
"""


def _fits(table: FeeTable, column: int) -> bool:
    return table.grid.columns[column].span is not None


def _read(table: FeeTable, column: int, group: Group) -> None:
    row = group.rows[0]
    component, _ = table.component(column)
    fee = fee_in(group, row.cell(column), component)
    if fee is not None:
        add_cell(
            table, group, column, row, fee, basis="players", span=table.grid.columns[column].span
        )
    for later in group.rows[1:]:
        if not later.cell(column).blank:
            why = f"{later.cell(column).text!r} is on a row that names no option"
            group.option.leave_open(component, why, later.line)


COUNTS_ACROSS = ColumnLayout(
    "counts across",
    ("parkwest-lotus", "hawaiian-gardens", "mortimers"),
    EXAMPLE,
    _fits,
    _read,
)
