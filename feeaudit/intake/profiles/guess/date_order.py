"""The order of written dates: what the dates themselves, and their order in the file, settle."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import pairwise
from typing import TYPE_CHECKING

from feeaudit.core.dialect import Dialect, Refused
from feeaudit.core.dialect import day as written_day
from feeaudit.intake.files.addresses import address
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.guess.questions import Inquiry

_WRITTEN = re.compile(
    r"(?<![0-9:.])([0-9]{1,2})([-/.])([0-9]{1,2})\2(?:[0-9]{4}|[0-9]{2})(?![0-9])"
)
_MONTHS = 12
# A file is of a night, a week or a month; dates farther apart than this were read the wrong way.
_LONGEST = timedelta(days=45)
_MONTH_FIRST = "month_first"
_DAY_FIRST = "day_first"
_MIXED_WAY_OUT = "Write all dates one way, such as 2026-03-05, and import the file again."


@dataclass(frozen=True, slots=True)
class _Dated:
    """A date of the file: where it stands, as it is written, or the day that is stored."""

    where: str
    text: str
    stored: date | None = None

    def read(self, order: str) -> date | None:
        if self.stored is not None:
            return self.stored
        try:
            return written_day(self.text, Dialect(dates=order))
        except Refused:
            return None

    @property
    def swapped(self) -> date | None:
        """Return the day with month and day exchanged, where that is one."""
        stored = self.stored
        if stored is None or stored.day > _MONTHS:
            return None
        return date(stored.year, stored.day, stored.month)


def date_order(sheets: Iterable[Sheet], most: int, inquiry: Inquiry) -> tuple[str, str]:
    """Return the order of written dates, and a sentence that says how it was found."""
    dates = list(_dates(sheets, most))
    seen = [each for each in dates if each.stored is None]
    if not seen:
        return "", ""
    day_first = next((each for each in seen if each.read(_MONTH_FIRST) is None), None)
    month_first = next((each for each in seen if each.read(_DAY_FIRST) is None), None)
    if day_first and month_first:
        return _both_ways(day_first, month_first, inquiry)
    if day_first or month_first:
        sure = day_first or month_first
        order = _DAY_FIRST if day_first else _MONTH_FIRST
        return _one_way(sure, order, dates, inquiry) if sure else ("", "")
    return _either_way(seen, inquiry)


def _dates(sheets: Iterable[Sheet], most: int) -> Iterator[_Dated]:
    for sheet in sheets:
        if match := _WRITTEN.search(sheet.name):
            yield _Dated(f"the name of sheet {sheet.name!r}", match[0])
        for row, cells in enumerate(sheet.rows[:most]):
            for place, cell in enumerate(cells):
                where = address(row, place)
                if isinstance(cell, str) and (match := _WRITTEN.search(cell)):
                    yield _Dated(where, match[0])
                elif isinstance(cell, datetime):
                    yield _Dated(where, cell.date().isoformat(), cell.date())
                elif isinstance(cell, date):
                    yield _Dated(where, cell.isoformat(), cell)


def _both_ways(day_first: _Dated, month_first: _Dated, inquiry: Inquiry) -> tuple[str, str]:
    both = f"Dates are written both ways, {month_first.text!r} and {day_first.text!r}"
    question = SheetQuestion(
        "dates",
        f"{both}: which is meant by the others?",
        f"{month_first.where} and {day_first.where}",
        (
            SheetReading(
                _MONTH_FIRST,
                f"Month first; cells such as {day_first.where} are refused.",
                "dates: month_first",
            ),
            SheetReading(
                _DAY_FIRST,
                f"Day first; cells such as {month_first.where} are refused.",
                "dates: day_first",
            ),
        ),
    )
    order = inquiry.choice(question)
    word = order.replace("_", " ")
    return order, f"{both}; {word} is assumed. Check it."


def _one_way(sure: _Dated, order: str, dates: list[_Dated], inquiry: Inquiry) -> tuple[str, str]:
    """Return the one order that all written dates allow, unless the days then make no sense."""
    word = order.replace("_", " ")
    other = _MONTH_FIRST if order == _DAY_FIRST else _DAY_FIRST
    plain = [found for each in dates if (found := each.read(order))]
    mixed = [
        found for each in dates if (found := each.swapped or each.read(other) or each.read(order))
    ]
    if not _is_odd(plain) or _is_odd(mixed):
        return order, f"Dates are written {word}: {sure.text!r} and others like it."
    odd = next(each for each in dates if (each.swapped or each.read(other)) != each.read(order))
    as_is, swapped = odd.read(order), odd.swapped or odd.read(other)
    question = SheetQuestion(
        "dates",
        f"{sure.text!r} ({sure.where}) is written {word}, but then {odd.text!r} ({odd.where}) is"
        f" {as_is:%B %d}, out of order with the rest; a spreadsheet may have swapped day and"
        f" month, and {swapped:%B %d} is meant. Is it?",
        f"{odd.where} beside {sure.where}",
        (
            SheetReading(
                "swapped", "Yes, some dates are swapped.", stops=f"{odd.where}: {_MIXED_WAY_OUT}"
            ),
            SheetReading("as_written", f"No, all dates are {word}.", f"dates: {order}"),
        ),
    )
    inquiry.choice(question)
    return order, f"Dates are read {word}, as {sure.text!r} is written. Check it."


def _is_odd(days: list[date]) -> bool:
    """Tell whether days run backwards or lie farther apart than those of one file."""
    backwards = any(after < before for before, after in pairwise(days))
    return bool(days) and (backwards or max(days) - min(days) > _LONGEST)


def _either_way(seen: list[_Dated], inquiry: Inquiry) -> tuple[str, str]:
    """Return the order of dates that could all be read both ways: by their order in the file."""
    month_first = [found for each in seen if (found := each.read(_MONTH_FIRST))]
    day_first = [found for each in seen if (found := each.read(_DAY_FIRST))]
    several = len(set(month_first)) > 1
    if several and not _is_odd(month_first) and _is_odd(day_first):
        return _MONTH_FIRST, "Dates are read month first, which puts the rows in order."
    first = seen[0]
    ask = f"Dates such as {first.text!r} could be read both ways"
    dotted = "." in first.text
    if (several and _is_odd(month_first) and not _is_odd(day_first)) or dotted:
        question = SheetQuestion(
            "dates",
            f"{ask}: is {first.text!r} {day_first[0]:%B %d} or {month_first[0]:%B %d}?",
            first.where,
            (
                SheetReading(_DAY_FIRST, f"{day_first[0]:%B %d}: day first.", "dates: day_first"),
                SheetReading(
                    _MONTH_FIRST, f"{month_first[0]:%B %d}: month first.", "dates: month_first"
                ),
            ),
        )
        order = inquiry.choice(question)
        return order, f"{ask}; {order.replace('_', ' ')} is assumed. Check it."
    return _MONTH_FIRST, f"{ask}; month first is assumed. Check it."
