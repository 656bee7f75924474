"""The Origin check: a write comes from a page of the workbench, not from one of another site."""

from __future__ import annotations

from flask import request

from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.workplace import workplace

# What only reads; everything else is a write.
READING = frozenset({"GET", "HEAD", "OPTIONS"})


def refuse_foreign_origin() -> None:
    """Refuse a write whose origin is another site, or is not said; browsers always say it.

    A page under one name of this computer does not write to another: who listens there may differ.
    """
    if request.method in READING:
        return
    origin, host = request.headers.get("Origin", "").lower(), request.environ["HTTP_HOST"].lower()
    if origin not in workplace().addresses.origins or origin.partition("://")[2] != host:
        raise NotDone(
            403,
            "This was not sent by a page of the workbench.",
            "Nothing was recorded. Open the page again and send the form from there.",
        )
