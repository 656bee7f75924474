"""Approvals: why an option is not approved for its cardroom, game and gaming day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

import numpy as np

from feeaudit.audit.options.placards import placards_of
from feeaudit.audit.records.unknown_names import UNNAMED
from feeaudit.book.catalogue import schedules_of
from feeaudit.book.views import stretches
from feeaudit.core.arrays import distinct
from feeaudit.core.dates import long_date
from feeaudit.rules.configuration.model import date_of
from feeaudit.rules.editions import day_matters, spans_text

if TYPE_CHECKING:
    from datetime import date

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context

# The kind of problem of a name that fits many options: which of them, the log does not tell.
SEVERAL: Final = ("several",)
# What the book or the log leaves open: no table, a lost one, a name that does not tell.
_OPEN: Final = {"schedule", "lost", *SEVERAL, *UNNAMED}
# What no hand by itself is to blame for: its table is told once.
_NOT_TOLD: Final = {"", "unstated", *SEVERAL, *UNNAMED}


class Refusal(NamedTuple):
    """Why an option is not approved, where that stands, and whether the book settles it."""

    problem: str
    review: bool = False
    lines: str = ""
    document: str = ""
    doubt: str = ""


def refused_hands(case: Case) -> tuple[Ints, list[Refusal]]:
    """Return the hands whose option is not approved, and why each is not."""
    context, days = (case.hands[name].to_numpy() for name in ("context", "day"))
    refusals: list[Refusal] = []
    number = np.full(len(context), -1, dtype=np.int64)
    for place, each in enumerate(case.contexts):
        if each.kind in _NOT_TOLD and not each.doubts:
            continue
        mine = np.flatnonzero(context == place)
        for day in distinct(days[mine]).tolist():
            number[mine[days[mine] == day]] = len(refusals)
            refusals.append(_refusal(case, each, day))
    hand = np.flatnonzero(number >= 0)
    return hand, [refusals[each] for each in number[hand].tolist()]


def refused_postings(case: Case) -> tuple[Ints, list[Refusal]]:
    """Return the places of placards that post what is not approved, and why it is not."""
    placards = placards_of(case)
    found: list[tuple[int, Refusal]] = []
    for place, each in enumerate(placards.context):
        if each.kind not in {"", "unstated"} or each.doubts:
            day = int(case.config.gaming_days(placards.since[place : place + 1])[0])
            found.append((place, _refusal(case, each, day)))
    places = np.array([place for place, _ in found], dtype=np.int64)
    return places, [refusal for _, refusal in found]


def _refusal(case: Case, each: Context, day: int) -> Refusal:
    """Return why an option is not approved, with the day where that matters."""
    if each.doubts:
        return _in_doubt(each)
    problem = each.problem
    if each.kind == "schedule" and each.game is not None and each.game.no_schedule:
        problem = f"{problem}: {each.game.no_schedule}"
    elif each.kind in {"option", "date"} and day_matters(case.config, each):
        problem = _on(case, each, date_of(day))
    document = each.cardroom.document if each.cardroom is not None else ""
    return Refusal(problem, each.kind in _OPEN, _lines(each), document)


def _in_doubt(each: Context) -> Refusal:
    """Return that the option has such a limit or stakes under some readings of the print only."""
    anomaly, offer = each.doubts[0], each.offers[0]
    problem = (
        f"{each.option_name} is option {offer.option.option} of {offer.schedule.key} under one"
        f" reading only: {anomaly.note}"
    )
    lines = stretches(offer.option.lines[:1])
    return Refusal(problem, True, lines, offer.schedule.document, anomaly.id)  # noqa: FBT003


def _on(case: Case, each: Context, day: date) -> str:
    """Return why an option is not approved on a day."""
    words = long_date(day, case.config.dates)
    if each.kind == "option" or each.cardroom is None or each.game is None:
        return each.problem.replace("is not approved:", f"is not approved on {words}:", 1)
    spans = spans_text(schedules_of(each.cardroom, each.game), case.config)
    return f"no schedule of {each.game.name} is in force on {words}: {spans}"


def _lines(each: Context) -> str:
    """Return where what is approved begins: the first schedule in force, else the game's rules."""
    if each.cardroom is None or each.game is None:
        return ""
    schedules = schedules_of(each.cardroom, each.game)
    valid = [one for one in schedules if one.key in each.valid]
    if each.kind == "lost":
        valid = [one for one in valid if not one.options] or valid
    return stretches((valid[0] if valid else each.game).lines[:1])
