"""Finding things in the book by the words people use: ids, printed names, approvals."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from feeaudit.core.problem import Unknown, nearest

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from feeaudit.book.model import Anomaly, Book, Cardroom, Game, Option, Rule, Schedule, Term

T = TypeVar("T")


def slug(text: str) -> str:
    """Return a name as an id: ``Texas Hold'em`` and ``TEXAS HOLDEM`` are ``texas-holdem``."""
    plain = re.sub(r"['\u2019\u2122\u00ae]", "", text.lower())
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")


def find_cardroom(book: Book, text: str) -> Cardroom:
    """Return the cardroom of that id or name."""
    names = {
        slug(name): cardroom
        for cardroom in book.cardrooms
        for name in (cardroom.cardroom, cardroom.name, *cardroom.names)
    }
    found = names.get(slug(text))
    if found is None:
        known = ", ".join(cardroom.cardroom for cardroom in book.cardrooms)
        msg = f"{text!r} is not a cardroom of the book{nearest(slug(text), names)}; it has: {known}"
        raise Unknown(msg)
    return found


def find_game(cardroom: Cardroom, text: str) -> Game:
    """Return the game of that id, printed name or approval: ``Texas Hold'em (GEGA-000941)``."""
    wanted = slug(text)
    found = _called(cardroom, wanted)
    paired = re.fullmatch(r"(.+)-(geg[ar]-[0-9]+)", wanted)
    if paired and not found:
        approved = _called(cardroom, paired[2])
        found = [each for each in _called(cardroom, paired[1]) if not approved or each in approved]
    if len(found) == 1:
        return found[0]
    if found:
        several = " or ".join(game.game for game in found)
        msg = f"{text!r} may be {several} at {cardroom.cardroom}; say which"
        raise Unknown(msg)
    known = {slug(name): "" for game in cardroom.games for name in (game.game, *names_of(game))}
    msg = f"{text!r} is not a game of {cardroom.cardroom}{nearest(wanted, known)}"
    raise Unknown(msg)


def _called(cardroom: Cardroom, wanted: str) -> list[Game]:
    """Return the game of an id, or else those that are called so."""
    exact = [game for game in cardroom.games if game.game == wanted]
    return exact or [game for game in cardroom.games if wanted in map(slug, names_of(game))]


def names_of(game: Game) -> tuple[str, ...]:
    """Return everything a game is called: names, spellings, approvals."""
    return (game.name, *game.names, *game.approvals)


def schedules_of(cardroom: Cardroom, game: Game) -> list[Schedule]:
    """Return the schedules that name a game, in printed order."""
    return [schedule for schedule in cardroom.schedules if game.game in schedule.games]


def find_schedule(book: Book, text: str) -> Schedule:
    """Return the schedule cited as ``cardroom/schedule`` or ``cardroom/schedule@2``."""
    keys = {each.key: each for cardroom in book.cardrooms for each in cardroom.schedules}
    keys |= {f"{key}@1": each for key, each in keys.items() if "@" not in key}
    found = keys.get(text)
    if found is None:
        msg = f"{text!r} is not a schedule of the book{nearest(text, keys)}"
        raise Unknown(msg)
    return found


def replaces(later: Schedule, earlier: Schedule) -> bool:
    """Tell whether a schedule says that it stands in the place of one under another id."""
    return not cited_as(earlier).isdisjoint(later.replaces)


def cited_as(schedule: Schedule) -> set[str]:
    """Return how files of its cardroom may name a schedule: ``baccarat``, ``baccarat@1``."""
    return {schedule.schedule, f"{schedule.schedule}@{schedule.edition}"}


def chains(schedules: Iterable[Schedule]) -> list[list[Schedule]]:
    """Return schedules of a game by chains: printings of which one took another's place."""
    found: list[list[Schedule]] = []
    for each in schedules:
        mine = [chain for chain in found if any(_linked(each, one) for one in chain)]
        found = [chain for chain in found if chain not in mine]
        found.append([*(one for chain in mine for one in chain), each])
    return found


def chain_of(schedule: Schedule, schedules: Iterable[Schedule]) -> list[Schedule]:
    """Return the chain of one of the schedules of a game."""
    return next(
        chain for chain in chains(schedules) if any(one.key == schedule.key for one in chain)
    )


def _linked(one: Schedule, other: Schedule) -> bool:
    return one.schedule == other.schedule or replaces(one, other) or replaces(other, one)


def editions_in_force(
    schedules: Iterable[Schedule], pins: Mapping[str, str] | None = None
) -> list[Schedule]:
    """Return the schedules of a game that hold: of each chain the pinned, else the last printed."""
    fixed = pins or {}
    kept: set[str] = set()
    printed = list(schedules)
    for chain in chains(printed):
        pinned = [each for each in chain if fixed.get(each.schedule) == each.edition]
        loose = [each for each in chain if each.schedule not in fixed]
        kept |= {each.key for each in pinned or last_printed(loose)}
    return [each for each in printed if each.key in kept]


