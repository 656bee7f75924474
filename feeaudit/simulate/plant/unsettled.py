"""Planting FEE-UNSETTLED: fees that fit one way to read the schedule and not another."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.plant.limits import lone_entries
from feeaudit.simulate.plant.price import Bet, bets_on, change_wager, collect, dues, with_amount

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.bets import Extra, Shape
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.plant.price import Due
    from feeaudit.simulate.setups import Setup

# Just beyond the end of a tier, half way to the next one, and just before that begins.
_BEYOND: Final = (50, 1, 99)


def unsettled(plot: Plot) -> None:
    """FEE-UNSETTLED: by turns an amount lies between two tiers, or readings charge a bet or not.

    The fees are what the lower tier says, or the schedule as printed, so they fit one of the two.
    """
    for hand in plot.free_hands(plot.draft["hands"]["turn"] != NULL):
        if not plot.draft.returned(hand):
            ways = (_between, _disputed)
            first = plot.done % 2
            any(way(plot, hand) for way in (ways[first], ways[1 - first]))


def _between(plot: Plot, hand: int) -> bool:
    """Change a wager so that what picks the tier lies between one tier's end and the next."""
    setup = plot.setup(hand)
    if _stepped(setup):
        return False
    more = _BEYOND[plot.done % len(_BEYOND)]
    bets = bets_on(plot.draft, hand)
    for bet, amount in _at_ends(setup, bets):
        at_end = with_amount(bets, bet, amount)
        owed = dues(plot.draft, hand, setup, at_end)
        if owed is not None and _one_open(setup, at_end, at_end[bets.index(bet)], more):
            change_wager(plot.draft, hand, bet, amount + more)
            collect(plot.draft, hand, setup, owed)
            what = f"{bet.kind} of {dollars(amount + more)} leads between two tiers"
            plot.plant(hand, what, seat=bet.seat, amount=amount + more - bet.amount)
            return True
    return False


def _stepped(setup: Setup) -> bool:
    shape = setup.shape
    return shape is None or shape.stepped or any(each.stepped for each in shape.extras)


def _at_ends(setup: Setup, bets: list[Bet]) -> Iterator[tuple[Bet, int]]:
    """Yield lone base wagers with amounts that end a tier, within the table's limits."""
    shape = setup.shape
    if shape is None:
        return
    for levy in setup.levies:
        rate = levy.printed
        if len(levy.rates) > 1 or rate.basis in {"flat", "players"}:
            continue
        total = sum(bet.amount for bet in bets if rate.counts(bet.kind))
        for bet in lone_entries(shape, bets):
            beside = 0 if levy.by_slot else total - bet.amount
            for amount in (end - beside for end in rate.steps.highs.tolist()):
                fits = shape.least <= amount < (shape.most or amount + 1)
                if rate.counts(bet.kind) and fits:
                    yield bet, amount


def _one_open(setup: Setup, bets: list[Bet], bet: Bet, more: int) -> bool:
    """Tell whether so much more puts exactly one fee between two tiers of different fees."""
    open_fees = 0
    for levy in setup.levies:
        rate = levy.printed
        if not rate.counts(bet.kind) or rate.basis == "flat":
            continue
        beside = sum(each.amount for each in bets if rate.counts(each.kind)) - bet.amount
        basis = bet.amount if levy.by_slot else bet.amount + beside
        steps = [each.steps for each in levy.rates]
        if all(each.fee_for(basis + more) is not None for each in steps):
            continue
        below, above = (rate.steps.fee_for(basis + each) for each in (0, DOLLAR))
        if len(steps) > 1 or None in {below, above} or below == above:
            return False
        open_fees += 1
    return open_fees == 1


def _disputed(plot: Plot, hand: int) -> bool:
    """Add a bonus bet that one reading charges or counts and another does not."""
    setup = plot.setup(hand)
    shape = setup.shape
    if shape is None:
        return False
    bets = bets_on(plot.draft, hand)
    for bet in lone_entries(shape, bets):
        for extra in shape.extras:
            added = _added(setup, shape, extra, bet)
            owed = None if added is None else _as_printed(plot, hand, setup, [*bets, added])
            if added is not None and owed is not None:
                _place(plot, hand, added)
                collect(plot.draft, hand, setup, owed)
                what = f"{added.kind} of {dollars(added.amount)}, which not every reading charges"
                plot.plant(hand, what, seat=added.seat, amount=added.amount)
                return True
    return False


def _added(setup: Setup, shape: Shape, extra: Extra, bet: Bet) -> Bet | None:
    """Return the least bonus bet of a kind that may stand beside a base wager, if any may."""
    kind = shape.kinds[extra.kind]
    disputed = any(len({rate.counts(kind) for rate in levy.rates}) > 1 for levy in setup.levies)
    bound = extra.equals or extra.at_least or shape.totals or extra.role != "bonus"
    base = shape.kinds.index(bet.kind)
    needed = all(base in group for group in extra.needs)
    least = extra.floor if extra.least is None else extra.least
    amount = -(-least // extra.step) * extra.step
    caps = [extra.most, setup.limit.high]
    caps += [bet.amount * percent // 100 for percent, others in extra.at_most if base in others]
    elsewhere = any(base not in others for _, others in extra.at_most)
    fits = all(cap is None or amount <= cap for cap in caps)
    if not disputed or bound or not needed or elsewhere or not fits:
        return None
    return replace(bet, row=NULL, kind=kind, amount=amount)


def _as_printed(plot: Plot, hand: int, setup: Setup, bets: list[Bet]) -> list[Due] | None:
    """Return what is owed as printed, if every reading settles it and one otherwise."""
    readings = max(len(levy.rates) for levy in setup.levies)
    owed = [_under(plot, hand, setup, bets, number) for number in range(readings)]
    told = [sorted((each.levy, each.seat, each.amount) for each in one) for one in owed if one]
    if len(told) < readings or all(each == told[0] for each in told):
        return None
    return owed[0]


def _under(plot: Plot, hand: int, setup: Setup, bets: list[Bet], number: int) -> list[Due] | None:
    """Return what is owed under one reading of all levies."""
    levies = (replace(each, rates=(each.rates[number],)) for each in setup.levies)
    return dues(plot.draft, hand, replace(setup, levies=tuple(levies)), bets)


def _place(plot: Plot, hand: int, bet: Bet) -> None:
    """Record a wager that loses, and the money that covers it."""
    plot.draft.add(
        "wagers",
        hand=hand,
        seat=bet.seat,
        player=bet.player,
        wager=plot.draft.names.code(bet.kind),
        amount=bet.amount,
        result=-bet.amount,
        returned=0,
    )
    plot.draft["hands"]["player_dealer_wager"][hand] += bet.amount
