"""What does not check out in a table: the reader's own suspicion, as marks with reasons.

Nothing here changes a figure. A cell that any test touches is marked; a cell that none touches is
one whose row, column, ladder and neighbors agree with each other.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from feeaudit.book.packet.grids import DAMAGED, suits
from feeaudit.book.packet.option_groups import lettered, option_number
from feeaudit.book.packet.printed_figures import amount, is_blank, players, stakes, tier
from feeaudit.core.money import short

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from feeaudit.book.packet.drafted import DraftCell, DraftOption
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.grids import Grid, GridRow
    from feeaudit.book.packet.option_groups import Group

UNKNOWN_COLUMN = "what {heading!r} means is not known, and the other columns may depend on it"
TOO_MANY_CELLS = "figures without a heading"
WRONG_KIND = "{text!r} does not belong under {heading!r}: the row may be shifted"
SHORT_ROW = "the row has fewer cells than the header"
BLANK_HERE = "{heading!r} is blank here and filled for other options"
NO_DOLLAR = "no dollar sign is printed here, and elsewhere in the column there is one"
OTHER_CENTS = "the figure is printed with or without cents, unlike the rest of the column"
NUMBERING = "option {name} follows option {before}"
RESTARTED = "the numbers start again above this row, and no header is printed there"
REPEATED = "option {name} is printed twice"
FIRST = "the tables start at {limit} and the tiers at {low}"
GAP = "the tiers leave a gap or overlap at {low}"
AFTER_OPEN = "a tier follows one that has no upper bound"
NOT_RISING = "the tiers do not rise"
FALLING = "the fee falls as the amount rises"
SAME_FEE = "two tiers in a row cost the same"
LARGE = "the fee is large for its tier or its table"
COUNTS = "the player counts leave a gap, overlap or repeat"
COUNTS_APART = "another column stands between those for numbers of players"
COUNT_FEE = "fewer players pay more"
EXCHANGED = "{one!r} and {other!r} may have changed places: each is found under the other's heading"
SMALL_BUY_IN = "the buy-in is less than the blinds: the two columns may have changed places"
UNLIKE_OTHERS = "the fee under {heading!r} is unlike that of all other options"
JACKPOT_MORE = "the jackpot fee is more than the fee itself: one may stand for the other"
BEYOND_LIMIT = "the tiers go beyond the table limit: the two columns may have changed places"
NO_FEE_ITSELF = "no column prints the fee itself beside that for the jackpot"
PLAYER_MORE = "a player pays more than the player-dealer: the two columns may have changed places"
WIDTH = "the rows of this table have different numbers of cells"
# In ladders that read well a fee is at most a tenth of its tier's upper bound; a lost decimal point
# makes it a hundred times as much.
_LARGEST_SHARE = 4
# No flat fee of a hand or a half hour comes near fifty dollars.
_LARGEST_FLAT = 5000
_NEAR = 4
# A list by players that ends here has no more to say: tables seat nine or ten.
_FULL_TABLE = 9
_LIKE_A_DOLLAR = "458"
# Fees of which a table prints the same figure in every row; one that differs among so many others
# may be a neighbor's.
_ALIKE = {"no_flop", "jackpot"}
_USUAL = 3
_BY_WAGERS = {"player", "player_dealer", "bonus"}
# A cell is missed in an option where at least so many of the others have it.
_AGREED = 0.5
_DOLLAR = 100


def suspect(table: FeeTable) -> None:
    """Mark every cell of a table that something speaks against."""
    _headings(table)
    _jackpot_alone(table)
    _counts_apart(table)
    _rows(table)
    _forms(table)
    _numbering(table)
    for group in table.groups:
        _option(group.option)
    _blanks(table)
    _exchanged(table)
    _unlike_all_others(table)
    _bands(table.groups)


def _headings(table: FeeTable) -> None:
    """Mark the whole table where a column holds figures and nobody knows what they are."""
    for place, column in enumerate(table.grid.columns):
        filled = any(not row.cell(place).blank for row in table.grid.rows)
        if filled and column.role in {"unknown", "remark"}:
            for group in table.groups:
                group.option.doubt_all(UNKNOWN_COLUMN.format(heading=column.text))


def _jackpot_alone(table: FeeTable) -> None:
    """Mark a table in which fees go by players and every column of fees is for the jackpot."""
    charged = {table.component(place)[0] for place in table.grid.columns_that("fee")}
    if table.grid.columns_that("key", "count") and charged == {"jackpot"}:
        for group in table.groups:
            group.option.doubt_all(NO_FEE_ITSELF)


def _counts_apart(table: FeeTable) -> None:
    """Mark a table whose columns of player counts have another column between them."""
    places = [place for place, each in enumerate(table.grid.columns) if each.span is not None]
    if any(other != one + 1 for one, other in pairwise(places)):
        for group in table.groups:
            group.option.doubt_all(COUNTS_APART)


def _rows(table: FeeTable) -> None:
    """Mark options with rows that do not fit under the header, and rows of the same width."""
    odd = {len(row.cells) for row in table.grid.rows if TOO_MANY_CELLS in set(_row(table, row))}
    for group in table.groups:
        for row in group.rows:
            wide = (TOO_MANY_CELLS,) if len(row.cells) in odd else ()
            damage = (DAMAGED,) if DAMAGED in row.doubts else ()
            for why in (*wide, *damage, *_row(table, row)):
                for cell in group.option.cells:
                    cell.doubt(why)


def _row(table: FeeTable, row: GridRow) -> Iterator[str]:
    columns = table.grid.columns
    for place, printed in enumerate(row.cells):
        if printed.blank:
            continue
        if place >= len(columns) or columns[place].role == "blank":
            yield TOO_MANY_CELLS
        elif columns[place].role == "unknown":
            continue
        elif not _fits(table, place, printed.text):
            yield WRONG_KIND.format(text=printed.text, heading=columns[place].text)
    if len(row.cells) < len(columns) and not _may_end(table, row):
        yield SHORT_ROW


def _may_end(table: FeeTable, row: GridRow) -> bool:
    """Tell whether a row may end before the header does: an editor drops blanks at the end."""
    first = any(group.rows[0] is row for group in table.groups)
    missing = {each.role for each in table.grid.columns[len(row.cells) :]}
    return missing <= {"blank"} or (not first and missing <= {"fee", "blank"})


def _fits(table: FeeTable, place: int, text: str) -> bool:
    column = table.grid.columns[place]
    if column.role == "fee":
        return suits(text, column) or re.fullmatch(r"\d+", text.strip()) is not None
    if column.role == "basis":
        return tier(text) is not None and ("$" in text or "-" in text or "+" in text)
    if column.means == "option":
        return lettered(table.grid) or bool(option_number(text))
    if column.means == "count":
        return players(text) is not None and "$" not in text
    return stakes(text) is not None


def _forms(table: FeeTable) -> None:
    """Mark cells that are printed unlike their column: a lost dollar sign or decimal point."""
    grid = table.grid
    for place, column in enumerate(grid.columns):
        if column.role not in {"fee", "basis", "key"} or column.means in {"option", "count"}:
            continue
        _odd_form(table, place, _dollars, NO_DOLLAR)
        if column.role == "fee":
            _odd_form(table, place, _cents, OTHER_CENTS)


def _dollars(text: str) -> int:
    """Return how many of a cell's figures have a dollar sign: none, some, all."""
    plain = re.sub(r"(?<=\d)[OolI]|[OolI](?=\d)", "0", text)
    figures = len(re.findall(r"(?<![\d.,])\.?\d[\d,.]*", plain))
    signs = text.count("$")
    if signs == 1 and _one_sign_for_both(text):
        return 2
    return 0 if not signs else 1 if signs < figures else 2


