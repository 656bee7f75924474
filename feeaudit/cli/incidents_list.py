"""``feeaudit incidents list``: the incidents of an audit, the gravest first."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feeaudit.audit.check import Stake
from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.results import incidents_in, night_option, results_option
from feeaudit.report.incident_text import incident_blocks
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from pathlib import Path


@click.command("list")
@results_option
@night_option
@click.option(
    "--stake",
    type=click.Choice([str(each) for each in Stake]),
    help="Only incidents with this at stake.",
)
@click.option("--table", default="", help="Only at this table.")
@click.option("--check", default="", help="Only with a finding of this check.")
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=50,
    show_default=True,
    metavar="N",
    help="How many at most; 0 for all.",
)
@format_option("text", "json")
def command(
    folder: Path, store: Path | None, day: str, limit: int, format_: str, **asked: Any
) -> None:
    """List incidents by what is at stake, then dollars, then hands.

    \b
    Examples:
      feeaudit incidents list --in results/
      feeaudit incidents list --in results/ --stake patrons --format json
      feeaudit incidents list --store store/ --day 2026-03-06
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    results = incidents_in(folder, store, day)
    found = [each for each in results.known.values() if _wanted(each, asked)]
    shown = found[:limit] if limit else found
    if format_ == "json":
        echo_json(shown)
        return
    if not found:
        click.echo("No incidents match.")
        return
    click.echo(f"{incident_blocks(shown, results.voice)}\n")
    first = "" if len(shown) == len(found) else f"The first {len(shown):,} of "
    click.echo(f"{first}{counted(len(found), 'incident')}.")


def _wanted(incident: dict[str, Any], asked: dict[str, Any]) -> bool:
    return (
        (not asked["stake"] or incident["stake"] == asked["stake"])
        and (not asked["table"] or asked["table"] in incident["tables"])
        and (not asked["check"] or asked["check"].upper() in incident["checks"])
    )
