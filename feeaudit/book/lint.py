"""Lint: finds what is mechanically odd in a schedule and holds it against what is recorded.

An irregularity that no anomaly records is a problem, and so is a record that no longer holds: the
`anomalies` of a schedule are a complete and living list.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.irregularities import Irregularity, irregularities
from feeaudit.book.vocabulary import MECHANICAL_ANOMALIES
from feeaudit.core.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Anomaly, Cardroom, Mark, Schedule

_WAY_OUT = "compare with the document and say 'seen: confirmed', 'changed' or 'recorded'"
# A message names so many options and lines; the rest stand in the file.
_MOST_NAMED = 6


def lint(cardroom: Cardroom) -> list[Problem]:
    """Return what the cardroom's schedules leave unexplained."""
    problems = [
        problem for schedule in cardroom.schedules for problem in _schedule(schedule, cardroom)
    ]
    problems.extend(_rotation(cardroom))
    problems.extend(_unscheduled(cardroom))
    problems.extend(open_marks(cardroom))
    return sorted(problems)


def open_marks(cardroom: Cardroom) -> Iterator[Problem]:
    """Yield every mark that nobody has looked at, and every anomaly without a conclusion."""
    for file, marks, anomalies in _marked(cardroom):
        for mark in marks:
            if mark.open:
                lines = f"line{'s' if len(mark.lines) > 1 else ''} {_shown(mark.lines)}"
                message = f"mark on {_subject(mark)}, {lines}: {mark.why}; {_WAY_OUT}"
                yield Problem(file, mark.row, 1, message)
        for anomaly in anomalies:
            if anomaly.conclusion == "undecided":
                kinds = ", ".join(anomaly.kinds)
                yield Problem(file, anomaly.row, 1, f"no conclusion yet on this {kinds}")


def _marked(
    cardroom: Cardroom,
) -> Iterator[tuple[str, tuple[Mark, ...], tuple[Anomaly, ...]]]:
    place = cardroom.cardroom
    yield f"{place}/cardroom.yaml", cardroom.marks, cardroom.anomalies
    for game in cardroom.games:
        yield f"{place}/games.yaml", game.marks, game.anomalies
    for schedule in cardroom.schedules:
        yield schedule.file, schedule.marks, schedule.anomalies


def _subject(mark: Mark) -> str:
    if not mark.options:
        return mark.about
    plural = "s" if len(mark.options) > 1 else ""
    fee = f", {mark.component}" if mark.component else ""
    return f"option{plural} {', '.join(mark.options[:_MOST_NAMED])}{fee}"


def _shown(lines: tuple[int, ...]) -> str:
    shown = ", ".join(map(str, lines[:_MOST_NAMED]))
    return f"{shown} and {len(lines) - _MOST_NAMED} more" if len(lines) > _MOST_NAMED else shown


def _schedule(schedule: Schedule, cardroom: Cardroom) -> Iterator[Problem]:
    found = irregularities(schedule, cardroom)
    for irregularity in found:
        if not any(_records(anomaly, irregularity) for anomaly in schedule.anomalies):
            yield Problem(
                schedule.file, irregularity.row, 1, f"{irregularity}; record it under 'anomalies'"
            )
    for anomaly in schedule.anomalies:
        yield from _stale(schedule, anomaly, found)
    if not schedule.printed and not any("missing_table" in a.kinds for a in schedule.anomalies):
        message = "the table is not printed; record a missing_table anomaly"
        yield Problem(schedule.file, schedule.row, 1, message)


def _records(anomaly: Anomaly, irregularity: Irregularity) -> bool:
    return (
        irregularity.kind in anomaly.kinds
        and irregularity.option in anomaly.options
        and anomaly.component in {"", irregularity.component}
    )


def _stale(schedule: Schedule, anomaly: Anomaly, found: list[Irregularity]) -> Iterator[Problem]:
    """Each mechanical kind a record names must be found, and each option it names be odd."""
    mechanical = [kind for kind in anomaly.kinds if kind in MECHANICAL_ANOMALIES]
    held = [irregularity for irregularity in found if _records(anomaly, irregularity)]
    for kind in mechanical:
        if all(irregularity.kind != kind for irregularity in held):
            message = f"the recorded {kind} no longer holds"
            yield Problem(schedule.file, anomaly.row, 1, message)
    odd = {irregularity.option for irregularity in held}
    gone = [option for option in anomaly.options if option not in odd]
    if len(mechanical) == len(anomaly.kinds) and odd and gone:
        message = f"the record no longer holds for option {', '.join(gone)}"
        yield Problem(schedule.file, anomaly.row, 1, message)


def _rotation(cardroom: Cardroom) -> Iterator[Problem]:
    for game in cardroom.games:
        general = any(not each.games or game.game in each.games for each in cardroom.rotation)
        if game.kind == "player_dealer" and not game.rotation:
            if not game.no_rotation:
                message = f"{game.game} has no rotation rule and no reason why ('no_rotation')"
                yield Problem(f"{cardroom.cardroom}/games.yaml", game.row, 1, message)
            elif not general and "general" in game.no_rotation:
                message = f"{game.game} leans on a general rotation rule that does not exist"
                yield Problem(f"{cardroom.cardroom}/games.yaml", game.row, 1, message)


def _unscheduled(cardroom: Cardroom) -> Iterator[Problem]:
    scheduled = {game for schedule in cardroom.schedules for game in schedule.games}
    for game in cardroom.games:
        if (game.game not in scheduled) != bool(game.no_schedule):
            state = (
                "has no schedule and no reason why" if not game.no_schedule else "has a schedule"
            )
            message = f"{game.game} {state} ('no_schedule')"
            yield Problem(f"{cardroom.cardroom}/games.yaml", game.row, 1, message)
