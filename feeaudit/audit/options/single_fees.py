"""Single fees: which collections are surely one fee each, and what several fees add up to."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.columns import is_among
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.wagers import wagers_of
from feeaudit.book.catalogue import schedules_of
from feeaudit.core.arrays import distinct, paired
from feeaudit.core.kept_answers import kept

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Cardroom, Game, Schedule
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.levies import Levy

ASIDE: Final = ("jackpot", "time", "new_player")
_OWN_FEES: Final = {"bonus", "no_flop"}
_SHARING: Final = ("ante", "button")


def single_fees(case: Case, record: Ints) -> Bools:
    """Tell which collections are surely one fee, not the fees of several wagers added up."""
    found = _owed_once(case, record, {"hand"}) & ~of_players(case, record)
    if case.has("collections.seat"):
        seated = case.collections["seat"].notna().to_numpy()[record]
        found |= _owed_once(case, record, {"hand", "seat", "player"}) & seated
    return found | _one_a_wager(case, record)


def of_players(case: Case, record: Ints) -> Bools:
    """Tell which collections players paid."""
    return is_among(case.collections["payer"].iloc[record], ("player",))


def _owed_once(case: Case, record: Ints, grains: set[str]) -> Bools:
    """Tell which are of a component that is owed once for each of these, not for each wager."""
    collections = case.collections
    payers = list(map(str, collections["payer"].cat.categories))
    fees = list(map(str, collections["fee"].cat.categories))
    hand = collections["hand"].to_numpy()[record]
    context = case.hands["context"].to_numpy()[hand]
    table = np.zeros((len(case.contexts), len(payers), len(fees)), dtype=bool)
    for number in distinct(context).tolist():
        levies = case.contexts[number].levies
        table[number] = [[_once(levies, payer, fee, grains) for fee in fees] for payer in payers]
    payer = collections["payer"].cat.codes.to_numpy()[record]
    fee = collections["fee"].cat.codes.to_numpy()[record]
    found: Bools = table[context, payer, fee] & (payer >= 0) & (fee >= 0)
    return found


def _once(levies: Sequence[Levy], payer: str, fee: str, grains: set[str]) -> bool:
    component = fee if fee in _OWN_FEES else payer
    return all(levy.per in grains for levy in levies if levy.component == component)


def _one_a_wager(case: Case, record: Ints) -> Bools:
    """Tell which stand for a single wager: a seat with as many collections as charged wagers."""
    found = np.zeros(len(record), dtype=bool)
    if not case.has("wagers", "collections.seat"):
        return found
    fees = case.collections["fee"].cat
    code = fees.codes.to_numpy()[record]
    for number, fee in enumerate(fees.categories):
        mine = np.flatnonzero(code == number)
        if not len(mine):
            continue
        component = str(fee) if str(fee) in _OWN_FEES else "player"
        hand = case.collections["hand"].to_numpy()[record[mine]]
        found[mine] = _as_many(case, record[mine], _charged_bets(case, component, hand))
    return found


def _as_many(case: Case, record: Ints, bets: Ints) -> Bools:
    """Tell which collections stand where there are at least as many of them as of these bets."""
    paid, wagered = _places(case, "collections", record), _places(case, "wagers", bets)
    of, places = pd.factorize(np.concatenate([paid, wagered]))
    times, number = (np.bincount(each, minlength=len(places)) for each in np.split(of, [len(paid)]))
    mine = of[: len(paid)]
    # No bet has no seat, so that a fee of no seat has no bets.
    found: Bools = (number[mine] > 0) & (number[mine] <= times[mine])
    return found


def _charged_bets(case: Case, component: str, hands: Ints) -> Ints:
    """Return the wagers of hands on which some reading charges a component."""
    wagers = wagers_of(case)
    # The last place is for wagers without a hand.
    wanted = np.zeros(len(case.hands) + 1, dtype=bool)
    wanted[hands] = True
    bets = np.flatnonzero(wanted[wagers.hand] & wagers.placed & (wagers.kind >= 0))
    context = case.hands["context"].to_numpy()[wagers.hand[bets]]
    charged = np.zeros((len(case.contexts), len(wagers.kinds)), dtype=bool)
    for number in distinct(context).tolist():
        some = [levy for levy in case.contexts[number].levies if levy.component == component]
        charged[number] = [any(levy.counts(kind) for levy in some) for kind in wagers.kinds]
    found: Ints = bets[charged[context, wagers.kind[bets]]]
    return found


def _places(case: Case, table: str, rows: Ints) -> Ints:
    """Return one number a hand, seat and (where both tables name them) player; -1 for no seat."""
    seat = seat_names(case).numbers(f"{table}.seat", rows)
    hand = (case.wagers if table == "wagers" else case.collections)["hand"].to_numpy()[rows]
    place = paired(hand, seat, len(seat_names(case)))
    if case.has("wagers.player", "collections.player"):
        player = people(case).codes(f"{table}.player", rows)
        place = paired(place, player, len(people(case)))
    return np.where(seat >= 0, place, -1)


def with_shares_joined(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return rates with a fee that the antes and the button share put together again."""
    mine = is_among(case.collections["payer"], _SHARING)[rows["record"].to_numpy()]
    if mine.any():
        shared = case.of_contexts(lambda each: any(levy.shortfall for levy in each.levies))
        mine &= shared[rows["hand"].to_numpy()]
    if not mine.any():
        return rows
    joined = rows[mine].groupby("hand", as_index=False).agg({"record": "min", "amount": "sum"})
    return pd.concat([rows[~mine], joined], ignore_index=True)


def printed_fees(contexts: Iterable[Context]) -> set[int]:
    """Return every fee above zero that the options of some contexts print, the jackpot aside."""
    return {
        fee
        for each in contexts
        for levy in each.levies
        if levy.component not in ASIDE
        for fee in levy.fees
    }


# The parts of a long log are of the same games, day after day.
@kept(4_000)
def fees_of_game(context: Context) -> frozenset[int]:
    """Return every fee above zero that some option prints for the game of a context."""
    if context.cardroom is None or context.game is None:
        return frozenset()
    return _printed_for(context.cardroom, context.game) | printed_fees([context])


# A room has many options of each game.
@kept(4_000)
def _printed_for(cardroom: Cardroom, game: Game) -> frozenset[int]:
    return frozenset(fees_in(schedules_of(cardroom, game)))


def fees_in(schedules: Iterable[Schedule]) -> set[int]:
    """Return every fee above zero that schedules print for a hand, the jackpot aside."""
    return {
        tier.fee
        for schedule in schedules
        for option in schedule.options
        for ladder in option.ladders
        if ladder.component not in ASIDE
        for tier in ladder.tiers
        if tier.fee
    }


def sums_among(amounts: Collection[int], fees: set[int]) -> set[int]:
    """Return the amounts that several fees add up to and that none of them is.

    Beyond the product of the least and the greatest fee, counted in their common divisor, all
    multiples of that divisor are: a slip of the pen may be large, and need not be counted up to.
    """
    unit = gcd(*fees) or 1
    enough = min(fees, default=0) * max(fees, default=0) // unit
    few = set(sums_of(fees, min(enough, max(amounts, default=0))))
    return {
        each for each in amounts if each in few or (fees and each > enough and each % unit == 0)
    }


def sums_of(fees: set[int], most: int) -> Sequence[int]:
    """Return every amount up to ``most`` that several fees add up to and that none of them is."""
    sums: set[int] = set()
    edge = set(fees)
    while edge:
        edge = {one + fee for one in edge for fee in fees if one + fee <= most} - sums
        sums |= edge
    return sorted(sums - fees)
