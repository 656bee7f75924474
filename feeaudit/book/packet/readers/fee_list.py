"""A list of fees in prose: each item is an option with its limit and what each payer pays.

A sentence is no table: what is read this way is always marked, and an item that prints any amount
beside its limit and its fees is not read at all.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import Grid, GridRow, PrintedCell
from feeaudit.book.packet.packet_headings import PacketHeading
from feeaudit.book.packet.readers.hand_prose import STATED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.packet.packet_lines import Paper, PaperLine

TAUGHT: tuple[str, ...] = ()
EXAMPLE = """
1. For a table limit of $10 to $100, the player fee is $1.00 and the player-dealer fee is $2.00.
2. For a table limit of $20 to $200, the player fee is $2.00 and the player-dealer fee is $3.00.
"""
_MONEY = r"\$ ?(?:\d+(?:,\d{3})*(?:\.\d\d)?|\.\d\d)"
_ITEM = re.compile(
    r"(?:(?:schedule )?option )?#?(?P<number>\d{1,3})\s?[.):-]\s+(?P<text>.+)", re.IGNORECASE
)
_LIMIT = re.compile(rf"{_MONEY} ?(?:-|to|through) ?{_MONEY}")
_PAYER = r"(player[-/ ]dealer|player|bonus bet|jackpot)"
_FEE = r"(?:collection |flat )*(?:fee|rate|charge|collection)s?"
_NAMED = re.compile(
    rf"\b{_PAYER}(?:'s)? {_FEE}(?: is| of| shall be| will be|:| =)? ?({_MONEY})", re.IGNORECASE
)
_PAID = re.compile(rf"\b{_PAYER}s? (?:pays?|shall pay|will pay) ({_MONEY})", re.IGNORECASE)


def listed_grids(paper: Paper, taken: set[int]) -> list[Grid]:
    """Return the lists of fees that sentences make, each as a table."""
    found: list[Grid] = []
    above: list[PaperLine] = []
    items: list[tuple[PaperLine, dict[str, str]]] = []
    for line in [*paper.lines, None]:
        read = _item(line) if line is not None and line.number not in taken else None
        if line is not None and read is not None:
            items.append((line, read))
        elif line is None or not line.blank:
            if items:
                found.append(_table(items, above))
                above = []
            items = []
            if line is not None:
                above.append(line)
    return found


def _item(line: PaperLine) -> dict[str, str] | None:
    """Return what an item states: its number, its limit and the fee of each payer."""
    match = None if line.tabular else _ITEM.fullmatch(line.text)
    if match is None:
        return None
    text = match["text"]
    limits = _LIMIT.findall(text)
    rest = _LIMIT.sub(" ", text)
    fees = [
        (payer.lower().replace("/", "_").replace("-", "_").replace(" ", "_"), fee)
        for payer, fee in (*_NAMED.findall(rest), *_PAID.findall(rest))
    ]
    whole = len(fees) == rest.count("$") and len(dict(fees)) == len(fees)
    if not fees or not whole or len(limits) != 1:
        return None
    return {"option": match["number"], "limit": limits[0], **dict(fees)}


def _table(items: Sequence[tuple[PaperLine, dict[str, str]]], above: Sequence[PaperLine]) -> Grid:
    names = list(dict.fromkeys(name for _, read in items for name in read))
    columns = tuple(
        PacketHeading("key" if name in {"option", "limit"} else "fee", _means(name), text=name)
        for name in names
    )
    rows = [
        GridRow(
            tuple(PrintedCell(read.get(name, ""), line.number) for name in names),
            line.number,
            (STATED,),
        )
        for line, read in items
    ]
    return Grid(columns, (items[0][0].number,), tuple(above), rows, layout="fee list")


def _means(name: str) -> str:
    return "bonus" if name == "bonus_bet" else name
