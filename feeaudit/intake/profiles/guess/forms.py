"""Forms: unknown sheets that are alike become one rule of a proposed profile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.core.dialect import Refused
from feeaudit.intake.cells.cell import clock, day, is_blank, shown
from feeaudit.intake.profiles.guess.decorations import Decorations
from feeaudit.intake.profiles.guess.hand_proposals import propose_records
from feeaudit.intake.profiles.guess.hours import hours_of
from feeaudit.intake.profiles.guess.kinds import OTHERS
from feeaudit.intake.profiles.guess.margins import end_of, totals_of, void_rows
from feeaudit.intake.profiles.guess.other_proposals import propose_other
from feeaudit.intake.profiles.guess.proposals import row_text
from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.guess.sheet_names import settle_sheets
from feeaudit.intake.profiles.guess.titles import facts_of
from feeaudit.intake.profiles.headings import headings_at, plain
from feeaudit.intake.profiles.model import (
    ROWS,
    CellRule,
    FactRule,
    Header,
    RecordRule,
    RowTest,
    SheetRule,
)
from feeaudit.intake.profiles.patterns import fits_any
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feeaudit.core.dialect import Dialect
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.profiles.guess.hours import Hours
    from feeaudit.intake.profiles.guess.kinds import SheetKind
    from feeaudit.intake.profiles.guess.layout import Layout
    from feeaudit.intake.profiles.guess.proposals import Proposal
    from feeaudit.intake.profiles.guess.questions import Inquiry
    from feeaudit.intake.profiles.headings import Headings
    from feeaudit.intake.profiles.model import Pairs
    from feeaudit.intake.tables import Column

_SHORTEST_PREFIX = 3
_NIGHT = "Times past midnight carry the date of the evening before."
_EVENING = 18
_MORNING = 8


@dataclass(frozen=True, slots=True)
class Form:
    """A rule for sheets that are alike, how sure its parts are, and why it reads as it does.

    ``translate`` are words of the sheets and of the log, by column; ``proposals`` what each sheet
    suggests, for its totals to be compared with what is read.
    """

    rule: SheetRule
    sheets: tuple[str, ...]
    certainties: tuple[float, ...]
    reasons: tuple[str, ...]
    translate: tuple[tuple[str, Pairs], ...] = ()
    proposals: tuple[Proposal, ...] = ()

    @property
    def tables(self) -> set[str]:
        """Return the tables of the log that it fills."""
        return {record.table for record in self.rule.records}


def canonical_form(sheet: Sheet) -> Form | None:
    """Return the form of a sheet that is a table of the log already, by its name and headings."""
    table = plain(sheet.name)
    if table not in TABLES:
        return None
    headings = headings_at(sheet, 0, 1, carry=False)
    present = [column for column in TABLES[table] if _is_kept(column, sheet, headings)]
    if not present or any(column.required and column not in present for column in TABLES[table]):
        return None
    columns = tuple((column.name, CellRule(headers=(column.name,))) for column in present)
    rule = SheetRule((RecordRule(table, columns),), names=(sheet.name,), optional=table != "hands")
    return Form(rule, (sheet.name,), (1.0,), (f"Sheet {sheet.name!r} is a table of the log.",))


def _is_kept(column: Column, sheet: Sheet, headings: Headings) -> bool:
    """Tell whether a sheet has a column and anything in it."""
    places = headings.columns(column.name)
    return bool(places) and any(
        not is_blank(sheet.cell(row, places[0])) for row in range(headings.after, len(sheet.rows))
    )


def forms_of(
    kinds: list[SheetKind],
    decorations: Mapping[str, Decorations],
    dialect: Dialect,
    inquiry: Inquiry,
) -> list[Form]:
    """Return one form for each set of sheets with the same headings."""
    alike: dict[tuple[str, ...], list[tuple[str, Layout]]] = {}
    for each in kinds:
        if each.layout is not None:
            key = (each.kind, *map(plain, each.layout.headings.texts))
            alike.setdefault(key, []).append((each.kind, each.layout))
    forms = []
    for same in alike.values():
        layouts = [layout for _, layout in same]
        marked = [decorations.get(layout.sheet.name, Decorations()) for layout in layouts]
        forms.append(_form(same[0][0], layouts, marked, dialect, inquiry))
    return forms


def _form(
    kind: str,
    layouts: list[Layout],
    decorations: list[Decorations],
    dialect: Dialect,
    inquiry: Inquiry,
) -> Form:
    fullest = max(layouts, key=lambda layout: len(layout.sheet.rows))
    propose = propose_other if kind in OTHERS else propose_records
    proposal = propose(fullest, kind, dialect, inquiry)
    facts = {} if not proposal.records else facts_of(layouts, dialect)
    facts = {fact: about for fact, about in facts.items() if fact not in _columns(proposal)}
    facts |= fullest.facts
    for fact, pattern in proposal.stacked.items():
        facts[fact] = (FactRule(title=pattern), "")
    if proposal.dated:
        facts.pop("date", None)
    if proposal.records:
        settle_sheets(proposal, [layout.sheet.name for layout in layouts], facts)
    marked = {at for each in decorations for at in each.marked}
    hours = hours_of(fullest, marked, inquiry)
    skip, end, blank_rows, about_margins = _margins(layouts, inquiry)
    if proposal.rows_per_hand > 1 and skip.blank:
        skip, about_margins = RowTest(), []
    if proposal.stacked:
        end, blank_rows = RowTest(), 0
    for layout, each in zip(layouts, decorations, strict=True):
        about_margins += _about_decorations(layout, each, inquiry)
    past_midnight, about_night = _past_midnight(proposal, dialect, hours)
    rule = SheetRule(
        records=_ordered(_told_apart(proposal, layouts, facts)),
        names=tuple(layout.sheet.name for layout in layouts if layout.sheet.name),
        header=_header(layouts, proposal),
        stacked=bool(proposal.stacked),
        first_row=fullest.headings.after + 2 if fullest.body.units and not proposal.stacked else 0,
        rows_per_hand=proposal.rows_per_hand,
        transposed=fullest.sheet.turned,
        skip=skip,
        end=end,
        end_after_blank_rows=blank_rows,
        facts=tuple((fact, where) for fact, (where, _) in facts.items()),
        fill_down=proposal.fill_down,
        past_midnight=past_midnight,
        afternoon=hours.afternoon,
    )
    about = [sentence for _, sentence in facts.values()]
    reasons = [
        _about_header(fullest),
        *proposal.reasons,
        *about,
        *about_margins,
        hours.sentence,
        about_night,
    ]
    return Form(
        rule,
        tuple(layout.sheet.name for layout in layouts),
        tuple(proposal.certainties),
        tuple(filter(None, reasons)),
        tuple(sorted(proposal.translate.items())),
        tuple(replace(proposal, layout=layout) for layout in layouts),
    )


def _margins(layouts: list[Layout], inquiry: Inquiry) -> tuple[RowTest, RowTest, int, list[str]]:
    """Return how to know rows that are no records and where the data ends, with sentences."""
    tests = [totals_of(layout) for layout in layouts]
    words = tuple(dict.fromkeys(word for test, _ in tests for word in test.words))
    blank = next((test for test, _ in tests if test.blank), RowTest())
    skip = RowTest(words=words) if words else blank
    about = [sentence for _, sentences in tests for sentence in sentences]
    ends = [end_of(layout) for layout in layouts]
    end, blank_rows, about_end = next((each for each in ends if each[2]), ends[0])
    for layout in layouts:
        skip = _without_void(layout, skip, inquiry)
    return skip, end, blank_rows, [*dict.fromkeys(about), about_end]


def _without_void(layout: Layout, skip: RowTest, inquiry: Inquiry) -> RowTest:
    """Ask whether rows marked as void are left out; return the test of rows that follows."""
    place, rows, words = void_rows(layout)
    if not rows:
        return skip
    heading = layout.headings.texts[place]
    numbers = ", ".join(str(row + 1) for row in rows[:5])
    free = not skip.words and not skip.blank
    change = f"skip: {{column: {heading}, words: [{', '.join(words)}]}}"
    stops = "" if free else "Remove these rows from a copy of the file, and import that."
    question = SheetQuestion(
        "void",
        f"{heading!r} marks rows as {' or '.join(words)} (row {numbers}): do they count as hands?",
        row_text(layout, rows[0]),
        (
            SheetReading("leave_out", "No, leave them out.", change if free else "", stops),
            SheetReading("read", "Yes, they are read like the others."),
        ),
    )
    leave_out = inquiry.choice(question) == "leave_out"
    return RowTest(column=heading, words=words) if leave_out and free else skip


def _about_decorations(layout: Layout, each: Decorations, inquiry: Inquiry) -> list[str]:
    """Ask about rows struck through, and say that colors mean nothing here."""
    records = set(layout.body.records)
    struck = sorted({row for row, place in each.struck if row in records})
    if struck:
        numbers = ", ".join(str(row + 1) for row in struck[:5])
        question = SheetQuestion(
            "struck",
            f"Cells are struck through in row {numbers} of sheet {layout.sheet.name!r}: do these"
            " rows count?",
            row_text(layout, struck[0]),
            (
                SheetReading("read", "Yes, they are read like the others."),
                SheetReading(
                    "leave_out",
                    "No.",
                    stops="Remove these rows from a copy of the file, and import that.",
                ),
            ),
        )
        inquiry.choice(question)
    colored = {row for row, _ in each.colored if row in records}
    if colored and len(colored) < len(records):
        first = min(colored) + 1
        return [f"Cells are colored, first in row {first}; what colors mean is not used."]
    return []


def _ordered(records: tuple[RecordRule, ...]) -> tuple[RecordRule, ...]:
    """Return records in the order of the log's tables, as a profile lists them."""
    order = list(TABLES)
    return tuple(sorted(records, key=lambda record: order.index(record.table)))


