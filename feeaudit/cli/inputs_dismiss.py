"""``feeaudit inputs dismiss``: a quarantined file that needs nothing further."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import echo_plain
from feeaudit.cli.store_options import by_option, date_of, deciding, now, store_option
from feeaudit.register.dismissals import dismiss, find_quarantined
from feeaudit.register.dispositions import Decision

if TYPE_CHECKING:
    from pathlib import Path


@click.command("dismiss")
@click.argument("named", metavar="NUMBER|DIGEST...", nargs=-1, required=True)
@store_option()
@click.option("--reason", required=True, help="Why it needs nothing further.")
@by_option
@date_of("The day of the decision", past=True)
def command(named: tuple[str, ...], store: Path, reason: str, by: str, date: str) -> None:
    """Record that quarantined files, by the NUMBER in inputs quarantined, need nothing further.

    They stay in quarantine, with the reason; the front page no longer lists them. A file of the
    same name that cannot be used is an open item again.

    \b
    Example:
      feeaudit inputs dismiss 14 --store store/ --by "Ann Lee" --reason "A shopping list, not a log"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        found = [find_quarantined(connection, each) for each in named]
        dismiss(connection, found, Decision(by, reason, date), now())
    for row in found:
        echo_plain(f"{row['name']} needs nothing further: {reason}")
