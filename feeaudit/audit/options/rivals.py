"""Rivals: the other options and editions of a game that the fees of a hand may fit instead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import is_for, option_of, schedule_and_option, schedules_of, term_of
from feeaudit.book.views import stretches
from feeaudit.rules.option_names import fits

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.model import Game, Schedule
    from feeaudit.rules.contexts import Context


@dataclass(frozen=True, slots=True)
class Rival:
    """An option of an edition; a blank option stands for each hand's own one as logged."""

    schedule: Schedule
    option: str
    in_force: bool

    def name(self, logged: str) -> str:
        """Return how a log would name the option of a hand logged under ``logged``."""
        return f"{self.schedule.schedule}/{self.option or schedule_and_option(logged)[1]}"

    @property
    def text(self) -> str:
        """Return the rival for reading."""
        edition = self.schedule.edition
        if self.in_force:
            return f"option {self.option} of {self.schedule.title}"
        option = f", option {self.option}" if self.option else ", with the options as logged"
        return f"edition {edition} of {self.schedule.title}{option}"

    @property
    def lines(self) -> str:
        """Return the lines that print it."""
        option = option_of(self.schedule, self.option)
        return stretches(option.lines if option is not None else self.schedule.lines[:1])


def rivals_of(members: Sequence[Context], *, counted: bool) -> list[Rival]:
    """Return the rivals of the options in use in one game on a gaming day, likeliest first.

    An edition that is not in force comes before another option: an old placard is put up again
    more easily than a wrong one. Where players are ``counted``, one option stands for its whole
    price list.
    """
    first = members[0]
    if first.cardroom is None or first.game is None:
        return []
    editions = schedules_of(first.cardroom, first.game)
    valid = set(first.valid)
    logged = {schedule_and_option(each.option_name)[1] for each in members}
    own = logged.pop() if len(logged) == 1 else ""
    found: dict[tuple[str, str], Rival] = {}
    for schedule, option in _in_order(editions, valid, own, first.game, counted=counted):
        rival = Rival(schedule, option, in_force=schedule.key in valid)
        found.setdefault((schedule.key, option), rival)
    return list(found.values())


def _in_order(
    editions: list[Schedule], valid: set[str], own: str, game: Game, *, counted: bool
) -> Iterator[tuple[Schedule, str]]:
    """Yield the hands' own options in other editions, then all options, those in force first."""
    for schedule in editions:
        if schedule.key not in valid and (not own or fits(schedule, own, game)):
            yield schedule, own
    for schedule in sorted(editions, key=lambda each: each.key not in valid):
        for option in _options(schedule, game, counted=counted):
            yield schedule, option


def _options(schedule: Schedule, game: Game, *, counted: bool) -> Iterator[str]:
    """Yield the options of a schedule; of a price list only the first."""
    seen: set[str] = set()
    for option in schedule.options:
        if option.option in seen or not is_for(schedule, option, game):
            continue
        yield option.option
        term = term_of(schedule, option, game) if counted else None
        for band in term.bands if term is not None else ():
            if option.option in band:
                seen |= set(band)
