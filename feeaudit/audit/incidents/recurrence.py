"""recurrence: the same check again and again, at one table or by one person.

What no better cause explains and still does not come alone: the same check on hands of a table
that lie at most four apart, twice, or three times for fees, of which a table takes hundreds; or the
same person three times in a gaming day, at whatever hands. All that is reported of a hand goes with
its gravest finding. Records that name missing hands of one series belong together too.

Incident     wagers below the minimum on eight hands in a row: one incident
Incident     Ann bets above the maximum at 7, at 9 and at 11 o'clock: one incident
Not this one  two fees that are wrong in different ways an hour apart
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.cause import Gathered, Sure, cause, counted, nobody
from feeaudit.audit.circumstances import HABIT
from feeaudit.audit.coded_findings import combined, runs
from feeaudit.audit.incidents.tier_misread import NEAR
from feeaudit.audit.incidents.unit import leading_rows, units_of
from feeaudit.core.arrays import extent

if TYPE_CHECKING:
    from feeaudit.audit.coded_findings import CodedFindings
    from feeaudit.core.arrays import Ints

# Of anything but fees a table has few, so two side by side are no chance.
_PAIR: Final = 2


def _told(found: Gathered) -> tuple[Sure, str]:
    what = found.title[:1].lower() + found.title[1:]
    who = f" by {found.person}" if found.person else ""
    often = counted(found.hands, "hand") if found.hands else counted(found.findings, "finding")
    also = f", with {found.also}" if found.also else ""
    where = f" at {found.where}" if found.tables else ""
    return Sure.TOGETHER, (f"Repeated{where}{who}: {what}, {often}{also}; first: {found.message}")


@cause(
    id="recurrence",
    title="The same finding repeated at a table or by a person",
    tell=_told,
)
def recurring(found: CodedFindings) -> Ints:
    """Claim what recurs at a table within a few hands, or with a person in a day."""
    unit = units_of(found)
    lead = leading_rows(found, unit)
    rows = found.only(lead)
    fee = rows.family("FEE-")
    payer, component = (np.where(fee, rows[name], -1) for name in ("payer", "component"))
    of_hand = (rows["place"] >= 0).astype(np.int64)
    table = rows.key("cardroom", "table", "day", "check")
    at_table = combined([table, of_hand, payer, component])
    run, size = runs(at_table, rows["place"], NEAR)
    recurs = (of_hand > 0) & (size >= np.where(fee, HABIT, _PAIR))
    group = np.where(recurs, run, -1)
    person = rows.key("cardroom", "day", "check", "player")
    left = np.flatnonzero(~recurs & ~fee & (rows["player"] >= 0) & (of_hand > 0))
    often = left[np.bincount(person[left], minlength=1)[person[left]] >= HABIT]
    group[often] = extent(group) + person[often]
    series = rows.key("check", "named_prefix")
    lost = np.flatnonzero(rows.of("LOG-ORPHAN") & (rows["named"] >= 0))
    several = lost[np.bincount(series[lost], minlength=1)[series[lost]] >= _PAIR]
    group[several] = extent(group) + series[several]
    of_unit = nobody(extent(unit))
    of_unit[unit[lead]] = group
    return of_unit[unit]
