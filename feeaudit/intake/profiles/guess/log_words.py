"""What people write where the log has fixed words: who paid, for what, what was answered."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.profiles.headings import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.profiles.model import Pairs

_WORDS: Final = {
    "payer": {
        "player": r"players?|patrons?|customers?|plyr|guest",
        "player_dealer": r"player dealers?|p ?d|bank(?:er)?|dealer position|pd position|tpp?",
        "pot": r"pot|rake|from pot",
        "ante": r"antes?",
        "button": r"button|dealer button",
        "big_blind": r"big blind|bb",
    },
    "fee": {
        "base": r"base|main|collection|fee|regular|standard|wager|table|rake|drop|hand",
        "bonus": r"bonus(?: bet)?|side(?: bet)?|bonus fee",
        "no_flop": r"no flop",
        "jackpot": r"jackpot|jp|bbj|bad beat(?: jackpot)?",
        "time": r"time|half hour|seat rental|time fee|time collection",
        "new_player": r"new player|new",
    },
    "response": {
        "accept": r"accept(?:ed|s)?|yes|y|a|took(?: it)?|took bank|banked|takes?|ok",
        "decline": r"declined?s?|no|n|d|pass(?:ed)?|refused?|waived?|rejected?",
    },
    "kind": {
        "collection": r"collections?|rake|fees?|drop|house|table|main",
        "jackpot": r"jackpot|jp|bbj|bad beat(?: jackpot)?|promo(?:tion)?",
    },
    "role": {
        "patron": r"patron|player|customer|guest",
        "third_party": r"third party|tpp?|provider|prop(?:osition)? player|tpp employee|banker",
        "house": r"house|employee|staff|dealer",
    },
}


def _word(text: str) -> str:
    return " ".join(re.sub(r"[_\-./()]+", " ", text.casefold()).split())


def log_word(column: str, text: str) -> str:
    """Return the log's word for what is written under a column, or nothing."""
    word = _word(text)
    return next((ours for ours, form in _WORDS[column].items() if re.fullmatch(form, word)), "")


def translations(column: str, cells: Iterable[Cell]) -> Pairs:
    """Return the written words that are not the log's own, each with the log's."""
    found: dict[str, str] = {}
    for cell in cells:
        text = "" if is_blank(cell) else " ".join(shown(cell).split())
        ours = log_word(column, text) if text else ""
        if ours and re.sub(r"[\s-]+", "_", text.lower()) != ours:
            found.setdefault(plain(text), ours)
    return tuple(sorted(found.items()))