def _one_sign_for_both(text: str) -> bool:
    """Tell whether a range has one dollar sign for both figures, and none that became a digit.

    A dollar sign that was read as a digit (4, 5 or 8) begins the second figure with it, and makes
    it at least five times as large as the first.
    """
    span = tier(text) if re.match(r"\W*\$", text) else None
    if span is None or span.low is None or span.high is None:
        return False
    near = span.high <= span.low * _NEAR
    return not span.doubts and (near or short(span.high)[0] not in _LIKE_A_DOLLAR)


def _cents(text: str) -> int:
    return 1 if re.search(r"\.\d\d\b", text) else 0


def _odd_form(table: FeeTable, place: int, form: Callable[[str], int], why: str) -> None:
    printed = [
        (group, row, row.cell(place).text)
        for group in table.groups
        for row in group.rows
        if _prints_figure(row.cell(place).text) and _fits(table, place, row.cell(place).text)
    ]
    forms = Counter(form(text) for _, _, text in printed)
    if len(forms) < 2:  # noqa: PLR2004 - one form is no difference
        return
    (usual, times), (_, fewer) = forms.most_common(2)
    for group, row, text in printed:
        odd = form(text) != usual or times == fewer
        if odd and not _whole_row(table, place, row, form):
            _doubt_line(group.option, row.cell(place).line, why)


