"""Eligibility: who may hold the position, and who held it though a condition was not met.

The conditions on earlier bets are on taking the position over in a game that is under way: not on
opening a game, nor on keeping the position for a second hand. The *last round* is the hand before.
*Three wagers in this round* are bets in three hands since the player last held the position.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.earlier_bets import (
    Candidates,
    earlier,
    hand_before,
    seat_places,
    takers,
)
from feeaudit.audit.rotation.findings import per_entry
from feeaudit.audit.rotation.offers import position_offers
from feeaudit.audit.rotation.omissions import asked_people, seats_not_asked
from feeaudit.audit.seating import THIRD_PARTY, UNKNOWN, is_seated, listed
from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.earlier_bets import HandBefore
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.rotation import Rules

SEATED: Final = "seated"
BET: Final = "bet_last_round"
NEW: Final = "new_players_last"
NEW_BET: Final = "new_players_bet_too"
THREE: Final = "three_wagers_this_round"
SPOT: Final = "wager_on_spot_previous_hand"
PROVIDER: Final = "third_party"
_ON_BETS: Final = (BET, THREE, SPOT)
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
    ``too_soon`` of them before that, ``unknown`` where the log does not tell whether all had.
    """

    idle: Bools
    too_soon: Bools
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


@dataclass(frozen=True, slots=True, eq=False)
class Qualified:
    """Which candidates surely may take the position, and which may or may not.

    ``unlogged`` of the latter are so because no wager of the previous hand is logged.
    """

    surely: Bools
    maybe: Bools
    unlogged: Bools


def on_bets(rules: Rules) -> tuple[str, ...]:
    """Return the conditions of rules on what somebody had bet before."""
    return tuple(each for each in _ON_BETS if each in rules.eligible)


@shared
def asks(case: Case, condition: str, reading: int) -> Bools:
    """Tell which hands of the history are of a game whose rules set a condition."""
    found: Bools = per_entry(case, lambda rules: condition in rules.eligible, reading)
    return found


@shared
def _takes(case: Case, condition: str, reading: int) -> Bools:
    """Tell where somebody takes the position over under a condition, in a game under way."""
    bank = bank_history(case)
    takes: Bools = asks(case, condition, reading) & bank.follows & (bank.turn == 1)
    return takes


def qualified(case: Case, who: Candidates, reading: int) -> Qualified:
    """Tell which of those who sit there may take the position, by what they bet before."""
    bank, count = bank_history(case), len(who.entry)
    wanted = {name: asks(case, name, reading)[who.entry] for name in _ON_BETS}
    on_bets = (wanted[BET] | wanted[THREE] | wanted[SPOT]) & ~bank.opens[who.entry]
    surely, maybe, unlogged = ~on_bets, np.zeros(count, dtype=bool), np.zeros(count, dtype=bool)
    rows = np.flatnonzero(on_bets)
    mine = Candidates(who.entry[rows], who.person[rows], who.seat[rows])
    bets = hand_before(case, mine)
    good = np.ones(len(rows), dtype=bool)
    doubt, out = ~good, ~good
    if wanted[BET][rows].any():
        out |= wanted[BET][rows] & ~bets.own
    if wanted[SPOT][rows].any():
        doubt |= wanted[SPOT][rows] & ~bets.own_on_spot
        out |= wanted[SPOT][rows] & ~bets.on_spot
    if wanted[THREE][rows].any():
        done = earlier(case, mine)
        few = wanted[THREE][rows] & (done.hands_since < _WAGERS)
        few &= _played(case)[mine.entry] >= _WAGERS
        doubt |= few
        out |= few & (done.hands < _WAGERS) & (done.bets < _WAGERS) & ~done.untold
    surely[rows] = bets.logged & ~doubt & ~out
    maybe[rows] = ~bets.logged | (doubt & ~out)
    unlogged[rows] = ~bets.logged
    return Qualified(surely, maybe, unlogged)


@shared
def by_seating(case: Case, reading: int) -> Seating:
    """Return who held the position without a seat; whoever is known by the seat only has one."""
    bank, wanted = bank_history(case), asks(case, SEATED, reading)
    there = listed(case, bank.hand)
    standing = wanted & bank.known & there & ~bank.by_seat
    rows = np.flatnonzero(standing)
    standing[rows] = ~is_seated(case, bank.table[rows], bank.person[rows], bank.time[rows])
    return Seating(standing, wanted & ~there)


def by_role(case: Case, reading: int) -> tuple[Bools, Bools]:
    """Tell who held the position that only third parties may, being none; and who may be one."""
    wanted, role = asks(case, PROVIDER, reading), bank_history(case).role
    return wanted & (role != THIRD_PARTY) & (role != UNKNOWN), wanted & (role == UNKNOWN)


@shared
def by_spot(case: Case, reading: int) -> Spot:
    """Return who took the position on a spot without a wager of theirs."""
    wanted, bets = _takes(case, SPOT, reading), _bets(case, reading)
    seat = bank_history(case).seat >= 0
    testable = wanted & bets.logged & seat
    return Spot(testable & ~bets.on_spot, testable & ~bets.own_on_spot, wanted & ~seat)


