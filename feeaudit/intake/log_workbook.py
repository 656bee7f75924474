"""A log as one workbook: a sheet a table, cells typed, text never taken for a formula."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pyarrow as pa
import pyarrow.compute as pc
from openpyxl import Workbook
from openpyxl.cell import WriteOnlyCell
from openpyxl.utils import get_column_letter

from feeaudit.core.problem import Unknown
from feeaudit.core.whole_files import replace_file
from feeaudit.intake.cells.clock import localized
from feeaudit.intake.log_writer import stored

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.intake.log import Log

_MOST_ROWS = 1_048_575
_BATCH = 20_000


def write_workbook(log: Log, path: Path) -> Path:
    """Write a log as a workbook; a table that is too long for a sheet is refused."""
    book = Workbook(write_only=True)
    for name, table in log.tables.items():
        if table.num_rows > _MOST_ROWS:
            msg = f"{name} has {table.num_rows} rows; a sheet holds {_MOST_ROWS}: write CSV instead"
            raise Unknown(msg)
        _write_sheet(book.create_sheet(name), stored(name, table), log.zone)
    replace_file(path, book.save)
    return path


def _write_sheet(sheet: Any, table: pa.Table, zone: str) -> None:
    sheet.freeze_panes = "A2"
    for place in range(len(table.column_names)):
        sheet.column_dimensions[get_column_letter(place + 1)].width = 18
    sheet.append([_text_cell(sheet, name) for name in table.column_names])
    for batch in table.to_batches(max_chunksize=_BATCH):
        columns = [list(_cells(sheet, column, zone)) for column in batch.columns]
        for row in zip(*columns, strict=True):
            sheet.append(row)


def _cells(sheet: Any, values: pa.Array, zone: str) -> Iterator[Any]:
    kind = values.type
    if pa.types.is_timestamp(kind):
        yield from _time_cells(sheet, values, zone)
    elif pa.types.is_decimal(kind):
        yield from (_money_cell(sheet, value) for value in values.to_pylist())
    elif pa.types.is_boolean(kind):
        words = {True: "yes", False: "no", None: None}
        yield from (words[value] for value in values.to_pylist())
    elif pa.types.is_integer(kind):
        yield from values.to_pylist()
    else:
        yield from (_text_cell(sheet, value) for value in values.to_pylist())


def _text_cell(sheet: Any, value: str | None) -> Any:
    """Return text as a text cell: a name that starts with = is a name."""
    if value is None:
        return None
    cell = WriteOnlyCell(sheet, value)
    cell.data_type = "s"
    return cell


def _money_cell(sheet: Any, value: Any) -> Any:
    if value is None:
        return None
    cell = WriteOnlyCell(sheet, value)
    cell.number_format = "#,##0.00"
    return cell


def _time_cells(sheet: Any, values: pa.Array, zone: str) -> Iterator[Any]:
    """Yield times as wall-clock dates; where that would not read back, as text with an offset."""
    wall = pc.local_timestamp(values)
    back, _ = localized(wall, zone)
    plain = pc.equal(back.cast(pa.int64()), values.cast(pa.int64())).to_pylist()
    texts = pc.strftime(values, format="%Y-%m-%dT%H:%M:%S%z").to_pylist()
    for moment, text, same in zip(wall.to_pylist(), texts, plain, strict=True):
        if moment is None:
            yield None
        elif same and moment.microsecond == 0:
            cell = WriteOnlyCell(sheet, moment)
            cell.number_format = "yyyy-mm-dd hh:mm:ss"
            yield cell
        else:
            yield _text_cell(sheet, text)
