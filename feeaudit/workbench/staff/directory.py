"""What every way of knowing people offers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from flask import Request

    from feeaudit.workbench.defence.browser_sessions import BrowserSessions, Visit


class Directory(Protocol):
    """A way of knowing who asks."""

    @property
    def several(self) -> bool:
        """Whether several people use the workbench: who prepares something does not approve it."""

    @property
    def open_pages(self) -> frozenset[str]:
        """The endpoints that somebody who is not known yet may open."""

    @property
    def sign_in(self) -> str:
        """The endpoint that somebody who is not known is sent to; blank where there is none."""

    def visit_of(
        self, request: Request, known: Visit | None, sessions: BrowserSessions
    ) -> Visit | None:
        """Return the session of a request; ``known`` is the one its cookie names."""
