"""Findings about the player-dealer position, and which hands were tested, told for a person."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.columns import named
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import Citation, find, one_a_hand
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.rules_in_force import rotation_rules
from feeaudit.book.views import stretches

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.check import Outcome
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.rotation import Lines, Rules

_TEENS: Final = range(11, 14)
_ENDINGS: Final = {1: "st", 2: "nd", 3: "rd"}
BY_SEAT: Final = "; the log names the seat, not the person"
UNSURE: Final = "whether the same person went on: of two hands one names only the seat"


def find_holders(
    case: Case,
    chosen: Bools,
    tell: Callable[[int], str],
    lines: Callable[[Rules], Lines],
    *,
    review: Bools | bool = False,
) -> pd.DataFrame:
    """Return a finding about whoever held the position in each chosen hand of the history.

    ``tell`` says what is wrong with an entry, ``lines`` are those of its game's rules. All are for
    review, or those that ``review`` marks, or whose holder is known by the seat only.
    """
    bank, entries = bank_history(case), np.flatnonzero(chosen)

    def cite(entry: int) -> Citation:
        rules = rules_at(case, entry)
        cited = lines(rules)
        return Citation(stretches(cited), rules.document if cited else "")

    return find(
        entries,
        tell=lambda entry: tell(entry) + (BY_SEAT if bank.by_seat[entry] else ""),
        cite=cite,
        review=np.broadcast_to(review, len(bank.hand))[entries] | bank.by_seat[entries],
        hand=bank.hand[entries],
        seat=named(seat_names(case).words, bank.seat[entries]),
        player=named(people(case).words, bank.named[entries]),
    )


def bank_outcome(
    case: Case, about: Bools, untested: Mapping[str, Bools], *found: pd.DataFrame
) -> Outcome:
    """Return an outcome from masks over the hands of the history, with one finding a hand.

    ``about`` is what the check is about; what of it is not untested, or has a finding, was tested.
    A hand whose player-dealer is not logged is untested whatever the check.
    """
    bank, findings = bank_history(case), one_a_hand(*found)
    cover = Cover(bank.mask(case, about))
    hands = findings["hand"].to_numpy()
    cover.keep(hands[cover.tested[hands]])
    blank = case.lacking("hands.player_dealer") or "the log does not say who held the position"
    for reason, chosen in [(blank, ~bank.known), *untested.items()]:
        cover.set_aside(bank.mask(case, chosen), reason)
    return cover.outcome(findings)


def per_entry(case: Case, figure: Callable[[Rules], Any]) -> Any:
    """Return a figure of the rules for each hand of the history."""
    figures = np.array([figure(rules) for rules in rotation_rules(case).each])
    return figures[bank_history(case).rules]


def rules_at(case: Case, entry: int) -> Rules:
    """Return the rules of one hand of the history."""
    return rotation_rules(case).each[int(bank_history(case).rules[entry])]


def holder(case: Case, entry: int) -> str:
    """Return who held the position: a name, else the seat."""
    bank = bank_history(case)
    if not bank.by_seat[entry]:
        return people(case).word(int(bank.named[entry]))
    return f"seat {seat_names(case).word(int(bank.seat[entry]))}"


def ordinal(number: int) -> str:
    """Return ``3rd`` for 3."""
    ending = "th" if number % 100 in _TEENS else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def counted(number: int, what: str) -> str:
    """Return ``1 hand`` or ``2 hands``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def seats_text(bits: int) -> str:
    """Return the seats of a set of bits: ``seat 3`` or ``seats 3, 5``."""
    numbers = [str(each) for each in range(int(bits).bit_length()) if int(bits) >> each & 1]
    return f"seat{'s' if len(numbers) > 1 else ''} {', '.join(numbers)}"
