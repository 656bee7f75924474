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

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import (
    Ground,
    findings,
    outcome,
    per_entry,
    rules_at,
    seats_text,
)
from feeaudit.audit.rotation.offer_order import (
    CLOCKWISE,
    COUNTER_CLOCKWISE,
    course,
    starts_at_one,
)
from feeaudit.audit.rotation.offers import offered
from feeaudit.audit.seating import tells_who_sat

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.offer_order import Course
    from feeaudit.core.arrays import Bools


@dataclass(frozen=True, eq=False)
class _Way:
    """A direction: where it is printed, and how the offers went against it."""

    name: str
    printed: Bools
    course: Course


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
    offers, ways = offered(case), _ways(case)
    printed, wrong, fits, gaps = (np.zeros(len(offers.count), dtype=bool) for _ in range(4))
    for way in ways:
        printed |= way.printed
        wrong |= way.printed & way.course.wrong
        fits |= way.printed & ~way.course.wrong
        gaps |= way.printed & (way.course.maybe_left_out > 0)
    untested = _untested(case, printed)
    ground = Ground(
        (offers.count > 0) & wrong & ~np.logical_or.reduce([*untested.values()]),
        lambda entry: _sentence(case, ways, entry),
        lambda rules: rules.direction_lines + rules.first_lines,
        review=fits,
    )
    business = offers.count > 0 if case.has("offers") else printed
    untested |= _unlisted(case, gaps & ~wrong) | {
        "whether a new game began here is not told": bank_history(case).goes_on
        & starts_at_one(case)
    }
    return outcome(case, findings(case, ground), business, untested)


def _ways(case: Case) -> list[_Way]:
    ways = []
    for name, direction in (("clockwise", CLOCKWISE), ("counter_clockwise", COUNTER_CLOCKWISE)):
        printed = _printed(case, name)
        if printed.any():
            ways.append(_Way(name, printed, course(case, direction, printed)))
    return ways


def _printed(case: Case, name: str) -> Bools:
    printed: Bools = per_entry(case, lambda rules: name in rules.directions)
    return printed


def _untested(case: Case, printed: Bools) -> dict[str, Bools]:
    """Return where the order cannot be told."""
    bank, offers = bank_history(case), offered(case)
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


def _unlisted(case: Case, gaps: Bools) -> dict[str, Bools]:
    """Return where the seats asked leave a gap and the log does not say whether anybody sat there.

    Where more is asked of a player-dealer than to be seated, gaps say nothing.
    """
    open_to_all = per_entry(case, lambda rules: not set(rules.eligible) - {"seated"})
    lacking = case.lacking("seats.to") or "the log lists nobody at the table"
    unlisted = gaps & open_to_all & ~tells_who_sat(case, bank_history(case).table)
    return {f"whether a seat was passed over: {lacking}": unlisted}


def _sentence(case: Case, ways: list[_Way], entry: int) -> str:
    rules, number = rules_at(case, entry), offered(case).number
    went = next(way.course for way in ways if way.printed[entry] and way.course.wrong[entry])
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
