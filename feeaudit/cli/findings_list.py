"""``feeaudit findings list``: findings of a store, newest day first."""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_json, format_option, plain
from feeaudit.cli.store_options import day_option, store_option
from feeaudit.core.money import decimal
from feeaudit.register.database import opened
from feeaudit.register.plain_rows import INSIDE, as_csv, values
from feeaudit.register.queries import MOST_COUNTED, STATES, Answer, Question, ask
from feeaudit.register.store import open_store
from feeaudit.register.troubles import last_night
from feeaudit.report.phrases import counted
from feeaudit.report.plain_values import moment
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from pathlib import Path

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
        "State",
        "Days open",
    ),
    *("Over", "Under", ""),
)


@click.command("list")
@store_option()
@click.option("--cardroom", default="", help="Only of this cardroom.")
@click.option("--table", default="", help="Only at this table.")
@click.option("--check", default="", help="Only of this check.")
@click.option("--player", default="", help="Only of this player.")
@click.option("--verdict", type=click.Choice(["violation", "review"]), help="Only of this verdict.")
@click.option(
    "--state",
    "states",
    multiple=True,
    type=click.Choice([*STATES, "all"]),
    help="Only in this state; repeat for several. Open and waived where not given.",
)
@day_option("--from", "From this gaming day on.")
@day_option("--to", "Up to this gaming day.")
@click.option(
    "--new-since", default="", metavar="RUN|DAY", help="Only first seen after this run or day."
)
@day_option("--date", "The day waivers must still hold on; the latest gaming day by default.")
@click.option("--no-waivers", is_flag=True, help="As if nothing had been waived.")
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
    """List findings, newest gaming day first; what is waived is marked, never hidden.

    A finding is open, waived, resolved, or gone (a later run of its day no longer sees it).

    \b
    Examples:
      feeaudit findings list --store store/ --table T01 --from 2026-03-01
      feeaudit findings list --store store/ --new-since 2026-03-01 --format csv
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    question = Question(
        **{name: asked[name] for name in ("cardroom", "table", "check", "player")},
        verdict=asked["verdict"] or "",
        start=asked["from"],
        end=asked["to"],
        states=STATES if "all" in states else states or ("open", "waived"),
        new_since=asked["new_since"],
        as_of=asked["date"],
        waivers=not asked["no_waivers"],
    )
    with opened(open_store(store)) as connection:
        answer = ask(connection, question, limit)
        zones = dict(connection.execute("SELECT number, zone FROM run_zones").fetchall())
        today = last_night(connection) or answer.as_of
    if format_ == "json":
        echo_json({"as_of": answer.as_of, "findings": [_told(row, zones) for row in answer.rows]})
    elif format_ == "csv":
        click.echo(as_csv([_told(row, zones) for row in answer.rows]), nl=False)
    else:
        click.echo(_text(answer, zones, today))


def _told(row: dict[str, Any], zones: dict[int, str]) -> dict[str, Any]:
    told = values(row, zones.get(row["last_run"], "UTC"))
    return {name: each for name, each in told.items() if name not in INSIDE}


def _text(answer: Answer, zones: dict[int, str], today: str) -> str:
    if not answer.rows:
        return "No finding fits."
    rows = [
        (
            row["id"],
            row["day"],
            _time(row, zones),
            plain(row["cardroom"]),
            plain(row["table"]),
            plain(row["hand_id"]),
            row["check"],
            row["verdict"],
            row["state"],
            _age(row, today),
            decimal(row["over"]) if row["over"] > 0 else "",
            decimal(row["under"]) if row["under"] > 0 else "",
            _clipped(plain(row["message"])),
        )
        for row in answer.rows
    ]
    return f"{text_table(_HEADER, rows)}\n\n{_footer(answer)}"


def _time(row: dict[str, Any], zones: dict[int, str]) -> str:
    """Return the time of a finding by the clocks of the cardroom; blank where it has none."""
    told = moment(row["at"], zones.get(row["last_run"], "UTC"))
    return str(told)[11:16] if told else ""


def _age(row: dict[str, Any], today: str) -> str:
    """Return for how many days an open finding has been; blank where it is no longer open."""
    if row["state"] != "open":
        return ""
    return str(max((date.fromisoformat(today) - date.fromisoformat(row["day"])).days, 0))


def _footer(answer: Answer) -> str:
    shown = len(answer.rows)
    known = min(answer.count, MOST_COUNTED)
    total = f"{'over ' if answer.count > known else ''}{counted(known, 'finding')}"
    first = "" if shown == answer.count else f"The first {shown:,} of "
    return f"{first}{total}; waivers as of {answer.as_of}."


def _clipped(text: str) -> str:
    return text if len(text) <= _WIDEST else f"{text[: _WIDEST - 1]}…"
