"""Doubts: what the recorded readings of a game or schedule do to its limits.

The book records where a document does not settle a limit, with the readings that can be defended.
Those that concern limits are known here by their names; all others leave the limits alone.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from feeaudit.book.model import Anomaly, Game
    from feeaudit.rules.contexts import Offer

UNSURE: Final[dict[str, frozenset[str]]] = {
    "other_size_allowed": frozenset({"equals"}),
    "smaller_allowed": frozenset({"at_least"}),
    "within_table": frozenset({"table_minimum"}),
    "below_minimum_allowed": frozenset({"table_minimum"}),
    "both_hold": frozenset({"table_minimum", "table_maximum"}),
    "free_wagers": frozenset({"table_maximum"}),
    "line_wagers": frozenset({"table_maximum"}),
    "seated_players_only": frozenset({"needs"}),
}
"""A printed demand that does not hold under every reading."""

ALSO: Final[dict[str, tuple[str, ...]]] = {
    "bound": ("table_minimum", "table_maximum"),
    "within_table_limits": ("table_minimum", "table_maximum"),
    "table_limit_too": ("table_maximum",),
}
"""A demand on bonus bets that holds under one reading only."""

TOGETHER: Final = "together"
"""A maximum that may be meant for all its wagers added up."""


@dataclass(frozen=True, slots=True)
class Doubt:
    """One recorded anomaly, as far as it concerns limits."""

    note: str
    lines: frozenset[int]
    unsure: frozenset[str]
    also: tuple[str, ...]
    together: bool

    def touches(self, lines: tuple[int, ...]) -> bool:
        """Tell whether it is about what stands on these lines."""
        return not self.lines.isdisjoint(lines)


def doubts_of(game: Game, offer: Offer) -> list[Doubt]:
    """Return the doubts about limits of a game under one schedule's option."""
    recorded = [
        *game.anomalies,
        *(
            anomaly
            for anomaly in offer.schedule.anomalies
            if (not anomaly.options or offer.option.option in anomaly.options)
            and (not anomaly.games or game.game in anomaly.games)
        ),
    ]
    return [_doubt(anomaly) for anomaly in recorded if _concerns_limits(anomaly)]


def _concerns_limits(anomaly: Anomaly) -> bool:
    return anomaly.conclusion == "ambiguous" and any(
        reading.reading in UNSURE or reading.reading in ALSO or reading.reading == TOGETHER
        for reading in anomaly.readings
    )


def _doubt(anomaly: Anomaly) -> Doubt:
    names = [reading.reading for reading in anomaly.readings]
    return Doubt(
        note=anomaly.note,
        lines=frozenset(anomaly.lines),
        unsure=frozenset().union(*(UNSURE.get(name, ()) for name in names)),
        also=tuple(what for name in names for what in ALSO.get(name, ())),
        together=TOGETHER in names,
    )
