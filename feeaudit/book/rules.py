"""Which general rules apply to a schedule: its own, its games' and its cardroom's."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from feeaudit.book.model import Cardroom, Game, Rule, Schedule


def rules_for(schedule: Schedule, cardroom: Cardroom, rule: str) -> list[Rule]:
    """Return every statement of a rule that binds a schedule."""
    games = [game for game in cardroom.games if game.game in schedule.games]
    own = [each for game in games for each in game.rules]
    general = [each for each in cardroom.rules if any(_concerns(each, game) for game in games)]
    return [each for each in (*schedule.rules, *own, *general) if each.rule == rule]


def _concerns(rule: Rule, game: Game) -> bool:
    return (not rule.games or game.game in rule.games) and rule.kind in {"", game.kind}
