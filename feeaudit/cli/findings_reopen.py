"""``feeaudit findings reopen``: a resolution or a waiver taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.store_options import (
    by_option,
    date_of,
    deciding,
    now,
    store_option,
    which_day_option,
)
from feeaudit.register.dispositions import Decision, reopen
from feeaudit.register.queries import find_finding
from feeaudit.register.waivers import is_waiver, revoke

if TYPE_CHECKING:
    from pathlib import Path


@click.command("reopen")
@click.argument("what", metavar="FINDING|WAIVER")
@store_option()
@click.option("--reason", required=True, help="Why it no longer applies.")
@by_option
@date_of("The day of the decision", past=True)
@which_day_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    what: str, store: Path, reason: str, by: str, date: str, day: str
) -> None:
    """Reverse a resolution (by the finding's id) or a waiver (by its own id, in full).

    Nothing is erased: the history keeps the decision and its end.

    \b
    Example:
      feeaudit findings reopen 3f9a --store store/ --by "Bo Chan" --reason "Refund bounced"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        if is_waiver(connection, what):
            revoke(connection, what, by, reason, date, now())
            click.echo(f"Waiver {what} no longer applies.")
        else:
            row = find_finding(connection, what, day)
            reopen(connection, row, Decision(by, reason, date), now())
            click.echo(f"Finding {row['id']} of {row['day']} is open again.")
