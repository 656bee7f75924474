"""``feeaudit findings sign-off``: a gaming day sealed by preparer and reviewer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.store_options import date_of, day_option, deciding, now, store_option
from feeaudit.register.sign_off import sign_off

if TYPE_CHECKING:
    from pathlib import Path


@click.command("sign-off")
@store_option()
@click.option("--cardroom", required=True, help="The cardroom.")
@day_option("--day", "The gaming day.", required=True)
@click.option("--prepared-by", required=True, help="Full name of who prepared the audit.")
@click.option("--reviewed-by", required=True, help="Full name of who reviewed it; another person.")
@date_of("The day of the signature")
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    store: Path, cardroom: str, day: str, prepared_by: str, reviewed_by: str, date: str
) -> None:
    """Sign off a gaming day: its reports, findings and decisions are sealed as they stand.

    Whatever comes later for that day (a late file, a decision) is kept and shown as an addendum,
    and may be signed in turn.

    \b
    Example:
      feeaudit findings sign-off --store store/ --cardroom mortimers --day 2026-03-06 \\
        --prepared-by "Ann Lee" --reviewed-by "Bo Chan"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        signed = sign_off(connection, cardroom, day, prepared_by, reviewed_by, date, now())
    addendum = ", an addendum," if signed.addendum else ""
    click.echo(f"{cardroom} {day}: run {signed.run}{addendum} is sealed as {signed.seal[:16]}.")
    if signed.open:
        click.echo(f"{signed.open:,} violations were open when it was signed.")
