"""The Host allow-list: a name that somebody else pointed here is not ours (DNS rebinding)."""

from __future__ import annotations

from flask import request

from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.workplace import workplace


def refuse_foreign_host() -> None:
    """Refuse a request that asks for a host the workbench does not serve."""
    if request.environ.get("HTTP_HOST", "").lower() not in workplace().addresses.hosts:
        raise NotDone(
            421,
            "This is not a name of this workbench.",
            "Open the address that feeaudit serve printed, or name this host with --host-name.",
        )
