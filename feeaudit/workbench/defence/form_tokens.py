"""The token in every form (CSRF): only a page that we gave this session can send one back."""

from __future__ import annotations

import hmac

from flask import request
from markupsafe import Markup

from feeaudit.workbench.defence.browser_sessions import visit
from feeaudit.workbench.defence.origins import READING
from feeaudit.workbench.not_done import NotDone

FIELD = "form_token"


def form_token() -> Markup:
    """Return the hidden field that every form of a page begins with."""
    return Markup('<input type="hidden" name="{}" value="{}">').format(FIELD, visit().form_token)


def refuse_unmeant_form() -> None:
    """Refuse a write that does not carry the token of its session."""
    if request.method in READING:
        return
    given = request.form.get(FIELD, "")
    if not hmac.compare_digest(given.encode(), visit().form_token.encode()):
        raise NotDone(
            403,
            "This form belongs to another session.",
            "Nothing was recorded. Open the page again; what you typed is still in the other tab.",
        )