def _columns(proposal: Proposal) -> set[str]:
    return {column for record in proposal.records for column, _ in record.columns}


def _about_header(layout: Layout) -> str:
    first, last = layout.headings.first + 1, layout.headings.after
    rows = f"row {first}" if first == last else f"rows {first} to {last}"
    where = f"sheet {layout.sheet.name!r}" if layout.sheet.name else "the file"
    return f"The headings of {where} are in {rows}."


def _header(layouts: list[Layout], proposal: Proposal) -> Header:
    """Return where the headings are; where that differs from sheet to sheet, how to find them."""
    first = layouts[0].header
    if all(layout.header == first for layout in layouts) and not proposal.stacked:
        return first
    texts = proposal.layout.headings.texts
    find = tuple(dict.fromkeys(texts[place] for place in sorted(proposal.used) if texts[place]))
    return replace(first, row=1, find=find[:3])


def _told_apart(
    proposal: Proposal, layouts: list[Layout], facts: Iterable[str]
) -> tuple[RecordRule, ...]:
    """Return the records; hands whose numbers restart on every sheet get the sheet before them."""
    hand = proposal.layout.found.get("hand_id")
    seen: set[str] = set()
    overlap = False
    for layout in layouts if hand is not None else ():
        cells = layout.column(hand.place) if hand is not None else []
        ids = {shown(cell) for cell in cells if not is_blank(cell)}
        overlap = overlap or bool(seen & ids)
        seen |= ids
    if not overlap or hand is None:
        return tuple(proposal.records)
    prefix = "table" if "table" in facts else "sheet"
    proposal.explain(f"{hand.heading!r} restarts on each sheet, so the {prefix} is put before it.")
    made = CellRule(text=f"{{{prefix}}}-{{{hand.heading}}}")
    return tuple(
        replace(
            record,
            columns=tuple(
                (column, made if column == "hand_id" else rule) for column, rule in record.columns
            ),
        )
        for record in proposal.records
    )


