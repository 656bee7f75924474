"""Which hands the checks of settlement can test, and why not the others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from feeaudit.audit.frames import MISSING

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.settlement.tally import Tally
    from feeaudit.audit.situations import Situation

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
T = TypeVar("T")
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


class Coverage:
    """The hands that are still to be tested; each reason sets some of them aside."""

    def __init__(self, hands: Bools) -> None:
        self.tested = hands.copy()
        self.untested: dict[str, Bools] = {}

    def set_aside(self, which: Bools, reason: str) -> None:
        """Leave hands out for a reason."""
        found = self.tested & which
        if found.any():
            self.untested[reason] = self.untested.get(reason, np.zeros_like(found)) | found
            self.tested &= ~found

    def set_aside_games(
        self, case: Case, unsaid: Callable[[Situation], bool], reason: Callable[[str], str]
    ) -> None:
        """Leave out the hands of games whose rules do not say what is tested."""
        told = each_game(
            case, lambda each: each.game.game if each.game is not None and unsaid(each) else ""
        )
        words = sorted(set(told) - {""})
        codes = {word: code for code, word in enumerate(words)}
        of_hand = _of_hands(case, np.array([codes.get(word, -1) for word in told], dtype=np.int64))
        for code, game in enumerate(words):
            self.set_aside(of_hand == code, reason(game))


def set_aside_unsettled(coverage: Coverage, case: Case, tally: Tally) -> None:
    """Leave out the hands whose outcome, or what was put up for them, is not logged."""
    missing = case.lacking("hands.player_dealer_wager", "wagers.result")
    if missing:
        coverage.set_aside(case.every_hand, missing)
        return
    coverage.set_aside(tally.put_up == MISSING, "hands.player_dealer_wager is blank")
    coverage.set_aside(~tally.wagered, "no wagers are logged for the hand")
    coverage.set_aside(tally.blank, "wagers.result is blank for a wager of the hand")


def names_of(case: Case, column: str, hands: Ints) -> list[str]:
    """Return the names that hands have in a column; blank where there is none."""
    if column not in case.hands:
        return [""] * len(hands)
    found = case.hands[column].iloc[hands]
    return [each if isinstance(each, str) else "" for each in found]


def each_game(case: Case, tell: Callable[[Situation], T]) -> list[T]:
    """Return for each situation what depends on its game alone, asked once a game."""
    known: dict[int, T] = {}
    told = []
    for each in case.situations:
        game = id(each.game)
        if game not in known:
            known[game] = tell(each)
        told.append(known[game])
    return told


def of_games(case: Case, test: Callable[[Situation], bool]) -> Bools:
    """Return which hands are of a game that passes a test."""
    found: Bools = _of_hands(case, np.array(each_game(case, test), dtype=bool))
    return found


def texts_of(case: Case, hands: Ints, text: Callable[[Situation], str]) -> Any:
    """Return for each of these hands a text that depends on its game alone."""
    if not len(hands):
        return np.empty(0, dtype=object)
    texts = np.array(each_game(case, text), dtype=object)
    return texts[case.hands["situation"].to_numpy()[hands]]


def _of_hands(case: Case, by_situation: Any) -> Any:
    return by_situation[case.hands["situation"].to_numpy()]
