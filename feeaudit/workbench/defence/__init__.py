"""What stands between a browser and the register: one module for each line of defence.

``guard`` puts them in their order. The host comes first, so that nothing is ever said to a page
that pretends to be us; then who is asking; then whether they may; then, for a write, that their own
page meant it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.workbench.defence import (
    browser_sessions,
    form_tokens,
    host_names,
    origins,
    permissions,
    response_headers,
    upload_limits,
)

if TYPE_CHECKING:
    from flask import Flask


def guard(app: Flask) -> None:
    """Put every line of defence before the pages of an application, in their order."""
    app.before_request(host_names.refuse_foreign_host)
    app.before_request(upload_limits.allow_files)
    app.before_request(browser_sessions.recognize)
    app.before_request(permissions.refuse_without_permission)
    app.before_request(origins.refuse_foreign_origin)
    app.before_request(form_tokens.refuse_unmeant_form)
    app.after_request(browser_sessions.with_fresh_cookie)
    app.after_request(response_headers.with_policy)
