"""Whether the gaming day matters to what is approved of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.editions import is_dated
from feeaudit.book.catalogue import schedules_of

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation


def day_matters(case: Case, situation: Situation) -> bool:
    """Tell whether other schedules of a situation's game are in force on other days."""
    cardroom, game = situation.cardroom, situation.game
    if cardroom is None or game is None:
        return False
    # Many situations are of few games: each game is asked about once.
    known: dict[tuple[int, int], bool] = case.shared("options.dated", lambda _: {})
    key = (id(cardroom), id(game))
    if key not in known:
        known[key] = is_dated(schedules_of(cardroom, game), case.config)
    return known[key]
