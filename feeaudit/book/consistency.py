"""Whether the files of a cardroom agree with each other, word by word."""

from __future__ import annotations

from collections import Counter
from itertools import chain
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import replaces, terms_of
from feeaudit.core.problem import Problem, nearest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import (
        Anomaly,
        Backline,
        Cardroom,
        Game,
        LimitRule,
        Rotation,
        Rule,
        Schedule,
        Settlement,
        Term,
    )

_TABLE = "table"
_STATED = {"player", "bonus"}


def inconsistencies(cardroom: Cardroom, folder: str) -> Iterator[Problem]:
    """Yield every place where one file names what another does not have."""
    if cardroom.cardroom != folder:
        message = f"the folder is {folder!r}, the cardroom says {cardroom.cardroom!r}"
        yield Problem(f"{folder}/cardroom.yaml", 1, 1, message)
    games = {game.game: game for game in cardroom.games}
    for game in cardroom.games:
        for rule in game.limits:
            yield from _limit_wagers(rule, [game], f"{folder}/games.yaml", game.row)
        for settlement in game.settlement:
            yield from _settled_wagers(settlement, [game], f"{folder}/games.yaml", game.row)
        for anomaly in game.anomalies:
            yield from _reading_wagers(anomaly, [game], f"{folder}/games.yaml", game.row)
    yield from _documents(cardroom, folder)
    yield from _general(cardroom, games, folder)
    for schedule in cardroom.schedules:
        yield from _schedule(schedule, games)
    yield from _claims(cardroom)
    yield from _replacements(cardroom)
    yield from _bindings(cardroom, folder)


def _documents(cardroom: Cardroom, folder: str) -> Iterator[Problem]:
    """Yield facts about documents that nothing cites, and dates of approvals that nothing names."""
    cited = {cardroom.document, *(each.document for each in cardroom.schedules)}
    approvals = {approval for each in cardroom.schedules for approval in each.approvals}
    approvals |= {approval for each in cardroom.games for approval in each.approvals}
    seen: set[str] = set()
    for document in cardroom.documents:
        message = ""
        if document.document not in cited:
            message = "no schedule of this cardroom cites it"
        elif document.document in seen:
            message = "it is listed twice"
        seen.add(document.document)
        unnamed = [each.approval for each in document.dated if each.approval not in approvals]
        if unnamed:
            message = f"no schedule or game of this cardroom names {unnamed[0]}"
        if message:
            text = f"documents: {document.document}: {message}"
            yield Problem(f"{folder}/cardroom.yaml", 1, 1, text)


def _bindings(cardroom: Cardroom, folder: str) -> Iterator[Problem]:
    """Yield schedules that a statement or a reading names and that the place does not have."""
    known = {each.schedule for each in cardroom.schedules}
    known |= {f"{each.schedule}@{each.edition}" for each in cardroom.schedules}
    for file, row, names in _named_schedules(cardroom, folder):
        for name in names:
            if name not in known:
                message = f"{name!r} is not a schedule of this cardroom{nearest(name, known)}"
                yield Problem(file, row, 1, message)


def _named_schedules(cardroom: Cardroom, folder: str) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    for game in cardroom.games:
        said: tuple[LimitRule | Rotation | Settlement | Rule | Backline, ...] = (
            *game.limits,
            *game.rotation,
            *game.settlement,
            *game.rules,
            *game.backline,
        )
        for each in said:
            yield f"{folder}/games.yaml", game.row, each.schedules
        for anomaly in game.anomalies:
            yield from _rivals(f"{folder}/games.yaml", anomaly)
    for schedule in cardroom.schedules:
        yield schedule.file, schedule.row, schedule.replaces
        for anomaly in schedule.anomalies:
            yield from _rivals(schedule.file, anomaly)


def _rivals(file: str, anomaly: Anomaly) -> Iterator[tuple[str, int, tuple[str, ...]]]:
    names = tuple(name for reading in anomaly.readings for name in reading.instead)
    yield file, anomaly.row, names


