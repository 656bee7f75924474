"""Sessions of browsers: a cookie that only this site gets, and what it stands for kept here.

The cookie holds nothing but a random name. It is HttpOnly and SameSite=Strict, and named after the
port, since browsers give one computer's cookies to all its ports. Sessions end with the workbench,
or after a shift.
"""

from __future__ import annotations

import secrets
import time
from dataclasses import dataclass, replace
from threading import Lock
from typing import TYPE_CHECKING, Final

from flask import g, redirect, request, url_for

from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.workplace import workplace

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Response
    from werkzeug.wrappers import Response as BaseResponse

    from feeaudit.workbench.staff.user import User

_BYTES: Final = 32
# A long shift; whoever comes back the next day starts anew.
_SECONDS: Final = 12 * 3600
# More browsers than a cardroom has people; the oldest session makes room.
_MOST: Final = 500


@dataclass(frozen=True, slots=True)
class Visit:
    """One browser's session: who it is, and the token that its forms carry."""

    name: str
    form_token: str
    user: User
    since: float


class BrowserSessions:
    """The sessions of a workbench, by the name in the cookie."""

    def __init__(self, port: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.port = port
        self._clock = clock
        self._lock = Lock()
        self._known: dict[str, Visit] = {}
        self._said: dict[str, str] = {}

    def cookie(self, *, secure: bool) -> str:
        """Return the name of the cookie; the prefix makes browsers hold it to this host."""
        return f"{'__Host-' if secure else ''}feeaudit-{self.port}"

    def started(self, user: User) -> Visit:
        """Return a new session for somebody."""
        fresh = Visit(
            secrets.token_urlsafe(_BYTES), secrets.token_urlsafe(_BYTES), user, self._clock()
        )
        with self._lock:
            self._known[fresh.name] = fresh
            while len(self._known) > _MOST:
                oldest = min(self._known, key=lambda name: self._known[name].since)
                del self._known[oldest]
                self._said.pop(oldest, None)
        return fresh

    def known(self, name: str) -> Visit | None:
        """Return the session of that name; None where there is none, or it has ended."""
        with self._lock:
            found = self._known.get(name)
            if found and self._clock() - found.since > _SECONDS:
                del self._known[name]
                return None
            return found

    def renamed(self, old: Visit, user: User) -> Visit:
        """Let a session stand for somebody who said their name."""
        with self._lock:
            self._known[old.name] = replace(old, user=user)
            return self._known[old.name]

    def ended(self, name: str) -> None:
        """End a session."""
        with self._lock:
            self._known.pop(name, None)
            self._said.pop(name, None)

    def say(self, session: Visit, text: str) -> None:
        """Let the next page of a session say what was done."""
        with self._lock:
            self._said[session.name] = text

    def heard(self, session: Visit) -> str:
        """Return what a page has to say of what was done; it is said once."""
        with self._lock:
            return self._said.pop(session.name, "")


def visit() -> Visit:
    """Return the session of the request that is answered."""
    found: Visit | None = g.get("visit")
    if found is None:
        raise NotDone(
            403,
            "This browser has not opened the workbench.",
            "Open the address that feeaudit serve printed; it works once, in one browser.",
        )
    return found


def recognize() -> BaseResponse | None:
    """Find out whose request it is; who is nobody here may only open the way in."""
    place = workplace()
    name = request.cookies.get(place.sessions.cookie(secure=place.addresses.secure), "")
    known = place.sessions.known(name) if name else None
    g.visit = found = place.directory.visit_of(request, known, place.sessions)
    g.fresh = found is not None and (known is None or found.name != known.name)
    if found is None and request.endpoint not in place.directory.open_pages:
        if place.directory.sign_in and request.method == "GET":
            return redirect(url_for(place.directory.sign_in), code=303)
        visit()
    return None


def with_fresh_cookie(response: Response) -> Response:
    """Give the browser the cookie of a session that began with this request."""
    return with_cookie(response, g.visit) if g.get("fresh") and g.get("visit") else response


def with_cookie(response: Response, session: Visit) -> Response:
    """Give the browser the cookie of a session."""
    place = workplace()
    secure = place.addresses.secure
    response.set_cookie(
        place.sessions.cookie(secure=secure),
        session.name,
        httponly=True,
        samesite="Strict",
        secure=secure,
        path="/",
    )
    return response


def say(text: str) -> None:
    """Let the next page say what was done."""
    workplace().sessions.say(visit(), text)


def to_front_page() -> BaseResponse:
    """Send the browser to the front page; the address it came by is not kept in its history."""
    return redirect("/", code=303)
