"""A draft as the files of a book: schedules, games, the place, each with its marks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.packet.drafted import DraftDoubt
from feeaudit.book.packet.drafted_games import RULES, games_of, kinds_of
from feeaudit.book.packet.drafted_marks import doubt_lines, mark_lines
from feeaudit.book.packet.drafted_terms import terms_of
from feeaudit.book.packet.rule_sentences import rules_in
from feeaudit.book.packet.yaml_text import (
    header_lines,
    option_lines,
    options_text,
    quoted,
    stretches,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from feeaudit.book.model import KnownGame
    from feeaudit.book.packet.charge_sentences import WagerKind
    from feeaudit.book.packet.draft_book import DraftBook, DraftSchedule
    from feeaudit.book.packet.drafted_games import DraftGame

NAME = "the name of the place is not read from the packet"
_DRAFTED = "# Drafted by feeaudit. Every mark is for a person to compare with the document."


def files_of(
    book: DraftBook, cardroom: str, name: str, known: Mapping[str, KnownGame]
) -> dict[str, str]:
    """Return the files of the drafted cardroom by their names within its folder."""
    games = games_of(book, known)
    kinds = {game.game: kinds_of(game, known.get(game.game)) for game in games}
    files = {
        schedule.file: "\n".join(_schedule(book, schedule, kinds, known)) + "\n"
        for schedule in book.schedules
        if any(option.cells for option in schedule.options)
    }
    files["games.yaml"] = "\n".join(_games(games)) + "\n"
    files["cardroom.yaml"] = "\n".join(_cardroom(book, cardroom, name)) + "\n"
    return files


def game_list_additions(book: DraftBook, known: Mapping[str, KnownGame]) -> str:
    """Return entries for the game list: the games that it does not have."""
    rows: list[str] = []
    for game in games_of(book, known):
        if not game.known:
            rows += [f"  {game.game}:", f"    name: {quoted(game.name)}", f"    kind: {game.kind}"]
    return "".join(f"{row}\n" for row in rows)


def _schedule(
    book: DraftBook,
    schedule: DraftSchedule,
    kinds: Mapping[str, Sequence[WagerKind]],
    known: Mapping[str, KnownGame],
) -> Iterator[str]:
    lines = [line for option in schedule.options for line in option.lines]
    lines += [line for table in schedule.tables for line in table.grid.header]
    yield "# yaml-language-server: $schema=../schema/schedule.json"
    yield _DRAFTED
    yield f"schedule: {schedule.name}"
    if schedule.edition > 1:
        yield f"edition: {schedule.edition}"
    title = ", ".join(
        known[game].name if game in known else name for game, name in schedule.title.games
    )
    yield f"title: {quoted(title)}"
    yield f"games: {options_text(schedule.title.ids, numbered=False)}"
    if schedule.title.approvals:
        yield f"approvals: {options_text(schedule.title.approvals, numbered=False)}"
    yield f"document: {book.paper.name}"
    yield f"lines: {min(lines)}-{max(lines)}"
    if not schedule.numbered:
        yield "numbering: limits"
    yield from header_lines(schedule)
    every = {each.kind: each for game in schedule.title.ids for each in kinds.get(game, ())}
    terms = terms_of(schedule, list(every.values()))
    if terms:
        yield "terms:"
    for term in terms:
        yield from term.yaml(schedule.numbered)
        schedule.doubts.extend(term.doubts)
    yield "options:"
    for option in schedule.options:
        if option.cells:
            yield from option_lines(option)
    yield from mark_lines(schedule)


def _games(games: list[DraftGame]) -> Iterator[str]:
    yield "# yaml-language-server: $schema=../schema/games.json"
    yield _DRAFTED
    yield "games:" if games else "games: {}"
    for game in games:
        yield f"  {game.game}:"
        if game.approvals:
            yield f"    approvals: {options_text(game.approvals, numbered=False)}"
        yield f"    lines: {stretches(game.lines)}"
        if game.wagers:
            yield "    wagers:"
        for kind, (line, more) in game.wagers.items():
            yield f"      {kind}: {{{more}lines: {line}}}"
        if game.rotation:
            yield "    rotation:"
        for proposal in game.rotation:
            yield f"      - {proposal.text}"
        if game.rules:
            yield "    rules:"
        for rule in game.rules:
            yield f"      - {rule.text}"
        if game.doubts:
            yield "    marks:"
            yield from doubt_lines(game.doubts, "      ")


def _cardroom(book: DraftBook, cardroom: str, name: str) -> Iterator[str]:
    yield "# yaml-language-server: $schema=../schema/cardroom.json"
    yield _DRAFTED
    yield f"cardroom: {cardroom}"
    yield f"name: {quoted(name or cardroom.replace('-', ' ').title())}"
    yield f"document: {book.paper.name}"
    yield "draft: yes"
    pages = _pages(book)
    if pages:
        yield f"pages: {{{', '.join(f'{page}: {line}' for page, line in pages.items())}}}"
    rules = [rule for rule in rules_in(book.paper.lines) if rule.rule != "covers_only"]
    if rules:
        yield "rules:"
        for rule in rules:
            yield f"  - {rule.text}"
    doubts = list(book.doubts)
    doubts += [DraftDoubt("rule", RULES, rule.lines) for rule in rules]
    doubts += [
        DraftDoubt("header", f"the heading {question.heading!r} is not known", (question.line,))
        for question in book.questions
    ]
    if not name:
        doubts.append(DraftDoubt("place", NAME, (1,)))
    if doubts:
        yield "marks:"
        yield from doubt_lines(doubts)


def _pages(book: DraftBook) -> dict[int, int]:
    pages: dict[int, int] = {}
    for line in book.paper.lines:
        if line.page is not None:
            pages.setdefault(line.page, line.number)
    return pages
