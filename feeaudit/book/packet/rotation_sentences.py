"""Sentences on the player-dealer position, proposed as rotation rules with their line.

Each proposal is one printed statement in its own strength: a cap, a duty to offer, a position that
moves. What a sentence does not say is left out, and every proposal is marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

_POSITION = re.compile(
    r"\bplayer[-/ ]?\s?dealer(?:'s)?(?: position)?\b|\bbank(?:er)?(?:'s)? position\b|\bthe bank\b"
)
_SENTENCE_END = re.compile(r"[.;]\s+(?=[A-Z\u2756-])")
_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "once": 1, "twice": 2}
_NUMBER = r"(one|two|three|four|five|\d)(?: ?\(\d\))?"
_CAP = re.compile(
    r"\b(?:more than|only (?:remain|bank|act|serve)\b[^.]{0,80}?\bfor|no more than|not exceed) "
    rf"{_NUMBER} (?:consecutive |successive )?(hands|rounds|times|turns)"
)
_OFFER = re.compile(r"\b(?:is|be|are|must be|shall be|will be) offered\b|\bshall offer\b")
_EVERY = re.compile(rf"\b(?:after every|every|after) {_NUMBER} (?:consecutive )?(hands|rounds)")
# So many hands, and then it is offered on: a duty to offer, no cap.
_BEFORE_OFFER = re.compile(
    rf"\bfor {_NUMBER} (?:consecutive |successive )?(hands|rounds|times|turns)"
    r"[^.]{0,30}\bbefore (?:it|the position) is offered\b"
)
_HELD = re.compile(r"\b(?:occupied|held)\b[^.]{0,60}\b(twice|once)\b")
_ROTATES = re.compile(r"\brotat(?:es?|ed|ing|ion)\b|\bmoves?\b")
_COUNTER = re.compile(r"\bcounter ?-?clock ?-?wise\b")
_CLOCKWISE = re.compile(r"\bclock ?-?wise\b")
_INTERVENING = re.compile(
    r"\bmust be an intervening\b|\bintervening player[-/ ]dealer\b.*\brequired\b"
)
_BROKEN = re.compile(r'\b(?:game)\b[^.]{0,40}\b(?:"?broken?"?|stopped)\b')
_DISBANDED = re.compile(r"\bdisbanded\b")
_HOUSE_NEVER = re.compile(
    r"\b(?:house|casino|cardroom|gambling establishment|card room)\b[^.]{0,80}"
    r"\b(?:never|not|no)\b[^.]{0,80}\b(?:bank|player[-/ ]dealer|participat\w*)"
)
_SEATED = re.compile(r"\b(?:all|only|among the|each) seated players?\b")
_FIRST = (
    (re.compile(r"\b(?:seat|position) ?(?:one|#? ?1)\b"), "seat_1"),
    (re.compile(r"\bleft of the (?:house|casino) dealer\b"), "left_of_house_dealer"),
    (re.compile(r"\bstart of (?:a|the) (?:new )?game,? a player is offered\b"), "any"),
)


@dataclass(frozen=True, slots=True)
class RotationSentence:
    """One statement as the book would have it, on one line."""

    line: int
    keys: tuple[str, ...]

    @property
    def text(self) -> str:
        """Return it as YAML."""
        return f"{{lines: {self.line}, {', '.join(self.keys)}}}"


def proposed(text: str, line_of: Callable[[int], int]) -> list[RotationSentence]:
    """Return what the sentences of a text say of the position; ``line_of`` a place is its line."""
    found = []
    start = 0
    for end in [*(match.end() for match in _SENTENCE_END.finditer(text)), len(text)]:
        sentence = text[start:end]
        keys = _keys(sentence.lower().replace("\u2019", "'").replace("\u201c", '"'))
        if keys:
            found.append(RotationSentence(line_of(start), tuple(keys)))
        start = end
    return found


def _keys(sentence: str) -> list[str]:
    if _POSITION.search(sentence) is None:
        return ["if_nobody: broken"] if _BROKEN.search(sentence) and "interven" in sentence else []
    keys: list[str] = []
    cap = None if _BEFORE_OFFER.search(sentence) else _CAP.search(sentence)
    if cap:
        unit = "round" if cap[2] == "rounds" else "hand"
        holder = "player" if "player may" in sentence or "one player" in sentence else "person"
        keys.append(f"cap: {{hands: {_figure(cap[1])}, unit: {unit}, holder: {holder}}}")
    keys.extend(_movement(sentence))
    if _INTERVENING.search(sentence):
        keys.append("intervening: yes")
    if _BROKEN.search(sentence):
        keys.append("if_nobody: broken")
    elif _DISBANDED.search(sentence):
        keys.append("if_nobody: disbanded")
    if _HOUSE_NEVER.search(sentence):
        keys.append("never: house")
    if cap and _SEATED.search(sentence):
        keys.append("eligible: seated")
    return keys


def _movement(sentence: str) -> list[str]:
    """Return the duty to offer or the movement of the position, and its direction."""
    keys: list[str] = []
    every = _BEFORE_OFFER.search(sentence) or _EVERY.search(sentence)
    held = _HELD.search(sentence)
    after = _figure(every[1]) if every else _NUMBERS[held[1]] if held else None
    unit = "round" if every and every[2] == "rounds" else "hand"
    first = next((word for pattern, word in _FIRST if pattern.search(sentence)), "")
    if first and "offer" in sentence:
        keys.append(f"first_offer: {first}")
    elif _OFFER.search(sentence):
        to = "all_seated" if "all seated players" in sentence else "next"
        count = f"after: {after}, " if after else ""
        keys.append(f"offer: {{{count}unit: {unit}, to: {to}}}")
    elif _ROTATES.search(sentence) and after:
        keys.append(f"rotates_after: {after}")
    if keys and _COUNTER.search(sentence):
        keys.append("direction: counter_clockwise")
    elif keys and _CLOCKWISE.search(sentence):
        keys.append("direction: clockwise")
    return keys


def _figure(text: str) -> int:
    return _NUMBERS.get(text) or int(text)
