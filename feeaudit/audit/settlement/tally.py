"""What each hand's settlement moved: collected from losers, paid to winners, returned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import wagers_of
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

# So many wagers at a time keep the arrays within the processor's caches.
_BLOCK: Final = 32_768


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums by hand, in cents.

    ``collected`` and ``paid`` are what the player-dealer took from losing wagers and gave to
    winning ones; ``put_up`` is MISSING where the log does not say. ``wagered``, ``blank`` and
    ``returned`` tell which hands have wagers at all, one without an outcome, and one of which a
    part was given back.
    """

    put_up: Ints
    collected: Ints
    paid: Ints
    wagered: Bools
    blank: Bools
    returned: Bools

    @property
    def net(self) -> Ints:
        """What the player-dealer won (or, negative, lost) over all."""
        return self.collected - self.paid


class Moved(NamedTuple):
    """What some wagers lost, won and got back, and which have no outcome logged.

    ``against`` tells which were placed against the player-dealer; of others nothing is lost, won or
    returned.
    """

    against: Bools
    lost: Ints
    won: Ints
    returned: Ints
    blank: Bools


@shared
def tally_of(case: Case) -> Tally:
    """Return the tally of a case, worked out once."""
    count, wagers = len(case.hands), _wagers(case)
    # The last place is for wagers without a hand.
    collected, paid = (np.zeros(count + 1, dtype=np.int64) for _ in range(2))
    wagered, blank, returned = (np.zeros(count + 1, dtype=bool) for _ in range(3))
    for start in range(0, len(wagers.hand), _BLOCK):
        block = slice(start, start + _BLOCK)
        each, hand = wagers.moved(block), wagers.hand[block]
        np.add.at(collected, hand, each.lost)
        np.add.at(paid, hand, each.won)
        mine = hand if each.against.all() else hand[each.against]
        wagered[mine[changes(mine)]] = True
        blank[hand[each.blank]] = True
        returned[hand[each.returned > 0]] = True
    put_up = (
        case.hands["player_dealer_wager"].to_numpy()
        if "player_dealer_wager" in case.hands
        else np.full(count, MISSING)
    )
    return Tally(
        put_up=put_up,
        collected=collected[:-1],
        paid=paid[:-1],
        wagered=wagered[:-1],
        blank=blank[:-1],
        returned=returned[:-1],
    )


def moved(case: Case, rows: Ints) -> Moved:
    """Return what some wagers of the log moved."""
    return _wagers(case).moved(rows)


@shared
def _wagers(case: Case) -> _Wagers:
    return _Wagers.of(case)


class _Wagers(NamedTuple):
    """The columns of the wagers that tell what they moved."""

    hand: Ints
    against: Bools
    amount: Ints
    result: Ints
    returned: Ints

    @classmethod
    def of(cls, case: Case) -> _Wagers:
        """Return the wagers of a case."""
        wagers = wagers_of(case)
        return cls(
            hand=wagers.hand,
            against=wagers.placed,
            amount=wagers.amount,
            result=_amounts(case.wagers, "result"),
            returned=_amounts(case.wagers, "returned"),
        )

    def moved(self, rows: Ints | slice) -> Moved:
        """Return what some of the wagers moved.

        A wager loses no more than what was left of it after the uncovered part was returned, and
        one that was wholly returned neither wins nor loses, whatever its result says.
        """
        against, amount, result = self.against[rows], self.amount[rows], self.result[rows]
        blank, result = _blanks(result)
        won = np.maximum(result, 0)
        lost = np.minimum(won - result, amount)
        _, returned = _blanks(self.returned[rows])
        back = np.flatnonzero(returned > 0)
        left = np.maximum(amount[back] - returned[back], 0)
        lost[back] = np.minimum(lost[back], left)
        won[back[left == 0]] = 0
        apart = np.flatnonzero(~against)
        lost[apart] = won[apart] = returned[apart] = 0
        return Moved(against, lost, won, returned, blank & against & (returned < amount))


def _blanks(amounts: Ints) -> tuple[Bools, Ints]:
    """Tell which amounts the log does not state, and return all of them, nothing for these."""
    blank = amounts == MISSING
    return blank, np.where(blank, 0, amounts)


def _amounts(wagers: pd.DataFrame, name: str) -> Ints:
    if name not in wagers:
        return np.full(len(wagers), MISSING, dtype=np.int64)
    amounts: Ints = wagers[name].to_numpy()
    return amounts
