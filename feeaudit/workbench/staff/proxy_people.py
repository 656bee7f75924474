"""People whom a reverse proxy signs in: a header, believed only from the proxy's own address."""

from __future__ import annotations

import hmac
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.core.problem import Unknown
from feeaudit.register.store_people import known_identity
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.staff.user import User

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from flask import Request

    from feeaudit.nightly.sign_in import ProxySettings
    from feeaudit.register.store_people import StorePerson
    from feeaudit.workbench.defence.browser_sessions import BrowserSessions, Visit

PROOF = "proxy header"
_SECRET = "X-Feeaudit-Secret"  # noqa: S105 - the name of a header


@dataclass(frozen=True, slots=True)
class ProxyPeople:
    """The directory of a workbench behind a reverse proxy that signs people in."""

    proxy: ProxySettings
    people: Callable[[], tuple[StorePerson, ...]]
    secret: str = ""
    several: bool = True
    open_pages: frozenset[str] = frozenset()
    sign_in: str = ""

    def visit_of(
        self, request: Request, known: Visit | None, sessions: BrowserSessions
    ) -> Visit | None:
        """Return the session of whom the proxy names; a cookie of somebody else is not theirs."""
        self._refuse_stranger(request)
        subject = request.headers.get(self.proxy.header, "").strip()
        # Two headers of one name arrive as one text with a comma between them.
        if not subject or "," in subject or not subject.isprintable():
            raise NotDone(403, f"{self.proxy.name} does not say who you are.", "Sign in there.")
        people = self.people()
        identity = known_identity(people, PROOF, self.proxy.name, subject)
        if identity is None:
            raise NotDone(
                403,
                f"{self.proxy.name} identifies you as {subject}, who is not on record.",
                "An administrator adds people in store.toml.",
            )
        user = User(identity, people)
        if known is not None and known.user.identity == identity:
            return sessions.renamed(known, user)
        return sessions.started(user)

    def _refuse_stranger(self, request: Request) -> None:
        """Refuse what does not come from the proxy, whatever its headers say."""
        given = request.headers.get(_SECRET, "")
        told = not self.secret or hmac.compare_digest(given.encode(), self.secret.encode())
        if not self.proxy.is_at(request.remote_addr or "") or not told:
            raise NotDone(
                403,
                f"This does not come from {self.proxy.name}.",
                "Open the workbench at its public address.",
            )


def secret_in(file: str, folder: Path) -> str:
    """Return the secret in a file, as seen from the store; blank where no file is named."""
    if not file:
        return ""
    path = folder / file
    try:
        text = path.read_text(encoding="utf-8").strip()
    except (OSError, ValueError) as error:
        raise Unknown(f"{path}, which store.toml names, cannot be read: {error}") from None
    if not text:
        raise Unknown(f"{path}, which store.toml names, is empty; put the secret there")
    return text
