"""How much a request may bring: little, but for the one page that takes files.

It is set before anything reads the request, and the server as a whole has a limit of its own.
"""

from __future__ import annotations

from typing import Final

from flask import request

# A night of the largest room as a workbook is a fifth of this.
MOST_BYTES_OF_A_FILE: Final = 128 * 1024**2
_TAKES_FILES: Final = "bring_log.take"


def allow_files() -> None:
    """Let the page that takes files take them."""
    if request.endpoint == _TAKES_FILES:
        request.max_content_length = MOST_BYTES_OF_A_FILE
