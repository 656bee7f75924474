"""The book: cardrooms, games and schedules to browse and search, editions compared, signs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, render_template, request

from feeaudit.book.catalogue import (
    editions_in_force,
    find_cardroom,
    find_game,
    is_for,
    names_of,
    schedules_of,
    slug,
)
from feeaudit.book.diff import schedule_changes
from feeaudit.core.problem import Unknown
from feeaudit.report.book_pages.printed_tables import (
    WAGER_HEADER,
    fee_table,
    game_sections,
    rotation_sections,
    schedule_sections,
    term_texts,
    wager_rows,
)
from feeaudit.report.book_pages.schedule_views import shown_game, shown_schedule
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.shown_book import the_book

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Cardroom, Game, Schedule

page = Blueprint("book", __name__)
MOST_HITS: Final = 200  # a page that can still be read; who needs more searches for more words


@page.get("/book")
@needs("view")
def show() -> str:
    """Show the cardrooms of the book, or what a search finds in it."""
    book, words = the_book(), request.args.get("q", "").strip()
    hits = _hits(book, words) if words else []
    return render_template(
        "workbench/book.html",
        rooms=book.cardrooms,
        words=words,
        hits=hits[:MOST_HITS],
        left=max(0, len(hits) - MOST_HITS),
        cells={room.cardroom: _cells(room) for room in book.cardrooms},
    )


@page.get("/book/<room>")
@needs("view")
def room(room: str) -> str:
    """Show the games and schedules of a cardroom."""
    found = find_cardroom(the_book(), room)
    schedules = {game.game: schedules_of(found, game) for game in found.games}
    return render_template("workbench/book_room.html", room=found, schedules=schedules)


@page.get("/book/<room>/game/<game>")
@needs("view")
def game(room: str, game: str) -> str:
    """Show a game: its wagers, the player-dealer position, its schedules and options."""
    place = find_cardroom(the_book(), room)
    found = find_game(place, game)
    view = shown_game(found, place)
    sections = [*rotation_sections(view), *game_sections(view)]
    return render_template(
        "workbench/book_game.html",
        room=place,
        game=found,
        view=view,
        header=WAGER_HEADER,
        wagers=wager_rows(view.get("wagers", [])),
        sections=[each for each in sections if each.title != "Fee schedules"],
        schedules=schedules_of(place, found),
        options=_options(place, found),
    )


@page.get("/book/<room>/schedule/<name>/<edition>")
@needs("view")
def schedule(room: str, name: str, edition: str) -> str:
    """Show a schedule: its fees as printed, how they are collected, and its anomalies."""
    place = find_cardroom(the_book(), room)
    found = _schedule(place, name, edition)
    view = shown_schedule(found, place)
    return render_template(
        "workbench/book_schedule.html",
        room=place,
        schedule=found,
        view=view,
        fees=fee_table(view["options"]) if view.get("options") else None,
        terms=term_texts(view),
        sections=list(schedule_sections(view)),
        editions=[each for each in place.schedules if each.schedule == name],
        games=[each for each in place.games if each.game in found.games],
    )


@page.get("/book/<room>/compare")
@needs("view")
def compare(room: str) -> str:
    """Compare two schedules of a cardroom in the language of fees."""
    place = find_cardroom(the_book(), room)
    sides = [request.args.get(side, "") for side in ("old", "new")]
    chosen = [_named(place, text) for text in sides if text]
    changes = schedule_changes(*chosen) if len(chosen) == len(sides) else None
    if not chosen:
        sides = _two_editions(place)
    return render_template(
        "workbench/book_compare.html", room=place, old=sides[0], new=sides[1], changes=changes
    )


def _two_editions(place: Cardroom) -> list[str]:
    """Return two editions of one schedule, which people most likely compare; blank without."""
    editions: dict[str, list[str]] = {}
    for each in place.schedules:
        editions.setdefault(each.schedule, []).append(f"{each.schedule}@{each.edition}")
    return next((each[:2] for each in editions.values() if len(each) > 1), ["", ""])


@page.get("/book/<room>/game/<game>/sign")
@needs("view")
def sign(room: str, game: str) -> Response:
    """Answer with the fee notice of an option, ready to print."""
    from feeaudit.report.sign.choice import choice  # noqa: PLC0415 - the typesetter is heavy
    from feeaudit.report.sign.content import sign_of  # noqa: PLC0415
    from feeaudit.report.sign.pages import as_pdf  # noqa: PLC0415

    place = find_cardroom(the_book(), room)
    played = find_game(place, game)
    option, named = (request.args.get(key, "") for key in ("option", "schedule"))
    found = choice(place, played, option, named)
    paper = as_pdf(sign_of(place, played, found.schedule, found.option, chosen=found.chosen))
    name = f"{place.cardroom}-{played.game}-{slug(option)}.pdf"
    answer = Response(paper, mimetype="application/pdf")
    answer.headers["Content-Disposition"] = f'inline; filename="{name}"'
    return answer


def _hits(book: Book, words: str) -> list[dict[str, Any]]:
    """Return the games and schedules that have every word in a name, approval or document."""
    wanted = [slug(word) for word in words.split() if slug(word)]
    found: list[dict[str, Any]] = []
    for place in book.cardrooms:
        for each in place.games:
            text = " ".join(map(slug, (each.game, *names_of(each), place.name)))
            if wanted and all(word in text for word in wanted):
                found.append({"room": place, "game": each, "schedule": None})
        for printed in place.schedules:
            names = (printed.schedule, printed.title, *printed.approvals, place.name)
            if wanted and all(word in " ".join(map(slug, names)) for word in wanted):
                found.append({"room": place, "game": None, "schedule": printed})
    return found


def _cells(place: Cardroom) -> int:
    options = (option for schedule in place.schedules for option in schedule.options)
    return sum(len(ladder.tiers) for option in options for ladder in option.ladders)


def _options(place: Cardroom, game: Game) -> list[tuple[Schedule, list[str]]]:
    """Return the options of a game by the schedules in force, for the calculator and the signs."""
    return [
        (each, [option.option for option in each.options if is_for(each, option, game)])
        for each in editions_in_force(schedules_of(place, game))
    ]


def _schedule(place: Cardroom, name: str, edition: str) -> Schedule:
    for each in place.schedules:
        if (each.schedule, each.edition) == (name, edition):
            return each
    raise Unknown(f"{name}, edition {edition}, is not a schedule of {place.name}")


def _named(place: Cardroom, text: str) -> Schedule:
    name, _, edition = text.partition("@")
    return _schedule(place, name, edition or "1")
