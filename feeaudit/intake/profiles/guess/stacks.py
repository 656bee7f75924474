"""Stacked tables on an unknown sheet: titles between the rows that state what holds below them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.profiles.patterns import part_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.files.sheets import Sheet

GAME = re.compile(
    r"baccarat|black ?jack|poker|pai gow|hold ?'?em|omaha|21|stud|casino war|tiles|pan 9|super 9"
    r"|lowball|razz|let it ride",
    re.IGNORECASE,
)
_NO_GAME = re.compile(
    r"sheet|log|report|hands?\b|count|shift|card ?room|casino(?! war)|club|collect|drop|fee|room"
    r"|tips|rotation|time|player|bank|seat|\$|:",
    re.IGNORECASE,
)
_LONGEST_GAME = 40
_TABLE = re.compile(r"((?:table|tbl)\.?\s*(?:no\.?|#|:)?\s*)(\S+)", re.IGNORECASE)
_LABELED = re.compile(r"((date|game|option|shift|session)\s*:\s*)(\S.*)", re.IGNORECASE)
_BETWEEN = re.compile(r"(\s+[-\u2013|/]+\s+|\s*[,;]\s+|\s*\|\s*)")
_FACTS: Final = {"shift": "session"}
# A row with more cells than these is data, whatever its first cell says.
_MOST_CELLS = 4


def is_title(cells: list[Cell]) -> bool:
    """Tell whether a row opens a table: ``Table 8``, ``Date: 3/6/2026``."""
    filled = [cell for cell in cells if not is_blank(cell)]
    if not 0 < len(filled) <= _MOST_CELLS or not isinstance(filled[0], str):
        return False
    first = filled[0].strip()
    if _TABLE.match(first):
        return any(fact == "table" for fact, _ in patterns_in(title_texts(cells)))
    return bool(_LABELED.fullmatch(" ".join(map(shown, filled[:2]))))


def title_texts(cells: list[Cell]) -> list[str]:
    """Return what a title says: cell by cell, and all of them as one."""
    texts = [shown(cell) for cell in cells if not is_blank(cell)]
    return list(dict.fromkeys([*texts, " ".join(texts)]))


def patterns_in(
    texts: list[str], is_date: Callable[[str], bool] = lambda _: False
) -> Iterator[tuple[str, str]]:
    """Yield the facts that titles state, each with a pattern that reads it from such a title."""
    for text in texts:
        pieces = _BETWEEN.split(" ".join(text.split()))
        for place in range(0, len(pieces), 2):
            found = ("date", "") if is_date(pieces[place]) else _fact(pieces[place])
            if found is not None:
                fact, prefix = found
                whole = [*pieces]
                for other in range(0, len(pieces), 2):
                    whole[other] = "*" if other != place else f"{prefix}{{}}"
                yield fact, "".join(whole)


def _fact(piece: str) -> tuple[str, str] | None:
    """Return which fact a piece of a title states, and what stands before it."""
    piece = piece.strip()
    if (match := _TABLE.fullmatch(piece)) is not None:
        return "table", match[1]
    if (match := _LABELED.fullmatch(piece)) is not None:
        word = match[2].casefold()
        return _FACTS.get(word, word), match[1]
    is_game = GAME.search(piece) and not _NO_GAME.search(piece) and len(piece) <= _LONGEST_GAME
    return ("game", "") if is_game else None


def stacked_facts(sheet: Sheet, rows: list[int], above: range) -> dict[str, str]:
    """Return the facts that the title of every stacked table states, with their patterns.

    ``rows`` are the titles between the tables, ``above`` the rows before the first headings.
    """
    blocks = [[row] for row in rows]
    first = [row for row in above if is_title(sheet.rows[row])]
    facts: dict[str, str] = {}
    for block in [first or list(above), *blocks]:
        texts = [text for row in block for text in title_texts(sheet.rows[row])]
        stated = dict(reversed(list(patterns_in(texts))))
        if not facts:
            facts = stated
        else:
            facts = {
                fact: pattern
                for fact, pattern in facts.items()
                if any(part_of(pattern, text) for text in texts)
            }
    return {fact: pattern for fact, pattern in facts.items() if pattern.strip("{}* ")}
