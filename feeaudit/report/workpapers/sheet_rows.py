"""Frames as rows of a sheet: typed cells, heights that fit the text, times by the site's clocks."""

from __future__ import annotations

import math
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.core.memo import Memo
from feeaudit.core.memory import give_back
from feeaudit.core.money import decimal
from feeaudit.report.clocks import local_seconds
from feeaudit.report.plain_values import FLAGS, SIGNED
from feeaudit.report.text_columns import lists_of, slices, texts_of
from feeaudit.report.xlsx.cell_xml import (
    NOTHING,
    blank_cell,
    line_cells,
    number_cell,
    number_cells,
    text_cell,
    text_cells,
)
from feeaudit.report.xlsx.sheet import SheetRow, SheetRows

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from feeaudit.core.arrays import Bools, Ints, Words
    from feeaudit.report.text_columns import Texts
    from feeaudit.report.voice import Voice
    from feeaudit.report.workpapers.sheet_columns import SheetColumn
    from feeaudit.report.xlsx.sheet import Link

# Rows that are made at once: of so many the columns are worth their making.
_TOGETHER: Final = 5_000
# Parts after which memory is handed back: what they leave behind is in pieces that do not fit.
_PARTS: Final = 8
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
    told: dict[str, Iterable[str]] = {}
    for column, names in (
        ("game", Memo(lambda each: voice.game(*each))),
        ("games", Memo(lambda each: voice.games_listed(*each))),
    ):
        if places and column in frame:
            told[column] = names.of_each(zip(places, frame[column].tolist(), strict=True))
    if "schedule" in frame:
        told["schedule"] = Memo(voice.schedule).of_each(frame["schedule"].tolist())
    if places:
        told["cardroom"] = Memo(voice.cardroom).of_each(places)
    return frame.assign(
        **{name: pd.Series([*each], frame.index, dtype=object) for name, each in told.items()}
    )


def rows(
    frame: pd.DataFrame,
    columns: Sequence[SheetColumn],
    zone: str,
    linked: str = "",
    links: Sequence[Link | None] = (),
) -> Iterator[SheetRows]:
    """Yield a row a record, many at a time.

    ``links`` are where the cells of the column ``linked`` lead, None for nowhere.
    """
    leads = np.array([link is not None for link in links], dtype=bool)
    cells = [
        _linked_cells(frame[linked].to_numpy(), leads)
        if each.name == linked
        else _cells(frame[each.name].to_numpy(), each, zone)
        for each in columns
    ]
    heights = _heights(frame, columns)
    places = [place for place, each in enumerate(columns) if each.name == linked]
    for number, part in enumerate(slices(len(frame), _TOGETHER), 1):
        if number % _PARTS == 0:
            give_back()
        led = [
            (row, place, link)
            for place in places
            for row, link in enumerate(links[part])
            if link is not None
        ]
        yield SheetRows([of(part) for of in cells], heights[part], led)


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


def _heights(part: pd.DataFrame, columns: Sequence[SheetColumn]) -> Ints:
    """Return how high each row must be for its longest wrapped text, within reason."""
    lines = np.ones(len(part), dtype=np.int64)
    for each in filter(lambda column: column.wrap, columns):
        lengths = np.fromiter(map(len, part[each.name].tolist()), dtype=np.int64, count=len(part))
        lines = np.maximum(lines, -(-lengths // int(each.width)))
    return np.where(lines > 1, np.minimum(lines, _MOST_LINES) * _LINE, 0)


def _cells(values: Any, column: SheetColumn, zone: str) -> Texts:
    if column.name == "why":
        return lambda rows: _why_cells(values[rows], column.style)
    return texts_of(values, lambda some: _each_cell(some, column, zone))


def _linked_cells(words: Words, leads: Bools) -> Texts:
    """Return cells of which some look as if they led somewhere."""
    plain, led = (texts_of(words, partial(text_cells, style=style)) for style in ("word", "link"))
    if not leads.any():
        return plain
    return lambda rows: pc.if_else(pa.array(leads[rows]), led(rows), plain(rows))


def _each_cell(values: list[Any], column: SheetColumn, zone: str) -> Iterable[str] | pa.Array:
    """Return the cell of each value of a column."""
    style = column.style
    if column.name in FLAGS:
        return [text_cell("yes" if each else "no", style) for each in values]
    if column.name == "verdict":
        return [text_cell(each, each) for each in values]
    if style in {"word", "wrapped"}:
        return _word_cells(values, style)
    if style == "time":
        return number_cells(_serials(np.array(values, dtype=np.int64), zone), style)
    literal, least = _LITERALS[style], -math.inf if column.name in SIGNED else 0
    return number_cells([literal(each) if each >= least else "" for each in values], style)


def _why_cells(whys: Words, style: str) -> pa.Array:
    """Return whys as cells, a line a label; what a hand shows is told once for all its findings."""
    told = lists_of(whys)
    return line_cells([_line(*each) for each in told.held], told, style)


def _line(label: str, text: str) -> str:
    return f"{label}: {text}"


def _word_cells(words: list[Any], style: str) -> pa.Array:
    cells = text_cells([*map(str, words)], style)
    return pc.if_else(pc.equal(cells, NOTHING), blank_cell(style), cells)


def _day_number(day: int) -> str:
    return str(day + _FIRST_DAY)


_LITERALS: Final[dict[str, Callable[[int], str]]] = {
    "money": decimal,
    "day": _day_number,
    "count": str,
}


def _serials(times: Ints, zone: str) -> list[str]:
    """Return times as Excel writes them, blank where there is none."""
    serials = (_FIRST_DAY + local_seconds(times, zone) / _DAY).tolist()
    return [
        repr(serial) if time > 0 else ""
        for serial, time in zip(serials, times.tolist(), strict=True)
    ]


def serial(wall: datetime) -> str:
    """Return a time by the wall's clock as Excel writes it."""
    seconds = (wall.replace(tzinfo=None) - datetime(1970, 1, 1)).total_seconds()  # noqa: DTZ001 - a clock on a wall has no zone
    return repr(_FIRST_DAY + seconds / _DAY)


def offsets(times: Ints, zone: str) -> Words:
    """Return by how much the clocks of the zone differed from UTC; blank where there is no time."""
    minutes = (local_seconds(times, zone) - np.maximum(times, 0) // 1_000_000) // 60
    codes, different = pd.factorize(minutes)
    told = [
        f"{'-' if each < 0 else '+'}{abs(each) // 60:02d}:{abs(each) % 60:02d}"
        for each in different.tolist()
    ]
    return np.where(times > 0, np.array(told, dtype=object)[codes], "")
