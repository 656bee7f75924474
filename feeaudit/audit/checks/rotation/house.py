"""ROT-HOUSE: the house held the player-dealer position.

Finding     Dana, who is of the house, held the position
Finding     the log names the house itself as player-dealer
No finding  Dana, who is of the house, has the button in a game that nobody banks
No finding  Dana, a third party's player, held the position
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.identity import people
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import (
    Verdict,
    find_holders,
    holder,
    per_entry,
    rules_at,
    settled_outcome,
)
from feeaudit.audit.seating import HOUSE, UNKNOWN

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools

_LAW: Final = "pc-330-11"
_HOUSE: Final = {"house", "the house", "casino", "the casino", "cardroom", "the cardroom"}


@check(
    id="ROT-HOUSE",
    title="The house in the player-dealer position",
    severity=Severity.VIOLATION,
    stake=Stake.INTEGRITY,
    authority=Authority.GAME,
    needs=("hands.player_dealer", "seats.role"),
    next_step="Stop it at once, and report it as the internal controls require.",
)
def house_banked(case: Case) -> Outcome:
    """The house held the player-dealer position."""
    bank = bank_history(case)
    banked = ~per_entry(case, lambda rules: rules.button, 0)
    by_name = banked & _named_as_house(case)
    ground = find_holders(
        case,
        by_name | (banked & (bank.role == HOUSE)),
        lambda entry: _sentence(case, entry, named=bool(by_name[entry])),
        lambda rules: rules.never,
    )
    unknown = case.lacking("seats.role") or "the log does not show the player-dealer's role"
    return settled_outcome(case, Verdict(banked, {unknown: bank.role == UNKNOWN}, (ground,)))


def _named_as_house(case: Case) -> Bools:
    """Tell where the player-dealer is called the house, or by the cardroom's own name."""
    bank = bank_history(case)
    names = _HOUSE | {
        name.lower()
        for each in case.contexts
        if each.cardroom
        for name in (each.cardroom.cardroom, each.cardroom.name, *each.cardroom.names)
    }
    house = [word.strip().lower() in names for word in people(case).words]
    named: Bools = np.array([*house, False])[np.where(bank.by_seat, -1, bank.person)]
    return named


def _sentence(case: Case, entry: int, *, named: bool) -> str:
    how = " is named as player-dealer" if named else ", of the house, held the position"
    told = f"{holder(case, entry)}{how}"
    law = case.law(_LAW)
    if rules_at(case, entry, 0).never or law is None:
        return f"{told}; the house may never bank"
    return f"{told}; the house may not bank ({law.authority})"
