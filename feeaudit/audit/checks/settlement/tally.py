"""What each hand's settlement moved: collected from losers, paid to winners, returned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.frames import MISSING

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Tally:
    """Sums by hand, in cents, and the wagers behind them.

    ``collected`` and ``paid`` are what the player-dealer took from losing wagers and gave to
    winning ones; ``put_up`` is MISSING where the log does not say. ``wagered`` and ``blank`` tell
    which hands have wagers at all, and one without an outcome. The rest is by wager: ``against``
    tells which were placed against the player-dealer; of others nothing is lost, won or returned.
    """

    put_up: Ints
    collected: Ints
    paid: Ints
    wagered: Bools
    blank: Bools
    against: Bools
    lost: Ints
    won: Ints
    returned: Ints

    @property
    def net(self) -> Ints:
        """What the player-dealer won (or, negative, lost) over all."""
        return self.collected - self.paid


def tally_of(case: Case) -> Tally:
    """Return the tally of a case, worked out once."""
    return case.shared("settlement", _tally)


def _tally(case: Case) -> Tally:
    hands, wagers = case.hands, case.wagers
    hand = wagers["hand"].to_numpy()
    against = (hand >= 0) & ~_own(hands, wagers)
    lost, won, returned, open_ = _moved(wagers)
    # What is not placed against the player-dealer is little: nothing of it is added up.
    apart = np.flatnonzero(~against)
    lost[apart] = won[apart] = returned[apart] = 0
    hand = np.where(against, hand, 0) if len(apart) else hand
    collected = np.zeros(len(hands), dtype=np.int64)
    paid = np.zeros(len(hands), dtype=np.int64)
    np.add.at(collected, hand, lost)
    np.add.at(paid, hand, won)
    wagered = np.zeros(len(hands), dtype=bool)
    wagered[hand[against] if len(apart) else hand] = True
    blank = np.zeros(len(hands), dtype=bool)
    blank[hand[open_[against[open_]]]] = True
    put_up = (
        hands["player_dealer_wager"].to_numpy()
        if "player_dealer_wager" in hands
        else np.full(len(hands), MISSING)
    )
    return Tally(put_up, collected, paid, wagered, blank, against, lost, won, returned)


def _moved(wagers: pd.DataFrame) -> tuple[Ints, Ints, Ints, Ints]:
    """Return what each wager lost, won and got back, and the rows that have no outcome logged.

    A wager loses no more than what was left of it after the uncovered part was returned, and one
    that was wholly returned neither wins nor loses, whatever its result says.
    """
    amount = wagers["amount"].to_numpy()
    returned = _known(wagers, "returned")
    result = _known(wagers, "result")
    won = np.maximum(result, 0)
    lost = np.minimum(won - result, amount)
    back = np.flatnonzero(returned > 0)
    left = np.maximum(amount[back] - returned[back], 0)
    lost[back] = np.minimum(lost[back], left)
    won[back[left == 0]] = 0
    open_ = _blank(wagers, "result")
    return lost, won, returned, open_[returned[open_] < amount[open_]]


def _known(frame: pd.DataFrame, name: str) -> Ints:
    """Return a column of amounts, nothing where the log does not say."""
    if name not in frame:
        return np.zeros(len(frame), dtype=np.int64)
    values: Ints = frame[name].to_numpy()
    return np.where(values == MISSING, 0, values)


def _blank(frame: pd.DataFrame, name: str) -> Ints:
    if name not in frame:
        return np.arange(len(frame))
    return np.flatnonzero(frame[name].to_numpy() == MISSING)


def _own(hands: pd.DataFrame, wagers: pd.DataFrame) -> Bools:
    """Tell which wagers stand on the player-dealer's own seat."""
    if "player_dealer_seat" not in hands or not len(hands) or not len(wagers):
        return np.zeros(len(wagers), dtype=bool)
    seats = {word: place for place, word in enumerate(wagers["seat"].cat.categories)}
    dealer = hands["player_dealer_seat"].cat
    places = np.array([*(seats.get(word, -2) for word in dealer.categories), -2])
    held = places[dealer.codes.to_numpy()]
    own: Bools = held[wagers["hand"].to_numpy()] == wagers["seat"].cat.codes.to_numpy()
    return own
