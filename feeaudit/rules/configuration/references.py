"""A configuration against the book and the law packs: everything it names must exist there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import anomalies_of, find_cardroom, find_game, schedules_of
from feeaudit.core.problem import BookError, Problem, Unknown, nearest
from feeaudit.rules.configuration.model import Config, Waiver
from feeaudit.rules.settled import chosen_schedules

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from feeaudit.book.model import Book, Cardroom, Law, Parameter, Schedule
    from feeaudit.rules.configuration.model import Path, SettledDoubt, Span


def checked(config: Config, book: Book, laws: Iterable[Law] = ()) -> Config:
    """Return a configuration whose cardroom, schedules, games and rules are the book's own.

    A pin is of the cardrooms that print what it names: editions of the result are by cardroom.
    Raises BookError with every problem and its line in the file, or, for what stands in no file,
    Unknown.
    """
    notes = _Notes(config)
    rooms = _rooms(config, book, notes)
    pins: dict[str, str | Sequence[Span]] = {}
    for schedule, stated in config.editions.items():
        _check_pins(config, schedule, rooms, notes)
        for room in _printing(config, schedule, rooms):
            pins[f"{room.cardroom}/{schedule}"] = stated
    waivers = [_with_ids(each, place, rooms, notes) for place, each in enumerate(config.waivers)]
    _check_settled(config, rooms, notes)
    _check_choices(config, rooms, notes)
    _check_law(config, list(laws), notes)
    notes.raise_any()
    cardroom = rooms[0].cardroom if config.cardroom else ""
    return replace(config, cardroom=cardroom, editions=pins, waivers=tuple(waivers))


@dataclass(slots=True)
class _Notes:
    """The problems found so far, each with its place where the configuration has one."""

    config: Config
    placed: list[Problem] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)

    def note(self, message: str, *paths: Path) -> None:
        """Note a problem at the first of these paths that stands in a file."""
        place = next((self.config.places[each] for each in paths if each in self.config.places), ())
        if place:
            self.placed.append(Problem(*place, message))
        else:
            self.loose.append(message)

    def raise_any(self) -> None:
        """Raise what was found."""
        if self.placed:
            raise BookError(self.placed)
        if self.loose:
            raise Unknown("; ".join(self.loose))


def _rooms(config: Config, book: Book, notes: _Notes) -> tuple[Cardroom, ...]:
    """Return the cardrooms that the configuration is for: the one it names, else all."""
    if not config.cardroom:
        return book.cardrooms
    try:
        return (find_cardroom(book, config.cardroom),)
    except Unknown as unknown:
        notes.note(str(unknown), ("cardroom",))
        return book.cardrooms


def _check_pins(config: Config, schedule: str, rooms: tuple[Cardroom, ...], notes: _Notes) -> None:
    printed = [each for room in rooms for each in room.schedules if each.schedule == schedule]
    where = f" of {rooms[0].cardroom}" if config.cardroom else " of the book"
    if not printed:
        known = {each.schedule for room in rooms for each in room.schedules}
        hint = nearest(schedule, sorted(known))
        notes.note(f"{schedule!r} is not a schedule{where}{hint}", ("editions", schedule))
        return
    for number, span in enumerate(config.spans(schedule)):
        for message in _misfits(span, printed):
            notes.note(message, *_span_paths(config, schedule, span, number))
    pinned = {span.edition for span in config.spans(schedule)}
    if pinned <= {each.edition for each in printed} and not any(_printing(config, schedule, rooms)):
        message = f"no cardroom prints all of these editions of {schedule}: name one by 'cardroom'"
        notes.note(message, ("editions", schedule))


def _printing(config: Config, schedule: str, rooms: tuple[Cardroom, ...]) -> Iterator[Cardroom]:
    """Yield the cardrooms that print every edition that a pin of their schedule names."""
    pinned = {span.edition for span in config.spans(schedule)}
    for room in rooms:
        if pinned <= {each.edition for each in room.schedules if each.schedule == schedule}:
            yield room


def _span_paths(config: Config, schedule: str, span: Span, number: int) -> list[Path]:
    """Return where a span may stand: among several, alone, or as a plain edition."""
    stated = config.editions[schedule]
    place = number if isinstance(stated, str) else list(stated).index(span)
    pin: Path = ("editions", schedule)
    return [(*pin, place, "edition"), (*pin, "edition"), pin]


def _misfits(span: Span, printed: list[Schedule]) -> Iterator[str]:
    """Yield why a span is not what the book prints."""
    editions = sorted({each.edition for each in printed})
    mine = [each for each in printed if each.edition == span.edition]
    name = printed[0].schedule
    if not mine:
        has = f"edition {editions[0]} only" if len(editions) == 1 else " and ".join(editions)
        yield f"{span.edition!r} is not an edition of {name}: the book prints {has}"
    for each in mine:
        if span.start and each.effective_from and span.start < each.effective_from:
            yield f"edition {span.edition} of {name} begins on {each.effective_from} by the book"
        if span.end and each.effective_to and span.end > each.effective_to:
            yield f"edition {span.edition} of {name} ends on {each.effective_to} by the book"


def _with_ids(
    stated: str | Waiver, place: int, rooms: tuple[Cardroom, ...], notes: _Notes
) -> Waiver:
    """Return a waiver with its games by id, whatever the file calls them."""
    waiver = Waiver(stated) if isinstance(stated, str) else stated
    games: list[str] = []
    for number, game in enumerate(waiver.games):
        found, hint = _game_ids(game, rooms)
        games += found
        if not found:
            paths: list[Path] = [
                (*head, *tail)
                for head in (("waivers", place, "games"), ("waivers", "games"))
                for tail in ((number,), ())
            ]
            notes.note(hint, *paths)
    return replace(waiver, games=tuple(dict.fromkeys(games)))


def _game_ids(game: str, rooms: tuple[Cardroom, ...]) -> tuple[list[str], str]:
    found, hint = [], f"{game!r} is not a game of the book"
    for room in rooms:
        try:
            found.append(find_game(room, game).game)
        except Unknown as unknown:
            hint = str(unknown) if len(rooms) == 1 else hint
    return found, hint


def _check_settled(config: Config, rooms: tuple[Cardroom, ...], notes: _Notes) -> None:
    """Note doubts and readings that the book does not record, and doubts that are settled twice."""
    known = {each.id: each for room in rooms for each in anomalies_of(room) if each.open}
    for place, each in enumerate(config.settled):
        head: Path = ("settled", place)
        anomaly = known.get(each.anomaly)
        if anomaly is None:
            hint = nearest(each.anomaly, known) or "; feeaudit schedules doubts lists them"
            message = f"{each.anomaly!r} is not an open question on record{hint}"
            notes.note(message, (*head, "anomaly"), ("settled", "anomaly"), head)
            continue
        names = [reading.reading for reading in anomaly.readings]
        if each.reading not in names:
            hint = f"; its readings are {', '.join(names) or 'not listed'}"
            message = f"{each.reading!r} is not a reading of {each.anomaly}{hint}"
            notes.note(message, (*head, "reading"), ("settled", "reading"), head)
        for other in config.settled[:place]:
            if other.anomaly == each.anomaly and _overlap(other, each):
                notes.note(f"{each.anomaly} is settled twice for one day", head)


def _check_choices(config: Config, rooms: tuple[Cardroom, ...], notes: _Notes) -> None:
    """Note doubts that are settled for one schedule while another of the doubt is pinned."""
    for place, each in enumerate(config.settled):
        always = Config(settled=(replace(each, start=None, end=None),))
        for key, schedule in _put_out(always, rooms).items():
            pinned = config.spans(schedule.schedule) or config.spans(key.partition("@")[0])
            if any(span.edition == schedule.edition and _overlap(span, each) for span in pinned):
                message = (
                    f"{each.anomaly} is settled as {each.reading}, which puts {key} out of force,"
                    " and 'editions' pins it"
                )
                notes.note(message, ("settled", place), ("settled",))


def _put_out(config: Config, rooms: tuple[Cardroom, ...]) -> dict[str, Schedule]:
    """Return the schedules, by key, that settled doubts put out of force for some game."""
    found: dict[str, Schedule] = {}
    for room in rooms:
        for game in room.games:
            schedules = schedules_of(room, game)
            out = chosen_schedules(schedules, game, config, None).out
            found |= {each.key: each for each in schedules if each.key in out}
    return found


def _overlap(one: SettledDoubt | Span, other: SettledDoubt | Span) -> bool:
    before = one.end is not None and other.start is not None and one.end < other.start
    after = other.end is not None and one.start is not None and other.end < one.start
    return not before and not after


def _check_law(config: Config, laws: list[Law], notes: _Notes) -> None:
    """Note rules and parameters that no law pack has; without packs nothing can be said."""
    rules = {rule.rule: rule for law in laws for rule in law.rules}
    if not rules:
        return
    for place, name in enumerate(config.as_if):
        if name not in rules:
            # A single rule may stand without a list; what --as-if adds stands in no file.
            alone: list[Path] = [("as_if",)] if place == 0 else []
            notes.note(_no_rule(name, rules), ("as_if", place), *alone)
    for key, value in config.parameters.items():
        name, _, parameter = key.rpartition(".")
        paths: list[Path] = [("parameters", key), ("parameters", name, parameter)]
        if name not in rules:
            notes.note(_no_rule(name, rules), *paths)
            continue
        known = {each.parameter: each for each in rules[name].parameters}
        if parameter not in known:
            hint = nearest(parameter, known) or f"; it has: {', '.join(known) or 'none'}"
            notes.note(f"{parameter!r} is not a parameter of {name}{hint}", *paths)
        elif not _may_be(known[parameter], value):
            notes.note(f"{key} is {value!r}; expected {_expected(known[parameter])}", *paths)


def _no_rule(name: str, rules: Iterable[str]) -> str:
    hint = nearest(name, rules) or "; feeaudit schedules list --law shows them"
    return f"{name!r} is not a rule of the law packs{hint}"


def _may_be(parameter: Parameter, value: str) -> bool:
    if parameter.choices:
        return value in parameter.choices
    return not parameter.value.isdecimal() or (value.isdecimal() and int(value) > 0)


def _expected(parameter: Parameter) -> str:
    if parameter.choices:
        return f"one of {', '.join(parameter.choices)}"
    return "a whole number of 1 or more"
