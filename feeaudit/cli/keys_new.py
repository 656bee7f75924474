"""``feeaudit keys new``: a key made, its private half put under a passphrase."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.cli.store_options import date_of, deciding, now
from feeaudit.register.keys import key_id, new_key, record_key


@click.command("new")
@click.option(
    "--store",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="The store to record the public half in; without it, only the file is made.",
)
@click.option("--name", default="", help="Full name of its owner, with --store.")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    help="File for the private half; it must not exist yet.",
)
@click.option(
    "--passphrase",
    prompt=True,
    hide_input=True,
    confirmation_prompt=True,
    envvar="FEEAUDIT_PASSPHRASE",
    help="Its passphrase; prompted for if not given.",
)
@date_of("The day it was made")
def command(store: Path | None, name: str, output: Path, passphrase: str, date: str) -> None:
    """Make a key: its private half goes to a file, its public half to the register of a store.

    Keep the file and the passphrase to yourself. Anyone who has both can sign in your name; if
    you lose them, make a new key.

    \b
    Examples:
      feeaudit keys new --store store/ --name "Ann Lee" -o ann-lee.pem
      feeaudit keys new -o ann-lee.pem
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if bool(store) != bool(name):
        raise click.UsageError("give --store and --name together, or neither")
    public = new_key(output, passphrase)
    click.echo(f"Key {key_id(public)}: the private half is in {output}.")
    if store is None:
        click.echo(f"Its public half is {public}; feeaudit keys add records it.")
        return
    try:
        with deciding(store) as connection:
            record_key(connection, name, public, date, now())
    except BaseException:
        # A key that nobody recorded would only be a riddle.
        output.unlink(missing_ok=True)
        raise
    click.echo(f"Its public half is recorded for {name}.")
