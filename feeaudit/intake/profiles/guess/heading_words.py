"""What headings people write, and what they mean: the knowledge behind a proposed profile.

A heading that can only mean one thing is certain; one that usually means it is likely. The values
below it then confirm or deny.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

CERTAIN: Final = 1.0
LIKELY: Final = 0.7
GUESSED: Final = 0.5

_NUMBER = r"(?:id|no|num|number|#)"
_BANKER = r"(?:pd|p d|player dealer|dealer|bank|banker)"
_FEE = r"(?:fees?|collections?|coll|drop|rake)"
_KINDS_OF_WAGER: Final = {
    "bet": "base",
    "bets": "base",
    "wager": "base",
    "wagers": "base",
    "base": "base",
    "main": "base",
    "main bet": "base",
    "amount": "base",
    "amt": "base",
    "action": "base",
    "ante": "ante",
    "blind": "blind",
    "play": "play",
    "tie": "tie",
}


_BLOCK_ROLES: Final = (
    (_FEE, "fee", "base"),
    (rf"(?:bonus|side bet|bonus bet) {_FEE}", "fee", "bonus"),
    (rf"(?:jackpot|jp|bbj)(?: {_FEE})?", "fee", "jackpot"),
    (r"result|net|win ?loss|w l|won ?lost", "result", ""),
    (r"returned?", "returned", ""),
)


@dataclass(frozen=True, slots=True)
class Meaning:
    """What a heading may mean, which values it must then have, and how sure that is."""

    role: str
    kind: str
    certainty: float


# Role, kind of values, headings that are certain, headings that are likely.
_HEADINGS: Final = (
    ("hand_id", "name", rf"hands?(?: {_NUMBER})?|round(?: {_NUMBER})", rf"{_NUMBER}|round"),
    ("cardroom", "name", r"card ?room|casino", r"club|location|site|house"),
    ("table", "name", rf"(?:table|tbl)(?: {_NUMBER}| name)?", r"t"),
    ("moment", "moment", r"date ?time|date(?: and| &) time|timestamp", r"date"),
    ("moment", "moment", r"(?:hand )?start(?:ed)?(?: at| time)?|time start(?:ed)?", r"time|begin"),
    ("date", "date", r"date|(?:gaming|business|hand|shift) (?:date|day)", r"day"),
    ("time", "clock", r"(?:hand )?time(?: of day)?|clock", r""),
    ("time", "clock", r"(?:hand )?start(?:ed)?(?: at| time)?|time start(?:ed)?", r"begin|at"),
    ("ended_at", "moment", r"(?:hand )?end(?:ed)?(?: at| time)?|time end(?:ed)?", r"finish(?:ed)?"),
    ("end_time", "clock", r"(?:hand )?end(?:ed)?(?: at| time)?|time end(?:ed)?", r"finish(?:ed)?"),
    ("game", "name", r"game(?: name| type| played)?", r"variant"),
    ("option", "name", rf"(?:fee |schedule )?option(?: {_NUMBER})?", r"opt|fee schedule"),
    ("players", "count", r"(?:no|num|number|#) (?:of )?players|player count|players", r"plrs"),
    (
        "players_after_flop",
        "count",
        r"players (?:left |in )?(?:after|on|at|seeing) (?:the )?flop",
        r"flop players",
    ),
    ("opening_round", "yes_no", r"opening round|(?:saw |seen )?flop(?: seen)?", r""),
    ("session", "name", r"session(?: id)?|shift", r""),
    ("player_dealer_seat", "seat", rf"{_BANKER} (?:seat|position|pos)(?: {_NUMBER})?", r"button"),
    ("player_dealer_seat", "seat", r"", _BANKER),
    # A name under "Dealer" is the house's dealer, whom nobody may take for the player-dealer.
    ("player_dealer", "person", r"player dealer(?: name)?|banker(?: name)?", r"tpp|pd|p d|bank"),
    ("player_dealer_wager", "money", rf"{_BANKER} (?:wager|amount|bankroll)", r"bankroll"),
    ("action_seat", "seat", r"action (?:seat|starts?|button)", r""),
    (
        "table_action",
        "money",
        r"(?:total|table|tot) (?:table )?(?:action|wager(?:s|ed)?|bets?)|action",
        r"handle|wager(?:s|ed)?|bets?",
    ),
    ("fee:player_dealer:base", "money", rf"{_BANKER} {_FEE}|{_FEE} {_BANKER}", r""),
    ("fee:player:base", "money", rf"(?:players?|patrons?) {_FEE}|{_FEE} players?", r""),
    ("fee:player:bonus", "money", rf"(?:bonus|side bet) {_FEE}", r""),
    ("fee:pot:base", "money", rf"pot {_FEE}|rake", r""),
    ("fee:pot:jackpot", "money", rf"(?:jackpot|jp|bbj)(?: {_FEE})?", r""),
    ("fee:?:base", "money", r"", rf"(?:total |table |house )?{_FEE}"),
    ("seat", "seat", rf"seat(?: {_NUMBER})?", r"spot|position|circle"),
    ("wager", "word", r"(?:wager|bet) (?:type|kind|name)|type of (?:bet|wager)", r"wager|bet"),
    ("amount", "money", r"(?:wager|bet) (?:amount|amt)|amount(?: wagered)?", r"bet|wager|amt"),
    ("player", "person", r"player(?: name| id)?|patron", r"name"),
    ("result", "signed", r"result|net(?: won| result)?|win ?loss|w l", r""),
    ("returned", "money", r"returned|push back|given back", r""),
)
_COMPILED: Final = tuple(
    (role, kind, re.compile(certain), re.compile(likely))
    for role, kind, certain, likely in _HEADINGS
)

_BLOCK_FORMS: Final = (
    # Seat 1 Bet, S1 - Fee, Player 3 Ante, Seat 1
    re.compile(
        r"(?P<who>seat|s|spot|pos|position|circle|player|p)\s*#?\s*(?P<n>\d{1,2})\b"
        r"[\s:._-]*(?P<what>.*)",
        re.IGNORECASE,
    ),
    # Bet Seat 1, Fee S1, Bet 1
    re.compile(
        r"(?P<what>[a-z][a-z0-9 ]*?)[\s:._-]*(?P<who>seat|s|spot|pos|position|circle|player|p)?"
        r"[\s#]*(?P<n>\d{1,2})",
        re.IGNORECASE,
    ),
)


def words_of(heading: str) -> str:
    """Return a heading as plain words: ``Hand No.`` and ``hand_no`` are the same."""
    text = heading.casefold().replace("#", " # ").replace("player-dealer", "player dealer")
    return " ".join(re.sub(r"[_\-./:()*$]+", " ", text).split())


def meanings(heading: str) -> list[Meaning]:
    """Return what a heading may mean, the surest first."""
    words = words_of(heading)
    found = []
    for role, kind, certain, likely in _COMPILED:
        if words and certain.fullmatch(words):
            found.append(Meaning(role, kind, CERTAIN))
        elif words and likely.fullmatch(words):
            found.append(Meaning(role, kind, LIKELY))
    return sorted(found, key=lambda meaning: -meaning.certainty)


@dataclass(frozen=True, slots=True)
class BlockHeading:
    """A heading of a wide row: which block, what of it, and how the heading reads for any block."""

    block: str
    what: str
    template: str


def block_heading(heading: str) -> BlockHeading | None:
    """Return what a heading such as ``Seat 1 Bet`` says, or None."""
    for form in _BLOCK_FORMS:
        match = form.fullmatch(heading)
        if match is None:
            continue
        what = words_of(match["what"] or "")
        start, end = match.span("n")
        known = match["who"] or what in _KINDS_OF_WAGER or re.fullmatch(_FEE, what)
        if known and words_of(heading[:start]) not in {"table", "tbl", "option", "round"}:
            return BlockHeading(match["n"], what, f"{heading[:start]}{{n}}{heading[end:]}")
    return None


def says_amount(what: str) -> bool:
    """Tell whether what a heading of a block says is an amount, whatever stands below it."""
    return what in _KINDS_OF_WAGER or any(re.fullmatch(form, what) for form, *_ in _BLOCK_ROLES)


def block_role(what: str, *, amounts: bool) -> tuple[str, str, float]:
    """Return what stands in a column of a block: its role, a word for it and how sure that is.

    Roles are ``wager`` (the word is its kind), ``fee`` (the word is what for), ``player``,
    ``result`` and ``returned``; an empty role is unknown.
    """
    if not amounts:
        is_person = re.fullmatch(r"|(?:player|patron)?(?: ?name| ?id)?", what)
        return ("player", "", CERTAIN if what else LIKELY) if is_person else ("", "", 0.0)
    if what in _KINDS_OF_WAGER:
        return "wager", _KINDS_OF_WAGER[what], CERTAIN
    for pattern, role, word in _BLOCK_ROLES:
        if re.fullmatch(pattern, what):
            return role, word, CERTAIN
    kind = re.sub(r"[^a-z0-9]+", "_", re.sub(r" (?:bet|wager)$", "", what)).strip("_")
    return "wager", kind or "base", GUESSED if kind else LIKELY
