"""``feeaudit explain``: the why of one finding, on one screen."""

from __future__ import annotations

import json
from pathlib import Path
from textwrap import wrap
from typing import Any, Final

import click

from feeaudit.cli.common import echo_plain
from feeaudit.core.problem import Unknown, nearest
from feeaudit.report.phrases import amount_names

_WIDTH: Final = 96
_INDENT: Final = 12
_PLACES: Final = (
    ("Where", ("cardroom", "table", "seat", "player")),
    ("When", ("at", "until")),
)
_OF_HAND: Final = ("hand_id", "game", "option")
_HAND_LINES: Final = {"Hand", "First hand"}


@click.command("explain")
@click.argument("finding")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=".",
    show_default="this folder",
    help="Folder of an audit's results, with findings.json in it.",
)
def command(finding: str, folder: Path) -> None:
    """Show the why of one finding: what happened, what the schedule says, what to do next.

    FINDING is its id, or the first characters of it, as every report shows it.

    \b
    Example:
      feeaudit explain 3f9a --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    path = folder / "findings.json"
    if not path.is_file():
        raise Unknown(f"{folder} holds no findings.json; name the folder of an audit with --in")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        found = {str(each["id"]): each for each in document["findings"]}
    except (KeyError, TypeError, ValueError):
        raise Unknown(f"{path} is not the findings.json of an audit") from None
    echo_plain(_text(_chosen(finding.strip().lower(), found)))


def _chosen(finding: str, found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the finding that an id, or the beginning of one, means."""
    matching = [each for each in found if each.startswith(finding)]
    if not matching:
        # A few characters are enough, so the beginnings of ids are compared.
        known = sorted({each[: len(finding)] for each in found})
        raise Unknown(
            f"no finding {finding!r} in findings.json{nearest(finding, known)};"
            " the reports beside it show every id"
        )
    if len(matching) > 1:
        raise Unknown(f"{finding!r} may be {', '.join(matching[:5])}; give more of the id")
    return found[matching[0]]


def _text(fact: dict[str, Any]) -> str:
    """Return a finding as a person reads it: what, where, why, the money, the log, what next."""
    head = f"{fact['check']}: {fact['title']} ({fact['verdict']}, finding {fact['id']})"
    why = [(each["label"], each["text"]) for each in fact.get("why") or ()]
    facts = [(label, _named(fact, keys)) for label, keys in _PLACES]
    if not {label for label, _ in why} & _HAND_LINES:
        facts.append(("Hand" if fact.get("hand_id") else "Played", _named(fact, _OF_HAND)))
    elif fact.get("hand_id"):
        facts.append(("Hand id", fact["hand_id"]))
    facts += [("Schedule", fact.get("schedule") or ""), *why, ("Money", _money(fact))]
    if not any(label == "Approved" for label, _ in why):
        facts.append(("Approved", _approved(fact)))
    facts += [("Log", _source(fact)), ("Waived", fact.get("waiver") or "")]
    lines = [line for label, text in facts if text for line in _labelled(label, text)]
    next_step = fact.get("next_step") or "look at the hand"
    message = [*wrap(fact["message"], _WIDTH), ""]
    return "\n".join([head, "", *message, *lines, "", *_labelled("Next step", next_step)])


def _labelled(label: str, text: str) -> list[str]:
    """Return a text under its label, further lines indented."""
    return wrap(
        text,
        _WIDTH,
        initial_indent=f"{label + ':':{_INDENT}}",
        subsequent_indent=" " * _INDENT,
        break_on_hyphens=False,
    )


def _named(fact: dict[str, Any], keys: tuple[str, ...]) -> str:
    return ", ".join(f"{key.replace('_', ' ')} {fact[key]}" for key in keys if fact.get(key))


def _money(fact: dict[str, Any]) -> str:
    """Return owed, taken and the difference; blank for a finding about no money."""
    if fact.get("owed") is None and fact.get("taken") is None:
        return ""
    owed = fact.get("owed") or "not told"
    if fact.get("owed_most") not in {None, fact.get("owed")}:
        owed += f" or {fact['owed_most']}"
    first, second = amount_names(fact["check"])
    words = [f"{first} {owed}", f"{second} {fact.get('taken') or 'not told'}"]
    words += [
        f"{key} {fact[key]}" for key in ("over", "under") if fact.get(key) not in {None, "0.00"}
    ]
    return ", ".join(words)


def _approved(fact: dict[str, Any]) -> str:
    if not fact.get("document"):
        return ""
    return f"{fact['document']}, line {fact.get('lines') or 'not cited'}"


def _source(fact: dict[str, Any]) -> str:
    if not fact.get("file"):
        return "not told"
    sheet = f", sheet {fact['sheet']}" if fact.get("sheet") else ""
    row = f", row {fact['row']}" if fact.get("row") else ""
    return f"{fact['file']}{sheet}{row}"
