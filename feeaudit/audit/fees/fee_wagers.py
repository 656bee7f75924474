"""The wagers that fees may be owed on, as arrays."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.fees.hands import in_hand_order, rows_of
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.groups import Groups, groups_of

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.places import Named
    from feeaudit.core.arrays import Bools, Codes, Ints


_COLUMNS: Final = ("hand", "seat", "player", "amount", "kind")


@dataclass(frozen=True)
class FeeWagers:
    """The wagers of hands above nothing, without the player-dealer's, in the order of their hands.

    ``context`` is that of each hand.
    """

    kinds: tuple[str, ...]
    hand: Ints
    seat: Codes
    player: Codes
    amount: Ints
    kind: Codes
    context: Ints

    @property
    def count(self) -> int:
        """How many hands there are."""
        return len(self.context)

    @property
    def named(self) -> Named:
        """Who wagered where."""
        return self.hand, self.seat, self.player

    @cached_property
    def cell(self) -> Ints:
        """The context of the hand and the kind of the wager as one number.

        Whether a charge counts a wager is one look into its table by it.
        """
        cell: Ints = self.context[self.hand] * max(len(self.kinds), 1) + self.kind
        return cell

    @cached_property
    def hands(self) -> Groups:
        """The wagers of each hand."""
        return groups_of(self.hand)

    def of_hands(self, wanted: Bools) -> FeeWagers:
        """Return the bets of some hands."""
        return self if wanted.all() else self._rows(np.flatnonzero(wanted[self.hand]))

    def block(self, first: int, last: int) -> FeeWagers:
        """Return the bets of the hands of some rows, which are numbered anew from 0."""
        mine = self._rows(rows_of(self.hand, first, last))
        seat, player = (each.astype(np.int64) for each in (mine.seat, mine.player))
        context = self.context[first:last]
        return replace(mine, hand=mine.hand - first, seat=seat, player=player, context=context)

    def _rows(self, rows: Ints | slice) -> FeeWagers:
        return replace(self, **{name: getattr(self, name)[rows] for name in _COLUMNS})

    def by_hand(self, amount: Ints) -> Ints:
        """Return sums by hand of some amount of each wager, zero for hands without wagers."""
        total = np.zeros(self.count, dtype=np.int64)
        total[self.hands.keys] = self.hands.sums(amount)
        return total


def fee_wagers(case: Case) -> FeeWagers:
    """Return the wagers of a case, in the order of their hands."""
    wagers = wagers_of(case)
    rows = in_hand_order(wagers.hand, wagers.placed)
    columns = {name: getattr(wagers, name) for name in _COLUMNS}
    if rows is not None:
        columns = {name: column[rows] for name, column in columns.items()}
    return FeeWagers(kinds=wagers.kinds, **columns, context=case.hands["context"].to_numpy())