def last_printed(schedules: Iterable[Schedule]) -> list[Schedule]:
    """Return the schedules, in printed order, in whose place none of the others stands."""
    printed = list(schedules)
    return [
        each
        for place, each in enumerate(printed)
        if not any(one.schedule == each.schedule for one in printed[place + 1 :])
        and not any(replaces(one, each) for one in printed)
    ]


def option_of(schedule: Schedule, name: str) -> Option | None:
    """Return the option of that name; of one that is printed for several limits, any will do."""
    exact = next((option for option in schedule.options if option.option == name), None)
    if exact is not None:
        return exact
    wanted = option_name(name)
    for option in schedule.options:
        if wanted in map(option_name, option.names):
            return option
    return None


@lru_cache(maxsize=4096)
def schedule_and_option(text: str) -> tuple[str, str]:
    """Return the schedule an option is told with, if any, and the option: ``lowball-drop/5-10``.

    Two figures are a limit, not a schedule and its option: ``$3/$6``, ``blinds 1/3``. Messages say
    ``lucky-lady/lowball-drop option 5-10``.
    """
    said = re.fullmatch(r"(?:[a-z0-9-]+/)?([a-z0-9-]+(?:@[0-9a-z]+)?) option (.+)", text)
    if said and said[1] not in _OPTION_WORDS:
        return said[1], said[2]
    schedule, _, option = text.partition("/")
    named = re.fullmatch(r"[a-z0-9]+(?:-[a-z0-9]+)*(?:@[0-9a-z]+)?", schedule)
    return (schedule, option) if option and named and not schedule.isdigit() else ("", text)


# What stands before the number of an option, on paper and on sheets.
_OPTION_WORDS: Final = ("collection", "schedule", "option", "opt", "number", "no", "nr")


@lru_cache(maxsize=4096)
def option_name(text: str) -> str:
    """Return the one name of an option: ``Option 02`` is 2, ``$300 to $1,000`` is 300-1000.

    A table that goes by its limit is logged as the paper prints it, or as somebody types it:
    ``$.50/$1`` is ``$0.50 - $1.00``.
    """
    plain = " ".join(text.lower().replace("$", " ").split())
    bare = re.sub(rf"^(?:(?:(?:{'|'.join(_OPTION_WORDS)})\b\.?|[#:]) ?)+(?=[0-9])", "", plain)
    bare = re.sub(r"^(?:option|opt\.?|no\.|#) ?|(?<=[0-9])\.$", "", bare)
    whole = re.sub(r"(?<![0-9])\.(?=[0-9])", "0.", bare)
    figures = re.sub(
        r"(?<=[0-9]),(?=[0-9]{3})|(?<=[0-9])\.00?(?![0-9])|(?<=\.[1-9])0(?![0-9])", "", whole
    )
    joined = re.sub(r" ?(?:\bto\b|[-\u2013\u2014/]) ?", "-", figures)
    return re.sub(r"\b0+(?=[0-9])", "", joined)


def terms_of(schedule: Schedule, option: Option) -> list[Term]:
    """Return the terms that cover an option (one for each group of games)."""
    return [term for term in schedule.terms if option.option in term.options]


def term_of(schedule: Schedule, option: Option, game: Game) -> Term | None:
    """Return the terms that cover an option for a game."""
    return next(
        (
            term
            for term in terms_of(schedule, option)
            if game.game in (term.games or schedule.games)
        ),
        None,
    )


def is_for(schedule: Schedule, option: Option, game: Game) -> bool:
    """Tell whether an option is for a game: terms that cover it may be for other games only."""
    return not terms_of(schedule, option) or term_of(schedule, option, game) is not None


class Bound(Protocol):
    """Whatever may be bound to schedules."""

    @property
    def schedules(self) -> tuple[str, ...]: ...


def binds(said: Bound, schedule: Schedule | None) -> bool:
    """Tell whether a statement holds under a schedule; without one, wherever it is not bound."""
    if not said.schedules:
        return True
    return schedule is not None and not cited_as(schedule).isdisjoint(said.schedules)


def rules_of(cardroom: Cardroom, game: Game, schedule: Schedule | None = None) -> Iterator[Rule]:
    """Yield the rules that a game is played under by a schedule: its own, the game's, the house's.

    A schedule may be printed for several games: the rules of the others are not this one's.
    """
    printed = schedule.rules if schedule is not None else ()
    for each in (*printed, *game.rules, *cardroom.rules):
        if concerns(each, game) and binds(each, schedule):
            yield each


def concerns(rule: Rule, game: Game) -> bool:
    """Tell whether a general rule holds for a game."""
    return (not rule.games or game.game in rule.games) and rule.kind in {"", game.kind}


def anomalies_of(cardroom: Cardroom) -> Iterator[Anomaly]:
    """Yield every anomaly recorded for a cardroom, its games and its schedules."""
    yield from cardroom.anomalies
    for game in cardroom.games:
        yield from game.anomalies
    for schedule in cardroom.schedules:
        yield from schedule.anomalies
