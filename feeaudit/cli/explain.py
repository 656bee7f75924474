"""``feeaudit explain``: the why of one finding, on one screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.finding_text import finding_text
from feeaudit.cli.results import meant, results_in, results_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command("explain")
@click.argument("finding")
@results_option
def command(finding: str, folder: Path) -> None:
    """Show the why of one finding: what happened, what the schedule says, what to do next.

    FINDING is its id, or the first characters of it, as every report shows it.

    \b
    Example:
      feeaudit explain 3f9a --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    found = results_in(folder, "findings")
    click.echo(finding_text(meant(finding, found, "finding")))
