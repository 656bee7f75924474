"""Doubts of the paper: what is open, what it costs in reviews, and settling it once."""

from __future__ import annotations

from datetime import date
from threading import Lock
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, redirect, render_template, request

from feeaudit.book.load import read_laws
from feeaudit.core.problem import Unknown
from feeaudit.core.whole_files import replace_bytes
from feeaudit.register.database import opened
from feeaudit.report.book_pages.open_doubts import open_doubts
from feeaudit.rules.configuration.model import SettledDoubt
from feeaudit.rules.configuration.reader import config_of
from feeaudit.rules.configuration.settled_writer import with_settled
from feeaudit.workbench.defence.browser_sessions import say
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.page_rendering import address
from feeaudit.workbench.recording import decider
from feeaudit.workbench.rooms_shown import visible_rooms
from feeaudit.workbench.shown_book import the_book
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    from pathlib import Path

    from werkzeug.wrappers import Response

    from feeaudit.book.model import Cardroom

page = Blueprint("doubts", __name__)
# Two who settle at once add to the file one after the other.
_WRITING: Final = Lock()
_REVIEWS: Final = """
    SELECT cardroom, doubt, sum(open) AS reviews FROM incidents WHERE doubt <> '' AND open > 0
    GROUP BY cardroom, doubt
"""


@page.get("/doubts")
@needs("view")
def show() -> str:
    """Show the open doubts, those that cost most reviews first, and those that are settled."""
    book, only = the_book(), request.args.get("cardroom", "")
    rooms = [each for each in book.cardrooms if only in {"", each.cardroom}]
    reviews = _reviews()
    settled = _settled()
    doubts = [
        (room, each)
        for room in rooms
        for each in open_doubts(room, reviews)
        if each["anomaly"] not in {one.anomaly for one in settled if one.covers(None)}
    ]
    doubts.sort(key=lambda pair: -pair[1]["reviews"])
    return render_template(
        "workbench/doubts.html",
        rooms=book.cardrooms,
        only=only,
        doubts=doubts,
        settled=settled,
        settling=workplace().writable,
    )


@page.post("/doubts/settle")
@needs("administer")
def settle() -> Response:
    """Settle a doubt in the configuration of the store, on a stated authority."""
    form = request.form
    room = _room_of(form.get("anomaly", ""))
    demand("administer", [room.cardroom])
    doubt = SettledDoubt(
        form.get("anomaly", ""),
        form.get("reading", ""),
        " ".join(form.get("authority", "").split()),
        _day("from"),
        _day("to"),
    )
    if not doubt.authority:
        raise Unknown("state the authority that settles it: a letter, a ruling, a name and date")
    who = decider().name
    remark = f"Settled at the workbench on {date.today()} by {who}."  # noqa: DTZ011 - their own day
    path, laws = _configuration(), read_laws(workplace().book)
    with _WRITING:
        text = path.read_text(encoding="utf-8-sig") if path.is_file() else ""
        replace_bytes(path, with_settled(text, doubt, remark, the_book(), laws).encode())
    reading = doubt.reading.replace("_", " ")
    say(f"Settled: {doubt.anomaly} is read as {reading}. Audits from now on follow it.")
    return redirect(address("doubts.show", cardroom=room.cardroom), code=303)


def _configuration() -> Path:
    return the_store().root / "feeaudit.toml"


def _settled() -> tuple[SettledDoubt, ...]:
    path = _configuration()
    if workplace().results is not None or not path.is_file():
        return ()
    return config_of(path.read_text(encoding="utf-8-sig")).settled


def _reviews() -> dict[str, int]:
    """Return how many open reviews rest on each doubt, of cardrooms that somebody may look at."""
    counted: dict[str, int] = {}
    with opened(the_store()) as connection:
        rooms = visible_rooms(connection)
        for row in connection.execute(_REVIEWS):
            if row["cardroom"] not in rooms:
                continue
            for name in str(row["doubt"]).split(", "):
                counted[name] = counted.get(name, 0) + int(row["reviews"])
    return counted


def _room_of(anomaly: str) -> Cardroom:
    for room in the_book().cardrooms:
        if any(each["anomaly"] == anomaly for each in open_doubts(room)):
            return room
    raise Unknown(f"{anomaly!r} is not an open question on record")


def _day(name: str) -> Any:
    text = request.form.get(name, "").strip()
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        raise Unknown(f"{text!r} is not a day such as 2026-03-01") from None
