"""FEE-WAIVER: a fee was waived without a published waiver.

Finding     $1.00 owed, waived as "regular customer": no published waiver says so
Finding     a time fee waived as "regular customer" likewise
Finding     waived as "ladies night", published for another game or from the next day on
No finding  waived as "courtesy button" in a game whose rules print one
No finding  waived as "ladies night", which the site's configuration says was published
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import fee_findings
from feeaudit.audit.fees.free_hands import free_hands
from feeaudit.audit.periods.findings import fee_names, of_charges, payers
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.audit.records.positions import together
from feeaudit.core.money import dollars
from feeaudit.rules.configuration.model import spelled

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees import Fees
    from feeaudit.core.arrays import Bools, Ints, Words
    from feeaudit.rules.contexts import Context


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
    missing = case.lacking("collections.waived")
    if missing:
        return Outcome(findings_frame(), case.no_hand, {**fees.untested, missing: fees.tested})
    findings = together([_on_hands(case, fees), _for_periods(case)])
    return Outcome(findings, fees.tested, fees.untested)


def _on_hands(case: Case, fees: Fees) -> pd.DataFrame:
    waived = fees.odd[fees.odd["waived"].to_numpy()]
    waived = waived[waived["taken"] < waived["owed"]]
    if not len(waived):
        return findings_frame()
    hand = waived["hand"].to_numpy()
    context, day = (case.hands[name].to_numpy()[hand] for name in ("context", "day"))
    reasons = _reasons(case, waived)
    # Each of several reasons has to be allowed.
    of = np.repeat(np.arange(len(waived)), [len(each) for each in reasons])
    every = np.array([each for several in reasons for each in several], dtype=object)
    payer = waived["payer"].to_numpy(dtype=object)
    allowed = (
        _published(case, context[of], day[of], every)
        | _by_button(case, context[of], payer[of], every)
        | free_hands(case, waived)[of]
    )
    bad = ~allowed
    wrong: dict[int, list[str]] = {}
    for row, reason in zip(of[bad].tolist(), every[bad], strict=True):
        wrong.setdefault(row, []).append(reason)
    findings = fee_findings(case, fees, waived.iloc[list(wrong)], review=False)
    findings["message"] = [
        f"{message}; {_waived_as(*told)}"
        for message, told in zip(findings["message"], wrong.values(), strict=True)
    ]
    return findings


def _for_periods(case: Case) -> pd.DataFrame:
    fees = period_fees(case)
    rows = np.flatnonzero(fees.excused)
    reasons = case.collections["waived"].to_numpy(dtype=object)[fees.record[rows]]
    published = _published(case, fees.prices.context[rows], fees.day[rows], reasons)
    rows, reasons = rows[~published], reasons[~published]
    owed, most, taken = fees.owed[rows], fees.owed_most[rows], fees.taken[rows]
    told = [
        f"{who}: the {fee} is {dollars(least)}, {dollars(paid)} was taken; {_waived_as(reason)}"
        for who, fee, least, paid, reason in zip(
            payers(case, rows),
            fee_names(case, rows),
            owed.tolist(),
            taken.tolist(),
            reasons,
            strict=True,
        )
    ]
    return of_charges(case, rows, told, owed=owed, owed_most=most, under=owed - taken)


def _waived_as(*reasons: str) -> str:
    return f"waived as {' and '.join(map(repr, reasons))}, which no published waiver covers"


def _published(case: Case, context: Ints, day: Ints, reasons: Words) -> Bools:
    """Tell which waivers the site has published."""
    found = [
        case.config.published(reason, _game(case.contexts[each]), on)
        for reason, each, on in zip(reasons, context.tolist(), day.tolist(), strict=True)
    ]
    return np.array(found, dtype=bool)


def _by_button(case: Case, context: Ints, payer: Words, reasons: Words) -> Bools:
    """Tell which waivers are by a courtesy button that the rules print: a player's, not others'."""
    printed = {each: _courtesy(case.contexts[each]) for each in set(context.tolist())}
    found = [
        printed[each] and who == "player" and _is_courtesy_button(reason)
        for each, who, reason in zip(context.tolist(), payer, reasons, strict=True)
    ]
    return np.array(found, dtype=bool)


def _is_courtesy_button(reason: str) -> bool:
    words = spelled(reason)
    return words == "courtesy" or ("courtesy" in words and "button" in words)


def _reasons(case: Case, waived: pd.DataFrame) -> list[list[str]]:
    """Return why each fee was waived: by every record that waived a part of it.

    A record belongs to a fee by its hand and fee, and by payer, seat and player where these tell.
    """
    records = case.collections[case.collections["waived"].notna()]
    names = [each for each in ("fee", "payer", "seat", "player") if each in records]
    of_hand: dict[int, list[list[str]]] = {}
    for hand, *told in zip(*(records[each] for each in ("hand", *names, "waived")), strict=True):
        of_hand.setdefault(hand, []).append(told)
    found = []
    for row in waived.itertuples():
        mine = of_hand[row.hand]
        for place, name in enumerate(names):
            mine = [each for each in mine if each[place] == getattr(row, name)] or mine
        found.append(list(dict.fromkeys(each[-1] for each in mine)))
    return found


def _game(context: Context) -> str:
    return context.game.game if context.game is not None else ""


def _courtesy(context: Context) -> bool:
    return bool(context.rules("courtesy_button"))
