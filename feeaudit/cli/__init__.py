"""The command line: one module a command, each imported only when it is called."""

from __future__ import annotations

import importlib
import sys
from typing import Any

import click

from feeaudit import __version__
from feeaudit.core.problem import BookError, Unknown

BAD_INPUT = 2

_COMMANDS = {
    "demo": ("feeaudit.cli.demo", "Simulate a night, audit it and write the reports."),
    "audit": ("feeaudit.cli.audit", "Check a log against the schedules and rotation rules."),
    "import": ("feeaudit.cli.import_", "Bring a spreadsheet or hand history into a log."),
    "explain": ("feeaudit.cli.explain", "The why of one finding, on one screen."),
    "quote": ("feeaudit.cli.quote", "What is owed on one hand, and why."),
    "checks": ("feeaudit.cli.checks", "The catalogue of checks."),
    "verify": ("feeaudit.cli.verify", "Make results again and compare them byte by byte."),
    "nightly": ("feeaudit.cli.nightly", "Audit an inbox night by night, into a store."),
    "findings": ("feeaudit.cli.findings", "List, show, waive, resolve and sign off findings."),
    "pack": ("feeaudit.cli.pack", "One zip of a store's audits, for whoever asks."),
    "retention": ("feeaudit.cli.retention", "What a store may let go of, and letting go of it."),
    "simulate": ("feeaudit.cli.simulate", "Make a log with planted violations."),
    "template": ("feeaudit.cli.template", "Write a blank workbook for a log."),
    "schedules": ("feeaudit.cli.schedules", "List, show, lint, export and compare schedules."),
}


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one when it is asked for."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = importlib.import_module(_COMMANDS[cmd_name][0]).command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in _COMMANDS.items()])


@click.command(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="feeaudit")
def cli() -> None:
    r"""Audit cardroom tables against their approved collection schedules and rotation rules.

    \b
    Examples:
      feeaudit schedules list
      feeaudit schedules show mortimers/pure-21-5-blackjack
      feeaudit quote --cardroom mortimers --game pure-21-5-blackjack --option 2 --wager 1:base:450
    """


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; what the user got wrong is said in plain words, without a traceback."""
    # The book and its reports are UTF-8 whatever the console's locale says.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(encoding="utf-8", errors="replace")
    try:
        return cli.main(arguments, prog_name="feeaudit", standalone_mode=True)
    except BookError as error:
        click.echo(str(error), err=True)
        count = len(error.problems)
        click.echo(
            f"\n{count} problem{'s' if count > 1 else ''}; mend and try again.",
            err=True,
        )
    except Unknown as error:
        click.echo(f"feeaudit: {error}", err=True)
    except OSError as error:
        # A full disk or a folder that may not be written: files are replaced whole or not at all.
        click.echo(f"feeaudit: {error.filename or 'a file'}: {error.strerror or error}", err=True)
    sys.exit(BAD_INPUT)
