"""A fee stated in a sentence: so much per hand, for all limits or all games.

A sentence is no table: what it says is read and always marked.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.book.packet.drafted import DraftCell, DraftOption
from feeaudit.book.packet.fee_tables import FeeTable, TableSetting
from feeaudit.book.packet.grids import Grid, GridRow
from feeaudit.book.packet.option_groups import Group
from feeaudit.book.packet.printed_figures import amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.packet.packet_lines import Paper, PaperLine

TAUGHT = ("hawaiian-gardens",)
EXAMPLE = "The Designated Table Fee will be $1.00 per hand for all limits."
STATED = "the fee is stated in a sentence"
_MONEY = r"(\$ ?\d[\d,]*(?:\.\d\d)?|\$ ?\.\d\d)"
_FORMS = (
    (
        "no_flop",
        re.compile(
            rf"\b(?:designated|modified|no[- ]flop) (?:table )?fees?\b[^.$]{{0,60}}?{_MONEY}",
            re.IGNORECASE,
        ),
    ),
    (
        "pot",
        re.compile(
            rf"{_MONEY} (?:collection |fee |drop )?(?:per hand|each hand|every hand)[^.$]{{0,60}}"
            r"from the pot\b",
            re.IGNORECASE,
        ),
    ),
    (
        "pot",
        re.compile(
            rf"\b(?:collection|fee|drop) of {_MONEY}[^.$]{{0,80}}\bfrom the pot\b", re.IGNORECASE
        ),
    ),
    (
        "button",
        re.compile(
            rf"\b(?:button|dealer button) (?:pays|shall pay|will pay) {_MONEY}", re.IGNORECASE
        ),
    ),
    (
        "player_dealer",
        re.compile(
            r"\bplayer[-/ ]dealer (?:pays|shall pay|will pay|is charged) (?:a )?"
            rf"(?:fee of |collection of )?{_MONEY}",
            re.IGNORECASE,
        ),
    ),
)
_SCOPES = (
    (re.compile(r"\ball games\b", re.IGNORECASE), "all games"),
    (re.compile(r"\ball limits\b|\bregardless of the limit\b", re.IGNORECASE), "all limits"),
)


def stated_fees(paper: Paper, taken: set[int]) -> Iterator[FeeTable]:
    """Yield the fees that sentences state, each as a table of one option."""
    for line in paper.lines:
        if line.tabular or line.number in taken or "$" not in line.text:
            continue
        found = _fee(line)
        if found is not None:
            grid = Grid((), (line.number,), (), [GridRow((), line.number)], layout="stated")
            yield FeeTable(grid, (Group(found, tuple(grid.rows)),), TableSetting())


def _fee(line: PaperLine) -> DraftOption | None:
    for component, form in _FORMS:
        match = form.search(line.text)
        read = amount(match[1]) if match else None
        if match and read:
            scope = next((name for each, name in _SCOPES if each.search(line.text)), "")
            option = DraftOption(scope or f"line {line.number}", (line.number,))
            cell = DraftCell(component, "flat", None, None, read.cents, line.number)
            for why in (STATED, *read.doubts):
                cell.doubt(why)
            option.cells.append(cell)
            return option
    return None
