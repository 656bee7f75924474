"""Planting FEE-PERCENT: fees that are a share of the wagers instead of a printed amount."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.options.single_fees import fees_in
from feeaudit.book.catalogue import find_cardroom, schedules_of
from feeaudit.simulate.bet_shapes import DOLLAR
from feeaudit.simulate.plant.payments import bets_on, paid

if TYPE_CHECKING:
    from feeaudit.simulate.option_fees import OptionFee
    from feeaudit.simulate.plant.plot import Plot, Stretch

_SHARES: Final = (2, 1, 3, 5)
_FEWEST: Final = 20
_DIFFERENT: Final = 10


def percent(plot: Plot) -> None:
    """FEE-PERCENT: for a whole stretch a payer's fee is a share of the wagers.

    By turns the player-dealer pays a share of the table action and each player one of their own
    wagers; by turns to the cent and rounded up to the dollar. The printed amounts do not matter,
    a flat fee can be replaced as well as a ladder. Other fee checks come with it.
    """
    for stretch in plot.stretches():
        payers = ("player_dealer", "player")
        for payer in (*payers, *payers)[plot.done % 2 :][:2]:
            rate = _SHARES[plot.done % len(_SHARES)]
            shares = _shares(plot, stretch, payer, rate, rounded=plot.done % 4 > 1)
            if shares:
                _plant(plot, stretch, shares, f"{payer} pays {rate} percent of the wagers")
                break


def _plant(plot: Plot, stretch: Stretch, shares: dict[int, int], what: str) -> None:
    frame = plot.draft["collections"]
    plot.plant(stretch.first, f"{what} for a whole stretch")
    owed = {hand: paid(plot.draft, hand) for hand in stretch.hands}
    frame["amount"][list(shares)] = list(shares.values())
    for hand in stretch.hands:
        if hand != stretch.first:
            plot.note(hand, f"{what} for a whole stretch: a further hand")
        plot.fees_come_with_it(hand, owed[hand], paid(plot.draft, hand))


def _shares(
    plot: Plot, stretch: Stretch, payer: str, rate: int, *, rounded: bool
) -> dict[int, int]:
    """Return the share for each collection of a payer; nothing where it would hardly show.

    It shows where there are enough hands and different shares, nearly all fees of the payer can be
    one, and most differ from what is owed.
    """
    frame = plot.draft["collections"]
    levies = plot.draft.setups[stretch.setup].fees
    mine = {
        number: levy
        for number, levy in enumerate(levies)
        if levy.payer == payer and levy.fee == "base" and not levy.shortfall
    }
    shares: dict[int, int] = {}
    for hand in stretch.hands:
        for row, wagered in _wagered(plot, hand, mine).items():
            share = wagered * rate // 100
            shares[row] = -(-share // DOLLAR) * DOLLAR if rounded else share
    rows = np.concatenate([plot.draft.rows_of("collections", hand) for hand in stretch.hands])
    fees = int(np.isin(frame["levy"][rows], list(mine)).sum())
    hands = {int(frame["hand"][row]) for row in shares}
    differing = sum(int(frame["amount"][row]) != share for row, share in shares.items())
    shows = len(hands) >= _FEWEST and len(set(shares.values())) >= _DIFFERENT
    nearly_all = len(shares) * 10 >= fees * 9
    if not shows or not nearly_all or differing * 3 <= len(shares) * 2:
        return {}
    return shares if _keeps_rates(plot, stretch, shares) else {}


def _keeps_rates(plot: Plot, stretch: Stretch, shares: dict[int, int]) -> bool:
    """Tell whether so few shares are printed rates that the table does not take too many."""
    setup = plot.draft.setups[stretch.setup]
    schedules = schedules_of(find_cardroom(plot.book, setup.cardroom), setup.game)
    printed = fees_in(schedules).intersection(shares.values()) | setup.rates
    return len(printed) <= setup.allowed_rates


def _wagered(plot: Plot, hand: int, levies: dict[int, OptionFee]) -> dict[int, int]:
    """Return what is wagered for each collection of these levies on a hand.

    That is the payer's own counted wagers, or all of them for a fee of the whole hand. Where a
    bettor pays several times the wagers cannot be told apart, and the fees stay as they are.
    """
    frame = plot.draft["collections"]
    rows = [
        row
        for row in plot.draft.rows_of("collections", hand).tolist()
        if int(frame["levy"][row]) in levies
    ]
    slots = Counter((int(frame["seat"][row]), int(frame["player"][row])) for row in rows)
    bets = bets_on(plot.draft, hand)
    wagered = {}
    for row in rows:
        levy = levies[int(frame["levy"][row])]
        slot = (int(frame["seat"][row]), int(frame["player"][row]))
        counted = [bet for bet in bets if levy.printed.counts(bet.kind)]
        if levy.by_slot:
            counted = [bet for bet in counted if bet.slot == slot and slots[slot] == 1]
        if counted:
            wagered[row] = sum(bet.amount for bet in counted)
    return wagered
