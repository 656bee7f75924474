"""Verify: the register and every file held against the history, while a bar says how far."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, redirect, render_template, request

from feeaudit.nightly.inspection import store_problems
from feeaudit.verification import verified
from feeaudit.workbench.defence.browser_sessions import visit
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.page_rendering import address
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    from werkzeug.wrappers import Response

    from feeaudit.workbench.jobs import Job

page = Blueprint("verification", __name__)
KIND = "verification"


@page.get("/verify")
@needs(VIEW)
def show() -> str:
    """Show the last verification, or how far it is."""
    demand(VIEW, [""])
    return render_template("workbench/verify.html", job=workplace().jobs.latest(KIND))


@page.post("/verify")
@needs(VIEW, records=False)
def start() -> Response:
    """Begin to verify: the store, or the results of one audit."""
    demand(VIEW, [""])
    place = workplace()
    results, head = place.results, request.form.get("head", "").strip()
    if results is not None:
        book = place.book

        def work(job: Job) -> dict[str, Any]:
            found = verified(results, book, (), place.sources, job.progress)
            problems = [found.difference] if found.difference else []
            return {"problems": problems, "compared": found.compared}
    else:
        root = the_store().root

        def work(job: Job) -> dict[str, Any]:
            problems = store_problems(root, head, progress=job.progress)
            return {"problems": problems, "compared": ()}

    place.jobs.start(KIND, visit().user.name, work)
    return redirect(address("verification.show"), code=303)
