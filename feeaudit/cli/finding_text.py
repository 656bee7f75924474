"""One finding as a person reads it on a screen: what, where, why, the money, the log, what next.

A finding is a mapping in the words of ``findings.json``; the register's has the same words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.cli.screen import screen
from feeaudit.report.phrases import amount_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

_PLACES: Final = (
    ("Where", ("cardroom", "table", "seat", "player")),
    ("When", ("day", "at", "until")),
)
_OF_HAND: Final = ("hand_id", "game", "option")
_HAND_LINES: Final = {"Hand", "First hand"}
_SAID: Final = {"day": "gaming day"}


def finding_text(fact: Mapping[str, Any], story: Iterable[str] = ()) -> str:
    """Return a finding for the screen; ``story`` is what became of it, a sentence each."""
    # The title stands in the report; retention may have deleted that.
    title = f": {fact['title']}" if fact["title"] else ""
    return screen(
        f"{fact['check']}{title} ({fact['verdict']}, finding {fact['id']})",
        fact["message"],
        _facts(fact),
        story=story,
        next_step=fact.get("next_step") or "",
    )


def why_of(fact: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return why it is a finding: labels, each with its text."""
    return [(each["label"], each["text"]) for each in fact.get("why") or ()]


def _facts(fact: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return what is known of a finding; the why says the hand and the approval better."""
    why = why_of(fact)
    labels = {label for label, _ in why}
    facts = [(label, _named(fact, keys)) for label, keys in _PLACES]
    if not labels & _HAND_LINES:
        facts.append(("Hand" if fact.get("hand_id") else "Played", _named(fact, _OF_HAND)))
    elif fact.get("hand_id"):
        facts.append(("Hand id", fact["hand_id"]))
    facts += [("Schedule", fact.get("schedule") or ""), *why, ("Money", _money(fact))]
    if "Approved" not in labels:
        facts.append(("Approved", _approved(fact)))
    return [
        *facts,
        ("Log", _source(fact)),
        ("Waived", fact.get("waiver") or ""),
        ("State", fact.get("state") or ""),
    ]


def _named(fact: Mapping[str, Any], keys: tuple[str, ...]) -> str:
    return ", ".join(
        f"{_SAID.get(key, key.replace('_', ' '))} {fact[key]}" for key in keys if fact.get(key)
    )


def _money(fact: Mapping[str, Any]) -> str:
    """Return owed, taken and the difference; blank for a finding about no money."""
    if fact.get("owed") is None and fact.get("taken") is None:
        return ""
    owed = fact.get("owed") or "not stated"
    if fact.get("owed_most") not in {None, fact.get("owed")}:
        owed += f" or {fact['owed_most']}"
    first, second = amount_names(fact["check"])
    words = [f"{first} {owed}", f"{second} {fact.get('taken') or 'not stated'}"]
    words += [
        f"{key} {fact[key]}" for key in ("over", "under") if fact.get(key) not in {None, "0.00"}
    ]
    return ", ".join(words)


def _approved(fact: Mapping[str, Any]) -> str:
    if not fact.get("document"):
        return ""
    return f"{fact['document']}, line {fact.get('lines') or 'not cited'}"


def _source(fact: Mapping[str, Any]) -> str:
    if not fact.get("file"):
        return "not stated"
    sheet = f", sheet {fact['sheet']}" if fact.get("sheet") else ""
    row = f", row {fact['row']}" if fact.get("row") else ""
    return f"{fact['file']}{sheet}{row}"
