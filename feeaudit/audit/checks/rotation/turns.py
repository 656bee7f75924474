"""ROT-TURNS: somebody held the player-dealer position more often in a row than the cap allows.

Finding     cap of two hands a person: Ann holds the 3rd hand in a row
Finding     cap of two hands a person or entity: the 3rd hand in a row by people of one provider
Finding     the button moves after each hand: Ann has it for the 2nd hand in a row
Review      cap of two hands a person: the 3rd hand in a row by two people of one provider
Review      no number is printed, or the rules can be read with and without a cap: the 3rd hand
No finding  the rules only oblige to offer the position on: Ann holds the 3rd hand in a row
No finding  Ann holds two hands, Bob one, Ann two
No finding  the table broke, or changed its game, between the 2nd hand and the 3rd
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import (
    UNSURE,
    Verdict,
    bank_outcome,
    find_holders,
    holder,
    ordinal,
    per_entry,
    rules_at,
)
from feeaudit.audit.seating import listed, sittings

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools


@check(
    id="ROT-TURNS",
    title="More consecutive hands than the cap allows",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.GAME,
    needs=("hands.player_dealer",),
    next_step="Have the position passed on once the cap is reached, and retrain the dealer.",
)
def too_many_turns(case: Case) -> Outcome:
    """Somebody held the player-dealer position more often in a row than the cap allows."""
    return bank_outcome(
        case, partial(_judged, case), lambda rules: (rules.cap, rules.entity_cap, rules.loose_cap)
    )


def _judged(case: Case, reading: int) -> Verdict:
    bank, rules = bank_history(case), partial(rules_at, case, reading=reading)
    cap = per_entry(case, lambda rules: rules.cap.hands, reading)
    entity_cap = per_entry(case, lambda rules: rules.entity_cap.hands, reading)
    loose = per_entry(case, lambda rules: rules.loose_cap.hands, reading)
    any_cap = np.where(cap > 0, cap, loose)
    banked = ~per_entry(case, lambda rules: rules.button, reading)
    grounds = (
        find_holders(
            case,
            (cap > 0) & (bank.turn > cap),
            lambda entry: f"{_by_person(case, entry)}; {_allowed(rules(entry).cap.hands)}",
            lambda rules: rules.cap.lines,
            reading,
        ),
        find_holders(
            case,
            (entity_cap > 0) & (bank.entity_turn > entity_cap),
            lambda entry: (
                f"{_by_provider(case, entry)}; one person or entity is allowed "
                f"{rules(entry).entity_cap.hands}"
            ),
            lambda rules: rules.entity_cap.lines,
            reading,
        ),
        find_holders(
            case,
            (loose > 0) & (bank.turn > loose),
            lambda entry: f"{_by_person(case, entry)}; {rules(entry).loose_cap.why}",
            lambda rules: rules.loose_cap.lines,
            reading,
            review=True,
        ),
        find_holders(
            case,
            banked & (any_cap > 0) & (bank.entity_turn > any_cap),
            lambda entry: (
                f"{_by_provider(case, entry)}; the rules cap a person and do not mention providers"
            ),
            lambda rules: rules.cap.lines or rules.loose_cap.lines,
            reading,
            review=True,
        ),
    )
    return Verdict(any_cap > 0, _untested(case, entity_cap > 0), grounds)


def _untested(case: Case, by_entity: Bools) -> dict[str, Bools]:
    """Return where the log does not say who went on, or for whom people play if that counts."""
    lacking = case.lacking("seats.provider") or "the log lists nobody at the table"
    told = listed(case, bank_history(case).hand) & case.has("seats.provider")
    told |= bank_history(case).provider >= 0
    return {UNSURE: bank_history(case).unsure, f"turns by entity: {lacking}": by_entity & ~told}


def _allowed(hands: int) -> str:
    return f"{hands} {'is' if hands == 1 else 'are'} allowed"


def _by_person(case: Case, entry: int) -> str:
    which = ordinal(bank_history(case).turn[entry])
    held = "had the button" if rules_at(case, entry, 0).button else "held the position"
    return f"{holder(case, entry)} {held} for the {which} hand in a row"


def _by_provider(case: Case, entry: int) -> str:
    bank = bank_history(case)
    if bank.provider[entry] < 0:
        return _by_person(case, entry)
    provider = sittings(case).providers[bank.provider[entry]]
    which = ordinal(bank.entity_turn[entry])
    return (
        f"people of {provider}, now {holder(case, entry)}, held the position for the {which} hand "
        "in a row"
    )
