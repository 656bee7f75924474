"""ROT-ORDER: the position was not offered round the table in the printed order.

Finding     clockwise: seat 5 was asked before seat 3, after a turn of seat 1
Finding     clockwise: seat 4 was asked, and seat 3, where somebody sat, was passed over
Finding     a new game starts at seat 1, and seat 3 was asked first while somebody sat in seat 1
Review      two directions are printed, and the offers went one of the two ways
No finding  the game may have been under way when the gaming day began (untested)
No finding  seats 2, 3 and 5 were asked after a turn of seat 1, and nobody sat in seat 4
No finding  seats 7, 8 and 1 were asked after a turn of seat 6
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import (
    bank_outcome,
    find_holders,
    rules_at,
    seats_text,
)
from feeaudit.audit.rotation.offer_order import courses, gaps_unlisted, starts_at_one
from feeaudit.audit.rotation.offers import position_offers

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools


@check(
    id="ROT-ORDER",
    title="The position was offered out of order",
    severity=Severity.VIOLATION,
    authority=Authority.GAME,
    needs=("hands.player_dealer_seat", "offers"),
    next_step="Have the dealer offer the position seat by seat in the printed direction.",
)
def out_of_order(case: Case) -> Outcome:
    """The position was not offered round the table in the printed order."""
    bank, offers = bank_history(case), position_offers(case)
    printed, wrong, fits = (np.zeros(len(bank.hand), dtype=bool) for _ in range(3))
    for course in courses(case):
        printed |= course.printed
        wrong |= course.wrong
        fits |= course.printed & ~course.wrong
    untested = _untested(case, printed)
    ground = find_holders(
        case,
        (offers.count > 0) & wrong & ~np.logical_or.reduce([*untested.values()]),
        lambda entry: _sentence(case, entry),
        lambda rules: rules.direction_lines + rules.first_lines,
        review=fits,
    )
    business = offers.count > 0 if case.has("offers") else printed
    lacking = case.lacking("seats.to") or "the log lists nobody at the table"
    untested |= {
        f"whether a seat was passed over: {lacking}": gaps_unlisted(case) & ~wrong,
        "whether a new game began here is not told": bank.goes_on & starts_at_one(case),
    }
    return bank_outcome(case, business, untested, ground)


def _untested(case: Case, printed: Bools) -> dict[str, Bools]:
    """Return where the order cannot be told."""
    bank, offers = bank_history(case), position_offers(case)
    if not case.has("offers"):
        return {case.lacking("offers"): np.ones(len(bank.hand), dtype=bool)}
    unknown = np.concatenate([[False], bank.number[:-1] < 0])[: len(bank.hand)]
    seatless = case.lacking("hands.player_dealer_seat")
    return {
        "the rules print no direction": ~printed,
        "the order of the offers or the number of a seat is not logged": offers.unclear,
        seatless or "the seat of the player-dealer before is not logged or has no number": (
            unknown & ~bank.opens
        ),
    }


def _sentence(case: Case, entry: int) -> str:
    rules, number = rules_at(case, entry), position_offers(case).number
    went = next(course for course in courses(case) if course.wrong[entry])
    place = went.back[entry]
    if went.own_first[entry]:
        told = (
            f"seat {bank_history(case).number[entry - 1]} was asked first, though its turn was over"
        )
    elif place >= 0:
        told = f"seat {number[place]} was asked after seat {number[place - 1]}"
    else:
        seats = int(went.left_out[entry])
        was = "was" if seats.bit_count() == 1 else "were"
        told = f"{seats_text(seats)}, where somebody sat, {was} passed over"
    printed = " and ".join(each.replace("_", "-") for each in rules.directions)
    return f"{told}, {_start(case, entry)}; the position is offered {printed}"


def _start(case: Case, entry: int) -> str:
    bank = bank_history(case)
    if bank.goes_on[entry]:
        return "before the first hand of these hours"
    if bank.opens[entry]:
        return "in a new game"
    return f"after a turn of seat {bank.number[entry - 1]}"
