"""What is asked of the wagers of a case: the demands and table limits of each setting in it.

A setting is a game under an option, whatever the number of players: limits do not depend on that.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.audit.checks.limits.demands import Demand, demands_of, sources_of
from feeaudit.audit.checks.options.tables import TableLimit, table_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Game

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True)
class Setting:
    """A game under an option: what the rules ask, and the table limit of each schedule."""

    game: Game | None
    demands: tuple[Demand, ...]
    limits: tuple[TableLimit, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The settings of a case, and the number of each situation's."""

    of_situation: Ints
    settings: tuple[Setting, ...]

    def each(self, test: Callable[[Demand], bool]) -> Iterator[tuple[Demand, list[int]]]:
        """Yield each different demand that passes a test, with the settings it binds."""
        found: dict[Demand, list[int]] = {}
        for number, setting in enumerate(self.settings):
            for demand in setting.demands:
                if test(demand):
                    found.setdefault(demand, []).append(number)
        yield from found.items()

    def where(self, test: Callable[[Demand], bool]) -> Bools:
        """Tell which situations have a demand that passes a test."""
        found = np.array([any(map(test, each.demands)) for each in self.settings], dtype=bool)
        bound: Bools = found[self.of_situation]
        return bound


def asked_of(case: Case) -> Asked:
    """Return what is asked in a case."""
    return case.shared("asked", _asked)


def _asked(case: Case) -> Asked:
    numbers: dict[tuple[object, ...], int] = {}
    known: dict[tuple[object, ...], tuple[Demand, ...]] = {}
    settings: list[Setting] = []
    of_situation = []
    for each in case.situations:
        game = each.game.game if each.game is not None else ""
        options = tuple((offer.schedule.key, offer.option.option) for offer in each.offers)
        key = (each.cardroom_name, game, options)
        if key not in numbers:
            numbers[key] = len(settings)
            sources = sources_of(each)
            if sources not in known:
                known[sources] = demands_of(each)
            settings.append(Setting(each.game, known[sources], table_limits(each)))
        of_situation.append(numbers[key])
    return Asked(np.array(of_situation, dtype=np.int64), tuple(settings))
