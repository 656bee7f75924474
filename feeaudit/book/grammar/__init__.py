"""The grammar of the book: which keys each YAML file takes, what they mean and what they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.cardroom import CARDROOM
from feeaudit.book.grammar.games import GAMES, KNOWN_GAMES, RawGame
from feeaudit.book.grammar.law import LAW
from feeaudit.book.grammar.schedule import SCHEDULE

if TYPE_CHECKING:
    from feeaudit.core.shape import Shape

FILES: dict[str, Shape[Any]] = {
    "schedule": SCHEDULE,
    "games": GAMES,
    "cardroom": CARDROOM,
    "game-list": KNOWN_GAMES,
    "law": LAW,
}

__all__ = ["CARDROOM", "FILES", "GAMES", "KNOWN_GAMES", "LAW", "SCHEDULE", "RawGame"]
