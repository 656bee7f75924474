"""Jackpot columns: a fee at once, and another when the pot reaches a size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.readers.interface import ColumnLayout, add_cell, fee_in

if TYPE_CHECKING:
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.option_groups import Group

EXAMPLE = """
Option\tBlinds\tNumber of Players\tCollection Fee\tJackpot Fee\t
\t\t\t\tInitial\t@ $20 Pot
1\t$1 - $2\t6 or more\t$3\t$1\t$1
"""


def _fits(table: FeeTable, column: int) -> bool:
    return table.grid.columns[column].from_pot is not None


def _read(table: FeeTable, column: int, group: Group) -> None:
    for row in group.rows:
        fee = fee_in(group, row.cell(column), "jackpot")
        if fee is not None:
            add_cell(table, group, column, row, fee, basis="flat", span=None)


JACKPOT = ColumnLayout("jackpot stages", ("lucky-chances",), EXAMPLE, _fits, _read)
