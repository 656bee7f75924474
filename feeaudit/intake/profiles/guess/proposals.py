"""Proposals: records for an unknown sheet, how sure each step was, and why."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feeaudit.core.dialect import LOG, Dialect
from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.files.addresses import column_letters
from feeaudit.intake.profiles.guess.heading_words import CERTAIN
from feeaudit.intake.profiles.guess.log_words import translations
from feeaudit.intake.profiles.guess.questions import Inquiry
from feeaudit.intake.profiles.guess.samples import fit, is_ditto
from feeaudit.intake.profiles.model import CellRule

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.intake.profiles.guess.layout import Layout
    from feeaudit.intake.profiles.model import Pairs, RecordRule


@dataclass(slots=True)
class Proposal:
    """Records for one layout, how sure each step was, and the sentences that explain them."""

    layout: Layout
    dialect: Dialect = LOG
    inquiry: Inquiry = field(default_factory=Inquiry)
    records: list[RecordRule] = field(default_factory=list)
    certainties: list[float] = field(default_factory=list)
    reasons: list[str] = field(default_factory=list)
    dated: bool = False
    used: set[int] = field(default_factory=set)
    cents: set[int] = field(default_factory=set)
    fill_down: tuple[str, ...] = ()
    stacked: dict[str, str] = field(default_factory=dict)
    rows_per_hand: int = 1
    translate: dict[str, Pairs] = field(default_factory=dict)

    def cell(self, role: str) -> CellRule:
        """Return where a role's column is: by its heading, or its letter where headings repeat."""
        found = self.layout.found[role]
        self.certainties.append(found.certainty)
        return self.at(found.place)

    def at(self, place: int) -> CellRule:
        """Return where a column is, and that it is in cents where it is."""
        self.used.add(place)
        headings = self.layout.headings
        # A row may go on beyond the last heading.
        heading = headings.texts[place] if place < len(headings.texts) else ""
        cents = place in self.cents
        if not heading or len(headings.columns(heading)) > 1:
            return CellRule(letter=column_letters(place), cents=cents)
        return CellRule(headers=(heading,), cents=cents)

    def name(self, role: str) -> tuple[str, ...]:
        """Return the heading of a half of a time."""
        found = self.layout.found[role]
        self.certainties.append(found.certainty)
        self.used.add(found.place)
        return (found.heading,)

    def has(self, *roles: str) -> bool:
        """Tell whether all of these were made out."""
        return self.layout.has(*roles)

    def hands(self) -> list[str]:
        """Return which hand each record is of, as the sheet numbers them."""
        return ["|".join(each) for each in zip(*self._hand_columns(), strict=True)]

    def _hand_columns(self) -> list[list[str]]:
        before = [role for role in ("cardroom", "date", "table") if self.has(role)]
        return [filled_down(self, role) for role in (*before, "hand_id")]

    def add(self, record: RecordRule) -> None:
        """Add a record; without a hand on its row it says itself which hand it is of."""
        beside_hand = any(each.table == "hands" for each in self.records)
        if record.table != "hands" and not beside_hand and "hand_id" not in dict(record.columns):
            columns = (("hand_id", self.cell("hand_id")), *record.columns)
            record = replace(record, columns=columns)
        self.records.append(record)

    def explain(self, sentence: str, certainty: float = CERTAIN) -> None:
        """Give a reason, and how sure it is."""
        self.reasons.append(sentence)
        self.certainties.append(certainty)

    def translated(self, role: str, column: str) -> CellRule:
        """Return where a role's column is, and note what its words are in the log."""
        pairs = translations(column, self.layout.column(self.layout.found[role].place))
        self.translate[column] = tuple(dict((*self.translate.get(column, ()), *pairs)).items())
        return self.cell(role)


def row_text(layout: Layout, row: int) -> str:
    """Return a row as it is seen, for an example."""
    cells = [shown(cell) for cell in layout.sheet.rows[row] if not is_blank(cell)]
    return f"row {row + 1}: {', '.join(cells)}"


def filled_down(proposal: Proposal, role: str) -> list[str]:
    """Return the texts of a column, repeated where a blank is to repeat the cell above."""
    found = proposal.layout.found[role]
    texts: list[str] = []
    for cell in proposal.layout.column(found.place):
        above = texts[-1] if texts and found.heading in proposal.fill_down else ""
        texts.append(above if is_blank(cell) or is_ditto(cell) else shown(cell))
    return texts


def explain_unused(proposal: Proposal) -> None:
    """Name the columns that nothing uses, and which of them hold amounts."""
    for place, text in unused_columns(proposal):
        said = repr(text) if text else "without a heading"
        amounts = holds_amounts(proposal, place)
        what = "holds amounts that nothing uses" if amounts else "is not used"
        proposal.reasons.append(f"Column {column_letters(place)}, {said}, {what}.")


def unused_columns(proposal: Proposal) -> Iterator[tuple[int, str]]:
    """Yield the columns that hold something and that nothing uses, with their headings."""
    layout = proposal.layout
    texts = layout.headings.texts
    width = max((len(layout.sheet.rows[row]) for row in layout.body.records), default=0)
    for place in range(max(width, len(texts))):
        if place not in proposal.used and any(not is_blank(cell) for cell in layout.sample(place)):
            yield place, texts[place] if place < len(texts) else ""


def holds_amounts(proposal: Proposal, place: int) -> bool:
    """Tell whether a column holds amounts."""
    return fit(proposal.layout.sample(place), "signed", proposal.dialect) >= 1


def amount_columns(proposal: Proposal, roles: Iterable[str]) -> list[int]:
    """Return where the columns of some roles are, and of blocks by their role."""
    layout = proposal.layout
    wanted = set(roles)
    found = [each.place for role, each in layout.found.items() if role in wanted]
    return [*found, *(each.place for each in layout.blocks if each.role in wanted)]
