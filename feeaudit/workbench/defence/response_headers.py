"""What every answer tells the browser: load nothing from elsewhere, run nothing inline, keep none.

A report of the store brings a policy of its own, with the fingerprints of its style and script; it
is shown in a sandbox, as a page of no site, so that it can do nothing here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from flask import Response

POLICY: Final = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:;"
    " connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_ALWAYS: Final = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # With no-referrer, browsers would not say the origin of our own forms either.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), usb=()",
}


def with_policy(response: Response) -> Response:
    """Return an answer with the policy; pages hold people's names, so no browser stores them."""
    for name, value in _ALWAYS.items():
        response.headers[name] = value
    response.headers.setdefault("Content-Security-Policy", POLICY)
    response.headers.setdefault("Cache-Control", "no-store")
    response.headers.pop("Server", None)
    return response
