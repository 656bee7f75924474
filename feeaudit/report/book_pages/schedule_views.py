"""Schedules and games as the commands show them: as printed, and how each fee is charged.

What is printed comes from the book; how it is charged comes from the levies of ``rules``, by which
an audit charges too, readings of anomalies included.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.book.catalogue import is_for, schedules_of, term_of
from feeaudit.book.views import game_view, option_names, schedule_view, with_pages
from feeaudit.report.sign.wording import PAYER_TITLES, how_charged
from feeaudit.rules.readings import option_readings

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Cardroom, Charge, Game, Option, Schedule, Term
    from feeaudit.rules.levies import Levy
    from feeaudit.rules.readings import OptionReading

View = dict[str, Any]
AS_PRINTED: Final = "as printed"
_Facts = tuple[tuple[str, Any], ...]


def shown_schedule(schedule: Schedule, cardroom: Cardroom) -> View:
    """Return everything a schedule says, each term with how its fees are charged."""
    view = with_pages(schedule_view(schedule), cardroom)
    games = [game for game in cardroom.games if game.game in schedule.games]
    terms = [
        term_view | {"levies": _levies(schedule, term, games)}
        for term, term_view in zip(schedule.terms, view.get("terms", ()), strict=True)
    ]
    return view | {"terms": terms} if terms else view


def shown_game(game: Game, cardroom: Cardroom) -> View:
    """Return a game as its document describes it, each wager with the fees that look at it."""
    view = game_view(game, cardroom)
    schedules = schedules_of(cardroom, game)
    for wager in view.get("wagers", ()):
        wager["counted"] = [
            said for schedule in schedules for said in _counted(wager["wager"], schedule, game)
        ]
    return view


def _priced(schedule: Schedule, game: Game) -> Iterator[tuple[Option, list[OptionReading]]]:
    """Yield the options of a schedule that are for a game, with their readings."""
    for option in schedule.options:
        if is_for(schedule, option, game):
            term = term_of(schedule, option, game)
            yield option, list(option_readings(schedule, option, term, game))


def _levies(schedule: Schedule, term: Term, games: list[Game]) -> list[View]:
    """Return how the fees of a term are charged; of a table that is lost, what is announced.

    ``options``, ``games`` and ``reading`` are those it holds for, where it does not for all.
    """
    found: dict[tuple[str, _Facts], tuple[dict[str, None], dict[str, None]]] = {}
    own = [game for game in games if game.game in (term.games or schedule.games)]
    for game in own:
        for option, readings in _priced(schedule, game):
            if term_of(schedule, option, game) is term:
                for key in _ways(readings, term):
                    options, played = found.setdefault(key, ({}, {}))
                    options[option.option] = played[game.game] = None
    if not schedule.options:
        found = {("", _facts(charge, term)): ({}, {}) for charge in term.charges}
    printed = {each.option for each in schedule.options} & set(term.options)
    return [
        dict(facts)
        | ({"options": option_names(options)} if set(options) < printed else {})
        | ({"games": list(played)} if played and len(played) < len(own) else {})
        | ({"reading": reading} if reading else {})
        for (reading, facts), (options, played) in found.items()
    ]


def _ways(readings: list[OptionReading], term: Term) -> Iterator[tuple[str, _Facts]]:
    """Yield how an option's fees are charged, each with its readings where not all agree."""
    labels: dict[_Facts, dict[str, None]] = {}
    for reading in readings:
        for levy in reading.levies:
            labels.setdefault(_facts(levy, term), {})[reading.label or AS_PRINTED] = None
    for facts, under in labels.items():
        yield " or ".join(under) if len(under) < len(readings) else "", facts


def _facts(levy: Levy | Charge, term: Term) -> _Facts:
    """Return what a levy says, for programs and as a sentence."""
    sentences = list(how_charged(levy, term.period))
    first = f"{PAYER_TITLES[levy.payer]} {sentences[0][0].lower()}{sentences[0][1:]}"
    facts = {
        "component": levy.component,
        "payer": levy.payer,
        "per": levy.per,
        "wagers": levy.wagers,
        "collect": levy.moments,
        "count": levy.count,
        "shortfall": levy.shortfall,
        "says": " ".join([first, *sentences[1:]]),
    }
    return tuple((name, value) for name, value in facts.items() if value)


def _counted(wager: str, schedule: Schedule, game: Game) -> Iterator[str]:
    """Yield which fees look at a wager, and under which options of a schedule."""
    looking: dict[str, dict[str, None]] = {}
    for option, readings in _priced(schedule, game):
        levies = [levy for reading in readings for levy in reading.levies if levy.by_wagers]
        names = ", ".join(dict.fromkeys(each.component for each in levies if each.counts(wager)))
        looking.setdefault(names, {})[option.option] = None
    for names, options in looking.items():
        if names:
            yield f"{names}: {schedule.key} options {option_names(options)}"
    if not schedule.options:
        charges = [charge for term in schedule.terms for charge in term.charges]
        names = ", ".join(dict.fromkeys(each.component for each in charges if wager in each.wagers))
        if names:
            yield f"{names}: {schedule.key}, whose table is not printed"
