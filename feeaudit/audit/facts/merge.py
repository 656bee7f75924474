"""Merging: how the facts of parts of a log become those of the whole.

Parts hold whole gaming days of tables: a run of hands or a hand's offers are in one of them. In a
part the rows of a table stand together, in order, so that tables are put in order and not rows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

import numpy as np

from feeaudit.audit.facts.frames import (
    ACTIVITY,
    BANKING,
    DROPS,
    OFFERS,
    SCHEDULES,
    SHORTFALLS,
    Facts,
    frame_of,
    listed,
    no_facts,
    ordered,
    rank,
    ranks,
)
from feeaudit.core.groups import changes

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pandas as pd

    from feeaudit.core.arrays import Words


_SEVERAL: Final = 2
_SUMS: Final = ("hands", "owed", "owed_most", "taken")


def merged(parts: Sequence[Facts]) -> Facts:
    """Return the facts of a whole from those of its parts, however it was parted."""
    if len(parts) < _SEVERAL:
        return parts[0] if parts else no_facts()
    return Facts(
        activity=_summed([each.activity for each in parts]),
        banking=_by_time(BANKING, [each.banking for each in parts]),
        offers=_by_time(OFFERS, [each.offers for each in parts]),
        drops=ordered(_joined(DROPS, [each.drops for each in parts]), "at", "until", "kind"),
        schedules=_united([each.schedules for each in parts]),
        shortfalls=ordered(
            _joined(SHORTFALLS, [each.shortfalls for each in parts]),
            *("at", "hand_id", "payer", "under"),
        ),
    )


def _summed(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return one row a table, day, hour and game; parts may share an hour of a table."""
    frame = _joined(ACTIVITY, parts)
    keys = [rank(frame[name]) for name in ACTIVITY if name not in _SUMS]
    order = np.lexsort(keys[::-1])
    firsts = np.flatnonzero(np.logical_or.reduce([changes(each[order]) for each in keys]))
    data = {name: frame[name].to_numpy()[order] for name in ACTIVITY}
    for name, each in data.items():
        data[name] = np.add.reduceat(each, firsts) if name in _SUMS and len(each) else each[firsts]
    return frame_of(ACTIVITY, data)


def _joined(columns: dict[str, Any], parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return the rows of parts one after the other."""
    data = {name: np.concatenate([each[name].to_numpy() for each in parts]) for name in columns}
    return frame_of(columns, data)


class _Stretch(NamedTuple):
    """The rows of one table in one part."""

    cardroom: str
    table: str
    part: int
    start: int
    end: int


def _by_time(columns: dict[str, Any], parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return rows by table and time; those of one instant stay as they are."""
    stretches = sorted(each for part, frame in enumerate(parts) for each in _tables(part, frame))
    frame = _woven(columns, parts, stretches)
    sizes = [each.end - each.start for each in stretches]
    table = np.repeat(ranks([(each.cardroom, each.table) for each in stretches]), sizes)
    return frame.iloc[np.lexsort((frame["at"].to_numpy(), table))].reset_index(drop=True)


def _tables(part: int, frame: pd.DataFrame) -> Iterator[_Stretch]:
    """Yield the stretch of each table; few rows are looked at, since tables are in order."""
    cardroom, table = frame["cardroom"].to_numpy(), frame["table"].to_numpy()
    end = last = 0
    while end < len(table):
        start = end
        if start == last:
            last = _end(cardroom, start, len(table))
        end = _end(table, start, last)
        yield _Stretch(cardroom[start], table[start], part, start, end)


def _end(words: Words, start: int, last: int) -> int:
    """Return where the rows end that have the same word as the first; later ones have greater."""
    return start + int(words[start:last].searchsorted(words[start], "right"))


def _woven(
    columns: dict[str, Any], parts: Sequence[pd.DataFrame], stretches: Sequence[_Stretch]
) -> pd.DataFrame:
    """Return the rows of stretches one after the other."""
    pieces = list(_pieces(stretches))
    data = {}
    for name in columns:
        values = [each[name].to_numpy() for each in parts]
        data[name] = np.concatenate(
            [values[0][:0], *(values[part][start:end] for part, start, end in pieces)]
        )
    return frame_of(columns, data)


def _pieces(stretches: Sequence[_Stretch]) -> Iterator[tuple[int, int, int]]:
    """Yield part, start and end of what can be copied at once: neighbours stay together."""
    here = (0, 0, 0)
    for each in stretches:
        if here[::2] == (each.part, each.start):
            here = (each.part, here[1], each.end)
        else:
            yield here
            here = (each.part, each.start, each.end)
    yield here


def _united(parts: Sequence[pd.DataFrame]) -> pd.DataFrame:
    """Return the schedules of all parts, with what was played by each in any of them."""
    rows: dict[tuple[object, ...], list[tuple[str, str, int]]] = {}
    for part in parts:
        columns = (part[name].tolist() for name in SCHEDULES)
        for *known, games, options, hands in zip(*columns, strict=True):
            rows.setdefault(tuple(known), []).append((games, options, hands))
    united = []
    for about, played in sorted(rows.items()):
        games, options, hands = zip(*played, strict=True)
        united.append((*about, _union(games), _union(options), sum(hands)))
    # Nothing is known of no schedule: then there are no columns either.
    return frame_of(SCHEDULES, dict(zip(SCHEDULES, zip(*united, strict=True), strict=False)))


def _union(lists: Iterable[str]) -> str:
    return listed(word for each in lists for word in each.split(", "))
