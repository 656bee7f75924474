"""The games that were played: what depends on the game alone is asked once a game."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.audit.coverage import Cover
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context

T = TypeVar("T")


class Games(NamedTuple):
    """A context of each game that was played, and the number of each hand's game."""

    each: tuple[Context, ...]
    of_hand: Ints


@shared
def games_of(case: Case) -> Games:
    """Return the games of a case."""
    first: dict[int, Context] = {}
    for each in case.contexts:
        first.setdefault(id(each.game), each)
    numbers = {game: number for number, game in enumerate(first)}
    of_context = np.array([numbers[id(each.game)] for each in case.contexts], dtype=np.int64)
    return Games(tuple(first.values()), of_context[case.hands["context"].to_numpy()])


def each_game(case: Case, tell: Callable[[Context], T]) -> list[T]:
    """Return for each context what depends on its game alone, asked once a game."""
    told = {id(each.game): tell(each) for each in games_of(case).each}
    return [told[id(each.game)] for each in case.contexts]


def of_games(case: Case, test: Callable[[Context], bool]) -> Bools:
    """Return which hands are of a game that passes a test."""
    games, of_hand = games_of(case)
    passing: Bools = np.array([test(each) for each in games], dtype=bool)[of_hand]
    return passing


def texts_of(case: Case, hands: Ints, text: Callable[[Context], str]) -> Any:
    """Return for each of these hands a text that depends on its game alone."""
    games, of_hand = games_of(case)
    chosen = of_hand[hands]
    texts = np.empty(len(games), dtype=object)
    for game in np.unique(chosen).tolist():
        texts[game] = text(games[game])
    return texts[chosen]


def set_aside_games(
    cover: Cover, case: Case, unsaid: Callable[[Context], bool], why: Callable[[str], str]
) -> None:
    """Leave out the hands of games whose rules do not say what is tested."""
    games, of_hand = games_of(case)
    silent = [each.game.game if each.game and unsaid(each) else "" for each in games]
    for game in sorted({*silent} - {""}):
        mine = np.array([each == game for each in silent], dtype=bool)
        cover.set_aside(mine[of_hand], why(game))
