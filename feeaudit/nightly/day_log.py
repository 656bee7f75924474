"""The log of a gaming day, put together from the files that hold it.

Tables that come from one file are audited as they stand in it; a table that several files hold is
put together from them. Files are not mixed otherwise: each may number its hands from one, or lack
what another has.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc

from feeaudit.intake.joint_log import joint_log
from feeaudit.nightly.corrections import counting, replacements
from feeaudit.nightly.gaming_days import times_of

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from feeaudit.core.arrays import Bools
    from feeaudit.intake.log import Log
    from feeaudit.nightly.corrections import Replacement

_MOMENTS = {
    "seats": "from",
    "postings": "posted_at",
    "counts": "from",
    "attestations": "at",
    "collections": "taken_at",
}


@dataclass(frozen=True, slots=True)
class DayLog:
    """The logs that make up a day, to be audited one by one, and the hands that count by file."""

    logs: tuple[Log, ...]
    hands: tuple[int, ...]


def day_log(files: Sequence[Log]) -> DayLog:
    """Return what counts of the files of one cardroom's gaming day, in the order they came."""
    if len(files) == 1:
        return DayLog(tuple(files), (files[0].hands.num_rows,))
    hands = [_hands(log) for log in files]
    replaced = list(replacements(hands))
    kept = counting(hands, replaced)
    remaining = [_remaining(log, mask) for log, mask in zip(files, kept, strict=True)]
    for each in replaced:
        remaining[each.earlier] = _without(remaining[each.earlier], each, files[each.later])
    logs = tuple(log for log in _groups(remaining, _owners(hands, kept)) if log.hands.num_rows)
    return DayLog(logs, tuple(int(mask.sum()) for mask in kept))


def _hands(log: Log) -> pd.DataFrame:
    hands = log.hands
    return pd.DataFrame(
        {
            "table": hands.column("table").cast(pa.string()).to_pylist(),
            "hand_id": hands.column("hand_id").to_pylist(),
            "started_at": times_of(hands, "started_at"),
        }
    )


def _remaining(log: Log, kept: Bools) -> Log:
    """Return a file without hands that were replaced, and without their records."""
    if kept.all():
        return log
    gone = log.hands.filter(pa.array(~kept)).column("hand_id").combine_chunks()
    tables = {"hands": log.hands.filter(pa.array(kept))}
    for name, table in log.tables.items():
        if name != "hands":
            tables[name] = table
            if "hand_id" in table.column_names:
                known = pc.is_in(table.column("hand_id"), value_set=gone)
                tables[name] = table.filter(pc.invert(known))
    return replace(log, tables=tables)


def _without(log: Log, replaced: Replacement, later: Log) -> Log:
    """Return a file without what it says of a table where a later file says it anew."""
    tables = dict(log.tables)
    for name, moment in _MOMENTS.items():
        table = tables.get(name)
        if table is None or not _of_table(later.table(name), replaced.table).any():
            continue
        stale = _of_table(table, replaced.table)
        if not replaced.altogether:
            times = times_of(table, moment)
            stale &= (times >= replaced.first) & (times <= replaced.last)
        tables[name] = table.filter(pa.array(~stale))
    return replace(log, tables=tables)


def _of_table(table: pa.Table, name: str) -> Any:
    """Tell which records are of a table of the room, and of no hand."""
    if "table" not in table.column_names:
        return np.zeros(table.num_rows, dtype=bool)
    here = pc.equal(table.column("table").cast(pa.string()), name)
    if "hand_id" in table.column_names:
        here = pc.and_(here, pc.is_null(table.column("hand_id")))
    return pc.fill_null(here, fill_value=False).to_numpy(zero_copy_only=False).copy()


def _owners(hands: Sequence[pd.DataFrame], kept: Sequence[Bools]) -> dict[str, list[int]]:
    """Return for each table the files that hold hands of it that count."""
    owners: dict[str, list[int]] = {}
    for number, (frame, mask) in enumerate(zip(hands, kept, strict=True)):
        for table in frame.loc[mask, "table"].unique():
            owners.setdefault(str(table), []).append(number)
    return dict(sorted(owners.items()))


def _groups(files: Sequence[Log], owners: dict[str, list[int]]) -> list[Log]:
    shared = {table: numbers for table, numbers in owners.items() if len(numbers) > 1}
    alone = [_of_tables(log, set(shared), wanted=False) for log in files]
    together = [
        joint_log([_of_tables(files[number], {table}, wanted=True) for number in numbers])
        for table, numbers in shared.items()
    ]
    return [*alone, *together]


def _of_tables(log: Log, names: Collection[str], *, wanted: bool) -> Log:
    """Return what a file holds of some tables, or of all others with what belongs to none."""
    if not names and not wanted:
        return log
    words = pa.array(sorted(names), pa.string())
    here = pc.is_in(log.hands.column("table").cast(pa.string()), value_set=words)
    ids = log.hands.filter(here).column("hand_id").combine_chunks()
    tables = {}
    for name, table in log.tables.items():
        mine = pa.array(np.zeros(table.num_rows, dtype=bool))
        if "table" in table.column_names:
            mine = pc.is_in(table.column("table").cast(pa.string()), value_set=words)
        if "hand_id" in table.column_names and name != "hands":
            mine = pc.or_(mine, pc.is_in(table.column("hand_id"), value_set=ids))
        tables[name] = table.filter(mine if wanted else pc.invert(mine))
    return replace(log, tables=tables)
