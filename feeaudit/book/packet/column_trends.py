"""What does not fit into its column: a figure unlike those that other options print there.

Price lists are regular. Fees and limits rise from option to option, or stay; all are whole dollars,
or all are quarters; no two options are the same. A single figure that breaks what all others keep
is as likely a slip as a price, and the option is marked. Where several break it, it is no rule.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from feeaudit.book.packet.printed_figures import tier
from feeaudit.book.packet.readers.ladder import basis_column

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.book.packet.drafted import DraftCell, DraftOption
    from feeaudit.book.packet.fee_tables import FeeTable

OUT_OF_ORDER = "under {heading!r} this figure alone breaks the order of the options around it"
ODD_PART = "under {heading!r} this fee alone is no multiple of 50 cents"
ODD_COIN = "the fee is not payable in coins that tables use"
FAR_OFF = "under {heading!r} this fee is far from those of all other options"
STEEP = "the fee is many times that of the tier or the number of players before it"
SAME_OPTION = "option {other} has the same limits and the same fees: one may be printed twice"
CROSSED = "two fees have changed places between this option and its neighbor"
SAME_FEE_TWICE = "the fee is printed in two places for the same option"
UNUSUAL_RANGE = "the limit is far wider or narrower than those of the other options"
SLID = "under {heading!r} a figure is missing or stands a row too low: those around it may, too"
OTHER_FORM = "the limit is a range among single figures, or the other way around"
NO_NUMBER = "a row of this table has a limit and no number: the numbers may stand on other rows"
RUNNING = "what stands under {heading!r} counts on like the numbers of options"
BONUS_MORE = "the bonus bet pays more than the player-dealer: one may stand for the other"
LIMIT_IN_CENTS = "the limits have cents and the fees none: they may have changed places"
# Fewer than so many options show nothing, and fewer different figures no order; where limits and
# all other fees rise, two figures do.
_LEAST_OPTIONS = 3
_LEAST_STEPS = 3
_FEWER_STEPS = 2
# A fee that lost a digit or was another's is less than a third of those around it.
_SMALL_PART = 3
# A fee with a digit too many is ten times as large; those of neighbors differ by less.
_STEEP = 6
# A zero too few makes a range ten times as narrow.
_FAR = 8
_COIN = 50
_SMALLEST_COIN = 5
_PAIR = 2
_LISTED = {"flat", "players"}


def doubt_odd_columns(table: FeeTable) -> None:
    """Mark options that break what every other option of their table keeps."""
    for place in table.grid.columns_that("fee"):
        _fee_column(table, place)
        _slid(table, place)
    _limits(table)
    _same_options(table)
    _crossed(table)
    _limit_form(table)
    _one_form(table)
    _numbers_slid(table)
    _running_numbers(table)
    for group in table.groups:
        _steps(group.option)
        _twice(group.option)
        _bonus(group.option)


def _fee_column(table: FeeTable, place: int) -> None:
    heading = table.grid.columns[place].text
    cells = [cell for group in table.groups for cell in group.option.cells if cell.column == place]
    for cell in _odd_parts(cells):
        cell.doubt(ODD_PART.format(heading=heading))
    counted = bool(table.grid.columns_that("key", "count"))
    if counted and any(cell.basis == "players" for cell in cells):
        return
    firsts = _firsts(table, place)
    others = [each for each in table.grid.columns_that("fee") if each != place]
    ordered = _limits_rise(table) and all(_rises(_cents(_firsts(table, each))) for each in others)
    for each in _breaking(_cents(firsts), _FEWER_STEPS if ordered else _LEAST_STEPS):
        firsts[each].doubt(OUT_OF_ORDER.format(heading=heading))
    if any(cell.basis not in _LISTED for cell in cells):
        return
    for cell in _far_from_others(cells):
        cell.doubt(FAR_OFF.format(heading=heading))


def _firsts(table: FeeTable, place: int) -> list[DraftCell]:
    """Return the first fee that each option has in a column."""
    found = (
        next((cell for cell in group.option.cells if cell.column == place), None)
        for group in table.groups
    )
    return [cell for cell in found if cell is not None]


def _cents(cells: Sequence[DraftCell]) -> list[int]:
    return [cell.fee or 0 for cell in cells]


def _limits_rise(table: FeeTable) -> bool:
    """Tell whether options are printed in the order of their limits, where they print any."""
    stakes = [group.option.limit or group.option.stakes.get("blinds", "") for group in table.groups]
    spans = [tier(text) for text in stakes if text]
    return _rises([span.low or 0 for span in spans if span is not None])


def _far_from_others(cells: Sequence[DraftCell]) -> list[DraftCell]:
    """Return fees that are many times those of all other options, or a small part of them."""
    found = []
    for cell in cells if len(cells) >= _LEAST_OPTIONS else ():
        others = [other.fee or 0 for other in cells if other is not cell]
        fee = cell.fee or 0
        larger = fee >= _STEEP * max(others) > 0
        smaller = 0 < fee * _SMALL_PART <= min(others)
        if larger or smaller:
            found.append(cell)
    return found


def _slid(table: FeeTable, place: int) -> None:
    """Mark a column in which a fee stands on a row that asks for none, or is missing on one.

    A value that is lost pulls up those below it, one that slips in pushes them down: every figure
    of the column may be its neighbor's.
    """
    cells = [cell for group in table.groups for cell in group.option.cells if cell.column == place]
    if not cells:
        return
    below = any(
        cell.basis == "flat" and cell.line != group.rows[0].cell(place).line
        for group in table.groups
        for cell in group.option.cells
        if cell.column == place
    )
    tiers = basis_column(table, place) if cells[0].basis not in _LISTED else None
    if tiers is None:
        blank = any(not group.rows[0].cell(place).text for group in table.groups)
    else:
        blank = any(
            not row.cell(place).text and _is_range(row.cell(tiers).text) for row in table.grid.rows
        )
    if below or blank:
        for cell in cells:
            cell.doubt(SLID.format(heading=table.grid.columns[place].text))


def _is_range(text: str) -> bool:
    """Tell whether a cell prints a tier: a single amount may be a fee of a row that is shifted."""
    span = tier(text) if text else None
    return span is not None and span.low != span.high


def _breaking(figures: Sequence[int], steps: int) -> list[int]:
    """Return the places of figures without any one of which the rest would rise or stay."""
    if _rises(figures):
        return []
    rests = {at: [*figures[:at], *figures[at + 1 :]] for at in range(len(figures))}
    found = [at for at, rest in rests.items() if _rises(rest)]
    return found if any(len(set(rests[at])) >= steps for at in found) else []


def _rises(figures: Sequence[int]) -> bool:
    return all(one <= other for one, other in pairwise(figures))


def _odd_parts(cells: Sequence[DraftCell]) -> list[DraftCell]:
    """Return the one fee that is not in the coins that all others are in."""
    odd = [cell for cell in cells if (cell.fee or 0) % _COIN]
    return odd if len(odd) == 1 and len(cells) >= _LEAST_OPTIONS else []


def _limits(table: FeeTable) -> None:
    """Mark options that their limits name, where one limit is unlike all others."""
    if table.grid.columns_that("key", "option"):
        return
    options: list[DraftOption] = []
    bounds: list[tuple[int, int]] = []
    for group in table.groups:
        span = tier(group.option.name)
        if span is not None and span.low and span.high:
            options.append(group.option)
            bounds.append((span.low, span.high))
    # Single figures stand among ranges by where these begin.
    single = any(low == high for low, high in bounds)
    for side in (0,) if single else (0, 1):
        for place in _breaking([each[side] for each in bounds], _LEAST_STEPS):
            if _begins_again(bounds[: place + 1], side):
                continue
            options[place].doubt_all(OUT_OF_ORDER.format(heading="limit"))
    widths = [high // low for low, high in bounds]
    for place, width in enumerate(widths):
        others = [*widths[:place], *widths[place + 1 :]]
        apart = others and (width * _FAR <= min(others) or width >= _FAR * max(others))
        if len(widths) >= _LEAST_OPTIONS and apart:
            options[place].doubt_all(UNUSUAL_RANGE)


def _begins_again(bounds: Sequence[tuple[int, int]], side: int) -> bool:
    """Tell whether the last ranges before one share a bound: the other one then begins again."""
    ranges = [each for each in bounds if each[0] != each[1]]
    shared = [one[1 - side] == other[1 - side] for one, other in pairwise(ranges)]
    return any(shared[-2:])


def _crossed(table: FeeTable) -> None:
    """Mark neighbors that differ in two fees alone, each of which is the other's."""
    places = table.grid.columns_that("fee")
    priced = [
        (group.option, [group.rows[0].cell(place).text for place in places])
        for group in table.groups
    ]
    for (one, mine), (other, yours) in pairwise(priced):
        apart = [(a, b) for a, b in zip(mine, yours, strict=True) if a != b]
        if len(apart) == _PAIR and apart[0] == apart[1][::-1]:
            for option in (one, other):
                option.doubt_all(CROSSED)


