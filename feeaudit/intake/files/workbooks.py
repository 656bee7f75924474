"""Workbooks: checked before they are opened, then read through calamine, which keeps no formulas.

Calamine shows a failed formula and one that was never calculated as a blank cell, and believes what
a file says of its own size. So each format is first looked through by itself: for cells that only
seem blank, and for sizes no log has.
"""

from __future__ import annotations

import re
import tempfile
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import time, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from feeaudit.intake.files.archives import safe_copy
from feeaudit.intake.files.first_look import Look
from feeaudit.intake.files.foreign import COMPOUND, LOCKED, ZIP, foreign
from feeaudit.intake.files.opendocument import look_through_ods
from feeaudit.intake.files.openxml import look_through_xlsx
from feeaudit.intake.files.xls import look_through_xls
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from feeaudit.intake.cells.cell import Cell, Unread

_DURATION = re.compile(r"PT([0-9]{1,5})H([0-9]{1,2})M([0-9]{1,2})(?:[.,]([0-9]{1,9}))?S")
_DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class StoredSheet:
    """A sheet as stored, with the cells that only seem blank."""

    name: str
    hidden: bool
    rows: list[list[Cell]]
    merged: tuple[tuple[int, int, int, int], ...] = ()
    unread: dict[tuple[int, int], Unread] = field(default_factory=dict)


def read_workbook_sheets(
    data: bytes, file: str, kind: str, wanted: Callable[[str], bool] = lambda _name: True
) -> list[StoredSheet]:
    """Return the sheets of a workbook in their order, hidden ones too, whose names are wanted."""
    with tempfile.TemporaryDirectory(prefix="feeaudit-", ignore_cleanup_errors=True) as scratch:
        copy = Path(scratch) / f"workbook{kind}"
        if kind == ".xls":
            _refuse_unless(data.startswith(COMPOUND), data, file, kind)
            looks = look_through_xls(data, file, copy)
        else:
            _refuse_unless(data.startswith(ZIP), data, file, kind)
            safe_copy(data, file, copy)
            look_through = look_through_ods if kind == ".ods" else look_through_xlsx
            looks = look_through(copy, file)
        return _read(copy, file, looks, wanted)


def _refuse_unless(right: bool, data: bytes, file: str, kind: str) -> None:
    """Refuse a file that is something else than its ending says, and say what it is."""
    if not right:
        what = foreign(data, kind)
        named = "" if what == LOCKED else f"named {kind} but "
        raise UnusableLog(f"{file}: {named}{what}")


def _read(
    copy: Path, file: str, looks: dict[str, Look], wanted: Callable[[str], bool]
) -> list[StoredSheet]:
    import python_calamine as calamine  # noqa: PLC0415 - only workbooks need it

    with opened_workbook(copy, file) as workbook:
        return [
            _stored(workbook.get_sheet_by_name(each.name), each, looks, calamine)
            for each in workbook.sheets_metadata
            if each.typ == calamine.SheetTypeEnum.WorkSheet and wanted(each.name)
        ]


@contextmanager
def opened_workbook(path: Path, file: str) -> Iterator[Any]:
    """Open a workbook by the fast reader; raise UnusableLog where it cannot be read."""
    import python_calamine as calamine  # noqa: PLC0415 - only workbooks need it

    try:
        with calamine.CalamineWorkbook.from_path(str(path)) as workbook:
            yield workbook
    except calamine.PasswordError:
        raise UnusableLog(f"{file}: {LOCKED}") from None
    except (calamine.CalamineError, OSError, ValueError) as error:
        raise UnusableLog(f"{file}: damaged, or not a workbook ({error}); save it again") from None
    except BaseException as error:
        # A reader that panics on a damaged file raises something that is no Exception.
        if type(error).__name__ != "PanicException":
            raise
        raise UnusableLog(f"{file}: damaged; open it in a spreadsheet and save it again") from None


def _stored(sheet: Any, about: Any, looks: dict[str, Look], calamine: Any) -> StoredSheet:
    look = looks.get(about.name, Look())
    rows: list[list[Cell]] = sheet.to_python(skip_empty_area=False)
    if look.durations_as_text:
        rows = [[_duration(cell) for cell in row] for row in rows]
    merged = tuple((*first, *last) for first, last in sheet.merged_cell_ranges or ())
    hidden = about.visible != calamine.SheetVisibleEnum.Visible
    return StoredSheet(about.name, hidden, rows, merged or tuple(look.merged), look.unread)


def _duration(cell: Cell) -> Cell:
    """Return a time that an .ods file stores as text, such as PT19H30M00S."""
    match = _DURATION.fullmatch(cell) if isinstance(cell, str) else None
    if match is None:
        return cell
    length = timedelta(
        hours=int(match[1]),
        minutes=int(match[2]),
        seconds=int(match[3]),
        microseconds=int((match[4] or "").ljust(6, "0")[:6]),
    )
    seconds, micro = divmod(length // timedelta(microseconds=1), 1_000_000)
    if length >= _DAY:
        return length
    return time(seconds // 3600, seconds // 60 % 60, seconds % 60, micro)
