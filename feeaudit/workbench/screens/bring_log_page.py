"""Bring a log: drop a sheet, answer what it leaves open, look at it, audit it, keep it."""

from __future__ import annotations

import shutil
from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any, Final

from flask import Blueprint, Response, abort, redirect, render_template, request

from feeaudit.book.catalogue import find_cardroom
from feeaudit.core.problem import Unknown
from feeaudit.nightly.import_job import save_proposed
from feeaudit.workbench.defence.browser_sessions import say, visit
from feeaudit.workbench.defence.permissions import demand, needs
from feeaudit.workbench.page_rendering import address
from feeaudit.workbench.recording import decider
from feeaudit.workbench.sandboxed_files import sandboxed
from feeaudit.workbench.shown_book import the_book
from feeaudit.workbench.uploads.apart import reading_of, run, taken_into_store
from feeaudit.workbench.uploads.brought_file import ENDINGS, brought, keep
from feeaudit.workbench.workplace import the_store, workplace

if TYPE_CHECKING:
    from pathlib import Path

    from werkzeug.wrappers import Response as BaseResponse

    from feeaudit.workbench.uploads.brought_file import BroughtFile

page = Blueprint("bring_log", __name__)
GIVEN: Final = ("cardroom", "game", "table", "date")
_FORMATS: Final = ("html", "pdf", "xlsx", "json")


@page.get("/bring")
@needs("bring")
def show() -> str:
    """Show the place to drop a file."""
    return render_template("workbench/bring.html", endings=ENDINGS)


@page.post("/bring")
@needs("bring", records=False)
def take() -> BaseResponse:
    """Keep a file that is brought; nothing is recorded by that."""
    file = request.files.get("file")
    if file is None or not file.filename:
        raise Unknown("choose a file first")
    sheet = keep(_folder(), file.filename, visit().name)
    file.save(sheet.path)
    return redirect(address("bring_log.look", name=sheet.id), code=303)


@page.get("/bring/<name>")
@needs("bring")
def look(name: str) -> str:
    """Show what a file is taken for: its questions, its first hands, its problems."""
    sheet = _sheet(name)
    reading = reading_of(sheet, workplace().book)
    return render_template(
        "workbench/bring_look.html",
        sheet=sheet,
        reading=reading,
        rooms=the_book().cardrooms,
        given={each: sheet.given.get(each, "") for each in GIVEN},
        audited=(sheet.results / "report.html").is_file(),
        keeping=workplace().lasting,
    )


@page.post("/bring/<name>/answers")
@needs("bring", records=False)
def answer(name: str) -> BaseResponse:
    """Note the answers to what a file leaves open, and what stands nowhere in it."""
    sheet = _sheet(name)
    form = request.form
    answers = {
        key.removeprefix("answer-"): form[key]
        for key in form
        if key.startswith("answer-") and form[key]
    }
    given = {each: form[each].strip() for each in GIVEN if form.get(each, "").strip()}
    _changed(sheet, dict(sheet.answers) | answers, dict(sheet.given) | given)
    return redirect(address("bring_log.look", name=sheet.id), code=303)


@page.post("/bring/<name>/again")
@needs("bring", records=False)
def again(name: str) -> BaseResponse:
    """Forget every answer about a file."""
    sheet = _sheet(name)
    _changed(sheet, {}, {})
    return redirect(address("bring_log.look", name=sheet.id), code=303)


@page.get("/bring/<name>/profile.yaml")
@needs("bring")
def profile(name: str) -> Response:
    """Answer with the profile that reads the file, to keep."""
    text = str(reading_of(_sheet(name), workplace().book).get("profile", ""))
    if not text:
        abort(404)
    found = Response(text, mimetype="application/yaml")
    found.headers["Content-Disposition"] = 'attachment; filename="profile.yaml"'
    return found


@page.post("/bring/<name>/profile")
@needs("administer")
def save_profile(name: str) -> BaseResponse:
    """Save the profile in the store, where the nights use it for this cardroom's sheets."""
    sheet = _sheet(name)
    reading, room = _readable(sheet), _room(sheet)
    demand("administer", [room])
    folder = the_store().root / "profiles"
    folder.mkdir(exist_ok=True)
    save_proposed(reading["profile"], sheet.path, folder / f"{room}.yaml")
    say(f"Saved as the profile of {room}: nights read its sheets by it.")
    return redirect(address("bring_log.look", name=sheet.id), code=303)


