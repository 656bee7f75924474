"""A part of a log: the hands of some tables and times, and what belongs to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from feeaudit.intake.log import Log

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]


def narrowed(
    log: Log,
    tables: Sequence[str] = (),
    start: datetime | None = None,
    end: datetime | None = None,
) -> Log:
    """Return the log of some tables (all where none is named), from a moment until another.

    Records of hands go with their hands; a record of a hand that is nowhere in the log stays, since
    nobody can tell where it belongs. Who was seated, posted or counted at other tables goes.
    """
    if not tables and start is None and end is None:
        return log
    hands = log.hands
    kept = hands.filter(pa.array(wanted(hands, tables, start, end)))
    parts = {"hands": kept}
    for name, table in log.tables.items():
        if name != "hands":
            parts[name] = _of_hands(of_tables(table, tables), hands, kept)
    return replace(log, tables=parts)


def wanted(
    hands: pa.Table,
    tables: Sequence[str],
    start: datetime | None,
    end: datetime | None,
) -> Bools:
    """Tell which hands are of some tables (all where none is named) and times."""
    keep = np.ones(hands.num_rows, dtype=bool)
    if tables:
        here = pc.is_in(hands.column("table").cast(pa.string()), pa.array(list(tables)))
        keep &= here.to_numpy()
    for moment, test in ((start, pc.greater_equal), (end, pc.less)):
        if moment is not None:
            limit = pa.scalar(moment, hands.schema.field("started_at").type)
            keep &= test(hands.column("started_at"), limit).to_numpy()
    return keep


def of_tables(rows: pa.Table, tables: Sequence[str]) -> pa.Table:
    """Return the rows that name none but some tables of the room."""
    if "table" not in rows.column_names or not tables:
        return rows
    here = pc.is_in(rows.column("table").cast(pa.string()), pa.array(list(tables)))
    return rows.filter(pc.or_(here, pc.is_null(rows.column("table"))))


def _of_hands(rows: pa.Table, hands: pa.Table, kept: pa.Table) -> pa.Table:
    """Return the rows without those of hands that were not kept."""
    if "hand_id" not in rows.column_names:
        return rows
    ids = rows.column("hand_id")
    gone = pc.and_(
        pc.is_in(ids, hands.column("hand_id").combine_chunks()),
        pc.invert(pc.is_in(ids, kept.column("hand_id").combine_chunks())),
    )
    return rows.filter(pc.invert(gone))
