"""``feeaudit schedules``: the book itself, listed, shown, checked, exported and compared."""

from __future__ import annotations

import click

from feeaudit.cli.lazy import LazyGroup

_COMMANDS = {
    "list": ("feeaudit.cli.schedules_list", "The schedules on record at a glance."),
    "show": ("feeaudit.cli.schedules_show", "A schedule or a game as a table, with citations."),
    "lint": (
        "feeaudit.cli.schedules_lint",
        "Find errors and unexplained entries in the schedules.",
    ),
    "export": ("feeaudit.cli.schedules_export", "Every fee cell as a row, for spreadsheets."),
    "diff": ("feeaudit.cli.schedules_diff", "Compare two schedules, fee by fee."),
    "doubts": ("feeaudit.cli.schedules_doubts", "Open questions in the documents, and their cost."),
    "new": ("feeaudit.cli.schedules_new", "Start the folder of a new cardroom."),
    "draft": ("feeaudit.cli.schedules_draft", "Draft a book from an approved packet."),
    "sign": ("feeaudit.cli.schedules_sign", "The fee notice of an option, ready to print."),
    "card": ("feeaudit.cli.schedules_card", "The fees of a cardroom, as one page for a phone."),
}


@click.command("schedules", cls=LazyGroup, members=_COMMANDS)
def command() -> None:
    """List, show, lint, export, compare, draft and post the approved schedules.

    \b
    Examples:
      feeaudit schedules list --games
      feeaudit schedules show three-card-poker
      feeaudit schedules export mortimers -o mortimers.csv
    """  # noqa: D301 - click's mark for text that is not to be wrapped
