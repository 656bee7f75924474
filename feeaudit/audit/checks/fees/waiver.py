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
from feeaudit.audit.fees import fees_of
from feeaudit.book.rules import rules_for

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation

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
    frame = fees.frame
    waived = frame[frame["waived"] & (frame["taken"] < frame["owed"])]
    reasons = _reasons(case, waived)
    courtesy = np.array([_courtesy(each) for each in case.situations], dtype=bool)
    of = case.hands["situation"].to_numpy()[waived["hand"].to_numpy()]
    days = case.hands["day"].to_numpy()[waived["hand"].to_numpy()]
    allowed = np.array(
        [
            case.config.published(str(reason), _game(case.situations[each]), day)
            or ("courtesy" in str(reason).lower() and courtesy[each])
            for reason, each, day in zip(reasons, of, days, strict=True)
        ],
        dtype=bool,
    )
    allowed |= free_hands(case, waived)
    refused = waived[~allowed]
    findings = fee_findings(case, fees, refused, review=False)
    findings["message"] = [
        f"{message}; waived as {reason!r}, which no published waiver covers"
        for message, reason in zip(findings["message"], reasons[~allowed], strict=True)
    ]
    return Outcome(findings, fees.tested, fees.untested)


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


def _courtesy(situation: Situation) -> bool:
    return situation.cardroom is not None and any(
        rules_for(offer.schedule, situation.cardroom, "courtesy_button")
        for offer in situation.offers
    )
