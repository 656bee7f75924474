"""The hands of an Open Hand History file: JSON objects one after another, or in a list.

The standard separates objects by a blank line; any white space will do here. After a broken object
reading goes on at the next one that begins with ``{"ohh":``.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Final, NoReturn

from feeaudit.core.dialect import Refused, number
from feeaudit.intake.histories.history_hand import UnusableHand
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Iterator
    from decimal import Decimal

_MOST_BROKEN: Final = 1_000  # each costs a look at all the text before it
_BETWEEN: Final = re.compile(r"[\s,\[\]]*")
_NEXT: Final = re.compile(r'\{\s*"ohh"\s*:')


def json_hands(text: str, file: str) -> Iterator[tuple[int, Any | UnusableHand]]:
    """Yield the line each object begins on, and the object, or what is wrong with it."""
    decoder = json.JSONDecoder(parse_float=_decimal, parse_constant=_refused)
    line, counted, wasted, faulty = 1, 0, 0, 0
    start = _between(text, 0)
    if start < len(text) and text[start] != "{":
        raise UnusableLog(f'{file}: not an Open Hand History file; expected {{"ohh": ...}}')
    while start < len(text):
        line += text.count("\n", counted, start)
        counted = start
        try:
            found, end = decoder.raw_decode(text, start)
        except RecursionError:
            raise UnusableLog(f"{file}: line {line} is nested too deeply for a hand") from None
        except ValueError as error:
            broken = getattr(error, "pos", start)
            wasted += broken - start
            faulty += 1
            if wasted > len(text) or faulty > _MOST_BROKEN:
                raise UnusableLog(f"{file}: broken throughout; it is not JSON") from None
            found = _not_json(error, 1 + text.count("\n", start, broken))
            following = _NEXT.search(text, start + 1)
            end = following.start() if following else len(text)
        yield line, found
        start = _between(text, end)


def _between(text: str, place: int) -> int:
    gap = _BETWEEN.match(text, place)
    return gap.end() if gap else place


def _not_json(error: ValueError, at: int) -> UnusableHand:
    said = error.msg if isinstance(error, json.JSONDecodeError) else str(error)
    return UnusableHand("", "not JSON", said, "a hand as a JSON object", at)


def _decimal(text: str) -> Decimal:
    try:
        return number(text)
    except Refused:
        raise ValueError(f"{text[:20]} is not a number") from None


def _refused(word: str) -> NoReturn:
    raise ValueError(f"{word} is not a number")
