"""``feeaudit restitution list``: what is due, and the totals by player and day."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.store_options import ledger_options, ledger_question, store_option
from feeaudit.core.money import decimal
from feeaudit.core.plain_text import plain
from feeaudit.register.database import opened
from feeaudit.register.restitution import ledger, totals
from feeaudit.register.restitution_sheets import LEDGER, plain_row, plain_total
from feeaudit.register.store import open_store
from feeaudit.report.phrases import counted
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from pathlib import Path

_SHOWN = ("day", "cardroom", "table", "hand_id", "finding", "player", "found", "paid", "due")
_MOST = 20


@click.command("list")
@store_option()
@ledger_options
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=50,
    show_default=True,
    metavar="N",
    help="Maximum number of findings; 0 for all. Totals always cover all.",
)
@format_option("text", "json")
def command(store: Path, limit: int, format_: str, **asked: Any) -> None:
    """List what is due finding by finding, and the totals by player and by day.

    \b
    Examples:
      feeaudit restitution list --store store/
      feeaudit restitution list --store store/ --state paid --from 2026-03-01 --to 2026-03-31
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    question = ledger_question(asked)
    with opened(open_store(store)) as connection:
        rows = ledger(connection, question, limit)
        sums = {by: totals(connection, question, by) for by in ("player", "day", "cardroom")}
    if format_ == "json":
        told = {f"by_{by}": [plain_total(row) for row in found] for by, found in sums.items()}
        echo_json({"findings": [plain_row(row) for row in rows], **told})
        return
    if not rows and not sums["cardroom"]:
        click.echo("Nothing was over-collected.")
        return
    if rows:
        header = [LEDGER[name] for name in _SHOWN]
        told_rows = [[plain(str(plain_row(row)[name] or "")) for name in _SHOWN] for row in rows]
        click.echo(text_table(header, told_rows) + "\n")
    for by in ("player", "day"):
        click.echo(_totals(by, sums[by]) + "\n")
    due, paid = (sum(row[name] for row in sums["cardroom"]) for name in ("due", "paid"))
    click.echo(f"Due {decimal(due)}, paid {decimal(paid)}; {counted(len(rows), 'finding')} shown.")


def _totals(by: str, rows: list[dict[str, Any]]) -> str:
    names = ("found", "excused", "paid", "due")
    header = [by.capitalize(), "Cardroom", "Findings", *(LEDGER[name] for name in names)]
    told = [
        [
            plain(row[by] or "not named in the log"),
            plain(row["cardroom"]),
            str(row["findings"]),
            *(decimal(row[name]) for name in names),
        ]
        for row in rows[:_MOST]
    ]
    more = f"\n... and {len(rows) - _MOST:,} more" if len(rows) > _MOST else ""
    return text_table(header, told) + more
