"""One fee for the whole option, printed on its first row."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.readers.interface import ColumnLayout, add_cell, fee_in

if TYPE_CHECKING:
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.option_groups import Group

EXAMPLE = """
Option\tTable Limit\tPlayer Fee\tPlayer-Dealer Fee
1\t$10 - $100\t$1.00\t$2.00
"""
SECOND_FEE = "another fee is printed below it for the same option"


def _fits(_table: FeeTable, _column: int) -> bool:
    return True


def _read(table: FeeTable, column: int, group: Group) -> None:
    component, _ = table.component(column)
    found = []
    for row in group.rows:
        fee = fee_in(group, row.cell(column), component)
        if fee is not None:
            found.append(add_cell(table, group, column, row, fee, basis="flat", span=None))
    if len(found) > 1:
        for cell in found:
            cell.doubt(SECOND_FEE)


FLAT = ColumnLayout(
    "flat",
    ("parkwest-lotus", "lucky-lady", "hawaiian-gardens", "mortimers", "lucky-chances"),
    EXAMPLE,
    _fits,
    _read,
)
