"""Options across with tiers down: a ladder's amounts stand at the left, each option has a column.

Who pays, no heading says; the amounts do as a rule (table action is the player-dealer's), so what
is read this way is always marked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import Grid, GridRow, PrintedCell
from feeaudit.book.packet.packet_headings import PacketHeading, Words, heading
from feeaudit.book.packet.printed_figures import is_blank, tier

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.packet.packet_lines import Paper, PaperLine

TAUGHT: tuple[str, ...] = ()
EXAMPLE = """
Table Action\tOption 1\tOption 2
$10 - $100\t$1.00\t$2.00
$101 +\t$2.00\t$3.00
"""
BY_AMOUNTS = "no heading says who pays; the amounts beside the fee are those of this payer"
_OPTION = re.compile(r"(?:schedule )?option #?(\d{1,3})", re.IGNORECASE)
_PAYERS = {"table_action": "player_dealer", "wager": "player", "total_player_wager": "player"}


def turned_ladders(
    paper: Paper, words: Words, names: frozenset[str], taken: set[int]
) -> list[Grid]:
    """Return ladders whose options stand across, turned so that each option has rows of its own."""
    found: list[Grid] = []
    above: list[PaperLine] = []
    head: PaperLine | None = None
    rows: list[PaperLine] = []
    for line in [*paper.lines, None]:
        if line is not None and line.blank:
            continue
        fresh = line is not None and line.tabular and line.number not in taken
        if head is not None and fresh and line is not None and tier(line.cells[0]) is not None:
            rows.append(line)
            continue
        if head is not None and rows:
            found.append(_turned(head, rows, above, words, names))
            above = []
        head, rows = (line if fresh and _begins(line, words, names) else None), []
        if line is not None and not line.tabular:
            above.append(line)
    return found


def _begins(line: PaperLine | None, words: Words, names: frozenset[str]) -> bool:
    if line is None:
        return False
    first = heading(line.cells[0], words, names)
    options = [cell for cell in line.cells[1:] if not is_blank(cell)]
    return (
        first.role == "basis"
        and first.means in _PAYERS
        and len(options) > 1
        and all(_OPTION.fullmatch(cell) for cell in options)
    )


def _turned(
    head: PaperLine,
    rows: Sequence[PaperLine],
    above: Sequence[PaperLine],
    words: Words,
    names: frozenset[str],
) -> Grid:
    basis = heading(head.cells[0], words, names)
    columns = (
        PacketHeading("key", "option", text="Option"),
        basis,
        PacketHeading("fee", _PAYERS[basis.means], doubt=BY_AMOUNTS, text=head.text),
    )
    turned = []
    for place, name in enumerate(head.cells):
        number = _OPTION.fullmatch(name)
        for first, line in enumerate(rows) if number else ():
            fee = line.cells[place] if place < len(line.cells) else ""
            texts = (number[1] if number and not first else "", line.cells[0], fee)
            cells = tuple(PrintedCell(text, line.number) for text in texts)
            turned.append(GridRow(cells, line.number))
    return Grid(columns, (head.number,), tuple(above), turned, layout="tiers down")
