"""A long log costs no more a night than a short one: no step grows faster than the log."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from support.long_logs import inputs

from feeaudit.audit.parts.hand_ids import HandUnits
from feeaudit.audit.parts.local import OneProcess
from feeaudit.audit.parts.log_layout import LogLayout
from feeaudit.audit.parts.pieces import Piece
from feeaudit.audit.parts.surroundings import Surroundings
from feeaudit.audit.parts.territory import saved_territory
from feeaudit.intake.log import Log, SourceFile
from feeaudit.intake.selection import EVERYTHING
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.audit.parts.examination import TaskItem

pytestmark = pytest.mark.slow
NIGHTS = 400
_DAY = 86_400 * 1_000_000
_FEES = 60


def nights(count: int) -> Log:
    """Return so many nights of a few hands and many fees for time, by other people every night."""
    night = simulate(inputs().book, hands=40, cardrooms=["lucky-lady"]).log
    tables: dict[str, list[pa.Table]] = {}
    for number in range(count):
        for name, rows in night.tables.items():
            tables.setdefault(name, []).append(later(rows, number))
        hands = later(night.hands, number)
        tables["collections"].append(time_fees(hands, tables["collections"][-1].schema, number))
    whole = {name: pa.concat_tables(rows).unify_dictionaries() for name, rows in tables.items()}
    return replace(numbered(Log(whole, zone=night.zone)), sources=(SourceFile("years"),))


def later(rows: pa.Table, days: int) -> pa.Table:
    for place, field in enumerate(rows.schema):
        column = rows.column(place)
        if pa.types.is_timestamp(field.type):
            moved = pc.add(column, pa.scalar(days * _DAY, pa.duration("us")))
            rows = rows.set_column(place, field, moved.cast(field.type))
        elif field.name == "hand_id":
            ids = pc.binary_join_element_wise(f"N{days:03}-", column.cast(pa.string()), "")
            rows = rows.set_column(place, field, ids)
    return rows


def time_fees(hands: pa.Table, schema: pa.Schema, night: int) -> pa.Table:
    """Return fees for time at the tables of some hands."""
    chosen = hands.take(pa.array(np.arange(_FEES) % hands.num_rows))
    given = {
        "payer": pa.array(["player"] * _FEES),
        "fee": pa.array(["time"] * _FEES),
        "amount": pa.array([500] * _FEES, pa.int64()),
        "cardroom": chosen.column("cardroom").cast(pa.string()),
        "table": chosen.column("table").cast(pa.string()),
        "player": pa.array([f"P{night:03}-{each}" for each in range(_FEES)]),
        "taken_at": chosen.column("started_at"),
        "source": pa.array([0] * _FEES, pa.int32()),
        "row": pa.array([0] * _FEES, pa.int32()),
    }
    columns = []
    for field in schema:
        values = given.get(field.name, pa.nulls(_FEES))
        values = values.combine_chunks() if isinstance(values, pa.ChunkedArray) else values
        if pa.types.is_dictionary(field.type):
            values = values.cast(pa.string()).dictionary_encode()
        columns.append(values.cast(field.type))
    return pa.table(columns, schema=schema)


def numbered(log: Log) -> Log:
    tables = {
        name: rows.set_column(
            rows.column_names.index("row"),
            "row",
            pa.array(np.arange(1, rows.num_rows + 1, dtype=np.int32)),
        )
        for name, rows in log.tables.items()
    }
    return replace(log, tables=tables)


def laid_out(count: int, folder: Path) -> list[TaskItem]:
    folder.mkdir()
    layout = LogLayout(
        nights(count), inputs(), EVERYTHING, folder, folder / "found", OneProcess(inputs())
    )
    items, _ = layout.items(1, lambda _done: None)
    return items


def around(item: TaskItem) -> Surroundings:
    territory = saved_territory(Path(item.folder), inputs().config)
    return Surroundings(
        folder=item.folder,
        territory=territory,
        task=item.task.number,
        room=item.room,
        days=item.task.span,
        unplaced=0,
        places=HandUnits(item.folder, 0),
        nothing=pa.table({}),
        units=np.empty(0, dtype=np.int64),
        people=["P000-1"],
    )


def handed(item: TaskItem) -> int:
    pieces = [each for some in item.pieces.values() for each in some]
    return sum(each.rows for each in pieces if isinstance(each, Piece))


def test_four_hundred_nights_hand_a_task_no_more_than_four_nights_do(tmp_path: Path) -> None:
    few, many = laid_out(6, tmp_path / "few"), laid_out(NIGHTS, tmp_path / "many")
    assert len(many) > 60 * len(few)
    assert max(map(handed, many)) <= max(map(handed, few))
    middle = around(many[len(many) // 2])
    # The fees of the day, of that before and that after, and whoever paid then or is asked about.
    assert 2 * _FEES < middle.charges.num_rows <= 3 * _FEES
    assert len(middle.payers) <= 3 * _FEES + 1
    assert ("lucky-lady", "P000-1") in middle.payers
