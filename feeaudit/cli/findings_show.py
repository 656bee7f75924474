"""``feeaudit findings show``: one finding, its why, its runs and its decisions."""

from __future__ import annotations

from textwrap import fill
from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_json, format_option, plain
from feeaudit.cli.store_options import store_option, which_day_option
from feeaudit.register.database import opened
from feeaudit.register.finding_detail import told
from feeaudit.register.plain_rows import MONEY
from feeaudit.register.queries import find_finding
from feeaudit.register.store import open_store
from feeaudit.report.phrases import amount_names

if TYPE_CHECKING:
    from pathlib import Path

_WIDTH = 96


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
        echo_json(fact | {"why": "\n".join(_why(fact))})
    else:
        click.echo(_text(fact))


def _text(fact: dict[str, Any]) -> str:
    # The title stands in the report; retention may have deleted that.
    title = f": {fact['title']}" if fact["title"] else ""
    head = f"{fact['check']}{title} ({fact['verdict']}, finding {fact['id']})"
    lines = [head, "", fill(plain(fact["message"]), _WIDTH), ""]
    for label, text in _facts(fact):
        lines.append(f"{label + ':':11}{plain(text)}")
    if fact["why"]:
        why = map(plain, _why(fact))
        lines += ["", *(fill(line, _WIDTH, subsequent_indent="  ") for line in why)]
    lines += ["", *_life(fact)]
    if fact["next_step"]:
        lines += ["", f"Next step: {fact['next_step']}"]
    return "\n".join(lines)


def _why(fact: dict[str, Any]) -> list[str]:
    """Return why it is a finding, a line a reason."""
    return [f"{label}: {text}" for label, text in fact["why"]]


def _facts(fact: dict[str, Any]) -> list[tuple[str, str]]:
    seat = f", seat {fact['seat']}" if fact["seat"] else ""
    player = f", {fact['player']}" if fact["player"] else ""
    option = fact["option"] and f"option {fact['option']}"
    hand = ", ".join(filter(None, [fact["hand_id"], fact["game"], option])) or "none"
    told = [name for name in MONEY if fact[name] is not None and not _is_nothing(fact, name)]
    named = dict(zip(("owed", "taken"), amount_names(fact["check"]), strict=True))
    money = ", ".join(f"{named.get(name, name)} {fact[name]}" for name in told)
    until = f" until {fact['until']}" if fact["until"] else ""
    row = fact["row"] and f"row {fact['row']}"
    log = ", ".join(filter(None, [fact["file"], fact["sheet"], row])) or "not told"
    return [
        ("Where", f"{fact['cardroom']}, table {fact['table'] or 'not told'}{seat}{player}"),
        ("When", f"gaming day {fact['day']}, {fact['at'] or 'no time told'}{until}"),
        ("Hand" if fact["hand_id"] else "Played", hand),
        ("Money", money or "none"),
        *_approved(fact),
        ("Log", log),
        ("State", fact["state"]),
    ]


def _approved(fact: dict[str, Any]) -> list[tuple[str, str]]:
    """Return where the approved figure is printed, unless the why below says it."""
    if "Approved" in dict(fact["why"]):
        return []
    if not fact["document"]:
        return [("Approved", "no document cited")]
    return [("Approved", f"{fact['document']}, line {fact['lines'] or 'not cited'}")]


def _is_nothing(fact: dict[str, Any], name: str) -> bool:
    """Tell whether a figure says nothing: no difference, or a most that is the least."""
    same = name == "owed_most" and fact["owed"] == fact["owed_most"]
    return same or (name in {"over", "under"} and fact[name] == "0.00")


def _life(fact: dict[str, Any]) -> list[str]:
    """Return what happened to a finding, run by run and decision by decision."""
    lines = [
        f"Seen by run {run['run']} of {run['made_on']}{' (addendum)' if run['addendum'] else ''}."
        for run in fact["runs"]
    ]
    lines += map(_change, fact["changes"])
    lines += map(_waiver, fact["waivers"])
    lines += map(_resolution, fact["resolutions"])
    return [fill(plain(line), _WIDTH) for line in lines]


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
