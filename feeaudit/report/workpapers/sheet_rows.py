"""Frames as rows of a sheet: typed cells, heights that fit the text, times by the site's clocks."""

from __future__ import annotations

import math
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.core.memo import Memo, several_alike
from feeaudit.core.money import decimal
from feeaudit.report.clocks import local_seconds
from feeaudit.report.plain_values import FLAGS, SIGNED
from feeaudit.report.xlsx.cell_xml import (
    blank_cell,
    number_cell,
    number_cells,
    text_cell,
    text_cells,
)
from feeaudit.report.xlsx.sheet import SheetRow

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    import pandas as pd

    from feeaudit.core.arrays import Ints, Words
    from feeaudit.report.voice import Voice
    from feeaudit.report.workpapers.sheet_columns import SheetColumn
    from feeaudit.report.xlsx.sheet import Link

_BATCH: Final = 5_000
_DAY: Final = 86_400
# Excel counts days so that this is the first of 1970.
_FIRST_DAY: Final = 25_569
_LINE: Final = 15
_MOST_LINES: Final = 12


def head(columns: Sequence[SheetColumn], zone: str) -> SheetRow:
    """Return the header; times say the clocks of which zone they are by."""
    cells = [
        text_cell(
            f"{each.header} ({zone})" if each.style == "time" else each.header,
            "head_right" if each.style in {"money", "count"} else "head",
        )
        for each in columns
    ]
    return SheetRow(cells, height=2 * _LINE + 2)


def named(frame: pd.DataFrame, voice: Voice) -> pd.DataFrame:
    """Return a frame with printed names in place of ids; named again, it stays as it is."""
    places = frame["cardroom"].tolist() if "cardroom" in frame else []
    for column, of in (
        ("game", voice.game),
        ("games", voice.games_listed),
    ):
        if places and column in frame:
            names = Memo(lambda each: of(*each))  # noqa: B023 - asked at once
            cells = zip(places, frame[column].tolist(), strict=True)
            frame = frame.assign(**{column: [*names.of_each(cells)]})
    if "schedule" in frame:
        schedules = Memo(voice.schedule).of_each(frame["schedule"].tolist())
        frame = frame.assign(schedule=[*schedules])
    return frame.assign(cardroom=[*Memo(voice.cardroom).of_each(places)]) if places else frame


def rows(frame: pd.DataFrame, columns: Sequence[SheetColumn], zone: str) -> Iterator[SheetRow]:
    """Yield a row a record."""
    for part in _parts(frame):
        cells = zip(*(_cells(part, each, zone) for each in columns), strict=True)
        yield from map(SheetRow, cells, _heights(part, columns))


def linked_rows(
    frame: pd.DataFrame,
    columns: Sequence[SheetColumn],
    zone: str,
    linked: str,
    links_of: Callable[[pd.DataFrame], list[Link | None]],
) -> Iterator[SheetRow]:
    """Yield a row a record, of which the cells of one column lead somewhere."""
    place = [each.name for each in columns].index(linked)
    for part in _parts(frame):
        links = links_of(part)
        words = part[linked].tolist()
        leading = text_cells(words, "word")
        for row in (number for number, link in enumerate(links) if link):
            leading[row] = text_cell(words[row], "link")
        cells = [leading if each.name == linked else _cells(part, each, zone) for each in columns]
        led = [((place, link),) if link else () for link in links]
        yield from map(SheetRow, zip(*cells, strict=True), _heights(part, columns), led)


def _parts(frame: pd.DataFrame) -> Iterator[pd.DataFrame]:
    for start in range(0, len(frame), _BATCH):
        yield frame.iloc[start : start + _BATCH]


def total(frame: pd.DataFrame, columns: Sequence[SheetColumn], summed: Sequence[str]) -> SheetRow:
    """Return the last row of a sheet: the sums of some columns."""
    cells = [text_cell("Total", "total")]
    for each in columns[1:]:
        if each.name not in summed:
            cells.append(blank_cell("total"))
        elif each.style == "money":
            cells.append(number_cell(decimal(int(frame[each.name].sum())), "total_money"))
        else:
            cells.append(number_cell(str(int(frame[each.name].sum())), "total_count"))
    return SheetRow(cells)


def _heights(part: pd.DataFrame, columns: Sequence[SheetColumn]) -> list[int]:
    """Return how high each row must be for its longest wrapped text, within reason."""
    lines = np.ones(len(part), dtype=np.int64)
    for each in filter(lambda column: column.wrap, columns):
        lengths = np.fromiter(map(len, part[each.name].tolist()), dtype=np.int64, count=len(part))
        lines = np.maximum(lines, -(-lengths // int(each.width)))
    heights: list[int] = np.where(lines > 1, np.minimum(lines, _MOST_LINES) * _LINE, 0).tolist()
    return heights


def _cells(part: pd.DataFrame, column: SheetColumn, zone: str) -> Iterable[str]:
    style, values = column.style, part[column.name]
    if style == "time":
        return _time_cells(values.to_numpy(), zone, style)
    if style in {"word", "wrapped"}:
        return _word_cells(values.tolist(), column.name, style)
    literal, least = _LITERALS[style], -math.inf if column.name in SIGNED else 0
    told = Memo(lambda value: literal(value) if value >= least else "")
    return number_cells(told.of_each(values.tolist()), style)


def _word_cells(values: list[Any], name: str, style: str) -> Iterable[str]:
    if name in FLAGS:
        return [text_cell("yes" if each else "no", style) for each in values]
    if name == "verdict":
        return [text_cell(each, each) for each in values]
    blank = blank_cell(style)
    if name == "why":
        values = ["\n".join([f"{label}: {text}" for label, text in each]) for each in values]
    if several_alike(values):
        return Memo(lambda each: text_cell(str(each), style) or blank).of_each(values)
    return [each or blank for each in text_cells([*map(str, values)], style)]


def _day_number(day: int) -> str:
    return str(day + _FIRST_DAY)


_LITERALS: Final[dict[str, Callable[[int], str]]] = {
    "money": decimal,
    "day": _day_number,
    "count": str,
}


def _time_cells(times: Ints, zone: str, style: str) -> list[str]:
    serials = (_FIRST_DAY + local_seconds(times, zone) / _DAY).tolist()
    told = (
        repr(serial) if time > 0 else ""
        for serial, time in zip(serials, times.tolist(), strict=True)
    )
    return number_cells(told, style)


def serial(wall: datetime) -> str:
    """Return a time by the wall's clock as Excel writes it."""
    seconds = (wall.replace(tzinfo=None) - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001 - a clock on a wall has no zone
    return repr(_FIRST_DAY + seconds / _DAY)


def offsets(times: Ints, zone: str) -> Words:
    """Return by how much the clocks of the zone differed from UTC; blank where there is no time."""
    minutes = (local_seconds(times, zone) - np.maximum(times, 0) // 1_000_000) // 60
    told = Memo(
        lambda each: f"{'-' if each < 0 else '+'}{abs(each) // 60:02d}:{abs(each) % 60:02d}"
    )
    return np.where(times > 0, np.array([*told.of_each(minutes.tolist())], dtype=object), "")
