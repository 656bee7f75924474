"""One person at this computer: whoever holds the start token, under the name that they type."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.register.identities import Identity
from feeaudit.register.signatories import person

if TYPE_CHECKING:
    from flask import Request

    from feeaudit.workbench.defence.browser_sessions import BrowserSessions, Visit
    from feeaudit.workbench.staff.user import User


@dataclass(frozen=True, slots=True)
class OnePerson:
    """The directory of a workbench that one person started for themselves."""

    several: bool = False
    open_pages: frozenset[str] = frozenset({"entrance.start", "assets.asset"})
    sign_in: str = ""

    def visit_of(
        self, request: Request, known: Visit | None, sessions: BrowserSessions
    ) -> Visit | None:
        """Return the session that the cookie names: there is no other way in than the token."""
        del request, sessions
        return known


def named(user: User, name: str) -> User:
    """Return the person at this computer under the name that they typed."""
    return replace(user, identity=Identity(person(name, "your name")))
