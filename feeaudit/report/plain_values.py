"""Records: the rows of a frame as plain values, in the words that every machine format shares.

Amounts are plain decimals, times ISO 8601 in the site's zone, days ISO dates; what is absent is
None.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from itertools import chain
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.core.memo import Memo
from feeaudit.core.money import decimal
from feeaudit.report.clocks import local_seconds
from feeaudit.report.json_text import BETWEEN, json_text, json_words
from feeaudit.report.text_columns import joined_lists, slices, texts_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import pandas as pd

    from feeaudit.core.arrays import Ints
    from feeaudit.report.text_columns import Texts

MONEY: Final = frozenset({"owed", "owed_most", "taken", "over", "under", "logged", "counted"})
SIGNED: Final = frozenset({"difference"})
TIMES: Final = frozenset({"at", "until", "first", "last", "from", "to"})
DAYS: Final = frozenset({"day"})
COUNTS: Final = frozenset(
    {
        "findings",
        "hands",
        "hour",
        "longest",
        "reviews",
        "row",
        "runs",
        "tested",
        "untested",
        "violations",
        "waived",
    }
)
FLAGS: Final = frozenset({"pinned", "assumed"})
_MINUTE: Final = 60
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_DAY: Final = date(1970, 1, 1)
# Rows that are plain values at once: 200,000 findings never stand in memory as objects.
_BATCH: Final = 2_000
# Rows that are texts at once: of so many the columns are worth their making.
_TOGETHER: Final = 5_000
_BLANK: Final = json_text("")
_AS_NAMED: Final[Mapping[str, type]] = {}


def moment(micros: int, zone: str) -> str:
    """Return a time as text in the zone; blank where there is none."""
    return "" if micros <= 0 else local(micros, zone).isoformat()


def moments(times: Ints, zone: str) -> list[str]:
    """Return a column of times as ``moment`` has each."""
    seconds = local_seconds(times, zone)
    offset = seconds - np.maximum(times, 0) // 1_000_000
    if (offset % _MINUTE).any():
        # Clocks of long ago differed by seconds, too.
        return [moment(each, zone) for each in times.tolist()]
    clock = np.datetime_as_string(seconds.astype("datetime64[s]")).tolist()
    from_utc = Memo(lambda each: f"{'-' if each < 0 else '+'}{_hours(abs(each))}")
    told = zip(clock, from_utc.of_each(offset.tolist()), (times > 0).tolist(), strict=True)
    return [f"{each}{beside}" if known else "" for each, beside, known in told]


def _hours(seconds: int) -> str:
    return f"{seconds // 3600:02d}:{seconds // _MINUTE % 60:02d}"


def local(micros: int, zone: str) -> datetime:
    """Return a time, to the second, by the clocks of the zone."""
    return (_EPOCH + timedelta(seconds=micros // 1_000_000)).astimezone(ZoneInfo(zone))


def gaming_day(day: int) -> str:
    """Return a gaming day (since 1970) as an ISO date; blank where there is none."""
    return "" if day < 0 else (_FIRST_DAY + timedelta(days=day)).isoformat()


def _reasons(why: Iterable[tuple[str, str]]) -> list[dict[str, str]]:
    return [{"label": label, "text": text} for label, text in why]


def records(frame: pd.DataFrame, zone: str) -> Iterator[dict[str, Any]]:
    """Yield each row as plain values under the names of its columns."""
    names = list(frame.columns)
    plain = [plain_value(name, zone) for name in names]
    for start in range(0, len(frame), _BATCH):
        part = frame.iloc[start : start + _BATCH]
        columns = [map(of, part[name].tolist()) for name, of in zip(names, plain, strict=True)]
        for row in zip(*columns, strict=True):
            yield dict(zip(names, row, strict=True))


def record_texts(
    frame: pd.DataFrame,
    zone: str,
    between: bytes = BETWEEN,
    plain: Mapping[str, type] = _AS_NAMED,
) -> Iterator[memoryview]:
    """Yield the rows as JSON, as ``records`` would have each, many at a time: made by columns.

    ``plain`` are columns of lists or counts, which their names are not elsewhere.
    """
    names = list(frame.columns)
    texts = [_column_texts(frame[name], zone, plain.get(name)) for name in names]
    heads = [f"{', ' if place else '{'}{json_text(name)}: " for place, name in enumerate(names)]
    end = b"}" + between
    for part in slices(len(frame), _TOGETHER):
        cells = [of(part) for of in texts]
        pieces = chain.from_iterable(zip(heads, cells, strict=True))
        rows = pc.binary_join_element_wise(*pieces, end.decode(), "")
        # Texts of a column stand one behind the other in memory already.
        yield memoryview(rows.buffers()[2])[: -len(between)]


def _column_texts(column: pd.Series, zone: str, plain: type | None) -> Texts:
    """Return the cells of a column as JSON."""
    values = column.to_numpy()
    if plain is list:
        return joined_lists(values, json_words, "[]")
    if plain is dict:
        return joined_lists([each.items() for each in values], _item_texts, "{}")
    if column.name == "why":
        return joined_lists(values, _reason_texts, "[]")
    if column.name in TIMES:
        return texts_of(
            values, lambda some: _word_texts(moments(np.array(some, dtype=np.int64), zone))
        )
    value = plain_value(str(column.name), zone)
    if value is _word:
        return texts_of(values, _word_texts)
    return texts_of(values, lambda some: [json_text(value(each)) for each in some])


def _item_texts(items: Iterable[tuple[str, Any]]) -> list[str]:
    return [f"{json_text(key)}: {json_text(value)}" for key, value in items]


def _word_texts(words: Iterable[Any]) -> pa.Array:
    texts = json_words([*map(str, words)])
    return pc.if_else(pc.equal(texts, _BLANK), "null", texts)


def _reason_texts(why: Sequence[tuple[str, str]]) -> pa.Array:
    """Return the pairs of a why as ``_reasons`` has each, in JSON."""
    labels, texts = zip(*why, strict=True) if why else ((), ())
    opened = Memo(lambda label: f'{{"label": {json_text(label)}, "text": ')
    opens = pa.array(opened.of_each(labels), pa.string())
    return pc.binary_join_element_wise(opens, json_words(texts), "}", "")


def plain_value(name: str, zone: str) -> Callable[[Any], Any]:
    """Return what makes a plain value of a cell of the column of that name."""
    if name in MONEY:
        return lambda value: decimal(value) if value >= 0 else None
    if name in TIMES:
        return lambda value: moment(value, zone) or None
    if name == "why":
        return _reasons
    return _PLAIN.get(name, _word)


def _word(value: Any) -> str | None:
    return str(value) or None


def _count(value: int) -> int | None:
    return value if value >= 0 else None


def _day(value: int) -> str | None:
    return gaming_day(value) or None


_PLAIN: Final[dict[str, Callable[[Any], Any]]] = {
    **dict.fromkeys(COUNTS, _count),
    **dict.fromkeys(DAYS, _day),
    **dict.fromkeys(SIGNED, decimal),
    **dict.fromkeys(FLAGS, bool),
}