def _prints_figure(text: str) -> bool:
    """Tell whether a cell has a figure that could lose its sign: "no limit" has none."""
    return not is_blank(text) and any(map(str.isdigit, text))


def _whole_row(table: FeeTable, place: int, row: GridRow, form: Callable[[str], int]) -> bool:
    """Tell whether all fees of a row are printed in one form: then it is the row's, no slip."""
    fees = [row.cell(each).text for each in table.grid.columns_that("fee")]
    forms = [form(text) for text in fees if not is_blank(text)]
    is_fee = table.grid.columns[place].role == "fee"
    return is_fee and len(forms) > 1 and len(set(forms)) == 1


def _doubt_line(option: DraftOption, line: int, why: str) -> None:
    for cell in option.cells:
        if cell.line == line:
            cell.doubt(why)


def _numbering(table: FeeTable) -> None:
    """Mark options whose number is not the next one."""
    groups = table.groups
    numbered = bool(table.grid.columns_that("key", "option"))
    letters = lettered(table.grid)
    named = [
        group.option
        for group in groups
        if numbered and (group.option.name.isdigit() or (letters and group.option.name))
    ]
    restarted = False
    for before, option in pairwise(named):
        step = _number(option.name) - _number(before.name)
        restarted |= step < 1
        if step != 1:
            why = NUMBERING.format(name=option.name, before=before.name)
            before.doubt_all(why)
            option.doubt_all(why)
        if restarted:
            option.doubt_all(RESTARTED)
    times = Counter(group.option.name for group in groups)
    for group in groups:
        if times[group.option.name] > 1:
            group.option.doubt_all(REPEATED.format(name=group.option.name or "without a name"))
        if any(doubt.about == "option" for doubt in group.option.doubts):
            for doubt in group.option.doubts:
                if doubt.about == "option":
                    group.option.doubt_all(doubt.why)


def _number(name: str) -> int:
    return int(name) if name.isdigit() else ord(name)


def _option(option: DraftOption) -> None:
    limit = tier(option.limit.replace("no limit", "100000000")) if option.limit else None
    for (component, basis, _), cells in option.ladders().items():
        if basis in {"players", "flat"}:
            _size(component, cells, limit.low if limit else None)
        if basis == "players":
            _counts(cells)
            if any(COUNT_FEE in cell.doubts for cell in cells):
                # A fee that stands in another's column leaves the other in its own.
                option.doubt_all(COUNT_FEE)
        elif basis != "flat":
            # A bonus bet may be less than the table's minimum.
            limited = limit is not None and "-" in option.limit and component != "bonus"
            _ladder(cells, limit.low if limit and limited else None)
    _payers(option)
    _jackpot_size(option)
    _beyond_the_limit(option, limit.high if limit and "-" in option.limit else None)
    _stakes_in_order(option)
    for doubt in option.doubts:
        for cell in option.cells:
            if cell.component == doubt.about or (
                doubt.about in {"limit", "blinds", "buy_in"} and cell.line in doubt.lines
            ):
                cell.doubt(f"beside it, {doubt.why}")


def _payers(option: DraftOption) -> None:
    """Mark fees where a player pays more than the player-dealer, which hardly any table asks.

    Columns that have changed places, in a row or in the header, look like this. Of a ladder the
    first tier counts, which stands on the row of the other's fee.
    """
    first: dict[str, DraftCell] = {}
    for cell in option.cells:
        if cell.basis != "players":
            first.setdefault(cell.component, cell)
    player, dealer = first.get("player"), first.get("player_dealer")
    if player and dealer and (player.fee or 0) > (dealer.fee or 0):
        option.doubt_all(PLAYER_MORE)


def _jackpot_size(option: DraftOption) -> None:
    """Mark options whose jackpot fee is more than a fee beside it: one stands for the other."""
    jackpot = [cell for cell in option.cells if cell.component == "jackpot"]
    pot = [cell for cell in option.cells if cell.component == "pot"]
    lines = {cell.line for cell in jackpot}
    beside = [cell.fee or 0 for cell in pot if cell.line in lines] or [0]
    largest = max((cell.fee or 0 for cell in jackpot), default=0)
    if pot and largest > min(beside):
        option.doubt_all(JACKPOT_MORE)


