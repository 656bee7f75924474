"""The hands of a PHH file as TOML tables: one hand alone (``.phh``) or many numbered (``.phhs``).

Each hand is parsed by itself, so that a broken one does not take the others with it.
"""

from __future__ import annotations

import datetime as dt
import json
import re
import tomllib
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Final, NoReturn

from feeaudit.intake.histories.history_hand import UnusableHand

if TYPE_CHECKING:
    from collections.abc import Iterator

_LONGEST: Final = 200_000  # characters; a long hand with commentary has ten thousand
_MOST_DOTS: Final = 500  # tomllib takes a time with the square of the dots in a key
_LEADING: Final = re.compile(r"(?:\s+|#[^\n]*)*")
_KEY: Final = r"(?:\"[^\"\n]*\"|'[^'\n]*'|[A-Za-z0-9_-]+)"
_HEADER: Final = re.compile(rf"^[ \t]*\[[ \t]*{_KEY}[ \t]*\][ \t\r]*(?:#[^\n]*)?$", re.MULTILINE)
_TIME: Final = re.compile(r"[0-9]{2}:[0-9]{2}:[0-9]{2}")
_AT_LINE: Final = re.compile(r" \(at line (\d+), column \d+\)")


def toml_hands(text: str) -> Iterator[tuple[int, str]]:
    """Yield each hand's text and the line it begins on."""
    leading = _LEADING.match(text)
    start = leading.end() if leading else 0
    if start == len(text):
        return
    if text[start] != "[":
        yield text.count("\n", 0, start) + 1, text[start:]
        return
    starts = [header.start() for header in _HEADER.finditer(text, start)]
    if not starts or starts[0] != start:
        starts.insert(0, start)
    line = text.count("\n", 0, start) + 1
    for begin, end in zip(starts, [*starts[1:], len(text)], strict=True):
        yield line, text[begin:end]
        line += text.count("\n", begin, end)


def record_of(text: str) -> dict[str, Any]:
    """Return the fields of one hand; numbers with decimals stay exact."""
    if len(text) > _LONGEST:
        raise UnusableHand("", "not a hand", f"{len(text):,} characters", "the text of one hand")
    try:
        plain = plain_record(text)
        record = _parsed(text) if plain is None else plain
    except RecursionError:
        raise UnusableHand("", "nested too deeply", "", "the fields of one hand") from None
    except (ValueError, ArithmeticError) as error:
        place = _AT_LINE.search(str(error))
        at = int(place.group(1)) if place else 0
        said = _AT_LINE.sub("", str(error))
        raise UnusableHand("", "not TOML", said, "lines such as field = value", at) from None
    if plain is None and len(record) == 1:
        (only,) = record.values()
        return only if isinstance(only, dict) else record
    return record


def _parsed(text: str) -> dict[str, Any]:
    if text.count(".") > _MOST_DOTS:
        raise UnusableHand("", "not a hand", f"more than {_MOST_DOTS} dots", "the text of one hand")
    return tomllib.loads(text, parse_float=Decimal)


def plain_record(text: str) -> dict[str, Any] | None:
    """Return the fields of a numbered hand in its plainest form, one a line; None for any other.

    Large files are all of this form, and its values are JSON but for their quotes and their time.
    Reading them as such is several times as fast as tomllib, which reads whatever is not plain.
    """
    head, *rows = text.split("\n")
    if not _HEADER.fullmatch(head):
        return None
    record: dict[str, Any] = {}
    for row in rows:
        name, equals, value = row.rstrip().partition(" = ")
        if equals and name.isidentifier() and name.isascii() and name not in record:
            try:
                record[name] = _plain_value(value)
            except (ValueError, ArithmeticError):
                return None
        elif name or equals:
            return None
    return record


def _plain_value(value: str) -> Any:
    if _TIME.fullmatch(value):
        return dt.time.fromisoformat(value)
    if "\\" in value or "null" in value or ("'" in value and '"' in value):
        raise ValueError(value)
    found, end = _PLAIN.raw_decode(value.replace("'", '"'))
    if end != len(value):
        raise ValueError(value)
    return found


def _refused(found: object) -> NoReturn:
    """Refuse what JSON has and TOML has not: objects, NaN and Infinity."""
    raise ValueError(found)


_PLAIN: Final = json.JSONDecoder(parse_float=Decimal, parse_constant=_refused, object_hook=_refused)
