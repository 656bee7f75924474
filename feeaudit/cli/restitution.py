"""``feeaudit restitution``: what is owed back, what was paid, and the ledger for an accountant."""

from __future__ import annotations

import click

from feeaudit.cli.lazy import LazyGroup

_COMMANDS = {
    "list": ("feeaudit.cli.restitution_list", "What is due, finding by finding, with totals."),
    "pay": ("feeaudit.cli.restitution_pay", "Record a payment, with its receipt."),
    "correct": ("feeaudit.cli.restitution_correct", "Correct a payment recorded wrongly."),
    "export": ("feeaudit.cli.restitution_export", "The ledger as a workbook or CSV files."),
}


@click.command("restitution", cls=LazyGroup, members=_COMMANDS)
def command() -> None:
    """Keep the ledger of what was over-collected: owed, paid, by whom, against which receipt.

    What violations over-collected is owed until a payment is recorded. Nothing under-collected is
    ever set against it. A decision that the log was wrong, or that the fee is explained, excuses
    the amount it covers; the ledger shows that too.

    \b
    Examples:
      feeaudit restitution list --store store/ --from 2026-03-01
      feeaudit restitution pay 3f9a --store store/ --to "Dana Ruiz" --by "Ann Lee" --receipt R-1042
      feeaudit restitution export ledger.xlsx --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
