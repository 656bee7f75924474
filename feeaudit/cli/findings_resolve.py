"""``feeaudit findings resolve``: what became of findings, by whom and why."""

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
from feeaudit.register.queries import Question, ask, find_finding, rows_by_number
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path

_FILTERS = ("cardroom", "check", "table", "from", "to")


@click.command("resolve")
@click.argument("findings", metavar="[FINDING]...", nargs=-1)
@store_option()
@click.option(
    "--as", "outcome", required=True, type=click.Choice(list(OUTCOMES)), help="The outcome."
)
@click.option("--reason", required=True, help="What was done, or why nothing needs to be.")
@by_option
@click.option("--cardroom", default="", help="All open findings of this cardroom instead.")
@click.option("--check", default="", help="All open findings of this check.")
@click.option("--table", default="", help="All open findings at this table.")
@day_option("--from", "All open findings from this gaming day on.")
@day_option("--to", "All open findings up to this gaming day.")
@click.option("--dry-run", is_flag=True, help="Only show what would be resolved.")
@click.option("--again", is_flag=True, help="Decide anew what is decided already.")
@date_of("The day of the decision", past=True)
@which_day_option
def command(  # noqa: PLR0913 - the options of the command
    *,
    findings: tuple[str, ...],
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
    """Record what became of findings; should a later run change one, it is open again.

    Each FINDING is an id, or the first characters of it; or name all open findings of a cardroom,
    check, table or stretch of days, best with --dry-run first. All are recorded, or none. The
    outcome is corrected (the practice or the record was put right), refunded, explained (nothing
    further is needed) or log-error (the log was wrong, not the table).

    \b
    Examples:
      feeaudit findings resolve 3f9a --store store/ --as refunded --by "Ann Lee" \\
        --reason "Refunded 3.00 to the player-dealer on 7 March"
      feeaudit findings resolve --check FEE-OVER --table T07 --from 2026-03-06 --to 2026-03-06 \\
        --store store/ --as refunded --by "Ann Lee" --reason "Refunded at the cage" --dry-run
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if bool(findings) == any(asked[name] for name in _FILTERS):
        raise click.UsageError(
            "name findings, or any of --cardroom, --check, --table, --from, --to"
        )
    decision = Decision(by, reason, date)
    with deciding(store) as connection:
        rows = _named(connection, findings, day) if findings else _asked_for(connection, asked)
        if not dry_run:
            resolutions = [Resolution(row, outcome, decision) for row in rows]
            resolve_all(connection, resolutions, now(), again=again)
    for row in rows:
        would = " (not recorded)" if dry_run else ""
        click.echo(f"Finding {row['id']} of {row['day']}: {outcome}{would}.")
    if dry_run:
        click.echo(f"{counted(len(rows), 'finding')} would be resolved; nothing was recorded.")


def _named(
    connection: sqlite3.Connection, findings: tuple[str, ...], day: str
) -> list[sqlite3.Row]:
    named = [find_finding(connection, each, day) for each in findings]
    # Two beginnings of one id are one finding, decided once.
    return list({each["number"]: each for each in named}.values())


def _asked_for(connection: sqlite3.Connection, asked: dict[str, Any]) -> list[sqlite3.Row]:
    question = Question(
        **{name: asked[name] for name in ("cardroom", "check", "table")},
        start=asked["from"],
        end=asked["to"],
        states=("open",),
    )
    found = [row["number"] for row in ask(connection, question, 0).rows]
    if not found:
        raise click.UsageError("no open finding fits; feeaudit findings list shows what there is")
    return rows_by_number(connection, found)
