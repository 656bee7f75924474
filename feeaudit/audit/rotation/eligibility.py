"""Eligibility: who held the position though a condition on it was not met.

The conditions on earlier bets are on taking the position over in a game that is under way: not on
opening a game, nor on keeping the position for a second hand. The *last round* is the hand before.
*Three wagers in this round* are bets in three hands since the player last held the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.earlier_bets import earlier, hand_before
from feeaudit.audit.rotation.findings import per_entry
from feeaudit.audit.rotation.offers import position_offers
from feeaudit.audit.rotation.omissions import seats_not_asked
from feeaudit.audit.seating import is_seated, listed
from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.earlier_bets import HandBefore
    from feeaudit.core.arrays import Bools, Ints

SEATED: Final = "seated"
BET: Final = "bet_last_round"
NEW: Final = "new_players_last"
THREE: Final = "three_wagers_this_round"
SPOT: Final = "wager_on_spot_previous_hand"
_WAGERS: Final = 3


@dataclass(frozen=True, eq=False)
class Seating:
    """Hands that only seated players may bank: whose holder had no seat, where nobody is listed."""

    not_seated: Bools
    unlisted: Bools


@dataclass(frozen=True, eq=False)
class Spot:
    """Takers whose spot must have had a wager the hand before.

    ``bare``: it had none. ``of_another``: none of the taker's. ``unknown``: the seat is not logged.
    """

    bare: Bools
    of_another: Bools
    unknown: Bools


@dataclass(frozen=True, eq=False)
class LastRound:
    """Takers who must have bet in the hand before, and did not.

    ``new`` are new to the game, where these may take the position once all others have refused it:
    ``too_soon`` of them before that, ``in_doubt`` after it by rules that contradict themselves,
    ``unknown`` where the log does not tell whether all had.
    """

    idle: Bools
    too_soon: Bools
    in_doubt: Bools
    unknown: Bools


@dataclass(frozen=True, eq=False)
class Round:
    """Takers with bets in too few hands of the round, and in how many: since they held it, in all.

    ``in_doubt`` where only the whole game has enough, or they are bets in fewer hands; ``untold``
    where there may have been more.
    """

    few: Bools
    untold: Bools
    in_doubt: Bools
    since: Ints
    in_game: Ints


def asks(case: Case, condition: str) -> Bools:
    """Tell which hands of the history are of a game whose rules set a condition."""
    found: Bools = per_entry(case, lambda rules: condition in rules.eligible)
    return found


def _takes(case: Case, condition: str) -> Bools:
    """Tell where somebody takes the position over under a condition, in a game under way."""
    bank = bank_history(case)
    takes: Bools = asks(case, condition) & bank.follows & (bank.turn == 1)
    return takes


@shared
def by_seating(case: Case) -> Seating:
    """Return who held the position without a seat; whoever is known by the seat only has one."""
    bank, wanted = bank_history(case), asks(case, SEATED)
    there = listed(case, bank.table)
    standing = wanted & bank.known & there & ~bank.by_seat
    rows = np.flatnonzero(standing)
    standing[rows] = ~is_seated(case, bank.table[rows], bank.person[rows], bank.time[rows])
    return Seating(standing, wanted & ~there)


@shared
def by_spot(case: Case) -> Spot:
    """Return who took the position on a spot without a wager of theirs."""
    wanted, bets, seat = _takes(case, SPOT), _bets(case), bank_history(case).seat >= 0
    testable = wanted & bets.logged & seat
    return Spot(testable & ~bets.on_spot, testable & ~bets.own_on_spot, wanted & ~seat)


@shared
def by_last_round(case: Case) -> LastRound:
    """Return who took the position without a bet in the hand before."""
    bets, offers = _bets(case), position_offers(case)
    idle = _takes(case, BET) & bets.logged & ~bets.own & ~bets.untold
    done = earlier(case, idle)
    new = idle & asks(case, NEW) & (done.hands == 0) & ~done.held_before
    refused = new & (offers.others > 0) & ~offers.to_other
    refused &= seats_not_asked(case, refused) == 0
    doubt = per_entry(case, lambda rules: NEW in rules.doubts)
    logged = case.has("offers")
    return LastRound(
        idle=idle & ~new,
        too_soon=new & logged & ~refused & ~offers.taker_untold,
        in_doubt=refused & doubt,
        unknown=new & (offers.taker_untold | (not logged)),
    )


@shared
def by_round(case: Case) -> Round:
    """Return who took the position after bets in too few hands of the round."""
    unsure = _unsure(case)
    done = earlier(case, unsure)
    few = unsure & (done.hands_since < _WAGERS)
    doubt = per_entry(case, lambda rules: THREE in rules.doubts)
    doubt |= (done.hands >= _WAGERS) | (done.bets >= _WAGERS)
    return Round(few & ~done.untold, few & done.untold, doubt, done.hands_since, done.hands)


def unlogged(case: Case) -> Bools:
    """Tell where a condition on the hand before cannot be tested: none of its wagers is logged."""
    wanted = _takes(case, SPOT) | _takes(case, BET) | _after_three(case)
    return wanted & ~_bets(case).logged


def untold(case: Case) -> Bools:
    """Tell where the log does not say whether a bet before was the taker's."""
    bets = _bets(case)
    return (_takes(case, BET) & bets.untold & ~bets.own) | by_round(case).untold


@shared
def _bets(case: Case) -> HandBefore:
    """Return the bets of the hand before where they matter to who takes the position."""
    return hand_before(case, _takes(case, BET) | _takes(case, SPOT) | _takes(case, THREE))


def _after_three(case: Case) -> Bools:
    """Tell who takes the position under the third condition once so many hands were played."""
    place = np.arange(len(bank_history(case).hand))
    played = place - np.maximum.accumulate(np.where(bank_history(case).opens, place, 0))
    after: Bools = _takes(case, THREE) & (played >= _WAGERS)
    return after


def _unsure(case: Case) -> Bools:
    """Tell who may have bet too seldom; nothing need be looked up of who always bet."""
    takes = _after_three(case)
    always = _bets(case).own & takes
    for back in range(2, _WAGERS + 1):
        always &= hand_before(case, always, back).own
    return takes & _bets(case).logged & ~always
