"""``feeaudit explain``: the why of one finding, on one screen."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import fill
from typing import Any

import click

from feeaudit.core.problem import Unknown, nearest

_PLACES = (
    ("Where", ("cardroom", "table", "seat", "player")),
    ("When", ("at", "until")),
    ("Hand", ("hand_id", "game", "option")),
)


@click.command("explain")
@click.argument("finding")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=".",
    show_default="this folder",
    help="Folder of an audit's results.",
)
def command(finding: str, folder: Path) -> None:
    r"""Show the why of one finding: what happened, what the schedule says, what to do next.

    FINDING is its id, or the first characters of it.

    \b
    Example:
      feeaudit explain 3f9a --in results/
    """
    path = folder / "findings.json"
    if not path.is_file():
        raise Unknown(f"{folder} holds no findings.json; name the folder of an audit with --in")
    try:
        found = json.loads(path.read_text(encoding="utf-8"))["findings"]
    except (json.JSONDecodeError, KeyError, UnicodeDecodeError):
        raise Unknown(f"{path} is not the findings.json of an audit") from None
    matching = [each for each in found if str(each["id"]).startswith(finding)]
    if not matching:
        raise Unknown(f"no finding {finding!r}{nearest(finding, [each['id'] for each in found])}")
    if len(matching) > 1:
        ids = ", ".join(each["id"] for each in matching[:5])
        raise Unknown(f"{finding!r} may be {ids}; give more of the id")
    click.echo(_text(matching[0]))


def _text(fact: dict[str, Any]) -> str:
    lines = [f"{fact['check']}: {fact['title']} ({fact['verdict']}, finding {fact['id']})", ""]
    lines.append(fill(fact["message"], 96))
    lines.append("")
    for label, keys in _PLACES:
        words = [f"{key.replace('_', ' ')} {fact[key]}" for key in keys if fact.get(key)]
        if words:
            lines.append(f"{label + ':':10}{', '.join(words)}")
    lines.append(f"{'Money:':10}{_money(fact)}")
    if fact.get("document"):
        lines.append(f"{'Approved:':10}{fact['document']}, line {fact.get('lines') or 'not cited'}")
    row = f" row {fact['row']}" if fact.get("row") else ""
    sheet = f", sheet {fact['sheet']}" if fact.get("sheet") else ""
    lines.append(f"{'Log:':10}{fact.get('file') or 'not told'}{sheet}{row}")
    lines += ["", f"Next step: {fact.get('next_step') or 'look at the hand'}"]
    return "\n".join(lines)


def _money(fact: dict[str, Any]) -> str:
    owed = fact.get("owed") or "not told"
    if fact.get("owed_most") not in {None, fact.get("owed")}:
        owed += f" or {fact['owed_most']}"
    words = [f"owed {owed}", f"taken {fact.get('taken') or 'not told'}"]
    words += [
        f"{key} {fact[key]}" for key in ("over", "under") if fact.get(key) not in {None, "0.00"}
    ]
    return ", ".join(words)
