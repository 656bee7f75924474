"""A part of a log: the hands of some tables and times, and what belongs to them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pyarrow as pa
import pyarrow.compute as pc

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from feeaudit.intake.log import Log


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
    keep = (
        pc.is_in(hands.column("table").cast(pa.string()), pa.array(list(tables)))
        if tables
        else None
    )
    for moment, test in ((start, pc.greater_equal), (end, pc.less)):
        if moment is not None:
            inside = test(
                hands.column("started_at"), pa.scalar(moment, hands.schema.field("started_at").type)
            )
            keep = inside if keep is None else pc.and_(keep, inside)
    kept = hands.filter(keep)
    parts = {"hands": kept}
    for name, table in log.tables.items():
        if name != "hands":
            parts[name] = _of_hands(table, hands, kept, tables)
    return replace(log, tables=parts)


def _of_hands(table: pa.Table, hands: pa.Table, kept: pa.Table, tables: Sequence[str]) -> pa.Table:
    keep = None
    if "table" in table.column_names and tables:
        here = pc.is_in(table.column("table").cast(pa.string()), pa.array(list(tables)))
        keep = pc.or_(here, pc.is_null(table.column("table")))
    if "hand_id" in table.column_names:
        ids = table.column("hand_id")
        gone = pc.and_(
            pc.is_in(ids, hands.column("hand_id").combine_chunks()),
            pc.invert(pc.is_in(ids, kept.column("hand_id").combine_chunks())),
        )
        stays = pc.invert(gone)
        keep = stays if keep is None else pc.and_(keep, stays)
    return table if keep is None else table.filter(keep)
