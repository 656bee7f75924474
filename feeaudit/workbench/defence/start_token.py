"""The one-time start token: whoever started the workbench opens it, and nobody after them."""

from __future__ import annotations

import hmac
import secrets
from threading import Lock

_BYTES = 32


class StartToken:
    """A secret that opens the workbench once."""

    def __init__(self) -> None:
        self.text = secrets.token_urlsafe(_BYTES)
        self._used = False
        self._lock = Lock()

    def redeemed(self, given: str) -> bool:
        """Tell whether a text is the token and was not used before; it is used from now on."""
        with self._lock:
            if self._used or not hmac.compare_digest(given.encode(), self.text.encode()):
                return False
            self._used = True
            return True
