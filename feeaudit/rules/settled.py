"""Doubts that a site has settled: the readings that hold on a day, on a stated authority.

A settled anomaly keeps one reading, so that everything which asks the book follows: the fee it
prices, the limit it drops, the statement it adds are no longer in doubt. Where the readings are
schedules, the settled one is in force and the others are not, as if the site had pinned it.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from feeaudit.book.catalogue import cited_as

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from feeaudit.book.model import Anomaly, Cardroom, Game, Reading, Schedule
    from feeaudit.rules.configuration.model import Config


def settled_on(config: Config, day: date | None) -> dict[str, str]:
    """Return the reading that holds of each anomaly which is settled on a gaming day."""
    return {each.anomaly: each.reading for each in config.settled if each.covers(day)}


def with_settled(cardroom: Cardroom, config: Config, day: date | None) -> Cardroom:
    """Return a cardroom whose settled anomalies have the one reading that holds on a day."""
    chosen = settled_on(config, day)
    if not chosen:
        return cardroom

    def narrowed(anomalies: tuple[Anomaly, ...]) -> tuple[Anomaly, ...]:
        return tuple(_narrowed(each, chosen.get(each.id, "")) for each in anomalies)

    return replace(
        cardroom,
        anomalies=narrowed(cardroom.anomalies),
        games=tuple(replace(game, anomalies=narrowed(game.anomalies)) for game in cardroom.games),
        schedules=tuple(
            replace(each, anomalies=narrowed(each.anomalies)) for each in cardroom.schedules
        ),
    )


def _narrowed(anomaly: Anomaly, reading: str) -> Anomaly:
    if not reading:
        return anomaly
    held = tuple(each for each in anomaly.readings if each.reading == reading)
    return replace(anomaly, readings=held)


class Chosen(NamedTuple):
    """Schedules, by key, that settled doubts put in force for a game, and those they put out."""

    held: frozenset[str]
    out: frozenset[str]


def chosen_schedules(
    schedules: Iterable[Schedule], game: Game, config: Config, day: date | None
) -> Chosen:
    """Return which of the schedules printed for a game hold on a day, as doubts are settled."""
    readings = settled_on(config, day)
    printed = list(schedules)
    held: set[str] = set()
    out: set[str] = set()
    for schedule in printed if readings else ():
        for anomaly in schedule.anomalies:
            if anomaly.id in readings and (not anomaly.games or game.game in anomaly.games):
                mine, others = _told_apart(schedule, anomaly, readings[anomaly.id], printed)
                held |= mine
                out |= others
    return Chosen(frozenset(held), frozenset(out))


def _told_apart(
    schedule: Schedule, anomaly: Anomaly, chosen: str, printed: list[Schedule]
) -> tuple[set[str], set[str]]:
    """Return the schedules that the chosen reading of an anomaly names, and those it does not.

    A reading that names none stands for the schedule that records the anomaly.
    """
    if not any(reading.instead for reading in anomaly.readings):
        return set(), set()
    named = {each.reading: _named(each, schedule, printed) for each in anomaly.readings}
    mine = named.get(chosen, set())
    return (mine, set().union(*named.values()) - mine) if mine else (set(), set())


def _named(reading: Reading, schedule: Schedule, printed: list[Schedule]) -> set[str]:
    if not reading.instead:
        return {schedule.key}
    return {each.key for each in printed if not cited_as(each).isdisjoint(reading.instead)}
