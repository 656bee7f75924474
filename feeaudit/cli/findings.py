"""``feeaudit findings``: what a store's audits found, and what people decided about it."""

from __future__ import annotations

import importlib

import click

_COMMANDS = {
    "list": "Findings by cardroom, table, check, day and state.",
    "show": "One finding: its why, its runs, its decisions.",
    "waive": "Allow a finding, or a check's at a table, until a day.",
    "resolve": "Say what became of findings.",
    "reopen": "Take back a resolution or a waiver.",
    "sign-off": "Seal a gaming day by preparer and reviewer.",
}


class _Findings(click.Group):
    """A group whose commands are imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"feeaudit.cli.findings_{cmd_name.replace('-', '_')}")
        command: click.Command = module.command
        return command


@click.command("findings", cls=_Findings)
def command() -> None:
    r"""List, show, waive, resolve and sign off the findings of a store.

    \b
    Examples:
      feeaudit findings list --store store/ --check FEE-OVER
      feeaudit findings show 3f9a --store store/
      feeaudit findings sign-off --store store/ --cardroom mortimers --day 2026-03-06 \
        --prepared-by "Ann Lee" --reviewed-by "Bo Chan"
    """
