"""Chairs: who sits where and when; newcomers, changes of seat, providers' changes of shift."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.draft_frames import NULL

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.simulate.draft_frames import Names
    from feeaudit.simulate.held_positions import Held
    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.sittings import Sitting

PLACES: Final = 10
BANKED_SEATS: Final = 8
STANDING: Final = 3
PROVIDERS: Final = (
    "Harborline Gaming",
    "Two Rivers Banking",
    "Sequoia Player Services",
    "Gold Coast Tables",
)
_WITHOUT_PROVIDER: Final = 0.15
_TWO_PROVIDERS: Final = 0.25
_CHANGE_AFTER: Final = 45
_MOVES: Final = 0.3


@dataclass(slots=True)
class People:
    """Hands out names: players by number, providers' people by number."""

    names: Names
    players: int = 0
    bankers: int = 0

    def player(self) -> int:
        """Return the code of a new player."""
        self.players += 1
        return self.names.code(f"P{self.players:06d}")

    def banker(self) -> int:
        """Return the code of a new person of a provider."""
        self.bankers += 1
        return self.names.code(f"B{self.bankers:05d}")


@dataclass(slots=True)
class Rings:
    """Seatings round a table, in the order in which the position is offered."""

    seats: list[list[int]] = field(default_factory=list)
    people: list[list[int]] = field(default_factory=list)
    banks: list[list[bool]] = field(default_factory=list)
    circle: list[int] = field(default_factory=list)
    standing: list[list[int]] = field(default_factory=list)
    _arrays: dict[str, IntArray] = field(default_factory=dict)

    def add(self, chairs: list[Chair], circle: int = NULL, standing: Sequence[int] = ()) -> int:
        """Add a seating and return its number."""
        blank = PLACES - len(chairs)
        self.seats.append([chair.seat for chair in chairs] + [NULL] * blank)
        self.people.append([chair.person for chair in chairs] + [NULL] * blank)
        self.banks.append([chair.provider != NULL for chair in chairs] + [False] * blank)
        self.circle.append(circle)
        self.standing.append([*standing] or [NULL] * STANDING)
        return len(self.seats) - 1

    def seat_at(self, ring: IntArray, place: IntArray) -> IntArray:
        """Return the seats at places of rings."""
        return self.array("seats")[ring, place]

    def person_at(self, ring: IntArray, place: IntArray) -> IntArray:
        """Return the people at places of rings."""
        return self.array("people")[ring, place]

    def providers_at(self, ring: IntArray) -> BoolArray:
        """Return which places of rings a provider's person sits at."""
        return self.array("banks")[ring] > 0

    def array(self, name: str) -> IntArray:
        """Return one side of all rings as an array, kept and only added to."""
        rows = getattr(self, name)
        made = self._arrays.get(name)
        known = 0 if made is None else len(made)
        if made is None or known < len(rows):
            added = np.array(rows[known:], dtype=np.int64)
            made = added if made is None else np.concatenate([made, added])
            self._arrays[name] = made
        return made


@dataclass(slots=True)
class Chair:
    """One occupied seat: who, since when, and for which provider."""

    number: int
    seat: int
    person: int
    since: int
    provider: int = NULL


@dataclass(frozen=True, slots=True)
class Banked:
    """The people of a player-dealer table while it is open."""

    providers: tuple[int, ...]
    chairs: list[Chair]
    free: list[int]
    circle: int
    standing: list[int]


def banked_seating(
    setup: Setup, sitting: Sitting, people: People, rng: np.random.Generator
) -> Banked:
    """Return who sits down first: seat 1 is taken, so that the first offer has its place."""
    turns = setup.turns
    capacity = min(setup.seats or BANKED_SEATS, BANKED_SEATS)
    others = sorted(int(each) for each in rng.permutation(np.arange(2, capacity + 1)))
    taken = sorted(int(each) for each in rng.choice(others, sitting.seated - 1, replace=False))
    order = [1, *(taken if turns is None or turns.clockwise else reversed(taken))]
    providers = _providers(sitting.seated, rng)
    drawn = rng.permutation(len(PROVIDERS))
    names = people.names
    chairs = [
        Chair(
            number=number,
            seat=names.code(str(number)),
            person=people.banker() if place in providers else people.player(),
            since=sitting.start,
            provider=names.code(PROVIDERS[drawn[providers.index(place)]])
            if place in providers
            else NULL,
        )
        for place, number in enumerate(order)
    ]
    free = [each for each in others if each not in taken]
    circle = names.code(str(free.pop())) if free else NULL
    return Banked(providers, chairs, free, circle, [people.player() for _ in range(STANDING)])


