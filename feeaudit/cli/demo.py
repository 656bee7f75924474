"""``feeaudit demo``: a night is simulated, audited and reported."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import book_option, date_option
from feeaudit.cli.progress import shown_progress

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

_CARDROOM = "hawaiian-gardens"
_PLANTS = {
    "FEE-OVER": 8,
    "FEE-UNDER": 5,
    "FEE-MISSING": 4,
    "FEE-UNDUE": 3,
    "FEE-TIME": 2,
    "OPT-FITS": 1,
    "LIM-HIGH": 3,
    "ROT-TURNS": 3,
    "ROT-OFFER": 2,
    "DROP-MATCH": 2,
    "LOG-SEQUENCE": 1,
}


@click.command("demo")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("feeaudit-demo"),
    show_default=True,
    help="Folder for the log and the results; nothing is written outside it.",
)
@click.option("--cardroom", default=_CARDROOM, show_default=True, help="The cardroom to simulate.")
@click.option(
    "--hands",
    type=click.IntRange(min=500),
    default=3000,
    show_default=True,
    metavar="N",
    help="How many hands.",
)
@date_option
@book_option
def command(output: Path, cardroom: str, hands: int, date: date, book: Path) -> None:
    """Simulate a night with planted violations, audit it and write every report.

    The night is made up; it is checked against the approved schedules.

    \b
    Examples:
      feeaudit demo
      feeaudit demo -o try/ --cardroom mortimers
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.book.load import read_book  # noqa: PLC0415 - pandas is heavy
    from feeaudit.pipeline import Request, audited  # noqa: PLC0415
    from feeaudit.simulate import simulate, write_simulation  # noqa: PLC0415

    log, results = output / "log", output / "results"
    output.mkdir(parents=True, exist_ok=True)
    with _temporary_files_in(output), shown_progress() as progress:
        progress("Simulating a night", 0.0)
        made = simulate(read_book(book), hands=hands, cardrooms=[cardroom], plant=_PLANTS)
        write_simulation(made, log, "csv")
        job = audited(Request((log,), book, date=date.isoformat()), progress, results)
    job.write(results)
    click.echo(job.text())
    click.echo(
        f"\n{made.violations} violations were planted; {log / 'planted.csv'} lists them."
        f"\nThe log is in {log}, the reports in {results}."
        f"\nOpen {results / 'report.html'} first. Then try:"
        f"\n  feeaudit explain {job.result.findings['id'].iloc[0]} --in {results}"
        f"\n  feeaudit verify {results}"
    )


@contextmanager
def _temporary_files_in(folder: Path) -> Iterator[None]:
    """Keep what is unpacked or compiled on the way inside the chosen folder too."""
    before, tempfile.tempdir = tempfile.tempdir, str(folder.resolve())
    try:
        yield
    finally:
        tempfile.tempdir = before
