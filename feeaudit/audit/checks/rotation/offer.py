"""ROT-OFFER: the position was not offered on when it had to be, or not to all who had to be asked.

An offer after every two hands is due before a holder's 3rd, 5th, 7th hand in a row, whether the
same person goes on or another takes the position. A player-dealer who goes on because nobody else
wants to is no finding here, once the position was offered.

Finding     to be offered after two hands: Ann has held two, and no offer is logged before the next
Finding     to be offered to all seated: Ann goes on, and seat 4 was never asked
Review      Ann has held two, Bob takes the position, and the log has no offer before it
Review      to be offered on: Ann goes on, and of all who sat round the table only seat 2 was asked
Review      a seat passed, and somebody who bet on it the hand before was not asked as the rules say
Review      somebody accepted before the hand, and somebody else held the position
Review      11 CCR 2076 applied on request: no offer is logged before a hand
No finding  Ann holds a 3rd hand in a row after the others declined
No finding  Bob holds the hand after Ann's first, and no offer is logged
No finding  somebody with two seats was asked in one of them
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.identity import people, seat_bits
from feeaudit.audit.law import as_if, law_text
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.claimants import claimants
from feeaudit.audit.rotation.eligibility import on_bets
from feeaudit.audit.rotation.findings import (
    Verdict,
    bank_outcome,
    counted,
    find_holders,
    holder,
    per_entry,
    rules_at,
    seats_text,
)
from feeaudit.audit.rotation.offer_order import offers_due
from feeaudit.audit.rotation.offers import around, position_offers
from feeaudit.audit.rotation.omissions import passed_over_backline
from feeaudit.audit.seating import tells_who_sat
from feeaudit.rules.configuration.model import date_of
from feeaudit.rules.rotation import NO_RULES

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.claimants import Claimants
    from feeaudit.core.arrays import Bools

RULE: Final = "11-ccr-2076"


@check(
    id="ROT-OFFER",
    title="Position not offered to the next player",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.GAME,
    needs=("hands.player_dealer", "offers"),
    next_step="Have the dealer offer the position as the rules require, and log every offer.",
)
def not_offered(case: Case) -> Outcome:
    """The position was not offered when it had to be, or not to all who had to be asked."""
    return bank_outcome(
        case,
        partial(_judged, case),
        lambda rules: (rules.offer.hands, rules.offered, rules.offered_to, on_bets(rules)),
    )


def _judged(case: Case, reading: int) -> Verdict:
    bank, offers = bank_history(case), position_offers(case)
    duty = per_entry(case, lambda rules: rules.offered, reading)
    due = offers_due(case, reading)
    goes_on = bank.turn > 1
    asked = np.where(goes_on, offers.others, offers.count) > 0
    went_on = due & asked & goes_on
    to_all = per_entry(case, lambda rules: rules.offered_to == "all_seated", reading) & went_on
    nobody = ~offers.to_other & ~offers.unclear
    left_out = _not_asked(case, went_on & nobody, reading)
    by_law = as_if(case, RULE) & per_entry(
        case, lambda rules: rules != NO_RULES and not rules.button, reading
    )
    return Verdict(
        duty | by_law,
        _untested(case, to_all, left_out, reading),
        (
            _never_offered(case, due & ~asked, reading),
            _left_out(case, left_out, to_all, reading),
            _backline_left_out(case, due & asked, reading),
            _another_accepted(case, duty, reading),
            _not_before_every_hand(case, by_law),
        ),
    )


def _never_offered(case: Case, chosen: Bools, reading: int) -> pd.DataFrame:
    """Return where an offer was due and none is logged.

    That another took the position shows that it was passed on: then a row may be missing.
    """
    passed_on = bank_history(case).turn == 1

    def tell(entry: int) -> str:
        hands = counted(int(bank_history(case).turn_before[entry]), "hand")
        due = f"it must be offered after {rules_at(case, entry, reading).offer.hands}"
        told = f"{holder(case, entry - 1)} had held the position for {hands}; {due}"
        if passed_on[entry]:
            return f"{told}; {holder(case, entry)} took it, and the log has no offer before it"
        return f"{told}, and the same player-dealer continued without a logged offer"

    return find_holders(
        case,
        chosen & case.has("offers"),
        tell,
        lambda rules: rules.offer.lines,
        reading,
        review=passed_on,
    )


def _not_asked(case: Case, chosen: Bools, reading: int) -> Claimants:
    """Return who could have taken the position where somebody went on, and was not asked."""
    bank = bank_history(case)
    left = around(case).players & ~position_offers(case).asked & ~seat_bits(bank.number)
    left[~chosen] = 0
    return claimants(case, left, lambda entry: bank.person[entry], reading)


def _left_out(case: Case, who: Claimants, to_all: Bools, reading: int) -> pd.DataFrame:
    """Return where somebody went on though a taken seat other than their own was not asked.

    Where the rules do not name all seated players, how far an offer goes on is not settled.
    """
    left_out = who.surely | who.maybe

    def tell(entry: int) -> str:
        rule = "all seated players must be"
        if not to_all[entry]:
            rule = "the rules require the position to be offered around the table"
        return (
            f"{holder(case, entry)} kept the position, and {seats_text(left_out[entry])} had "
            f"not been asked; {rule}"
        )

    return find_holders(
        case,
        left_out > 0,
        tell,
        lambda rules: rules.offer_lines,
        reading,
        review=~to_all | (who.surely == 0),
    )


def _backline_left_out(case: Case, chosen: Bools, reading: int) -> pd.DataFrame:
    asks = per_entry(case, lambda rules: rules.offered_to == "seat_then_backline", reading)
    left_out = passed_over_backline(case, chosen & asks)
    return find_holders(
        case,
        left_out >= 0,
        lambda entry: (
            f"{people(case).word(left_out[entry])} had bet on a seat that passed and was not asked "
            "next"
        ),
        lambda rules: rules.offer_lines,
        reading,
        review=True,
    )


def _another_accepted(case: Case, duty: Bools, reading: int) -> pd.DataFrame:
    offers = position_offers(case)
    return find_holders(
        case,
        duty
        & bank_history(case).known
        & offers.to_other
        & ~offers.to_holder
        & ~offers.taker_untold,
        lambda entry: f"another player had accepted the position that {holder(case, entry)} held",
        lambda rules: rules.offer_lines,
        reading,
        review=True,
    )


def _not_before_every_hand(case: Case, by_law: Bools) -> pd.DataFrame:
    """Return where the rule that is applied on request wants an offer and none is logged."""
    days = case.hands["day"].to_numpy()

    def tell(entry: int) -> str:
        law = law_text(case, RULE, date_of(days[bank_history(case).hand[entry]]))
        return f"no offer is logged before this hand; one is due before every hand under {law}"

    chosen = by_law & bank_history(case).follows & (position_offers(case).count == 0)
    return find_holders(case, chosen & case.has("offers"), tell, lambda _: (), review=True)


def _untested(case: Case, to_all: Bools, left_out: Claimants, reading: int) -> dict[str, Bools]:
    bank, offers = bank_history(case), position_offers(case)
    every = np.ones(len(bank.hand), dtype=bool)
    if not case.has("offers"):
        return {case.lacking("offers"): every}
    unsaid = per_entry(case, lambda rules: rules.offered and not rules.offer.hands, reading)
    reasons = {"the rules do not say after how many hands the position is offered": unsaid}
    unlisted = to_all & ~tells_who_sat(case, bank.hand)
    lacking = case.lacking("seats.to") or "the log lists nobody at the table"
    bets = case.lacking("wagers") or "no wager of the previous hand is logged"
    return reasons | {
        f"whether all seated players were asked: {lacking}": unlisted,
        "whether all seated players were asked: seats are not numbered": to_all & offers.unclear,
        f"whether a player who was not asked qualified: {bets}": left_out.unlogged > 0,
    }
