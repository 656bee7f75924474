"""What is asked of the wagers of a case: the demands and table limits of each setting in it.

A setting is a game under an option, whatever the number of players: limits do not depend on that.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.checks.limits.demands import Demand, demands_of, sources_of
from feeaudit.audit.checks.options.tables import TableLimit, table_limits

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Situation
    from feeaudit.book.model import Book, Game

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]
Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


@dataclass(frozen=True, slots=True, eq=False)
class Setting:
    """A game under an option: what the rules ask, and the table limit of each schedule."""

    game: Game | None
    demands: tuple[Demand, ...]
    limits: tuple[TableLimit, ...]


class Alike(NamedTuple):
    """Settings (their numbers) that are asked the same."""

    demands: tuple[Demand, ...]
    settings: list[int]


@dataclass(frozen=True, slots=True, eq=False)
class Asked:
    """The settings of a case, and the number of each situation's."""

    of_situation: Ints
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
        """Tell which situations have a demand that passes a test."""
        found = np.zeros(len(self.settings), dtype=bool)
        for demands, settings in self.alike:
            found[settings] = any(map(test, demands))
        bound: Bools = found[self.of_situation]
        return bound


def asked_of(case: Case) -> Asked:
    """Return what is asked in a case."""
    return case.shared("asked", _asked)


def _asked(case: Case) -> Asked:
    known = _settings_of(case.book)
    numbers: dict[int, int] = {}
    settings: list[Setting] = []
    alike: dict[int, Alike] = {}
    of_situation = []
    for each in case.situations:
        setting = known.of(each)
        if id(setting) not in numbers:
            numbers[id(setting)] = len(settings)
            same = alike.setdefault(id(setting.demands), Alike(setting.demands, []))
            same.settings.append(len(settings))
            settings.append(setting)
        of_situation.append(numbers[id(setting)])
    found = np.array(of_situation, dtype=np.int64)
    return Asked(found, tuple(settings), tuple(alike.values()))


@dataclass(frozen=True, slots=True)
class _Settings:
    """The settings of a book, each made when it is first met."""

    book: Book
    known: dict[tuple[object, ...], Setting] = field(default_factory=dict)
    demands: dict[tuple[object, ...], tuple[Demand, ...]] = field(default_factory=dict)

    def of(self, situation: Situation) -> Setting:
        """Return the setting of a situation."""
        game = situation.game.game if situation.game is not None else ""
        options = tuple((offer.schedule.key, offer.option.option) for offer in situation.offers)
        key = (situation.cardroom_name, game, options)
        if key not in self.known:
            self.known[key] = self._made(situation)
        return self.known[key]

    def _made(self, situation: Situation) -> Setting:
        sources = sources_of(situation)
        if sources not in self.demands:
            self.demands[sources] = demands_of(situation)
        return Setting(situation.game, self.demands[sources], table_limits(situation))


_latest: list[_Settings] = []


def _settings_of(book: Book) -> _Settings:
    """Return the settings of a book, which the parts of a log share."""
    found = next((each for each in _latest if each.book is book), None)
    if found is None:
        found = _Settings(book)
        _latest[:] = [found]
    return found
