"""The betting of one hand: who put in what under which name, and what nobody called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.intake.histories.history_hand import Contribution

if TYPE_CHECKING:
    from collections.abc import Sequence

BET = "bet"


class Betting:
    """The chips of a hand while it is played; an unknown stack (None) never runs out."""

    def __init__(self, stacks: Sequence[int | None]) -> None:
        players = len(stacks)
        self.left = list(stacks)
        self.bets = [0] * players
        self.folded = [False] * players
        self.uncalled = [0] * players
        self.uncalled_blind = False
        self.house = 0  # what the house itself added to the pot
        self._named: list[dict[str, int]] = [{} for _ in stacks]
        self._acted = False
        self._raised = False

    def post(self, player: int, kind: str, amount: int, *, live: bool = True) -> None:
        """Post a forced bet, as far as the stack goes; dead money is no part of the round's bet."""
        self.add(player, kind, self._at_most(player, amount), live=live)

    def fold(self, player: int) -> None:
        """Give up the hand."""
        self.folded[player] = True
        self._acted = True

    def call(self, player: int) -> None:
        """Match the highest bet, as far as the stack goes."""
        self.add(player, BET, self._at_most(player, max(self.bets) - self.bets[player]))
        self._acted = True

    def bet(self, player: int, amount: int) -> None:
        """Put more in of one's own will."""
        self._raised = self._raised or self.bets[player] + amount > max(self.bets)
        self.add(player, BET, amount)
        self._acted = True

    def add(self, player: int, kind: str, amount: int, *, live: bool = True) -> None:
        """Move chips from a stack into the pot."""
        if not amount:
            return
        named = self._named[player]
        named[kind] = named.get(kind, 0) + amount
        left = self.left[player]
        if left is not None:
            self.left[player] = left - amount
        if live:
            self.bets[player] += amount

    def next_round(self) -> None:
        """Close a betting round, if one was played."""
        if self._acted:
            self._give_back()
            self.bets = [0] * len(self.bets)
            self._acted = self._raised = False

    def finish(self) -> None:
        """Close the last round, unless a player still has to answer the highest bet."""
        top = max(self.bets)
        waiting = (
            not folded and bet < top and left != 0
            for folded, bet, left in zip(self.folded, self.bets, self.left, strict=True)
        )
        if not any(waiting):
            self._give_back()

    @property
    def put(self) -> tuple[int, ...]:
        """Return what each player put in."""
        return tuple(sum(named.values()) for named in self._named)

    @property
    def over(self) -> bool:
        """Tell whether all but one player have folded."""
        return self.folded.count(False) <= 1

    def wagers(self) -> tuple[Contribution, ...]:
        """Return what each player put in under each name."""
        return tuple(
            Contribution(player, kind, amount, self._returned(player, kind))
            for player, named in enumerate(self._named)
            for kind, amount in named.items()
        )

    def _returned(self, player: int, kind: str) -> int:
        return 0 if self.uncalled_blind or kind != BET else self.uncalled[player]

    def _at_most(self, player: int, amount: int) -> int:
        left = self.left[player]
        return amount if left is None else min(amount, left)

    def _give_back(self) -> None:
        top = max(self.bets)
        player = self.bets.index(top)
        surplus = top - max(bet for other, bet in enumerate(self.bets) if other != player)
        if surplus > 0:
            self.uncalled[player] += surplus
            self.uncalled_blind = not self._raised
