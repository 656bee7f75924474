"""LOG-VALUE: a value cannot be, or contradicts another.

Finding     a wager of the kind 'anet' in Three Card Poker, which has no such wager
Finding     a game 'ez-bacarat' that the cardroom does not have, once a table with its hands
Finding     a hand of poker with no players, or with more after the flop than were dealt in
Review      five seats wagered in a hand of poker with four players
Review      $50.00 lost and $30.00 returned of a wager of $50.00
Review      12 rows of wagers.csv were set aside, since a cell could not be read
No finding  a fee of $0.00, which a schedule may well print
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.coverage import Cover
from feeaudit.audit.records.impossible_values import (
    contradicting_results,
    odd_counts_after_the_flop,
    odd_player_counts,
    odd_seats,
    too_many_wagering,
    unknown_kinds,
    worthless_wagers,
)
from feeaudit.audit.records.unknown_names import unknown_names
from feeaudit.audit.records.unread_rows import unread_rows

if TYPE_CHECKING:
    from feeaudit.audit.case import Case


@check(
    id="LOG-VALUE",
    title="Invalid value",
    severity=Severity.VIOLATION,
    stake=Stake.RECORDS,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Correct the record; until then, do not rely on the checks that use it.",
)
def values_impossible(case: Case) -> Outcome:
    """A value cannot be, or contradicts another."""
    found = [
        unknown_names(case),
        unknown_kinds(case),
        odd_player_counts(case),
        odd_counts_after_the_flop(case),
        worthless_wagers(case),
        too_many_wagering(case),
        odd_seats(case),
        contradicting_results(case),
        unread_rows(case),
    ]
    return Cover(case.every_hand).outcome(*found)
