"""``feeaudit inputs withdraw``: a file that was delivered by mistake, taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import echo_plain
from feeaudit.cli.store_options import by_option, date_of, deciding, now, store_option
from feeaudit.register.dispositions import Decision
from feeaudit.register.withdrawals import withdraw

if TYPE_CHECKING:
    from pathlib import Path


@click.command("withdraw")
@click.argument("number", type=click.IntRange(1))
@store_option()
@click.option("--reason", required=True, help="Why it should not count.")
@by_option
@date_of("The day of the decision", past=True)
def command(number: int, store: Path, reason: str, by: str, date: str) -> None:
    """Record that an input, by its NUMBER in inputs list, was delivered by mistake.

    It stays in the archive with the audits that used it. The next feeaudit nightly audits its
    days again without it; if nothing is left of a day, its findings are marked gone.

    \b
    Example:
      feeaudit inputs withdraw 12 --store store/ --by "Ann Lee" --reason "Another room's log"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        days = withdraw(connection, number, Decision(by, reason, date), now())
    held = ", ".join(f"{room} {day}" for room, day in days) or "no day"
    echo_plain(f"Input {number} no longer counts; the next feeaudit nightly audits again: {held}.")
