"""Signing in at an OpenID provider: the way there, and the way back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from flask import Blueprint, abort, g, make_response, redirect, render_template, request

from feeaudit.workbench.defence.browser_sessions import with_cookie
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from feeaudit.workbench.staff.oidc_people import OidcPeople

page = Blueprint("sign_in", __name__)
_COOKIE: Final = "feeaudit-sign-in"
_SECONDS: Final = 600


def _directory() -> OidcPeople:
    """Return the directory that people sign in by; there is no such page without one."""
    directory = workplace().directory
    if not getattr(directory, "sign_in", ""):
        abort(404)
    return directory  # type: ignore[return-value]  # only that one has a page to sign in


@page.get("/sign-in")
def begin() -> BaseResponse:
    """Send the browser to the provider."""
    address, browser = _directory().begun()
    response = redirect(address, code=303)
    # Lax: the browser comes back by a link of the provider.
    response.set_cookie(
        _COOKIE,
        browser,
        max_age=_SECONDS,
        httponly=True,
        samesite="Lax",
        secure=workplace().addresses.secure,
        path="/signed-in",
    )
    return response


@page.get("/signed-in")
def back() -> Response:
    """Take in whoever comes back from the provider."""
    given = request.args
    if given.get("error"):
        raise NotDone(403, "The provider did not sign you in.", given["error"][:200])
    user = _directory().arrived(
        given.get("state", ""), given.get("code", ""), request.cookies.get(_COOKIE, "")
    )
    session = workplace().sessions.started(user)
    g.visit = None
    # A page of ours, not a redirect: only then does the browser send the strict cookie along.
    response = make_response(render_template("workbench/signed_in.html", name=user.name))
    response.headers["Refresh"] = "0; url=/"
    response.delete_cookie(_COOKIE, path="/signed-in")
    return with_cookie(response, session)
