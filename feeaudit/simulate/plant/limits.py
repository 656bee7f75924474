"""Planting violations of the limit checks: one wager changed, and the fees made to follow it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.plant.price import (
    Bet,
    bets_on,
    change_wager,
    collect,
    dues_but_beyond,
    with_amount,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.simulate.bets import Extra, Shape, Total
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.setups import Setup

    Change = tuple[Bet, int, str]
    Finder = Callable[[Setup, Shape, list[Bet]], Iterator[Change]]


def low(plot: Plot) -> None:
    """LIM-LOW: a base wager that stands alone is below the table's minimum."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        least = setup.limit.low
        if least is None or least <= shape.step:
            return
        for bet in lone_entries(shape, bets):
            yield bet, least - shape.step, f"below the table minimum of {dollars(least)}"

    plant_changes(plot, found)


def high(plot: Plot) -> None:
    """LIM-HIGH: a base wager that stands alone is above the table's maximum."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        most = setup.limit.high
        if most is None:
            return
        for bet in lone_entries(shape, bets):
            yield bet, most + shape.step, f"above the table maximum of {dollars(most)}"

    plant_changes(plot, found)


def bonus(plot: Plot) -> None:
    """LIM-BONUS: a bonus bet is below its own minimum or above its own maximum."""

    def found(_: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        for bet, extra in with_extras(shape, bets):
            if extra.role != "bonus" or extra.equals or extra.at_least:
                continue
            if extra.least is not None and extra.least > extra.step:
                yield bet, extra.least - extra.step, f"below its minimum of {dollars(extra.least)}"
            elif extra.most is not None and not extra.at_most and not shape.totals:
                yield bet, extra.most + extra.step, f"above its maximum of {dollars(extra.most)}"

    plant_changes(plot, found)


def total(plot: Plot) -> None:
    """LIM-TOTAL: one bettor's wagers, each within its limits, together pass the cap on the sum."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        for rule in shape.totals:
            if rule.sure and rule.cap is not None:
                for bet, amount in raised_to(rule.cap + DOLLAR, rule, setup, shape, bets):
                    yield bet, amount, f"with its other wagers above {dollars(rule.cap)}"

    plant_changes(plot, found)


