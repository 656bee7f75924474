"""Planting violations of the checks on jackpots and on fees that the print leaves open."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.plant.price import Bet, bets_on, change_wager, collect, dues, take

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.setups import Setup

_HALF_DOLLAR: Final = 50


def jackpot(plot: Plot) -> None:
    """FEE-JACKPOT: a dollar too much for the jackpot, or one where no jackpot fee is printed."""
    hands = plot.draft["hands"]
    frame = plot.draft["collections"]
    fee = plot.draft.names.code("jackpot")
    for hand in plot.free_hands(hands["turn"] == NULL):
        setup = plot.setup(hand)
        rows = [
            r for r in plot.draft.rows_of("collections", hand).tolist() if frame["fee"][r] == fee
        ]
        if rows:
            frame["amount"][rows[0]] += DOLLAR
            what = "a dollar too much taken for the jackpot"
        elif not any(levy.component == "jackpot" for levy in setup.levies):
            take(plot.draft, hand, "pot", "jackpot", amount=DOLLAR)
            what = "a dollar taken for a jackpot; the option prints no jackpot fee"
        else:
            continue
        plot.plant(hand, what, amount=DOLLAR)


def unsettled(plot: Plot) -> None:
    """FEE-UNSETTLED: a wager puts what picks the tier half a dollar beyond the end of a tier.

    The fees are what the lower tier says, so they fit one neighbour and not the other.
    """
    for hand in plot.free_hands(plot.draft["hands"]["turn"] != NULL):
        setup = plot.setup(hand)
        returned = plot.draft["wagers"]["returned"][plot.draft.rows_of("wagers", hand)]
        if setup.shape is None or _stepped(setup) or (returned > 0).any():
            continue
        bets = bets_on(plot.draft, hand)
        for bet, amount in _at_bounds(setup, bets):
            at_bound = [replace(each, amount=amount) if each is bet else each for each in bets]
            owed = dues(plot.draft, hand, setup, at_bound)
            if owed is None or not _between_tiers(setup, at_bound, at_bound[bets.index(bet)]):
                continue
            change_wager(plot.draft, hand, bet, amount + _HALF_DOLLAR)
            collect(plot.draft, hand, setup, owed)
            what = f"{bet.kind} of {dollars(amount + _HALF_DOLLAR)} leads between two tiers"
            more = amount + _HALF_DOLLAR - bet.amount
            plot.plant(hand, what, seat=bet.seat, amount=more)
            break


def _stepped(setup: Setup) -> bool:
    shape = setup.shape
    return shape is not None and (shape.stepped or any(each.stepped for each in shape.extras))


def _at_bounds(setup: Setup, bets: list[Bet]) -> Iterator[tuple[Bet, int]]:
    """Yield lone base wagers with amounts that end a tier, within the table's limits."""
    shape = setup.shape
    if shape is None:
        return
    entries = {shape.kinds[each] for each in shape.entries}
    lone = [bet for bet in bets if sum(other.slot == bet.slot for other in bets) == 1]
    for levy in setup.levies:
        rate = levy.printed
        if len(levy.rates) > 1 or rate.basis in {"flat", "players"}:
            continue
        total = sum(bet.amount for bet in bets if rate.counts(bet.kind))
        for bet in lone:
            beside = 0 if levy.by_slot else total - bet.amount
            for bound in rate.steps.highs.tolist():
                amount = bound - beside
                fits = shape.least <= amount < (shape.most or amount + 1)
                if bet.kind in entries and rate.counts(bet.kind) and fits:
                    yield bet, amount


def _between_tiers(setup: Setup, bets: list[Bet], bet: Bet) -> bool:
    """Tell whether half a dollar more puts exactly one fee between two tiers of different fees."""
    open_fees = 0
    for levy in setup.levies:
        rate = levy.printed
        if not rate.counts(bet.kind) or rate.basis == "flat":
            continue
        beside = sum(each.amount for each in bets if rate.counts(each.kind)) - bet.amount
        basis = bet.amount if levy.by_slot else bet.amount + beside
        steps = [each.steps for each in levy.rates]
        if all(each.fee_for(basis + _HALF_DOLLAR) is not None for each in steps):
            continue
        below, above = (rate.steps.fee_for(basis + more) for more in (0, DOLLAR))
        if len(steps) > 1 or None in (below, above) or below == above:
            return False
        open_fees += 1
    return open_fees == 1
