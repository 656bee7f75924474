"""Replaying hands under other options: what they would have owed had another placard been up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa

from feeaudit.audit.case import Case
from feeaudit.intake.log import Log

if TYPE_CHECKING:
    from collections.abc import Sequence

Ints = np.ndarray[tuple[int], np.dtype[np.int64]]


def replayed(case: Case, hands: Ints, options: Sequence[str]) -> Case:
    """Return a case in which these hands are played once under each option, in that order."""
    count = len(hands)
    tables = {"hands": _hands(case.log, hands, options)}
    for name, frame in (("wagers", case.wagers), ("collections", case.collections)):
        if name in case.log.tables:
            tables[name] = _children(
                case.log.tables[name], frame["hand"].to_numpy(), hands, len(options)
            )
    ids = pa.array([f"{copy}/{place}" for copy in range(len(options)) for place in range(count)])
    tables["hands"] = tables["hands"].set_column(
        tables["hands"].column_names.index("hand_id"), "hand_id", ids
    )
    return Case(
        Log(tables, case.log.sources, zone=case.log.zone), case.book, case.laws, case.config
    )


def _hands(log: Log, hands: Ints, options: Sequence[str]) -> pa.Table:
    table = log.hands.take(pa.array(np.tile(hands, len(options))))
    words = pa.array(np.repeat(np.arange(len(options), dtype=np.int32), len(hands)))
    column = pa.DictionaryArray.from_arrays(words, pa.array(list(options)))
    return table.set_column(table.column_names.index("option"), "option", column)


def _children(table: pa.Table, of: Ints, hands: Ints, copies: int) -> pa.Table:
    place = {int(hand): number for number, hand in enumerate(hands)}
    rows = np.flatnonzero(np.isin(of, hands))
    numbers = [place[int(hand)] for hand in of[rows]]
    ids = pa.array(
        [f"{copy}/{number}" for copy in range(copies) for number in numbers], pa.string()
    )
    chosen = table.take(pa.array(np.tile(rows, copies)))
    return chosen.set_column(chosen.column_names.index("hand_id"), "hand_id", ids)
