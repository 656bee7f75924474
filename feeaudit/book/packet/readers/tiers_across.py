"""Tiers across: each option is a row, and each stretch of amounts has a column of fees.

The headings say neither who pays nor what is added up. Words of the lines above do as a rule (table
action is the player-dealer's), so what is read this way is always marked.
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
Option\tTable Limit\t$10 - $100\t$101 - $300\t$301 +
1\t$10 - $200\t$1.00\t$2.00\t$3.00
2\t$20 - $300\t$2.00\t$3.00\t$4.00
"""
BY_WORDS = "no heading says who pays on which amounts; the lines above the table are read for it"
_OPTION = re.compile(r"(?:(?:schedule )?option )?#?(\d{1,3})[.)]?", re.IGNORECASE)
_ACTION = re.compile(r"\b(?:table|total) action\b|\bplayer[- /]dealer\b", re.IGNORECASE)
# One column of amounts may be the table's limit.
_FEWEST = 2


def turned_tiers(paper: Paper, words: Words, names: frozenset[str], taken: set[int]) -> list[Grid]:
    """Return ladders whose tiers stand across, turned so that each tier of an option is a row."""
    found: list[Grid] = []
    above: list[PaperLine] = []
    head: tuple[PaperLine, tuple[PacketHeading, ...]] | None = None
    rows: list[PaperLine] = []
    for line in [*paper.lines, None]:
        if line is not None and line.blank:
            continue
        fresh = line is not None and line.tabular and line.number not in taken
        if head is not None and fresh and line is not None and _OPTION.fullmatch(line.cells[0]):
            rows.append(line)
            continue
        if head is not None and rows:
            found.append(_turned(*head, rows, above))
            above = []
        head, rows = (_begun(line, words, names) if fresh else None), []
        if line is not None and not line.tabular:
            above.append(line)
    return found


def _begun(
    line: PaperLine | None, words: Words, names: frozenset[str]
) -> tuple[PaperLine, tuple[PacketHeading, ...]] | None:
    """Return a header whose last columns are amounts, with what the columns before them hold."""
    if line is None:
        return None
    cells = [cell for cell in line.cells if not is_blank(cell)]
    keys = [heading(cell, words, names) for cell in cells]
    before = tuple(each for each in keys if each.role == "key")
    across = cells[len(before) :]
    fits = (
        len(cells) == len(line.cells)
        and keys[: len(before)] == [*before]
        and before[:1]
        and before[0].means == "option"
        and len(across) >= _FEWEST
        and all("$" in cell and tier(cell) is not None for cell in across)
    )
    return (line, before) if fits else None


def _turned(
    head: PaperLine,
    keys: tuple[PacketHeading, ...],
    rows: Sequence[PaperLine],
    above: Sequence[PaperLine],
) -> Grid:
    banked = any(_ACTION.search(line.text) for line in above)
    basis, payer = ("table_action", "player_dealer") if banked else ("wager", "player")
    columns = (
        *keys,
        PacketHeading("basis", basis, text=head.text),
        PacketHeading("fee", payer, doubt=BY_WORDS, text=head.text),
    )
    turned = []
    for line in rows:
        own = [*line.cells, *[""] * (len(head.cells) - len(line.cells))]
        named = tuple(PrintedCell(text, line.number) for text in own[: len(keys)])
        for bounds, fee in zip(head.cells[len(keys) :], own[len(keys) :], strict=False):
            cells = (*named, PrintedCell(bounds, head.number), PrintedCell(fee, line.number))
            if not is_blank(fee):
                turned.append(GridRow(cells, line.number))
                named = tuple(PrintedCell("", line.number) for _ in keys)
    return Grid(columns, (head.number,), tuple(above), turned, layout="tiers across")
