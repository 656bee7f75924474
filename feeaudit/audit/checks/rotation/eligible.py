"""ROT-ELIGIBLE: somebody held the position who was not eligible for it.

The conditions on earlier bets are on taking the position over in a game that is under way: not on
opening a game, nor on keeping the position for a second hand. The *last round* is the hand before.
*Three wagers in this round* are bets in three hands since the player last held the position; where
only the whole game at the table has three, or they are three bets in fewer hands, it is for review,
and before three hands were played the condition asks nothing.

Finding     only seated players may bank, and Ann was in no seat of the table
Finding     Ann took the position without a bet in the hand before
Finding     a new player took it, and not all others had refused
Review      a new player took it after all others had refused, and the rules contradict themselves
Finding     Ann took the position on a spot where no wager stood the hand before
Review      a wager stood on the spot, but it was somebody else's
No finding  the first hand of a game; the second hand of the same player-dealer
No finding  Ann bet in the hand before and took the position
No finding  the log names a seat of the table only: whoever holds the position sits there
No finding  bets without names stood there, and nothing tells where Ann sat (untested)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.earlier_bets import earlier, hand_before
from feeaudit.audit.rotation.findings import (
    Ground,
    counted,
    findings,
    holder,
    outcome,
    per_entry,
)
from feeaudit.audit.rotation.offers import offered
from feeaudit.audit.rotation.omissions import seats_not_asked
from feeaudit.audit.seating import is_seated, listed
from feeaudit.audit.shared import shared

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.earlier_bets import HandBefore
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.rotation import Lines, Rules

SEATED: Final = "seated"
BET: Final = "bet_last_round"
NEW: Final = "new_players_last"
THREE: Final = "three_wagers_this_round"
SPOT: Final = "wager_on_spot_previous_hand"
WAGERS: Final = 3
_WHOSE: Final = "the log does not tell whose bets there were before"


@check(
    id="ROT-ELIGIBLE",
    title="A player-dealer who was not eligible",
    severity=Severity.VIOLATION,
    authority=Authority.GAME,
    needs=("hands.player_dealer", "seats", "wagers", "offers"),
    next_step="Have the dealer ask only players who qualify, and log where people sit and bet.",
)
def not_eligible(case: Case) -> Outcome:
    """Somebody held the position who was not eligible for it."""
    grounds: list[Ground] = []
    untested: dict[str, Bools] = {}
    for part in (_seated, _spot, _bet, _three):
        found, reasons = part(case)
        grounds += found
        for reason, chosen in reasons.items():
            untested[reason] = untested.get(reason, False) | chosen
    business = per_entry(case, lambda rules: bool(rules.eligible))
    return outcome(case, findings(case, *grounds), business, untested)


Part = tuple[list[Ground], dict[str, "Bools"]]


def _asks(case: Case, condition: str) -> Bools:
    asks: Bools = per_entry(case, lambda rules: condition in rules.eligible)
    return asks


def _takes(case: Case) -> Bools:
    """Tell which hands of the history have a new player-dealer in a game that is under way."""
    bank = bank_history(case)
    takes: Bools = bank.follows & (bank.turn == 1)
    return takes


def _lines(condition: str) -> Callable[[Rules], Lines]:
    return lambda rules: rules.eligible[condition]


def _seated(case: Case) -> Part:
    bank, asks = bank_history(case), _asks(case, SEATED)
    if not case.has("seats"):
        return [], {case.lacking("seats"): asks}
    there = listed(case, bank.table)
    # Whoever is known by the seat only sits in it.
    standing = asks & bank.known & there & ~bank.by_seat
    asked = np.flatnonzero(standing)
    places = (bank.table[asked], bank.person[asked], bank.time[asked])
    standing[asked] = ~is_seated(case, *places)
    ground = Ground(
        standing,
        lambda entry: (
            f"{holder(case, entry)} held the position and is in no seat of the table; "
            "it goes round among seated players"
        ),
        _lines(SEATED),
    )
    return [ground], {"the log lists nobody at the table": asks & ~there}


def _spot(case: Case) -> Part:
    bank = bank_history(case)
    asks = _asks(case, SPOT) & _takes(case)
    bets = _bets(case)
    seat = bank.seat >= 0
    testable = asks & bets.logged & seat
    grounds = [
        Ground(
            testable & ~bets.on_spot,
            lambda entry: (
                f"{holder(case, entry)} took the position on a spot where no wager stood "
                "the hand before"
            ),
            _lines(SPOT),
        ),
        Ground(
            testable & ~bets.own_on_spot,
            lambda entry: (
                f"{holder(case, entry)} took the position on a spot where only somebody "
                "else's wager stood the hand before"
            ),
            _lines(SPOT),
            review=True,
        ),
    ]
    reason = (
        case.lacking("hands.player_dealer_seat") or "the seat of the player-dealer is not logged"
    )
    return grounds, {**_unlogged(case, asks & ~bets.logged), reason: asks & ~seat}


def _bet(case: Case) -> Part:
    asks = _asks(case, BET) & _takes(case)
    bets = _bets(case)
    untold = asks & bets.untold & ~bets.own
    idle = asks & bets.logged & ~bets.own & ~untold
    done = earlier(case, idle)
    new = idle & _asks(case, NEW) & (done.hands == 0) & ~done.held_before
    refused = _all_refused(case, new)
    doubt = per_entry(case, lambda rules: NEW in rules.doubts)
    logged = case.has("offers")
    taker_untold = offered(case).taker_untold
    grounds = [
        Ground(
            idle & ~new,
            lambda entry: (
                f"{holder(case, entry)} took the position without a bet in the hand before"
            ),
            _lines(BET),
        ),
        Ground(
            new & logged & ~refused & ~taker_untold,
            lambda entry: (
                f"{holder(case, entry)}, new to the game, took the position, and not all "
                "others had refused it"
            ),
            _lines(NEW),
        ),
        Ground(
            new & refused & doubt,
            lambda entry: (
                f"{holder(case, entry)}, new to the game, took the position after all others "
                "had refused; the rules allow that, and also want a bet in the last round"
            ),
            _lines(NEW),
            review=True,
        ),
    ]
    reasons = _unlogged(case, asks & ~bets.logged) | {_WHOSE: untold}
    lacking = case.lacking("offers") or "the log does not tell who accepted"
    reasons[f"whether all others had refused: {lacking}"] = new & (taker_untold | (not logged))
    return grounds, reasons


def _three(case: Case) -> Part:
    bank = bank_history(case)
    asks = _asks(case, THREE) & _takes(case)
    place = np.arange(len(asks))
    played = place - np.maximum.accumulate(np.where(bank.opens, place, 0))
    asks &= played >= WAGERS
    logged = _bets(case).logged
    unsure = asks & logged & ~_always_bet(case, asks)
    done = earlier(case, unsure)
    few = unsure & (done.hands_since < WAGERS) & ~done.untold
    doubt = per_entry(case, lambda rules: THREE in rules.doubts)
    ground = Ground(
        few,
        lambda entry: (
            f"{holder(case, entry)} took the position after bets in "
            f"{counted(int(done.hands_since[entry]), 'hand')} since last bank it "
            f"({counted(int(done.hands[entry]), 'hand')} in this game); it takes three wagers "
            "in the round"
        ),
        _lines(THREE),
        review=doubt | (done.hands >= WAGERS) | (done.bets >= WAGERS),
    )
    untold = done.untold & (done.hands_since < WAGERS)
    return [ground], _unlogged(case, asks & ~logged) | {_WHOSE: untold}


@shared
def _bets(case: Case) -> HandBefore:
    """Return the bets of the hand before where they matter to who takes the position."""
    matter = _asks(case, BET) | _asks(case, SPOT) | _asks(case, THREE)
    return hand_before(case, _takes(case) & matter)


def _always_bet(case: Case, takes: Bools) -> Bools:
    """Tell who bet in each of the last three hands: nothing more need be looked up for them."""
    always = _bets(case).own & takes
    for back in range(2, WAGERS + 1):
        always &= hand_before(case, always, back).own
    return always


def _unlogged(case: Case, chosen: Bools) -> dict[str, Bools]:
    return {case.lacking("wagers") or "no wager of the hand before is logged": chosen}


def _all_refused(case: Case, chosen: Bools) -> Bools:
    """Tell on which of these hands everybody else who is listed was asked and declined."""
    offers = offered(case)
    refused: Bools = chosen & (offers.others > 0) & ~offers.to_other
    refused &= seats_not_asked(case, refused) == 0
    return refused
