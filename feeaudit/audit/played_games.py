"""The games that were played: what depends on the game alone is asked once a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.rules.contexts import Context

T = TypeVar("T")


def each_game(case: Case, tell: Callable[[Context], T]) -> list[T]:
    """Return for each context what depends on its game alone, asked once a game."""
    first = {id(each.game): each for each in reversed(case.contexts)}
    told = {game: tell(each) for game, each in first.items()}
    return [told[id(each.game)] for each in case.contexts]
