"""The strips of a rotation picture: hours side by side, a lane a person; places in ten-thousandths.

The template only draws: every bar, tick and mark comes with where it stands along its strip.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

from feeaudit.report.bank_runs import full_hour

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.report.bank_runs import BankRun
    from feeaudit.report.voice import Voice

HOURS: Final = 6
_HOUR: Final = 3_600_000_000
_FULL: Final = 10_000
# Ticks closer than this could not be told apart on paper.
_GRAIN: Final = 12
_NUMBER_WIDTH: Final = 480
_LEVELS: Final = 3
_APART: Final = frozenset({"break", "game"})


@dataclass(frozen=True, slots=True)
class NumberedBreach:
    """A breach with its number in the list below the picture."""

    number: int
    at: int
    verdict: str = "violation"


@dataclass(frozen=True, slots=True)
class DrawnDay:
    """What is drawn of a table and day; offers are (when, whether taken)."""

    runs: Sequence[BankRun]
    people: Sequence[str]
    offers: Sequence[tuple[int, bool]]
    marks: Sequence[NumberedBreach]


def strips(day: DrawnDay, voice: Voice) -> list[dict[str, Any]]:
    """Return the strips of a day, equally long; one in which nothing happened is left out."""
    spans = [(run.at, run.end) for run in day.runs]
    spans += [(mark.at, mark.at + 1) for mark in day.marks]
    if not spans:
        return []
    start, end = full_hour(min(spans)[0], voice.zone), max(until for _, until in spans)
    hours = -(-(end - start) // _HOUR)
    width = -(-hours // -(-hours // HOURS)) * _HOUR
    return [
        _strip(day, left, width, voice)
        for left in range(start, end, width)
        if any(at < left + width and until > left for at, until in spans)
    ]


def _strip(day: DrawnDay, left: int, width: int, voice: Voice) -> dict[str, Any]:
    right = left + width

    def place(time: int) -> int:
        return max(0, min(_FULL, (time - left) * _FULL // width))

    within = [run for run in day.runs if run.at < right and run.end > left]
    marks = [mark for mark in day.marks if left <= mark.at < right]
    asked = [each for each in day.offers if left <= each[0] < right]
    breached = {_holder(day.runs, mark.at) for mark in day.marks}
    return {
        "ticks": [[place(time), voice.clock(time)] for time in range(left, right + 1, _HOUR)],
        "lanes": _lanes(day.people, within, breached, place),
        "taken": _thinned(place(time) for time, taken in asked if taken),
        "declined": _thinned(place(time) for time, taken in asked if not taken),
        "breaks": [place(each.at) for each in within if each.began in _APART and each.at >= left],
        "marks": list(_leveled((place(mark.at), mark) for mark in marks)),
    }


def _lanes(
    people: Sequence[str], runs: Sequence[BankRun], breached: set[int], place: Callable[[int], int]
) -> list[dict[str, list[list[int]]]]:
    """Return the bars of each person's lane, those with a breach apart; others share the last."""
    lanes: list[dict[str, list[list[int]]]] = [{"bars": [], "breached": []} for _ in people]
    for run in runs:
        name = run.person if run.person in people else ""
        kind = "breached" if run.at in breached else "bars"
        lanes[people.index(name)][kind].append([place(run.at), place(run.end)])
    return lanes


def _holder(runs: Sequence[BankRun], time: int) -> int:
    """Return when the run began in which a time falls; -1 where in none."""
    return next((run.at for run in reversed(runs) if run.at <= time <= run.end), -1)


def _thinned(places: Iterator[int]) -> list[int]:
    return sorted({place // _GRAIN * _GRAIN for place in places})


def _leveled(marks: Iterator[tuple[int, NumberedBreach]]) -> Iterator[list[Any]]:
    """Yield place, numbers, level and verdict of the marks, so that none stands on another.

    Breaches of one moment share a mark (``4-6``). Where even the highest level is taken, a mark
    keeps its line and loses its numbers.
    """
    places: dict[int, list[NumberedBreach]] = {}
    for place, mark in sorted(marks, key=lambda each: (each[0], each[1].number)):
        places.setdefault(place, []).append(mark)
    ends = [-_FULL] * _LEVELS
    for place, group in places.items():
        level = next((n for n, end in enumerate(ends) if place - end >= _NUMBER_WIDTH), -1)
        if level >= 0:
            ends[level] = place
        numbers = _numbered([mark.number for mark in group]) if level >= 0 else ""
        graver = any(mark.verdict == "violation" for mark in group)
        yield [place, numbers, max(level, 0), "violation" if graver else "review"]


def _numbered(numbers: list[int]) -> str:
    first, last = numbers[0], numbers[-1]
    return str(first) if first == last else f"{first}\N{EN DASH}{last}"
