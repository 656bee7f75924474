"""The layout of an unknown sheet: its headings, its rows, and what each column seems to be."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feeaudit.intake.cells.cell import Cell, is_blank, shown
from feeaudit.intake.files.addresses import column_letters
from feeaudit.intake.profiles.guess.body import Body, body_of
from feeaudit.intake.profiles.guess.heading_words import (
    CERTAIN,
    HANDS,
    OTHER_KINDS,
    BlockHeading,
    Meaning,
    block_heading,
    block_role,
    meanings,
    says_amount,
    wager_word,
    words_of,
)
from feeaudit.intake.profiles.guess.samples import fit, is_nothing
from feeaudit.intake.profiles.headings import headings_at
from feeaudit.intake.profiles.model import Header

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.headings import Headings
    from feeaudit.intake.profiles.model import FactRule

_HEADER_WITHIN = 40
_SAMPLE = 300
_FITS = 0.6
_FEWEST_MEANINGS = 2
_BY_HEADING = 0.3
_FEWEST_SEATS = 3
# The sheets that may be wide by seat.
BLOCKS = (HANDS, "time fees", "offers")
_OFFER = re.compile(r"offer|respon|answer|accept")


@dataclass(frozen=True, slots=True)
class FoundColumn:
    """A column that was made out: where, by which heading, as what, and how sure that is."""

    place: int
    heading: str
    role: str
    certainty: float


@dataclass(frozen=True, slots=True)
class BlockColumn:
    """A column of a wide row that was made out."""

    place: int
    heading: BlockHeading
    role: str
    word: str
    certainty: float


@dataclass(slots=True)
class Layout:
    """What was made out of a sheet."""

    sheet: Sheet
    header: Header
    headings: Headings
    body: Body
    about: str = HANDS
    found: dict[str, FoundColumn] = field(default_factory=dict)
    blocks: list[BlockColumn] = field(default_factory=list)
    wagers: dict[int, str] = field(default_factory=dict)
    doubts: list[str] = field(default_factory=list)
    facts: dict[str, tuple[FactRule, str]] = field(default_factory=dict)

    def sample(self, place: int) -> list[Cell]:
        """Return the cells of the first records below a heading."""
        return [self.sheet.cell(row, place) for row in self.body.records[:_SAMPLE]]

    def column(self, place: int) -> list[Cell]:
        """Return the cells of all records below a heading."""
        return [self.sheet.cell(row, place) for row in self.body.records]

    def has(self, *roles: str) -> bool:
        """Tell whether all of these columns were made out."""
        return all(role in self.found for role in roles)

    @property
    def title(self) -> str:
        """Return everything written above the headings, and the names of sheet and file."""
        above = self.sheet.rows[: self.headings.first]
        cells = [shown(cell) for row in above for cell in row if not is_blank(cell)]
        return " | ".join([self.sheet.file, self.sheet.name, *cells])

    @property
    def used(self) -> set[int]:
        """Return the columns that were made out."""
        places = {each.place for each in self.found.values()}
        return places | {each.place for each in self.blocks} | set(self.wagers)


def layout_of(sheet: Sheet, dialect: Dialect) -> Layout | None:
    """Return the layout of a sheet as one of hands, or None where no headings can be made out."""
    best = max(_candidates(sheet), key=_score, default=None)
    if best is None or _score(best)[0] < _FEWEST_MEANINGS:
        return None
    header, headings = best
    layout = Layout(sheet, header, headings, body_of(sheet, headings))
    _make_out(layout, dialect)
    return layout


def layout_as(layout: Layout, about: str, dialect: Dialect) -> Layout:
    """Return the layout of the same sheet, if it is one of other records."""
    other = Layout(layout.sheet, layout.header, layout.headings, layout.body, about)
    _make_out(other, dialect)
    return other


def _make_out(layout: Layout, dialect: Dialect) -> None:
    if layout.about in BLOCKS:
        _make_out_blocks(layout, dialect)
    _make_out_columns(layout, dialect)
    if layout.about == HANDS:
        _make_out_wagers(layout, dialect)


def _make_out_wagers(layout: Layout, dialect: Dialect) -> None:
    """Make out columns that name a kind of wager and no seat: Ante, Play, Pair Plus."""
    used = layout.used
    for place, text in enumerate(layout.headings.texts):
        kind = wager_word(text) if place not in used else ""
        if kind and fit(layout.sample(place), "money", dialect) >= _FITS:
            layout.wagers[place] = kind


def _candidates(sheet: Sheet) -> Iterator[tuple[Header, Headings]]:
    for first in range(min(_HEADER_WITHIN, len(sheet.rows))):
        for lines, carry in ((1, False), (2, False), (2, True)):
            header = Header(row=first + 1, lines=lines, carry=carry)
            yield header, headings_at(sheet, first, lines, carry=carry)


def _score(candidate: tuple[Header, Headings]) -> tuple[float, int, bool, int]:
    """Return how much a row looks like headings; of equals, the simplest and first."""
    header, headings = candidate
    texts = [text for text in headings.texts if text]
    return known_headings(texts), -header.lines, not header.carry, -header.row


def known_headings(texts: list[str]) -> float:
    """Return how much of some texts are headings of the kind of sheet that fits them best."""
    return max(_known(texts, about) for about in (HANDS, *OTHER_KINDS))


def _known(texts: list[str], about: str) -> float:
    """Return how much of some texts are headings of one kind of sheet, each role counted once."""
    roles: dict[str, float] = {}
    blocks = 0.0
    for text in texts:
        known = meanings(text, about)
        if known:
            first = known[0]
            roles[first.role] = max(roles.get(first.role, 0.0), first.certainty)
        elif about in BLOCKS and (block := block_heading(text)) is not None:
            # A heading that only counts, such as "Seat 1", says less than one that says what of it.
            blocks += 1.0 if block.what else 0.8
    roles.pop("denomination", None)
    return sum(roles.values()) + blocks


def _make_out_blocks(layout: Layout, dialect: Dialect) -> None:
    """Make out the columns of wide rows: a heading that comes back with another number."""
    seen: dict[str, list[tuple[int, BlockHeading]]] = {}
    for place, text in enumerate(layout.headings.texts):
        block = block_heading(text)
        if block is not None and not meanings(text, layout.about):
            seen.setdefault(block.template.casefold(), []).append((place, block))
    numbered = _numbered_seats(layout)
    if numbered and not any(each[0][1].block == "1" for each in seen.values()):
        seen["{n}"] = numbered
    for columns in seen.values():
        cells = [cell for place, _ in columns for cell in layout.sample(place)]
        if len({block.block for _, block in columns}) < 2 or all(map(is_blank, cells)):  # noqa: PLR2004 - one is no series
            continue
        template = columns[0][1].template
        amounts = fit(cells, "signed", dialect) >= _FITS or says_amount(columns[0][1].what)
        role, word, certainty = block_role(columns[0][1].what, amounts=amounts)
        if layout.about == "offers":
            says = _OFFER.search(words_of(template)) and fit(cells, "response", dialect) >= 1
            role, word, certainty = ("offer", "", CERTAIN) if says else ("", "", 0.0)
        if role == "player" and fit(cells, "person", dialect) < _FITS:
            role = ""  # ticks and crosses say who played, not who it was
        for place, block in columns if role else ():
            heading = BlockHeading(block.block, block.what, template)
            layout.blocks.append(BlockColumn(place, heading, role, word, certainty))


def _numbered_seats(layout: Layout) -> list[tuple[int, BlockHeading]]:
    """Return columns side by side that are headed 1, 2, 3 and so on: the seats of a table."""
    found: list[tuple[int, BlockHeading]] = []
    for place, text in enumerate(layout.headings.texts):
        if text == str(len(found) + 1):
            found.append((place, BlockHeading(text, "", "{n}")))
        elif found and len(found) < _FEWEST_SEATS:
            found = []
    return found if len(found) >= _FEWEST_SEATS else []


def _make_out_columns(layout: Layout, dialect: Dialect) -> None:
    """Make out the other columns, the surest first; what fits a role already taken is a doubt."""
    taken = {each.place for each in layout.blocks}
    # Beside a column of seats, "Bet" is what that seat bet and not what the whole table did.
    seated = any(each.role == "seat" for each in _all_meanings(layout))
    claims = sorted(
        (
            (meaning.certainty * _fit(layout, place, meaning, dialect), -place, meaning)
            for place, text in enumerate(layout.headings.texts)
            if place not in taken
            for meaning in meanings(text, layout.about)
            if meaning.role != "table_action" or meaning.certainty == CERTAIN or not seated
        ),
        key=lambda claim: (-claim[0], -claim[1]),
    )
    for certainty, negative, meaning in claims:
        place = -negative
        if certainty < _FITS * 0.5 or place in taken:
            continue
        heading = layout.headings.texts[place]
        first = layout.found.get(meaning.role)
        if first is None:
            layout.found[meaning.role] = FoundColumn(place, heading, meaning.role, certainty)
            taken.add(place)
        elif not any(other.role not in layout.found for other in meanings(heading, layout.about)):
            one, other = _told_apart(first, place, heading)
            layout.doubts.append(
                f"Both {one} and {other} could be the {plain_role(meaning.role)}; {one} is taken."
            )
            taken.add(place)
    _make_out_unread(layout, taken)


def _all_meanings(layout: Layout) -> Iterator[Meaning]:
    for text in layout.headings.texts:
        yield from meanings(text, layout.about)


def _make_out_unread(layout: Layout, taken: set[int]) -> None:
    """Take columns by their heading alone where it can mean only one thing, if hardly surely.

    Their cells are then refused one by one; left out, the column would be lost without a word.
    """
    for place, text in enumerate(layout.headings.texts):
        certain = [each for each in meanings(text, layout.about) if each.certainty == CERTAIN]
        if place in taken or not certain or all(map(is_blank, layout.sample(place))):
            continue
        role = certain[0].role
        if certain[0].kind in {"money", "date"} and role not in layout.found:
            layout.found[role] = FoundColumn(place, text, role, _BY_HEADING)
            expected = "dates" if certain[0].kind == "date" else "amounts"
            layout.doubts.append(
                f"{text!r} is taken by its heading, but its cells are no {expected} that can be"
                " read. Check it."
            )


def unread_times(layout: Layout) -> Iterator[tuple[int, int, str, Cell]]:
    """Yield a cell of each column that is headed as times and holds none: where, under what."""
    for place, text in enumerate(layout.headings.texts):
        certain = {each.role for each in meanings(text) if each.certainty == CERTAIN}
        is_time = bool(certain & {"time", "moment"})
        if not is_time or place in layout.used:
            continue
        for row, cell in zip(layout.body.records, layout.column(place), strict=True):
            if not is_blank(cell):
                yield row, place, text, cell
                break


def _told_apart(first: FoundColumn, place: int, heading: str) -> tuple[str, str]:
    """Return what to call two columns: by their headings, and where these are one by letters."""
    if first.heading != heading:
        return repr(first.heading), repr(heading)
    letters = column_letters(first.place), column_letters(place)
    return f"{heading!r} of column {letters[0]}", f"that of column {letters[1]}"


def plain_role(role: str) -> str:
    """Return a role as people say it."""
    if role.startswith("fee:"):
        _, payer, fee = role.split(":")
        return f"{fee} fee" if payer == "?" else f"{fee} fee of the {payer.replace('_', '-')}"
    return role.replace("_", " ")


def _fit(layout: Layout, place: int, meaning: Meaning, dialect: Dialect) -> float:
    cells = [cell for cell in layout.sample(place) if not is_nothing(cell)]
    return fit(cells, meaning.kind, replace(dialect, dates=dialect.dates or "month_first"))