@page.post("/bring/<name>/audit")
@needs("bring", records=False)
def audit(name: str) -> BaseResponse:
    """Audit a brought log, to look at; nothing is recorded."""
    sheet = _sheet(name)
    _readable(sheet)
    formats = [word for each in _FORMATS for word in ("--format", each)]
    config = _configuration()
    run(
        [
            *("audit", str(sheet.log), "-o", str(sheet.results), "--book", str(workplace().book)),
            *("--date", date.today().isoformat()),  # noqa: DTZ011 - the day at the keyboard
            *(("--config", str(config)) if config else ()),
            *formats,
        ]
    )
    return redirect(address("bring_log.look", name=sheet.id), code=303)


@page.get("/bring/<name>/<file>")
@needs("bring")
def report(name: str, file: str) -> Response:
    """Answer with a report of a brought log's audit."""
    known = {"report.html", "report.pdf", "workpapers.xlsx", "findings.json"}
    path = _sheet(name).results / file
    if file not in known or not path.is_file():
        abort(404)
    return sandboxed(file, path.read_bytes())


@page.post("/bring/<name>/keep")
@needs("bring")
def keep_log(name: str) -> BaseResponse:
    """Take a brought log into the store, audited and recorded as a night's delivery is."""
    if not workplace().lasting:
        raise Unknown("there is no store to record it in; start feeaudit serve with --store")
    sheet = _sheet(name)
    reading, room = _readable(sheet), _room(sheet)
    if reading["aside"]:
        raise Unknown("some rows are set aside; correct the file first, and upload it again")
    demand("bring", [room])
    who = decider()
    inbox = sheet.folder / "inbox"
    # Named after the file, so that people know it again; a try that failed left it there.
    shutil.copytree(sheet.log, inbox / sheet.path.stem, dirs_exist_ok=True)
    done = taken_into_store(inbox, the_store().root, workplace().book, who)
    say(_told(done))
    return redirect(address("morning.show"), code=303)


def _told(done: dict[str, Any]) -> str:
    if done["failed"]:
        return f"Recorded, but something failed: {'; '.join(done['failed'])}."
    if not done["audited"]:
        return "This log was recorded before; nothing has changed."
    return "Audited and recorded. The morning page shows it."


def _folder() -> Path:
    return workplace().scratch / "brought"


def _sheet(name: str) -> BroughtFile:
    found = brought(_folder(), name, visit().name)
    if found is None:
        abort(404)
    return found


def _changed(sheet: BroughtFile, answers: dict[str, str], given: dict[str, str]) -> None:
    """Note other answers; what was made under the old ones goes."""
    for old in (sheet.log, sheet.results):
        shutil.rmtree(old, ignore_errors=True)
    sheet.reading.unlink(missing_ok=True)
    replace(sheet, answers=answers, given=given).saved()


def _readable(sheet: BroughtFile) -> dict[str, Any]:
    """Return the reading of a file that leaves nothing open; raise Unknown where it does."""
    reading = reading_of(sheet, workplace().book)
    if "refused" in reading:
        raise Unknown(reading["refused"])
    if reading["questions"] or reading["needs"]:
        raise Unknown("answer the open questions about this file first")
    return reading


def _room(sheet: BroughtFile) -> str:
    """Return the cardroom that a log is of: permissions are asked for there."""
    from feeaudit.intake.log_files import read_log  # noqa: PLC0415 - pyarrow is heavy

    names = {str(each) for each in read_log([sheet.log]).hands["cardroom"].to_pylist()}
    rooms = {find_cardroom(the_book(), each).cardroom for each in names}
    if len(rooms) != 1:
        raise Unknown("the log is of several cardrooms; upload one at a time")
    return rooms.pop()


def _configuration() -> Path | None:
    path = the_store().root / "feeaudit.toml"
    return path if path.is_file() else None
