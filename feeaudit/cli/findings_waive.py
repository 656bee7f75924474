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
from feeaudit.register.matters import decided, find_matter
from feeaudit.register.queries import latest_day
from feeaudit.register.runs import audited_rooms
from feeaudit.register.waivers import GrantedWaiver, Terms, covered, waive, waiver_of
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path


@click.command("waive")
@click.argument("named", metavar="[FINDING|INCIDENT]...", nargs=-1)
@store_option()
@click.option("--cardroom", default="", help="Waive a check's findings at this cardroom instead.")
@click.option("--check", default="", help="The check, with --cardroom.")
@click.option("--table", default="", help="Only at this table, with --cardroom.")
@day_option("--from", "The first gaming day covered, with --cardroom; default: today.")
@day_option("--until", "The last day it applies; it then expires.", required=True)
@click.option("--reason", required=True, help="The reason for the waiver.")
@click.option(
    "--authority", required=True, help="The authority for it: a section, an approval, a letter."
)
@click.option("--prepared-by", required=True, help="Full name of the preparer.")
@click.option(
    "--approved-by", required=True, help="Full name of the approver; must be a different person."
)
@click.option("--dry-run", is_flag=True, help="Only show what would be waived.")
@click.option("--again", is_flag=True, help="Waive findings already resolved or waived.")
@date_of("The day of the decision", past=True)
@which_day_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    named: tuple[str, ...],
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

    Each FINDING or INCIDENT is an id, or the first characters of it. Of an incident the findings
    that are open are waived by one waiver; none of a later run is.

    A waiver is never hidden: lists and reports show what is waived, by whom and until when, and
    figures with and without it. After its last day, the findings it covered are open again.

    \b
    Examples:
      feeaudit findings waive 3f9a --store store/ --until 2026-06-30 --reason "Tournament night" \\
        --authority "Bureau letter of 2 March 2026" --prepared-by "Ann Lee" --approved-by "Bo Chan"
      feeaudit findings waive --store store/ --cardroom mortimers --check FEE-MOMENT --table T07 \\
        --until 2026-06-30 --reason "New procedure on trial" --authority "Bureau letter" \\
        --prepared-by "Ann Lee" --approved-by "Bo Chan"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if bool(named) == bool(cardroom):
        raise click.UsageError("name findings or incidents, or a check with --cardroom and --check")
    if check:
        from feeaudit.audit.checks import named_check  # noqa: PLC0415 - pandas is heavy

        named_check(check)

    terms = Terms(until, reason, authority, prepared_by, approved_by, date)
    with deciding(store) as connection:
        if cardroom:
            _known(connection, cardroom)
            starts = others["from"] or date
            meant = [GrantedWaiver(cardroom, check, table, "", starts, *terms.parts)]
        else:
            matters = [find_matter(connection, each, day) for each in named]
            for row in [row for each in matters for row in each.findings] if not again else ():
                _refuse_decided(connection, row)
            meant = [waiver_of(each, terms) for each in matters]
        if dry_run:
            _show(connection, meant)
            return
        for each in meant:
            number = waive(connection, each, now())
            click.echo(f"Waiver {number}: {_what(each)} until {until}.")


def _what(waiver: GrantedWaiver) -> str:
    if waiver.incident:
        return f"incident {waiver.incident}, {counted(len(waiver.findings), 'finding')},"
    return f"finding {waiver.finding}" if waiver.finding else f"{waiver.check} at {waiver.cardroom}"


def _refuse_decided(connection: sqlite3.Connection, row: sqlite3.Row) -> None:
    """Refuse to waive what is decided already, and say how; --again does it all the same."""
    told = decided(connection, row) if row["state"] == "resolved" else ""
    if row["waived_until"] >= latest_day(connection):
        told = f"waived until {row['waived_until']}"
    if told:
        raise click.UsageError(
            f"finding {row['id']} of {row['day']} is already decided ({told}); use --again to"
            " waive it anyway"
        )


def _show(connection: sqlite3.Connection, meant: list[GrantedWaiver]) -> None:
    count = sum(len(covered(connection, each)) for each in meant)
    click.echo(f"{counted(count, 'finding')} would be waived; nothing was recorded.")


def _known(connection: sqlite3.Connection, cardroom: str) -> None:
    known = audited_rooms(connection)
    if cardroom not in known:
        raise click.UsageError(f"{cardroom!r} has no audit in the store; it has {', '.join(known)}")
