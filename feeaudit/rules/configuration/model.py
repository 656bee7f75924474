"""How a site is set up: zone, gaming day, editions in force, people, waivers, tolerances, law."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

import numpy as np
import pandas as pd

from feeaudit.core.dates import AMERICAN
from feeaudit.intake.log import ZONE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feeaudit.core.arrays import Ints

Path = tuple[str | int, ...]
EPOCH = date(1970, 1, 1)


@dataclass(frozen=True, slots=True)
class Span:
    """An edition that is in force from one gaming day to another, both included."""

    edition: str
    start: date | None = None
    end: date | None = None

    def covers(self, day: date) -> bool:
        """Tell whether a gaming day is within the span."""
        return within(day, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody the site knows: role, provider, and how the log may name them.

    ``names`` are other spellings. An entry may hold for some time only: people change sides.
    """

    name: str
    role: str
    provider: str = ""
    badges: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    start: date | None = None
    end: date | None = None

    @property
    def called(self) -> frozenset[str]:
        """Return everything the log may call them, without regard to case."""
        return frozenset(spelled(each) for each in (self.name, *self.badges, *self.names))


@dataclass(frozen=True, slots=True)
class Waiver:
    """A published waiver, by its reason; of all games and for good unless it says otherwise."""

    reason: str
    games: tuple[str, ...] = ()
    start: date | None = None
    end: date | None = None


@dataclass(frozen=True, slots=True)
class SettledDoubt:
    """A doubt of the paper that the site has settled: which reading holds, and who says so."""

    anomaly: str
    reading: str
    authority: str
    start: date | None = None
    end: date | None = None

    def covers(self, day: date | None) -> bool:
        """Tell whether it holds on a gaming day; without a day, whether it holds for good."""
        if day is None:
            return self.start is None and self.end is None
        return within(day, self.start, self.end)


@dataclass(frozen=True, slots=True)
class Site:
    """What papers say of the cardroom itself; none of it bears on a verdict.

    ``information`` is the address at which people of the site read about this program.
    """

    letterhead: tuple[str, ...] = ()
    contact: str = ""
    information: str = ""


@dataclass(frozen=True, slots=True)
class Config:
    """The configuration of an audit; sensible as it stands.

    ``cardroom`` is the site; blank, any cardroom's hands are audited. ``gaming_day_starts`` is the
    hour a gaming day begins, ``dates`` how dates and times are written for people. ``editions``
    pins the edition of a schedule, for good or in spans of days; ``cardroom/schedule`` that of one
    cardroom alone. ``waivers`` are the published ones, a plain reason standing for one of all games
    and days. ``count_tolerance`` is how many cents a count may differ. ``settled`` are doubts of
    the paper that an authority has settled for the site. ``as_if`` names law rules to apply
    regardless of status; ``parameters`` sets what they leave open, as ``rule.parameter``.

    ``places`` tells where in a file each setting stands. It is no part of what is set: files that
    differ in layout only are one configuration, and its ``repr`` is one text.
    """

    cardroom: str = ""
    zone: str = ZONE
    gaming_day_starts: int = 6
    dates: str = AMERICAN
    editions: Mapping[str, str | Sequence[Span]] = field(default_factory=dict)
    people: tuple[Person, ...] = ()
    waivers: Sequence[str | Waiver] = ()
    count_tolerance: int = 0
    settled: tuple[SettledDoubt, ...] = ()
    as_if: tuple[str, ...] = ()
    parameters: Mapping[str, str] = field(default_factory=dict)
    site: Site = Site()
    places: Mapping[Path, tuple[str, int, int]] = field(
        default_factory=dict, repr=False, compare=False
    )

    def __post_init__(self) -> None:
        """Put everything in one form and order, so that the same settings read the same."""
        pins = {
            schedule: stated if isinstance(stated, str) else tuple(stated)
            for schedule, stated in sorted(self.editions.items())
        }
        object.__setattr__(self, "editions", pins)
        object.__setattr__(self, "people", tuple(self.people))
        object.__setattr__(self, "waivers", tuple(self.waivers))
        object.__setattr__(self, "settled", tuple(self.settled))
        object.__setattr__(self, "as_if", tuple(self.as_if))
        object.__setattr__(self, "parameters", dict(sorted(self.parameters.items())))

    def gaming_days(self, times: Ints) -> Ints:
        """Return the gaming day of each time (microseconds since 1970), as days since 1970."""
        universal = pd.DatetimeIndex(np.asarray(times).astype("datetime64[us]"), tz="UTC")
        local = universal.tz_convert(ZoneInfo(self.zone)).tz_localize(None).to_numpy()
        shifted = local - np.timedelta64(self.gaming_day_starts, "h")
        days: Ints = shifted.astype("datetime64[D]").astype(np.int64)
        return days

    def spans(self, schedule: str) -> tuple[Span, ...]:
        """Return the editions pinned for a schedule, oldest first; none where it is not pinned."""
        stated = self.editions.get(schedule, ())
        found = (Span(stated),) if isinstance(stated, str) else tuple(stated)
        return tuple(sorted(found, key=lambda each: each.start or date.min))

    def published(self, reason: str, game: str, day: int) -> bool:
        """Tell whether a waiver of that reason was published for a game on a gaming day."""
        return any(
            spelled(each.reason) == spelled(reason)
            and (not each.games or game in each.games)
            and within(date_of(day), each.start, each.end)
            for each in map(_waiver, self.waivers)
        )


def _waiver(stated: str | Waiver) -> Waiver:
    return Waiver(stated) if isinstance(stated, str) else stated


def spelled(name: str) -> str:
    """Return a name as names are compared: without regard to case and outer blanks."""
    return name.strip().casefold()


def within(day: date, start: date | None, end: date | None) -> bool:
    """Tell whether a day is from ``start`` to ``end``, both included and open where None."""
    return (start is None or start <= day) and (end is None or day <= end)


def date_of(day: int) -> date:
    """Return a day since 1970 as a date."""
    return EPOCH + timedelta(days=int(day))
