"""``feeaudit inputs quarantined``: the files that could not be used, and why."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.store_options import store_option
from feeaudit.core.plain_text import plain
from feeaudit.register.database import opened
from feeaudit.register.dismissals import quarantined
from feeaudit.register.store import open_store
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from pathlib import Path

_HEADER = ("Number", "Recorded", "Name", "State", "Reason")


@click.command("quarantined")
@store_option()
@click.option("--all", "all_", is_flag=True, help="Include files that need nothing further.")
@format_option("text", "json")
def command(store: Path, all_: bool, format_: str) -> None:
    """List the files that could not be used and are still open, newest first.

    \b
    Example:
      feeaudit inputs quarantined --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with opened(open_store(store)) as connection:
        found = [dict(row) for row in quarantined(connection) if all_ or row["waits"]]
    if format_ == "json":
        echo_json(found)
    elif not found:
        click.echo("No quarantined file is open.")
    else:
        rows = [
            (
                str(row["number"]),
                row["recorded"],
                plain(row["name"]),
                _state(row),
                plain(" ".join(row["reason"].split())),
            )
            for row in found
        ]
        click.echo(text_table(_HEADER, rows))


def _state(row: dict[str, str]) -> str:
    if row["dismissed"]:
        return plain(f"dismissed by {row['dismissed_by']}: {row['dismissed']}")
    return "waits" if row["waits"] else "received again"
