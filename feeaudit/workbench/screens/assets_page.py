"""Style and script of all pages: two texts that are made at the start, no files of any folder."""

from __future__ import annotations

from flask import Blueprint, Response, abort

from feeaudit.workbench.page_rendering import asset_text, digest_of_asset

page = Blueprint("assets", __name__)
_TYPES = {"style.css": "text/css", "script.js": "text/javascript"}


@page.get("/assets/<digest>/<kind>")
def asset(digest: str, kind: str) -> Response:
    """Answer with the style or the script; under its digest it never changes."""
    if kind not in _TYPES or digest != digest_of_asset(kind):
        abort(404)
    response = Response(asset_text(kind), mimetype=_TYPES[kind])
    response.headers["Cache-Control"] = "private, max-age=31536000, immutable"
    return response
