"""Headings of columns and what they mean, by a list of words that grows.

The words lie in ``heading_words.yaml``, each with the documents that taught it. A packet's profile
adds what a person answered when an unknown heading was asked about.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import yaml

from feeaudit.book.packet.printed_figures import PrintedSpan, amount, players, tidy
from feeaudit.book.vocabulary import HAND_STAGES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

KEYS = {
    "option": "the number of the option",
    "limit": "the table limit",
    "blinds": "the blinds",
    "posted_ante": "the ante that players post",
    "forced_bet": "the forced bet",
    "buy_in": "the buy-in",
    "points": "the value of a point",
    "count": "the number of players",
}
BASES = {
    "table_action": "all players' wagers added up",
    "total_player_wager": "one player's wagers added up",
    "wager": "a player's wager; whether each or added up, the prose says",
    "total": "wagers added up; whose, the prose says",
    "bonus_wager": "the bonus wager",
}
PAYERS = {
    "player": "the player's fee",
    "player_dealer": "the player-dealer's fee",
    "bonus": "the fee on a bonus bet",
    "jackpot": "the jackpot fee",
    "no_flop": "the fee of a hand that ends early",
    "new_player": "a new player's fee",
    "pot": "the fee taken from the pot",
    "ante": "the fee taken from the antes",
    "button": "the fee that the button pays",
    "time": "the fee for a period of time",
}
OTHERS = {
    "fee": "a fee; who pays it, another word says",
    "initial": "the first stage of a fee",
    "deal": "what is taken when cards are dealt, of a fee in stages of the hand",
    "flop": "what is taken at the flop, of a fee in stages of the hand",
    "turn": "what is taken at the turn, of a fee in stages of the hand",
    "river": "what is taken at the river, of a fee in stages of the hand",
    "aside": "a word that changes nothing",
    "ignored": "a column without fees",
}
IN_STAGES = "the fee is taken in stages of the hand; compare each stage with the prose"
MEANINGS: Mapping[str, str] = {**KEYS, **BASES, **PAYERS, **OTHERS}

_APPROVAL = re.compile(r"\bGEG[AR]\s?-?\s?\d{3,6}\b", re.IGNORECASE)
_PERIODS = (
    (re.compile(r"\b(\d{1,3}) ?-?min(?:ute)?s?\b"), None),
    (re.compile(r"\b(?:half|1 ?/ ?2|one half) ?-?(?:an )?hour\b"), 30),
    (re.compile(r"\b(?:per|each|every|hourly|1|one) ?(?:full )?hour(?:ly)?\b|\bhourly\b"), 60),
)
_REMARK = re.compile(r"\((?:taken |paid |collected )?per [^)]*\)", re.IGNORECASE)
_STAGE = re.compile(r"@? ?(?:at )?(\$ ?\d[\d,]*)(?: or more)? ?(?:pot|in pot)")
_COUNT = re.compile(
    r"\d.*\b(?:players?|handed|persons?|or more|or les+|or fewer)\b|\bplayers?\b.*\d"
)


@dataclass(frozen=True, slots=True)
class PacketHeading:
    """What a column holds: ``role`` is key, basis, fee, ignored, blank or unknown."""

    role: str
    means: str = ""
    span: PrintedSpan | None = None
    period: int | None = None
    from_pot: int | None = None
    doubt: str = ""
    text: str = ""
    stage: str = ""


@dataclass(frozen=True, slots=True)
class Words:
    """Phrases and their meanings."""

    meanings: Mapping[str, str]

    def with_answers(self, answers: Mapping[str, str]) -> Words:
        """Return the words together with what a person said about others."""
        return Words({**self.meanings, **{_plain(text): means for text, means in answers.items()}})


def shipped_words(without: str = "") -> Words:
    """Return the words that ship, but for those that only one document taught."""
    return Words(
        {
            phrase: means
            for means, phrases in _shipped().items()
            for phrase, taught in phrases.items()
            if without not in taught or len(taught) > 1
        }
    )


@cache
def _shipped() -> dict[str, dict[str, list[str]]]:
    text = (files("feeaudit.book.packet") / "heading_words.yaml").read_text(encoding="utf-8")
    loaded: dict[str, Any] = yaml.safe_load(text)
    return {str(means): dict(phrases) for means, phrases in loaded.items()}


def plain_names(names: Iterable[str]) -> frozenset[str]:
    """Return names of games as headings are compared."""
    return frozenset(filter(None, map(_plain, names)))


def heading(text: str, words: Words, names: frozenset[str] = frozenset()) -> PacketHeading:
    """Return what a heading means; ``names`` are names of games, which say nothing of a column."""
    plain = _plain(_REMARK.sub(" ", text))
    if not plain:
        return PacketHeading("blank" if not _plain(text) else "remark", text=text)
    stage = _STAGE.fullmatch(tidy(text).lower().strip("* "))
    if stage:
        pot = amount(stage[1])
        return PacketHeading("fee", "jackpot", from_pot=pot.cents if pot else 0, text=text)
    counted = _counted(text, words)
    if counted is not None:
        return counted
    return _composed(text, plain, words, names)


def period_in(text: str) -> int | None:
    """Return the length of a period that a text names, in minutes."""
    plain = tidy(text).lower()
    for pattern, minutes in _PERIODS:
        match = pattern.search(plain)
        if match:
            return minutes or int(match[1])
    return None


def _plain(text: str) -> str:
    plain = _APPROVAL.sub(" ", tidy(text).lower()).replace("\u2122", " ").replace("'", "")
    return re.sub(r"[^a-z0-9]+", " ", plain.replace("\u2019", "")).strip()


def _counted(text: str, words: Words) -> PacketHeading | None:
    """Return a heading that is a number of players, which makes its column a fee."""
    plain = tidy(text).lower()
    if _COUNT.search(plain) is None:
        return None
    span = players(plain)
    if span is not None:
        return PacketHeading("fee", "", span=span, text=text)
    fee = "|".join(re.escape(word) for word, means in words.meanings.items() if means == "fee")
    span = players(re.sub(rf"\b(?:{fee})\b", " ", plain)) if fee else None
    return PacketHeading("fee", "", span=span, text=text) if span else None


def _composed(text: str, plain: str, words: Words, names: frozenset[str]) -> PacketHeading:
    period = period_in(text)
    found, strange = _matched(_without_period(plain) if period else plain, words, names)
    meanings = [each for each in found if each != "aside"]
    if not (meanings or period):
        return PacketHeading("unknown", text=text)
    read = _meant(text, meanings, period)
    if strange and read.role == "fee" and "fee" not in meanings:
        return PacketHeading("unknown", text=text)
    if strange and read.role != "unknown":
        return replace(read, doubt=f"of the heading, {' '.join(strange)!r} is not known")
    return read


def _meant(text: str, meanings: list[str], period: int | None) -> PacketHeading:
    if period is not None and set(meanings) <= {"fee", "player", "time"}:
        return PacketHeading("fee", "time", period=period, text=text)
    for kinds, role in ((BASES, "basis"), (KEYS, "key")):
        named = [each for each in meanings if each in kinds]
        if named and len(set(meanings)) == 1:
            return PacketHeading(role, named[0], text=text)
    return _fee_heading(text, meanings)


def _fee_heading(text: str, meanings: list[str]) -> PacketHeading:
    if meanings == ["ignored"]:
        return PacketHeading("ignored", text=text)
    if "initial" in meanings:
        return PacketHeading("fee", "jackpot", from_pot=0, text=text)
    stages = [each for each in meanings if each in HAND_STAGES]
    if len(stages) == 1 and set(meanings) <= {*stages, "fee", "pot"}:
        return PacketHeading("fee", "pot", doubt=IN_STAGES, text=text, stage=stages[0])
    payers = [each for each in dict.fromkeys(meanings) if each in PAYERS]
    strange = [each for each in meanings if each not in PAYERS and each != "fee"]
    if strange or len(payers) > 1:
        return PacketHeading("unknown", text=text)
    plain = "fee" in meanings or payers == ["jackpot"]
    doubt = "" if plain else "the heading names who pays, but no fee"
    return PacketHeading("fee", payers[0] if payers else "", doubt=doubt, text=text)


def _without_period(plain: str) -> str:
    return re.sub(
        r"\b(?:per|each|every|the)?\s*"
        r"(?:\d+ min(?:ute)?s?|half (?:an )?hour|1 2 hour|hour(?:ly)?)\b",
        " ",
        plain,
    )


def _matched(plain: str, words: Words, names: frozenset[str]) -> tuple[list[str], list[str]]:
    """Return the meanings of a heading's phrases, longest first, and the words left over."""
    name = max((each for each in names if plain.startswith(f"{each} ")), key=len, default="")
    if name:
        plain = plain.removeprefix(f"{name} ")
    tokens = plain.split()
    found: list[str] = []
    strange: list[str] = []
    while tokens:
        for size in range(min(len(tokens), 6), 0, -1):
            means = words.meanings.get(" ".join(tokens[:size]))
            if means is not None:
                found.append(means)
                tokens = tokens[size:]
                break
        else:
            strange.append(tokens.pop(0))
    return found, strange
