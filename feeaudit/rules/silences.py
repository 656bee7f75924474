"""Silences: what stands in the book and could never reach a verdict.

A reading acts through what it states. One that states what another states, or that does without
lines on which nothing is encoded, changes nothing whatever its name; nor does a statement that is
bound to schedules of other games, or a term about fees that none of its options has. Lint reports
each with its place.
"""

from __future__ import annotations

from dataclasses import fields, replace
from itertools import chain
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.book.catalogue import rules_of, schedules_of
from feeaudit.book.views import stretches
from feeaudit.book.vocabulary import COMPONENTS
from feeaudit.core.problem import Problem
from feeaudit.rules.rotation import said_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import Anomaly, Cardroom, Game, Reading, Schedule, Term

_NAMING: Final = {"reading", "note", "no_effect"}
# What a hand that ends before its opening round can change.
_OF_A_POT: Final = {"pot", "ante", "button", "no_flop", "jackpot"}
# What is printed of the other fees does not say when these are taken.
_OF_THEIR_OWN_TIME: Final = {"no_flop", "jackpot"}
_OF_A_PERIOD: Final = {"time", "new_player"}


class _Recorded(NamedTuple):
    """An open anomaly, where it is recorded, and the games and the schedule it is about."""

    file: str
    anomaly: Anomaly
    games: tuple[Game, ...]
    schedule: Schedule | None


def silences(cardroom: Cardroom) -> Iterator[Problem]:
    """Yield everything encoded for a cardroom that no verdict can depend on."""
    for recorded in _open_anomalies(cardroom):
        yield from _silent_readings(recorded)
        yield from _nothing_left_out(cardroom, recorded)
        yield from _stated_anyway(recorded)
    for game in cardroom.games:
        yield from _bound_elsewhere(cardroom, game)
    for schedule in cardroom.schedules:
        for term in schedule.terms:
            yield from (
                Problem(schedule.file, term.row, 1, why) for why in _idle_terms(schedule, term)
            )


def _open_anomalies(cardroom: Cardroom) -> Iterator[_Recorded]:
    folder = cardroom.cardroom
    places = [(f"{folder}/cardroom.yaml", cardroom.anomalies, cardroom.games, None)]
    places += [(f"{folder}/games.yaml", game.anomalies, (game,), None) for game in cardroom.games]
    for file, anomalies, games, schedule in chain(
        places,
        (
            (each.file, each.anomalies, _games_of(cardroom, each), each)
            for each in cardroom.schedules
        ),
    ):
        for each in anomalies:
            concerned = tuple(game for game in games if not each.games or game.game in each.games)
            if each.open and each.readings:
                yield _Recorded(file, each, concerned, schedule)


def _games_of(cardroom: Cardroom, schedule: Schedule) -> tuple[Game, ...]:
    return tuple(game for game in cardroom.games if game.game in schedule.games)


def _silent_readings(recorded: _Recorded) -> Iterator[Problem]:
    """Yield readings that state the same; of those that state nothing one is what the file says."""
    telling = [each for each in recorded.anomaly.readings if not each.no_effect]
    alike: dict[tuple[Any, ...], list[Reading]] = {}
    for each in telling:
        alike.setdefault(_stated(each), []).append(each)
    for same in alike.values():
        names = ", ".join(each.reading for each in same)
        idle = not same[0].acts
        if len(same) > 1 or (idle and len(recorded.anomaly.readings) == 1):
            reading = f"the readings {names} change" if len(same) > 1 else f"{names} changes"
            yield _at(
                recorded,
                f"{reading} {'nothing' if idle else 'the same'}: state what each would change, or"
                " say in 'no_effect' why no log can show it",
            )
        elif idle and names != "as_printed" and not same[0].note:
            yield _at(
                recorded,
                f"nothing uses the reading {names!r}: state what it changes, or in its 'note' what"
                " it takes from the print",
            )


def _stated(reading: Reading) -> tuple[Any, ...]:
    return tuple(
        getattr(reading, each.name) for each in fields(reading) if each.name not in _NAMING
    )


def _nothing_left_out(cardroom: Cardroom, recorded: _Recorded) -> Iterator[Problem]:
    """Yield readings that do without lines on which nothing is encoded for their games."""
    for reading in recorded.anomaly.readings:
        if reading.without and not _encoded_lines(cardroom, recorded) & {*reading.without}:
            lines = stretches(reading.without)
            yield _at(
                recorded,
                f"the reading {reading.reading} does without line {lines}, and nothing that is"
                " encoded for its games stands there",
            )


