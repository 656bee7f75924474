"""``feeaudit schedules``: the book itself, listed, shown, checked, exported and compared."""

from __future__ import annotations

import importlib

import click

_COMMANDS = {
    "list": "The state of the book at a glance.",
    "show": "A schedule or a game as people know it, with citations.",
    "lint": "Find what is odd or unexplained in the book.",
    "export": "Every fee cell as a row, for spreadsheets.",
    "diff": "Two schedules compared in the language of fees.",
    "sign": "The fee notice of an option, ready to print.",
}


class _Schedules(click.Group):
    """A group whose commands are imported one at a time."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        module = importlib.import_module(f"feeaudit.cli.schedules_{cmd_name}")
        command: click.Command = module.command
        return command


@click.command("schedules", cls=_Schedules)
def command() -> None:
    r"""List, show, lint, export and compare the approved schedules.

    \b
    Examples:
      feeaudit schedules list --games
      feeaudit schedules show three-card-poker
      feeaudit schedules export --format csv mortimers
    """
