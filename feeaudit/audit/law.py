"""Statewide rules as checks of this family need them: asked for or not, and their status."""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo

from feeaudit.core.dates import long_date, time_of_day
from feeaudit.core.problem import BookError, Problem
from feeaudit.rules.configuration.model import date_of

if TYPE_CHECKING:
    from datetime import date

    from feeaudit.audit.case import Case


def as_if(case: Case, rule: str) -> bool:
    """Tell whether a rule is to be applied whatever its status."""
    return rule in case.config.as_if


def applied_on(case: Case, rule: str, day: int) -> bool:
    """Tell whether a rule is applied on a day: in force, asked for, or no law pack to say."""
    law = case.law(rule)
    return law is None or law.applies_on(date_of(day)) or as_if(case, rule)


def law_text(case: Case, rule: str, day: date) -> str:
    """Return a rule's authority with its status on a day: ``11 CCR ... (stayed since ...)``."""
    law = case.law(rule)
    if law is None:
        return f"{rule}, applied on request"
    status = law.status_on(day)
    since = f" since {long_date(status.since, case.config.dates)}" if status.since else ""
    sources = status.confidence.replace("_", " ")
    return (
        f"{law.authority}, applied on request: {status.status.replace('_', ' ')}{since} ({sources})"
    )


def figure(case: Case, rule: str, parameter: str, default: str) -> str:
    """Return a parameter of a rule: as the site sets it, else as the law pack has it."""
    law = case.law(rule)
    known = {each.parameter: each for each in law.parameters} if law else {}
    name = f"{rule}.{parameter}"
    stated = case.config.parameters.get(name)
    if stated is None:
        return known[parameter].value if parameter in known else default
    choices = known[parameter].choices if parameter in known else ()
    if choices and stated not in choices:
        raise _not_usable(name, stated, f"one of {', '.join(choices)}")
    return stated


def number(case: Case, rule: str, parameter: str, default: str) -> int:
    """Return a parameter of a rule that is a number of 1 or more."""
    stated = figure(case, rule, parameter, default)
    if not stated.isdecimal() or int(stated) < 1:
        raise _not_usable(f"{rule}.{parameter}", stated, "a whole number of 1 or more")
    return int(stated)


def _not_usable(name: str, stated: str, expected: str) -> BookError:
    message = f"parameters: {name} is {stated!r}; expected {expected}"
    return BookError([Problem("feeaudit.toml", 1, 1, message)])


def clock_text(case: Case, instant: int) -> str:
    """Return an instant as the site's clock shows it: ``7:30 PM``."""
    moment = datetime.fromtimestamp(int(instant) // 1_000_000, ZoneInfo(case.config.zone))
    return time_of_day(moment, case.config.dates)
