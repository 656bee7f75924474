"""Ladders: a column of amounts picks the tier, a column of fees beside it prices it.

Two ladders may stand side by side, one for players and one for the player-dealer. Which amounts
belong to which fee, the headings say; where they do not, the fee is marked.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.printed_figures import tier
from feeaudit.book.packet.prose import action_stated, bonus_by_itself, player_basis
from feeaudit.book.packet.readers.interface import ColumnLayout, add_cell, fee_in

if TYPE_CHECKING:
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.option_groups import Group

EXAMPLE = """
Option\tTable Limit\tPlayer Wager\tPlayer Fee\tTable Action\tPlayer-Dealer Fee
1\t$5 - $200\t$5 - $100\t$1.00\t$5 - $300\t$2.00
\t\t$101 - $200\t$2.00\t$301 +\t$4.00
"""
UNPLAIN = "the heading says wager, and no plain sentence beside it says whether each or added up"
NOT_ALL = "no plain sentence says that all players' wagers are added up"
WHOSE = "the tiers are under another payer's heading"
_NATURAL = {
    "player": ("total_player_wager", "wager"),
    "player_dealer": ("table_action", "total"),
    "bonus": ("bonus_wager",),
}


def basis_column(table: FeeTable, column: int) -> int | None:
    """Return the column of amounts that a fee goes by: before it, else after it, else none."""
    component, _ = table.component(column)
    columns = table.grid.columns_that("basis")
    natural = [
        place for place in columns if table.grid.columns[place].means in _NATURAL.get(component, ())
    ]
    before = [place for place in natural if place < column]
    if before:
        return before[-1]
    if natural:
        return natural[0]
    strangers = [place for place in columns if place < column]
    return strangers[-1] if strangers and _on_every_row(table, column) else None


def _on_every_row(table: FeeTable, column: int) -> bool:
    """Tell whether a fee is printed on rows that go on with an option, not on its first alone."""
    return any(not row.cell(column).blank for group in table.groups for row in group.rows[1:])


def _fits(table: FeeTable, column: int) -> bool:
    return basis_column(table, column) is not None


def _read(table: FeeTable, column: int, group: Group) -> None:
    place = basis_column(table, column)
    if place is None:
        return
    component, _ = table.component(column)
    basis, doubt = _basis(table, place, component, group)
    for row in group.rows:
        bounds, printed = row.cell(place), row.cell(column)
        fee = fee_in(group, printed, component)
        span = None if bounds.blank else tier(bounds.text)
        if fee is not None and span is not None:
            cell = add_cell(table, group, column, row, fee, basis=basis, span=span)
            cell.doubt(doubt)
            if span.doubts:
                cell.printed = bounds.text
        elif fee is not None and bounds.blank:
            group.option.leave_open(component, f"no tier beside {printed.text!r}", row.line)
        elif not bounds.blank and span is None:
            why = f"{bounds.text!r} is not a readable tier"
            group.option.leave_open(component, why, row.line)
        elif not bounds.blank and printed.blank:
            group.option.leave_open(component, f"no fee beside {bounds.text!r}", row.line)


def _basis(table: FeeTable, place: int, component: str, group: Group) -> tuple[str, str]:
    """Return what picks the tier and the doubt about it."""
    means = table.grid.columns[place].means
    statements = table.statements(group.option.name)
    if component == "bonus":
        plain = means == "bonus_wager" or bonus_by_itself(statements)
        return "bonus_wager", "" if plain else WHOSE
    if component == "player_dealer":
        if means == "table_action":
            return means, ""
        doubt = NOT_ALL if means == "total" else WHOSE
        return "table_action", "" if action_stated(statements) else doubt
    if means == "total_player_wager":
        return means, ""
    said = player_basis(statements)
    return (said, "") if said and means == "wager" else (said or "player_wager", UNPLAIN)


LADDER = ColumnLayout(
    "ladder",
    ("parkwest-lotus", "lucky-lady", "mortimers", "lucky-chances"),
    EXAMPLE,
    _fits,
    _read,
)
