"""The results of an audit, as commands read them again from its findings.json."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import click

from feeaudit.cli.result_records import first_fault
from feeaudit.cli.store_options import day_option
from feeaudit.core.problem import Unknown, nearest
from feeaudit.report.voice import Voice, voice_in

if TYPE_CHECKING:
    from collections.abc import Callable

    F = TypeVar("F", bound="Callable[..., Any]")


def results_option(function: F) -> F:
    """Let a command name the folder of an audit's results."""
    return click.option(
        "--in",
        "folder",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        default=".",
        show_default="this folder",
        help="Folder of an audit's results, with findings.json in it.",
    )(function)


def night_option(function: F) -> F:
    """Let a command look into a store instead, at one gaming day."""
    about = "The gaming day, in a store; default: the latest."
    function = day_option("--day", about)(function)
    return click.option(
        "--store",
        type=click.Path(path_type=Path, exists=True, file_okay=False),
        help="Folder of a store, instead of --in.",
    )(function)


class Results(NamedTuple):
    """The findings or incidents of an audit by their ids, and how they are told to people."""

    known: dict[str, dict[str, Any]]
    voice: Voice


def incidents_in(folder: Path, store: Path | None, day: str) -> Results:
    """Return the incidents of an audit's results, or of a store's gaming day."""
    if store is None:
        if day:
            raise Unknown("--day requires --store")
        return results_in(folder, "incidents")
    from feeaudit.register.database import opened  # noqa: PLC0415 - only where there is a store
    from feeaudit.register.incident_reports import incidents_of_day  # noqa: PLC0415
    from feeaudit.register.store import open_store  # noqa: PLC0415
    from feeaudit.register.store_voice import store_voice  # noqa: PLC0415

    known = open_store(store)
    with opened(known) as connection:
        incidents = incidents_of_day(known, connection, day)
        voice = store_voice(known, connection)
    return Results({str(each["id"]): each for each in incidents}, voice)


def document_in(folder: Path) -> dict[str, Any]:
    """Return the whole findings.json of an audit."""
    path = folder / "findings.json"
    if not path.is_file():
        raise Unknown(f"{folder} holds no findings.json; name the folder of an audit with --in")
    try:
        document: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        {each["id"] for each in document["findings"]}
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Unknown(f"{path} is not the findings.json of an audit") from None
    lacking = [name for name in ("basis", "names", "summary") if name not in document]
    if lacking:
        raise Unknown(
            f"{path} was made by an earlier feeaudit and has no {lacking[0]}; audit again"
        )
    return document


def results_in(folder: Path, name: str) -> Results:
    """Return the findings, or the incidents, of an audit."""
    path = folder / "findings.json"
    if not path.is_file():
        raise Unknown(f"{folder} holds no findings.json; name the folder of an audit with --in")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        if name not in document and "findings" in document:
            raise Unknown(f"{path} was made by an earlier feeaudit and has no {name}; audit again")
        if fault := first_fault(name, document[name]):
            raise Unknown(f"{path} is not the findings.json of an audit: see {fault}; audit again")
        found = {str(each["id"]): each for each in document[name]}
        return Results(found, voice_in(document))
    except (AttributeError, KeyError, TypeError, ValueError):
        raise Unknown(f"{path} is not the findings.json of an audit") from None


def meant(given: str, known: dict[str, dict[str, Any]], what: str) -> dict[str, Any]:
    """Return what an id, or the beginning of one, means."""
    start = given.strip().lower()
    matching = [each for each in known if each.startswith(start)]
    if not matching:
        # A few characters are enough, so the beginnings of ids are compared.
        beginnings = sorted({each[: len(start)] for each in known})
        raise Unknown(
            f"no {what} {start!r} in findings.json{nearest(start, beginnings)};"
            " the reports beside it show every id"
        )
    if len(matching) > 1:
        raise Unknown(f"{start!r} may be {', '.join(matching[:5])}; give more of the id")
    return known[matching[0]]
