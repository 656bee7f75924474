"""One finding as a person reads it on a screen: what, where, why, the money, the log, what next.

A finding is a mapping in the words of ``findings.json``; the register's has the same words.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING, Any, Final

from feeaudit.book.printed_lines import PrintedLines
from feeaudit.cli.screen import screen
from feeaudit.core.dates import short_moment
from feeaudit.report.phrases import amount_names, written_dollars

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from feeaudit.report.voice import Voice

_HAND_LINES: Final = {"Hand", "First hand"}


def finding_text(
    fact: Mapping[str, Any],
    voice: Voice,
    story: Iterable[str] = (),
    printed: PrintedLines | None = None,
) -> str:
    """Return a finding for the screen; ``story`` is what became of it, a sentence each."""
    # The title stands in the report; retention may have deleted that.
    title = f": {fact['title']}" if fact["title"] else ""
    return screen(
        f"{fact['check']}{title} ({fact['verdict']}, finding {fact['id']})",
        fact["message"],
        _facts(fact, voice, printed or PrintedLines()),
        story=story,
        next_step=fact.get("next_step") or "",
    )


def why_of(fact: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return why it is a finding: labels, each with its text."""
    return [(each["label"], each["text"]) for each in fact.get("why") or ()]


def _facts(fact: Mapping[str, Any], voice: Voice, printed: PrintedLines) -> list[tuple[str, str]]:
    """Return what is known of a finding; the why says the hand and the approval better."""
    why = why_of(fact)
    labels = {label for label, _ in why}
    facts = [("Where", _where(fact, voice)), ("When", _when(fact, voice))]
    if not labels & _HAND_LINES:
        facts.append(("Hand" if fact.get("hand_id") else "Played", _played(fact, voice)))
    elif fact.get("hand_id"):
        facts.append(("Hand id", fact["hand_id"]))
    facts += [("Schedule", voice.schedule(fact.get("schedule"))), *why, ("Money", _money(fact))]
    if "Approved" not in labels:
        facts.append(("Approved", _approved(fact)))
    quoted = printed.cited(fact.get("document") or "", fact.get("lines") or "")
    return [
        *facts,
        *((f"Line {number}", words) for number, words in quoted),
        ("Log", _source(fact)),
        ("Waived", fact.get("waiver") or ""),
        ("State", fact.get("state") or ""),
    ]


def _where(fact: Mapping[str, Any], voice: Voice) -> str:
    parts = [voice.cardroom(fact.get("cardroom"))]
    parts += [f"{key} {fact[key]}" for key in ("table", "seat", "player") if fact.get(key)]
    return ", ".join(filter(None, parts))


def _when(fact: Mapping[str, Any], voice: Voice) -> str:
    day = f"gaming day {voice.iso_day(fact['day'])}" if fact.get("day") else ""
    at, until = (
        short_moment(datetime.fromisoformat(fact[key]), voice.dates, seconds=True)
        if fact.get(key)
        else ""
        for key in ("at", "until")
    )
    return "; ".join(filter(None, (f"{at} to {until}" if until else at, day)))


def _played(fact: Mapping[str, Any], voice: Voice) -> str:
    parts = [fact.get("hand_id") or "", voice.game(fact.get("cardroom"), fact.get("game"))]
    return ", ".join(
        filter(None, [*parts, f"option {fact['option']}" if fact.get("option") else ""])
    )


def _dollars(amount: str | None) -> str:
    return "not stated" if amount is None else written_dollars(amount)


def _money(fact: Mapping[str, Any]) -> str:
    """Return owed, taken and the difference; blank for a finding about no money."""
    if fact.get("owed") is None and fact.get("taken") is None:
        return ""
    owed = _dollars(fact.get("owed"))
    if fact.get("owed_most") not in {None, fact.get("owed")}:
        owed += f" or {_dollars(fact['owed_most'])}"
    first, second = amount_names(fact["check"])
    words = [f"{first} {owed}", f"{second} {_dollars(fact.get('taken'))}"]
    words += [
        f"{key} {_dollars(fact[key])}"
        for key in ("over", "under")
        if fact.get(key) not in {None, "0.00"}
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
