"""Pages: the report's own templates and style, and the words that all of them share."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from flask import g, request, url_for
from jinja2 import FileSystemLoader, StrictUndefined

from feeaudit import __version__
from feeaudit.book.vocabulary import MOMENTS
from feeaudit.core.dates import long_date, short_date
from feeaudit.core.money import dollars
from feeaudit.core.problem import BookError, Unknown
from feeaudit.register.database import opened
from feeaudit.register.store_voice import store_voice
from feeaudit.report.book_pages.rule_words import lines_words
from feeaudit.report.characters import shown
from feeaudit.report.html.timeline import legend_mark
from feeaudit.report.phrases import clipped, counted, joined
from feeaudit.report.voice import Voice
from feeaudit.resources import folder
from feeaudit.workbench.defence.form_tokens import form_token
from feeaudit.workbench.page_menu import menu
from feeaudit.workbench.shown_book import the_book
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    from flask import Flask

STYLES: Final = (
    "report/style.css",
    "report/charts.css",
    "report/print.css",
    "store/front.css",
    "workbench/workbench.css",
)
SCRIPTS: Final = ("workbench/workbench.js",)


def furnish(app: Flask) -> None:
    """Give an application its templates, filters, and what every page is told."""
    root = folder("templates")
    # The report's own parts include one another by their plain names.
    app.jinja_loader = FileSystemLoader([root, root / "report"], encoding="utf-8")
    app.jinja_options = {
        "undefined": StrictUndefined,
        "trim_blocks": True,
        "lstrip_blocks": True,
        "autoescape": True,
    }
    app.jinja_env.filters.update(
        dollars=dollars,
        cited=lines_words,
        clip=clipped,
        counted=counted,
        listed=joined,
        shown=shown,
        room=room_name,
        game=game_name,
        moments=lambda each: joined((MOMENTS[one] for one in each), "or"),
        moment=lambda micros, zone: Voice(zone).moment(micros),
        day_words=lambda text: long_date(date.fromisoformat(text)) if text else "",
        short_day=lambda text: short_date(date.fromisoformat(text)) if text else "",
    )
    app.jinja_env.globals.update(
        form_token=form_token, address=address, asset_url=asset_url, legend_mark=legend_mark
    )
    app.context_processor(_of_every_page)


def _of_every_page() -> dict[str, Any]:
    place, session = workplace(), g.get("visit")
    if session is None:
        return {}
    return {
        "place": place,
        "user": session.user,
        "said": place.sessions.heard(session),
        "menu": menu(request.endpoint or ""),
        "program": f"feeaudit {__version__}",
    }


def room_name(cardroom: str) -> str:
    """Return the printed name of a cardroom, as the book of the latest audit has it."""
    if "voice" not in g:
        with opened(the_store()) as connection:
            g.voice = store_voice(the_store(), connection)
    voice: Voice = g.voice
    return voice.cardroom(cardroom)


def game_name(game: str, cardroom: str) -> str:
    """Return the printed name of a game of a cardroom; its id where the book does not have it."""
    with suppress(Unknown, BookError, OSError):
        rooms = (each for each in the_book().cardrooms if each.cardroom == cardroom)
        games = (each for room in rooms for each in room.games)
        return next((each.name for each in games if each.game == game), game)
    return game


def address(endpoint: str, **values: Any) -> str:
    """Return the address of a page; what is blank is left out of it."""
    return url_for(endpoint, **{name: each for name, each in values.items() if each not in {"", 0}})


def asset_url(kind: str) -> str:
    """Return the address of the style or the script, which changes with its content."""
    return url_for("assets.asset", digest=digest_of_asset(kind), kind=kind)


@cache
def asset_text(kind: str) -> bytes:
    """Return the style or the script of all pages."""
    root = folder("templates")
    names = {"style.css": STYLES, "script.js": SCRIPTS}[kind]
    return "\n".join((root / name).read_text(encoding="utf-8") for name in names).encode()


@cache
def digest_of_asset(kind: str) -> str:
    """Return a short digest of the style or the script."""
    return hashlib.sha256(asset_text(kind)).hexdigest()[:16]