def _beyond_the_limit(option: DraftOption, highest: int | None) -> None:
    """Mark options whose first tier ends, or whose others begin, above what the table takes."""
    wagers = [cell for cell in option.cells if cell.component == "player" and cell.low]
    if highest is None or not wagers:
        return
    if (wagers[0].high or 0) > highest or any((cell.low or 0) > highest for cell in wagers):
        option.doubt_all(BEYOND_LIMIT)


def _stakes_in_order(option: DraftOption) -> None:
    """Mark options whose buy-in is less than their blinds: the two have changed places."""
    buy_in, blinds = (
        [float(each) for each in re.findall(r"[\d.]+", option.stakes.get(name, ""))]
        for name in ("buy_in", "blinds")
    )
    if buy_in and blinds and min(buy_in) < max(blinds):
        option.doubt_all(SMALL_BUY_IN)


def _size(component: str, cells: list[DraftCell], lowest: int | None) -> None:
    """Mark fees that no table charges: a lost decimal point makes one a hundred times as large."""
    for cell in cells:
        beyond = component in _BY_WAGERS and lowest is not None and (cell.fee or 0) > lowest
        if beyond or (cell.fee or 0) >= _LARGEST_FLAT:
            cell.doubt(LARGE)


def _ladder(cells: list[DraftCell], lowest: int | None) -> None:
    first = cells[0]
    if lowest is not None and first.low not in {lowest, 0, None}:
        first.doubt(FIRST.format(limit=short(lowest), low=short(first.low or 0)))
    for cell in cells:
        bound = cell.high if cell.high is not None else cell.low
        if bound and cell.fee is not None and cell.fee * _LARGEST_SHARE > bound:
            cell.doubt(LARGE)
    for place, (one, other) in enumerate(pairwise(cells), 1):
        for why, reach in _step(one, other):
            touched = {"pair": [one, other], "rest": [one, *cells[place:]], "all": cells}[reach]
            for cell in touched:
                cell.doubt(why)


def _step(one: DraftCell, other: DraftCell) -> Iterator[tuple[str, str]]:
    """Yield what is odd between two tiers, and how far the doubt reaches.

    A row that belongs to another option, because the row that names that option is lost, shows as
    tiers that begin anew or leave a hole: then all that follows may be another's.
    """
    if one.high is None:
        yield AFTER_OPEN, "all"
    elif other.low is None or other.low <= (one.low or 0):
        yield NOT_RISING, "all"
    elif other.low > one.high + _DOLLAR:
        yield GAP.format(low=short(other.low)), "rest"
    elif not _next_to(one.high, other.low):
        yield GAP.format(low=short(other.low)), "pair"
    if one.fee is not None and other.fee is not None:
        if other.fee < one.fee:
            yield FALLING, "pair"
        elif other.fee == one.fee:
            yield SAME_FEE, "pair"


def _next_to(high: int, low: int) -> bool:
    """Tell whether a tier begins where the one before it ends: the next dollar or cent."""
    return low - high in {_DOLLAR, 1}


def _counts(cells: list[DraftCell]) -> None:
    """Mark counts of one option that do not follow each other, and fees that rise as they fall."""
    ordered = sorted(cells, key=lambda cell: -(cell.low if cell.low is not None else 0))
    for one, other in pairwise(ordered):
        top = one.low if one.low is not None else 0
        if other.high is None or other.high + 1 != top:
            one.doubt(COUNTS)
            other.doubt(COUNTS)
        if one.fee is not None and other.fee is not None and other.fee > one.fee:
            one.doubt(COUNT_FEE)
            other.doubt(COUNT_FEE)


def _blanks(table: FeeTable) -> None:
    """Mark options in which a cell is blank that nearly all others have."""
    if not table.groups:
        return
    for place, column in enumerate(table.grid.columns):
        if column.role in {"blank", "unknown", "ignored"}:
            continue
        filled = [
            group for group in table.groups if any(not row.cell(place).blank for row in group.rows)
        ]
        silent = any(_said_nothing(group, place) for group in table.groups)
        least = 1 if column.role == "fee" else _AGREED * len(table.groups)
        missed = least <= len(filled) < len(table.groups)
        if not missed and (filled or silent or column.role != "fee"):
            continue
        for group in table.groups:
            if group.rows[0].cell(place).blank and not _said_nothing(group, place):
                group.option.doubt_all(BLANK_HERE.format(heading=column.text))


