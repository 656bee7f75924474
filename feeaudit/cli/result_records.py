"""The records of a findings.json, held to what audits write: the file may have been edited."""

from __future__ import annotations

import re
from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

_AMOUNT: Final = re.compile(r"\d{1,15}\.\d\d")


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _number(value: Any) -> bool:
    return isinstance(value, int)


def _amount(value: Any) -> bool:
    return isinstance(value, str) and _AMOUNT.fullmatch(value) is not None


def _moment(value: Any) -> bool:
    try:
        return isinstance(value, str) and datetime.fromisoformat(value).tzinfo is not None
    except ValueError:
        return False


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _counts(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_number, value.values()))


def _labeled(value: Any) -> bool:
    return isinstance(value, list) and all(
        isinstance(each, dict) and _text(each.get("label")) and _text(each.get("text"))
        for each in value
    )


def _or_nothing(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or fits(value)


_INCIDENT: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("id", "cause", "stake", "sure", "verdict", "sentence", "cardroom"), _text),
    **dict.fromkeys(("tables", "findings"), _texts),
    **dict.fromkeys(("first", "last"), _or_nothing(_moment)),
    **dict.fromkeys(("first_hand", "last_hand", "doubt"), _or_nothing(_text)),
    **dict.fromkeys(("over", "under"), _amount),
    "hands": _number,
    "checks": _counts,
    "next_step": _text,
}
_FINDING: Final[Mapping[str, Callable[[Any], bool]]] = {
    **dict.fromkeys(("id", "check", "title", "verdict", "cardroom", "message", "next_step"), _text),
    **dict.fromkeys(("table", "day", "hand_id", "game", "option", "seat"), _or_nothing(_text)),
    **dict.fromkeys(("player", "payer", "component", "document", "lines"), _or_nothing(_text)),
    **dict.fromkeys(("doubt", "file", "sheet", "schedule", "waiver"), _or_nothing(_text)),
    **dict.fromkeys(("at", "until"), _or_nothing(_moment)),
    **dict.fromkeys(("owed", "owed_most", "taken"), _or_nothing(_amount)),
    **dict.fromkeys(("over", "under"), _amount),
    "row": _or_nothing(_number),
    "why": _labeled,
    "incident": _or_nothing(_text),
}
_RECORDS: Final = {"incidents": _INCIDENT, "findings": _FINDING}


def first_fault(name: str, records: Iterable[Mapping[str, Any]]) -> str:
    """Return which field of which record is not as audits write it; blank where all are.

    Files of earlier versions lack some that may be blank.
    """
    for place, record in enumerate(records, 1):
        for field, fits in _RECORDS[name].items():
            if not fits(record.get(field)):
                return f"{field!r} of entry {place:,} of {name!r}"
    return ""
