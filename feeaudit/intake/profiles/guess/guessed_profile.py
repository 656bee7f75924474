"""Guessing: a profile proposed from headings and values, how sure it is, why, and what it asks."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.core.dialect import Dialect
from feeaudit.intake.cells.cell import shown
from feeaudit.intake.files.csv_sheets import SEPARATORS
from feeaudit.intake.files.sheets import Opened, open_sheets
from feeaudit.intake.log import SET_ASIDE, ZONE, UnusableLog
from feeaudit.intake.night_sheet import night_profile
from feeaudit.intake.profiles.guess.date_order import date_order
from feeaudit.intake.profiles.guess.decorations import decorations_of
from feeaudit.intake.profiles.guess.forms import Form, canonical_form, forms_of, names_for
from feeaudit.intake.profiles.guess.kinds import (
    EXAMPLE,
    OF_HANDS,
    READ,
    UNDATED,
    SheetKind,
    kind_of,
    without_hands,
)
from feeaudit.intake.profiles.guess.questions import Inquiry, SheetQuestion, SheetReading
from feeaudit.intake.profiles.guess.reconciliation import footing_of, reconcile
from feeaudit.intake.profiles.guess.samples import decimal_mark, is_nothing
from feeaudit.intake.profiles.guess.titles import month_of, year_of
from feeaudit.intake.profiles.importer import log_of, undeclared
from feeaudit.intake.profiles.model import FACTS, Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.files.sheets import Sheet
    from feeaudit.intake.log import Log
    from feeaudit.intake.profiles.guess.layout import Layout
    from feeaudit.intake.profiles.model import Pairs

_LOOKED_AT = 500
# Rows of a sheet that are looked at: a night of hands. Of a longer one, the first and the last.
_FIRST_ROWS = 3_900
_LAST_ROWS = 100
_SHOWN_FAULTS = 3
_PLACEHOLDERS = {"cardroom": "?", "table": "?", "game": "?", "date": "2026-01-01"}
_EXAMPLE = re.compile(
    r"\b(?:examples?|samples?|do not use|don'?t use|training|practice|template|instructions?)\b",
    re.IGNORECASE,
)
# What a proposal without wagers or without fees, and one with an open question, is at most.
_HALF_A_LOG = 0.7
# Seats, boxes, offers and notices alone are no log: nothing on the sheet bears out what was read.
_NO_HANDS = 0.9
_OPEN = 0.5


@dataclass(frozen=True, slots=True)
class Guess:
    """A proposed profile, how sure it is (0 to 1), and the reasons in plain sentences.

    ``needs`` are facts that stand nowhere in the file and have to be given, such as the cardroom;
    ``questions`` what the file leaves open; ``sheets`` what each sheet was taken for.
    """

    profile: Profile
    confidence: float
    reasons: tuple[str, ...]
    needs: tuple[str, ...] = ()
    questions: tuple[SheetQuestion, ...] = ()
    sheets: tuple[SheetKind, ...] = ()


def guess_profile(path: Path, answers: Mapping[str, str] | None = None) -> Guess:
    """Propose a profile for a spreadsheet; raise UnusableLog where no log can be made out."""
    whole = open_sheets(path)
    opened = replace(whole, sheets=tuple(map(_cut, whole.sheets)))
    own = night_profile(opened)
    if own is not None:
        return Guess(own, 1.0, ("This is feeaudit's own night sheet; it needs no profile.",))
    inquiry = Inquiry(answers or {})
    visible = [sheet for sheet in opened.sheets if sheet.rows and not sheet.hidden]
    if not visible:
        raise UnusableLog(f"{opened.file}: no visible sheet holds anything")
    order, about_dates = date_order(visible, _LOOKED_AT, inquiry)
    dialect = Dialect(decimal_mark(_cells(visible)), order)
    kinds, forms = _forms(visible, path, dialect, inquiry)
    _refuse_without_hands(opened, kinds, forms)
    profile = _profile(path, visible, forms, dialect)
    needs = tuple(_needs(profile))
    trial = _trial(profile, opened, needs)
    agreed = _reconciled(whole, forms, trial.log, inquiry)
    _refuse_unasked(path, inquiry)
    reasons = [
        *_about_file(opened),
        *(str(each) for each in kinds),
        *(reason for form in forms for reason in form.reasons),
        *filter(None, [about_dates]),
        *(f"The {need} is not in the file: state it." for need in needs),
        *_lacks(forms),
        *trial.sentences,
        *dict.fromkeys(agreed),
        *inquiry.answered,
    ]
    confidence = _confidence(forms, trial, about_dates, inquiry)
    questions = tuple(inquiry.open)
    return Guess(profile, confidence, tuple(reasons), needs, questions, tuple(kinds))


def _refuse_unasked(path: Path, inquiry: Inquiry) -> None:
    """Refuse answers to what the file does not ask; another answer may have settled a question."""
    unasked = inquiry.unasked()
    listed = [each.id for each in guess_profile(path).questions] if unasked else []
    for given in unasked:
        if given not in listed:
            known = ", ".join(dict.fromkeys([*inquiry.asked, *listed])) or "none"
            raise UnusableLog(f"{given!r} is not asked about this file (asked: {known})")


def _cut(sheet: Sheet) -> Sheet:
    """Return a sheet without the middle of very many rows."""
    rows = sheet.rows
    if len(rows) <= _FIRST_ROWS + _LAST_ROWS:
        return sheet
    return replace(sheet, rows=rows[:_FIRST_ROWS] + rows[-_LAST_ROWS:])


def _reconciled(whole: Opened, forms: list[Form], log: Log, inquiry: Inquiry) -> list[str]:
    """Return what is said of totals; those of sheets that were not read whole prove nothing."""
    long = [sheet.name for sheet in whole.sheets if len(sheet.rows) > _FIRST_ROWS + _LAST_ROWS]
    proposals = [each for form in forms for each in form.proposals]
    agreed = [
        sentence
        for proposal in proposals
        if proposal.layout.sheet.name not in long
        for sentence in reconcile(proposal, footing_of(proposal, log), inquiry)
    ]
    told = [
        f"{f'Sheet {name!r}' if name else 'The file'} is long: its first {_FIRST_ROWS:,} and last"
        f" {_LAST_ROWS} rows were looked at, and totals were not compared."
        for name in long
    ]
    return [*agreed, *told]


def _cells(sheets: Iterable[Sheet]) -> Iterator[Cell]:
    for sheet in sheets:
        for row in sheet.rows[:_LOOKED_AT]:
            yield from row


def _forms(
    sheets: list[Sheet], path: Path, dialect: Dialect, inquiry: Inquiry
) -> tuple[list[SheetKind], list[Form]]:
    """Return what the sheets are, and the forms of those that fill a table of the log."""
    canonical = [form for sheet in sheets if (form := canonical_form(sheet)) is not None]
    if any("hands" in form.tables for form in canonical):
        return [], canonical
    kinds = [_unless_example(_kind(sheet, dialect), sheet, inquiry) for sheet in sheets]
    kinds = list(_without_copies(kinds, inquiry))
    read = [each for each in kinds if each.kind in READ]
    forms = forms_of(read, decorations_of(path), dialect, inquiry)
    return kinds, [form for form in forms if form.rule.records]


def _without_copies(kinds: list[SheetKind], inquiry: Inquiry) -> Iterator[SheetKind]:
    """Yield the sheets, asking about one whose rows all stand on another: it would count twice."""
    seen: dict[str, set[tuple[str, ...]]] = {}
    for each in kinds:
        if each.kind not in READ or each.layout is None or not _is_placed(each.layout):
            yield each
            continue
        sheet = each.layout.sheet
        rows = {tuple(map(shown, sheet.rows[row])) for row in each.layout.body.records}
        first = next((name for name, known in seen.items() if rows <= known), None)
        seen[each.sheet] = rows
        if first is not None and inquiry.choice(_about_copy(each, first)) == "leave_out":
            yield replace(each, kind=EXAMPLE, evidence=f"all its rows are on sheet {first!r}")
        else:
            yield each


def _is_placed(layout: Layout) -> bool:
    """Tell whether rows state table and day, so that equal ones are the same records."""
    return layout.has("table") and _is_dated(layout)


def _about_copy(each: SheetKind, first: str) -> SheetQuestion:
    return SheetQuestion(
        "copy",
        f"All rows of sheet {each.sheet!r} are also on sheet {first!r}: is it a copy?",
        f"sheet {each.sheet!r}, rows {each.rows[0]} to {each.rows[1]}",
        (
            SheetReading("leave_out", "Yes, it is left out.", f"ignore: {each.sheet}"),
            SheetReading("read", "No, both are read."),
        ),
    )


def _kind(sheet: Sheet, dialect: Dialect) -> SheetKind:
    """Return what a sheet is; one that is named after its month may have days for dates."""
    found = kind_of(sheet, dialect)
    stated = month_of(sheet)
    if found.layout is None or stated is None or _is_dated(found.layout):
        return found
    year, month, where, sentence = stated
    facts = {"month": (where, sentence)}
    if not year:
        by_file = year_of(sheet.file)
        if by_file is None:
            evidence = "it names a month without a year; call it by both, such as March 2026"
            return replace(found, kind=UNDATED, evidence=evidence)
        year = by_file[0]
        facts["year"] = (by_file[1], f"The name of the file states the year {year}.")
    again = kind_of(sheet, replace(dialect, year=year, month=month))
    if again.layout is None or not _is_dated(again.layout):
        return found
    again.layout.facts |= facts
    return again


def _is_dated(layout: Layout) -> bool:
    date = layout.found.get("date")
    return layout.has("moment") or (date is not None and date.certainty >= _OPEN)


def _unless_example(found: SheetKind, sheet: Sheet, inquiry: Inquiry) -> SheetKind:
    """Ask whether a sheet that calls itself an example is read."""
    above = found.layout.title.removeprefix(sheet.file) if found.layout is not None else ""
    said = _EXAMPLE.search(above)
    if found.kind not in READ or said is None:
        return found
    question = SheetQuestion(
        "example",
        f"Sheet {sheet.name!r} says {said[0]!r}: does it hold real records?",
        f"sheet {sheet.name!r}, rows {found.rows[0]} to {found.rows[1]}",
        (
            SheetReading("leave_out", "No, it is left out.", f"ignore: {sheet.name}"),
            SheetReading("read", "Yes, it is read."),
        ),
    )
    if inquiry.choice(question) == "read":
        return found
    return replace(found, kind=EXAMPLE, evidence=f"it says {said[0]!r}")


def _refuse_without_hands(opened: Opened, kinds: list[SheetKind], forms: list[Form]) -> None:
    """Refuse a file that holds no record, or wagers and fees whose hands stand nowhere."""
    orphans = [each for each in kinds if each.kind in OF_HANDS and each.layout is not None]
    has_hands = any("hands" in form.tables for form in forms)
    if forms and (has_hands or not orphans):
        return
    told = [
        replace(each, evidence=without_hands(each.layout))
        if each in orphans and each.layout is not None
        else each
        for each in kinds
        if each.kind not in READ or each in orphans
    ]
    raise UnusableLog(_no_log(opened, told))


def _no_log(opened: Opened, kinds: list[SheetKind]) -> str:
    told = "; ".join(
        f"sheet {each.sheet}: {each.evidence}" if each.sheet else each.evidence for each in kinds
    )
    advice = "write the profile by hand, or start from 'feeaudit template'"
    return f"{opened.file}: no hands can be identified: {told or 'nothing to read'}; {advice}"


def _profile(path: Path, visible: list[Sheet], forms: list[Form], dialect: Dialect) -> Profile:
    read = {name for form in forms for name in form.sheets}
    ignored = tuple(sheet.name for sheet in visible if sheet.name not in read)
    names = [sheet.name for sheet in visible]
    alone = len(forms) == 1 and not ignored
    translate: dict[str, Pairs] = {}
    for form in forms:
        for column, pairs in form.translate:
            translate[column] = tuple(dict((*translate.get(column, ()), *pairs)).items())
    return Profile(
        profile=path.stem,
        sheets=tuple(
            replace(form.rule, names=names_for(form, names, alone=alone)) for form in forms
        ),
        dates=dialect.dates,
        decimal=dialect.decimal,
        blank=_nothings(visible),
        ignore=ignored,
        translate=tuple((column, pairs) for column, pairs in sorted(translate.items()) if pairs),
    )


def _nothings(sheets: list[Sheet]) -> tuple[str, ...]:
    """Return what is written where nothing is meant."""
    return tuple(sorted({shown(cell).strip() for cell in _cells(sheets) if is_nothing(cell)}))


def _about_file(opened: Opened) -> Iterator[str]:
    if opened.separator:
        marks = {mark: word for word, mark in SEPARATORS.items()}
        word = marks.get(opened.separator, repr(opened.separator))
        yield f"The file is {opened.encoding} text with {word} between cells."
    hidden = [sheet.name for sheet in opened.sheets if sheet.hidden and sheet.rows]
    if hidden:
        yield f"Hidden sheets are not read: {', '.join(map(repr, hidden))}."


def _needs(profile: Profile) -> Iterator[str]:
    """Yield what has to be given with the file."""
    found = [column for rule in profile.sheets for _, column in undeclared(rule, profile, {})]
    yield from dict.fromkeys(column for column in found if column in FACTS)


def _lacks(forms: list[Form]) -> Iterator[str]:
    """Yield what a log of hands lacks."""
    tables = {table for form in forms for table in form.tables}
    if "hands" not in tables:
        return
    for table, word in (("wagers", "wagers"), ("collections", "fees")):
        if table not in tables:
            yield f"There is no column for {word}: checks that need it are not run."


@dataclass(frozen=True, slots=True)
class _Trial:
    """How the proposed profile fares."""

    log: Log
    share: float
    sentences: tuple[str, ...]


def _trial(profile: Profile, opened: Opened, needs: tuple[str, ...]) -> _Trial:
    given = {need: _PLACEHOLDERS.get(need, "?") for need in needs}
    log = log_of(profile, opened, ZONE, given)
    faults = [fault for fault in log.faults if fault.set_aside and fault.kind != SET_ASIDE]
    aside = len({(fault.sheet, fault.row) for fault in faults})
    kept = log.hands.num_rows
    what = "hands"
    if "hands" not in log.tables:
        kept, what = sum(table.num_rows for table in log.tables.values()), "records"
    rest = "1 row does" if aside == 1 else f"{aside} rows do"
    sentences = [f"{kept} {what} of the first rows read without a fault, {rest} not."]
    sentences += [f"For instance {fault}." for fault in faults[:_SHOWN_FAULTS]]
    return _Trial(log, kept / (kept + aside) if kept else 0.0, tuple(sentences))


def _confidence(forms: list[Form], trial: _Trial, about_dates: str, inquiry: Inquiry) -> float:
    """Return how sure the whole is: its parts on average, pulled down by the least sure one."""
    parts = [each for form in forms for each in form.certainties] or [_OPEN]
    mean = sum(parts) / len(parts)
    unsure = 0.8 if about_dates.endswith("Check it.") else 1.0
    tables = {table for form in forms for table in form.tables}
    most = min(
        1.0 if "hands" in tables else _NO_HANDS,
        _HALF_A_LOG if any(_lacks(forms)) else 1.0,
        _OPEN if inquiry.open else 1.0,
    )
    return round(min((mean + min(parts)) / 2 * trial.share * unsure, most), 2)