def _past_midnight(proposal: Proposal, dialect: Dialect, hours: Hours) -> tuple[str, str]:
    """Return whether times past midnight carry the date of the evening before."""
    layout = proposal.layout
    if not proposal.has("date", "time") or proposal.has("moment"):
        return "", ""
    if hours.afternoon:
        # With one date throughout, a face that turns past twelve goes on into the night.
        dates = {shown(cell) for cell in layout.column(layout.found["date"].place)}
        return (ROWS, _NIGHT) if hours.wraps and len(dates) == 1 else ("", "")
    before: tuple[object, float] | None = None
    pairs = zip(
        layout.column(layout.found["date"].place),
        layout.column(layout.found["time"].place),
        strict=True,
    )
    for date_cell, time_cell in pairs:
        try:
            now = (day(date_cell, dialect), clock(time_cell).total_seconds() / 3600)
        except Refused:
            continue
        if before and before[0] == now[0] and before[1] >= _EVENING and now[1] < _MORNING:
            return ROWS, _NIGHT
        before = now
    return "", ""


def names_for(form: Form, sheets: Iterable[str], *, alone: bool) -> tuple[str, ...]:
    """Return how a rule names its sheets: all, those of a common beginning, or each by name."""
    if alone or not any(form.sheets):
        return ()
    others = [name for name in sheets if name not in form.sheets]
    patterns = [where.sheet_name.replace("{}", "*") for _, where in form.rule.facts]
    if (
        patterns
        and len(patterns[0]) > 1
        and not any(fits_any(patterns[:1], each) for each in others)
    ):
        return (patterns[0],)
    prefix = _common_beginning(form.sheets) if len(form.sheets) > 1 else ""
    if len(prefix) >= _SHORTEST_PREFIX and not any(name.startswith(prefix) for name in others):
        return (f"{prefix}*",)
    return form.sheets


def _common_beginning(names: tuple[str, ...]) -> str:
    first, last = min(names), max(names)
    same = 0
    while same < min(len(first), len(last)) and first[same] == last[same]:
        same += 1
    return first[:same]
