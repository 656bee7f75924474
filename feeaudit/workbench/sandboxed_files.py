"""Reports as answers: exactly as they were written, in a sandbox, as pages of no site.

A report can load nothing, and can do nothing in the workbench.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Final

from flask import Response

_TYPES: Final = {
    ".html": "text/html; charset=utf-8",
    ".pdf": "application/pdf",
    ".json": "application/json",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".csv": "text/csv; charset=utf-8",
    ".xml": "application/xml",
    ".sarif": "application/json",
}
_POLICY: Final = re.compile(rb'http-equiv="Content-Security-Policy" content="([^"]*)"')
# The policy stands in the head of a page, before its style.
_HEAD: Final = 2_000


def sandboxed(name: str, content: bytes) -> Response:
    """Return a file as an answer; pages are shown, everything else is kept."""
    suffix = PurePosixPath(name).suffix
    response = Response(content, mimetype=_TYPES.get(suffix, "application/octet-stream"))
    response.headers["Content-Security-Policy"] = _policy(suffix, content)
    how = "inline" if suffix == ".html" else "attachment"
    response.headers["Content-Disposition"] = f'{how}; filename="{name}"'
    return response


def _policy(suffix: str, content: bytes) -> str:
    """Return the policy of a report: its own, in a sandbox; nothing at all for other files."""
    found = _POLICY.search(content[:_HEAD]) if suffix == ".html" else None
    if found is None:
        return "sandbox; default-src 'none'; frame-ancestors 'none'"
    own = found.group(1).decode("ascii", "replace").replace("&#39;", "'")
    return f"sandbox allow-scripts; {own}; frame-ancestors 'none'"
