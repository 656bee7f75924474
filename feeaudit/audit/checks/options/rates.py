"""OPT-RATES: more different amounts were collected at a table than rates are allowed.

Finding     six different fees at one table in one day under an option that may have five
No finding  five different fees, and a jackpot fee beside them
No finding  two bets at one seat that paid $1.00 each, logged as one payment of $2.00
For review  the option itself prints more rates than the rules allow
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.columns import is_among
from feeaudit.audit.fees.allowed_rates import Allowed, allowed_rates, least_allowed
from feeaudit.audit.fees.single_fees import (
    ASIDE,
    printed_fees,
    single_fees,
    sums_among,
    with_shares_joined,
)
from feeaudit.core.money import dollars
from feeaudit.rules.contexts import game_of, setting_text

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context


class _Counted(NamedTuple):
    """The rates of one table, option and day, and what is allowed."""

    rows: pd.DataFrame
    contexts: tuple[Context, ...]
    allowed: Allowed


class _TooMany(NamedTuple):
    """Too many rates: the collection that shows it, until when, and the words."""

    record: int
    until: int
    message: str
    review: bool
    allowed: Allowed


@check(
    id="OPT-RATES",
    title="Too many rates at a table",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("collections", "hands.option"),
    next_step="Find the collections that are not of the posted option and have them explained.",
)
def too_many_rates(case: Case) -> Outcome:
    """More different amounts were collected at a table in a day than rates are allowed."""
    known = case.of_contexts(lambda each: bool(each.offers))
    lacking = case.lacking("collections")
    if lacking:
        return Outcome(findings_frame(), case.no_hand, {lacking: known})
    judged = (_judged(case, each) for each in _suspects(case)) if known.any() else ()
    unstated = case.of_contexts(lambda each: each.kind == "unstated")
    untested = {"the log does not say which option was in use": unstated}
    return Outcome(_findings(case, [each for each in judged if each]), known, untested)


def _suspects(case: Case) -> list[_Counted]:
    """Return tables, options and days with more amounts than allowed, however they came about."""
    rows = _rates(case)
    hand, amount = rows["hand"].to_numpy(), pd.factorize(rows["amount"])[0]
    group = _groups(case)[hand]
    # Amounts by number: those of slips may be so large that a group and an amount fit no integer.
    width = int(amount.max(initial=0)) + 1
    different = np.bincount(pd.unique(group * width + amount) // width)
    first = np.zeros(len(different), dtype=np.int64)
    first[group[::-1]] = hand[::-1]
    suspect = _more_than_allowed(case, first, different)
    if not suspect:
        return []
    mine = np.flatnonzero(np.isin(group, suspect))
    chosen = rows.iloc[mine].assign(single=single_fees(case, rows["record"].to_numpy()[mine]))
    context, day = (case.hands[name].to_numpy() for name in ("context", "day"))
    found = []
    for number, part in chosen.groupby(group[mine], sort=True):
        members = np.unique(context[part["hand"].to_numpy()])
        hand = first[number]
        allowed = allowed_rates(case, case.contexts[context[hand]], int(day[hand]))
        if allowed is not None:
            found.append(_Counted(part, tuple(case.contexts[each] for each in members), allowed))
    return found


def _more_than_allowed(case: Case, first: Ints, different: Ints) -> list[int]:
    """Return the groups with more different amounts than allowed; ``first`` is a hand of each."""
    several = np.flatnonzero(different > 1)
    context = case.hands["context"].to_numpy()[first[several]].tolist()
    day = case.hands["day"].to_numpy()[first[several]].tolist()
    places = list(zip(context, day, strict=True))
    least = {place: least_allowed(case, case.contexts[place[0]], place[1]) for place in places}
    return [
        group
        for group, place, count in zip(several.tolist(), places, different[several], strict=True)
        if 0 < least[place] < count
    ]


def _rates(case: Case) -> pd.DataFrame:
    """Return the collections that are rates: above zero, of a hand, jackpot and waivers aside."""
    collections = case.collections
    hand, amount = collections["hand"].to_numpy(), collections["amount"].to_numpy()
    # The last place is for collections without a hand.
    known = np.append(case.of_contexts(lambda each: bool(each.offers)), False)
    counted = known[hand] & (amount > 0) & ~is_among(collections["fee"], ASIDE)
    if "waived" in collections:
        counted &= collections["waived"].isna().to_numpy()
    record = np.flatnonzero(counted)
    columns = {"record": record, "hand": hand[record], "amount": amount[record]}
    return with_shares_joined(case, pd.DataFrame(columns))


def _groups(case: Case) -> Ints:
    """Return of each hand one number a table, gaming day and option; of a price list, the row."""
    numbers: dict[tuple[str, ...], int] = {}
    rows = [
        numbers.setdefault((game_of(each), *_row_in_use(each)), len(numbers))
        for each in case.contexts
    ]
    hands = case.hands
    option = np.array(rows, dtype=np.int64)[hands["context"].to_numpy()]
    table, day = hands["table_code"].to_numpy(), hands["day"].to_numpy()
    tables = int(table.max(initial=0)) + 1
    packed = ((day - int(day.min())) * tables + table) * len(numbers) + option
    group: Ints = pd.factorize(packed)[0]
    return group


def _row_in_use(each: Context) -> tuple[str, ...]:
    """Return the option in use with the schedules that print it: numbers restart in each."""
    options = (reading.option.option for reading in each.readings)
    return next(options, each.option_name), *(offer.schedule.key for offer in each.offers)


def _judged(case: Case, counted: _Counted) -> _TooMany | None:
    """Return the finding of one table, option and day, if there are too many rates."""
    rows, allowed = counted.rows, counted.allowed
    printed = printed_fees(counted.contexts)
    sums = sums_among(rows["amount"].unique().tolist(), printed)
    rows = rows[rows["single"] | ~rows["amount"].isin(sums)]
    if rows["amount"].nunique() <= allowed.least:
        return None
    review = _sure_rates(case, rows, allowed) <= allowed.most
    started = case.hands["started_at"].to_numpy()[rows["hand"].to_numpy()]
    origin = case.collections[["source", "row"]].to_numpy()[rows["record"].to_numpy()]
    # Fees of one moment by amount, so that the order of the log's rows does not show.
    order = np.lexsort((origin[:, 1], origin[:, 0], rows["amount"].to_numpy(), started))
    firsts = rows.iloc[order].drop_duplicates("amount")
    strange = firsts[~firsts["amount"].isin(printed)]
    shown = strange.iloc[0] if len(strange) else firsts.iloc[allowed.least]
    amounts = ", ".join(dollars(int(each)) for each in sorted(firsts["amount"]))
    message = (
        f"{len(firsts)} different fees were collected under {setting_text(counted.contexts[0])}"
        f" in one gaming day ({amounts}), and at most {allowed.least} are allowed"
    )
    if len(strange):
        message += f"; the option does not print {dollars(int(shown['amount']))}"
    elif allowed.by_payer:
        message += "; the option itself prints more, unless each payer's are counted apart"
    return _TooMany(int(shown["record"]), int(started.max()), message, review, allowed)


def _sure_rates(case: Case, rows: pd.DataFrame, allowed: Allowed) -> int:
    """Return how many rates there surely are: in all, or of one payer where the print has more."""
    sure = rows[rows["single"]]
    if not allowed.by_payer:
        return int(sure["amount"].nunique())
    payer = case.collections["payer"].astype(object).to_numpy()[sure["record"].to_numpy()]
    players = payer == "player"
    return max(int(sure["amount"][mine].nunique()) for mine in (players, ~players))


def _findings(case: Case, found: list[_TooMany]) -> pd.DataFrame:
    record = np.array([each.record for each in found], dtype=np.int64)
    collections = case.collections
    return findings_frame(
        len(found),
        hand=collections["hand"].to_numpy()[record],
        until=np.array([each.until for each in found], dtype=np.int64),
        taken=collections["amount"].to_numpy()[record],
        review=np.array([each.review for each in found], dtype=bool),
        message=np.array([each.message for each in found], dtype=object),
        lines=np.array([each.allowed.lines for each in found], dtype=object),
        document=np.array([each.allowed.document for each in found], dtype=object),
        source=collections["source"].to_numpy()[record],
        row=collections["row"].to_numpy()[record],
    )
