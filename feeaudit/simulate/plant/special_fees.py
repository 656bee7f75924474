"""Planting violations of the checks on fees by period, for jackpots, by percent and unsettled."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import MINUTE, NULL
from feeaudit.simulate.plant.price import Bet, bets_on, change_wager, collect, dues, take

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.setups import Setup

_FEES: Final = ("base", "bonus", "no_flop")
_HALF_DOLLAR: Final = 50
_PERCENT: Final = 2
_HANDS_BY_PERCENT: Final = 40
_DIFFERENT_SHARES: Final = 10


def time(plot: Plot) -> None:
    """FEE-TIME: by turns a player pays twice for one period, or a dollar too much, or never.

    Who never pays stays for at least two periods, so that it cannot be a fee taken a little late.
    """
    frame = plot.draft["collections"]
    timed = frame["fee"] == plot.draft.names.code("time")
    for row in plot.shuffled(timed):
        way = (_twice, _too_much, _never)[plot.done % 3]
        mine = np.flatnonzero(timed & (frame["player"] == frame["player"][row])).tolist()
        if plot.draft.free(*frame["near"][mine].tolist()):
            way(plot, row, mine)


def _twice(plot: Plot, row: int, _: list[int]) -> None:
    frame = plot.draft["collections"]
    amount = int(frame["amount"][row])
    plot.draft.copy_row("collections", row, taken_at=int(frame["taken_at"][row]) + MINUTE)
    _note_period(plot, row, f"{dollars(amount)} for one period taken twice", amount)


def _too_much(plot: Plot, row: int, _: list[int]) -> None:
    frame = plot.draft["collections"]
    fees = {
        int(fee)
        for levy in plot.setup(int(frame["near"][row])).levies
        if levy.component == "time"
        for fee in levy.printed.steps.fees
    }
    amount = int(frame["amount"][row]) + DOLLAR
    if amount not in fees:
        frame["amount"][row] = amount
        _note_period(plot, row, f"{dollars(amount)} for a period, a dollar too much", DOLLAR)


def _never(plot: Plot, row: int, mine: list[int]) -> None:
    frame = plot.draft["collections"]
    if len(mine) > 1:
        owed = int(frame["amount"][mine].sum())
        plot.draft.drop("collections", mine)
        plot.draft.reserve(*frame["near"][mine].tolist())
        _note_period(plot, row, f"{dollars(owed)} for {len(mine)} periods never taken", -owed)


def _note_period(plot: Plot, row: int, what: str, amount: int) -> None:
    frame = plot.draft["collections"]
    player = plot.draft.names.text(int(frame["player"][row]))
    seat = int(frame["seat"][row])
    plot.plant_record(int(frame["near"][row]), f"{player}: {what}", seat=seat, amount=amount)


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


def percent(plot: Plot) -> None:
    """FEE-PERCENT: for a whole stretch the player-dealer pays two percent of the table action.

    FEE-OVER, FEE-UNDER and OPT-RATES come with it, for a share of varying bets is no printed rate.
    """
    frame = plot.draft["collections"]
    for stretch in plot.stretches():
        rates = {
            number: levy.printed
            for number, levy in enumerate(plot.draft.setups[stretch.setup].levies)
            if levy.payer == "player_dealer" and levy.printed.basis == "table_action"
        }
        shares = {
            row: sum(
                bet.amount
                for bet in bets_on(plot.draft, hand)
                if rates[int(frame["levy"][row])].counts(bet.kind)
            )
            * _PERCENT
            // 100
            for hand in stretch.hands
            for row in plot.draft.rows_of("collections", hand).tolist()
            if int(frame["levy"][row]) in rates
        }
        if len(shares) < _HANDS_BY_PERCENT or len(set(shares.values())) < _DIFFERENT_SHARES:
            continue
        frame["amount"][list(shares)] = list(shares.values())
        what = f"the player-dealer pays {_PERCENT} percent of the table action for a whole stretch"
        plot.plant(stretch.first, f"{what}; FEE-OVER, FEE-UNDER and OPT-RATES come with it")
        for hand in stretch.hands[1:]:
            plot.note(hand, f"{what}: a further hand")


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
