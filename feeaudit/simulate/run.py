"""Simulating: the one function that makes a log of realistic sessions with planted violations."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.book.catalogue import find_cardroom, find_game
from feeaudit.core.problem import Unknown
from feeaudit.intake.log import ZONE, Log
from feeaudit.simulate.assembling import log_of
from feeaudit.simulate.making import make_draft
from feeaudit.simulate.plant import PLANTERS
from feeaudit.simulate.plant.listing import companions_table, planted_table
from feeaudit.simulate.plant.needs import NEEDS
from feeaudit.simulate.planting import Shortfall, plant_all
from feeaudit.simulate.setups import setups_of
from feeaudit.simulate.sittings import midnights, sittings_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    import pyarrow as pa

    from feeaudit.book.model import Book
    from feeaudit.simulate.setups import Setup, Skipped

DAY: Final = date(2026, 3, 6)
_NOTHING: Final[dict[str, int]] = {}
_NO_PINS: Final[dict[str, str]] = {}


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulated log, what was planted in it, and which checks found too few places.

    ``companions`` are the other checks that planted violations and near misses violate; ``near``
    are the near misses, on which no check may find anything else.
    """

    log: Log
    planted: pa.Table
    companions: pa.Table
    near: pa.Table
    shortfalls: tuple[Shortfall, ...] = ()

    @property
    def violations(self) -> int:
        """Return how many violations were planted; one that takes several hands is one."""
        names = [self.planted.column(name).to_pylist() for name in ("check", "plant")]
        return len(set(zip(*names, strict=True)))


def simulate(  # noqa: PLR0913 - each says one thing about the log wanted
    book: Book,
    *,
    hands: int,
    seed: int = 1,
    cardrooms: Sequence[str] = (),
    games: Sequence[str] = (),
    options: Sequence[str] = (),
    day: date = DAY,
    days: int = 1,
    plant: Mapping[str, int] = _NOTHING,
    near: Mapping[str, int] = _NOTHING,
    editions: Mapping[str, str] = _NO_PINS,
) -> Simulation:
    """Return a log of so many hands; the same arguments always give the same log.

    ``cardrooms``, ``games`` and ``options`` narrow what is played (nothing: all that can be),
    ``plant`` says how many violations of which check, ``near`` how many hands that only just keep
    to it, ``editions`` pins schedules to an edition.
    Raise Unknown where nothing that was asked for exists or can be simulated.
    """
    if hands < 1 or days < 1:
        raise Unknown("a log has at least one hand and one day")
    if seed < 0:
        raise Unknown(f"a seed is a whole number from zero on, not {seed}")
    if days > (date.max - day).days:
        raise Unknown(f"the calendar does not have so many days from {day} on")
    rng = np.random.Generator(np.random.PCG64(seed))
    setups = _wanted(book, cardrooms, games, options, editions)
    asked = [check for check in PLANTERS if plant.get(check, 0) + near.get(check, 0) > 0]
    needs = [NEEDS[check] for check in asked if check in NEEDS]
    sittings = sittings_of(setups, hands, midnights(day, days, ZONE), rng, needs)
    draft = make_draft(setups, sittings, rng)
    plots = plant_all(draft, plant, near, rng)
    return Simulation(
        log=log_of(draft, ZONE),
        planted=planted_table(draft, plots.violations),
        companions=companions_table(draft, [*plots.violations, *plots.near]),
        near=planted_table(draft, plots.near),
        shortfalls=plots.shortfalls,
    )


def _wanted(
    book: Book,
    cardrooms: Sequence[str],
    games: Sequence[str],
    options: Sequence[str],
    editions: Mapping[str, str],
) -> list[Setup]:
    rooms = {find_cardroom(book, each).cardroom for each in cardrooms}
    played = _games(book, games, rooms)
    setups, skipped = setups_of(book, editions, rooms, played, set(options))
    if not setups:
        raise Unknown(_why_nothing(skipped))
    return setups


def _games(book: Book, games: Sequence[str], rooms: set[str]) -> set[str]:
    """Return the ids of games, each known to at least one of the cardrooms."""
    found: set[str] = set()
    places = [each for each in book.cardrooms if not rooms or each.cardroom in rooms]
    for text in games:
        misses = []
        for cardroom in places:
            try:
                found.add(find_game(cardroom, text).game)
            except Unknown as why:
                misses.append(why)
        if len(misses) == len(places):
            raise misses[0]
    return found


def _why_nothing(skipped: list[Skipped]) -> str:
    if not skipped:
        return "no schedule in force prints such an option for such a game"
    first = skipped[0]
    option = f"option {first.option}" if first.option else ""
    what = " ".join(filter(None, [first.cardroom, first.game, option]))
    return f"nothing that was asked for can be simulated cleanly; {what}: {first.reason}"
