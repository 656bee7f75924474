"""``feeaudit incidents show``: one incident, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.results import incidents_in, meant, night_option, results_option
from feeaudit.cli.screen import screen
from feeaudit.report.incident_words import STAKES, SURE, incident_words
from feeaudit.report.phrases import counted, written_dollars

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from feeaudit.report.incident_words import IncidentWords
    from feeaudit.report.voice import Voice

_IDS: Final = 24


@click.command("show")
@click.argument("incident")
@results_option
@night_option
@format_option("text", "json")
def command(incident: str, folder: Path, store: Path | None, day: str, format_: str) -> None:
    """Show one incident: its cause, how certain it is, its findings, the money, and the next step.

    INCIDENT is its id, or the first characters of it, as every report shows it.

    \b
    Example:
      feeaudit incidents show 3f9a --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    results = incidents_in(folder, store, day)
    found = meant(incident, results.known, "incident")
    if format_ == "json":
        echo_json(found)
        return
    click.echo(_text(found, results.voice))


def _text(found: dict[str, Any], voice: Voice) -> str:
    words = incident_words(found, voice)
    title = f"{words.cause} ({found['verdict']}, incident {found['id']})"
    return screen(title, found["sentence"], _facts(found, words), next_step=found["next_step"])


def _facts(found: dict[str, Any], words: IncidentWords) -> Iterator[tuple[str, str]]:
    yield "At stake", STAKES.get(found["stake"], found["stake"])
    yield "Certainty", SURE.get(found["sure"], found["sure"])
    yield "Where", words.where
    yield "When", words.when
    yield "Hands", _hands(found)
    yield "Money", f"over {written_dollars(found['over'])}, under {written_dollars(found['under'])}"
    checks = found["checks"].items()
    yield "Findings", ", ".join(f"{check} {count:,}" for check, count in checks)
    yield "Question", words.question
    ids, more = found["findings"][:_IDS], len(found["findings"]) - _IDS
    yield "Ids", f"{' '.join(ids)}{f' and {more:,} more' if more > 0 else ''}"


def _span(first: str | None, last: str | None) -> str:
    if not first:
        return ""
    return first if first == last or not last else f"{first} to {last}"


def _hands(found: dict[str, Any]) -> str:
    if not found["hands"]:
        return "none"
    span = _span(found["first_hand"], found["last_hand"])
    return f"{counted(found['hands'], 'hand')}, {span}"
