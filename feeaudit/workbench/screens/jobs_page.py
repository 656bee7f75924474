"""How far a piece of work is, for the page that waits for it."""

from __future__ import annotations

from flask import Blueprint, Response, abort, jsonify

from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import workplace

page = Blueprint("jobs", __name__)


@page.get("/jobs/<name>")
@needs(VIEW)
def show(name: str) -> Response:
    """Answer with how far a piece of work is."""
    job = workplace().jobs.known(name)
    if job is None:
        abort(404)
    return jsonify(job.told)
