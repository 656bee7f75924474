"""``feeaudit restitution pay``: money given back, on the record with its receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import echo_plain
from feeaudit.cli.store_options import (
    by_option,
    date_of,
    deciding,
    now,
    store_option,
    which_day_option,
)
from feeaudit.core.money import cents, dollars
from feeaudit.register.matters import find_matter
from feeaudit.register.restitution import Payment, pay
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3
    from pathlib import Path


@click.command("pay")
@click.argument("named", metavar="FINDING|INCIDENT...", nargs=-1, required=True)
@store_option()
@click.option("--to", required=True, help="Who was paid.")
@by_option
@click.option("--receipt", required=True, help="The number of the receipt.")
@click.option("--amount", default="", help="Dollars, for one finding; default: all that is due.")
@click.option("--note", default="", help="Anything else worth knowing.")
@date_of("The day of the payment", past=True)
@which_day_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    named: tuple[str, ...],
    store: Path,
    to: str,
    by: str,
    receipt: str,
    amount: str,
    note: str,
    date: str,
    day: str,
) -> None:
    """Record a refund for findings, or for what is due on an incident.

    More than is due is refused. Use correct for a payment that was recorded wrongly.

    \b
    Example:
      feeaudit restitution pay 3f9a --store store/ --to "Dana Ruiz" --by "Ann Lee" --receipt R-1042
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        found = {
            row["number"]: row
            for each in named
            for row in _due(find_matter(connection, each, day).findings)
        }
        if amount and len(found) != 1:
            raise click.UsageError("--amount is for one finding; name one, or leave it out")
        asked = [(row, _cents(amount)) for row in found.values()]
        number = pay(connection, asked, Payment(to, by, receipt, date, note), now())
        paid = connection.execute(
            "SELECT sum(amount) FROM payments WHERE number = ?", (number,)
        ).fetchone()[0]
    what = counted(len(found), "finding")
    echo_plain(f"Payment {number}: {dollars(paid)} to {to} for {what}, receipt {receipt}.")


def _cents(amount: str) -> int:
    """Return the cents that were paid; 0, which stands for all, where nothing is said."""
    try:
        paid = cents(amount) if amount else 0
    except ValueError as error:
        raise click.BadParameter(str(error)) from None
    if amount and paid <= 0:
        raise click.BadParameter(f"{amount} is not a payment; give dollars such as 3.00")
    return paid


def _due(findings: tuple[sqlite3.Row, ...]) -> list[sqlite3.Row]:
    """Return the findings of a matter with something due; all where none has, to be told why."""
    return [row for row in findings if row["due"] > 0] or list(findings)
