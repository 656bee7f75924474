"""What is asked of the wagers of a case: the demands and table limits of each setting in it.

A setting is a game under an option, whatever the number of players: limits do not depend on that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.shared import shared
from feeaudit.rules.limits import Demand, demands_of, sources_of
from feeaudit.rules.table_limits import LimitInForce, table_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Book, Game
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A game under an option: what the rules ask, and the table limit of each schedule."""

    game: Game | None
    demands: tuple[Demand, ...]
    limits: tuple[LimitInForce, ...]


class Alike(NamedTuple):
    """Settings (their numbers) that are asked the same."""

    demands: tuple[Demand, ...]
    settings: list[int]


@dataclass(frozen=True, slots=True, eq=False)
class LimitsInForce:
    """The settings of a case, and the number of each context's."""

    of_context: Ints
    settings: tuple[Setting, ...]
    alike: tuple[Alike, ...]

    def each(self, test: Callable[[Demand], bool]) -> Iterable[tuple[Demand, list[int]]]:
        """Return each different demand that passes a test, with the settings it binds."""
        found: dict[Demand, list[int]] = {}
        for demands, settings in self.alike:
            for demand in filter(test, demands):
                found.setdefault(demand, []).extend(settings)
        return found.items()

    def where(self, test: Callable[[Demand], bool]) -> Bools:
        """Tell which contexts have a demand that passes a test."""
        found = np.zeros(len(self.settings), dtype=bool)
        for demands, settings in self.alike:
            found[settings] = any(map(test, demands))
        bound: Bools = found[self.of_context]
        return bound


@shared
def limits_in_force(case: Case) -> LimitsInForce:
    """Return what is asked in a case."""
    known = _settings_of(case.book)
    numbers: dict[int, int] = {}
    settings: list[Setting] = []
    alike: dict[int, Alike] = {}
    of_context = []
    for each in case.contexts:
        setting = known.of(each)
        if id(setting) not in numbers:
            numbers[id(setting)] = len(settings)
            same = alike.setdefault(id(setting.demands), Alike(setting.demands, []))
            same.settings.append(len(settings))
            settings.append(setting)
        of_context.append(numbers[id(setting)])
    found = np.array(of_context, dtype=np.int64)
    return LimitsInForce(found, tuple(settings), tuple(alike.values()))


@dataclass(frozen=True, slots=True)
class _Settings:
    """The settings of a book, each made when it is first met."""

    book: Book
    known: dict[tuple[object, ...], Setting] = field(default_factory=dict)
    demands: dict[tuple[object, ...], tuple[Demand, ...]] = field(default_factory=dict)

    def of(self, context: Context) -> Setting:
        """Return the setting of a context."""
        game = context.game.game if context.game is not None else ""
        options = tuple(
            (each.schedule.key, each.option.option, each.option.limit, each.called)
            for each in context.offers
        )
        # What a site has settled depends on its configuration and the day, not on the book.
        key = (context.cardroom_name, game, options, context.settled)
        if key not in self.known:
            self.known[key] = self._made(context)
        return self.known[key]

    def _made(self, context: Context) -> Setting:
        sources = sources_of(context)
        if sources not in self.demands:
            self.demands[sources] = demands_of(context)
        return Setting(context.game, self.demands[sources], table_limits(context))


_latest: list[_Settings] = []


def _settings_of(book: Book) -> _Settings:
    """Return the settings of a book, which the parts of a log share."""
    found = next((each for each in _latest if each.book is book), None)
    if found is None:
        found = _Settings(book)
        _latest[:] = [found]
    return found
