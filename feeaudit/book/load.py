"""Reading the book: all files of all cardrooms in one pass, every problem reported together."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import lru_cache
from itertools import chain, count
from typing import TYPE_CHECKING, Any, TypeVar

import yaml

from feeaudit.book.consistency import inconsistencies
from feeaudit.book.folders import GAME_LIST, cardroom_names
from feeaudit.book.grammar import CARDROOM, GAMES, KNOWN_GAMES, LAW, SCHEDULE, RawGame
from feeaudit.book.model import Anomaly, Book, Cardroom, Game, KnownGame, Law, Schedule
from feeaudit.core.memory import nothing_collected
from feeaudit.core.problem import BookError, Problem, nearest
from feeaudit.core.shape import Misread, Record, Source

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

T = TypeVar("T")

_BESIDE = {"cardroom.yaml", GAME_LIST}
_DEEPEST = 100
_BRACKETS = re.compile(r"[\[\]{}]")
_DEEP_INDENT = re.compile(rf"^[ \t?:-]{{{_DEEPEST + 1},}}", re.MULTILINE)
_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# Every scalar is taken for the text it is, without working out what else it looks like.
_TEXTS: Any = type("Texts", (_LOADER,), {"resolve": lambda *_node: ""})


def read_book(root: Path, only: Iterable[str] | None = None) -> Book:
    """Read the cardrooms' files; raise BookError with every problem of every file."""
    names = cardroom_names(root) if only is None else list(only)
    problems: list[Problem] = []
    with nothing_collected():
        known = _read_game_list(root, problems)
        cardrooms = [_read_cardroom(root, name, known, problems) for name in names]
    if problems:
        raise BookError(problems)
    return Book(tuple(cardroom for cardroom in cardrooms if cardroom is not None))


def read_game_list(root: Path) -> dict[str, KnownGame]:
    """Read the game list of a book; raise BookError with its problems."""
    problems: list[Problem] = []
    known = _read_game_list(root, problems)
    if problems:
        raise BookError(problems)
    return known


def read_laws(root: Path) -> tuple[Law, ...]:
    """Read the law packs; raise BookError with every problem of every file."""
    problems: list[Problem] = []
    files = sorted((root / "law").glob("*.yaml"))
    laws = [read_file(path, LAW, f"law/{path.name}", problems) for path in files]
    if problems:
        raise BookError(problems)
    return tuple(law for law in laws if law is not None)


def read_schedule(path: Path) -> Schedule:
    """Read one schedule file by itself; raise BookError with its problems."""
    problems: list[Problem] = []
    schedule = read_file(path, SCHEDULE, path.name, problems)
    if schedule is None:
        raise BookError(problems)
    return schedule


def read_file(path: Path, shape: Record[T], name: str, problems: list[Problem]) -> T | None:
    """Read one YAML file by its shape, or note why it cannot be read."""
    try:
        text = path.read_bytes().decode("utf-8")
    except (UnicodeDecodeError, OSError) as error:
        problems.append(Problem(name, 1, 1, f"cannot be read: {error}"))
        return None
    found: T | None
    found, wrong = _read_text(text, shape, name)
    problems += wrong
    return found


# Two editions of a book differ in a few files, and so does a draft from one look to the next; the
# shipped book has about half as many.
@lru_cache(maxsize=256)
def _read_text(text: str, shape: Record[Any], name: str) -> tuple[Any, tuple[Problem, ...]]:
    """Return what the text of a file says by its shape, None for nothing, and its problems.

    The same text is read once in a process.
    """
    if _too_deep(text):
        return None, (Problem(name, 1, 1, "nested too deeply to be a schedule"),)
    try:
        node = yaml.compose(text, Loader=_TEXTS)
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        return None, (Problem(name, line, column, f"not YAML: {error.problem}"),)
    except yaml.YAMLError as error:
        return None, (Problem(name, 1, 1, f"cannot be read: {error}"),)
    if node is None:
        return None, (Problem(name, 1, 1, "the file is empty"),)
    problems: list[Problem] = []
    try:
        return shape.read(node, Source(name, problems)), tuple(problems)
    except Misread:
        return None, tuple(problems)


def _too_deep(text: str) -> bool:
    """Tell whether a text nests beyond anything we write; the parser would not survive it."""
    depth = 0
    for bracket in _BRACKETS.findall(text):
        depth = depth + 1 if bracket in "[{" else max(depth - 1, 0)
        if depth > _DEEPEST:
            return True
    return _DEEP_INDENT.search(text) is not None


def _read_game_list(root: Path, problems: list[Problem]) -> dict[str, KnownGame]:
    pairs = read_file(root / GAME_LIST, KNOWN_GAMES, GAME_LIST, problems)
    return {game: replace(known, game=game) for game, known in pairs or ()}