def _same_options(table: FeeTable) -> None:
    """Mark an option that is the same as one above it and stands where its limits do not belong."""
    seen: dict[object, DraftOption] = {}
    before = 0
    for group in table.groups:
        option = group.option
        fees = tuple((cell.component, cell.low, cell.high, cell.fee) for cell in option.cells)
        alike = (option.limit, tuple(sorted(option.stakes.items())), fees)
        other = seen.setdefault(alike, option)
        span = tier(option.limit) if option.limit else None
        low = (span.low if span else None) or 0
        if other is not option and fees and low < before:
            option.doubt_all(SAME_OPTION.format(other=other.name))
            other.doubt_all(SAME_OPTION.format(other=option.name))
        before = low


def _limit_form(table: FeeTable) -> None:
    fees = list(table.grid.columns_that("fee"))
    limits = table.grid.columns_that("key", "limit")
    if not limits or not fees:
        return
    cents = [
        all("." in row.cell(place).text for row in table.grid.rows if not row.cell(place).blank)
        for place in (limits[0], fees[0])
    ]
    if cents == [True, False]:
        for group in table.groups:
            group.option.doubt_all(LIMIT_IN_CENTS)


def _one_form(table: FeeTable) -> None:
    """Mark the one option whose limit is a range among single figures, or the other way round."""
    formed = [
        (group.option, "-" in group.option.limit) for group in table.groups if group.option.limit
    ]
    for form in (True, False):
        odd = [option for option, is_range in formed if is_range is form]
        if len(odd) == 1 and len(formed) >= _LEAST_OPTIONS:
            odd[0].doubt_all(OTHER_FORM)


