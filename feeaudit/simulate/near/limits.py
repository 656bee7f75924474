"""Near misses of the limit checks: wagers exactly at a limit, the fees following them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.money import dollars
from feeaudit.simulate.plant.limits import (
    largest_beside,
    lone_entries,
    plant_changes,
    raised_to,
    with_extras,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.bets import Shape
    from feeaudit.simulate.plant.limits import Change
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.plant.price import Bet
    from feeaudit.simulate.setups import Setup


def low(plot: Plot) -> None:
    """LIM-LOW: a base wager that stands alone is exactly the table's minimum."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        least = setup.limit.low
        for bet in lone_entries(shape, bets) if least is not None and least == shape.least else ():
            yield bet, shape.least, "is exactly the table minimum"

    plant_changes(plot, found, open_fees=False)


def high(plot: Plot) -> None:
    """LIM-HIGH: a base wager that stands alone is exactly the table's maximum."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        most = setup.limit.high
        for bet in lone_entries(shape, bets) if most is not None and most == shape.most else ():
            yield bet, shape.most or 0, "is exactly the table maximum"

    plant_changes(plot, found, open_fees=False)


def bonus(plot: Plot) -> None:
    """LIM-BONUS: a bonus bet is exactly its own minimum or its own maximum."""

    def found(_: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        for bet, extra in with_extras(shape, bets):
            if extra.role != "bonus" or extra.equals or extra.at_least:
                continue
            if extra.least is not None:
                yield bet, extra.least, "is exactly its own minimum"
            if extra.most is not None and not extra.at_most and not shape.totals:
                yield bet, extra.most, "is exactly its own maximum"

    plant_changes(plot, found, open_fees=False)


def total(plot: Plot) -> None:
    """LIM-TOTAL: one bettor's wagers come together to exactly the cap on their sum."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        for rule in shape.totals:
            if rule.cap is not None:
                for bet, amount in raised_to(rule.cap, rule, setup, shape, bets):
                    yield bet, amount, f"with its other wagers is exactly {dollars(rule.cap)}"

    plant_changes(plot, found, open_fees=False)


def increment(plot: Plot) -> None:
    """LIM-INCREMENT: a wager is another multiple of the step that its rules print."""

    def found(_: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        for bet in lone_entries(shape, bets) if shape.stepped else ():
            if bet.amount >= shape.least + shape.step:
                yield bet, bet.amount - shape.step, "is a step less"
        for bet, extra in with_extras(shape, bets):
            if extra.stepped and bet.amount - extra.step >= max(extra.least or 0, extra.step):
                yield bet, bet.amount - extra.step, "is a step less"

    plant_changes(plot, found, open_fees=False)


def relation(plot: Plot) -> None:
    """LIM-RELATION: a wager is exactly as large as another one allows."""

    def found(setup: Setup, shape: Shape, bets: list[Bet]) -> Iterator[Change]:
        for bet, extra in with_extras(shape, bets):
            caps = [each for each in (extra.most, setup.limit.high) if each is not None]
            for percent, kinds in extra.at_most[:1] if not shape.totals else ():
                base, kind = largest_beside(shape, bets, bet, kinds)
                amount = base * percent // 100
                if base and amount % extra.step == 0 and all(amount <= cap for cap in caps):
                    yield bet, amount, f"is exactly {percent} percent of the {kind}"

    plant_changes(plot, found, open_fees=False)
