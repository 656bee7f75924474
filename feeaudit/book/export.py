"""The book as rows: one row a printed fee cell, for spreadsheets and for reconciliation."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import asdict, dataclass, fields
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import terms_of
from feeaudit.core.money import decimal, short

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import Cardroom, Ladder, Option, Schedule, Tier


@dataclass(frozen=True, slots=True)
class Row:
    """One fee cell, every field as text, in the order of the columns."""

    document: str
    line: str
    cardroom: str
    schedule: str
    edition: str
    games: str
    approvals: str
    option: str
    table_limit: str
    stakes: str
    component: str
    basis: str
    low: str
    high: str
    fee: str
    period_minutes: str
    printed: str
    note: str
    mark: str = ""


# The last column is a draft's alone: why a person has to look; blank where the draft is sure.
DRAFT_COLUMNS = tuple(field.name for field in fields(Row))
COLUMNS = DRAFT_COLUMNS[:-1]


def rows(cardrooms: Iterable[Cardroom]) -> Iterator[Row]:
    """Yield every fee cell of these cardrooms, in printed order."""
    for cardroom in cardrooms:
        for schedule in cardroom.schedules:
            yield from schedule_rows(schedule)


def schedule_rows(schedule: Schedule) -> Iterator[Row]:
    """Yield every fee cell of a schedule, in printed order."""
    for option in schedule.options:
        yield from option_rows(schedule, option)


def option_rows(schedule: Schedule, option: Option) -> Iterator[Row]:
    """Yield every fee cell of an option, in printed order."""
    for ladder in option.ladders:
        for tier in ladder.tiers:
            yield _row(schedule, option, ladder, tier)


def as_csv(every: Iterable[Row], *, draft: bool = False) -> str:
    """Return rows as CSV text."""
    text = io.StringIO(newline="")
    names = DRAFT_COLUMNS if draft else COLUMNS
    writer = csv.DictWriter(text, names, lineterminator="\n", extrasaction="ignore")
    writer.writeheader()
    for row in every:
        writer.writerow(asdict(row))
    return text.getvalue()


def as_json(every: Iterable[Row], *, draft: bool = False) -> str:
    """Return rows as JSON text."""
    names = DRAFT_COLUMNS if draft else COLUMNS
    plain = [{name: getattr(row, name) for name in names} for row in every]
    return json.dumps(plain, indent=2, ensure_ascii=False) + "\n"


def _row(schedule: Schedule, option: Option, ladder: Ladder, tier: Tier) -> Row:
    return Row(
        document=schedule.document,
        line=str(tier.line),
        cardroom=schedule.cardroom,
        schedule=schedule.schedule,
        edition=schedule.edition,
        games=";".join(schedule.games),
        approvals=";".join(schedule.approvals),
        option=option.option,
        table_limit=option.limit.text if option.limit else "",
        stakes="; ".join(f"{stake.kind} {stake.text}" for stake in option.stakes),
        component=ladder.component,
        basis=ladder.basis,
        low=_bound(tier.low, ladder.basis),
        high=_bound(tier.high, ladder.basis),
        fee="" if tier.fee is None else decimal(tier.fee),
        period_minutes=_period(schedule, option, ladder.component),
        printed=tier.printed,
        note="; ".join(_notes(option, ladder, tier)),
        mark="; ".join(_marks(schedule, option, ladder, tier)),
    )


def _marks(schedule: Schedule, option: Option, ladder: Ladder, tier: Tier) -> Iterator[str]:
    for mark in schedule.marks:
        if mark.open and mark.touches(option.option, ladder.component, tier.line):
            yield mark.why


def _bound(bound: int | None, basis: str) -> str:
    if bound is None:
        return ""
    return str(bound) if basis == "players" else decimal(bound)


def _period(schedule: Schedule, option: Option, component: str) -> str:
    if component != "time":
        return ""
    return next(
        (str(term.period) for term in terms_of(schedule, option) if term.period is not None), ""
    )


def _notes(option: Option, ladder: Ladder, tier: Tier) -> Iterator[str]:
    if tier.fee is None:
        yield "unreadable"
    if ladder.stage:
        yield f"at the {ladder.stage}"
    if ladder.from_pot is not None:
        yield f"at {short(ladder.from_pot)} pot" if ladder.from_pot else "initial"
    if tier.not_before:
        yield f"not before {tier.not_before}"
    yield from (note for note in (tier.note, option.note) if note)
