"""``feeaudit schedules new``: the folder of a new cardroom."""

from __future__ import annotations

import re
from pathlib import Path

import click

from feeaudit.resources import folder

_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
_DOCUMENT = re.compile(r"[\w.-]+\.(?:txt|pdf)")


@click.command("new")
@click.argument("cardroom")
@click.option("--name", required=True, help="Its name, as people know it.")
@click.option(
    "--document",
    default="packet.txt",
    show_default=True,
    help="The file name of its approved document.",
)
@click.option(
    *("-o", "--output", "book"),
    type=click.Path(path_type=Path, file_okay=False),
    required=True,
    help="Folder of the book.",
)
def command(cardroom: str, name: str, document: str, book: Path) -> None:
    """Create the folder of CARDROOM in a book, with no games yet.

    A new book begins with feeaudit's own game list. `feeaudit schedules draft` then fills the
    folder from a packet, or people write the schedules by hand.

    \b
    Example:
      feeaudit schedules new harbor --name "Harbor Card Room" -o harbor-book/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.book.packet.folder import new_cardroom  # noqa: PLC0415 - only when called

    if _SLUG.fullmatch(cardroom) is None:
        raise click.UsageError(f"{cardroom!r} is not an id such as harbor-casino")
    if _DOCUMENT.fullmatch(document) is None:
        raise click.UsageError(f"{document!r} is not a file name such as packet.txt or packet.pdf")
    made = new_cardroom(book, folder("schedules"), cardroom, name, document)
    click.echo(f"Made: {made}")