def _encoded_lines(cardroom: Cardroom, recorded: _Recorded) -> set[int]:
    """Return the lines of every statement that a reading could do without."""
    found: set[int] = set()
    for game in recorded.games:
        printed = [recorded.schedule] if recorded.schedule else schedules_of(cardroom, game)
        under: list[Schedule | None] = [*printed] or [None]
        said: Iterable[Any] = chain(
            game.limits,
            game.settlement,
            game.backline,
            said_of(cardroom, game),
            *(rules_of(cardroom, game, each) for each in under),
            *(term.limits for each in printed for term in each.terms),
        )
        found |= {line for each in said for line in each.lines or game.lines}
    return found


def _stated_anyway(recorded: _Recorded) -> Iterator[Problem]:
    """Yield readings whose limits and statements all stand in the file as they are."""
    for reading in recorded.anomaly.readings:
        mine = [*reading.limits, *reading.settlement, *reading.backline]
        others = replace(reading, limits=(), settlement=(), backline=())
        if not mine or others.acts:
            continue
        if all(any(_is_stated(each, game) for game in recorded.games) for each in mine):
            yield _at(
                recorded,
                f"the reading {reading.reading} states what the file states anyway: it changes"
                " nothing",
            )


def _is_stated(said: Any, game: Game) -> bool:
    printed: Iterable[Any] = (*game.limits, *game.settlement, *game.backline)
    return any(
        type(each) is type(said) and replace(each, lines=said.lines) == said for each in printed
    )


def _bound_elsewhere(cardroom: Cardroom, game: Game) -> Iterator[Problem]:
    """Yield statements of a game that are bound to schedules of other games alone."""
    own = schedules_of(cardroom, game)
    names = {each.schedule for each in own} | {f"{each.schedule}@{each.edition}" for each in own}
    said: Iterable[Any] = chain(
        game.limits, game.rotation, game.settlement, game.rules, game.backline
    )
    for each in said:
        if each.schedules and names.isdisjoint(each.schedules):
            yield Problem(
                f"{cardroom.cardroom}/games.yaml",
                game.row,
                1,
                f"what is encoded of line {stretches(each.lines or game.lines)} is bound to"
                f" {' and '.join(each.schedules)}, and {game.game} is not played under it",
            )


def _idle_terms(schedule: Schedule, term: Term) -> Iterator[str]:
    """Yield why keys of a term are read by nothing: none of its options has what they are about."""
    read = (
        each for anomaly in schedule.anomalies for one in anomaly.readings for each in one.options
    )
    options = [each for each in (*schedule.options, *read) if each.option in term.options]
    if not schedule.options or not options:
        return
    ladders = [ladder for each in options for ladder in each.ladders]
    fees = {each.component for each in ladders}
    for charge in term.charges:
        if charge.component not in fees:
            yield f"nothing uses {charge.component!r}: no option of these terms has such a fee"
    yield from _idle_moments(term, fees)
    if (term.opening_round or term.no_opening_round) and fees.isdisjoint(_OF_A_POT):
        yield "nothing uses the opening round: no fee of these options depends on it"
    if term.period and fees.isdisjoint(_OF_A_PERIOD):
        yield "nothing uses 'period': no option of these terms has a fee for time"
    if term.bands and not any(each.basis == "players" for each in ladders):
        yield "nothing uses 'bands': no option of these terms has a fee by players"


def _idle_moments(term: Term, fees: set[str]) -> Iterator[str]:
    """Yield why the moment of a term is read by nothing, or not for one of its fees.

    Only a charge takes the moment of its terms: a fee that is charged as usual has none.
    """
    if not term.collect:
        return
    charged = {each.component for each in term.charges}
    missed = [each for each in COMPONENTS if each in fees - charged - _OF_THEIR_OWN_TIME]
    if missed or not charged:
        fee = next(iter(missed), "pot")
        yield (
            f"nothing uses 'collect' for the {fee} fee: these terms do not charge it; say under"
            f" {fee!r} how often it is owed ('per')"
        )
    elif all(each.moments != term.collect for each in term.charges):
        yield "nothing uses 'collect': each fee of these terms has a moment of its own"


def _at(recorded: _Recorded, message: str) -> Problem:
    return Problem(recorded.file, recorded.anomaly.row, 1, message)
