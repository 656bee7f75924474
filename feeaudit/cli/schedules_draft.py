"""``feeaudit schedules draft``: a book with marks, read from an approved packet."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.book.packet.draft_book import DraftBook
    from feeaudit.book.packet.folder import DraftRequest

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_MOST_ASKED = 12


@click.command("draft")
@click.argument("packet", type=click.Path(path_type=Path, exists=True, dir_okay=False))
@click.option("--cardroom", required=True, help="The id of the cardroom, such as harbor-casino.")
@click.option(
    *("-o", "--output", "book"),
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder of the book that is drafted.",
)
@click.option("--name", default="", help="The cardroom's name, as people know it.")
@click.option(
    *("--answer", "answers"),
    multiple=True,
    metavar="HEADING=MEANING",
    help="What a heading means; remembered for this packet. May be repeated.",
)
@click.option(
    "--report",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Also write one HTML page: the document on the left, the draft on the right.",
)
@click.option("--replace", is_flag=True, help="Overwrite schedules already in the folder.")
def command(  # noqa: PLR0913 - one for each option
    *,
    packet: Path,
    cardroom: str,
    book: Path,
    name: str,
    answers: tuple[str, ...],
    report: Path | None,
    replace: bool,
) -> None:
    """Read PACKET, an approved document as text or PDF, into a draft book.

    Every fee cell, option, limit, approval and rule that can be read is written with its line, and
    every doubt as a mark with its reason. What no mark is on, the draft is sure of. `feeaudit
    schedules lint --book BOOK` says how far the draft is; it is not clean until a person has looked
    at every mark. `feeaudit manual draft` shows the way, step by step.

    A heading that is not known is asked about once, at a terminal, and remembered beside the draft.

    \b
    Examples:
      feeaudit schedules draft packet.txt --cardroom harbor -o harbor-book/
      feeaudit schedules draft packet.pdf --cardroom harbor -o harbor-book/ --report draft.html
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.book.packet.folder import DraftRequest, write_draft  # noqa: PLC0415 - only when called

    if _SLUG.fullmatch(cardroom) is None:
        raise click.UsageError(f"{cardroom!r} is not an id such as harbor-casino")
    request = DraftRequest(packet, cardroom, book, folder("schedules"), name, replace)
    given = dict(_pair(answer) for answer in answers)
    drafted = write_draft(request, given)
    more = _asked(drafted) if sys.stdin.isatty() else {}
    if more:
        drafted = write_draft(_again(request), {**given, **more})
    _summary(drafted, request)
    if report is not None:
        _write_report(report, request)


def _pair(text: str) -> tuple[str, str]:
    heading, sign, means = text.rpartition("=")
    if not sign:
        raise click.UsageError(f"{text!r} is not an answer such as 'Bank Fee=player_dealer'")
    return heading.strip(), means.strip()


def _again(request: DraftRequest) -> DraftRequest:
    from dataclasses import replace  # noqa: PLC0415 - only when called

    return replace(request, replace=True)


def _asked(drafted: DraftBook) -> dict[str, str]:
    """Ask about each heading that is not known; an empty answer leaves it open."""
    from feeaudit.book.packet.packet_headings import MEANINGS  # noqa: PLC0415 - only when called

    answers: dict[str, str] = {}
    if drafted.questions:
        click.echo("Unknown headings. Leave an answer blank to keep the mark.")
        for word, means in MEANINGS.items():
            click.echo(f"  {word:20} {means}")
    for question in drafted.questions[:_MOST_ASKED]:
        example = f", for example {question.example!r}" if question.example else ""
        answer = click.prompt(
            f"{question.heading!r} (line {question.line}{example}) means",
            default="",
            show_default=False,
        ).strip()
        if answer in MEANINGS:
            answers[question.heading] = answer
        elif answer:
            click.echo(f"{answer!r} is none of these; the heading stays marked.")
    return answers


def _summary(drafted: DraftBook, request: DraftRequest) -> None:
    from feeaudit.book.load import read_book  # noqa: PLC0415 - only when called
    from feeaudit.book.progress import progress_of  # noqa: PLC0415

    (place,) = read_book(request.book, [request.cardroom]).cardrooms
    click.echo(f"Written: {request.book / request.cardroom} ({len(place.schedules)} schedules)")
    click.echo(str(progress_of(place)))
    if not place.schedules:
        click.echo(
            "No fee table was found in the packet. Is it the whole document, and is it text?"
        )
    for question in drafted.questions[:_MOST_ASKED]:
        click.echo(
            f"Unknown heading: {question.heading!r} on line {question.line}; answer with"
            f" --answer {question.heading + '=MEANING'!r} --replace"
        )
    click.echo(
        f"Next: feeaudit schedules lint --book {request.book} --sources {request.packet.parent}"
    )


def _write_report(report: Path, request: DraftRequest) -> None:
    from feeaudit.core.whole_files import replace_bytes  # noqa: PLC0415 - only when called
    from feeaudit.report.draft_page import draft_page  # noqa: PLC0415

    page = draft_page(request.book, request.cardroom, request.packet)
    replace_bytes(report, page.encode())
    click.echo(f"Written: {report}")
