"""letters.pdf and restitution.pdf: a letter for each player who paid too much, and a list of all.

They are made of ``findings.json``, so that they say what the audit says. A letter is for one person
and names nobody else. Who paid is not always logged: then the list says table, seat and time, and
nobody gets a letter.
"""

from __future__ import annotations

import hashlib
import re
import tomllib
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit.columns import fee_word
from feeaudit.core.dates import short_moment
from feeaudit.core.money import dollars
from feeaudit.core.problem import Unknown, nearest
from feeaudit.report.pdf.letters import shortened
from feeaudit.report.pdf.typeset import ARCHIVABLE, typeset
from feeaudit.report.phrases import counted, joined
from feeaudit.report.voice import voice_in
from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from feeaudit.report.voice import Voice

Fee = dict[str, Any]
_WORDS: Final = ("title", "greeting", "opening", "closing", "limits")
_FILLED: Final = ("player", "period", "fees", "total", "contact", "number")
_CONTACT: Final = "the cardroom's office"
_NUMBER: Final = 8
_SHORT_DIGEST: Final = 16
# Names that a message lists.
_NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class Letterhead:
    """Who writes: lines atop a letter, whom to contact, and the words of the letter."""

    lines: tuple[str, ...] = ()
    contact: str = ""
    wording: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Refunds:
    """What was over-collected by an audit's results: fees by person, and fees of nobody named."""

    document: Mapping[str, Any]
    people: dict[tuple[str, str], list[Fee]]
    unnamed: list[Fee]
    waived: int

    @property
    def voice(self) -> Voice:
        """Return how the audit's reports speak."""
        return voice_in(self.document)


def refunds_in(document: Mapping[str, Any]) -> Refunds:
    """Return what an audit's results say was over-collected; what is waived is only counted."""
    people: dict[tuple[str, str], list[Fee]] = {}
    unnamed, waived = [], 0
    for each in document["findings"]:
        if each["verdict"] != "violation" or not _cents(each["over"]):
            continue
        if each["waiver"]:
            waived += 1
        elif each["player"]:
            people.setdefault((each["cardroom"] or "", each["player"]), []).append(each)
        else:
            unnamed.append(each)
    return Refunds(document, dict(sorted(people.items())), unnamed, waived)


def read_wording(path: Path | None) -> dict[str, str]:
    """Return the words of a letter: the project's own, with those of a site's file instead."""
    own = tomllib.loads((folder("templates") / "letters/wording.toml").read_text(encoding="utf-8"))
    if path is None:
        return own
    try:
        given = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Unknown(f"{path} is not a TOML file: {error}") from None
    for name, text in given.items():
        if name not in _WORDS or not isinstance(text, str):
            known = ", ".join(_WORDS)
            raise Unknown(
                f"{path}: {name!r} is not a text of a letter{nearest(name, _WORDS)};"
                f" there are {known}"
            )
        _filled(text, dict.fromkeys(_FILLED, ""), str(path))
    return {**own, **given}


def _filled(text: str, values: Mapping[str, str], where: str = "the letter") -> str:
    """Return text with its marks filled in; values are never read as marks themselves."""

    def value(found: re.Match[str]) -> str:
        if found[1] not in values:
            marks = ", ".join(f"{{{name}}}" for name in _FILLED)
            raise Unknown(f"{where}: {found[0]} cannot be filled in; only {marks} can")
        return values[found[1]]

    return re.sub(r"\{([^{}]*)\}", value, text)


def letters_pdf(refunds: Refunds, head: Letterhead, day: date, player: str = "") -> bytes:
    """Return one letter for each named player, or for one of them; Unknown where there is none."""
    chosen = {key: fees for key, fees in refunds.people.items() if player in {"", key[1]}}
    if not chosen:
        names = sorted({name for _, name in refunds.people})
        listed = f"; there are {joined(names[:_NAMED])}" if names else ""
        raise Unknown(
            f"nothing was over-collected from a player {player!r}{nearest(player, names)}{listed}"
        )
    content = {
        "title": f"Letters of restitution, {_period(refunds)}",
        "program": refunds.document["basis"]["program"],
        "date": [day.year, day.month, day.day],
        "dated": refunds.voice.date(day),
        "letters": [_letter(refunds, head, key, fees) for key, fees in chosen.items()],
    }
    return typeset("letters/letters.typ", content, ARCHIVABLE)


def _letter(
    refunds: Refunds, head: Letterhead, key: tuple[str, str], fees: Sequence[Fee]
) -> dict[str, Any]:
    cardroom, player = key
    total = dollars(sum(_cents(each["over"]) for each in fees))
    number = _number(refunds, key)
    values = {
        "player": player,
        "period": _period(refunds),
        "fees": counted(len(fees), "fee"),
        "total": total,
        "contact": head.contact or _CONTACT,
        "number": number,
    }
    wording = {**read_wording(None), **head.wording}
    return {
        "letterhead": [*head.lines] or [refunds.voice.cardroom(cardroom) or "Cardroom"],
        "player": shortened(player, 100),
        "number": number,
        **{name: _filled(wording[name], values) for name in _WORDS},
        "fees": [_fee(each, refunds.voice) for each in fees],
        "total": total,
    }