def _exchanged(table: FeeTable) -> None:
    """Mark options with two fees that their own columns never have and each other's do.

    Columns of player counts are left to the test of rising fees.
    """
    columns = table.grid.columns
    places = [place for place in table.grid.columns_that("fee") if columns[place].span is None]
    usual = {place: Counter(_fees(table.grid.rows, place)) for place in places}
    for group in table.groups:
        for row in group.rows:
            alone = [place for place in places if _alone(row, place, usual[place])]
            for one, other in combinations(alone, 2):
                differ = _fees([row], one) != _fees([row], other)
                suit = _suit(row, one, usual[other]) and _suit(row, other, usual[one])
                beyond = _beyond(row, one, usual[one]) or _beyond(row, other, usual[other])
                if differ and suit and beyond:
                    texts = row.cell(one).text, row.cell(other).text
                    group.option.doubt_all(EXCHANGED.format(one=texts[0], other=texts[1]))


def _alone(row: GridRow, place: int, usual: Counter[int]) -> bool:
    """Tell whether a row's fee is in its column once."""
    return any(usual[fee] == 1 for fee in _fees([row], place))


def _suit(row: GridRow, place: int, usual: Counter[int]) -> bool:
    """Tell whether a row's fee is found in another column."""
    return any(fee in usual for fee in _fees([row], place))


def _beyond(row: GridRow, place: int, usual: Counter[int]) -> bool:
    """Tell whether a fee is lower or higher than all others: in a rising list one is between."""
    mine = _fees([row], place)
    return bool(mine) and mine[0] in {min(usual), max(usual)}


def _unlike_all_others(table: FeeTable) -> None:
    """Mark an option whose fee of a hand that ends early, or for the jackpot, is no other's."""
    for place in table.grid.columns_that("fee"):
        if table.component(place)[0] not in _ALIKE:
            continue
        priced = [(group, _fees(group.rows[:1], place)) for group in table.groups]
        priced = [(group, fees) for group, fees in priced if fees]
        times = Counter(fee for _, fees in priced for fee in fees)
        (usual, often), *others = times.most_common()[:2] or [(0, 0)]
        if len(others) == 1 and others[0][1] == 1 and often >= _USUAL:
            for group, fees in priced:
                if usual not in fees:
                    group.option.doubt_all(UNLIKE_OTHERS.format(heading=_heading(table, place)))


def _heading(table: FeeTable, place: int) -> str:
    return table.grid.columns[place].text


def _fees(rows: Sequence[GridRow], place: int) -> list[int]:
    """Return the fees that rows print in a column."""
    return [read.cents for row in rows if (read := amount(row.cell(place).text))]


def _said_nothing(group: Group, place: int) -> bool:
    """Tell whether a cell says that there is nothing, which is not the same as being blank."""
    text = group.rows[0].cell(place).text
    return bool(text.strip()) and is_blank(text)


def _bands(groups: Sequence[Group]) -> None:
    """Mark price lists by player count, an option a row, whose counts do not follow each other."""
    band: list[DraftOption] = []
    for group in groups:
        option = group.option
        counted = [cell for cell in option.cells if cell.basis == "players"]
        if len(counted) != 1:
            _band(band)
            band = []
            continue
        if band and (_begins(counted[0], band) or _stakes(option) != _stakes(band[-1])):
            _band(band)
            band = []
        band.append(option)
    _band(band)


def _begins(cell: DraftCell, band: Sequence[DraftOption]) -> bool:
    """Tell whether a count begins another price list: the one before has such an end already."""
    ends = [each for option in band for each in option.cells if each.basis == "players"]
    closed = any(each.high is None for each in ends) and any(each.low is None for each in ends)
    again = (cell.high is None and any(each.high is None for each in ends)) or (
        cell.low is None and any(each.low is None for each in ends)
    )
    return closed or again


def _stakes(option: DraftOption) -> tuple[str, tuple[tuple[str, str], ...]]:
    return option.limit, tuple(sorted(option.stakes.items()))


def _band(options: list[DraftOption]) -> None:
    cells = [cell for option in options for cell in option.cells if cell.basis == "players"]
    if not cells:
        return
    ends = (cells[0], cells[-1])
    least = any(each.low is None for each in ends)
    most = any(each.high is None or each.high >= _FULL_TABLE for each in ends)
    if len(cells) > 1 and least and most:
        _counts(cells)
    elif len({(option.limit, *option.stakes.values()) for option in options}) == 1:
        for cell in cells:
            cell.doubt(COUNTS)


def table_width(grid: Grid) -> None:
    """Note it with the table where its rows do not have the header's number of cells."""
    widths = {len(row.cells) for row in grid.rows}
    if len(widths) > 1:
        grid.doubts.append(WIDTH)
