"""Rate counts: tables at which more different rates were collected than are allowed.

A rate is an amount that some option of the game prints. An amount that none prints is a wrong fee,
which other checks find; it is told apart and counts for nothing here.
"""

from __future__ import annotations

from collections import defaultdict
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
from feeaudit.core.arrays import distinct, extent, paired, parted
from feeaudit.core.numbering import number_of, numbered
from feeaudit.rules.contexts import game_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

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


class _Rates(NamedTuple):
    """Collected rates by columns: a bad night has thousands of tables to look at."""

    record: Ints
    hand: Ints
    amount: Ints
    single: Bools
    by_player: Bools

    def only(self, rows: Bools | Ints) -> _Rates:
        """Return some of them."""
        return _Rates(
            self.record[rows],
            self.hand[rows],
            self.amount[rows],
            self.single[rows],
            self.by_player[rows],
        )


class _Counted(NamedTuple):
    """The rates of one table and day, and what is allowed."""

    rates: _Rates
    wrong: list[int]
    contexts: tuple[Context, ...]
    allowed: Allowed
    over_all: bool


def too_many(case: Case) -> Iterator[TooMany]:
    """Yield the tables and days with more rates than are allowed."""
    rows = _collected(case)
    known, strange = (rows[each] for each in (rows["known"], ~rows["known"]))
    # One rate is never too many.
    for over_all in (False, True) if len(rows) > 1 else ():
        for counted in _suspects(case, known, strange, over_all=over_all):
            yield from _judged(case, counted)


def _judged(case: Case, counted: _Counted) -> Iterator[TooMany]:
    allowed, printed = counted.allowed, printed_fees(counted.contexts)
    sums = sums_among(distinct(counted.rates.amount).tolist(), printed)
    rates = counted.rates.only(counted.rates.single | ~_among(counted.rates.amount, sums))
    may_break = [_broken(each, rates, counted) for each in allowed.alternatives]
    if not any(may_break):
        return
    sure = rates.only(rates.single)
    breaks = [_broken(each, sure, counted) for each in allowed.alternatives]
    broken = min((each for several in may_break for each in several), key=lambda each: each.at_most)
    started = case.hands["started_at"].to_numpy()[rates.hand]
    firsts = rates.only(_firsts(case, rates, started))
    strange = firsts.only(~_among(firsts.amount, printed))
    shown = strange.record[0] if len(strange.record) else firsts.record[broken.at_most]
    kept = [each for each, some in zip(allowed.alternatives, may_break, strict=True) if not some]
    yield TooMany(
        record=int(shown),
        strange=bool(len(strange.record)),
        amounts=sorted(firsts.amount.tolist()),
        wrong=counted.wrong,
        until=int(started.max()),
        review=not all(breaks),
        context=counted.contexts[0],
        broken=broken,
        kept=tuple(each for several in kept for each in several),
        doubts=allowed.doubts if kept else (),
    )


def _firsts(case: Case, rates: _Rates, started: Ints) -> Ints:
    """Return the first collection of each amount, in order.

    Fees of one moment go by amount, so that the order of the log's rows does not show.
    """
    origin = log_rows(case.collections, rates.record)
    order = np.lexsort((origin["row"], origin["source"], rates.amount, started))
    _, first = np.unique(rates.amount[order], return_index=True)
    firsts: Ints = order[np.sort(first)]
    return firsts


def _among(amounts: Ints, some: Collection[int]) -> Bools:
    """Tell which amounts are among some, of which there are few."""
    among = np.zeros(len(amounts), dtype=bool)
    for each in some:
        among |= amounts == each
    return among


def _broken(
    alternative: tuple[Allowance, ...], rates: _Rates, counted: _Counted
) -> list[Allowance]:
    """Return the allowances of an alternative that rates exceed, counted as each says."""
    found = []
    for each in alternative:
        players, amount = rates.by_player, rates.amount
        parts = (amount[players], amount[~players]) if each.per == "payer" else (amount,)
        most = max(len(distinct(part)) for part in parts)
        if (each.over_all or not counted.over_all) and most > each.at_most:
            found.append(each)
    return found


def _suspects(
    case: Case, known: pd.DataFrame, others: pd.DataFrame, *, over_all: bool
) -> list[_Counted]:
    """Return tables and days with more known rates than allowed, however they came about.

    ``others`` are the collections of amounts that no option of their game prints.
    """
    groups = _groups(case, over_all=over_all)
    record, hand, amount, code = (
        known[name].to_numpy() for name in ("record", "hand", "amount", "code")
    )
    group = groups[hand]
    pairs = distinct(paired(group, code, extent(code)))
    different = np.bincount(parted(pairs, extent(code))[0])
    first = np.zeros(len(different), dtype=np.int64)
    first[group[::-1]] = hand[::-1]
    suspect = _more_than_allowed(case, first, different, over_all=over_all)
    if not suspect:
        return []
    suspected = np.zeros(len(different), dtype=bool)
    suspected[suspect] = True
    mine = np.flatnonzero(suspected[group])
    mine = mine[np.argsort(group[mine], kind="stable")]
    record = record[mine]
    single, by_player = single_fees(case, record), of_players(case, record)
    chosen = _Rates(record, hand[mine], amount[mine], single, by_player)
    strange = defaultdict[int, set[int]](set)
    for number, one in zip(groups[others["hand"]].tolist(), others["amount"], strict=True):
        strange[number].add(one)
    context = case.hands["context"].to_numpy()
    found = []
    for part in np.split(np.arange(len(mine)), np.flatnonzero(np.diff(group[mine])) + 1):
        number, rates = int(group[mine[part[0]]]), chosen.only(part)
        contexts = tuple(case.contexts[each] for each in distinct(context[rates.hand]))
        if over_all and len({_row_in_use(each) for each in contexts}) == 1:
            continue
        wrong = strange[number]
        if over_all:
            # Rates are counted of the options in use: what only another option prints is no rate
            # of the table, and under each option it is counted as the stranger that it is.
            in_use = _among(rates.amount, printed_fees(contexts))
            wrong = wrong | {*rates.amount[~in_use].tolist()}
            rates = rates.only(in_use)
        allowed = _allowed_at(case, int(first[number]))
        found.append(_Counted(rates, sorted(wrong), contexts, allowed, over_all))
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

    ``code`` is the amount by number: those of slips may be so large that a group and an amount fit
    no integer. ``known`` tells which amounts some option of the game prints.
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
    code, amounts = pd.factorize(rows["amount"])
    return rows.assign(code=code, known=_known(case, rows, code, amounts))


def _known(case: Case, rows: pd.DataFrame, code: Ints, amounts: pd.Index) -> Bools:
    """Tell which amounts some option of their game prints; each pair is looked at once."""
    context = case.hands["context"].to_numpy()[rows["hand"].to_numpy()]
    of, pairs = numbered([context, code])
    fees = {each: fees_of_game(case.contexts[each]) for each in distinct(pairs[:, 0]).tolist()}
    printed = [int(amounts[number]) in fees[each] for each, number in pairs.tolist()]
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
    group: Ints = pd.factorize(number_of([day, table, option]))[0]
    return group


def _row_in_use(each: Context) -> tuple[str, ...]:
    """Return the option in use with the schedules that print it: numbers restart in each."""
    options = (reading.option.option for reading in each.readings)
    return next(options, each.option_name), *(offer.schedule.key for offer in each.offers)
