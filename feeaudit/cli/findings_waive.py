"""``feeaudit findings waive``: a finding, or a check at a table, allowed until a day."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.store_options import (
    date_of,
    day_option,
    deciding,
    now,
    store_option,
    which_day_option,
)
from feeaudit.register.dispositions import decided
from feeaudit.register.queries import find_finding, latest_day
from feeaudit.register.runs import audited_rooms
from feeaudit.register.waivers import GrantedWaiver, covered, waive
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path


@click.command("waive")
@click.argument("findings", metavar="[FINDING]...", nargs=-1)
@store_option()
@click.option("--cardroom", default="", help="Waive a check's findings at this cardroom instead.")
@click.option("--check", default="", help="The check, with --cardroom.")
@click.option("--table", default="", help="Only at this table, with --cardroom.")
@day_option("--from", "The first gaming day covered, with --cardroom; today where not given.")
@day_option("--until", "The last day it holds; it lapses by itself.", required=True)
@click.option("--reason", required=True, help="Why it is allowed.")
@click.option(
    "--authority", required=True, help="What allows it: a section, an approval, a letter."
)
@click.option("--prepared-by", required=True, help="Full name of who asks for it.")
@click.option("--approved-by", required=True, help="Full name of who allows it; another person.")
@click.option("--dry-run", is_flag=True, help="Only show what would be waived.")
@click.option("--again", is_flag=True, help="Waive what is resolved or waived already.")
@date_of("The day of the decision", past=True)
@which_day_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    findings: tuple[str, ...],
    store: Path,
    cardroom: str,
    check: str,
    table: str,
    until: str,
    reason: str,
    authority: str,
    prepared_by: str,
    approved_by: str,
    dry_run: bool,
    again: bool,
    date: str,
    day: str,
    **others: str,
) -> None:
    """Record a waiver: of findings by id, or of a check's findings at a cardroom or table.

    Each FINDING is an id, or the first characters of it.

    A waiver is never hidden: lists and reports show what is waived, by whom and until when, and the
    figures with and without. Once its last day is past, what it covered is open again.

    \b
    Examples:
      feeaudit findings waive 3f9a --store store/ --until 2026-06-30 --reason "Tournament night" \\
        --authority "Bureau letter of 2 March 2026" --prepared-by "Ann Lee" --approved-by "Bo Chan"
      feeaudit findings waive --store store/ --cardroom mortimers --check FEE-MOMENT --table T07 \\
        --until 2026-06-30 --reason "New procedure on trial" --authority "Bureau letter" \\
        --prepared-by "Ann Lee" --approved-by "Bo Chan"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if bool(findings) == bool(cardroom):
        raise click.UsageError("name findings, or a check with --cardroom and --check")
    if check:
        from feeaudit.audit.checks import named_check  # noqa: PLC0415 - pandas is heavy

        named_check(check)

    def waiver(cardroom: str, check: str, table: str, finding: str, starts: str) -> GrantedWaiver:
        names = prepared_by, approved_by
        return GrantedWaiver(
            cardroom, check, table, finding, starts, until, reason, authority, *names, date
        )

    with deciding(store) as connection:
        if cardroom:
            _known(connection, cardroom)
            meant = [waiver(cardroom, check, table, "", others["from"] or date)]
        else:
            rows = [find_finding(connection, each, day) for each in findings]
            for row in rows if not again else ():
                _refuse_decided(connection, row)
            meant = [waiver(row["cardroom"], "", "", row["id"], row["day"]) for row in rows]
        if dry_run:
            _show(connection, meant)
            return
        for each in meant:
            number = waive(connection, each, now())
            what = f"finding {each.finding}" if each.finding else f"{check} at {cardroom}"
            click.echo(f"Waiver {number}: {what} until {until}.")


def _refuse_decided(connection: sqlite3.Connection, row: sqlite3.Row) -> None:
    """Refuse to waive what is decided already, and say how; --again does it all the same."""
    told = decided(connection, row) if row["state"] == "resolved" else ""
    if row["waived_until"] >= latest_day(connection):
        told = f"waived until {row['waived_until']}"
    if told:
        raise click.UsageError(
            f"finding {row['id']} of {row['day']} is decided already ({told}); --again waives it"
            " all the same"
        )


def _show(connection: sqlite3.Connection, meant: list[GrantedWaiver]) -> None:
    count = sum(len(covered(connection, each)) for each in meant)
    click.echo(f"{counted(count, 'finding')} would be waived by now; nothing was recorded.")


def _known(connection: sqlite3.Connection, cardroom: str) -> None:
    known = audited_rooms(connection)
    if cardroom not in known:
        raise click.UsageError(f"{cardroom!r} has no audit in the store; it has {', '.join(known)}")
