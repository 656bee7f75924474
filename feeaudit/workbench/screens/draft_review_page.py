"""A drafted cardroom: the paper's lines at the left, the draft at the right, marks to walk."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Blueprint, abort, redirect, render_template, request, url_for

from feeaudit.book.folders import cardroom_names
from feeaudit.book.load import read_book
from feeaudit.book.packet.review import change_fee, mark_seen, record_anomaly, version_of
from feeaudit.book.progress import progress_of
from feeaudit.core.problem import Unknown
from feeaudit.workbench.defence.browser_sessions import say, visit
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.draft_parts import paper_lines, part_of, parts_of
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    from pathlib import Path

    from werkzeug.wrappers import Response

    from feeaudit.book.model import Cardroom

page = Blueprint("draft", __name__)


@page.get("/draft/<room>")
@needs("view")
def show(room: str) -> str:
    """Show how far a draft is, and its parts with the marks that are left."""
    found = _drafted(room)
    parts = list(enumerate(parts_of(found)))
    return render_template(
        "workbench/draft.html",
        room=found,
        chapters=parts,
        progress=str(progress_of(found, workplace().sources)),
        first=next((number for number, part in parts if part.open), None),
    )


@page.get("/draft/<room>/<int:number>")
@needs("view")
def part(room: str, number: int) -> str:
    """Show a part beside its lines of the paper."""
    found = _drafted(room)
    shown = part_of(found, number)
    packet = _packet(found)
    parts = parts_of(found)
    following = [place for place in range(number + 1, len(parts)) if parts[place].open]
    return render_template(
        "workbench/draft_part.html",
        room=found,
        part=shown,
        number=number,
        lines=paper_lines(packet, shown) if packet else [],
        packet=packet is not None,
        version=version_of(workplace().book, shown.file),
        next=following[0] if following else None,
        editing=not workplace().read_only,
    )


@page.post("/draft/<room>/<int:number>/mark")
@needs("administer")
def mark(room: str, number: int) -> Response:
    """Say how a mark was dealt with."""
    file, version = _edited(room, number)
    row = request.form.get("row", 0, type=int)
    by = visit().user.name
    if not by:
        raise Unknown("enter your name first; a reviewed mark records who reviewed it")
    seen = request.form.get("seen", "")
    mark_seen(workplace().book, file, row, seen, by=by, version=version)
    say(f"Noted: {seen}.")
    return _back(room, number)


@page.post("/draft/<room>/<int:number>/fee")
@needs("administer")
def fee(room: str, number: int) -> Response:
    """Change a fee of the draft to what the paper prints."""
    file, version = _edited(room, number)
    form = request.form
    option, component, tier = (form.get(key, "").strip() for key in ("option", "component", "tier"))
    amount = form.get("fee", "").strip().removeprefix("$")
    change_fee(workplace().book, file, option, component, fee=amount, tier=tier, version=version)
    say(f"Option {option}, {component} {tier}: the fee is now {amount}.")
    return _back(room, number)


@page.post("/draft/<room>/<int:number>/anomaly")
@needs("administer")
def anomaly(room: str, number: int) -> Response:
    """Record an anomaly of the paper."""
    file, version = _edited(room, number)
    record_anomaly(workplace().book, file, request.form.get("anomaly", ""), version=version)
    say("The anomaly is recorded.")
    return _back(room, number)


def _drafted(room: str) -> Cardroom:
    """Return a cardroom as its files are now; a draft is edited elsewhere too.

    What the address names is looked up among the folders of the book, never opened as one.
    """
    if room not in cardroom_names(workplace().book):
        abort(404)
    return read_book(workplace().book, [room]).cardrooms[0]


def _edited(room: str, number: int) -> tuple[str, str]:
    """Return the file of a part, and the state of it that the page showed."""
    demand("administer", [room])
    return part_of(_drafted(room), number).file, request.form.get("version", "")


def _packet(room: Cardroom) -> Path | None:
    folder = workplace().sources
    path = folder / room.document if folder and room.document else None
    return path if path is not None and path.is_file() else None


def _back(room: str, number: int) -> Response:
    return redirect(url_for("draft.part", room=room, number=number), code=303)
