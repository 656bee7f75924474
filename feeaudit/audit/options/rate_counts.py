"""Rate counts: tables at which more different amounts were collected than rates are allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.columns import is_among
from feeaudit.audit.options.allowed_rates import Allowed, allowed_rates, least_allowed
from feeaudit.audit.options.single_fees import (
    ASIDE,
    printed_fees,
    single_fees,
    sums_among,
    with_shares_joined,
)
from feeaudit.rules.contexts import game_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context


class TooMany(NamedTuple):
    """Too many rates of one table, option and day.

    ``record`` is the collection that shows it, ``strange`` whether the option does not print its
    amount, ``amounts`` are the different ones and ``until`` the last of them.
    """

    record: int
    strange: bool
    amounts: list[int]
    until: int
    review: bool
    context: Context
    allowed: Allowed


class _Counted(NamedTuple):
    """The rates of one table, option and day, and what is allowed."""

    rows: pd.DataFrame
    contexts: tuple[Context, ...]
    allowed: Allowed


def too_many(case: Case) -> Iterator[TooMany]:
    """Yield the tables, options and days with more rates than are allowed."""
    for counted in _suspects(case):
        yield from _judged(case, counted)


def _judged(case: Case, counted: _Counted) -> Iterator[TooMany]:
    rows, allowed = counted.rows, counted.allowed
    printed = printed_fees(counted.contexts)
    sums = sums_among(rows["amount"].unique().tolist(), printed)
    rows = rows[rows["single"] | ~rows["amount"].isin(sums)]
    if rows["amount"].nunique() <= allowed.least:
        return
    started = case.hands["started_at"].to_numpy()[rows["hand"].to_numpy()]
    origin = case.collections[["source", "row"]].to_numpy()[rows["record"].to_numpy()]
    # Fees of one moment by amount, so that the order of the log's rows does not show.
    order = np.lexsort((origin[:, 1], origin[:, 0], rows["amount"].to_numpy(), started))
    firsts = rows.iloc[order].drop_duplicates("amount")
    strange = firsts[~firsts["amount"].isin(printed)]
    shown = strange.iloc[0] if len(strange) else firsts.iloc[allowed.least]
    yield TooMany(
        record=int(shown["record"]),
        strange=bool(len(strange)),
        amounts=sorted(map(int, firsts["amount"])),
        until=int(started.max()),
        review=_sure_rates(case, rows, allowed) <= allowed.most,
        context=counted.contexts[0],
        allowed=allowed,
    )


def _sure_rates(case: Case, rows: pd.DataFrame, allowed: Allowed) -> int:
    """Return how many rates there surely are: in all, or of one payer where the print has more."""
    sure = rows[rows["single"]]
    if not allowed.by_payer:
        return int(sure["amount"].nunique())
    payer = case.collections["payer"].astype(object).to_numpy()[sure["record"].to_numpy()]
    players = payer == "player"
    return max(int(sure["amount"][mine].nunique()) for mine in (players, ~players))


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
