"""The way in: the start address, the name of whoever is at the keyboard, and the way out."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from flask import Blueprint, abort, g, make_response, redirect, render_template, request

from feeaudit.workbench.defence.browser_sessions import to_front_page, visit, with_cookie
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.staff.one_person import named
from feeaudit.workbench.staff.user import VIEW, User
from feeaudit.workbench.workplace import people_of, workplace

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

page = Blueprint("entrance", __name__)


@page.get("/start")
def start() -> BaseResponse:
    """Let in whoever holds the start token, once; who is in already goes on."""
    place = workplace()
    if g.get("visit"):
        return to_front_page()
    if request.method != "GET":
        # Whoever asks only whether the address is there (HEAD) does not use it up.
        abort(405)
    if place.start is None or not place.start.redeemed(request.args.get("token", "")):
        raise NotDone(
            403,
            "This start address is not valid, or was already used.",
            "It opens the workbench once. Stop feeaudit serve and start it again for a new one.",
        )
    session = place.sessions.started(User(None, people_of(place), local=True))
    return with_cookie(make_response(to_front_page()), session)


@page.get("/name")
@needs(VIEW)
def ask_name() -> str:
    """Ask who is at the keyboard."""
    return render_template("workbench/name.html", back=way_back(request.args.get("back", "")))


@page.post("/name")
@needs(VIEW, records=False)
def say_name() -> BaseResponse:
    """Take the name of whoever is at the keyboard; people whom somebody vouches for have one."""
    session = visit()
    if not session.user.local:
        raise NotDone(403, "Your name is the one that you signed in with.")
    name = request.form.get("name", "")
    workplace().sessions.renamed(session, named(session.user, name))
    return redirect(way_back(request.form.get("back", "")), code=303)


@page.post("/leave")
@needs(VIEW, records=False)
def leave() -> Response:
    """End the session of this browser."""
    workplace().sessions.ended(visit().name)
    g.visit = None
    return make_response(
        render_template(
            "workbench/stranger.html",
            sentence="You have left the workbench.",
            advice="This browser no longer has access; feeaudit serve prints a new address.",
        )
    )


def way_back(address: str) -> str:
    """Return a place of the workbench to go back to: a path of ours, never another site's."""
    parts = urlsplit(address)
    ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    if not ours or parts.scheme or parts.netloc or not address.isprintable():
        return "/"
    return address
