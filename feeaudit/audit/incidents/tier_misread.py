"""tier-misread: the same tier is charged at the same wrong amount again and again.

The same obligation (schedule, option, payer, fee and tier) with the same wrong amount, at least
three times out of nearly as many: between two of them the tier was owed and charged right at most
three times. Where one table shows it, the same mistake at other tables of the cardroom belongs to
it: then the chart is misprinted, or was taught wrong.

Incident     tier 101-300 owes $2.00, and $1.00 was taken on 31 of 33 hands: one incident
Incident     the same at four tables: one incident
Not this one  the same slip twice, or three times among a hundred right ones
"""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted, nobody
from feeaudit.audit.circumstances import HABIT
from feeaudit.audit.coded_findings import combined, led, runs
from feeaudit.core.arrays import extent
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints

# One in four: whoever reads a tier right three times in a row has not learned it wrong.
NEAR: Final = 4
_OBLIGATION: Final = ("cardroom", "schedule", "option", "payer", "component", "lines")


def _told(found: Gathered) -> tuple[Sure, str]:
    often = counted(found.hands, "hand")
    if found.times_owed > found.hands:
        often = f"{found.hands:,} of {counted(found.times_owed, 'hand')}"
    tier = f", tier on line {found.lines}" if found.lines else ""
    sure = Sure.EXACT if found.times_owed == found.hands else Sure.LIKELY
    return sure, (
        f"{dollars(found.taken)} was taken from the {found.payer.replace('_', '-')} instead of"
        f" {dollars(found.owed)} on {often} that owed it at {found.where} (option"
        f" {found.option}{tier})"
    )


def _mistake(found: Gathered) -> tuple[object, ...]:
    share = max(gcd(found.owed, found.taken), 1)
    obligation = (str(getattr(found, name)) for name in _OBLIGATION)
    return (*obligation, found.owed // share, found.taken // share)


@cause(
    id="tier-misread",
    title="The same tier repeatedly misread",
    next_step="Compare the chart at the table with the approved schedule, correct it, and"
    " retrain the dealers; refund the amounts over-collected.",
    led_by=("FEE-OVER", "FEE-UNDER"),
    lasting=_mistake,
    tell=_told,
)
def misread(found: CodedFindings) -> Ints:
    """Claim fees of one tier that are wrong in the same way."""
    wrong = found.of("FEE-OVER", "FEE-UNDER") & (found["violation"] > 0) & (found["taken"] > 0)
    seen = wrong & (found["occasion"] >= 0)
    if not seen.any():
        return nobody(len(found))
    # Two wagers of one player are compared as a sum: $4.00 for $2.00 is the $2.00 for $1.00 twice.
    share = np.maximum(np.gcd(found["owed"], found["taken"]), 1)
    amounts = [found["owed"] // share, found["taken"] // share]
    alike = combined([*(found[name] for name in _OBLIGATION), *amounts])
    habit = nobody(len(found))
    unit = combined([alike, found["table"], found["day"]])
    _, size = runs(unit[seen], found["occasion"][seen], NEAR)
    rows = np.flatnonzero(seen)[size >= HABIT]
    habit[rows] = alike[rows]
    group = np.where(wrong, led(alike, habit >= 0, habit), -1)
    return _with_rates(found, group)


def _with_rates(found: CodedFindings, group: Ints) -> Ints:
    """Claim OPT-RATES too where just one misread tier of the table can be behind it."""
    option = found.key("cardroom", "table", "day", "game", "option")
    least, most = (np.full(extent(option), each) for each in (len(group), -1))
    rows = np.flatnonzero(group >= 0)
    np.minimum.at(least, option[rows], group[rows])
    np.maximum.at(most, option[rows], group[rows])
    single = np.where(least == most, most, -1)[option]
    return np.where(found.of("OPT-RATES"), single, group)
