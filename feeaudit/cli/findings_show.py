"""``feeaudit findings show``: one finding, its why, its runs and its decisions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.finding_text import finding_text, why_of
from feeaudit.cli.store_options import store_option, which_day_option
from feeaudit.register.database import opened
from feeaudit.register.finding_detail import told
from feeaudit.register.queries import find_finding
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


@click.command("show")
@click.argument("finding")
@store_option()
@which_day_option
@format_option("text", "json")
def command(finding: str, store: Path, day: str, format_: str) -> None:
    """Show one finding: why it is one, which runs saw it, and what people decided about it.

    FINDING is its id, or the first characters of it.

    \b
    Example:
      feeaudit findings show 3f9a --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    place = open_store(store)
    with opened(place) as connection:
        fact = told(place, connection, find_finding(connection, finding, day))
    if format_ == "json":
        echo_json(fact | {"why": "\n".join(f"{label}: {text}" for label, text in why_of(fact))})
    else:
        click.echo(finding_text(fact, _life(fact)))


def _life(fact: dict[str, Any]) -> list[str]:
    """Return what happened to a finding, run by run and decision by decision."""
    lines = [
        f"Seen by run {run['run']} of {run['made_on']}{' (addendum)' if run['addendum'] else ''}."
        for run in fact["runs"]
    ]
    lines += map(_change, fact["changes"])
    lines += map(_waiver, fact["waivers"])
    lines += map(_resolution, fact["resolutions"])
    return lines


def _waiver(waiver: dict[str, Any]) -> str:
    verb = "Was waived" if waiver["lapsed"] else "Waived"
    return (
        f"{verb} by {waiver['waiver']} until {waiver['expires']}: {waiver['reason']}"
        f" ({waiver['authority']}); prepared by {waiver['prepared_by']}, approved by"
        f" {waiver['approved_by']} on {waiver['made_on']}."
    )


def _resolution(resolution: dict[str, Any]) -> str:
    ended = "" if resolution["holds"] else " It holds no longer."
    return (
        f"Resolved on {resolution['made_on']} by {resolution['resolved_by']},"
        f" {resolution['outcome']}: {resolution['reason']}.{ended}"
    )


def _change(change: dict[str, Any]) -> str:
    if change["change"] != "changed":
        return f"{change['change'].capitalize()} in run {change['run']}."
    before, after = change["before"], change["after"]
    differing = [
        f"{name} {before[name] or 'none'} became {after[name] or 'none'}"
        for name in before
        if before[name] != after[name]
    ]
    return f"Changed in run {change['run']}: {', '.join(differing)}."
