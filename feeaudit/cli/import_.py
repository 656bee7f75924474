"""``feeaudit import``: a spreadsheet or a hand history into the log's own format."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import (
    book_option,
    counted_tables,
    echo_plain,
    echo_rest_of,
    log_format_option,
)

if TYPE_CHECKING:
    from feeaudit.intake.log import Log
    from feeaudit.intake.profiles.guess.questions import SheetQuestion

SET_ASIDE = 2


@click.command("import")
@click.argument("path", metavar="FILE", type=click.Path(path_type=Path, exists=True))
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    help="Folder for the log; with --guess, the file for the profile.",
)
@click.option(
    "--profile",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The profile: YAML that maps the columns.",
)
@click.option(
    "--guess", is_flag=True, help="Propose a profile with confidence and reasons; -o saves it."
)
@click.option(
    "--answer",
    metavar="ID=READING",
    multiple=True,
    help="With --guess, answer an open question about the file.",
)
@click.option(
    "--dry-run", is_flag=True, help="Write nothing; show the first hands and every problem."
)
@click.option("--cardroom", help="The cardroom, if the file does not say.")
@click.option("--game", help="The game, if the file does not say.")
@click.option("--table", help="The table, if the file does not say.")
@click.option("--date", metavar="DAY", help="The date, if the file does not say: 2026-03-01.")
@log_format_option
@click.option(
    "--allow-set-aside", is_flag=True, help="Write the remaining rows if some are set aside."
)
@book_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    path: Path,
    output: Path | None,
    profile: Path | None,
    guess: bool,
    answer: tuple[str, ...],
    dry_run: bool,
    cardroom: str | None,
    game: str | None,
    table: str | None,
    date: str | None,
    format_: str,
    allow_set_aside: bool,
    book: Path,
) -> None:
    """Convert a spreadsheet or a poker hand history into feeaudit's log format.

    A spreadsheet needs a profile; --guess proposes one with its confidence and reasons. At a
    terminal it asks about anything the file leaves open; in a pipe it lists the questions, saves
    nothing and exits 2; answer them with --answer.

    Hand histories (.phh, .phhs, .ohh, or a folder or zip of them) need --cardroom and --game; the
    option is chosen by the blinds if exactly one fits. FILE itself is never changed.

    Exits 2 if anything had to be set aside, unless --allow-set-aside is given.

    \b
    Examples:
      feeaudit import night.xlsx --guess -o night.yaml
      feeaudit import night.xlsx --profile night.yaml --dry-run
      feeaudit import night.xlsx --profile night.yaml -o night/
      feeaudit import hands.phhs --cardroom mortimers --game texas-holdem -o night/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.intake.fault_groups import FIRST  # noqa: PLC0415
    from feeaudit.intake.log import UnusableLog  # noqa: PLC0415
    from feeaudit.nightly import import_job as job  # noqa: PLC0415 - pyarrow is heavy

    given = {"cardroom": cardroom, "game": game, "table": table, "date": date}
    constants = {key: value for key, value in given.items() if value}
    try:
        if guess:
            ctx.exit(_guess(path, output, job.given_answers(answer)))
        log = job.imported(path, profile, constants, book)
    except UnusableLog as unusable:
        echo_plain(f"feeaudit: {unusable}", err=True)
        ctx.exit(SET_ASIDE)
    # A dry run is for seeing every problem, and writes no file that could list them.
    _tell(log, job.unit(path), len(log.faults) if dry_run else FIRST)
    if not dry_run:
        echo_rest_of(log.faults, output)
    aside = any(fault.set_aside for fault in log.faults)
    if dry_run:
        echo_plain(job.preview(log))
    elif aside and not allow_set_aside:
        click.echo(
            "Nothing was written; correct the file, or write the remaining rows with"
            " --allow-set-aside.",
            err=True,
        )
    elif output is None:
        raise click.UsageError("say where to write the log with -o, or use --dry-run")
    else:
        written = job.written(log, path, output, format_)
        click.echo(f"Written to {output}: {', '.join(path.name for path in written)}")
    ctx.exit(SET_ASIDE if aside and not allow_set_aside else 0)


def _guess(path: Path, output: Path | None, answers: dict[str, str]) -> int:
    """Propose a profile and save it, once nothing is left open; return the exit code."""
    from feeaudit.intake.profiles.guess.guessed_profile import guess_profile  # noqa: PLC0415
    from feeaudit.nightly import import_job as job  # noqa: PLC0415 - pyarrow is heavy

    if output is not None:
        job.spare(path, [output])
    guess = guess_profile(path, answers)
    while guess.questions and sys.stdin.isatty() and sys.stdout.isatty():
        question = guess.questions[0]
        # An answer may settle other questions, or raise them.
        answers[question.id] = _asked(question)
        guess = guess_profile(path, answers)
    text = job.proposed_text(guess)
    echo_plain(text)
    if guess.questions:
        count = len(guess.questions)
        noun = "question is" if count == 1 else "questions are"
        saved = " and nothing was saved" if output is not None else ""
        echo_plain(
            f"feeaudit: {path.name}: {count} {noun} open{saved}. Answer with --answer, as listed"
            " above, or run the command at a terminal.",
            err=True,
        )
        return SET_ASIDE
    if output is not None:
        job.save_proposed(text, path, output)
        echo_plain(f"# Saved as {output}")
    return 0


def _asked(question: SheetQuestion) -> str:
    """Ask a person at the terminal, and return the reading that was chosen."""
    echo_plain(f"\n{question.sentence}\n  For example {question.example}")
    for number, reading in enumerate(question.readings, start=1):
        change = f" ({reading.change})" if reading.change else ""
        echo_plain(f"  {number}  {reading.sentence}{change}")
    number = click.prompt("Which is right", type=click.IntRange(1, len(question.readings)))
    return question.readings[number - 1].id


def _tell(log: Log, unit: str, first: int) -> None:
    from feeaudit.intake.fault_groups import fault_counts, fault_entries  # noqa: PLC0415

    for entry in fault_entries(log.faults, unit, first):
        echo_plain(entry, err=True)
    click.echo(counted_tables(log) or "no records")
    if log.faults:
        echo_plain(f"\n{fault_counts(log.faults, unit)}", err=True)
