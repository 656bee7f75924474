"""A lost table: its header and rows have become lines of text, one value after the other.

The words of the header, put together, must be headings without a remainder, and the values of
every option must be of the kinds that the headings ask for, in their order. What stands on one
line keeps the order of the print. Where a first row is spread over lines and has two fees, which
of them is whose is marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import Grid, GridRow, PrintedCell
from feeaudit.book.packet.packet_headings import PacketHeading, Words, heading

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.packet.packet_lines import Paper, PaperLine

TAUGHT = ("lucky-lady",)
EXAMPLE = """
Schedule
Options

Number of
Players

Player
Fee

1 5 or less $3
2 6 or more $4
"""
SPREAD = "the table is lost and its first row is spread over lines: which fee is whose?"
_LONGEST_HEADER = 14
_MOST_WORDS = 9
_LONGEST_HEADING = 6
_MONEY = r"\$ ?(?:\d[\d,]*(?:\.\d\d)?|\.\d\d)"
_VALUE = re.compile(
    rf"(?P<tier>{_MONEY} ?(?:-|to) ?(?:{_MONEY}(?: ?\+)?|no limit)|{_MONEY} ?(?:\+|or more))"
    rf"|(?P<amount>{_MONEY})"
    r"|(?P<count>\d{1,2} or (?:more|less)|\d{1,2} ?- ?\d{1,2})"
    r"|(?P<number>\d{1,3})(?![\d.,])",
    re.IGNORECASE,
)
_FEE_WORD = r"(?:fees?|collections?|rates?)"
_FEE_ORDER = re.compile(rf"(?:(?!{_FEE_WORD}\b)\S+ )*{_FEE_WORD}(?: {_FEE_WORD})*", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Value:
    kind: str
    printed: PrintedCell


def flattened_grids(
    paper: Paper, words: Words, names: frozenset[str], taken: set[int]
) -> list[Grid]:
    """Return the tables that are printed as text, in print order."""
    return list(_Finder(paper, words, names, taken).found())


class _Finder:
    """Goes through the lines of a packet that no table has."""

    def __init__(self, paper: Paper, words: Words, names: frozenset[str], taken: set[int]) -> None:
        self.lines = [line for line in paper.lines if not line.blank and line.number not in taken]
        self.words = words
        self.names = names
        self.segmented: dict[str, tuple[PacketHeading, ...]] = {}

    def found(self) -> Iterator[Grid]:
        place = end = 0
        while place < len(self.lines):
            values = _values(self.lines[place])
            header = self._header(place) if values else None
            grid = self._grid(place, header, end) if header else None
            if grid is None:
                place += 1
                continue
            yield grid
            last = max(row.cells[-1].line for row in grid.rows)
            last = max(last, *(cell.line for row in grid.rows for cell in row.cells))
            while place < len(self.lines) and self.lines[place].number <= last:
                place += 1
            end = place

    def _header(self, place: int) -> tuple[int, tuple[PacketHeading, ...]] | None:
        """Return where a header begins that ends just above a line, and its headings."""
        best = None
        text = ""
        for start in range(place - 1, max(place - 1 - _LONGEST_HEADER, -1), -1):
            line = self.lines[start]
            if line.words == 0 or line.words > _MOST_WORDS or "$" in line.text or line.tabular:
                break
            text = f"{line.text} {text}".strip()
            columns = self._segments(text)
            if len(columns) > 1 and any(each.role == "fee" for each in columns):
                best = (start, columns)
        return best

    def _segments(self, text: str) -> tuple[PacketHeading, ...]:
        """Return a text as headings that leave no word over; nothing where it cannot be."""
        if text not in self.segmented:
            self.segmented[text] = tuple(self._cut(text.split()) or ())
        return self.segmented[text]

    def _cut(self, tokens: Sequence[str]) -> list[PacketHeading] | None:
        best: list[list[PacketHeading] | None] = [None] * (len(tokens) + 1)
        best[0] = []
        for end in range(1, len(tokens) + 1):
            for start in range(max(0, end - _LONGEST_HEADING), end):
                before = best[start]
                if before is None:
                    continue
                column = self._one(" ".join(tokens[start:end]))
                candidate = [*before, column] if column else None
                shortest = best[end]
                if candidate and (shortest is None or len(candidate) < len(shortest)):
                    best[end] = candidate
        return best[-1]

    def _one(self, text: str) -> PacketHeading | None:
        column = heading(text, self.words, self.names)
        if column.role not in {"key", "basis", "fee"} or column.doubt or column.span:
            return None
        if column.role == "fee" and _FEE_ORDER.fullmatch(text) is None:
            return None
        return column

    def _grid(
        self, place: int, header: tuple[int, tuple[PacketHeading, ...]], end: int
    ) -> Grid | None:
        start, columns = header
        rows = _rows(self.lines[place:], columns)
        if not rows:
            return None
        numbers = tuple(line.number for line in self.lines[start:place])
        above = tuple(self.lines[end:start])
        return Grid(columns, numbers, above, rows, layout="flattened")


def _values(line: PaperLine) -> list[_Value]:
    """Return the values that a line consists of; nothing where it holds anything else."""
    if line.tabular:
        return []
    found = []
    at = 0
    for match in _VALUE.finditer(line.text):
        if line.text[at : match.start()].strip():
            return []
        found.append(_Value(str(match.lastgroup), PrintedCell(match[0].strip(), line.number)))
        at = match.end()
    return [] if line.text[at:].strip() else found


def _rows(lines: Sequence[PaperLine], columns: tuple[PacketHeading, ...]) -> list[GridRow]:
    stream: list[_Value] = []
    for line in lines:
        values = _values(line)
        if not values:
            break
        stream.extend(values)
    ladder = _ladder_columns(columns)
    rows: list[GridRow] = []
    while stream:
        row = _first_row(stream, columns)
        if row is None:
            break
        rows.append(row)
        stream = stream[len(columns) :]
        while (
            ladder and len(stream) > 1 and [each.kind for each in stream[:2]] == ["tier", "amount"]
        ):
            cells = [PrintedCell("", stream[0].printed.line)] * len(columns)
            cells[ladder[0]], cells[ladder[1]] = stream[0].printed, stream[1].printed
            rows.append(GridRow(tuple(cells), stream[0].printed.line))
            stream = stream[2:]
    return rows


def _first_row(stream: Sequence[_Value], columns: tuple[PacketHeading, ...]) -> GridRow | None:
    if len(stream) < len(columns):
        return None
    chosen = stream[: len(columns)]
    if not all(_fits(value, column) for value, column in zip(chosen, columns, strict=True)):
        return None
    lines = [value.printed.line for value in chosen]
    fees = [column for column in columns if column.role == "fee"]
    spread = len(set(lines)) > 1 and len(fees) > 1
    cells = tuple(value.printed for value in chosen)
    return GridRow(cells, lines[0], (SPREAD,) if spread else ())


def _fits(value: _Value, column: PacketHeading) -> bool:
    if column.role == "fee":
        return value.kind == "amount"
    if column.role == "basis":
        return value.kind == "tier"
    wanted = {"option": {"number"}, "count": {"count", "number"}, "limit": {"tier", "amount"}}
    return value.kind in wanted.get(column.means, {"amount", "tier"})


def _ladder_columns(columns: tuple[PacketHeading, ...]) -> tuple[int, int] | None:
    """Return the columns that go on from row to row: the amounts and the player-dealer's fee."""
    bases = [place for place, each in enumerate(columns) if each.role == "basis"]
    wanted = {"table_action": "player_dealer", "total": "player_dealer", "bonus_wager": "bonus"}
    if len(bases) != 1:
        return None
    payer = wanted.get(columns[bases[0]].means, "player")
    fees = [
        place for place, each in enumerate(columns) if each.role == "fee" and each.means == payer
    ]
    return (bases[0], fees[0]) if len(fees) == 1 else None
