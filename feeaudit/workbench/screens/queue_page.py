"""The queue: incidents that wait, filtered by the address, selected by keys, decided at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from flask import Blueprint, render_template, request

from feeaudit.register.dispositions import OUTCOMES
from feeaudit.register.queue import MOST_COUNTED, queue, queue_totals
from feeaudit.register.store_voice import store_voice
from feeaudit.report.incident_words import STAKES
from feeaudit.workbench.chosen_matters import token_of_incident
from feeaudit.workbench.defence.permissions import needs
from feeaudit.workbench.incident_view import row_words, zone_of_run
from feeaudit.workbench.queue_filters import as_address, choices, question_asked
from feeaudit.workbench.recording import reading
from feeaudit.workbench.staff.user import VIEW
from feeaudit.workbench.workplace import the_store

if TYPE_CHECKING:
    from feeaudit.report.incident_words import IncidentWords
    from feeaudit.report.voice import Voice

page = Blueprint("queue", __name__)
# As many as a person looks through before they decide; the next page is one key away.
ON_A_PAGE = 50


@page.get("/queue")
@needs(VIEW)
def show() -> str:
    """Show the incidents that the address asks for."""
    with reading() as connection:
        question = question_asked(connection, request.args)
        found = queue(connection, question, ON_A_PAGE, request.args.get("after", ""))
        voice = store_voice(the_store(), connection)
        rows = [
            row
            | {
                "token": token_of_incident(connection, row["number"]),
                "words": _words(row, zone_of_run(connection, row["run"]), voice),
            }
            for row in found.rows
        ]
        return render_template(
            "workbench/queue.html",
            rows=rows,
            sums=queue_totals(connection, question),
            most_counted=MOST_COUNTED,
            question=question,
            filters=as_address(question),
            after=found.after,
            begun=bool(request.args.get("after")),
            choices=choices(connection),
            outcomes=OUTCOMES,
            stakes=STAKES,
        )


def _words(row: dict[str, Any], zone: str, voice: Voice) -> IncidentWords:
    """Return an incident in words; money that is open has a place of its own in the row."""
    words = row_words(row, zone, voice)
    return words._replace(over="", under="") if row["money"] else words