def _general(cardroom: Cardroom, games: dict[str, Game], folder: str) -> Iterator[Problem]:
    """Yield games that a general rule of the place names and that it does not have."""
    general: tuple[Rule | Rotation, ...] = (*cardroom.rules, *cardroom.rotation)
    for rule in general:
        for name in rule.games:
            if name not in games:
                message = (
                    f"game {name!r} of the rule on line {rule.lines[0]} of the document is not in"
                    f" games.yaml{nearest(name, games)}"
                )
                yield Problem(f"{folder}/cardroom.yaml", 1, 1, message)


def _schedule(schedule: Schedule, games: dict[str, Game]) -> Iterator[Problem]:
    for name in schedule.games:
        if name not in games:
            yield _at(
                schedule, schedule.row, f"game {name!r} is not in games.yaml{nearest(name, games)}"
            )
    known = {option.option for option in schedule.options}
    for names, _ in schedule.headers:
        yield from _no_options(schedule, schedule.row, names, known)
    for term in schedule.terms:
        yield from _term(schedule, term, games, known)
    yield from _term_overlaps(schedule)
    yield from _uncharged(schedule)
    for anomaly in schedule.anomalies:
        yield from _anomaly(schedule, anomaly, known)
        concerned = [games[name] for name in anomaly.games or schedule.games if name in games]
        yield from _reading_wagers(anomaly, concerned, schedule.file, anomaly.row)


def _term(
    schedule: Schedule, term: Term, games: dict[str, Game], known: set[str]
) -> Iterator[Problem]:
    for name in term.games:
        if name not in schedule.games:
            yield _at(
                schedule,
                term.row,
                f"{name!r} is not a game of this schedule{nearest(name, schedule.games)}",
            )
    if schedule.printed and not known.intersection(term.options):
        yield _at(schedule, term.row, "these terms cover no option of this schedule")
    yield from _no_options(schedule, term.row, term.options, known)
    for band in term.bands:
        for option in band:
            if option not in known:
                yield _at(schedule, term.row, f"band option {option!r} is not in this schedule")
    concerned = [games[name] for name in term.games or schedule.games if name in games]
    for charge in term.charges:
        yield from _wagers(charge.wagers, concerned, schedule.file, term.row)
    yield from _wagers(term.free, concerned, schedule.file, term.row)
    for rule in term.limits:
        yield from _limit_wagers(rule, concerned, schedule.file, term.row)


def _no_options(
    schedule: Schedule, row: int, names: tuple[str, ...], known: set[str]
) -> Iterator[Problem]:
    """Yield names that are no options; a number may be one that the print left out."""
    for name in names:
        if schedule.printed and name not in known and not name.isdecimal():
            yield _at(schedule, row, f"option {name!r} is not in this schedule")


def _reading_wagers(anomaly: Anomaly, games: list[Game], file: str, row: int) -> Iterator[Problem]:
    for reading in anomaly.readings:
        for charge in reading.charges:
            yield from _wagers(charge.wagers, games, file, row)
        for rule in reading.limits:
            yield from _limit_wagers(rule, games, file, row)
        for settlement in reading.settlement:
            yield from _settled_wagers(settlement, games, file, row)
        for backline in reading.backline:
            yield from _wagers(backline.wagers, games, file, row)


def _settled_wagers(said: Settlement, games: list[Game], file: str, row: int) -> Iterator[Problem]:
    kinds = (*said.order, *chain.from_iterable(said.rounds))
    yield from _wagers(kinds, games, file, row)


def _wagers(kinds: tuple[str, ...], games: list[Game], file: str, row: int) -> Iterator[Problem]:
    """Each kind must be declared by at least one of the games that the statement is about."""
    if not games:
        return
    declared = {wager.wager for game in games for wager in game.wagers}
    for kind in kinds:
        if kind not in declared:
            names = " or ".join(game.game for game in games)
            yield Problem(
                file, row, 1, f"{kind!r} is not a wager of {names}{nearest(kind, declared)}"
            )


def _limit_wagers(rule: LimitRule, games: list[Game], file: str, row: int) -> Iterator[Problem]:
    multiples = (*rule.equals, rule.at_least, rule.at_most, rule.many_per)
    related = [each.wagers for each in multiples if each]
    kinds = [*rule.wagers, *chain.from_iterable((*related, *rule.needs))]
    kinds += [kind for kind in (rule.one_per, rule.never_with) if kind]
    kinds += [kind for kind, _ in rule.where]
    yield from _wagers(tuple(kind for kind in kinds if kind != _TABLE), games, file, row)


