"""Notices: the morning's summary handed to a command or a web address that store.toml names.

Off unless somebody asks for it. This is the one place from which anything is ever sent.
"""

from __future__ import annotations

import json
import subprocess
from http.client import HTTPException
from typing import TYPE_CHECKING, Final
from urllib.request import Request, urlopen

if TYPE_CHECKING:
    from feeaudit.nightly.settings import Notify

# Longer than any mail takes, and short enough that a night never hangs.
_PATIENCE: Final = 60
_SHOWN: Final = 200


def notice_problem(notify: Notify, summary: str) -> str:
    """Hand out the summary as asked; return why that failed, blank where it did not."""
    told = [_command(notify, summary) if notify.command else ""]
    told.append(_webhook(notify, summary) if notify.webhook else "")
    return "; ".join(filter(None, told))


def _command(notify: Notify, summary: str) -> str:
    try:
        done = subprocess.run(  # noqa: S603 - the store's own settings, no shell
            notify.command,
            input=summary.encode(),
            capture_output=True,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, ValueError, subprocess.TimeoutExpired) as error:
        return f"the command to notify could not be run: {error}"
    if done.returncode:
        said = done.stderr.decode("utf-8", "replace").strip()[:_SHOWN]
        return f"the command to notify ended with {done.returncode}: {said}"
    return ""


def _webhook(notify: Notify, summary: str) -> str:
    body = notify.body.replace("{summary}", json.dumps(summary))
    if not notify.webhook.startswith(("https://", "http://")):
        return f"{notify.webhook} is not a web address to notify"
    try:
        request = Request(  # noqa: S310 - looked at above
            notify.webhook, body.encode(), {"Content-Type": "application/json"}
        )
        with urlopen(request, timeout=_PATIENCE):  # noqa: S310 - looked at above
            return ""
    except (HTTPException, OSError, ValueError) as error:
        return f"{notify.webhook} could not be notified: {error}"
