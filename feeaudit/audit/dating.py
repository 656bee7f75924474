"""Whether the gaming day matters to what is approved of a game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.shared import shared
from feeaudit.book.catalogue import schedules_of
from feeaudit.rules.editions import is_dated

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.rules.contexts import Context


def day_matters(case: Case, context: Context) -> bool:
    """Tell whether other schedules of a context's game are in force on other days."""
    cardroom, game = context.cardroom, context.game
    if cardroom is None or game is None:
        return False
    # Many contexts are of few games: each game is asked about once.
    known = _known(case)
    key = (id(cardroom), id(game))
    if key not in known:
        known[key] = is_dated(schedules_of(cardroom, game), case.config)
    return known[key]


@shared
def _known(_case: Case) -> dict[tuple[int, int], bool]:
    return {}
