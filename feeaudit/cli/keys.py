"""``feeaudit keys``: keys that prove who signed a day."""

from __future__ import annotations

import click

from feeaudit.cli.lazy import LazyGroup

_COMMANDS = {
    "new": ("feeaudit.cli.keys_new", "Make a key and record its public half."),
    "add": ("feeaudit.cli.keys_add", "Record the public half of a key made elsewhere."),
    "list": ("feeaudit.cli.keys_list", "The keys of a store, by person."),
    "show": ("feeaudit.cli.keys_show", "One key and what it signed."),
    "revoke": ("feeaudit.cli.keys_revoke", "Revoke a key."),
}


@click.command("keys", cls=LazyGroup, members=_COMMANDS)
def command() -> None:
    """Make, record, list and revoke the keys of people who sign off days.

    A key is an Ed25519 pair: the private half stays with its owner, in a file under a passphrase,
    the public half is recorded in the register. A person with a recorded key must sign off with it.

    \b
    Examples:
      feeaudit keys new --store store/ --name "Ann Lee" -o ann-lee.pem
      feeaudit keys list --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