def _numbers_slid(table: FeeTable) -> None:
    """Mark a table in which a row has a limit of its own and no number: numbers may have slid."""
    numbers = table.grid.columns_that("key", "option")
    limits = table.grid.columns_that("key", "limit") or table.grid.columns_that("key", "blinds")
    if not numbers or not limits:
        return
    if any(row.cell(numbers[0]).blank and not row.cell(limits[0]).blank for row in table.grid.rows):
        for group in table.groups:
            group.option.doubt_all(NO_NUMBER)


def _running_numbers(table: FeeTable) -> None:
    """Mark a column of fees that count on by one, without a dollar sign: numbers of options do."""
    for place in table.grid.columns_that("fee"):
        texts = [text for row in table.grid.rows if (text := row.cell(place).text)]
        numbers = [int(text) for text in texts if text.isdecimal()]
        if len(numbers) == len(texts) > 1 and all(
            other == one + 1 for one, other in pairwise(numbers)
        ):
            for group in table.groups:
                group.option.doubt_all(RUNNING.format(heading=table.grid.columns[place].text))


def _steps(option: DraftOption) -> None:
    """Mark fees of a ladder or a list by players that jump tenfold."""
    for (_, basis, _), cells in option.ladders().items():
        if basis == "flat":
            continue
        fees = sorted({cell.fee for cell in cells if cell.fee})
        for one, other in pairwise(fees):
            if other >= _STEEP * one:
                for cell in cells:
                    if cell.fee in {one, other}:
                        cell.doubt(STEEP)


def _twice(option: DraftOption) -> None:
    """Mark fees for the whole option of which one payer has two."""
    for (_, basis, _), cells in option.ladders().items():
        for cell in cells:
            if (cell.fee or 0) % _SMALLEST_COIN:
                cell.doubt(ODD_COIN)
        if basis == "flat" and len(cells) > 1:
            for cell in cells:
                cell.doubt(SAME_FEE_TWICE)


def _bonus(option: DraftOption) -> None:
    """Mark a fee for any bonus bet that is more than the player-dealer pays in the first tier."""
    dealer = [cell.fee or 0 for cell in option.cells if cell.component == "player_dealer"][:1]
    for cell in option.cells:
        flat = cell.component == "bonus" and cell.basis == "flat"
        if flat and dealer and (cell.fee or 0) > max(dealer):
            cell.doubt(BONUS_MORE)
