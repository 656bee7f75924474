"""``feeaudit inputs``: the files that a store has taken, and taking one back."""

from __future__ import annotations

import click

from feeaudit.cli.lazy import LazyGroup

_COMMANDS = {
    "list": ("feeaudit.cli.inputs_list", "Every file accepted, newest first."),
    "quarantined": ("feeaudit.cli.inputs_quarantined", "The files that could not be used."),
    "dismiss": ("feeaudit.cli.inputs_dismiss", "Quarantined files that need nothing further."),
    "withdraw": ("feeaudit.cli.inputs_withdraw", "Withdraw a file delivered by mistake."),
}


@click.command("inputs", cls=LazyGroup, members=_COMMANDS)
def command() -> None:
    """List the files a store has accepted, and withdraw one that was delivered by mistake.

    \b
    Examples:
      feeaudit inputs list --store store/
      feeaudit inputs withdraw 12 --store store/ --by "Ann Lee" --reason "Another room's log"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
