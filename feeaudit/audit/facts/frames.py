"""The frames of facts: their columns, and how facts of parts of a log become facts of the whole."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]

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
OFFERS: Final = {
    "cardroom": object,
    "table": object,
    "day": np.int64,
    "at": np.int64,
    "hand_id": object,
    "sequence": np.int64,
    "seat": object,
    "player": object,
    "response": object,
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
    "approvals": object,
    "document": object,
    "games": object,
    "options": object,
    "hands": np.int64,
}
_SUMS: Final = ("hands", "owed", "owed_most", "taken")
_LISTS: Final = ("games", "options")
_DIGITS: Final = re.compile(r"(\d+)")


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
    configuration names the edition or only one is printed.
    """

    activity: pd.DataFrame
    banking: pd.DataFrame
    offers: pd.DataFrame
    drops: pd.DataFrame
    schedules: pd.DataFrame


def no_facts() -> Facts:
    """Return facts of nothing."""
    return Facts(
        *(frame_of(each, {}) for each in (ACTIVITY, BANKING, OFFERS, DROPS, SCHEDULES)),
    )


def frame_of(columns: dict[str, Any], data: dict[str, Any]) -> pd.DataFrame:
    """Return a frame of these columns, each of its kind; nothing where there is no data."""
    return pd.DataFrame(
        {
            name: pd.Series(np.asarray(data.get(name, []), dtype=kind), dtype=kind, copy=False)
            for name, kind in columns.items()
        },
        copy=False,
    )


def merged(parts: Sequence[Facts]) -> Facts:
    """Return the facts of a whole from those of its parts, however it was parted.

    Parts hold whole gaming days of tables: a run of hands or a hand's offers are in one of them.
    """
    if len(parts) == 1:
        return parts[0]
    return Facts(
        activity=_summed(_joined(ACTIVITY, (each.activity for each in parts))),
        banking=ordered(_joined(BANKING, (each.banking for each in parts)), "at"),
        offers=ordered(_joined(OFFERS, (each.offers for each in parts)), "at"),
        drops=ordered(_joined(DROPS, (each.drops for each in parts)), "at", "until", "kind"),
        schedules=_united(_joined(SCHEDULES, (each.schedules for each in parts))),
    )


def _joined(columns: dict[str, Any], frames: Iterable[pd.DataFrame]) -> pd.DataFrame:
    filled = [each for each in frames if len(each)]
    if len(filled) == 1:
        return filled[0]
    return pd.concat(filled, ignore_index=True) if filled else frame_of(columns, {})


def ordered(frame: pd.DataFrame, *keys: str) -> pd.DataFrame:
    """Return a frame by cardroom, table and these keys; what agrees in all stays as it is."""
    names = ("cardroom", "table", *keys)
    places = [_rank(frame[name]) for name in names]
    order = np.lexsort(places[::-1])
    if (order[1:] > order[:-1]).all():
        return frame.reset_index(drop=True)
    return frame.iloc[order].reset_index(drop=True)


def _rank(column: pd.Series) -> Ints:
    """Return numbers that sort as a column does; words are compared once each."""
    if column.dtype != object:
        numbers: Ints = column.to_numpy()
        return numbers
    codes, words = pd.factorize(column)
    rank = np.empty(len(words), dtype=np.int64)
    rank[np.argsort(words.astype(str), kind="stable")] = np.arange(len(words))
    ranks: Ints = rank[codes]
    return ranks


def _summed(activity: pd.DataFrame) -> pd.DataFrame:
    keys = [name for name in ACTIVITY if name not in _SUMS]
    summed = activity.groupby(keys, sort=True)[list(_SUMS)].sum().reset_index()
    return frame_of(ACTIVITY, dict(summed.items()))


def _united(schedules: pd.DataFrame) -> pd.DataFrame:
    keys = [name for name in SCHEDULES if name not in {*_LISTS, "hands"}]
    united = schedules.groupby(keys, sort=True).agg(
        {"games": _union, "options": _union, "hands": "sum"}
    )
    return frame_of(SCHEDULES, dict(united.reset_index().items()))


def _union(lists: pd.Series) -> str:
    return listed(word for each in lists for word in each.split(", "))


def listed(words: Iterable[str]) -> str:
    """Return words once each, joined by commas; figures in them by their size: ``2, 10``."""
    return ", ".join(sorted({*words} - {""}, key=_by_size))


def _by_size(word: str) -> list[tuple[int, str]]:
    return [
        (int(part), "") if part.isdecimal() else (-1, part) for part in _DIGITS.split(word) if part
    ]