def _providers(seated: int, rng: np.random.Generator) -> tuple[int, ...]:
    """Return at which places providers' people sit: usually one, sometimes none or two."""
    if seated < 4 or rng.random() < _WITHOUT_PROVIDER:  # noqa: PLR2004 - a pair stays without
        return ()
    count = 2 if seated > 4 and rng.random() < _TWO_PROVIDERS else 1  # noqa: PLR2004 - two of five
    return tuple(int(each) for each in rng.choice(seated, count, replace=False))


@dataclass(slots=True)
class SeatBook:
    """Collects the seats table."""

    names: Names
    rows: list[dict[str, int]] = field(default_factory=list)

    def leave(self, chair: Chair, sitting: Sitting, until: int) -> None:
        """Note that somebody sat somewhere from their first hand until now."""
        role = "patron" if chair.provider == NULL else "third_party"
        self.rows.append(
            {
                "sitting": sitting.number,
                "cardroom": self.names.code(sitting.cardroom),
                "table": self.names.code(sitting.table),
                "seat": chair.seat,
                "player": chair.person,
                "from": chair.since,
                "to": until,
                "role": self.names.code(role),
                "provider": chair.provider,
            }
        )


@dataclass(frozen=True, slots=True)
class Parts:
    """What seating writes to and draws from."""

    rings: Rings
    seats: SeatBook
    people: People
    rng: np.random.Generator
    newcomers: bool


def banked_rings(
    banked: Banked, sitting: Sitting, held: Held, started: IntArray, parts: Parts
) -> IntArray:
    """Return the ring of each hand, letting people come, go and move where the rules allow it."""
    ring = np.zeros(len(started), dtype=np.int64)
    current = parts.rings.add(banked.chairs, banked.circle, banked.standing)
    due = set(range(_CHANGE_AFTER, len(started), _CHANGE_AFTER)) if parts.newcomers else set()
    for hand in range(len(started)):
        if hand in due:
            # Whoever holds the position, or has just held it, stays.
            busy = {int(held.turn[hand]), int(held.turn[hand - 1])}
            idle = [place for place in range(len(banked.chairs)) if place not in busy]
            if idle:
                place = idle[int(parts.rng.integers(len(idle)))]
                _change(banked, sitting, place, int(started[hand]), parts)
                current = parts.rings.add(banked.chairs, banked.circle, banked.standing)
        ring[hand] = current
    return ring


def _change(banked: Banked, sitting: Sitting, place: int, when: int, parts: Parts) -> None:
    """Let one person change to a free seat, or leave theirs to somebody new."""
    chair = banked.chairs[place]
    parts.seats.leave(chair, sitting, when)
    number, person = chair.number, chair.person
    room = _room(banked, place)
    if room is not None and parts.rng.random() < _MOVES:
        banked.free.remove(room)
        banked.free.append(chair.number)
        number = room
    else:
        person = parts.people.player() if chair.provider == NULL else parts.people.banker()
    seat = parts.people.names.code(str(number))
    banked.chairs[place] = Chair(number, seat, person, when, chair.provider)


def _room(banked: Banked, place: int) -> int | None:
    """Return a free seat between two neighbours, so that the order round the table stays."""
    numbers = [chair.number for chair in banked.chairs]
    if place == 0 or numbers != sorted(numbers):
        return None
    last = place == len(banked.chairs) - 1
    before = numbers[place - 1]
    after = PLACES + 1 if last else numbers[place + 1]
    return next((each for each in sorted(banked.free) if before < each < after), None)
