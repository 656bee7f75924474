"""The application: pages behind their defences, and what is said where something cannot be done."""

from __future__ import annotations

import sys
import traceback
from typing import TYPE_CHECKING, Final

from flask import Flask, g, render_template, request
from werkzeug.exceptions import HTTPException

from feeaudit.core.problem import BookError, Unknown, in_words
from feeaudit.workbench.defence import guard
from feeaudit.workbench.defence.origins import READING
from feeaudit.workbench.not_done import NotDone
from feeaudit.workbench.page_rendering import furnish
from feeaudit.workbench.screens import PAGES
from feeaudit.workbench.screens.entrance_page import way_back
from feeaudit.workbench.workplace import EXTENSION

if TYPE_CHECKING:
    from feeaudit.workbench.workplace import Workplace

# A form of decisions is small; a page that takes files allows itself more.
MOST_BYTES_OF_A_FORM: Final = 1024**2
NOT_FOUND: Final = 404
_WORDS: Final = {
    NOT_FOUND: ("This page does not exist.", "The menu leads to every page."),
    405: ("This page does not accept that request.", ""),
    413: ("This file is larger than the workbench accepts.", "Nothing was read or recorded."),
}


def application(place: Workplace) -> Flask:
    """Return the application that serves a workplace."""
    app = Flask("feeaudit.workbench", static_folder=None, template_folder=None)
    app.extensions[EXTENSION] = place
    app.config["MAX_CONTENT_LENGTH"] = MOST_BYTES_OF_A_FORM
    app.config["MAX_FORM_MEMORY_SIZE"] = MOST_BYTES_OF_A_FORM
    # Findings stay selected by the thousand; each is one field.
    app.config["MAX_FORM_PARTS"] = 20_000
    guard(app)
    furnish(app)
    for page in PAGES:
        app.register_blueprint(page)
    app.register_error_handler(NotDone, lambda why: _said(why.status, why.sentence, why.advice))
    app.register_error_handler(Unknown, lambda why: _said(422, _sentence(str(why)), ""))
    app.register_error_handler(BookError, lambda why: _said(422, str(why), ""))
    app.register_error_handler(OSError, lambda why: _said(503, _sentence(in_words(why)), ""))
    app.register_error_handler(HTTPException, _of_http)
    app.register_error_handler(Exception, _fault)
    return app


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _of_http(error: HTTPException) -> tuple[str, int]:
    status = error.code or 500
    sentence, advice = _WORDS.get(status, (error.name, ""))
    return _said(status, sentence, advice)


def _fault(_error: Exception) -> tuple[str, int]:
    """Say that the program is at fault; the lines that tell where go to whoever started it."""
    traceback.print_exc(file=sys.stderr)
    return _said(
        500,
        "Program error.",
        "Please report the lines that feeaudit serve printed.",
    )


def _said(status: int, sentence: str, advice: str) -> tuple[str, int]:
    """Return a page that says why something was not done; strangers get no menu and no names."""
    template = "refused.html" if g.get("visit") else "stranger.html"
    title = "Not shown" if request.method in READING else "Not done"
    words = {"title": "Not found" if status == NOT_FOUND else title, "sentence": sentence}
    return render_template(f"workbench/{template}", advice=advice, back=_back(), **words), status


def _back() -> str:
    """Return the page that a refused form was on; blank where it cannot be read, or says none."""
    if request.method in READING:
        return ""
    try:
        given = request.form.get("back", "")
    except HTTPException:
        return ""
    return way_back(given) if given else ""
