"""``feeaudit findings comment``: a remark on a finding or incident, on the record."""

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
from feeaudit.register.dispositions import Decision
from feeaudit.register.matters import find_matter
from feeaudit.register.remarks import comment

if TYPE_CHECKING:
    from pathlib import Path


@click.command("comment")
@click.argument("named", metavar="FINDING|INCIDENT")
@click.argument("text")
@store_option()
@by_option
@date_of("The day of the comment", past=True)
@which_day_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    named: str, text: str, store: Path, by: str, date: str, day: str
) -> None:
    """Record a comment, which decides nothing; findings show prints it.

    \b
    Example:
      feeaudit findings comment 3f9a "Seen on camera 4" --store store/ --by "Bo Chan"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        matter = find_matter(connection, named, day)
        comment(connection, matter, Decision(by, text, date), now())
    click.echo(f"Comment on {matter.words} recorded.")
