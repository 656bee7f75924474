"""Applying a profile: sheets as they are in, a log out, with every bad cell in one pass."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.memory import nothing_collected
from feeaudit.intake.cells.cell import is_blank
from feeaudit.intake.files.sheets import open_sheets, turned
from feeaudit.intake.log import Fault, Log, SourceFile, UnusableLog
from feeaudit.intake.profiles.blocks import blocks_of
from feeaudit.intake.profiles.drafts import RowHands, draft, refuse_unknown_kinds
from feeaudit.intake.profiles.log_parts import SheetPart, settled
from feeaudit.intake.profiles.model import UnusableProfile
from feeaudit.intake.profiles.patterns import fits_any
from feeaudit.intake.profiles.plans import Planner, unused_duplicates
from feeaudit.intake.profiles.sheet_facts import checked_constants, read_facts
from feeaudit.intake.profiles.sheet_view import (
    SPAN,
    HandPlaces,
    SheetView,
    data_rows,
    remark_beside,
)
from feeaudit.intake.tables import OF_A_HAND, TABLES, TIME

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from feeaudit.intake.files.sheets import Opened, Sheet
    from feeaudit.intake.profiles.model import Profile, RecordRule, SheetRule
    from feeaudit.intake.profiles.plans import Plan


def apply_profile(
    profile: Profile, path: Path, *, zone: str, constants: Mapping[str, str] | None = None
) -> Log:
    """Return the log that a profile finds in a spreadsheet.

    Rows with a cell that cannot be used are set aside, a hand always as a whole, and listed among
    the log's faults. ``constants`` are what the person says of the whole file, such as its date.
    """
    given = checked_constants(constants or {}, profile.dialect)
    for rule in profile.sheets:
        _check_complete(rule, profile, given)
    # The cells of a sheet are many objects, and all of them stay.
    with nothing_collected():
        opened = open_sheets(path, encoding=profile.encoding, separator=profile.separator)
        return log_of(profile, opened, zone, given)


def log_of(profile: Profile, opened: Opened, zone: str, given: Mapping[str, str]) -> Log:
    """Return the log that a profile finds in sheets that are already open."""
    used = [sheet for sheet in opened.sheets if any(_rules_for(sheet, profile))]
    if not used:
        raise UnusableLog(_no_sheet(opened, profile))
    parts = [
        part
        for sheet in used
        for rule in _rules_for(sheet, profile)
        for part in _read(sheet, rule, profile, zone, given)
    ]
    sources = tuple(SourceFile(opened.file, sheet.name, opened.sha256) for sheet in used)
    return settled(parts, sources, zone, tuple(_about_sheets(opened, profile)))


def _rules_for(sheet: Sheet, profile: Profile) -> Iterator[SheetRule]:
    if not sheet.rows or fits_any(profile.ignore, sheet.name):
        return
    for rule in profile.sheets:
        if (rule.hidden or not sheet.hidden) and _names(rule, sheet):
            yield rule


def _names(rule: SheetRule, sheet: Sheet) -> bool:
    return not rule.names or fits_any(rule.names, sheet.name)


def _no_sheet(opened: Opened, profile: Profile) -> str:
    names = ", ".join(repr(sheet.name) for sheet in opened.sheets if sheet.rows)
    wanted = ", ".join(repr(name) for rule in profile.sheets for name in rule.names)
    return (
        f"{opened.file}: no sheet for profile {profile.profile!r}, which reads"
        f" {wanted or 'every visible sheet'}; filled sheets here: {names or 'none'}"
    )


def _about_sheets(opened: Opened, profile: Profile) -> Iterator[Fault]:
    """Yield what is odd about which sheets there are: none goes unread in silence."""
    for rule in profile.sheets:
        for name in () if rule.optional else rule.names:
            if not any(fits_any([name], sheet.name) for sheet in opened.sheets):
                yield Fault(opened.file, name, 0, "", "", "missing sheet", "", f"a sheet {name!r}")
    for sheet in opened.sheets:
        named = any(_names(rule, sheet) for rule in profile.sheets)
        ignored = fits_any(profile.ignore, sheet.name) or not sheet.rows
        if ignored or any(_rules_for(sheet, profile)) or (sheet.hidden and not named):
            continue
        kind = "hidden sheet not used" if sheet.hidden else "sheet not used"
        key = "'hidden: yes' in its rule" if sheet.hidden else "a rule of the profile for it"
        expected = f"{key}, or its name under 'ignore'"
        yield Fault(opened.file, sheet.name, 0, "", "", kind, "", expected, set_aside=False)


def undeclared(
    rule: SheetRule, profile: Profile, given: Mapping[str, str]
) -> Iterator[tuple[str, str]]:
    """Yield what a profile leaves open that records need: the table, and the column or ``date``."""
    declared = {*given, *dict(profile.constants), *dict(rule.constants), *dict(rule.facts)}
    has_hands = any(record.table == "hands" for record in rule.records)
    for record in rule.records:
        known = {*declared, *dict(record.columns), *dict(record.constants)}
        if has_hands and record.table in OF_A_HAND:
            known.add("hand_id")
        for column in TABLES[record.table]:
            if column.required and column.name not in known:
                yield record.table, column.name
        follows_a_hand = has_hands and record.table in OF_A_HAND
        if not follows_a_hand and _is_undated(record) and "date" not in declared:
            yield record.table, "date"


def _is_undated(record: RecordRule) -> bool:
    """Tell whether nothing on a row says its day; the times of a row follow its first one."""
    stated = dict(record.columns)
    times = (each.name for each in TABLES[record.table] if each.kind is TIME)
    first = next((stated[name] for name in times if name in stated), None)
    return first is not None and bool(first.time) and not first.date


def _check_complete(rule: SheetRule, profile: Profile, given: Mapping[str, str]) -> None:
    """Refuse a profile that leaves open what every record needs, before anything is read."""
    for table, column in undeclared(rule, profile, given):
        raise UnusableProfile(
            f"profile {profile.profile!r}: nothing says the {column} of the {table}; give it for"
            " the whole file, or add it to the profile as a column, a constant or a fact"
        )


def _read(
    sheet: Sheet, rule: SheetRule, profile: Profile, zone: str, given: Mapping[str, str]
) -> Iterator[SheetPart]:
    """Read one sheet by one rule, block by block."""
    sheet = turned(sheet) if rule.transposed else sheet
    blocks = blocks_of(sheet, rule)
    if not blocks:
        wanted = ", ".join(map(repr, rule.header.find))
        what = "column" if sheet.turned else "row"
        fault = _sheet_fault(sheet, "header not found", "", f"a {what} with the headings {wanted}")
        yield SheetPart(sheet, [], [fault], {})
    for block in blocks:
        reading = SheetView(sheet, rule, profile, block, zone)
        read_facts(reading, given)
        yield _read_block(reading)


def _read_block(reading: SheetView) -> SheetPart:
    """Read one block, or say why it cannot be used."""
    sheet, rule, headings = reading.sheet, reading.rule, reading.headings
    planner = Planner(sheet, rule, headings, frozenset(reading.facts), reading.faults)
    plans, tested = planner.plans(), planner.tested()
    drafts = []
    if any(fault.set_aside for fault in reading.faults):
        reading.faults.append(_set_aside(reading))
    else:
        mapped = {place for plan in plans for cell in plan.cells.values() for place in cell.places}
        columns = {place % SPAN for place in mapped}
        reading.faults.extend(unused_duplicates(sheet, headings, columns))
        reading.rows = data_rows(reading, tested, mapped, _hand(plans))
        remark_beside(reading, mapped)
        for name in (*rule.ditto, *rule.fill_down):
            reading.repeat_above(tested[name], blanks=name in rule.fill_down)
        refuse_unknown_kinds(plans, reading)
        hands = RowHands()
        drafts = [draft(plan, reading, hands) for plan in plans]
    return SheetPart(sheet, drafts, reading.faults, reading.bad_rows)


def _set_aside(reading: SheetView) -> Fault:
    """Return the fault of a sheet, or of one of its stacked tables, that cannot be used at all."""
    sheet, block = reading.sheet, reading.block
    rows = sum(not all(map(is_blank, row)) for row in sheet.rows[block.first : block.after])
    what = "table" if reading.rule.stacked else "sheet"
    row = block.headings.first + 1 if reading.rule.stacked else 0
    kind, expected = f"{what} set aside", f"the {what}'s faults repaired"
    return Fault(sheet.file, sheet.name, row, "", "", kind, f"{rows} rows", expected)


def _hand(plans: list[Plan]) -> HandPlaces:
    """Return where a sheet's rows number and time their hands."""
    for plan in plans:
        number, time = plan.cells.get("hand_id"), plan.cells.get("started_at")
        if plan.table == "hands" and number is not None and time is not None:
            return HandPlaces(number.places, max(time.time, time.place))
    return HandPlaces()


def _sheet_fault(sheet: Sheet, kind: str, value: str, expected: str) -> Fault:
    return Fault(sheet.file, sheet.name, 0, "", "", kind, value, expected)
