"""ROT-ORDER: the position was not offered round the table in the printed order.

Finding     clockwise: seat 5 was asked before seat 3, after a turn of seat 1
Finding     clockwise: seat 4 was asked, and seat 3, where a player sat, was passed over
Finding     a new game starts at seat 1, and seat 3 was asked first while somebody sat in seat 1
Finding     only who bet the hand before may bank: seat 3, who had, was passed over
Finding     the button went past a player who was in the game in both hands
Review      two directions are printed, and the offers went one of the two ways
Review      it takes three wagers in the round, and whether seat 3 had them can be read both ways
No finding  only who bet the hand before may bank: seat 3, who had not, was passed over
No finding  the position changed hands, and no offer is logged before it (untested)
No finding  the game may have been under way when the gaming day began (untested)
No finding  seats 2, 3 and 5 were asked after a turn of seat 1, and nobody sat in seat 4
No finding  seats 7, 8 and 1 were asked after a turn of seat 6
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.eligibility import on_bets
from feeaudit.audit.rotation.findings import (
    Verdict,
    bank_outcome,
    find_holders,
    per_entry,
    rules_at,
    seats_text,
)
from feeaudit.audit.rotation.offer_order import (
    button_moves,
    courses,
    gaps_unlisted,
    starts_at_one,
)
from feeaudit.audit.rotation.offers import position_offers
from feeaudit.rules.rotation import NO_RULES

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools


@check(
    id="ROT-ORDER",
    title="Position offered out of order",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.GAME,
    needs=("hands.player_dealer_seat", "offers"),
    next_step="Have the dealer offer the position seat by seat in the direction the rules state.",
)
def out_of_order(case: Case) -> Outcome:
    """The position was not offered round the table in the printed order."""
    return bank_outcome(
        case,
        partial(_judged, case),
        lambda rules: (rules.directions, rules.first_offer, rules.turn, on_bets(rules)),
    )


def _judged(case: Case, reading: int) -> Verdict:
    bank, offers = bank_history(case), position_offers(case)
    printed, wrong, fits, doubt, unlogged = (np.zeros(len(bank.hand), dtype=bool) for _ in range(5))
    for course in courses(case, reading):
        printed |= course.printed
        wrong |= course.wrong
        doubt |= course.in_doubt
        fits |= course.printed & ~course.wrong
        unlogged |= course.unlogged > 0
    about = _about(case, printed, reading)
    untested = _untested(case, printed, reading)
    testable = (offers.count > 0) & about & ~np.logical_or.reduce([*untested.values()])
    ground = find_holders(
        case,
        testable & (wrong | doubt),
        lambda entry: _sentence(case, entry, reading),
        lambda rules: rules.direction_lines + rules.first_lines,
        reading,
        review=fits,
    )
    lacking = case.lacking("seats.to") or "the log lists nobody at the table"
    bets = case.lacking("wagers") or "no wager of the previous hand is logged"
    off = wrong | doubt
    untested |= {
        f"whether a seat was passed over: {lacking}": gaps_unlisted(case, reading) & ~off,
        f"whether a player who was passed over qualified: {bets}": unlogged & ~off,
        "the log does not show whether a new game began here": bank.goes_on
        & starts_at_one(case, reading),
    }
    return Verdict(about, untested, (ground, _button_skipped(case, reading)))


def _button_skipped(case: Case, reading: int) -> pd.DataFrame:
    bank, skipped = bank_history(case), button_moves(case, reading).skipped
    return find_holders(
        case,
        skipped > 0,
        lambda entry: (
            f"the button went from seat {bank.number[entry - 1]} to seat {bank.number[entry]}, "
            f"past {seats_text(skipped[entry])}, who were in the game for both hands; the button"
            " moves clockwise"
        ),
        lambda rules: rules.direction_lines,
        reading,
    )


def _about(case: Case, printed: Bools, reading: int) -> Bools:
    """Tell of which hands the order matters: the position was offered, or changed hands."""
    bank, offers = bank_history(case), position_offers(case)
    ruled = per_entry(case, lambda rules: rules != NO_RULES and not rules.button, reading)
    moved = printed & bank.follows & (bank.turn == 1)
    asked = (offers.count > 0) | moved if case.has("offers") else printed
    about: Bools = (ruled & asked) | button_moves(case, reading).moved
    return about


def _untested(case: Case, printed: Bools, reading: int) -> dict[str, Bools]:
    """Return where the order cannot be told."""
    bank, offers = bank_history(case), position_offers(case)
    unlogged = case.lacking("wagers") or "no wager of this hand or the previous hand is logged"
    moves = button_moves(case, reading)
    reasons = {f"whether the button passed over a player: {unlogged}": moves.unlogged}
    if not case.has("offers"):
        return reasons | {case.lacking("offers"): ~moves.moved}
    unknown = np.concatenate([[False], bank.number[:-1] < 0])[: len(bank.hand)]
    seatless = case.lacking("hands.player_dealer_seat")
    told = {
        "the rules state no direction": ~printed,
        "the position changed hands without a logged offer": offers.count == 0,
        "the order of the offers or the number of a seat is not logged": offers.unclear,
        seatless or "the previous player-dealer's seat is not logged or has no number": (
            unknown & ~bank.opens
        ),
    }
    return reasons | {why: each & ~moves.moved for why, each in told.items()}


def _sentence(case: Case, entry: int, reading: int) -> str:
    rules, number = rules_at(case, entry, reading), position_offers(case).number
    each = courses(case, reading)
    wrong = [course for course in each if course.wrong[entry]]
    went = (wrong or [course for course in each if course.in_doubt[entry]])[0]
    place = went.back[entry]
    if went.own_first[entry]:
        told = (
            f"seat {bank_history(case).number[entry - 1]} was asked first, though its turn was over"
        )
    elif place >= 0:
        told = f"seat {number[place]} was asked after seat {number[place - 1]}"
    elif wrong:
        told = _passed(int(went.left_out[entry]), "where a player sat")
    else:
        told = _passed(int(went.maybe_left_out[entry]), "where a player may have qualified")
    printed = " and ".join(each.replace("_", "-") for each in rules.directions)
    return f"{told}, {_start(case, entry)}; the position is offered {printed}"


def _passed(seats: int, where: str) -> str:
    return (
        f"{seats_text(seats)}, {where}, {'was' if seats.bit_count() == 1 else 'were'} passed over"
    )


def _start(case: Case, entry: int) -> str:
    bank = bank_history(case)
    if bank.goes_on[entry]:
        return "before the first hand of this period"
    if bank.opens[entry]:
        return "in a new game"
    return f"after a turn of seat {bank.number[entry - 1]}"
