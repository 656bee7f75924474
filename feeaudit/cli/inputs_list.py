"""``feeaudit inputs list``: every file that a store has taken."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.store_options import store_option
from feeaudit.core.plain_text import plain
from feeaudit.register.database import opened
from feeaudit.register.store import open_store
from feeaudit.register.withdrawals import all_inputs
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from pathlib import Path

_HEADER = ("Number", "Recorded", "Name", "Holds", "")


@click.command("list")
@store_option()
@format_option("text", "json")
def command(store: Path, format_: str) -> None:
    """List every file accepted, newest first, with the gaming days it covers.

    \b
    Example:
      feeaudit inputs list --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with opened(open_store(store)) as connection:
        inputs = [dict(row) for row in all_inputs(connection)]
    if format_ == "json":
        echo_json(inputs)
        return
    rows = [
        (
            str(each["number"]),
            each["recorded"],
            plain(each["name"]),
            plain(each["holds"] or ""),
            plain(_remarks(each)),
        )
        for each in inputs
    ]
    click.echo(text_table(_HEADER, rows) if rows else "No files have been accepted yet.")


def _remarks(row: dict[str, Any]) -> str:
    told = [f"uploaded by {row['brought_by']}"] if row["brought_by"] else []
    return "; ".join(told + ([f"withdrawn: {row['withdrawn']}"] if row["withdrawn"] else []))