def increment(plot: Plot) -> None:
    """LIM-INCREMENT: a wager is no multiple of the step that its rules print."""

    def found(_: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        if shape.stepped:
            for bet in lone_entries(shape, bets):
                if bet.amount > shape.least + shape.step:
                    yield bet, bet.amount - DOLLAR, f"no multiple of {dollars(shape.step)}"
        for bet, extra in with_extras(shape, bets):
            if extra.stepped and bet.amount > (extra.least or 0) + DOLLAR:
                yield bet, bet.amount - DOLLAR, f"no multiple of {dollars(extra.step)}"

    plant_changes(plot, found)


def relation(plot: Plot) -> None:
    """LIM-RELATION: a wager does not stand to another as the rules say: unequal, or too large."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        tied = {shape.kinds[each.kind]: shape.kinds[each.anchor] for each in shape.tied}
        for bet in bets:
            if bet.kind in tied:
                for amount in _off(setup, bet):
                    yield bet, amount, f"not equal to the {tied[bet.kind]}"
        for bet, extra in with_extras(shape, bets):
            for amount in _off(setup, bet) if extra.equals else ():
                yield bet, amount, "no multiple that the rules allow"
            for percent, kinds in extra.at_most:
                base, kind = largest_beside(shape, bets, bet, kinds)
                amount = base * percent // 100 // DOLLAR * DOLLAR + extra.step
                caps = [each for each in (extra.most, setup.limit.high) if each is not None]
                if base and all(amount <= cap for cap in caps) and not shape.totals:
                    yield bet, amount, f"more than {percent} percent of the {kind}"

    plant_changes(plot, found)


def _off(setup: Setup, bet: Bet) -> Iterator[int]:
    """Yield the amounts next to a wager's own that lie within the table's limits."""
    low, high = setup.limit.low or DOLLAR, setup.limit.high
    for amount in (bet.amount + DOLLAR, bet.amount - DOLLAR):
        if low <= amount <= (amount if high is None else high):
            yield amount


def largest_beside(
    shape: Shape, bets: list[Bet], bet: Bet, kinds: tuple[int, ...]
) -> tuple[int, str]:
    """Return the most that the bettor of a wager has on one of some kinds, and on which."""
    return max((amount_beside(bets, bet, shape.kinds[kind]), shape.kinds[kind]) for kind in kinds)


def amount_beside(bets: list[Bet], bet: Bet, kind: str) -> int:
    """Return what the bettor of a wager has on a kind in the same slot."""
    return sum(each.amount for each in bets if each.slot == bet.slot and each.kind == kind)


def lone_entries(shape: Shape, bets: list[Bet]) -> Iterator[Bet]:
    """Yield base wagers with nothing beside them in their slot."""
    entries = {shape.kinds[each] for each in shape.entries}
    for bet in bets:
        if bet.kind in entries and sum(other.slot == bet.slot for other in bets) == 1:
            yield bet


def raised_to(
    target: int, rule: Total, setup: Setup, shape: Shape, bets: list[Bet]
) -> Iterator[tuple[Bet, int]]:
    """Yield base wagers with the larger amounts that bring what a rule adds up to a sum."""
    kinds = {shape.kinds[each] for each in rule.kinds}
    for bet in _freely_raised(shape, bets):
        beside = [each for each in bets if each.slot == bet.slot and each is not bet]
        others = sum(each.amount for each in beside if each.kind in kinds)
        amount = target - others
        if bet.kind in kinds and others and bet.amount < amount <= (setup.limit.high or amount):
            yield bet, amount


def _freely_raised(shape: Shape, bets: list[Bet]) -> Iterator[Bet]:
    """Yield base wagers that may grow without anything beside them having to grow too."""
    entries = {shape.kinds[each] for each in shape.entries}
    bound = {
        shape.kinds[extra.kind] for extra in shape.extras if extra.equals or extra.at_least
    } | {shape.kinds[each.kind] for each in shape.tied}
    for bet in bets:
        beside = {other.kind for other in bets if other.slot == bet.slot}
        if bet.kind in entries and not beside & bound:
            yield bet


def with_extras(shape: Shape, bets: list[Bet]) -> Iterator[tuple[Bet, Extra]]:
    """Yield bonus bets and raises, each with what the rules ask of it."""
    extras = {shape.kinds[extra.kind]: extra for extra in shape.extras}
    for bet in bets:
        if bet.kind in extras:
            yield bet, extras[bet.kind]


def plant_changes(plot: Plot, finder: Finder, *, open_fees: bool = True) -> None:
    """Plant where the fees stay settled; only then, if wanted, where no tier covers the wager."""
    for settled_only in (True, False)[: 1 + open_fees]:
        for hand in plot.free_hands(plot.draft["hands"]["turn"] != NULL):
            _try(plot, hand, finder, settled_only=settled_only)


def _try(plot: Plot, hand: int, finder: Finder, *, settled_only: bool) -> None:
    setup = plot.setup(hand)
    if setup.shape is None or plot.draft.returned(hand):
        return
    bets = bets_on(plot.draft, hand)
    for bet, amount, why in finder(setup, setup.shape, bets):
        changed = with_amount(bets, bet, amount)
        priced = dues_but_beyond(plot.draft, hand, setup, changed)
        if priced is None or (priced[1] and settled_only):
            continue
        owed, beyond = priced
        change_wager(plot.draft, hand, bet, amount)
        collect(plot.draft, hand, setup, owed, keep=beyond)
        what = f"{bet.kind} of {dollars(amount)} {why}"
        plot.plant(hand, what, seat=bet.seat, amount=amount - bet.amount)
        if beyond:
            plot.comes_with_it(hand, "FEE-UNSETTLED")
        if plot.check != "LIM-TOTAL" and _passes_total(setup.shape, changed, bet):
            plot.comes_with_it(hand, "LIM-TOTAL", seat=bet.seat)
        return


def _passes_total(shape: Shape, bets: list[Bet], bet: Bet) -> bool:
    """Tell whether a bettor's wagers together pass a cap, though one alone may have done it."""
    mine = [each for each in bets if each.slot == bet.slot]
    for rule in shape.totals:
        kinds = {shape.kinds[each] for each in rule.kinds}
        total = sum(each.amount for each in mine if each.kind in kinds)
        shares = [
            each.amount * percent // 100
            for percent, kind in rule.shares
            for each in mine
            if each.kind == shape.kinds[kind]
        ]
        if any(total > cap for cap in (rule.cap, *shares) if cap is not None):
            return True
    return False
