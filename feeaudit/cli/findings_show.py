"""``feeaudit findings show``: one finding, its why, its runs and its decisions."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.finding_text import finding_text, why_of
from feeaudit.cli.store_options import store_option, which_day_option
from feeaudit.core.plain_text import plain
from feeaudit.register.database import opened
from feeaudit.register.finding_detail import told
from feeaudit.register.queries import find_finding
from feeaudit.register.store import open_store
from feeaudit.register.store_voice import store_voice
from feeaudit.report.json_text import read_start
from feeaudit.report.voice import voice_in

if TYPE_CHECKING:
    from feeaudit.report.voice import Voice


# What else is recorded about a finding, beside runs, waivers and resolutions.
_BESIDES = {"comment", "assignment", "payment", "payment correction", "reopening", "proposal"}


@click.command("show")
@click.argument("finding")
@store_option()
@which_day_option
@format_option("text", "json")
def command(finding: str, store: Path, day: str, format_: str) -> None:
    """Show one finding: the explanation, which runs reported it, and the decisions made.

    FINDING is its id, or the first characters of it.

    \b
    Example:
      feeaudit findings show 3f9a --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    place = open_store(store)
    with opened(place) as connection:
        fact = told(place, connection, find_finding(connection, finding, day))
        voice = _voice_of_report(fact) or store_voice(place, connection)
    if format_ == "json":
        echo_json(fact | {"why": "\n".join(f"{label}: {text}" for label, text in why_of(fact))})
    else:
        click.echo(finding_text(fact, voice, _life(fact, voice)))


def _voice_of_report(fact: dict[str, Any]) -> Voice | None:
    """Return how the report of a finding speaks; nothing where the report is gone."""
    try:
        return voice_in(read_start(Path(fact["report"]) / "findings.json", "incidents")[0])
    except (OSError, ValueError):
        return None


def _life(fact: dict[str, Any], voice: Voice) -> list[str]:
    """Return what happened to a finding, run by run and decision by decision."""
    lines = [_seen(each, voice) for each in fact["runs"]]
    lines += map(_change, fact["changes"])
    lines += (_waiver(each, voice) for each in fact["waivers"])
    lines += (_resolution(each, voice) for each in fact["resolutions"])
    lines += [_remembered(each, voice) for each in fact["history"] if each["kind"] in _BESIDES]
    return lines


def _seen(run: dict[str, Any], voice: Voice) -> str:
    addendum = " (addendum)" if run["addendum"] else ""
    return f"Reported by run {run['run']} of {voice.iso_day(run['made_on'])}{addendum}."


def _remembered(told: dict[str, Any], voice: Voice) -> str:
    what = told["what"][0].upper() + told["what"][1:]
    reason = f": {told['reason']}" if told["reason"] else ""
    return plain(f"{what} on {voice.iso_day(told['made_on'])} by {told['by']}{reason}.")


def _waiver(waiver: dict[str, Any], voice: Voice) -> str:
    verb = "Previously waived" if waiver["lapsed"] else "Waived"
    return (
        f"{verb} by {waiver['waiver']} until {voice.iso_day(waiver['expires'])}: {waiver['reason']}"
        f" ({waiver['authority']}); prepared by {waiver['prepared_by']}, approved by"
        f" {waiver['approved_by']} on {voice.iso_day(waiver['made_on'])}."
    )


def _resolution(resolution: dict[str, Any], voice: Voice) -> str:
    ended = "" if resolution["holds"] else " It no longer applies."
    return (
        f"Resolved on {voice.iso_day(resolution['made_on'])} by {resolution['resolved_by']},"
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
