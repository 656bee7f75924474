"""Choosing the option a sign is for, from the words a person gives."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import editions_in_force, schedules_of
from feeaudit.book.views import option_names
from feeaudit.core.problem import Unknown, nearest
from feeaudit.rules.option_names import options_meant

if TYPE_CHECKING:
    from feeaudit.book.model import Cardroom, Game, Option, Schedule


@dataclass(frozen=True, slots=True)
class SignChoice:
    """An option of a schedule; ``chosen`` tells that a person named schedule and edition."""

    schedule: Schedule
    option: Option
    chosen: bool


def choice(cardroom: Cardroom, game: Game, option: str, named: str = "") -> SignChoice:
    """Return the option of that name, in the schedule named (``name@edition``) or the only one."""
    printed = schedules_of(cardroom, game)
    if not any(each.options for each in printed):
        raise Unknown(f"no fee table is printed for {game.name} at {cardroom.name}")
    schedules = _named(printed, named) if named else editions_in_force(printed)
    meant = options_meant(option, game, printed, schedules)
    if meant.kind == "several":
        raise Unknown(meant.problem)
    fitting = meant.options
    if not fitting:
        raise Unknown(_no_such_option(schedules, option))
    if len(fitting) > 1:
        names = " or ".join(_cited(schedule) for schedule, _ in fitting)
        raise Unknown(f"option {option} of {game.name} is in several schedules: add {names}")
    schedule, row = fitting[0]
    return SignChoice(schedule, row, chosen=bool(named))


def _named(printed: list[Schedule], named: str) -> list[Schedule]:
    """Return the schedule of a name; its last edition where the name gives none."""
    name, _, edition = named.rpartition("/")[2].partition("@")
    found = [each for each in printed if each.schedule == name and edition in {"", each.edition}]
    if not found:
        known = [f"{each.schedule}@{each.edition}" for each in printed]
        hint = nearest(named, known)
        raise Unknown(f"{named!r} is not a schedule of this game{hint}; it has: {', '.join(known)}")
    if not edition and len(found) > 1:
        names = " or ".join(_cited(each) for each in found)
        raise Unknown(f"{named!r} is printed in {len(found)} editions: say {names}")
    return found


def _cited(schedule: Schedule) -> str:
    return f"--schedule {schedule.schedule}@{schedule.edition}"


def _no_such_option(schedules: list[Schedule], option: str) -> str:
    known = "; ".join(
        f"{each.schedule}@{each.edition}: {option_names(row.option for row in each.options)}"
        for each in schedules
        if each.options
    )
    return f"there is no option {option!r}; the game has {known}"
