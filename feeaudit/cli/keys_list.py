"""``feeaudit keys list``: the keys of a store."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.store_options import store_option
from feeaudit.core.plain_text import plain
from feeaudit.register.database import opened
from feeaudit.register.keys import all_keys
from feeaudit.register.store import open_store
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from pathlib import Path


@click.command("list")
@store_option()
@format_option("text", "json")
def command(store: Path, format_: str) -> None:
    """List the keys of a store with their owners, revoked ones included.

    \b
    Example:
      feeaudit keys list --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with opened(open_store(store)) as connection:
        keys = [dict(row) for row in all_keys(connection)]
    if format_ == "json":
        echo_json(keys)
    elif not keys:
        click.echo(
            "No keys are recorded; names on sign-offs are typed. Run feeaudit keys new to make one."
        )
    else:
        rows = [
            (each["key"], plain(each["name"]), each["made_on"], "revoked" * bool(each["revoked"]))
            for each in keys
        ]
        click.echo(text_table(("Key", "Name", "Recorded", ""), rows))
