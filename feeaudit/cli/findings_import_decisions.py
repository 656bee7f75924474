"""``feeaudit findings import-decisions``: decisions written into the workpapers, read back."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.cli.store_options import date_of, deciding, now, store_option
from feeaudit.register.decision_sheet import import_decisions, read_decisions
from feeaudit.register.dispositions import Decision
from feeaudit.report.phrases import counted


@click.command("import-decisions")
@click.argument("file", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@store_option()
@click.option("--by", default="", help="Full name of the person deciding, if a row does not say.")
@click.option("--again", is_flag=True, help="Replace decisions already made.")
@date_of("The date of the decision, if a row does not say", past=True)
def command(file: Path, store: Path, by: str, again: bool, date: str) -> None:
    """Record the decisions entered in the Findings sheet of the workpapers.

    The columns are Decision (corrected, refunded, explained or log-error), Reason for the decision,
    Decided by and Decided on; a CSV file with the same headers also works. Rows without a
    decision are skipped. All decisions are recorded, or none: every row that cannot be
    accepted is named.

    \b
    Example:
      feeaudit findings import-decisions workpapers.xlsx --store store/ --by "Ann Lee"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    rows = read_decisions(file)
    with deciding(store) as connection:
        made = import_decisions(connection, rows, Decision(by, "", date), again, now())
    for each in made:
        click.echo(f"F{each.matter.words[1:]}: {each.outcome}.")
    click.echo(f"{counted(len(made), 'decision')} recorded.")
