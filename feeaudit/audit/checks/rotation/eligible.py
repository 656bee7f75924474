"""ROT-ELIGIBLE: somebody held the position who was not eligible for it.

The conditions on earlier bets are on taking the position over in a game that is under way: not on
opening a game, nor on keeping the position for a second hand. The *last round* is the hand before.
*Three wagers in this round* are bets in three hands since the player last held the position; where
only the whole game at the table has three, or they are three bets in fewer hands, it is for review,
and before three hands were played the condition asks nothing.

Finding     only seated players may bank, and Ann was in no seat of the table
Finding     Ann took the position without a bet in the previous hand
Finding     a new player took it, and not all others had refused
Review      a new player took it after all others had refused, and the rules can be read both ways
Review      a patron held it, and by one reading of the rules only third parties may
Finding     Ann took the position on a spot that had no wager in the previous hand
Review      a wager stood on the spot, but it was somebody else's
No finding  the first hand of a game; the second hand of the same player-dealer
No finding  Ann bet in the hand before and took the position
No finding  the log names a seat of the table only: whoever holds the position sits there
No finding  bets without names stood there, and nothing tells where Ann sat (untested)
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.rotation.eligibility import (
    BET,
    NEW,
    PROVIDER,
    SEATED,
    SPOT,
    THREE,
    asks,
    by_last_round,
    by_role,
    by_round,
    by_seating,
    by_spot,
    unlogged,
    untold,
)
from feeaudit.audit.rotation.findings import (
    Verdict,
    bank_outcome,
    counted,
    find_holders,
    holder,
    per_entry,
)

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools


@check(
    id="ROT-ELIGIBLE",
    title="A player-dealer who was not eligible",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.GAME,
    needs=("hands.player_dealer", "seats", "wagers", "offers"),
    next_step="Have the dealer ask only players who qualify, and log where players sit and bet.",
)
def not_eligible(case: Case) -> Outcome:
    """Somebody held the position who was not eligible for it."""
    return bank_outcome(case, partial(_judged, case), lambda rules: rules.eligible)


def _judged(case: Case, reading: int) -> Verdict:
    spot, last = by_spot(case, reading), by_last_round(case, reading)

    def ground(chosen: Bools, condition: str, words: str, *, review: bool = False) -> pd.DataFrame:
        return find_holders(
            case,
            chosen,
            lambda entry: f"{holder(case, entry)}{words}",
            lambda rules: rules.eligible[condition],
            reading,
            review=review,
        )

    grounds = (
        ground(
            by_seating(case, reading).not_seated,
            SEATED,
            " held the position without a seat at the table; it rotates among seated players only",
        ),
        ground(
            by_role(case, reading)[0],
            PROVIDER,
            " held the position without playing for a third-party provider, as the rules require",
        ),
        ground(
            spot.bare,
            SPOT,
            " took the position on a spot that had no wager in the previous hand",
        ),
        ground(
            spot.of_another,
            SPOT,
            " took the position on a spot where only another player had a wager in the previous"
            " hand",
            review=True,
        ),
        ground(last.idle, BET, " took the position without a bet in the previous hand"),
        ground(
            last.too_soon,
            NEW,
            ", new to the game, took the position although not all other players had refused it",
        ),
        _too_few_bets(case, reading),
    )
    business = per_entry(case, lambda rules: bool(rules.eligible), reading)
    return Verdict(business, _untested(case, reading), grounds)


def _too_few_bets(case: Case, reading: int) -> pd.DataFrame:
    done = by_round(case, reading)
    return find_holders(
        case,
        done.few,
        lambda entry: (
            f"{holder(case, entry)} took the position after bets in "
            f"{counted(int(done.since[entry]), 'hand')} since last holding it "
            f"({counted(int(done.in_game[entry]), 'hand')} in this game); the rules require"
            " three wagers in the round"
        ),
        lambda rules: rules.eligible[THREE],
        reading,
        review=done.in_doubt,
    )


def _untested(case: Case, reading: int) -> dict[str, Bools]:
    """Return where a condition cannot be told."""
    nowhere = case.lacking("seats")
    refusals = case.lacking("offers") or "the log does not show who accepted"
    return {
        nowhere or "the log lists nobody at the table": (
            asks(case, SEATED, reading) if nowhere else by_seating(case, reading).unlisted
        ),
        case.lacking("seats.role") or "the log does not show the player-dealer's role": by_role(
            case, reading
        )[1],
        case.lacking("wagers") or "no wager of the previous hand is logged": unlogged(
            case, reading
        ),
        case.lacking("hands.player_dealer_seat")
        or "the seat of the player-dealer is not logged": by_spot(case, reading).unknown,
        "the log does not show whose bets were placed earlier": untold(case, reading),
        f"whether all others had refused: {refusals}": by_last_round(case, reading).unknown,
    }
