"""``feeaudit incidents show``: one incident, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.results import incidents_in, meant, night_option, results_option
from feeaudit.cli.screen import screen
from feeaudit.report.incident_words import STAKES, SURE, incident_words
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_IDS: Final = 24


@click.command("show")
@click.argument("incident")
@results_option
@night_option
@format_option("text", "json")
def command(incident: str, folder: Path, store: Path | None, day: str, format_: str) -> None:
    """Show one incident: its cause and how sure that is, its findings, the money, what to do next.

    INCIDENT is its id, or the first characters of it, as every report shows it.

    \b
    Example:
      feeaudit incidents show 3f9a --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    found = meant(incident, incidents_in(folder, store, day), "incident")
    if format_ == "json":
        echo_json(found)
        return
    click.echo(_text(found))


def _text(found: dict[str, Any]) -> str:
    title = f"{incident_words(found).cause} ({found['verdict']}, incident {found['id']})"
    return screen(title, found["sentence"], _facts(found), next_step=found["next_step"])


def _facts(found: dict[str, Any]) -> Iterator[tuple[str, str]]:
    yield "At stake", STAKES.get(found["stake"], found["stake"])
    yield "Sure", SURE.get(found["sure"], found["sure"])
    yield "Where", incident_words(found).where
    yield "When", _span(found["first"], found["last"])
    yield "Hands", _hands(found)
    yield "Money", f"over {found['over']}, under {found['under']}"
    checks = found["checks"].items()
    yield "Findings", ", ".join(f"{check} {count:,}" for check, count in checks)
    yield "Doubt", found["doubt"] or ""
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
