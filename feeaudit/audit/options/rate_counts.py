"""Rate counts: tables at which more different rates were collected than are allowed.

A rate is an amount that some option of the game prints. An amount that none prints is a wrong fee,
which other checks find; it is told apart and counts for nothing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.columns import is_among
from feeaudit.audit.findings import log_rows
from feeaudit.audit.options.allowed_rates import Allowance, Allowed, allowed_rates
from feeaudit.audit.options.single_fees import (
    ASIDE,
    fees_of_game,
    of_players,
    printed_fees,
    single_fees,
    sums_among,
    with_shares_joined,
)
from feeaudit.core.arrays import distinct
from feeaudit.rules.contexts import game_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context


class TooMany(NamedTuple):
    """Too many rates of one table and day, under an option or under all options of a game.

    ``record`` is the collection that shows it, ``strange`` whether the option does not print its
    amount, ``amounts`` are the different rates, ``wrong`` those amounts that no option prints, and
    ``until`` the last of them. ``broken`` is the strictest allowance that they exceed, ``kept``
    what may hold instead of it.
    """

    record: int
    strange: bool
    amounts: list[int]
    wrong: list[int]
    until: int
    review: bool
    context: Context
    broken: Allowance
    kept: tuple[Allowance, ...]
    doubts: tuple[str, ...]


class _Counted(NamedTuple):
    """The rates of one table and day, and what is allowed."""

    rows: pd.DataFrame
    wrong: list[int]
    contexts: tuple[Context, ...]
    allowed: Allowed
    over_all: bool


def too_many(case: Case) -> Iterator[TooMany]:
    """Yield the tables and days with more rates than are allowed."""
    rows = _collected(case)
    # One rate is never too many.
    for over_all in (False, True) if len(rows) > 1 else ():
        for counted in _suspects(case, rows, over_all=over_all):
            yield from _judged(case, counted)


def _judged(case: Case, counted: _Counted) -> Iterator[TooMany]:
    rows, allowed = counted.rows, counted.allowed
    printed = printed_fees(counted.contexts)
    sums = sums_among(rows["amount"].unique().tolist(), printed)
    rows = rows[rows["single"] | ~rows["amount"].isin(sums)]
    players = rows["by_player"].to_numpy()
    may_break = [_broken(each, rows, players, counted) for each in allowed.alternatives]
    if not any(may_break):
        return
    single = rows["single"].to_numpy()
    sure = rows[single]
    breaks = [_broken(each, sure, players[single], counted) for each in allowed.alternatives]
    broken = min((each for several in may_break for each in several), key=lambda each: each.at_most)
    started = case.hands["started_at"].to_numpy()[rows["hand"].to_numpy()]
    origin = log_rows(case.collections, rows["record"].to_numpy())
    # Fees of one moment by amount, so that the order of the log's rows does not show.
    order = np.lexsort((origin["row"], origin["source"], rows["amount"].to_numpy(), started))
    firsts = rows.iloc[order].drop_duplicates("amount")
    strange = firsts[~firsts["amount"].isin(printed)]
    shown = strange.iloc[0] if len(strange) else firsts.iloc[broken.at_most]
    kept = [each for each, some in zip(allowed.alternatives, may_break, strict=True) if not some]
    yield TooMany(
        record=int(shown["record"]),
        strange=bool(len(strange)),
        amounts=sorted(map(int, firsts["amount"])),
        wrong=counted.wrong,
        until=int(started.max()),
        review=not all(breaks),
        context=counted.contexts[0],
        broken=broken,
        kept=tuple(each for several in kept for each in several),
        doubts=allowed.doubts if kept else (),
    )


def _broken(
    alternative: tuple[Allowance, ...], rows: pd.DataFrame, players: Bools, counted: _Counted
) -> list[Allowance]:
    """Return the allowances of an alternative that rates exceed, counted as each says."""
    found = []
    for each in alternative:
        parts = (players, ~players) if each.per == "payer" else (np.ones(len(rows), dtype=bool),)
        most = max(int(rows["amount"][mine].nunique()) for mine in parts)
        if (each.over_all or not counted.over_all) and most > each.at_most:
            found.append(each)
    return found


def _suspects(case: Case, collected: pd.DataFrame, *, over_all: bool) -> list[_Counted]:
    """Return tables and days with more rates than allowed, however they came about."""
    every = _groups(case, over_all=over_all)[collected["hand"].to_numpy()]
    known = collected["known"].to_numpy()
    rows, group = collected[known], every[known]
    hand, amount = rows["hand"].to_numpy(), pd.factorize(rows["amount"])[0]
    # Amounts by number: those of slips may be so large that a group and an amount fit no integer.
    width = int(amount.max(initial=0)) + 1
    different = np.bincount(pd.unique(group * width + amount) // width)
    first = np.zeros(len(different), dtype=np.int64)
    first[group[::-1]] = hand[::-1]
    suspect = _more_than_allowed(case, first, different, over_all=over_all)
    if not suspect:
        return []
    mine = np.flatnonzero(np.isin(group, suspect))
    chosen = rows.iloc[mine]
    record = chosen["record"].to_numpy()
    chosen = chosen.assign(single=single_fees(case, record), by_player=of_players(case, record))
    strange = collected["amount"][~known].groupby(every[~known]).unique()
    context = case.hands["context"].to_numpy()
    found = []
    for number, part in chosen.groupby(group[mine], sort=True):
        members = distinct(context[part["hand"].to_numpy()])
        contexts = tuple(case.contexts[each] for each in members)
        if over_all and len({_row_in_use(each) for each in contexts}) == 1:
            continue
        wrong = {*map(int, strange.get(number, ()))}
        mine_alone = part
        if over_all:
            # Rates are counted of the options in use: what only another option prints is no rate
            # of the table, and under each option it is counted as the stranger that it is.
            in_use = part["amount"].isin(printed_fees(contexts))
            wrong |= {*part["amount"][~in_use].tolist()}
            mine_alone = part[in_use]
        allowed = _allowed_at(case, int(first[number]))
        found.append(_Counted(mine_alone, sorted(wrong), contexts, allowed, over_all))
    return found


def _allowed_at(case: Case, hand: int) -> Allowed:
    context, day = (int(case.hands[name].to_numpy()[hand]) for name in ("context", "day"))
    return allowed_rates(case, case.contexts[context], day)


def _more_than_allowed(case: Case, first: Ints, different: Ints, *, over_all: bool) -> list[int]:
    """Return the groups with more different rates than allowed; ``first`` is a hand of each."""
    several = np.flatnonzero(different > 1)
    context = case.hands["context"].to_numpy()[first[several]].tolist()
    day = case.hands["day"].to_numpy()[first[several]].tolist()
    places = list(zip(context, day, strict=True))
    least = {
        place: allowed_rates(case, case.contexts[place[0]], place[1]).least(over_all=over_all)
        for place in set(places)
    }
    return [
        group
        for group, place, count in zip(several.tolist(), places, different[several], strict=True)
        if 0 < least[place] < count
    ]


def _collected(case: Case) -> pd.DataFrame:
    """Return the collections above zero that are of a hand, jackpot and waivers aside.

    ``known`` tells which amounts some option of the game prints.
    """
    collections = case.collections
    hand, amount = collections["hand"].to_numpy(), collections["amount"].to_numpy()
    # The last place is for collections without a hand.
    offered = np.append(case.of_contexts(lambda each: bool(each.offers)), False)
    counted = offered[hand] & (amount > 0) & ~is_among(collections["fee"], ASIDE)
    if "waived" in collections:
        counted &= collections["waived"].isna().to_numpy()
    record = np.flatnonzero(counted)
    columns = {"record": record, "hand": hand[record], "amount": amount[record]}
    rows = with_shares_joined(case, pd.DataFrame(columns))
    return rows.assign(known=_known(case, rows))


def _known(case: Case, rows: pd.DataFrame) -> Bools:
    """Tell which amounts some option of their game prints; each pair is looked at once."""
    context = case.hands["context"].to_numpy()[rows["hand"].to_numpy()]
    code, amounts = pd.factorize(rows["amount"])
    of, pairs = pd.factorize(context * (len(amounts) + 1) + code)
    fees = {number: fees_of_game(case.contexts[number]) for number in distinct(context).tolist()}
    printed = [
        int(amounts[pair % (len(amounts) + 1)]) in fees[pair // (len(amounts) + 1)]
        for pair in pairs.tolist()
    ]
    known: Bools = np.array(printed, dtype=bool)[of]
    return known


def _groups(case: Case, *, over_all: bool) -> Ints:
    """Return of each hand one number a table, gaming day and option, or game for ``over_all``."""
    numbers: dict[tuple[str, ...], int] = {}
    rows = [
        numbers.setdefault((game_of(each), *(() if over_all else _row_in_use(each))), len(numbers))
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
