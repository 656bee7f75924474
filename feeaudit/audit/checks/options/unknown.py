"""OPT-UNKNOWN: the option is not approved for this cardroom, game and day.

Finding     option 40 of EZ Baccarat Panda 8, where the schedule in force prints options 1 to 15
Finding     an option of an edition that came into force later, or had ended
Finding     a day on which the site has no edition of the schedule in force
No finding  option 15, the last one printed
No finding  a hand whose option the log does not state: it is untested
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.limits.placards import placards_of, whereabouts
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


class _Answer(NamedTuple):
    """Why an option is not approved, and whether the book settles it."""

    problem: str
    review: bool = False
    lines: str = ""
    document: str = ""


@check(
    id="OPT-UNKNOWN",
    title="Option not approved",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("hands.option",),
    next_step="Find out which approved option was in use, or stop using this one.",
)
def not_approved(case: Case) -> Outcome:
    """The option is not approved for this cardroom, game and day."""
    stated = case.of_contexts(lambda each: each.kind != "unstated")
    context = case.hands["context"].to_numpy()
    days = case.hands["day"].to_numpy()
    answers: list[_Answer] = []
    number = np.full(len(context), -1, dtype=np.int64)
    for place, each in enumerate(case.contexts):
        if each.kind == "unstated":
            continue
        if each.kind or (
            day_matters(case.config, each) and is_dated(_schedules(each), case.config)
        ):
            mine = np.flatnonzero(context == place)
            for day, answer in _answers(case, each, np.unique(days[mine])):
                number[mine if day is None else mine[days[mine] == day]] = len(answers)
                answers.append(answer)
    hand = np.flatnonzero(number >= 0)
    findings = _findings(hand, [answers[each] for each in number[hand]])
    untested = {"the log does not say which option was in use": ~stated}
    return Outcome(_with_postings(case, findings), stated, untested)


def _answers(case: Case, each: Context, days: Ints) -> list[tuple[int | None, _Answer]]:
    """Return why the option is not approved, for all days (None) or day by day."""
    if each.kind in {"cardroom", "game", "schedule"}:
        return [(None, _not_in_book(each))]
    if not is_dated(_schedules(each), case.config):
        return [(None, _not_printed(each, case, None))]
    found: list[tuple[int | None, _Answer]] = []
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


def _not_in_book(each: Context) -> _Answer:
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
    return _Answer(problem, several or each.kind == "schedule", lines, document)


def _not_printed(each: Context, case: Case, day: date | None) -> _Answer:
    """Return that no schedule in force prints the option; one whose table is lost might."""
    schedules = _in_force(each, case, day)
    if not schedules:
        spans = spans_text(_schedules(each), case.config)
        problem = f"no schedule of {each.game_name} is in force on {day}: {spans}"
        document = each.cardroom.document if each.cardroom is not None else ""
        return _Answer(problem if day is not None else each.problem, document=document)
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
    return _Answer(problem, bool(lost), stretches(first.lines[:1]), first.document)


def _may_print(schedule: Schedule, option: str) -> bool:
    announced = {name for term in schedule.terms for name in term.options}
    return not announced or option in announced


def _findings(hand: Ints, answers: list[_Answer]) -> pd.DataFrame:
    return findings_frame(
        len(answers),
        hand=hand,
        review=np.array([each.review for each in answers], dtype=bool),
        message=np.array([each.problem for each in answers], dtype=object),
        lines=np.array([each.lines for each in answers], dtype=object),
        document=np.array([each.document for each in answers], dtype=object),
    )


def _with_postings(case: Case, findings: pd.DataFrame) -> pd.DataFrame:
    """Return findings on hands and on placards that post what is not approved."""
    placards = placards_of(case)
    places, answers = [], []
    for place, each in enumerate(placards.context):
        if each.kind in {"", "unstated"}:
            continue
        day = case.config.gaming_days(placards.since[place : place + 1])
        for _, answer in _answers(case, each, day):
            places.append(place)
            answers.append(answer)
    if not places:
        return findings
    posted = _findings(np.full(len(places), -1, dtype=np.int64), answers)
    where = whereabouts(case, placards, np.array(places, dtype=np.int64))
    posted = posted.assign(**where, message="posted: " + posted["message"])
    return pd.concat([findings, posted], ignore_index=True)
