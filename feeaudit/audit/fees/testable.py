"""Which hands' fees can be told, and why those of others cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.coverage import Cover
from feeaudit.audit.fees.hands import counts_of
from feeaudit.audit.wagers import STRANGE_WAGER
from feeaudit.core.arrays import extent
from feeaudit.core.numbering import numbered

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.fees.fee_wagers import FeeWagers
    from feeaudit.core.arrays import Bools, BoolTable
    from feeaudit.rules.charge_arrays import ChargeArray, ChargeArrays
    from feeaudit.rules.contexts import Context


def testable(case: Case, arrays: ChargeArrays, bets: FeeWagers) -> tuple[Bools, dict[str, Bools]]:
    """Return which hands' fees can be told, and for each reason which cannot."""
    each, context = case.contexts, case.hands["context"].to_numpy()
    tested = np.array([not one.kind for one in each], dtype=bool)[context]
    untested = {
        problem: np.array([one.problem == problem for one in each], dtype=bool)[context]
        for problem in sorted({one.problem for one in each if one.kind})
    }
    cover = Cover(tested, untested)
    # Its wagers and collections belong to the first record of the hand; LOG-DUPLICATE tells.
    cover.set_aside(case.repeated, "the hand is logged a second time")
    wagered = np.zeros(len(context), dtype=bool)
    wagered[bets.hands.keys] = True
    uncounted = counts_of(case.hands, "players") < 0
    for which, name in (
        (_any(arrays, _by_players)[context] & uncounted, "hands.players"),
        (_without_antes(bets, _any(arrays, _by_antes)[context] & uncounted), "hands.players"),
        (
            _any(arrays, _by_opening)[context] & (counts_of(case.hands, "opening_round") < 0),
            "hands.opening_round",
        ),
    ):
        cover.set_aside(which, case.lacking(name) or f"{name} is blank")
    by_wagers = _any(arrays, _by_wagers)[context]
    cover.set_aside(by_wagers & ~wagered, no_wagers(case))
    cover.set_aside(by_wagers & _strange(case, bets), STRANGE_WAGER)
    for kind, hands in _withdrawn(case, bets):
        cover.set_aside(
            hands,
            f"{kind.replace('_', ' ')} is not logged at a seat; it was withdrawn,"
            " and the fee counts it as placed",
        )
    for name in ("collections", "collections.hand_id"):
        cover.lacks(case.lacking(name))
    return cover.tested, cover.untested


def no_wagers(case: Case) -> str:
    """Return why nothing is known of a hand's wagers."""
    return case.lacking("wagers") or "no wagers of the hand are logged"


def _strange(case: Case, bets: FeeWagers) -> Bools:
    """Tell which hands have a wager that their game does not have: what it pays nobody can tell."""
    games = {id(one.game): one.game for one in case.contexts}
    lacks = {
        key: [game is not None and game.wager(kind) is None for kind in bets.kinds]
        for key, game in games.items()
    }
    lacking = np.array([lacks[id(one.game)] for one in case.contexts], dtype=bool)
    found = np.zeros(bets.count, dtype=bool)
    if lacking.any():
        found[bets.hand[lacking.ravel()[bets.cell] & (bets.kind >= 0)]] = True
    return found


def _withdrawn(case: Case, bets: FeeWagers) -> Iterator[tuple[str, Bools]]:
    """Yield wagers that count in a fee and may be withdrawn, with the hands that lack one.

    Everybody who plays places them, so that whoever has another base wager had placed these.
    """
    lacking = [{*_counted_until_withdrawn(each)} for each in case.contexts]
    for kind in sorted(set().union(*lacking)):
        charged = np.array([kind in each for each in lacking], dtype=bool)
        rows = np.flatnonzero(charged[bets.context][bets.hand])
        base = _base(case, charged, bets.kinds)
        mine = rows[base[bets.context[bets.hand[rows]], bets.kind[rows]]]
        spot, _ = numbered([each[mine].astype(np.int64) for each in bets.named])
        is_kind = np.array([each == kind for each in (*bets.kinds, "")])[bets.kind[mine]]
        there = np.zeros(extent(spot), dtype=bool)
        there[spot[is_kind]] = True
        found = np.zeros(bets.count, dtype=bool)
        found[bets.hand[mine[~there[spot]]]] = True
        yield kind, found


def _counted_until_withdrawn(context: Context) -> Iterator[str]:
    for wager in context.game.wagers if context.game else ():
        if wager.withdrawn and any(levy.counts(wager.wager) for levy in context.levies):
            yield wager.wager


def _base(case: Case, contexts: Bools, kinds: tuple[str, ...]) -> BoolTable:
    """Tell by context, of some, which kinds are base wagers there; the last column is a blank's."""
    base = np.zeros((len(contexts), len(kinds) + 1), dtype=bool)
    for number in np.flatnonzero(contexts).tolist():
        game = case.contexts[number].game
        role = {each.wager: each.role for each in game.wagers} if game else {}
        base[number, :-1] = [role.get(kind) == "base" for kind in kinds]
    return base


def _by_players(charge: ChargeArray) -> Bools:
    return charge.charged & charge.by_players & ~charge.after_flop


def _by_antes(charge: ChargeArray) -> Bools:
    return charge.charged & charge.shortfall


def _without_antes(bets: FeeWagers, hands: Bools) -> Bools:
    """Tell which of some hands, mostly none, have no antes among their wagers."""
    if "ante" not in bets.kinds or not hands.any():
        return hands
    antes = bets.by_hand(bets.amount * (bets.kind == bets.kinds.index("ante")))
    without: Bools = hands & (antes <= 0)
    return without


def _by_opening(charge: ChargeArray) -> Bools:
    return charge.charged & (charge.opening > 0)


def _by_wagers(charge: ChargeArray) -> Bools:
    return charge.charged & charge.by_wagers


def _any(arrays: ChargeArrays, test: Callable[[ChargeArray], Bools]) -> Bools:
    """Tell in which contexts some charge passes a test."""
    found = np.zeros(len(arrays.same_payer), dtype=bool)
    for reading in arrays.readings:
        for charge in reading:
            found |= test(charge)
    return found