def _read_cardroom(
    root: Path, name: str, known: dict[str, KnownGame], problems: list[Problem]
) -> Cardroom | None:
    folder = root / name
    found = len(problems)
    stated = read_file(folder / "cardroom.yaml", CARDROOM, f"{name}/cardroom.yaml", problems)
    raw_games = read_file(folder / GAME_LIST, GAMES, f"{name}/{GAME_LIST}", problems)
    schedules: list[Schedule] = []
    for path in sorted(folder.glob("*.yaml")):
        if path.name not in _BESIDE:
            schedule = read_file(path, SCHEDULE, f"{name}/{path.name}", problems)
            if schedule is not None:
                schedules.append(replace(schedule, cardroom=name))
    games = _games(f"{name}/{GAME_LIST}", raw_games or (), known, problems)
    if stated is None or len(problems) > found:
        return None
    facts = dict(stated)
    anomalies = tuple(raw.made(numbered=True, printed={}) for raw in facts.pop("anomalies", ()))
    marks = tuple(raw.made(numbered=True, known=()) for raw in facts.pop("marks", ()))
    pages = tuple((int(page), first) for page, first in facts.pop("pages", ()))
    cardroom = Cardroom(
        **{"names": (), **facts},
        games=games,
        schedules=_in_order(schedules, facts["document"]),
        anomalies=anomalies,
        marks=marks,
        pages=pages,
    )
    cardroom = _with_anomaly_ids(cardroom)
    problems.extend(inconsistencies(cardroom, name))
    return cardroom


def _with_anomaly_ids(cardroom: Cardroom) -> Cardroom:
    """Return a cardroom whose anomalies have ids: whose it is and its first line."""
    taken: set[str] = set()

    def named(owner: str, anomalies: tuple[Anomaly, ...]) -> tuple[Anomaly, ...]:
        found = []
        for each in anomalies:
            plain = f"{owner}:{each.lines[0]}"
            others = (f"{plain}-{more}" for more in chain(each.kinds, count(2)))
            name = next(name for name in chain((plain,), others) if name not in taken)
            taken.add(name)
            found.append(replace(each, id=name))
        return tuple(found)

    place = cardroom.cardroom
    return replace(
        cardroom,
        anomalies=named(place, cardroom.anomalies),
        games=tuple(
            replace(game, anomalies=named(f"{place}/{game.game}", game.anomalies))
            for game in cardroom.games
        ),
        schedules=tuple(
            replace(each, anomalies=named(each.key, each.anomalies)) for each in cardroom.schedules
        ),
    )


def _in_order(schedules: list[Schedule], document: str) -> tuple[Schedule, ...]:
    """Return schedules as they were printed: the cardroom's own document came before any other."""

    def place(schedule: Schedule) -> tuple[bool, str, int, str, str]:
        later = schedule.document != document
        return later, schedule.document, schedule.lines[0], schedule.schedule, schedule.edition

    return tuple(sorted(schedules, key=place))


def _games(
    file: str,
    raw_games: tuple[tuple[str, RawGame], ...],
    known: dict[str, KnownGame],
    problems: list[Problem],
) -> tuple[Game, ...]:
    games: list[Game] = []
    for name, raw in raw_games:
        entry = known.get(name)
        if entry is None:
            hint = nearest(name, known)
            message = f"{name!r} is not in the game list {GAME_LIST}{hint}"
            problems.append(Problem(file, raw.row, raw.column, message))
            continue
        games.append(_game(file, raw, entry, problems))
    return tuple(games)


def _game(file: str, raw: RawGame, entry: KnownGame, problems: list[Problem]) -> Game:
    values = dict(raw.values)
    vocabulary = {wager.wager: wager for wager in entry.wagers}
    raw_wagers = values.pop("wagers", ())
    wagers = []
    rules = []
    backline = list(values.pop("backline", ()))
    for kind, raw_wager in raw_wagers:
        wager = raw_wager.made(kind, vocabulary.get(kind))
        if wager is None:
            hint = nearest(kind, vocabulary)
            message = (
                f"wager {kind!r} of {entry.game} has no role and moment, here or in the game"
                f" list{hint}"
            )
            problems.append(Problem(file, raw.row, raw.column, message))
            continue
        wagers.append(wager)
        rule = raw_wager.rule(kind)
        if rule is not None:
            rules.append(rule)
        behind = raw_wager.backline(kind)
        if behind is not None:
            backline.append(behind)
    names = (entry.name, *entry.names, *values.pop("names", ()))
    name = values.pop("name", entry.name)
    anomalies = tuple(each.made(numbered=True, printed={}) for each in values.pop("anomalies", ()))
    marks = tuple(raw.made(numbered=True, known=()) for raw in values.pop("marks", ()))
    return Game(
        game=entry.game,
        name=name,
        kind=entry.kind,
        names=tuple(dict.fromkeys((name, *names))),
        approvals=values.pop("approvals", ()),
        row=raw.row,
        wagers=tuple(wagers),
        limits=(*rules, *values.pop("limits", ())),
        backline=tuple(backline),
        anomalies=anomalies,
        marks=marks,
        **values,
    )
