"""``feeaudit schedules lint``: what is odd or unexplained in the book."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.book.lint import lint
from feeaudit.book.load import read_book
from feeaudit.book.progress import progress_of
from feeaudit.book.sources import prove
from feeaudit.cli.common import (
    book_option,
    cardrooms_argument,
    echo_json,
    format_option,
    named_cardrooms,
)
from feeaudit.core.problem import BookError, Problem
from feeaudit.rules.silences import silences

if TYPE_CHECKING:
    from feeaudit.book.model import Cardroom

UNEXPLAINED = 1


@click.command("lint")
@cardrooms_argument
@click.option(
    "--sources",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of the approved documents: prove every figure against its line.",
)
@book_option
@format_option("text", "json")
@click.pass_context
def command(
    ctx: click.Context, cardrooms: tuple[str, ...], sources: Path | None, book: Path, format_: str
) -> None:
    """Check the schedules for gaps, overlaps, unrecorded errors and rules without effect.

    An open question whose readings change nothing is a problem, and so is a rule that no check
    uses: the audit could not act on it.

    With --sources, every fee must be on the line it cites, and every line of a document that
    looks like a fee row must be cited. All cardrooms unless CARDROOM is given.

    Of a draft it says how far it is: cells proven, marks left, rules on which it is silent. A draft
    is not clean until every mark has been looked at.

    Exits 0 when everything is explained, 1 when not.

    \b
    Examples:
      feeaudit schedules lint
      feeaudit schedules lint --sources documents/ mortimers
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    chosen: list[Cardroom] = []
    try:
        whole = read_book(book)
        chosen = named_cardrooms(whole, cardrooms)
        problems = [problem for cardroom in chosen for problem in _problems(cardroom, sources)]
    except BookError as error:
        problems = list(error.problems)
    if format_ == "json":
        echo_json([asdict(problem) for problem in problems])
    else:
        _print(problems, chosen, sources)
        for cardroom in chosen:
            if cardroom.draft:
                click.echo(str(progress_of(cardroom, sources)))
    ctx.exit(UNEXPLAINED if problems else 0)


def _problems(cardroom: Cardroom, sources: Path | None) -> list[Problem]:
    proven = prove(cardroom, sources) if sources is not None else []
    return [*lint(cardroom), *silences(cardroom), *proven]


def _print(problems: list[Problem], cardrooms: list[Cardroom], sources: Path | None) -> None:
    for problem in problems:
        click.echo(str(problem))
    if problems:
        click.echo(f"\n{len(problems)} problem{'s' if len(problems) > 1 else ''}.", err=True)
        return
    names = ", ".join(cardroom.cardroom for cardroom in cardrooms)
    proof = "every figure is on the line it cites" if sources else "documents not compared"
    click.echo(f"{names}: no unexplained entries; {proof}.")
