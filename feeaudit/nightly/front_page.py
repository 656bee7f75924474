"""The front page of a store: the last thirty nights at a glance, trends, and open items."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final
from urllib.parse import quote

from markupsafe import Markup

from feeaudit import __version__
from feeaudit.core.money import dollars
from feeaudit.nightly import morning_summary
from feeaudit.nightly.latest_night import NO_NIGHT, LatestNight, latest_night
from feeaudit.register.database import opened
from feeaudit.register.history import head
from feeaudit.register.runs import page_of
from feeaudit.register.store_files import replace_private
from feeaudit.register.store_voice import store_voice
from feeaudit.register.trends import overview
from feeaudit.report.page_templates import asset, environment, policy
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    import sqlite3

    from feeaudit.register.store import Store
    from feeaudit.report.voice import Voice

_STYLES: Final = ("report/style.css", "report/charts.css", "report/print.css", "store/front.css")
_MOST_TABLES = 60
_STEPS = 5
_BAR, _GAP, _HEIGHT = 5, 1, 24


def write_front_page(store: Store, connection: sqlite3.Connection) -> str:
    """Write the store's front page and its summaries; return the summary as text.

    Somebody may decide, or write the page, at the same time: whoever writes last looks once more
    whether the page is that of the register, so that the last one is.
    """
    while True:
        written = head(connection)
        made = pages(store, connection)
        for name, content in made.items():
            replace_private(store.root / name, content, store.staging)
        if head(connection) == written:
            return made["summary.txt"].decode()


def pages(store: Store, connection: sqlite3.Connection) -> dict[str, bytes]:
    """Return the front page and the summaries; the same register gives the same bytes."""
    facts = overview(connection)
    voice = store_voice(store, connection)
    latest = latest_night(store, connection, facts, voice)
    return {
        "index.html": front_page(facts, _links(store, connection, facts), voice, latest),
        "summary.json": morning_summary.as_json(facts, voice),
        "summary.txt": morning_summary.as_text(facts, voice, latest).encode(),
    }


def refresh(store: Store) -> None:
    """Write the front page anew after a decision, also while a night is at work."""
    with opened(store) as connection:
        write_front_page(store, connection)


def _links(store: Store, connection: sqlite3.Connection, facts: dict[str, Any]) -> dict[int, str]:
    """Return where the report of each night is, as seen from the front page."""
    links = {}
    for night in facts["nights"]:
        page = page_of(connection, night["number"])
        if page and not night["deleted"]:
            path = store.report(night["cardroom"], night["day"], night["run"]) / page
            links[night["number"]] = quote(path.relative_to(store.root).as_posix())
    return links


def front_page(
    facts: dict[str, Any], links: dict[int, str], voice: Voice, latest: LatestNight = NO_NIGHT
) -> bytes:
    """Return the page; the same register gives the same bytes."""
    style = asset(_STYLES)
    templates = environment("store")
    templates.filters.update(dollars=dollars, bars=bars, counted=counted)
    templates.globals["run_words"] = morning_summary.run_words
    text = templates.get_template("front.html").render(
        **facts,
        voice=voice,
        answer=morning_summary.answer(facts, voice),
        tone=_tone(facts),
        waiting=morning_summary.open_items(facts, voice),
        links=links,
        latest=latest,
        calendar=calendar(facts),
        tables_shown=facts["tables"][:_MOST_TABLES],
        style=style,
        policy=policy(style),
        program=f"feeaudit {__version__}",
    )
    return text.encode()


def _tone(facts: dict[str, Any]) -> str:
    last = [night for night in facts["nights"] if night["day"] == facts["as_of"]]
    if any(night["violations"] > night["waived"] for night in last):
        return "violation"
    return "review" if any(night["reviews"] for night in last) else "clean"


def calendar(facts: dict[str, Any]) -> list[dict[str, Any]]:
    """Return for each cardroom its thirty nights: the run, or why there is none."""
    runs = {(night["cardroom"], night["day"]): night for night in facts["nights"]}
    gaps = {(each["cardroom"], each["day"]) for each in facts["attention"]["without_log"]}
    most = max((night["violations"] for night in facts["nights"]), default=0)
    return [
        {
            "cardroom": room,
            "cells": [
                {
                    "day": day,
                    "night": runs.get((room, day)),
                    "gap": (room, day) in gaps,
                    "step": _step(runs.get((room, day)), most),
                }
                for day in facts["days"]
            ],
        }
        for room in facts["cardrooms"]
    ]


def _step(night: dict[str, Any] | None, most: int) -> int:
    """Return how dark a night's cell is: 0 for none, 5 for the most violations of the month."""
    if night is None or not night["violations"]:
        return 0
    step: int = 1 + night["violations"] * (_STEPS - 1) // most
    return min(_STEPS, step)


def bars(by_day: list[int]) -> Markup:
    """Return a small picture of counts day by day; the figures beside it say the same."""
    most = max([*by_day, 1])
    width = len(by_day) * (_BAR + _GAP)
    parts = []
    for place, count in enumerate(by_day):
        height = -(-count * (_HEIGHT - 2) // most) or 1
        kind = "some" if count else "none"
        x, y = place * (_BAR + _GAP), _HEIGHT - height
        parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{_BAR}" height="{height}"/>')
    # Only numbers and our own words stand in it.
    return Markup(  # noqa: S704 - see above
        f'<svg class="trend" viewBox="0 0 {width} {_HEIGHT}" width="{width}" height="{_HEIGHT}"'
        f' role="img" aria-label="day by day: {", ".join(map(str, by_day))}">{"".join(parts)}</svg>'
    )
