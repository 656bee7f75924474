"""``feeaudit simulate``: realistic sessions with planted violations."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import (
    book_option,
    cardrooms_option,
    counted_tables,
    log_format_option,
)
from feeaudit.cli.common import day as as_day

if TYPE_CHECKING:
    from datetime import date


@click.command("simulate")
@click.option(
    "-o",
    "--output",
    required=True,
    type=click.Path(path_type=Path),
    help="Folder for the log (or a workbook, with --format xlsx).",
)
@click.option(
    "--hands",
    type=click.IntRange(1),
    default=1000,
    show_default=True,
    metavar="N",
    help="How many hands.",
)
@click.option(
    "--seed",
    type=int,
    default=1,
    show_default=True,
    metavar="N",
    help="The same seed gives the same log.",
)
@cardrooms_option
@click.option("--game", "games", multiple=True, help="Only this game; repeat for more.")
@click.option("--option", "options", multiple=True, help="Only this option; repeat for more.")
@click.option(
    "--day",
    type=as_day,
    help="The first gaming day.  [default: 2026-03-06]",
)
@click.option(
    "--days",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many gaming days.",
)
@click.option(
    "--plant",
    "plants",
    multiple=True,
    metavar="CHECK=N",
    help="Plant N violations of a check; repeat for several.",
)
@log_format_option
@book_option
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    output: Path,
    hands: int,
    seed: int,
    cardrooms: tuple[str, ...],
    games: tuple[str, ...],
    options: tuple[str, ...],
    day: date | None,
    days: int,
    plants: tuple[str, ...],
    format_: str,
    book: Path,
) -> None:
    """Make a log of realistic sessions, with planted violations of any check.

    What was planted is written to planted.csv among the log's files, or NAME.planted.csv beside a
    workbook: hand, check, what was done.

    \b
    Examples:
      feeaudit simulate -o night/ --hands 5000 --cardroom mortimers --plant FEE-OVER=20
      feeaudit simulate -o night.xlsx --format xlsx --hands 200 --game three-card-poker
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.book.load import read_book  # noqa: PLC0415 - pyarrow is heavy
    from feeaudit.report.phrases import counted  # noqa: PLC0415
    from feeaudit.simulate import DAY, simulate, write_simulation  # noqa: PLC0415

    made = simulate(
        read_book(book),
        hands=hands,
        seed=seed,
        cardrooms=cardrooms,
        games=games,
        options=options,
        day=day or DAY,
        days=days,
        plant=dict(_plant(text) for text in plants),
    )
    written = write_simulation(made, output, format_)
    click.echo(counted_tables(made.log))
    click.echo(f"{counted(made.violations, 'violation')} planted")
    for short in made.shortfalls:
        click.echo(f"Note: {short}", err=True)
    names = ", ".join(path.name for path in written)
    click.echo(f"Written: {names} in {written[-1].parent}")


def _plant(text: str) -> tuple[str, int]:
    check, _, count = text.partition("=")
    if not count.isdecimal():
        raise click.BadParameter(f"{text!r} is not CHECK=N, such as FEE-OVER=20")
    return check.upper(), int(count)
