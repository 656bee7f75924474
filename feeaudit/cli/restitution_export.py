"""``feeaudit restitution export``: the ledger, its totals and its payments, for an accountant."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from feeaudit.cli.common import echo_plain
from feeaudit.cli.store_options import ledger_options, ledger_question, store_option
from feeaudit.core.whole_files import replace_bytes
from feeaudit.register.database import opened
from feeaudit.register.restitution_sheets import as_csv_files, as_workbook, ledger_book
from feeaudit.register.store import open_store


@click.command("export")
@click.argument("output", type=click.Path(path_type=Path))
@store_option()
@ledger_options
def command(output: Path, store: Path, **asked: Any) -> None:
    """Write the ledger to OUTPUT: a workbook (.xlsx), or a folder of CSV files.

    It holds every finding with money over-collected, every payment and correction, and the totals
    by player and by day.

    \b
    Examples:
      feeaudit restitution export ledger.xlsx --store store/ --from 2026-03-01 --to 2026-03-31
      feeaudit restitution export ledger/ --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    with opened(open_store(store)) as connection:
        book = ledger_book(connection, ledger_question(asked | {"state": asked["state"] or "all"}))
    if output.suffix.lower() == ".xlsx":
        replace_bytes(output, as_workbook(book))
        written = [output]
    else:
        output.mkdir(parents=True, exist_ok=True)
        files = as_csv_files(book)
        for name, content in files.items():
            replace_bytes(output / name, content)
        written = [output / name for name in files]
    for path in written:
        echo_plain(f"Wrote {path}")
