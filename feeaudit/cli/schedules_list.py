"""``feeaudit schedules list``: the state of the book at a glance."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

import click

from feeaudit.book.cache import open_book
from feeaudit.book.load import read_laws
from feeaudit.book.views import law_view
from feeaudit.book.vocabulary import CONCLUSIONS
from feeaudit.cli.common import (
    book_option,
    cardrooms_argument,
    echo_json,
    format_option,
    named_cardrooms,
)
from feeaudit.cli.schedule_text import game_summary
from feeaudit.report.book_pages.schedule_views import shown_game
from feeaudit.report.phrases import counted
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Cardroom, Schedule


@click.command("list")
@cardrooms_argument
@click.option("--games", is_flag=True, help="List the games instead: wagers and rotation.")
@click.option("--law", is_flag=True, help="List the statewide rules instead, with their status.")
@book_option
@format_option("text", "json")
def command(cardrooms: tuple[str, ...], games: bool, law: bool, book: Path, format_: str) -> None:
    """List every schedule: approvals, editions, options, fee cells and recorded anomalies.

    All cardrooms unless CARDROOM is given.

    \b
    Examples:
      feeaudit schedules list
      feeaudit schedules list --games mortimers
      feeaudit schedules list --law
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if law:
        laws = [law_view(rule) for each in read_laws(book) for rule in each.rules]
        echo_json(laws) if format_ == "json" else click.echo(_laws_text(laws))
        return
    whole = open_book(book)
    chosen = named_cardrooms(whole, cardrooms)
    if games:
        views = [shown_game(game, cardroom) for cardroom in chosen for game in cardroom.games]
        echo_json(views) if format_ == "json" else click.echo(_games_text(views))
        return
    entries = [_entry(schedule) for cardroom in chosen for schedule in cardroom.schedules]
    if format_ == "json":
        echo_json(entries)
    else:
        click.echo(_schedules_text(entries, chosen))


def _entry(schedule: Schedule) -> dict[str, Any]:
    conclusions = Counter(anomaly.conclusion for anomaly in schedule.anomalies)
    return {
        "cardroom": schedule.cardroom,
        "schedule": schedule.schedule,
        "edition": schedule.edition,
        "title": schedule.title,
        "games": list(schedule.games),
        "approvals": list(schedule.approvals),
        "table": "printed" if schedule.printed else "not printed",
        "options": len(schedule.options),
        "cells": sum(len(ladder.tiers) for each in schedule.options for ladder in each.ladders),
        "anomalies": {name: conclusions[name] for name in CONCLUSIONS},
        "document": schedule.document,
        "file": schedule.file,
    }


def _schedules_text(entries: list[dict[str, Any]], cardrooms: list[Cardroom]) -> str:
    rows = [
        (
            entry["cardroom"],
            entry["schedule"],
            entry["edition"],
            ", ".join(entry["approvals"]),
            str(entry["options"]) if entry["table"] == "printed" else "not printed",
            str(entry["cells"]),
            *(str(entry["anomalies"][name] or "") for name in CONCLUSIONS),
        )
        for entry in entries
    ]
    header = ("Cardroom", "Schedule", "Ed.", "Approvals", "Options", "Cells", *CONCLUSIONS)
    options = sum(entry["options"] for entry in entries)
    cells = sum(entry["cells"] for entry in entries)
    sums = {"cardroom": len(cardrooms), "schedule": len(entries), "option": options}
    told = [counted(number, one) for one, number in (sums | {"fee cell": cells}).items()]
    summary = f"{', '.join(told)}. The last columns count recorded anomalies."
    return f"{text_table(header, rows)}\n\n{summary}"


def _games_text(views: list[dict[str, Any]]) -> str:
    return "\n\n".join(game_summary(view) for view in views)


def _laws_text(views: list[dict[str, Any]]) -> str:
    rows = [
        (
            view["rule"],
            view["authority"],
            "; ".join(f"{each['status']} from {each['from']}" for each in view["status"]).replace(
                "_", " "
            ),
            view["status"][-1]["confidence"].replace("_", " "),
            view["default"].replace("_", " "),
        )
        for view in views
    ]
    return text_table(("Rule", "Authority", "Status", "Known from", "By default"), rows)
