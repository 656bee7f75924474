"""Which editions of a schedule are in force on a day: what the site says, else what is printed.

A site's pin is the authority on its schedule: an edition, for good or in spans of gaming days, and
on a day outside the spans none. Printings of a game under several ids are one chain: the pinned one
puts the others out. A doubt between schedules that the site has settled acts likewise. Without
either, known dates of an edition are respected and of those left the last printed is assumed.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

import numpy as np

from feeaudit.book.catalogue import chains, last_printed, schedules_of
from feeaudit.core.dates import long_date
from feeaudit.rules.configuration.model import EPOCH, within
from feeaudit.rules.settled import chosen_schedules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import Book, Game, Schedule
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.configuration.model import Config, Span
    from feeaudit.rules.in_force import Context


@dataclass(frozen=True, slots=True)
class InForce:
    """The schedules of a game that hold on a day, by key, and the printings that may instead.

    ``rivals`` has, by the key of each schedule that is assumed, those that were printed before it
    and that neither a date nor the site puts out.
    """

    keys: tuple[str, ...]
    rivals: dict[str, tuple[str, ...]]


def in_force(
    schedules: Iterable[Schedule], game: Game, config: Config, day: date | None
) -> InForce:
    """Return what is in force of the schedules of a game on a gaming day; without one, of any."""
    printed = list(schedules)
    settled = chosen_schedules(printed, game, config, day)
    held: set[str] = set()
    rivals: dict[str, tuple[str, ...]] = {}
    kept = [each for each in printed if each.key not in settled.out or _pinned(each, config)]
    for chain in chains(kept):
        possible = [each for each in chain if _possible(each, config, day)]
        pinned = [each for each in possible if _pinned(each, config)]
        chosen = [each for each in possible if each.key in settled.held]
        left = last_printed(chosen or possible) if not pinned else _each_last(pinned)
        held |= {each.key for each in left}
        if not pinned:
            keys = [each.key for each in chosen or possible]
            rivals |= {each.key: tuple(key for key in keys if key != each.key) for each in left}
    return InForce(tuple(each.key for each in printed if each.key in held), rivals)


def _each_last(schedules: list[Schedule]) -> list[Schedule]:
    """Return the last printed edition of each schedule, whatever it stands in the place of."""
    return list({each.schedule: each for each in schedules}.values())


def _possible(schedule: Schedule, config: Config, day: date | None) -> bool:
    spans = _pinned(schedule, config)
    if spans:
        return any(
            span.edition == schedule.edition and (day is None or span.covers(day)) for span in spans
        )
    return day is None or within(day, schedule.effective_from, schedule.effective_to)


def _pinned(schedule: Schedule, config: Config) -> tuple[Span, ...]:
    """Return what a site pins: of this cardroom's schedule, else of any schedule of that name."""
    own = config.spans(f"{schedule.cardroom}/{schedule.schedule}")
    return own or config.spans(schedule.schedule)


def is_dated(schedules: Iterable[Schedule], config: Config) -> bool:
    """Tell whether the day matters to which edition of some schedules is in force."""
    return any(True for each in schedules for _ in _turns(each, config))


def day_matters(config: Config, context: Context) -> bool:
    """Tell whether other schedules of a context's game are in force on other days."""
    if context.cardroom is None or context.game is None:
        return False
    settled = any(_ends((each.start, each.end) for each in config.settled))
    return settled or is_dated(schedules_of(context.cardroom, context.game), config)


def turning_days(book: Book, config: Config) -> Ints:
    """Return the days (since 1970) on which other editions or readings may hold, sorted."""
    printed = {
        day
        for cardroom in book.cardrooms
        for schedule in cardroom.schedules
        for day in _turns(schedule, config)
    }
    settled = _ends((each.start, each.end) for each in config.settled)
    turns = sorted((day - EPOCH).days for day in {*printed, *settled})
    return np.array(turns, dtype=np.int64)


def _turns(schedule: Schedule, config: Config) -> Iterator[date]:
    """Yield the first day of every span of a schedule, the day after its last, and of later fees.

    A fee that may not be offered before a day matters where a site pins the schedule.
    """
    spans = [(span.start, span.end) for span in _pinned(schedule, config)]
    yield from _ends(spans or [(schedule.effective_from, schedule.effective_to)])
    if spans:
        tiers = (
            tier for option in schedule.options for each in option.ladders for tier in each.tiers
        )
        yield from (tier.not_before for tier in tiers if tier.not_before is not None)


def _ends(spans: Iterable[tuple[date | None, date | None]]) -> Iterator[date]:
    for start, end in spans:
        if start is not None:
            yield start
        if end is not None and end < date.max:
            yield end + timedelta(days=1)


def spans_text(schedules: Iterable[Schedule], config: Config) -> str:
    """Return when editions of a game are in force, for reading: ``edition 1 to June 30, 2025``."""
    told: list[str] = []
    printing = list(schedules)
    known = {(each.schedule, each.edition) for each in printing}
    for schedule in printing:
        pinned = _pinned(schedule, config)
        if pinned:
            told += [
                _span(each.edition, each.start, each.end, config)
                + ("" if (schedule.schedule, each.edition) in known else " (which lacks the game)")
                for each in pinned
            ]
        else:
            dates = (schedule.effective_from, schedule.effective_to)
            told.append(_span(schedule.edition, *dates, config))
    return ", ".join(dict.fromkeys(told))


def _span(edition: str, start: date | None, end: date | None, config: Config) -> str:
    since = f" from {long_date(start, config.dates)}" if start else ""
    until = f" to {long_date(end, config.dates)}" if end else ""
    return f"edition {edition}{since}{until}"
