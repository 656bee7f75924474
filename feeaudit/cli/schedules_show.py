"""``feeaudit schedules show``: a schedule or a game as people know it, with citations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feeaudit.book.cache import open_book
from feeaudit.book.catalogue import find_cardroom, find_game, schedules_of
from feeaudit.cli.common import book_option, echo_json, format_option
from feeaudit.cli.schedule_text import game_text, schedule_text
from feeaudit.core.problem import Unknown
from feeaudit.report.book_pages.schedule_views import shown_game, shown_schedule

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book, Cardroom, Game, Schedule


@click.command("show")
@click.argument("name")
@click.option("--cardroom", help="Only this cardroom.")
@click.option("--option", help="Only this option of the schedules.")
@book_option
@format_option("text", "json")
def command(name: str, cardroom: str | None, option: str | None, book: Path, format_: str) -> None:
    """Show a game (wagers, rotation and its schedules) or one schedule, as a table with citations.

    NAME is a game by id, printed name or approval; cardroom/game; or a schedule as
    cardroom/schedule, with @2 for its second edition.

    \b
    Examples:
      feeaudit schedules show "Three Card Poker" --cardroom mortimers
      feeaudit schedules show mortimers/omaha-high-low-split@2
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    whole = open_book(book)
    games, schedules = _wanted(whole, name, cardroom)
    printed = {each.option for schedule in schedules for each in schedule.options}
    if option is not None and option not in printed:
        raise Unknown(f"option {option!r} is in none of these schedules")
    places = {each.cardroom: each for each in whole.cardrooms}
    views: dict[str, list[dict[str, Any]]] = {
        "games": [shown_game(game, place) for place, game in games],
        "schedules": [
            _only(shown_schedule(schedule, places[schedule.cardroom]), option)
            for schedule in schedules
        ],
    }
    if format_ == "json":
        echo_json(views)
        return
    texts = [game_text(view) for view in views["games"]]
    texts += [schedule_text(view) for view in views["schedules"]]
    click.echo("\n\n\n".join(texts))


def _wanted(
    book: Book, name: str, cardroom: str | None
) -> tuple[list[tuple[Cardroom, Game]], list[Schedule]]:
    """Return the games and schedules that a name means."""
    place, rest = _placed(book, name)
    only = cardroom or place
    cardrooms = [find_cardroom(book, only)] if only else list(book.cardrooms)
    stem, _, edition = rest.partition("@")
    games: list[tuple[Cardroom, Game]] = []
    failures = []
    for each in cardrooms:
        try:
            games.append((each, find_game(each, stem)))
        except Unknown as unknown:
            failures.append(str(unknown))
    named = [
        schedule
        for each in cardrooms
        for schedule in each.schedules
        if schedule.schedule == stem and edition in {"", schedule.edition}
    ]
    if edition:
        if not named:
            raise Unknown(f"{name!r} is not a schedule of the book")
        return [], named
    for each, game in games:
        named += [schedule for schedule in schedules_of(each, game) if schedule not in named]
    if not games and not named:
        raise Unknown(
            failures[0]
            if len(cardrooms) == 1
            else f"{name!r} is not a game on record; run feeaudit schedules list --games to see"
            " them"
        )
    return games, named


def _placed(book: Book, name: str) -> tuple[str, str]:
    """Return the cardroom that a name begins with, and the rest; Omaha High/Low names none."""
    place, _, rest = name.partition("/")
    try:
        return (find_cardroom(book, place).cardroom, rest) if rest else ("", name)
    except Unknown:
        return "", name


def _only(view: dict[str, Any], option: str | None) -> dict[str, Any]:
    if option is None:
        return view
    return {**view, "options": [each for each in view["options"] if each["option"] == option]}
