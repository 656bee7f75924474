"""What the prose beside a table says about its fees: on which wagers, from what, when.

Only plain sentences count. Where the prose speaks in another way, or not at all, it says nothing,
and what depends on it is marked.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.packet.packet_lines import PaperLine

_EACH = re.compile(
    r"\b(?:for|on|per) (?:each|every)\b[^.]{0,220}?\bwagers?\b[^.]{0,160}?"
    r"\bbased on the amount of (?:each|that|the) wager\b"
    r"|\bbased on the amount of each (?:individual )?wager\b"
    r"|\b(?:each|per) player,? based on (?:the (?:amount|value) of )?(?:a player's|their)"
    r" (?:\w+ ){0,2}wager\b(?! (?:and|or|plus|combined)\b|,)"
)
_ADDED_UP = re.compile(
    r"\btotal (?:combined )?(?:aggregate )?(?:monetary )?(?:value|amount) of "
    r"(?:all (?:of )?(?:the |their )?wagers that (?:a|each) player|a player's wagers?|their \w)"
    r"|\btotal (?:monetary )?amount (?:that )?(?:a|each|the) player (?:has|have) wagered\b"
    r"|\badding up (?:the amount of )?(?:all|each) (?:of the )?wagers? that a player\b"
    r"|\btotal (?:combined )?aggregate value of (?:a|each) player's wagers?\b"
    r"|\beach player,? based on the (?:total )?(?:amount|value) of (?:the|their) wagers placed\b"
    r"(?! by)"
    r"|\btotal (?:amount|value) of the (?:\w+ )?wager that (?:a|each) player has placed\b"
)
_ALL_PLAYERS = re.compile(
    r"\b(?:total|sum)\b[^.]{0,60}?\ball (?:of the )?players?\b|\btotal table action\b"
    r"|\ball (?:the )?player wagers on the table\b"
)
_PLAYER_DEALER = re.compile(r"\bplayer[-/ ]dealer\b")
_FROM_POT = re.compile(
    r"\b(?:from|out of) the pot\b|\bpot collection\b|\bcollection from the pot\b"
)
_FROM_ELSEWHERE = re.compile(
    r"\bfrom the (?:antes?|button|(?:big |small )?blinds?)\b|\bbutton (?:pays|collection)\b"
)
_OPTIONS = re.compile(r"\boptions? (\d{1,3})(?:\s*(?:through|thru|to|and|-|\u2013)\s*(\d{1,3}))?")


_NEXT_OPTIONS = re.compile(r"(?=\bfor (?:the )?(?:collection )?(?:schedules? )?options? \d)")
# A sentence that denies a way of charging says nothing of the way that holds.
_DENIED = re.compile(
    r"\b(?:not|never|nor|rather than|instead of|no longer)\b[^.]{0,50}"
    r"\b(?:based on|from the|taken|according to)\b"
)


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A paragraph, the lines it stands on, and the options it names (none: all of its table)."""

    text: str
    lines: tuple[int, ...]
    options: tuple[int, int] | None = None

    def covers(self, option: str) -> bool:
        """Tell whether it speaks of an option."""
        if self.options is None or not option.isdigit():
            return True
        return self.options[0] <= int(option) <= self.options[1]


def paragraphs(lines: Iterable[PaperLine]) -> list[Paragraph]:
    """Return the paragraphs of some lines; lines of one that is wrapped are put together."""
    found: list[Paragraph] = []
    text: list[str] = []
    numbers: list[int] = []
    last = 0
    for line in lines:
        if text and (line.number != last + 1 or line.heading):
            found.append(_statement(text, numbers))
            text, numbers = [], []
        text.append(line.text)
        numbers.append(line.number)
        last = line.number
    if text:
        found.append(_statement(text, numbers))
    return [part for statement in found for part in _parts(statement)]


def _parts(statement: Paragraph) -> list[Paragraph]:
    """Return a paragraph as several where it speaks of one stretch of options after another."""
    texts = [text for text in _NEXT_OPTIONS.split(statement.text) if text.strip()]
    return [Paragraph(text, statement.lines, _options(text)) for text in texts]


def _statement(text: list[str], numbers: list[int]) -> Paragraph:
    whole = " ".join(text)
    plain = whole.lower().replace("\u2019", "'").replace("\u201c", '"').replace("\u201d", '"')
    return Paragraph(plain, tuple(numbers), _options(plain))


def _options(plain: str) -> tuple[int, int] | None:
    named = _OPTIONS.search(plain)
    if named is None:
        return None
    first = int(named[1])
    return first, int(named[2] or first)


def player_basis(statements: Iterable[Paragraph]) -> str:
    """Return how a player's wager picks the tier, where the prose says so plainly, else nothing."""
    said = set()
    for statement in statements:
        for sentence in _sentences(statement.text):
            for part in _clauses(sentence):
                if _DENIED.search(part):
                    continue
                each, added = _EACH.search(part), _ADDED_UP.search(part)
                if each and not added:
                    said.add("player_wager")
                if added and not each:
                    said.add("total_player_wager")
                if added and each:
                    said.add("both")
    return said.pop() if len(said) == 1 and "both" not in said else ""


def bonus_by_itself(statements: Iterable[Paragraph]) -> bool:
    """Tell whether the prose says that each bonus bet pays by its own amount."""
    return any(
        (each := _EACH.search(part)) is not None and "bonus" in each[0]
        for statement in statements
        for sentence in _sentences(statement.text)
        for part in _clauses(sentence)
    )


def action_stated(statements: Iterable[Paragraph]) -> bool:
    """Tell whether the prose says that the player-dealer pays by what all players have wagered."""
    return any(
        _PLAYER_DEALER.search(sentence)
        and _ALL_PLAYERS.search(sentence)
        and not _DENIED.search(sentence)
        for statement in statements
        for sentence in _sentences(statement.text)
    )


def taken_from(text: str) -> str:
    """Return what poker fees are taken from, where a text says so: the pot, or something else."""
    said = [each for each in _sentences(text.lower()) if not _DENIED.search(each)]
    if any(map(_FROM_ELSEWHERE.search, said)):
        return "elsewhere"
    return "pot" if any(map(_FROM_POT.search, said)) else ""


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.;:])\s+", text)


def _clauses(sentence: str) -> list[str]:
    """Return the parts of a sentence that speak of different payers."""
    return re.split(
        r",? and (?=from (?:each|the|every) player\b)|,? and (?=(?:is |are )?also )", sentence
    )
