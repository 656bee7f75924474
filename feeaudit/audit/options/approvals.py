"""Approvals: why an option is not approved for its cardroom, game and gaming day."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from feeaudit.audit.options.placards import placards_of
from feeaudit.book.catalogue import (
    names_of,
    option_of,
    schedule_and_option,
    schedules_of,
    slug,
)
from feeaudit.book.views import stretches
from feeaudit.rules.configuration.model import date_of
from feeaudit.rules.editions import day_matters, in_force, is_dated, spans_text

if TYPE_CHECKING:
    from datetime import date

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Schedule
    from feeaudit.core.arrays import Ints
    from feeaudit.rules.contexts import Context


class Refusal(NamedTuple):
    """Why an option is not approved, where that stands, and whether the book settles it."""

    problem: str
    review: bool = False
    lines: str = ""
    document: str = ""


def refused_hands(case: Case) -> tuple[Ints, list[Refusal]]:
    """Return the hands whose option is not approved, and why each is not."""
    context, days = (case.hands[name].to_numpy() for name in ("context", "day"))
    refusals: list[Refusal] = []
    number = np.full(len(context), -1, dtype=np.int64)
    for place, each in enumerate(case.contexts):
        if each.kind == "unstated":
            continue
        if each.kind or (
            day_matters(case.config, each) and is_dated(_schedules(each), case.config)
        ):
            mine = np.flatnonzero(context == place)
            for day, refusal in _refusals(case, each, np.unique(days[mine])):
                number[mine if day is None else mine[days[mine] == day]] = len(refusals)
                refusals.append(refusal)
    hand = np.flatnonzero(number >= 0)
    return hand, [refusals[each] for each in number[hand].tolist()]


def refused_postings(case: Case) -> tuple[Ints, list[Refusal]]:
    """Return the places of placards that post what is not approved, and why it is not."""
    placards = placards_of(case)
    found: list[tuple[int, Refusal]] = []
    for place, each in enumerate(placards.context):
        if each.kind not in {"", "unstated"}:
            day = case.config.gaming_days(placards.since[place : place + 1])
            found += [(place, refusal) for _, refusal in _refusals(case, each, day)]
    places = np.array([place for place, _ in found], dtype=np.int64)
    return places, [refusal for _, refusal in found]


def _refusals(case: Case, each: Context, days: Ints) -> list[tuple[int | None, Refusal]]:
    """Return why the option is not approved, for all days (None) or day by day."""
    if each.kind in {"cardroom", "game", "schedule"}:
        return [(None, _not_in_book(each))]
    if not is_dated(_schedules(each), case.config):
        return [(None, _not_printed(each, case, None))]
    found: list[tuple[int | None, Refusal]] = []
    for number in map(int, days):
        day = date_of(number)
        if not any(option_of(schedule, _number(each)) for schedule in _in_force(each, case, day)):
            found.append((number, _not_printed(each, case, day)))
    return found


def _schedules(each: Context) -> list[Schedule]:
    if each.cardroom is None or each.game is None:
        return []
    named, _ = schedule_and_option(each.option_name)
    found = schedules_of(each.cardroom, each.game)
    return [one for one in found if not named or one.schedule == named]


def _in_force(each: Context, case: Case, day: date | None) -> list[Schedule]:
    return in_force(_schedules(each), case.config, day)


def _number(each: Context) -> str:
    return schedule_and_option(each.option_name)[1]


def _not_in_book(each: Context) -> Refusal:
    """Return why nothing is approved; several games of one name, or no schedule, are for review."""
    several = False
    if each.kind == "game" and each.cardroom is not None:
        wanted = slug(each.game_name)
        named = [one for one in each.cardroom.games if wanted in map(slug, names_of(one))]
        several = len(named) > 1
    problem = each.problem
    if each.kind == "schedule" and each.game is not None and each.game.no_schedule:
        problem = f"{problem}: {each.game.no_schedule}"
    lines = stretches(each.game.lines[:1]) if each.game is not None else ""
    document = each.cardroom.document if each.cardroom is not None else ""
    return Refusal(problem, several or each.kind == "schedule", lines, document)


def _not_printed(each: Context, case: Case, day: date | None) -> Refusal:
    """Return that no schedule in force prints the option; one whose table is lost might."""
    schedules = _in_force(each, case, day)
    if not schedules:
        spans = spans_text(_schedules(each), case.config)
        problem = f"no schedule of {each.game_name} is in force on {day}: {spans}"
        document = each.cardroom.document if each.cardroom is not None else ""
        return Refusal(problem if day is not None else each.problem, document=document)
    lost = [one for one in schedules if not one.options and _may_print(one, _number(each))]
    keys = " or ".join(one.key for one in schedules)
    when = f" on {day}" if day is not None else ""
    problem = f"option {each.option_name} of {each.game_name} is not approved{when}: not in {keys}"
    if lost:
        problem = (
            f"the table of {lost[0].key} is announced and not printed, so option"
            f" {each.option_name} can be neither confirmed nor denied"
        )
    first = (lost or schedules)[0]
    return Refusal(problem, bool(lost), stretches(first.lines[:1]), first.document)


def _may_print(schedule: Schedule, option: str) -> bool:
    announced = {name for term in schedule.terms for name in term.options}
    return not announced or option in announced
