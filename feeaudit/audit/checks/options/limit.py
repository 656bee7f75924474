"""OPT-LIMIT: the placard at the table does not fit the option, or the hand not the placard.

Finding     option 2 is approved for $25 to $1,000, the placard says $10 to $1,000
Finding     a hand of option 3 while option 2 is posted
No finding  a minimum of $100 posted where the schedule prints minimums of $5 to $100
No finding  a hand of the option posted at the very moment it begins
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import Citation, find
from feeaudit.audit.options.placards import (
    Placards,
    WrongLimit,
    placards_of,
    whereabouts,
    wrong_limits,
)
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars
from feeaudit.rules.contexts import setting_text

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.table_limits import LimitInForce


@check(
    id="OPT-LIMIT",
    title="Posted limit or option is not the one in use",
    severity=Severity.VIOLATION,
    stake=Stake.APPROVAL,
    authority=Authority.SCHEDULE,
    needs=("postings", "hands.option"),
    next_step="Post the placard for the option in use, with the limits approved for it.",
)
def wrong_placard(case: Case) -> Outcome:
    """The posted limits are not the option's, or another option was posted than the one in use."""
    placards, cover = placards_of(case), Cover(case.every_hand)
    if cover.lacks(case.lacking("postings")):
        return cover.outcome()
    unposted = "nothing was posted at the table when the hand began"
    cover.set_aside(placards.of_hand < 0, unposted)
    unstated = case.of_contexts(lambda each: each.kind == "unstated")
    cover.set_aside(unstated & ~placards.other, "the log does not say which option was in use")
    return cover.outcome(_other_option(case, placards), _other_limits(case, placards))


def _other_option(case: Case, placards: Placards) -> pd.DataFrame:
    """Return a finding for each hand that was not of the posted option."""
    context = case.hands["context"].to_numpy()

    @cache
    def sentence(own: int, posted: int) -> str:
        played, up = (setting_text(each) for each in (case.contexts[own], placards.context[posted]))
        return f"{played} was played while {up} was posted at the table"

    hand = np.flatnonzero(placards.other)
    return find(
        hand,
        tell=lambda row: sentence(int(context[row]), int(placards.of_hand[row])),
        cite=lambda row: _cited(case.contexts[context[row]]),
        hand=hand,
    )


def _cited(each: Context) -> Citation:
    if not each.offers:
        return Citation("", each.cardroom.document if each.cardroom is not None else "")
    offer = each.offers[0]
    return Citation(stretches(offer.option.lines[:1]), offer.schedule.document)


def _other_limits(case: Case, placards: Placards) -> pd.DataFrame:
    """Return a finding for each posting whose minimum or maximum is not approved for its option."""
    wrong = list(wrong_limits(placards))
    tables = words_of(case.postings, "table", placards.record)
    where = whereabouts(case, placards, np.array([each.place for each in wrong], dtype=np.int64))
    return find(
        wrong,
        tell=lambda each: f"table {tables[each.place]}: {_sentence(each)}",
        cite=lambda each: (stretches(each.limit.lines), each.limit.document),
        review=np.array([not each.settled for each in wrong], dtype=bool),
        component=[each.side for each in wrong],
        doubt=[", ".join(each.anomalies) for each in wrong],
        **where,
    )


def _sentence(each: WrongLimit) -> str:
    posted = f"posted {each.side} of {dollars(each.amount)} for {setting_text(each.context)}"
    return f"{posted}, which {_printed(each.limit, each.side)}"


def _printed(limit: LimitInForce, side: str) -> str:
    least, most = limit.minimums if side == "minimum" else limit.maximums
    if least is None:
        return f"is approved without a maximum (limit {limit.text})"
    if least == most:
        return f"is approved for a {side} of {dollars(least)}"
    upper = f" to {dollars(most)}" if most is not None else " or more"
    return f"is approved for a {side} of {dollars(least)}{upper}"
