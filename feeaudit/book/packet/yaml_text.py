"""A drafted book as YAML, in the taste of the book that people write.

It is written by us and not by a YAML library: options read like those of the other books (a ladder
on one line, ranges as printed), which no dumper does, and what is written is read back at once.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.core.money import decimal, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feeaudit.book.packet.draft_book import DraftSchedule
    from feeaudit.book.packet.drafted import DraftCell, DraftOption

_ORDER = (
    "player",
    "player_dealer",
    "bonus",
    "pot",
    "ante",
    "button",
    "no_flop",
    "jackpot",
    "time",
    "new_player",
)
_PLAIN = re.compile(r"[A-Za-z0-9][\w ./()-]*")
_WIDEST = 110


def stretches(numbers: Iterable[int]) -> str:
    """Return numbers as the book writes lines and options: ``7``, ``7-9`` or ``[7, 12-14]``."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    texts = [str(low) if low == high else f"{low}-{high}" for low, high in runs]
    return texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"


def quoted(text: str) -> str:
    """Return a text as a YAML scalar."""
    plain = re.sub(r"\s+", " ", text).strip()
    if _PLAIN.fullmatch(plain) and not plain.endswith(" ") and not _special(plain):
        return plain
    escaped = plain.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _special(text: str) -> bool:
    return text.lower() in {"yes", "no", "true", "false", "null", "on", "off", "~"}


def options_text(names: Sequence[str], numbered: bool) -> str:
    """Return options as the book names them."""
    if numbered and all(name.isdigit() for name in names):
        return stretches(int(name) for name in names)
    listed = [quoted(name) for name in dict.fromkeys(names)]
    return listed[0] if len(listed) == 1 else f"[{', '.join(listed)}]"


def option_lines(option: DraftOption) -> Iterator[str]:
    """Yield the lines of YAML that state an option."""
    yield f"  - option: {quoted(option.name)}"
    lines = option.lines
    yield f"    lines: {_printed_order(lines)}"
    if option.limit:
        yield f"    limit: {quoted(option.limit)}"
    for key, text in option.stakes.items():
        yield f"    {key}: {quoted(text)}"
    ladders = option.ladders()
    for component in _ORDER:
        mine = [(key, cells) for key, cells in ladders.items() if key[0] == component]
        if mine:
            yield f"    {component}: {_fee(mine, lines)}"


def _printed_order(lines: Sequence[int]) -> str:
    """Return lines in printed order; where that is not the order of their numbers, one by one."""
    if list(lines) == sorted(lines):
        return stretches(lines)
    return f"[{', '.join(map(str, lines))}]"


def _fee(
    ladders: list[tuple[tuple[str, str, int | str | None], list[DraftCell]]], lines: Sequence[int]
) -> str:
    staged = [(key[2], cells) for key, cells in ladders if key[2] is not None]
    if staged:
        stages = [f"{_stage(stage)}: {_cell(cells[0], lines[0])}" for stage, cells in staged]
        return f"{{{', '.join(stages)}}}"
    (_, basis, _), cells = ladders[0]
    if basis == "flat" and len(cells) == 1:
        return _cell(cells[0], lines[0])
    return _ladder(basis, cells, lines)


def _stage(stage: int | str | None) -> str:
    """Return the key of a stage: of the hand, or of the pot."""
    if isinstance(stage, str):
        return stage
    return f"pot_{stage // 100}" if stage else "initial"


def _cell(cell: DraftCell, line: int | None) -> str:
    """Return a fee, with its line where the layout does not tell it."""
    fee = "unreadable" if cell.fee is None else decimal(cell.fee)
    sides = [f"fee: {fee}"]
    if cell.line != line:
        sides.append(f"line: {cell.line}")
    if cell.printed:
        sides.append(f"printed: {quoted(cell.printed)}")
    return fee if len(sides) == 1 else f"{{{', '.join(sides)}}}"


def _ladder(basis: str, cells: list[DraftCell], lines: Sequence[int]) -> str:
    own = tuple(cell.line for cell in cells)
    usual = tuple(lines[min(place, len(lines) - 1)] for place in range(len(cells)))
    given = "" if own == usual else f"lines: {_ladder_lines(own)}, "
    tiers = [(_bounds(cell, basis), _cell(cell, cell.line)) for cell in cells]
    by = "table_action" if basis == "flat" else basis
    if len({bounds for bounds, _ in tiers}) < len(tiers):
        listed = ", ".join(f"{{{bounds}: {fee}}}" for bounds, fee in tiers)
        return f"{{by: {by}, {given}tiers: [{listed}]}}"
    return _wrapped(f"{{by: {by}, {given}", [f"{bounds}: {fee}" for bounds, fee in tiers])


def _ladder_lines(own: Sequence[int]) -> str:
    if len(set(own)) == 1:
        return str(own[0])
    return f"[{', '.join(map(str, own))}]"


def _bounds(cell: DraftCell, basis: str) -> str:
    write = str if basis == "players" else short
    if cell.low is None and cell.high is None:
        return "0+"
    if cell.high is None:
        return f"{write(cell.low or 0)}+"
    if cell.low is None:
        return f"{write(cell.high)}-"
    if cell.low == cell.high:
        return write(cell.low)
    return f"{write(cell.low)}-{write(cell.high)}"


def _wrapped(head: str, tiers: list[str]) -> str:
    """Return a ladder on one line, or on several where it is too long for one."""
    whole = f"{head}{', '.join(tiers)}}}"
    if len(whole) <= _WIDEST:
        return whole
    rows: list[str] = [head.rstrip()]
    row = ""
    for place, tier in enumerate(tiers):
        piece = tier + ("," if place < len(tiers) - 1 else "}")
        if row and len(row) + len(piece) + 1 > _WIDEST - 8:
            rows.append(row)
            row = piece
        else:
            row = f"{row} {piece}".strip()
    return "\n      ".join([*rows, row])


def header_lines(schedule: DraftSchedule) -> Iterator[str]:
    """Yield the key that says which header prints the tiers of which options."""
    stated = []
    for table in schedule.tables:
        names = [group.option.name for group in table.groups if group.option.cells]
        across = any(column.span is not None for column in table.grid.columns)
        if names and across:
            stated.append((names, table.grid.header))
    if not stated:
        return
    yield "headers:"
    if not schedule.numbered:
        yield f"  all: {stretches(line for _, header in stated for line in header)}"
        return
    headers: dict[str, set[int]] = {}
    for names, header in stated:
        # A key of YAML is one stretch; where a number is left out there are several.
        for stretch in options_text(names, numbered=True).strip("[]").split(", "):
            headers.setdefault(stretch, set()).update(header)
    for stretch, lines in headers.items():
        yield f"  {stretch}: {stretches(lines)}"
