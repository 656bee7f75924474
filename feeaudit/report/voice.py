"""How a report speaks to people: printed names for ids, dates and times as the site writes them.

Machine formats keep ids and ISO times; they carry the names beside them, so that whoever reads
them later can speak the same way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING, Any, Final

from feeaudit.book.catalogue import anomalies_of
from feeaudit.core import dates
from feeaudit.report.plain_values import local

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from feeaudit.book.model import Book

_EPOCH: Final = date(1970, 1, 1)
_NO_TIME: Final = "no time logged"


@dataclass(frozen=True, slots=True)
class Voice:
    """The zone and style of dates, and the printed names of cardrooms, games and schedules.

    ``games`` go by cardroom and id; ``questions`` are what the documents leave open. An id that the
    book does not know stands as it is.
    """

    zone: str
    dates: str = dates.AMERICAN
    cardrooms: Mapping[str, str] = field(default_factory=dict)
    games: Mapping[tuple[str, str], str] = field(default_factory=dict)
    schedules: Mapping[str, str] = field(default_factory=dict)
    questions: Mapping[str, str] = field(default_factory=dict)

    def cardroom(self, cardroom: str | None) -> str:
        """Return the printed name of a cardroom."""
        return self.cardrooms.get(cardroom or "", cardroom or "")

    def game(self, cardroom: str | None, game: str | None) -> str:
        """Return the printed name of a game of a cardroom."""
        return self.games.get((cardroom or "", game or ""), game or "")

    def schedule(self, key: str | None) -> str:
        """Return what a schedule is called, its id behind it; the id is what a site pins.

        Where a hand may be under either of two schedules, the key names both.
        """
        keys = (key or "").split(" or ")
        return " or ".join(
            f"{self.schedules[each]} ({each})" if each in self.schedules else each for each in keys
        )

    def question(self, doubt: str | None) -> str:
        """Return what the approved documents leave open, its ids behind it; blank for no doubt.

        Two ids are one question that two schedules share, or several at once: the first says it.
        """
        first = self.questions.get((doubt or "").partition(", ")[0], "")
        return f"{first} ({doubt})" if first else doubt or ""

    def games_listed(self, cardroom: str, games: str) -> str:
        """Return the printed names of games that a cell lists by their ids."""
        return ", ".join(self.game(cardroom, each) for each in games.split(", "))

    def clock(self, micros: int) -> str:
        """Return the time of day, ``7:08 PM``; blank where there is no time."""
        return dates.time_of_day(local(micros, self.zone), self.dates) if micros > 0 else ""

    def hour(self, hour: int) -> str:
        """Return a full hour for the head of a column, ``7 PM``."""
        return dates.hour_of_day(hour, self.dates)

    def moment(self, micros: int) -> str:
        """Return a time for a sentence, ``March 6, 2026, 7:08 PM``; blank where there is none."""
        return dates.long_moment(local(micros, self.zone), self.dates) if micros > 0 else ""

    def short_moment(self, micros: int, *, seconds: bool = False) -> str:
        """Return a time for a table, ``3/6/2026 7:08 PM``; blank where there is none."""
        if micros <= 0:
            return ""
        return dates.short_moment(local(micros, self.zone), self.dates, seconds=seconds)

    def date(self, day: date) -> str:
        """Return a date for a sentence, ``March 6, 2026``."""
        return dates.long_date(day, self.dates)

    def iso_day(self, day: str, *, short: bool = False) -> str:
        """Return an ISO date as people read it; what is no date stands as it is."""
        try:
            found = date.fromisoformat(day)
        except ValueError:
            return day
        return (dates.short_date if short else dates.long_date)(found, self.dates)

    def month(self, day: str) -> str:
        """Return the month of an ISO date in three letters, for the head of a column."""
        return dates.short_month(date.fromisoformat(day))

    def gaming_day(self, day: int) -> str:
        """Return a gaming day (since 1970) in words: ``Friday, March 6, 2026``."""
        if day < 0:
            return "no day"
        return dates.weekday_date(_EPOCH + timedelta(days=day), self.dates)

    def period(self, first: int, last: int) -> str:
        """Return from when to when; a date that is the same is said once."""
        if first <= 0:
            return _NO_TIME
        return self.span(local(first, self.zone), local(last, self.zone))

    def span(self, start: datetime, end: datetime) -> str:
        """Return from when to when, by the wall's clock; what is the same is said once."""
        begun = dates.long_moment(start, self.dates)
        if start.date() != end.date():
            return f"{begun} to {dates.long_moment(end, self.dates)}"
        times = [dates.time_of_day(each, self.dates) for each in (start, end)]
        return begun if times[0] == times[1] else f"{begun} to {times[1]}"


def voice_of(book: Book, zone: str, style: str) -> Voice:
    """Return how reports on the cardrooms of a book speak."""
    rooms = book.cardrooms
    return Voice(
        zone,
        style,
        {each.cardroom: each.name for each in rooms},
        {(each.cardroom, game.game): game.name for each in rooms for game in each.games},
        {schedule.key: schedule.title for each in rooms for schedule in each.schedules},
        {doubt.id: doubt.note for each in rooms for doubt in anomalies_of(each)},
    )


def voice_record(voice: Voice, cardrooms: tuple[str, ...]) -> dict[str, Any]:
    """Return the names of some cardrooms and the style of dates as plain values."""
    rooms = {each: voice.cardroom(each) for each in cardrooms}
    return {
        "dates": voice.dates,
        "cardrooms": rooms,
        "games": {
            room: {game: name for (place, game), name in voice.games.items() if place == room}
            for room in rooms
        },
        "schedules": {
            key: title for key, title in voice.schedules.items() if key.partition("/")[0] in rooms
        },
    }


def voice_in(document: Mapping[str, Any]) -> Voice:
    """Return how ``findings.json`` speaks; a file of an earlier version has no names."""
    told = document.get("names") or {}
    return Voice(
        (document.get("basis") or {}).get("zone", "UTC"),
        told.get("dates", dates.AMERICAN),
        told.get("cardrooms", {}),
        {
            (room, game): name
            for room, games in told.get("games", {}).items()
            for game, name in games.items()
        },
        told.get("schedules", {}),
    )
