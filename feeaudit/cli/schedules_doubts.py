"""``feeaudit schedules doubts``: what the paper leaves open, and what each question costs."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import click

from feeaudit.book.cache import open_book
from feeaudit.cli.common import (
    book_option,
    cardrooms_argument,
    echo_json,
    format_option,
    named_cardrooms,
)
from feeaudit.report.book_pages.open_doubts import open_doubts
from feeaudit.report.phrases import counted


@click.command("doubts")
@cardrooms_argument
@click.option(
    "--in",
    "results",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="Results of an audit: count the reviews each open question caused.",
)
@book_option
@format_option("text", "json")
def command(cardrooms: tuple[str, ...], results: Path | None, book: Path, format_: str) -> None:
    """List the open questions in the approved documents, with their readings and lines.

    For all cardrooms unless CARDROOM is given. A question can be settled once, on a stated
    authority, under [[settled]] in feeaudit.toml.

    \b
    Examples:
      feeaudit schedules doubts lucky-chances
      feeaudit schedules doubts --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    costs = _costs(results) if results is not None else None
    rooms = named_cardrooms(open_book(book), cardrooms)
    doubts = [each for room in rooms for each in open_doubts(room, costs)]
    if costs is not None:
        doubts = sorted(
            (each for each in doubts if each["reviews"]), key=lambda each: -each["reviews"]
        )
    if format_ == "json":
        echo_json(doubts)
        return
    for each in doubts:
        click.echo(_text(each))
    questions = counted(len(doubts), "open question")
    cost = f", {counted(sum(costs.values()), 'review')} in these results" if costs else ""
    click.echo(f"{questions}{cost}.")


def _costs(results: Path) -> Counter[str]:
    """Return how many reviews of an audit rest on each doubt."""
    path = results / "findings.json"
    try:
        findings = json.loads(path.read_text(encoding="utf-8"))["findings"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        message = f"{path} is not the findings.json of an audit ({error}); name a results folder"
        raise click.ClickException(message) from None
    return Counter(
        name for each in findings for name in str(each.get("doubt") or "").split(", ") if name
    )


def _text(doubt: dict[str, Any]) -> str:
    reviews = f" ({counted(doubt['reviews'], 'review')})" if "reviews" in doubt else ""
    lines = [f"{doubt['anomaly']}{reviews}", f"  {doubt['document']}, lines {doubt['lines']}"]
    lines.append(f"  {doubt['question']}")
    lines += [
        f"  - {each['reading']}" + (f": {each['note']}" if each["note"] else "")
        for each in doubt["readings"]
    ]
    if not doubt["readings"]:
        lines.append("  - the document leaves it open; there is no reading to choose")
    return "\n".join([*lines, ""])