@shared
def by_last_round(case: Case, reading: int) -> LastRound:
    """Return who took the position without a bet in the previous hand."""
    bets, offers = _bets(case, reading), position_offers(case)
    idle = _takes(case, BET, reading) & bets.logged & ~bets.own & ~bets.untold
    new = idle & asks(case, NEW, reading) & ~asks(case, NEW_BET, reading)
    done = earlier(case, takers(case, new))
    new[new] = (done.hands == 0) & ~done.held_before
    refused = new & (offers.others > 0) & ~offers.to_other
    refused &= seats_not_asked(case, refused, turn_over(case, reading)) == 0
    logged = case.has("offers")
    return LastRound(
        idle=idle & ~new,
        too_soon=new & logged & ~refused & ~offers.taker_untold,
        unknown=new & (offers.taker_untold | (not logged)),
    )


@shared
def turn_over(case: Case, reading: int) -> Bools:
    """Tell whether the turn of the player-dealer before was over."""
    turn = per_entry(case, lambda rules: rules.turn, reading)
    before = bank_history(case).turn_before
    over: Bools = (turn > 0) & (before > 0) & (before % np.maximum(turn, 1) == 0)
    return over


def new_players(case: Case, rows: Ints, reading: int) -> Ints:
    """Return which of some offers went to new players, who are asked when all others have refused.

    Where the log does not name who was asked, the seat had no bet in the previous hand.
    """
    bank, offers = bank_history(case), position_offers(case)
    entry = offers.entry[rows]
    rows = rows[asks(case, NEW, reading)[entry] & ~bank.opens[entry] & (offers.seat[rows] >= 0)]
    if not len(rows):
        return rows
    person, seat = asked_people(case, rows), seat_places(case)[0][offers.seat[rows]]
    who = Candidates(offers.entry[rows], person, seat)
    done, bets = earlier(case, who), hand_before(case, who)
    new = np.where(person < 0, ~bets.on_spot, (done.hands == 0) & ~done.held_before)
    found: Ints = rows[new & bets.logged]
    return found


@shared
def by_round(case: Case, reading: int) -> Round:
    """Return who took the position after bets in too few hands of the round."""
    unsure = _unsure(case, reading)
    done = earlier(case, takers(case, unsure))
    few, untold, in_doubt = (np.zeros(len(unsure), dtype=bool) for _ in range(3))
    since, in_game = (np.zeros(len(unsure), dtype=np.int64) for _ in range(2))
    short = done.hands_since < _WAGERS
    few[unsure], untold[unsure] = short & ~done.untold, short & done.untold
    in_doubt[unsure] = (done.hands >= _WAGERS) | (done.bets >= _WAGERS)
    since[unsure], in_game[unsure] = done.hands_since, done.hands
    return Round(few, untold, in_doubt, since, in_game)


def unlogged(case: Case, reading: int) -> Bools:
    """Tell where a condition on the hand before cannot be tested: none of its wagers is logged."""
    wanted = _takes(case, SPOT, reading) | _takes(case, BET, reading) | _after_three(case, reading)
    return wanted & ~_bets(case, reading).logged


def untold(case: Case, reading: int) -> Bools:
    """Tell where the log does not say whether a bet before was the taker's."""
    bets = _bets(case, reading)
    return (_takes(case, BET, reading) & bets.untold & ~bets.own) | by_round(case, reading).untold


@shared
def _bets(case: Case, reading: int) -> HandBefore:
    """Return the bets of the hand before where they matter to who takes the position."""
    takes = _takes(case, BET, reading) | _takes(case, SPOT, reading) | _takes(case, THREE, reading)
    return _at_entries(hand_before(case, takers(case, takes)), takes)


def _at_entries(bets: HandBefore, chosen: Bools) -> HandBefore:
    """Return what is told of chosen hands of the history for all of them."""

    def spread(facts: Bools) -> Bools:
        found = np.zeros(len(chosen), dtype=bool)
        found[chosen] = facts
        return found

    return type(bets)(
        logged=spread(bets.logged),
        own=spread(bets.own),
        on_spot=spread(bets.on_spot),
        own_on_spot=spread(bets.own_on_spot),
        untold=spread(bets.untold),
    )


@shared
def _played(case: Case) -> Ints:
    """Return how many hands of its game were played before each hand of the history."""
    place = np.arange(len(bank_history(case).hand))
    played: Ints = place - np.maximum.accumulate(np.where(bank_history(case).opens, place, 0))
    return played


def _after_three(case: Case, reading: int) -> Bools:
    """Tell who takes the position under the third condition once so many hands were played."""
    after: Bools = _takes(case, THREE, reading) & (_played(case) >= _WAGERS)
    return after


def _unsure(case: Case, reading: int) -> Bools:
    """Tell who may have bet too seldom; nothing need be looked up of who always bet."""
    takes = _after_three(case, reading)
    always = _bets(case, reading).own & takes
    for back in range(2, _WAGERS + 1):
        always[always] = hand_before(case, takers(case, always), back).own
    return takes & _bets(case, reading).logged & ~always
