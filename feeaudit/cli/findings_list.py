"""``feeaudit findings list``: findings of a store, newest day first."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.cli.store_options import day_option, store_option
from feeaudit.core.money import decimal
from feeaudit.core.plain_text import plain
from feeaudit.register.database import opened
from feeaudit.register.plain_rows import INSIDE, as_csv, values
from feeaudit.register.queries import MOST_COUNTED, STAKES, STATES, Answer, Question, ask
from feeaudit.register.store import open_store
from feeaudit.register.store_voice import store_voice
from feeaudit.register.troubles import last_night
from feeaudit.report.phrases import counted
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.report.voice import Voice

_WIDEST = 76
_HEADER = (
    *(
        "Finding",
        "Day",
        "Time",
        "Cardroom",
        "Table",
        "Hand",
        "Check",
        "Verdict",
        "At stake",
        "State",
        "Days open",
    ),
    *("Over", "Under", ""),
)


@click.command("list")
@store_option()
@click.option("--cardroom", default="", help="Only this cardroom.")
@click.option("--table", default="", help="Only at this table.")
@click.option("--check", default="", help="Only this check.")
@click.option("--player", default="", help="Only this player.")
@click.option("--verdict", type=click.Choice(["violation", "review"]), help="Only this verdict.")
@click.option("--stake", type=click.Choice(STAKES), help="Only incidents with this at stake.")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice([*STATES, "all"]),
    help="Only in this state; repeat for several. Default: open and waived.",
)
@day_option("--from", "From this gaming day on.")
@day_option("--to", "Up to this gaming day.")
@click.option(
    "--new-since",
    default="",
    metavar="RUN|DAY",
    help="Only findings first seen after this run or day.",
)
@day_option("--date", "Waivers must still be in effect on this day; default: latest gaming day.")
@click.option("--no-waivers", is_flag=True, help="Ignore waivers.")
@click.option(
    "--limit",
    type=click.IntRange(0),
    default=50,
    show_default=True,
    metavar="N",
    help="How many at most; 0 for all.",
)
@format_option("text", "json", "csv")
def command(store: Path, states: tuple[str, ...], limit: int, format_: str, **asked: Any) -> None:
    """List findings, newest gaming day first; waived findings are marked, never hidden.

    A finding is open, waived, resolved, or gone (no longer reported by a later run of its day).
    What is at stake is that of its incident, most serious first: integrity, patrons, house,
    approval, records.

    \b
    Examples:
      feeaudit findings list --store store/ --table T01 --from 2026-03-01
      feeaudit findings list --store store/ --new-since 2026-03-01 --format csv
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    question = Question(
        **{name: asked[name] for name in ("cardroom", "table", "check", "player")},
        verdict=asked["verdict"] or "",
        stake=asked["stake"] or "",
        start=asked["from"],
        end=asked["to"],
        states=STATES if "all" in states else states or ("open", "waived"),
        new_since=asked["new_since"],
        as_of=asked["date"],
        waivers=not asked["no_waivers"],
    )
    place = open_store(store)
    with opened(place) as connection:
        answer = ask(connection, question, limit)
        zones = dict(connection.execute("SELECT number, zone FROM run_zones").fetchall())
        today = last_night(connection) or answer.as_of
        voice = store_voice(place, connection)
    if format_ == "json":
        echo_json({"as_of": answer.as_of, "findings": [_told(row, zones) for row in answer.rows]})
    elif format_ == "csv":
        click.echo(as_csv([_told(row, zones) for row in answer.rows]), nl=False)
    else:
        click.echo(_text(answer, zones, today, voice))


def _told(row: dict[str, Any], zones: dict[int, str]) -> dict[str, Any]:
    told = values(row, zones.get(row["last_run"], "UTC"))
    return {name: each for name, each in told.items() if name not in INSIDE}


def _text(answer: Answer, zones: dict[int, str], today: str, voice: Voice) -> str:
    if not answer.rows:
        return "No findings match."
    rows = [
        (
            row["id"],
            voice.iso_day(row["day"], short=True),
            _time(row, zones, voice),
            plain(voice.cardroom(row["cardroom"])),
            plain(row["table"]),
            plain(row["hand_id"]),
            row["check"],
            row["verdict"],
            row["stake"],
            row["state"],
            _age(row, today),
            decimal(row["over"]) if row["over"] > 0 else "",
            decimal(row["under"]) if row["under"] > 0 else "",
            _clipped(plain(row["message"])),
        )
        for row in answer.rows
    ]
    return f"{text_table(_HEADER, rows)}\n\n{_footer(answer, voice)}"


def _time(row: dict[str, Any], zones: dict[int, str], voice: Voice) -> str:
    """Return the time of a finding by the clocks of the cardroom; blank where it has none."""
    return replace(voice, zone=zones.get(row["last_run"], "UTC")).clock(row["at"])


def _age(row: dict[str, Any], today: str) -> str:
    """Return for how many days an open finding has been; blank where it is no longer open."""
    if row["state"] != "open":
        return ""
    return str(max((date.fromisoformat(today) - date.fromisoformat(row["day"])).days, 0))


def _footer(answer: Answer, voice: Voice) -> str:
    shown = len(answer.rows)
    known = min(answer.count, MOST_COUNTED)
    total = f"{'over ' if answer.count > known else ''}{counted(known, 'finding')}"
    first = "" if shown == answer.count else f"The first {shown:,} of "
    return f"{first}{total}; waivers as of {voice.iso_day(answer.as_of)}."


def _clipped(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