def _term_overlaps(schedule: Schedule) -> Iterator[Problem]:
    seen: dict[tuple[str, str], int] = {}
    for term in schedule.terms:
        for option in term.options:
            for game in term.games or schedule.games:
                first = seen.setdefault((option, game), term.row)
                if first != term.row:
                    message = (
                        f"option {option} ({game}) is already covered by the terms of line {first}"
                    )
                    yield _at(schedule, term.row, message)
                    return


def _uncharged(schedule: Schedule) -> Iterator[Problem]:
    """Yield fees on wagers whose terms do not say on which wagers."""
    for option in schedule.options:
        charges = [charge for term in terms_of(schedule, option) for charge in term.charges]
        if not charges:
            continue
        for ladder in option.ladders:
            stated = [charge for charge in charges if charge.component == ladder.component]
            by_wagers = ladder.basis not in {"flat", "players"}
            by_wagers |= any(charge.per in {"wager", "seat"} for charge in stated)
            by_wagers |= ladder.component in _STATED and not stated
            if by_wagers and not any(charge.wagers for charge in stated):
                message = (
                    f"option {option.option} has a {ladder.component} fee, and its terms do not say"
                    " on which wagers ('wagers')"
                )
                yield _at(schedule, option.row, message)


def _anomaly(schedule: Schedule, anomaly: Anomaly, known: set[str]) -> Iterator[Problem]:
    missing_may_be_named = "numbering_hole" in anomaly.kinds or not schedule.printed
    named = set() if missing_may_be_named else set(anomaly.options)
    named.update(option.option for reading in anomaly.readings for option in reading.options)
    limits = {name for option in schedule.options for name in option.names}
    named.update(each for reading in anomaly.readings for each in {*reading.unpriced} - limits)
    for game in anomaly.games:
        if game not in schedule.games:
            yield _at(schedule, anomaly.row, f"{game!r} is not a game of this schedule")
    for option in sorted(named - known):
        yield _at(schedule, anomaly.row, f"option {option!r} is not in this schedule")
    components = {ladder.component for option in schedule.options for ladder in option.ladders}
    for reading in anomaly.readings:
        for charge in reading.charges:
            if charge.component not in components:
                yield _at(schedule, anomaly.row, f"no option has a {charge.component} fee")


def _claims(cardroom: Cardroom) -> Iterator[Problem]:
    """Yield schedules that claim the same game, option and edition without a word about it."""
    keys = Counter((each.schedule, each.edition) for each in cardroom.schedules)
    for schedule in cardroom.schedules:
        if keys[schedule.schedule, schedule.edition] > 1:
            message = f"schedule {schedule.schedule} edition {schedule.edition} is given twice"
            yield _at(schedule, schedule.row, message)
    owners: dict[tuple[str, str, str], Schedule] = {}
    for schedule in cardroom.schedules:
        if any("two_schedules" in anomaly.kinds for anomaly in schedule.anomalies):
            continue
        for game in schedule.games:
            for option in schedule.options:
                owner = owners.setdefault((game, option.option, schedule.edition), schedule)
                if owner.schedule != schedule.schedule:
                    message = (
                        f"option {option.option} of {game} is also claimed by {owner.file};"
                        " give it another edition or record a two_schedules anomaly"
                    )
                    yield _at(schedule, schedule.row, message)
                    return


def _replacements(cardroom: Cardroom) -> Iterator[Problem]:
    """Yield schedules that cannot stand in the place of those they name."""
    for place, schedule in enumerate(cardroom.schedules):
        for other_place, other in enumerate(cardroom.schedules):
            if not replaces(schedule, other):
                continue
            if set(schedule.games).isdisjoint(other.games):
                message = f"it shares no game with {other.schedule}, which it replaces"
                yield _at(schedule, schedule.row, message)
            elif other_place >= place:
                message = f"it replaces {other.schedule}, which is printed after it"
                yield _at(schedule, schedule.row, message)


def _at(schedule: Schedule, row: int, message: str) -> Problem:
    return Problem(schedule.file, row, 1, message)
