"""Doubts: which printed statements hold under every reading, and which only under some.

Readings act through what they state, never through their names. A statement that some reading of
an open anomaly does without, or that only some readings make, is in doubt: what breaks it is for
review, and the finding names the anomaly. A statement that is bound to schedules holds under these
alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar

from feeaudit.book.catalogue import binds

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from feeaudit.book.model import Anomaly, Cardroom, Game, Reading, Schedule


class PrintedDoubt(Protocol):
    """Whatever is printed on lines and may be bound to schedules."""

    @property
    def lines(self) -> tuple[int, ...]: ...

    @property
    def schedules(self) -> tuple[str, ...]: ...


S = TypeVar("S", bound=PrintedDoubt)


@dataclass(frozen=True, slots=True)
class Statement(Generic[S]):
    """A printed statement, and the anomalies whose readings do not all hold it."""

    said: S
    doubts: tuple[Anomaly, ...] = ()

    @property
    def firm(self) -> bool:
        """Tell whether it holds under every reading."""
        return not self.doubts

    @property
    def why(self) -> str:
        """Return what is in doubt about it, for a person; blank where nothing is."""
        return "; ".join(each.note for each in self.doubts)


def open_anomalies(
    cardroom: Cardroom, game: Game, schedule: Schedule | None = None, option: str = ""
) -> tuple[Anomaly, ...]:
    """Return the anomalies that leave something open about a game under a schedule's option."""
    printed = schedule.anomalies if schedule is not None else ()
    return tuple(
        each
        for each in (*game.anomalies, *cardroom.anomalies, *printed)
        if each.open
        and (not each.games or game.game in each.games)
        and (not each.options or not option or option in each.options)
    )


def about_schedules(anomaly: Anomaly) -> bool:
    """Tell whether an anomaly leaves open which of several printed schedules holds."""
    return not {"two_schedules", "unordered"}.isdisjoint(anomaly.kinds)


def statements(
    printed: Iterable[S],
    anomalies: Iterable[Anomaly],
    stated: Callable[[Reading], Iterable[S]],
    schedule: Schedule | None = None,
) -> tuple[Statement[S], ...]:
    """Return every statement that holds under some reading, with what is in doubt about it.

    ``stated`` tells what a reading states of this kind; a reading that does without some lines may
    state part of what stands there anew. What all readings of an anomaly hold is not in doubt, and
    what none of them holds does not bind: so it is with a single reading that a site has settled
    on.
    """
    known = [(each, [tuple(stated(reading)) for reading in each.readings]) for each in anomalies]
    found: list[Statement[S]] = []
    for said in (each for each in printed if binds(each, schedule)):
        held = [(anomaly, _held(said, anomaly, made)) for anomaly, made in known]
        if all(any(each) or not each for _, each in held):
            doubts = tuple(anomaly for anomaly, each in held if not all(each))
            found.append(Statement(said, doubts))
    for anomaly, made in known:
        for said in dict.fromkeys(said for each in made for said in each):
            firm = all(said in each for each in made)
            if binds(said, schedule):
                found.append(Statement(said, () if firm else (anomaly,)))
    return tuple(found)


def _held(said: S, anomaly: Anomaly, made: Sequence[Sequence[S]]) -> list[bool]:
    """Tell of each reading of an anomaly whether it holds a printed statement."""
    lines = set(said.lines)
    return [
        lines.isdisjoint(reading.without) or said in anew
        for reading, anew in zip(anomaly.readings, made, strict=True)
    ]
