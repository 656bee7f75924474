"""Guessing: a profile proposed from headings and values, how sure it is, and why."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.core.dialect import Dialect
from feeaudit.intake.cells.cell import shown
from feeaudit.intake.files.addresses import address
from feeaudit.intake.files.csv_sheets import SEPARATORS
from feeaudit.intake.files.sheets import Opened, open_sheets
from feeaudit.intake.log import SET_ASIDE, ZONE, UnusableLog
from feeaudit.intake.profiles.guess.forms import Form, canonical_form, forms_of, names_for
from feeaudit.intake.profiles.guess.layout import layout_of, unread_times
from feeaudit.intake.profiles.guess.samples import date_order, decimal_mark, is_nothing
from feeaudit.intake.profiles.importer import log_of, undeclared
from feeaudit.intake.profiles.model import FACTS, Profile

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from feeaudit.intake.cells.cell import Cell
    from feeaudit.intake.files.sheets import Sheet

_TRIED_ROWS = 500
_SHOWN_FAULTS = 3
_PLACEHOLDERS = {"cardroom": "?", "table": "?", "game": "?", "date": "2026-01-01"}


@dataclass(frozen=True, slots=True)
class Guess:
    """A proposed profile, how sure it is (0 to 1), and the reasons in plain sentences.

    ``needs`` are facts that stand nowhere in the file and have to be given, such as the cardroom.
    """

    profile: Profile
    confidence: float
    reasons: tuple[str, ...]
    needs: tuple[str, ...] = ()


def guess_profile(path: Path) -> Guess:
    """Propose a profile for a spreadsheet; raise UnusableLog where no hands can be made out."""
    opened = open_sheets(path)
    visible = [sheet for sheet in opened.sheets if sheet.rows and not sheet.hidden]
    order, about_dates = date_order(_cells(visible))
    dialect = Dialect(decimal_mark(_cells(visible)), order)
    forms = _forms(visible, dialect)
    if not any("hands" in form.tables for form in forms):
        raise UnusableLog(_no_hands(opened, visible, dialect))
    read = {name for form in forms for name in form.sheets}
    ignored = tuple(sheet.name for sheet in visible if sheet.name not in read)
    names = [sheet.name for sheet in visible]
    alone = len(forms) == 1 and not ignored
    profile = Profile(
        profile=path.stem,
        sheets=tuple(
            replace(form.rule, names=names_for(form, names, alone=alone)) for form in forms
        ),
        dates=order,
        decimal=dialect.decimal,
        blank=_nothings(visible),
        ignore=ignored,
    )
    needs = tuple(_needs(profile))
    trial = _trial(profile, opened, needs)
    reasons = [
        *_about_file(opened),
        *(reason for form in forms for reason in form.reasons),
        *filter(None, [about_dates]),
        *(
            f"Sheet {name!r} holds no hands that can be made out; it is ignored."
            for name in ignored
        ),
        *(f"The {need} stands nowhere in the file: it has to be given." for need in needs),
        *trial.sentences,
    ]
    return Guess(profile, _confidence(forms, trial, about_dates), tuple(reasons), needs)


def _cells(sheets: Iterable[Sheet]) -> Iterator[Cell]:
    for sheet in sheets:
        for row in sheet.rows[:_TRIED_ROWS]:
            yield from row


def _forms(sheets: list[Sheet], dialect: Dialect) -> list[Form]:
    """Return the forms of sheets that fill a table; a log as it should be needs no guessing."""
    canonical = [form for sheet in sheets if (form := canonical_form(sheet)) is not None]
    if any("hands" in form.tables for form in canonical):
        return canonical
    layouts = [layout_of(sheet, dialect) for sheet in sheets]
    forms = forms_of([layout for layout in layouts if layout is not None], dialect)
    return [form for form in forms if form.rule.records]


def _no_hands(opened: Opened, sheets: list[Sheet], dialect: Dialect) -> str:
    if not sheets:
        return f"{opened.file}: no visible sheet holds anything"
    layouts = [layout_of(sheet, dialect) for sheet in sheets]
    for layout in filter(None, layouts):
        for row, place, heading, cell in unread_times(layout):
            sheet = f"sheet {layout.sheet.name}, " if layout.sheet.name else ""
            return (
                f"{opened.file}: no hands can be made out: {sheet}{address(row, place)}, {heading},"
                f" holds {shown(cell)!r}, which is no time, and others below are none either; write"
                " times like 19:30, 7:30 PM or 2026-03-01 19:30"
            )
    return (
        f"{opened.file}: no hands can be made out. A row of headings with at least a time or a date"
        " and time is needed, such as Hand, Date, Time, Table, Seat 1 Bet, Seat 1 Fee; write the"
        " profile by hand, or start from 'feeaudit template'"
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


@dataclass(frozen=True, slots=True)
class _Trial:
    """How the proposed profile fares on the first rows."""

    share: float
    sentences: tuple[str, ...]


def _trial(profile: Profile, opened: Opened, needs: tuple[str, ...]) -> _Trial:
    first = tuple(replace(sheet, rows=sheet.rows[:_TRIED_ROWS]) for sheet in opened.sheets)
    given = {need: _PLACEHOLDERS.get(need, "?") for need in needs}
    log = log_of(profile, replace(opened, sheets=first), ZONE, given)
    faults = [fault for fault in log.faults if fault.set_aside and fault.kind != SET_ASIDE]
    aside = len({(fault.sheet, fault.row) for fault in faults})
    kept = log.hands.num_rows
    sentences = [f"{kept} hands of the first rows read without a fault, {aside} rows do not."]
    sentences += [f"For instance {fault}." for fault in faults[:_SHOWN_FAULTS]]
    return _Trial(kept / (kept + aside) if kept else 0.0, tuple(sentences))


def _confidence(forms: list[Form], trial: _Trial, about_dates: str) -> float:
    """Return how sure the whole is: its parts on average, pulled down by the least sure one."""
    parts = [each for form in forms for each in form.certainties]
    mean = sum(parts) / len(parts)
    unsure = 0.8 if about_dates.endswith("Check it.") else 1.0
    return round((mean + min(parts)) / 2 * trial.share * unsure, 2)
