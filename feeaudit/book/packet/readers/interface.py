"""What a reader of a layout is: which columns of a table it fits, and how it reads an option."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.packet.drafted import DraftCell
from feeaudit.book.packet.printed_figures import amount

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.grids import GridRow, PrintedCell
    from feeaudit.book.packet.option_groups import Group
    from feeaudit.book.packet.printed_figures import PrintedAmount, PrintedSpan


@dataclass(frozen=True, slots=True)
class ColumnLayout:
    """One family of layouts, the documents that taught it, and an example in our own figures."""

    name: str
    taught: tuple[str, ...]
    example: str
    fits: Callable[[FeeTable, int], bool]
    read: Callable[[FeeTable, int, Group], None]


def fee_in(group: Group, printed: PrintedCell, component: str) -> PrintedAmount | None:
    """Return the fee that a cell prints; what cannot be read is left open with the option."""
    if printed.blank:
        return None
    read = amount(printed.text)
    if read is None:
        why = f"{printed.text!r} is not a readable fee"
        group.option.leave_open(component, why, printed.line)
    return read


def add_cell(  # noqa: PLR0913 - a cell has that many sides
    table: FeeTable,
    group: Group,
    column: int,
    row: GridRow,
    fee: PrintedAmount,
    *,
    basis: str,
    span: PrintedSpan | None,
) -> DraftCell:
    """Add a fee to an option, with every doubt that its parts carry."""
    component, doubt = table.component(column)
    printed = row.cell(column)
    heading = table.grid.columns[column]
    cell = DraftCell(
        component=component,
        basis=basis,
        low=span.low if span else None,
        high=span.high if span else None,
        fee=fee.cents,
        line=printed.line,
        from_pot=heading.from_pot,
        stage=heading.stage,
        period=table.period(column, fee.aside) if component == "time" else None,
        column=column,
    )
    strange = [each.doubt for each in table.grid.columns if each.role in {"key", "basis"}]
    for why in (doubt, *strange, *fee.doubts, *(span.doubts if span else ()), *row.doubts):
        cell.doubt(why)
    group.option.cells.append(cell)
    return cell
