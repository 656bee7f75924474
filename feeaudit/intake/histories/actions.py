"""The actions of a PHH hand, in the notation of the standard: ``d db AhKd7s``, ``p3 cbr 30``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.dialect import Refused, number
from feeaudit.core.money import short
from feeaudit.intake.histories.history_hand import UnusableHand, stake

if TYPE_CHECKING:
    from feeaudit.intake.histories.betting import Betting

_BOARD: Final = {"FT", "NT", "NS", "PO", "FO/8"}
_STUD: Final = {"F7S", "F7S/8", "FR"}
_DRAW: Final = {"N2L1D", "F2L3D", "FB"}
_THIRD_STREET: Final = 3  # cards; the fourth is the second one dealt face up


class Play:
    """Plays actions on the chips of a hand and remembers how far the hand went."""

    def __init__(self, betting: Betting, bring_in: int | None) -> None:
        self._betting = betting
        self._bring_in = bring_in
        self._players = {f"p{player + 1}": player for player in range(len(betting.left))}
        self._cards = [0] * len(betting.left)
        self._board = False
        self._drawn = False

    def act(self, action: Any) -> None:
        """Play one action; a commentary alone is none."""
        if not isinstance(action, str):
            raise _bad(action)
        match action.split("#", 1)[0].split():
            case []:
                pass
            case ["d", *words]:
                self._betting.next_round()
                self._deal(words, action)
            case [who, "sm", *_]:
                self._dealt(who, action)
            case [who, *words]:
                player = self._dealt(who, action)
                if self._betting.folded[player]:
                    expected = "an action of a player who is still in the hand"
                    raise UnusableHand("actions", "acts after folding", action, expected)
                self._play(player, words, action)

    def _deal(self, words: list[str], action: str) -> None:
        match words:
            case ["db", _]:
                self._board = True
            case ["dh", who, cards]:
                self._cards[self._dealt(who, action)] += len(cards) // 2
            case _:
                raise _bad(action)

    def _play(self, player: int, words: list[str], action: str) -> None:
        match words:
            case ["f"]:
                self._betting.fold(player)
            case ["cc"]:
                self._betting.call(player)
            case ["cbr", amount]:
                self._raise(player, amount, action)
            case ["pb"] if self._bring_in is not None:
                self._betting.post(player, "forced_bet", self._bring_in)
            case ["sd"] | ["sd", _]:
                self._betting.next_round()
                self._drawn = True
            case _:
                raise _bad(action)

    def opening_round(self, variant: str) -> bool | None:
        """Tell whether the opening round was reached; None where the history does not tell.

        It is the flop, in stud the second card dealt face up, in draw the first draw.
        """
        if variant in _STUD:
            reached = max(self._cards) > _THIRD_STREET
        elif variant in _DRAW:
            reached = self._drawn
        elif self._board or variant in _BOARD:
            reached = self._board
        else:
            return None
        return reached if reached or self._betting.over else None

    def _dealt(self, who: str, action: str) -> int:
        player = self._players.get(who)
        if player is None:
            raise _bad(action)
        return player

    def _raise(self, player: int, word: str, action: str) -> None:
        try:
            to = stake(number(word), "actions")
        except Refused:
            raise _bad(action) from None
        highest = max(self._betting.bets)
        if to <= highest:
            expected = f"more than the highest bet, {short(highest)}"
            raise UnusableHand("actions", "not a raise", action, expected)
        more = to - self._betting.bets[player]
        left = self._betting.left[player]
        if left is not None and more > left:
            expected = f"at most the {short(left)} left of the stack"
            raise UnusableHand("actions", "more than the stack", action, expected)
        self._betting.bet(player, more)


def _bad(action: Any) -> UnusableHand:
    return UnusableHand(
        "actions", "not an action", action, "an action such as 'p1 cbr 30' or 'p2 f'"
    )
