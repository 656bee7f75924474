"""``feeaudit findings resolve``: what became of findings or incidents, by whom and why."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.store_options import (
    by_option,
    date_of,
    day_option,
    deciding,
    now,
    store_option,
    which_day_option,
)
from feeaudit.register.dispositions import OUTCOMES, Decision, Resolution, resolve_all
from feeaudit.register.matters import find_matter, matter_of_finding
from feeaudit.register.queries import Question, ask, rows_by_number
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

    from feeaudit.register.matters import Matter

_FILTERS = ("cardroom", "check", "table", "from", "to")


@click.command("resolve")
@click.argument("named", metavar="[FINDING|INCIDENT]...", nargs=-1)
@store_option()
@click.option(
    "--as", "outcome", required=True, type=click.Choice(list(OUTCOMES)), help="The outcome."
)
@click.option("--reason", required=True, help="What was done, or why no action is needed.")
@by_option
@click.option("--cardroom", default="", help="All open findings of this cardroom instead.")
@click.option("--check", default="", help="All open findings of this check.")
@click.option("--table", default="", help="All open findings at this table.")
@day_option("--from", "All open findings from this gaming day on.")
@day_option("--to", "All open findings up to this gaming day.")
@click.option("--dry-run", is_flag=True, help="Only show what would be resolved.")
@click.option("--again", is_flag=True, help="Replace decisions already made.")
@date_of("The day of the decision", past=True)
@which_day_option
def command(  # noqa: PLR0913 - the options of the command
    *,
    named: tuple[str, ...],
    store: Path,
    outcome: str,
    reason: str,
    by: str,
    dry_run: bool,
    again: bool,
    date: str,
    day: str,
    **asked: Any,
) -> None:
    """Record how findings were resolved; a finding that a later run changes is open again.

    Each FINDING or INCIDENT is an id, or the first characters of it; or name all open findings of a
    cardroom, check, table or date range, best with --dry-run first. An incident's decision is
    one, and reaches all of its findings that are open. All are recorded, or none. The outcome is
    corrected (the practice or the record was corrected), refunded, explained (nothing further is
    needed), log-error (the log was wrong, not the table) or needs-counsel (it stays open until
    counsel has answered).

    \b
    Examples:
      feeaudit findings resolve 3f9a --store store/ --as refunded --by "Ann Lee" \\
        --reason "Refunded 3.00 to the player-dealer on 7 March"
      feeaudit findings resolve --check FEE-OVER --table T07 --from 2026-03-06 --to 2026-03-06 \\
        --store store/ --as refunded --by "Ann Lee" --reason "Refunded at the cage" --dry-run
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if bool(named) == any(asked[name] for name in _FILTERS):
        raise click.UsageError(
            "name findings or incidents, or any of --cardroom, --check, --table, --from, --to"
        )
    decision = Decision(by, reason, date)
    with deciding(store) as connection:
        found = _named(connection, named, day) if named else _asked_for(connection, asked)
        if not dry_run:
            resolutions = [Resolution(each, outcome, decision) for each in found]
            resolve_all(connection, resolutions, now(), again=again)
    would = " (not recorded)" if dry_run else ""
    for each in found:
        click.echo(f"{each.words[0].upper()}{each.words[1:]}: {outcome}{would}.")
    if dry_run:
        count = sum(len(each.findings) for each in found)
        click.echo(f"{counted(count, 'finding')} would be resolved; nothing was recorded.")


def _named(connection: sqlite3.Connection, named: tuple[str, ...], day: str) -> list[Matter]:
    found = [find_matter(connection, each, day) for each in named]
    # Two beginnings of one id are one finding, decided once.
    return list({each.words: each for each in found}.values())


def _asked_for(connection: sqlite3.Connection, asked: dict[str, Any]) -> list[Matter]:
    question = Question(
        **{name: asked[name] for name in ("cardroom", "check", "table")},
        start=asked["from"],
        end=asked["to"],
        states=("open",),
    )
    found = [row["number"] for row in ask(connection, question, 0).rows]
    if not found:
        raise click.UsageError("no open findings match; run feeaudit findings list to see them")
    return [matter_of_finding(row) for row in rows_by_number(connection, found)]
