"""``feeaudit findings resolve``: what became of findings, by whom and why."""

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
from feeaudit.register.dispositions import OUTCOMES, Decision, resolve
from feeaudit.register.queries import find_finding

if TYPE_CHECKING:
    from pathlib import Path


@click.command("resolve")
@click.argument("findings", metavar="FINDING...", nargs=-1, required=True)
@store_option()
@click.option(
    "--as", "outcome", required=True, type=click.Choice(list(OUTCOMES)), help="The outcome."
)
@click.option("--reason", required=True, help="What was done, or why nothing needs to be.")
@by_option
@date_of("The day of the decision")
@which_day_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    findings: tuple[str, ...],
    store: Path,
    outcome: str,
    reason: str,
    by: str,
    date: str,
    day: str,
) -> None:
    """Record what became of findings; should a later run change one, it is open again.

    Each FINDING is an id, or the first characters of it. The outcome is corrected (the practice or
    the record was put right), refunded, explained (nothing further is needed) or log-error (the log
    was wrong, not the table).

    \b
    Example:
      feeaudit findings resolve 3f9a --store store/ --as refunded --by "Ann Lee" \\
        --reason "Refunded 3.00 to the player-dealer on 7 March"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    decision = Decision(by, reason, date)
    with deciding(store) as connection:
        named = [find_finding(connection, each, day) for each in findings]
        # Two beginnings of one id are one finding, decided once.
        for row in {each["number"]: each for each in named}.values():
            resolve(connection, row, outcome, decision, now())
            click.echo(f"Finding {row['id']} of {row['day']}: {outcome}.")
