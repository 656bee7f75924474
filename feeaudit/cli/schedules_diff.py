"""``feeaudit schedules diff``: two schedules compared in the language of fees."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.book.catalogue import find_schedule, option_of
from feeaudit.book.diff import option_changes, schedule_changes
from feeaudit.book.load import read_book, read_schedule
from feeaudit.cli.common import book_option, echo_json, format_option
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from feeaudit.book.model import Option, Schedule


@click.command("diff")
@click.argument("old")
@click.argument("new")
@book_option
@format_option("text", "json")
def command(old: str, new: str, book: Path, format_: str) -> None:
    """Compare two editions, two options or two revisions of a schedule file.

    OLD and NEW are schedules (cardroom/schedule, or cardroom/schedule@2 for an edition), options of
    one (cardroom/schedule:3), or YAML files. Each line is one change.

    \b
    Examples:
      feeaudit schedules diff mortimers/omaha-high-low-split@1 mortimers/omaha-high-low-split@2
      feeaudit schedules diff mortimers/texas-holdem:1 mortimers/texas-holdem:9
      feeaudit schedules diff old/texas-holdem.yaml new/texas-holdem.yaml
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    sides = [_side(text, book) for text in (old, new)]
    (old_schedule, old_option), (new_schedule, new_option) = sides
    if (old_option is None) != (new_option is None):
        raise click.UsageError("compare two schedules or two options, not one with the other")
    if old_option is not None and new_option is not None:
        changes = option_changes(old_option, new_option)
    else:
        changes = schedule_changes(old_schedule, new_schedule)
    if format_ == "json":
        echo_json(changes)
    else:
        click.echo("\n".join(changes) or "No difference in fees, limits or terms.")


def _side(text: str, root: Path) -> tuple[Schedule, Option | None]:
    path = Path(text)
    if path.suffix in {".yaml", ".yml"}:
        if not path.is_file():
            raise Unknown(f"{text} is not a file")
        return read_schedule(path), None
    key, _, name = text.partition(":")
    schedule = find_schedule(read_book(root), key)
    if not name:
        return schedule, None
    option = option_of(schedule, name)
    if option is None:
        raise Unknown(f"option {name!r} is not in {schedule.key}")
    return schedule, option