def _number(refunds: Refunds, key: tuple[str, str]) -> str:
    """Return a number by which a letter is known again: the same results give the same."""
    text = "\n".join([refunds.document["basis"]["digest"], *key])
    return hashlib.sha256(text.encode()).hexdigest()[:_NUMBER]


def _fee(each: Fee, voice: Voice) -> dict[str, str]:
    """Return one fee of a letter: nothing of it names anybody else at the table."""
    cited = next((why["text"] for why in each["why"] if why["label"] == "Approved"), "")
    hand = f", hand {each['hand_id']}" if each["hand_id"] else ""
    paid = f"{_paid_as(each)} {fee_word(each['component'] or 'base')}".strip()
    game = voice.game(each["cardroom"], each["game"])
    return {
        "when": _when(each, voice),
        "what": shortened(
            f"Table {each['table']}{hand}: {paid} fee{f', {game}' if game else ''}", 200
        ),
        "cited": shortened(f"Approved: {cited}" if cited else "", 400),
        "owed": _owed(each),
        "taken": f"${each['taken']}" if each["taken"] else "",
        "over": f"${each['over']}",
    }


def _owed(each: Fee) -> str:
    if each["owed"] is None:
        return ""
    most = each["owed_most"] or each["owed"]
    return f"${each['owed']}" if most == each["owed"] else f"${each['owed']} to ${most}"


def _when(each: Fee, voice: Voice) -> str:
    return (
        short_moment(datetime.fromisoformat(each["at"]), voice.dates)
        if each["at"]
        else "not logged"
    )


def _paid_as(each: Fee) -> str:
    return (each["payer"] or "").replace("_", "-")


def list_pdf(refunds: Refunds, day: date) -> bytes:
    """Return the list to pay from: players by name, then what the log puts to nobody's name."""
    voice = refunds.voice
    named = sum(_cents(each["over"]) for fees in refunds.people.values() for each in fees)
    unnamed = sum(_cents(each["over"]) for each in refunds.unnamed)
    rooms = refunds.document["summary"]["cardrooms"]
    return typeset(
        "letters/restitution.typ",
        {
            "title": f"Restitution list, {_period(refunds)}",
            "program": refunds.document["basis"]["program"],
            "digest": refunds.document["basis"]["digest"][:_SHORT_DIGEST],
            "date": [day.year, day.month, day.day],
            "dated": voice.date(day),
            "place": joined(map(voice.cardroom, rooms)),
            "period": _period(refunds),
            "total": dollars(named + unnamed),
            "named_total": dollars(named),
            "unnamed_total": dollars(unnamed),
            "waived": _waived(refunds.waived),
            "people": [
                _person(key, fees, voice, several=len(rooms) > 1)
                for key, fees in refunds.people.items()
            ],
            "unnamed": [_nobody(each, voice, several=len(rooms) > 1) for each in refunds.unnamed],
        },
        ARCHIVABLE,
    )


def _waived(count: int) -> str:
    if not count:
        return ""
    verb = "is" if count == 1 else "are"
    return f"{counted(count, 'fee')} covered by a waiver {verb} not in this list."


def _person(key: tuple[str, str], fees: Sequence[Fee], voice: Voice, *, several: bool) -> list[str]:
    cardroom, player = key
    times = sorted((each for each in fees if each["at"]), key=lambda each: str(each["at"]))
    first, last = (_when(times[place], voice) if times else "" for place in (0, -1))
    total = dollars(sum(_cents(each["over"]) for each in fees))
    name = f"{player}, {voice.cardroom(cardroom)}" if several else player
    return [shortened(name, 100), f"{len(fees):,}", total, first, last]


def _nobody(each: Fee, voice: Voice, *, several: bool) -> list[str]:
    table = each["table"] or "not logged"
    return [
        shortened(f"{voice.cardroom(each['cardroom'])}, {table}" if several else table, 60),
        each["seat"] or "",
        _when(each, voice),
        _paid_as(each),
        shortened(each["hand_id"] or "", 40),
        f"${each['over']}",
    ]


def _period(refunds: Refunds) -> str:
    summary = refunds.document["summary"]
    if not summary["from"]:
        return "no time logged"
    return refunds.voice.span(*(datetime.fromisoformat(summary[name]) for name in ("from", "to")))


def _cents(amount: str | None) -> int:
    """Return an amount of findings.json in cents."""
    return int((amount or "0.00").replace(".", ""))
