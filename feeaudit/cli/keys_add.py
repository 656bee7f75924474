"""``feeaudit keys add``: the public half of a key, recorded under its owner's name."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.store_options import date_of, deciding, now, store_option
from feeaudit.register.keys import record_key

if TYPE_CHECKING:
    from pathlib import Path


@click.command("add")
@click.argument("public")
@store_option()
@click.option("--name", required=True, help="Full name of its owner.")
@date_of("The day it was recorded")
def command(public: str, store: Path, name: str, date: str) -> None:
    """Record the public half of a key that its owner made, in the form that keys new prints.

    \b
    Example:
      feeaudit keys add 2a5cfd8ecd2d6df58c9db0f5dc3af5ef0fbdb9f8e1a8e8bb0b9bcb3b1f1f1f1f \\
        --store store/ --name "Ann Lee"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with deciding(store) as connection:
        key = record_key(connection, name, public.strip(), date, now())
    click.echo(f"Key {key} is recorded for {name}.")
