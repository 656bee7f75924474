"""Doubts that a site has settled: the readings that hold on a day, on a stated authority.

A settled anomaly keeps one reading, so that everything which asks the book follows: the fee it
prices, the limit it drops, the statement it adds are no longer in doubt.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from datetime import date

    from feeaudit.book.model import Anomaly, Cardroom
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
