"""The command line: one module a command, each imported only when it is called."""

from __future__ import annotations

import sys
import traceback
from typing import Any

import click

from feeaudit import __version__
from feeaudit.cli.common import echo_plain
from feeaudit.cli.lazy import LazyGroup
from feeaudit.core.memory import share_memory
from feeaudit.core.problem import BookError, Unknown, with_place

BAD_INPUT = 2

_COMMANDS = {
    "demo": ("feeaudit.cli.demo", "Simulate a night, audit it and write the reports."),
    "audit": ("feeaudit.cli.audit", "Check a log against the schedules and rotation rules."),
    "archive": ("feeaudit.cli.archive", "Add logs to an archive by cardroom and gaming day."),
    "incidents": (
        "feeaudit.cli.incidents",
        "Findings grouped by likely cause, most serious first.",
    ),
    "explain": ("feeaudit.cli.explain", "Explain one finding on one screen."),
    "statement": ("feeaudit.cli.statement", "What one provider or player owed and paid."),
    "letters": ("feeaudit.cli.letters", "Letters to players who paid too much, and a list."),
    "verify": ("feeaudit.cli.verify", "Repeat an audit and compare results byte by byte."),
    "import": ("feeaudit.cli.import_", "Convert a spreadsheet or hand history into a log."),
    "template": ("feeaudit.cli.template", "Write a blank workbook for a log."),
    "simulate": ("feeaudit.cli.simulate", "Make a log with planted violations."),
    "quote": ("feeaudit.cli.quote", "What is owed on one hand, and why."),
    "checks": ("feeaudit.cli.checks", "The list of checks."),
    "schedules": ("feeaudit.cli.schedules", "List, show, lint, export and compare schedules."),
    "nightly": ("feeaudit.cli.nightly", "Audit an inbox night by night, into a store."),
    "findings": ("feeaudit.cli.findings", "List, show, waive, resolve and sign off findings."),
    "serve": ("feeaudit.cli.serve", "The workbench: a store or an audit in a browser."),
    "restitution": ("feeaudit.cli.restitution", "What is owed back to players, and paid."),
    "inputs": ("feeaudit.cli.inputs", "The files a store has accepted; withdraw one."),
    "keys": ("feeaudit.cli.keys", "Keys that prove who signed off a day."),
    "upgrade": ("feeaudit.cli.upgrade", "Upgrade a store made by an earlier feeaudit."),
    "pack": ("feeaudit.cli.pack", "One zip of a store's audits, for a records request."),
    "retention": ("feeaudit.cli.retention", "List and delete records past their retention period."),
    "manual": ("feeaudit.cli.manual", "The manual, one topic at a time."),
}


@click.command(
    cls=LazyGroup,
    members=_COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)
@click.version_option(__version__, prog_name="feeaudit")
def cli() -> None:
    """Audit cardroom tables against their approved collection schedules and rotation rules.

    A log of hands is checked against the book: the schedules and rules that the Bureau approved.
    Nothing is sent anywhere, and no log is ever changed.

    \b
    Examples:
      feeaudit demo
      feeaudit audit night/ -o results/
      feeaudit explain 3f9a --in results/
      feeaudit schedules show mortimers/pure-21-5-blackjack
    """  # noqa: D301 - click's mark for text that is not to be wrapped


def main(arguments: list[str] | None = None) -> Any:
    """Run the command line; what the user got wrong is said in plain words, without a traceback."""
    share_memory()
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
            f"\n{count} problem{'s' if count > 1 else ''}; fix and try again.",
            err=True,
        )
    except Unknown as error:
        echo_plain(f"feeaudit: {error}", err=True)
    except OSError as error:
        # A full disk or a folder that may not be written: files are replaced whole or not at all.
        echo_plain(f"feeaudit: {with_place(error)}", err=True)
    except Exception:  # noqa: BLE001 - left alone it would exit 1, which means violations
        traceback.print_exc()
        click.echo("feeaudit: internal error; please report it with these lines", err=True)
    sys.exit(BAD_INPUT)
