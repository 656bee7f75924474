"""Reconciliation: the totals that a sheet states against what was read from it."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import pyarrow.compute as pc

from feeaudit.core.money import dollars
from feeaudit.intake.cells.cell import is_blank, shown
from feeaudit.intake.files.addresses import column_number
from feeaudit.intake.profiles.guess.column_sums import cents_of
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.headings import plain
from feeaudit.intake.tables import ROW, SOURCE

if TYPE_CHECKING:
    from feeaudit.intake.log import Log
    from feeaudit.intake.profiles.guess.layout import Layout
    from feeaudit.intake.profiles.guess.proposals import Proposal
    from feeaudit.intake.profiles.guess.questions import Inquiry
    from feeaudit.intake.profiles.model import RecordRule

_FEES = re.compile(r"fee|collect|rake|drop|coll\b", re.IGNORECASE)
_WAGERS = re.compile(r"bet|wager|action|handle", re.IGNORECASE)
_AMOUNT = re.compile(r"\$ ?[0-9][0-9,]*(?:\.[0-9]{2})?")
_HANDS = re.compile(r"hands|rounds", re.IGNORECASE)
_SUB = re.compile(r"sub|shift|table|page|daily|hour", re.IGNORECASE)


@dataclass(slots=True)
class Footing:
    """What a sheet's records add up to: by column, and fees and wagers in all (in cents)."""

    columns: dict[int, dict[int, int]] = field(default_factory=dict)
    fees: int = 0
    wagers: int = 0
    hands: int = 0


def footing_of(proposal: Proposal, log: Log) -> Footing:
    """Return what was read from a proposal's sheet: from the rows that the log has, no others."""
    layout = proposal.layout
    footing = Footing()
    sheets = [source.sheet for source in log.sources]
    source = sheets.index(layout.sheet.name) if layout.sheet.name in sheets else -1
    read: dict[str, set[int]] = {}
    mixed: set[int] = set()
    for name, table in log.tables.items():
        here = table.filter(pc.equal(table.column(SOURCE), source))
        read[name] = {row - 1 for row in here.column(ROW).to_pylist()}
        cents = sum(here.column("amount").to_pylist()) if "amount" in here.column_names else 0
        footing.fees += cents if name in {"collections", "counts"} else 0
        footing.wagers += cents if name == "wagers" else 0
        footing.hands += here.num_rows if name == "hands" else 0
    first = _first_rows(proposal)
    for record in proposal.records:
        rows = read.get(record.table, set())
        for place in amount_places(record, layout):
            column = {
                row: amount
                for row in sorted(rows & first if record.once else rows)
                if (amount := cents_of(layout.sheet.cell(row, place), proposal.dialect)) is not None
            }
            if place in footing.columns:
                mixed.add(place)
            if place in proposal.cents:
                column = {row: cents // 100 for row, cents in column.items()}
            footing.columns[place] = column
    for place in mixed:
        del footing.columns[place]  # bets and fees in one column: its total says nothing
    return footing


def _first_rows(proposal: Proposal) -> set[int]:
    """Return the first row of each hand, which states what the others repeat."""
    if not any(record.once for record in proposal.records):
        return set()
    found: dict[str, int] = {}
    for row, hand in zip(proposal.layout.body.records, proposal.hands(), strict=True):
        found.setdefault(hand, row)
    return set(found.values())


def amount_places(record: RecordRule, layout: Layout) -> list[int]:
    """Return the columns from which a record takes its amount."""
    rule = dict(record.columns).get("amount")
    if rule is None:
        return []
    if rule.letter:
        return [column_number(rule.letter) - 1]
    blocks = record.blocks or ("",)
    headings = [header.replace("{n}", block) for header in rule.headers for block in blocks]
    return [place for heading in headings for place in layout.headings.columns(heading)[:1]]


def reconcile(proposal: Proposal, footing: Footing, inquiry: Inquiry) -> list[str]:
    """Return sentences about totals that agree; one that does not is asked about."""
    layout = proposal.layout
    agreed = 0
    start = layout.headings.after
    for row in _total_rows(proposal):
        label = " ".join(shown(cell) for cell in layout.sheet.rows[row] if isinstance(cell, str))
        line = _Line(row, start, label, bool(_SUB.search(label)))
        for place, cell in enumerate(layout.sheet.rows[row]):
            stated = cents_of(cell, proposal.dialect)
            if stated is None and isinstance(cell, str):
                inside = _AMOUNT.search(cell)
                stated = cents_of(inside[0], proposal.dialect) if inside else None
            if stated is None:
                continue
            stated = stated // 100 if place in proposal.cents else stated
            admissible = _admissible(proposal, footing, place, line)
            if not admissible or stated in admissible.values():
                agreed += bool(admissible)
                continue
            _ask(proposal, (row, place), stated, admissible, inquiry)
        if line.sub:
            start = row + 1
    if not agreed:
        return []
    said = "The total on the sheet agrees" if agreed == 1 else "The totals on the sheet agree"
    return [f"{said} with what was read."]


def _total_rows(proposal: Proposal) -> list[int]:
    """Return the rows of totals, and notes that state one beside a label."""
    layout = proposal.layout
    body = layout.body
    notes = [
        row
        for row in body.notes
        if _FEES.search(_label(proposal, row)) or "total" in plain(_label(proposal, row))
    ]
    return sorted({*body.totals, *body.unlabeled, *notes})


def _label(proposal: Proposal, row: int) -> str:
    cells = proposal.layout.sheet.rows[row]
    return next((shown(cell) for cell in cells if not is_blank(cell)), "")


@dataclass(frozen=True, slots=True)
class _Line:
    """A row of totals: where it is, from which row on it counts, and what it calls itself."""

    row: int
    start: int
    label: str
    sub: bool


def _admissible(proposal: Proposal, footing: Footing, place: int, line: _Line) -> dict[str, int]:
    """Return which sums a stated total may be, with what they are of."""
    column = footing.columns.get(place)
    if column is not None:
        whole = sum(cents for row, cents in column.items() if row < line.row)
        part = sum(cents for row, cents in column.items() if line.start <= row < line.row)
        heading = repr(proposal.layout.headings.texts[place])
        return {heading: part, f"all of {heading}": whole} if line.sub else {heading: whole}
    if line.sub or (place in proposal.used and place not in _label_places(proposal)):
        return {}
    if _HANDS.search(line.label) and not _FEES.search(line.label):
        return {"hands": footing.hands * 100}
    if _FEES.search(line.label):
        return {"fees": footing.fees}
    return {"wagers": footing.wagers} if _WAGERS.search(line.label) else {}


def _label_places(proposal: Proposal) -> set[int]:
    """Return the columns of records under which a footing may stand beside its label."""
    return {each.place for each in proposal.layout.found.values()}


def _ask(
    proposal: Proposal,
    at: tuple[int, int],
    stated: int,
    admissible: dict[str, int],
    inquiry: Inquiry,
) -> None:
    what, added = next(iter(admissible.items()))
    where = proposal.layout.sheet.address(*at)
    sheet = proposal.layout.sheet.name
    place = f"{sheet}!{where}" if sheet else where
    question = SheetQuestion(
        "total",
        f"{place}: the sheet's total of {what} is {dollars(stated)}, but the rows that were read"
        f" add up to {dollars(added)}: which is right?",
        f"row {at[0] + 1}: {_label(proposal, at[0])} {dollars(stated)}",
        (
            SheetReading("rows", "The rows are; the total is not used."),
            SheetReading(
                "total", "The total is.", stops="Correct the rows, and import the file again."
            ),
        ),
    )
    inquiry.choice(question)
