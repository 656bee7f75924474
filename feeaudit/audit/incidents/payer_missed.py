"""payer-missed: a payer's fee is left out again and again.

Fees that are owed and not collected (FEE-MISSING), by payer at a table and gaming day: at least
three hands of an option, and between two of them the payer paid on at most three.

Incident     the player-dealer's fee is missing on 40 hands in a row: one incident
Incident     Ann at seat 4 never pays and everybody else does: one incident, and it names her
Not this one  two fees missing an hour apart
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted, nobody
from feeaudit.audit.circumstances import HABIT
from feeaudit.audit.coded_findings import runs
from feeaudit.audit.incidents.tier_misread import NEAR

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints

# Beyond the number of any hand at a table.
_NEVER: Final = 2**40


def _told(found: Gathered) -> tuple[Sure, str]:
    payer = found.payer.replace("_", "-")
    who = f"the {payer}"
    if payer == "player" and (found.person or found.seats == 1):
        who = found.person or f"the player at seat {found.seat}"
    often = counted(found.hands, "hand")
    if found.times_owed > found.hands:
        often = f"{found.hands:,} of {counted(found.times_owed, 'hand')}"
    sure = Sure.EXACT if found.times_owed == found.hands else Sure.LIKELY
    fee = f"{found.component.replace('_', ' ')} fee"
    return sure, f"The {fee} of {who} is missing on {often} that owed it at {found.where}"


@cause(
    id="payer-missed",
    title="A payer's fee repeatedly missed",
    next_step="Ask at the table why this payer's fee is not collected or not logged, and retrain"
    " the dealers.",
    led_by=("FEE-MISSING",),
    tell=_told,
)
def left_out(found: CodedFindings) -> Ints:
    """Claim fees of one payer that are missing."""
    group = nobody(len(found))
    rows = np.flatnonzero(found.of("FEE-MISSING") & (found["occasion"] >= 0))
    if not len(rows):
        return group
    payer = found.key("cardroom", "table", "day", "game", "option", "payer", "component")
    _, size = runs(payer[rows], found["occasion"][rows], NEAR)
    often = rows[size >= HABIT]
    # Whoever leaves a payer out does so whatever option the table turns to in between.
    table = found.key("cardroom", "table", "day", "payer", "component")
    first, last = np.full(len(table), _NEVER), np.full(len(table), -_NEVER)
    np.minimum.at(first, table[often], found["place"][often])
    np.maximum.at(last, table[often], found["place"][often])
    place = found["place"]
    during = (place >= first[table] - NEAR) & (place <= last[table] + NEAR)
    return np.where(found.of("FEE-MISSING") & during, table, -1)
