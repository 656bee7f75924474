"""Records: the rows of a frame as plain values, in the words that every machine format shares.

Amounts are plain decimals, times ISO 8601 in the site's zone, days ISO dates; what is absent is
None.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, Any, Final
from zoneinfo import ZoneInfo

from feeaudit.core.memo import Memo
from feeaudit.core.money import decimal
from feeaudit.report.json_text import JsonText, json_text

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    import pandas as pd

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
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_FIRST_DAY: Final = date(1970, 1, 1)
# Rows that are plain values at once: 200,000 findings never stand in memory as objects.
_BATCH: Final = 5_000


def moment(micros: int, zone: str) -> str:
    """Return a time as text in the zone; blank where there is none."""
    return "" if micros <= 0 else local(micros, zone).isoformat()


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


def record_texts(frame: pd.DataFrame, zone: str) -> Iterator[JsonText]:
    """Yield each row as JSON, as ``records`` would have it: a column at a time, a word once."""
    names = list(frame.columns)
    texts = [_reason_texts() if name == "why" else _cell_texts(name, zone) for name in names]
    for start in range(0, len(frame), _BATCH):
        part = frame.iloc[start : start + _BATCH]
        columns = [of(part[name].tolist()) for name, of in zip(names, texts, strict=True)]
        for row in zip(*columns, strict=True):
            yield JsonText(f"{{{', '.join(row)}}}")


def _cell_texts(name: str, zone: str) -> Callable[[Iterable[Any]], Iterator[str]]:
    """Return what makes JSON of a column: each cell under its name."""
    head, plain = json_text(name), plain_value(name, zone)
    return Memo(lambda value: f"{head}: {json_text(plain(value))}").of_each


def _reason_texts() -> Callable[[Iterable[Any]], Iterator[str]]:
    """Return what makes JSON of whys; a hand's line is told with each of its findings."""
    reason = Memo(lambda pair: json_text(_reasons([pair])[0]))
    return lambda whys: (f'"why": [{", ".join(reason.of_each(why))}]' for why in whys)


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
