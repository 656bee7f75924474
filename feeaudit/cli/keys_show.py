"""``feeaudit keys show``: one key, and the days it signed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.store_options import store_option
from feeaudit.core.plain_text import plain
from feeaudit.register.database import opened
from feeaudit.register.keys import days_signed, find_key
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    from pathlib import Path


@click.command("show")
@click.argument("key")
@store_option()
@format_option("text", "json")
def command(key: str, store: Path, format_: str) -> None:
    """Show one key, by its id or the first characters of it: owner, public half, what it signed.

    \b
    Example:
      feeaudit keys show 4f2c --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with opened(open_store(store)) as connection:
        found = dict(find_key(connection, key))
        signed = [dict(row) for row in days_signed(connection, found["key"])]
    if format_ == "json":
        echo_json(found | {"signed": signed})
        return
    state = "revoked" if found["revoked"] else "in use"
    click.echo(
        f"Key {found['key']} of {plain(found['name'])}, recorded {found['made_on']}: {state}"
    )
    click.echo(f"Public half (Ed25519): {found['public']}")
    for each in signed:
        room = plain(each["cardroom"])
        click.echo(f"{each['role'].capitalize()} {room} {each['day']} on {each['made_on']}.")
