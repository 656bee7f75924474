"""Waivers: which fees were waived, for which reasons, and which reasons no one published."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.free_hands import free_hands
from feeaudit.audit.law import applied_on
from feeaudit.audit.periods.period_fees import period_fees
from feeaudit.rules.configuration.model import spelled

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints, Words
    from feeaudit.rules.contexts import Context

RULE: Final = "pc-337j-f-waiver"


def waived_on_hands(case: Case) -> tuple[pd.DataFrame, list[list[str]]]:
    """Return the fees of hands waived without authority, and for which reasons each was."""
    fees = fees_of(case).deviations
    waived = fees[fees["waived"] & (fees["taken"] < fees["owed"])]
    if not len(waived):
        return waived, []
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
    wrong: dict[int, list[str]] = {}
    for row, reason in zip(of[~allowed].tolist(), every[~allowed], strict=True):
        wrong.setdefault(row, []).append(reason)
    return waived.iloc[list(wrong)], list(wrong.values())


def waived_for_periods(case: Case) -> dict[int, str]:
    """Return the fees for periods waived without authority, each with the reason that is logged."""
    fees = period_fees(case)
    rows = np.flatnonzero(fees.excused)
    if not len(rows):
        return {}
    reasons = case.collections["waived"].to_numpy(dtype=object)[fees.record[rows]]
    published = _published(case, fees.prices.context[rows], fees.day[rows], reasons)
    return dict(zip(rows[~published].tolist(), reasons[~published], strict=True))


def before_the_law(case: Case, days: Ints) -> Bools:
    """Tell on which days the law on waivers is not applied: nothing rules then how to waive."""
    different, place = np.unique(days, return_inverse=True)
    applied = [applied_on(case, RULE, each) for each in different.tolist()]
    found: Bools = ~np.array(applied, dtype=bool)[place]
    return found


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
