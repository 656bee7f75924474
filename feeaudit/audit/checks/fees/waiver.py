"""FEE-WAIVER: a fee was waived without a published waiver.

Finding     $1.00 owed, waived as "regular customer": no published waiver says so
Finding     waived as "ladies night", published for another game or from the next day on
No finding  waived as "courtesy button" in a game whose rules print one
No finding  waived as "ladies night", which the site's configuration says was published
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.checks.fees.explained import fee_findings
from feeaudit.audit.checks.fees.opening import free_hands
from feeaudit.audit.checks.fees.printed import schedule_rules
from feeaudit.audit.fees import fees_of

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]
Texts = np.ndarray[tuple[int], np.dtype[np.object_]]


@check(
    id="FEE-WAIVER",
    title="A fee was waived without a published waiver",
    severity=Severity.VIOLATION,
    authority=Authority.LAW,
    needs=("wagers", "collections", "collections.waived"),
    next_step="Publish the waiver beforehand or stop granting it; collect as posted.",
)
def waived_without_authority(case: Case) -> Outcome:
    """A fee was waived, and neither the rules nor the site's published waivers allow it."""
    fees = fees_of(case)
    if not case.has("collections.waived"):
        return Outcome(
            findings_frame(), case.no_hand, {case.lacking("collections.waived"): fees.tested}
        )
    waived = fees.odd[fees.odd["waived"].to_numpy()]
    waived = waived[waived["taken"] < waived["owed"]]
    if not len(waived):
        return Outcome(findings_frame(), fees.tested, fees.untested)
    reasons = _reasons(case, waived)
    allowed = _allowed(case, waived, reasons) | free_hands(case, waived)
    findings = fee_findings(case, fees, waived[~allowed], review=False)
    findings["message"] = [
        f"{message}; waived as {reason!r}, which no published waiver covers"
        for message, reason in zip(findings["message"], reasons[~allowed], strict=True)
    ]
    return Outcome(findings, fees.tested, fees.untested)


def _allowed(case: Case, waived: pd.DataFrame, reasons: Texts) -> Bools:
    """Tell which waivers the site has published or the rules print."""
    hand = waived["hand"].to_numpy()
    numbers = case.hands["situation"].to_numpy()[hand].tolist()
    days = case.hands["day"].to_numpy()[hand].tolist()
    courtesy = {each: _courtesy(case, case.situations[each]) for each in set(numbers)}
    found = [
        case.config.published(reason, _game(case.situations[each]), day)
        or ("courtesy" in reason.lower() and courtesy[each])
        for reason, each, day in zip(reasons.tolist(), numbers, days, strict=True)
    ]
    return np.array(found, dtype=bool)


def _reasons(case: Case, waived: pd.DataFrame) -> Texts:
    """Return why each fee was waived: as the record says that waived it, not one that paid a part.

    A record belongs to a fee by its hand, and by seat and player where several were waived there.
    """
    records = case.collections[case.collections["waived"].notna()]
    of_hand = dict(iter(records.groupby("hand", sort=False)))
    found = []
    for row in waived.itertuples():
        part = of_hand[row.hand]
        mine = part[part.index == row.record]
        if mine.empty and "seat" in part:
            mine = part[(part["seat"] == row.seat) & (part["fee"] == row.fee)]
        found.append(str((part if mine.empty else mine)["waived"].iloc[0]))
    return np.array(found, dtype=object)


def _game(situation: Situation) -> str:
    return situation.game.game if situation.game is not None else ""


def _courtesy(case: Case, situation: Situation) -> bool:
    return bool(schedule_rules(case, situation, "courtesy_button"))
