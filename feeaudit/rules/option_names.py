"""Which printed options a name means, for whoever asks: a log, a placard, a person with one hand.

An option goes by its number, by its limit or stakes as printed (``100-300``, ``$100 - $300``,
``$1/$2``, ``blinds 1-3``), or by either behind its schedule (``baccarat/100-300``). A name is held
against the printing in force, whichever way it is written, so that one limit has one price; a name
that fits several options means each of them, and nobody guesses which.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.book.catalogue import (
    chain_of,
    cited_as,
    is_for,
    option_name,
    schedule_and_option,
    term_of,
)
from feeaudit.book.views import option_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feeaudit.book.model import Anomaly, Game, Limit, Option, Schedule

Printed = tuple["Schedule", "Option"]

# What fits more options than a person can weigh one against the other is no name of an option.
_MOST: Final = 4
_KINDS: Final = ("blinds", "buy-in", "points")
_LABEL = re.compile(r"(?:table )?(limit|blinds|buy-in|points) (.+)|(.+) (blinds|buy-in|points)")


@dataclass(frozen=True, slots=True)
class Meant:
    """The options that a name means; ``problem`` says why there is none.

    ``doubts`` are anomalies of which only some readings give an option that limit or those stakes.
    ``kind`` of a problem: ``option`` (no schedule in force prints it), ``lost`` (one whose table is
    not printed may, or its terms name it), ``several`` (it fits too many).
    """

    options: tuple[Printed, ...] = ()
    kind: str = ""
    problem: str = ""
    doubts: tuple[Anomaly, ...] = ()


def options_meant(
    name: str, game: Game, printed: Sequence[Schedule], in_force: Sequence[Schedule]
) -> Meant:
    """Return what a name means among the schedules of a game of which some are in force."""
    schedule, text = schedule_and_option(name)
    named = _named(schedule, printed, in_force)
    found = _fitting(text, game, named)
    if len(found) > _MOST:
        fitting = option_names(option.option for _, option in found)
        keys = " or ".join(dict.fromkeys(each.key for each, _ in found))
        problem = f"{name!r} fits options {fitting} of {keys}: say which"
        return Meant((), "several", problem)
    if found:
        return Meant(tuple(found))
    read = [each for schedule in named for each in _as_read(schedule, text, game)]
    if read:
        doubts = tuple(anomaly for *_, anomaly in read if len(anomaly.readings) > 1)
        return Meant(tuple((schedule, option) for schedule, option, _ in read), doubts=doubts)
    lost = [each for each in named if not each.options and _may_print(each, text)]
    if lost:
        problem = (
            f"the table of {lost[0].key} is announced and not printed, so option {name} cannot"
            " be confirmed or ruled out"
        )
        return Meant((), "lost", problem)
    short = [each for each in named if _left_out(each, text)]
    if short:
        problem = (
            f"the terms of {short[0].key} name option {text}, whose fees are not printed, so it"
            " cannot be confirmed or ruled out"
        )
        return Meant((), "lost", problem)
    keys = " or ".join(each.key for each in named or in_force)
    problem = f"option {name} of {game.name} is not approved: not in {keys}"
    return Meant((), "option", problem + _had_it(text, game, printed, in_force))


def fits(schedule: Schedule, name: str, game: Game) -> bool:
    """Tell whether a schedule prints an option of that name for a game."""
    return bool(_fitting(name, game, [schedule]))


def told_apart(options: Sequence[Printed]) -> list[str]:
    """Return what to call each of several options that a name may mean; one needs no name."""
    keys = [schedule.key for schedule, _ in options]
    if len(keys) == 1:
        return [""]
    return [
        schedule.key if keys.count(schedule.key) == 1 else f"{schedule.key} option {option.option}"
        for schedule, option in options
    ]


def _named(
    schedule: str, printed: Sequence[Schedule], in_force: Sequence[Schedule]
) -> list[Schedule]:
    """Return the schedules in force that a name asks for: what stands in the named one's place."""
    if not schedule:
        return list(in_force)
    valid = {each.key for each in in_force}
    exact = [each for each in in_force if schedule in cited_as(each)]
    if exact:
        return exact
    bare = [each for each in printed if each.schedule == schedule]
    heirs = {one.key for each in bare for one in chain_of(each, printed)} & valid
    return [each for each in in_force if each.key in heirs]


def _fitting(text: str, game: Game, schedules: Iterable[Schedule]) -> list[Printed]:
    """Return the options that a name fits: those it numbers, or those with such a limit or stakes.

    A bare number is a stake only where no schedule has an option of that number; one with cents is
    the stake where there is such a one.
    """
    named = [(each, _by_name(each, text, game)) for each in schedules]
    numbers = option_name(text).isdigit() and any(own for _, own in named)
    cents = re.search(r"\.[0-9]{2}$", text) is not None
    if cents or not numbers:
        staked = [
            (each, _by_stakes(each, text, game) if cents or not own else own) for each, own in named
        ]
        named = staked if any(found for _, found in staked) else named
    return [
        (schedule, option)
        for schedule, found in named
        for option in _price_lists(schedule, found, game)
    ]


