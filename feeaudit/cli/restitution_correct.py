"""``feeaudit restitution correct``: a payment that was recorded wrongly no longer counts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import echo_plain
from feeaudit.cli.store_options import by_option, date_of, deciding, now, store_option
from feeaudit.core.money import dollars
from feeaudit.register.dispositions import Decision
from feeaudit.register.restitution import correct_payment

if TYPE_CHECKING:
    from pathlib import Path


@click.command("correct")
@click.argument("number", type=click.IntRange(1))
@store_option()
@click.option("--reason", required=True, help="What was wrong with it.")
@by_option
@date_of("The day of the correction", past=True)
def command(number: int, store: Path, reason: str, by: str, date: str) -> None:
    """Record that the payment of this NUMBER was recorded wrongly; what it was for is due again.

    Nothing is erased: the ledger shows the payment and its correction. Then record the right one.

    \b
    Example:
      feeaudit restitution correct 57 --store store/ --by "Ann Lee" --reason "Wrong receipt number"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        rows = correct_payment(connection, number, Decision(by, reason, date), now())
    amount = dollars(sum(row["amount"] for row in rows))
    echo_plain(f"Payment {number} of {amount} to {rows[0]['paid_to']} no longer counts.")
