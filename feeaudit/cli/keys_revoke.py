"""``feeaudit keys revoke``: a key that is revoked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.store_options import by_option, date_of, deciding, now, store_option
from feeaudit.register.keys import revoke_key

if TYPE_CHECKING:
    from pathlib import Path


@click.command("revoke")
@click.argument("key")
@store_option()
@click.option("--reason", required=True, help="Why it is revoked.")
@by_option
@date_of("The day of the decision", past=True)
def command(key: str, store: Path, reason: str, by: str, date: str) -> None:
    """Record that a key is lost, stolen or no longer in use; earlier signatures remain valid.

    \b
    Example:
      feeaudit keys revoke 4f2c --store store/ --by "Bo Chan" --reason "Laptop stolen"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        found = revoke_key(connection, key, by, reason, date, now())
    click.echo(f"Key {found['key']} of {found['name']} is revoked.")
