"""``feeaudit findings assign``: who is to see to findings or incidents."""

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
from feeaudit.core.plain_text import plain
from feeaudit.register.dispositions import Decision
from feeaudit.register.matters import find_matter
from feeaudit.register.remarks import assign

if TYPE_CHECKING:
    from pathlib import Path


@click.command("assign")
@click.argument("named", metavar="FINDING|INCIDENT...", nargs=-1, required=True)
@store_option()
@click.option("--to", required=True, help="Full name of the person responsible; blank for nobody.")
@click.option("--reason", default="", help="What is asked of the person.")
@by_option
@date_of("The day of the decision", past=True)
@which_day_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    named: tuple[str, ...], store: Path, to: str, reason: str, by: str, date: str, day: str
) -> None:
    """Assign findings or incidents to a person, or unassign them with --to "".

    \b
    Example:
      feeaudit findings assign 3f9a --store store/ --to "Bo Chan" --by "Ann Lee"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        matters = [find_matter(connection, each, day) for each in named]
        assign(connection, matters, to, Decision(by, reason, date), now())
    whose = f"assigned to {' '.join(to.split())}" if to.strip() else "assigned to nobody"
    for each in matters:
        click.echo(plain(f"{each.words[0].upper()}{each.words[1:]}: {whose}."))
