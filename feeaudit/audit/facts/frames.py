"""The frames of facts: their columns, and the order of their rows."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.core.arrays import Codes, Ints


ACTIVITY: Final = {
    "cardroom": object,
    "table": object,
    "day": np.int64,
    "hour": np.int64,
    "game": object,
    "option": object,
    "schedule": object,
    "hands": np.int64,
    "owed": np.int64,
    "owed_most": np.int64,
    "taken": np.int64,
}
BANKING: Final = {
    "cardroom": object,
    "table": object,
    "day": np.int64,
    "at": np.int64,
    "until": np.int64,
    "hand_id": object,
    "hands": np.int64,
    "seat": object,
    "player": object,
    "role": object,
    "began": object,
}
# A night has a million offers: their words stay numbers until somebody reads some of them.
OFFERS: Final = {
    "cardroom": "category",
    "table": "category",
    "day": np.int64,
    "at": np.int64,
    "hand_id": object,
    "sequence": np.int64,
    "seat": "category",
    "player": "category",
    "response": "category",
}
DROPS: Final = {
    "cardroom": object,
    "table": object,
    "at": np.int64,
    "until": np.int64,
    "kind": object,
    "owed": np.int64,
    "owed_most": np.int64,
    "logged": np.int64,
    "counted": np.int64,
    "difference": np.int64,
    "explanation": object,
}
SCHEDULES: Final = {
    "cardroom": object,
    "schedule": object,
    "edition": object,
    "pinned": np.bool_,
    "assumed": np.bool_,
    "approvals": object,
    "document": object,
    "games": object,
    "options": object,
    "hands": np.int64,
}
SHORTFALLS: Final = {
    "cardroom": object,
    "table": object,
    "at": np.int64,
    "hand_id": object,
    "game": object,
    "option": object,
    "payer": object,
    "dealer": object,
    "basis": object,
    "counted": np.int64,
    "tier": object,
    "charged": object,
    "under": np.int64,
}
_DIGITS: Final = re.compile(r"(\d+)")


_EVERY: Final = (ACTIVITY, BANKING, OFFERS, DROPS, SCHEDULES, SHORTFALLS)


@dataclass(frozen=True, slots=True)
class Facts:
    """What was looked at; money is cents, times microseconds since 1970, days gaming days.

    ``activity``: a row a table, gaming day, hour of the clock, game and option, with the fees owed
    (least and most) and taken on hands whose fees could be told, and the fees for periods. What
    those owe is what the schedule prints for the players then seated, 0 where the log does not
    tell who sat there; fees for periods that were never taken are FEE-TIME's to tell.
    ``banking``: a row a run of hands that one person banked, in order; ``at`` and ``until`` are the
    starts of its first and last hand, ``began`` is blank or why the run is counted anew: ``day``,
    ``game`` (another game was played before) or ``break``. A blank player with a seat is whoever
    sat there; without a seat the log does not tell who banked. ``offers`` of the position as
    logged. ``drops``: a row a count of a drop box; ``owed`` is -1 where it cannot be told.
    ``schedules``: a row a schedule and edition that hands were held against; ``pinned`` where the
    configuration names the edition, ``assumed`` where it is the last printed of several.
    ``shortfalls``: a row an under-collected fee, with who dealt where that is logged; ``tier`` was
    owed on what was ``counted`` (cents, or players), and ``charged`` is the tier below it that
    prints what was taken, blank for none.
    """

    activity: pd.DataFrame
    banking: pd.DataFrame
    offers: pd.DataFrame
    drops: pd.DataFrame
    schedules: pd.DataFrame
    shortfalls: pd.DataFrame


def no_facts() -> Facts:
    """Return facts of nothing."""
    return Facts(
        *(frame_of(each, {}) for each in _EVERY),
    )


def frame_of(columns: dict[str, Any], data: dict[str, Any]) -> pd.DataFrame:
    """Return a frame of these columns, each of its kind; nothing where there is no data."""
    rows = {name: _column(data.get(name, []), kind) for name, kind in columns.items()}
    index = pd.RangeIndex(max(map(len, rows.values())))
    # Of plain objects pandas would make texts of its own kind.
    kept = {
        name: pd.Series(values, index, dtype=object, copy=False)
        if columns[name] is object
        else values
        for name, values in rows.items()
    }
    return pd.DataFrame(kept, index, copy=False)


def _column(values: Any, kind: Any) -> Any:
    if kind != "category":
        return np.asarray(values, dtype=kind)
    if isinstance(values, pd.Categorical):
        return _in_use(values.codes, values.categories.tolist())
    codes, words = pd.factorize(np.asarray(values, dtype=object))
    return _in_use(codes, words.tolist())


def _in_use(codes: Codes, words: list[str]) -> pd.Categorical:
    """Return words by number, those that occur in their order: the same however they came."""
    used = np.flatnonzero(np.bincount(codes, minlength=len(words))).tolist()
    listed_words = sorted({words[each] for each in used})
    places = {word: place for place, word in enumerate(listed_words)}
    place = np.zeros(len(words), dtype=np.int32)
    place[used] = [places[words[each]] for each in used]
    index = pd.Index(listed_words, dtype=object)
    return pd.Categorical.from_codes(place[codes], index)


def ordered(frame: pd.DataFrame, *keys: str) -> pd.DataFrame:
    """Return a frame by cardroom, table and these keys; what agrees in all stays as it is."""
    names = ("cardroom", "table", *keys)
    places = [rank(frame[name]) for name in names]
    order = np.lexsort(places[::-1])
    if (order[1:] > order[:-1]).all():
        return frame.reset_index(drop=True)
    return frame.iloc[order].reset_index(drop=True)


def rank(column: Any) -> Ints:
    """Return numbers that sort as a column does; words are compared once each."""
    values = np.asarray(column)
    if values.dtype != object:
        return values
    codes, words = pd.factorize(values)
    places: Ints = ranks(words.tolist())[codes]
    return places


def ranks(words: Sequence[Any]) -> Ints:
    """Return the place of each word among all of them; the same for the same word."""
    places = {word: place for place, word in enumerate(sorted(set(words)))}
    return np.array([places[word] for word in words], dtype=np.int64)


def listed(words: Iterable[str]) -> str:
    """Return words once each, joined by commas; figures in them by their size: ``2, 10``."""
    return ", ".join(sorted({*words} - {""}, key=_by_size))


def _by_size(word: str) -> list[tuple[int, str]]:
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in _DIGITS.split(word) if part
    ]