def _by_name(schedule: Schedule, text: str, game: Game) -> list[Option]:
    """Return the options so numbered, or so called where the limit is the name."""
    exact = [each for each in schedule.options if each.option == text]
    wanted = option_name(text)
    if not exact and not (schedule.numbered and "$" in text):
        exact = [each for each in schedule.options if wanted in map(option_name, each.names)]
    return [each for each in exact if is_for(schedule, each, game)]


def _by_stakes(schedule: Schedule, text: str, game: Game) -> list[Option]:
    """Return the options whose limit or stakes are such; else those of such a maximum.

    A table that prints a limit goes by it, and by its blinds only where no table goes by those; a
    single blind is no name unless it is called one.
    """
    plain = option_name(text)
    found = [each for each in schedule.options if plain in _called(each)]
    label = _LABEL.fullmatch(plain)
    kind, wanted = "", plain
    if label is not None:
        kind, wanted = label[1] or label[4], label[2] or label[3]
    found = found or [
        each
        for each in schedule.options
        for mine, names in _stakes(each).items()
        if kind in {"", mine} and wanted in names and (kind or mine != "blinds" or "-" in wanted)
    ]
    found = found or _by_maximum(schedule, plain)
    return [each for each in dict.fromkeys(found) if is_for(schedule, each, game)]


def _called(option: Option) -> tuple[str, ...]:
    """Return what a table of an option goes by: its limit, or the stakes where it has none."""
    stakes = _stakes(option)
    return stakes.get("limit") or tuple(name for names in stakes.values() for name in names)


def _stakes(option: Option) -> dict[str, tuple[str, ...]]:
    """Return what an option's table is called by: of each kind its names, one or several."""
    stated = {stake.kind: stake.each for stake in option.stakes if stake.kind in _KINDS}
    if option.limits:
        stated["limit"] = tuple(each.text for each in option.limits)
    return {kind: tuple(map(option_name, each)) for kind, each in stated.items()}


def _as_read(
    schedule: Schedule, text: str, game: Game
) -> Iterator[tuple[Schedule, Option, Anomaly]]:
    """Yield the options that have such a limit or stakes under a reading of the print."""
    plain = option_name(text)
    for anomaly in schedule.anomalies:
        for read in (each for reading in anomaly.readings for each in reading.options):
            if anomaly.open and any(plain in names for names in _stakes(read).values()):
                for option in _by_name(schedule, read.option, game):
                    yield schedule, option, anomaly


def _by_maximum(schedule: Schedule, limit: str) -> list[Option]:
    """Return the options of a limit's maximum, where the fee follows that, not the minimum."""
    bounds = bounds_of(limit)
    if bounds is None or not minimum_may_change(schedule):
        return []
    low, high = bounds
    return [
        each
        for each in schedule.options
        if low <= high and each.limit is not None and each.limit.high == high
    ]


def bounds_of(limit: str) -> tuple[int, int] | None:
    """Return the two figures of a limit, in cents; None where it is no such limit."""
    found = re.fullmatch(r"([0-9]+)-([0-9]+)", option_name(limit))
    return (int(found[1]) * 100, int(found[2]) * 100) if found is not None else None


def minimum_may_change(schedule: Schedule) -> bool:
    """Tell whether tables of a schedule may have another minimum, at the fee of their maximum."""
    return any(each.rule == "maximum_sets_fee" for each in schedule.rules)


def named_minimum(schedule: Schedule, called: str, printed: Limit) -> int | None:
    """Return the minimum of a table that goes by a limit: as printed unless it may change."""
    bounds = bounds_of(called) if minimum_may_change(schedule) else None
    return bounds[0] if bounds is not None and bounds[1] == printed.high else printed.low


def limits_named(option: Option, called: str) -> list[int]:
    """Return which of the limits that share an option a name means, by place; all where none."""
    names = [option_name(each.text) for each in option.limits]
    named = [place for place, each in enumerate(names) if each == option_name(called)]
    return named or list(range(len(names)))


def _price_lists(schedule: Schedule, options: list[Option], game: Game) -> list[Option]:
    """Return options, of those that are one price list the first: players pick its row."""
    kept: list[Option] = []
    seen: set[str] = set()
    for each in options:
        if each.option in seen:
            continue
        kept.append(each)
        term = term_of(schedule, each, game)
        for band in term.bands if term is not None else ():
            if each.option in band:
                seen |= set(band)
    return kept


def _had_it(
    text: str, game: Game, printed: Sequence[Schedule], in_force: Sequence[Schedule]
) -> str:
    """Return which printings that are not in force have an option of that name, if any."""
    valid = {each.key for each in in_force}
    others = [each.key for each in printed if each.key not in valid and fits(each, text, game)]
    if not others:
        return ""
    several = len(others) > 1
    which = f"which {'are' if several else 'is'} not in force"
    return f"; {' and '.join(others)}, {which}, {'have' if several else 'has'} it"


def _may_print(schedule: Schedule, option: str) -> bool:
    announced = {name for term in schedule.terms for name in term.options}
    return not announced or option_name(option) in announced


def _left_out(schedule: Schedule, option: str) -> bool:
    """Tell whether a table lacks an option that its terms name."""
    return any(
        {"numbering_hole", "missing_table"} <= {*each.kinds} and option_name(option) in each.options
        for each in schedule.anomalies
    )
