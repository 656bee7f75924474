"""What headings people write, and what they mean: the knowledge behind a proposed profile.

A heading that can only mean one thing is certain; one that usually means it is likely. The values
below it then confirm or deny.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

CERTAIN: Final = 1.0
LIKELY: Final = 0.7
GUESSED: Final = 0.5

_NUMBER = r"(?:id|no|num|number|#|uuid|guid|ref)"
_BANKER = r"(?:pd|p d|player dealer|dealer|bank|banker)"
_FEE = r"(?:fees?|collections?|collected|collect|coll|drop|rake|charged?)(?: (?:amt|amount))?"
_PLAYER = r"(?:players?|patrons?|plyrs?|plrs?|customers?|guests?)"
_BANKER_PAYS = rf"{_BANKER}(?: s)?"
_STARTED = r"(?:hand )?start(?:ed)?(?: at| time)?|time start(?:ed)?"
_ENDED = r"(?:hand )?end(?:ed)?(?: at| time)?|time end(?:ed)?"
_PAID_BY = r"payer|paid by|(?:collected|fee|collection|taken) (?:from|by)|charged to|who paid"
_HANDS = r"(?:hands|rounds|deals)"
_DEALT = r"(?:dealt|played|total|count)"
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
    "bets by": "base",
    "bet by": "base",
    "wagers by": "base",
    "wager by": "base",
    "ante": "ante",
    "blind": "blind",
    "play": "play",
    "tie": "tie",
}
# Words that say no more than that something was bet.
_ANY_WAGER: Final = {"bet", "bets", "wager", "wagers", "amount", "amt", "action"}
# Bets beside the main one that cardrooms' games have; any other word over amounts is asked about.
_BONUS_BETS: Final = re.compile(
    r"(?:.* )?(?:pair plus|pairs?|bonus|side(?: bet)?|dragon(?: 7| bonus)?|panda(?: 8)?|lucky.*"
    r"|trips?|progressive|insurance|6 card|six card|buster|fortune|ace up|envy|banker|raise|egalite"
    r"|blind|ante|play|tie|push|double(?: down)?|split|surrender|hi(?:gh)? lo|royal match"
    r"|match.*|suited.*|over 21|21 ?3|bad beat)"
    r"(?: bet)?"
)
# What stands beside bets and is none.
_NO_BETS: Final = re.compile(
    r"(?:.* )?(?:tips?|tokes?|buy ?ins?|rebuys?|payouts?|paid(?: out)?|pays?|chips?|stack|balance"
    r"|total|points?|hours?|comps?|won|lost|win|loss|change|cash)(?: out)?"
)


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
    (
        "hand_id",
        "name",
        rf"hand(?: {_NUMBER})?|(?:round|deal|coup|game) {_NUMBER}",
        rf"{_NUMBER}|round|coup",
    ),
    # "Hands" over a column that counts up by one numbers them; over any other it says how many.
    ("hand_id", "running", rf"{_HANDS} {_NUMBER}", _HANDS),
    (
        "hands_count",
        "tally",
        rf"(?:total |{_NUMBER} (?:of )?)?{_HANDS}(?: {_DEALT})?|hand (?:count|total)",
        r"",
    ),
    ("cardroom", "name", r"card ?room|casino", r"club|location|site|house"),
    ("table", "name", rf"(?:table|tbl)(?: {_NUMBER}| name)?", r"t|game table"),
    ("moment", "moment", r"date ?time|date(?: and| &) time|timestamp", r"date"),
    (
        "moment",
        "moment",
        r"(?:hand )?start(?:ed)?(?: at| time)?|time start(?:ed)?|opened(?: at)?|dealt(?: at)?",
        r"time|begin",
    ),
    ("date", "date", r"date|datum|(?:gaming|business|hand|shift) (?:date|day)", r"day"),
    ("time", "clock", r"(?:hand )?time(?: of day)?(?: 24 ?h(?:rs?|ours?)?)?|clock", r""),
    ("time", "clock", _STARTED, r"begin|at"),
    (
        "ended_at",
        "moment",
        r"(?:hand )?end(?:ed)?(?: at| time)?|time end(?:ed)?|closed(?: at)?",
        r"finish(?:ed)?",
    ),
    ("end_time", "clock", _ENDED, r"finish(?:ed)?"),
    ("game", "name", r"game(?: name| type| played| code| title)?", r"variant"),
    (
        "option",
        "name",
        rf"(?:fee |schedule |collection |coll |rate )?option(?: {_NUMBER})?",
        r"opt|(?:fee )?schedule",
    ),
    (
        "players",
        "count",
        r"(?:(?:no|num|number|#) (?:of )?)?players(?: dealt(?: in)?)?|player count",
        r"plrs",
    ),
    (
        "players_after_flop",
        "count",
        r"players (?:left |in )?(?:after|on|at|seeing) (?:the )?flop",
        r"flop players",
    ),
    ("opening_round", "yes_no", r"opening round|(?:saw |seen )?flop(?: seen)?", r""),
    ("session", "name", r"session(?: id)?|shift", r""),
    (
        "limit",
        "name",
        r"(?:table )?(?:limits?|stakes)|blinds|opt(?:ion)? limit|limit opt(?:ion)?",
        r"",
    ),
    ("player_dealer_seat", "seat", rf"{_BANKER} (?:seat|position|pos)(?: {_NUMBER})?", r"button"),
    ("player_dealer_seat", "seat", r"", _BANKER),
    # A name under "Dealer" is the house's dealer, whom nobody may take for the player-dealer.
    ("dealer", "person", r"(?:house )?dealer(?: name)?", r""),
    (
        "player_dealer",
        "person",
        r"player dealer(?: name)?|banker(?: name)?",
        r"tpp|pd|p d|bank(?: tpp)?|tpp bank",
    ),
    ("player_dealer_wager", "money", rf"{_BANKER} (?:wager|amount|bankroll)", r"bankroll"),
    ("action_seat", "seat", r"action (?:seat|starts?|button)", r""),
    (
        "table_action",
        "money",
        r"(?:total|table|tot) (?:table )?(?:action|wager(?:s|ed)?|bets?)|action(?: total)?",
        r"handle|wager(?:s|ed)?|bets?",
    ),
    (
        "fee:player_dealer:base",
        "money",
        rf"{_BANKER_PAYS} {_FEE}|{_FEE} (?:from )?{_BANKER}",
        r"",
    ),
    (
        "fee:player:base",
        "money",
        rf"{_PLAYER}(?: s)? {_FEE}|{_FEE} (?:from )?{_PLAYER}",
        r"",
    ),
    ("fee:player:bonus", "money", rf"(?:bonus|side bet) {_FEE}", r""),
    ("fee:pot:base", "money", rf"pot {_FEE}|rake", r""),
    ("fee:pot:no_flop", "money", rf"no flop {_FEE}", r""),
    ("fee:pot:jackpot", "money", rf"(?:jackpot|jp|bbj)(?: {_FEE})?", r""),
    ("fee:?:base", "money", r"", rf"(?:table |house |hand )?{_FEE}(?: taken| paid)?"),
    ("fee:?:total", "money", r"", rf"(?:total|tot|sum(?: of)?|all) {_FEE}|{_FEE} total"),
    (
        "payer",
        "payer",
        r"payer|paid by|(?:collected|fee|collection|taken) (?:from|by)|charged to|who paid",
        r"from",
    ),
    (
        "fee_kind",
        "fee_kind",
        r"(?:fee|collection|coll)(?: (?:type|kind|for|name|class))?",
        r"type|kind|for",
    ),
    ("waived", "reason", r"(?:fee )?waive[dr](?: reason)?|waiver(?: reason)?|reason waived", r""),
    ("seat", "seat", rf"seat(?: {_NUMBER})?", r"spot|position|circle"),
    ("wager", "word", r"(?:wager|bet) (?:type|kind|name)|type of (?:bet|wager)", r"wager|bet|spot"),
    ("amount", "money", r"(?:wager|bet) (?:amount|amt)|amount(?: wagered)?", r"bet|wager|amt"),
    ("player", "person", r"player(?: name| id)?|patron", r"name"),
    ("result", "signed", r"result|net(?: won| result)?|win ?loss|w l", r""),
    ("returned", "money", r"returned|push back|given back", r""),
)
_FROM = (
    r"from|start(?:ed)?|begin|open(?:ed)?|(?:box|can) (?:in|on|start)"
    r"|(?:drop|period|count) (?:start|from)"
)
_TO = (
    r"to|until|end(?:ed)?|closed?|removed|pulled|(?:box|can) (?:out|off|end)"
    r"|(?:drop|period|count) (?:end|to)"
)
_IN = (
    r"(?:time )?in|from|(?:time )?(?:seated|sat(?: down)?|on)(?: at)?|start(?: time)?"
    r"|sign in|arrived"
)
_OUT = r"(?:time )?out|to|until|(?:time )?(?:left|off)(?: at)?|end(?: time)?|sign out|stood(?: up)?"
_PERSON = r"(?:player|patron|employee|person|banker|tpp|prop)(?: name)?|name"
_COUNTED = r"(?:amount |total )?counted|count(?: total| amount)?|(?:box|count) total"
_BOX = r"(?:box|count|drop|counted|amount|total)"
_DROPPED = r"(?:drop|box)(?: amount| total| count)?|total (?:drop|count)"
_COUNTERS = r"count(?:ed|er)(?: by)?(?: \d)?|verified(?: by)?|witness(?:ed)?(?: by)?"
_BILLS = r"\d{1,4}(?: s)?|ones|fives|tens|twenties|fifties|hundreds|chips|bills|coins?|cash"
_PROVIDER = r"(?:tpp |third party |tp )?(?:provider|company)(?: name)?|tppp?s?"
_OFFERED = rf"(?:offered )?(?:to )?seat(?: {_NUMBER}| offered)?|offered to(?: seat)?"
_RESPONSE = (
    r"response|answer|reply|decision|result|a d"
    r"|accept(?:ed|s)?(?: or)?(?: declined?)?(?: y n| yes no)?"
    r"|took (?:the )?(?:bank|position|deal)(?: y n)?"
)
_POSTED = (
    r"posted(?: at| on| from)?|date posted|effective(?: from| date)?|placard(?: date)?"
    r"|changed(?: at)?"
)
_HALF_HOURS = (
    r"(?:collection )?time(?: of day)?|half ?hours?(?: start(?:ed)?)?|hours?|taken(?: at)?|at"
)
_TIME_FEE = (
    rf"(?:time|seat|half hour(?:ly)?|hourly) (?:{_FEE}|charge|rental|rent|amount)"
    rf"|amount(?: paid| collected)?|{_FEE}|paid"
)
_OPTION = rf"(?:fee |schedule |collection |posted )?option(?: {_NUMBER}| posted)?"
_PLACE: Final = (
    ("cardroom", "name", r"card ?room|casino", r"club|location|house"),
    ("table", "name", rf"(?:table|tbl)(?: {_NUMBER}| name)?", r"t"),
    ("date", "date", r"date|(?:gaming|business|count|drop|shift) (?:date|day)", r"day"),
)
# The records of a cardroom that are no hands: what their sheets are headed with.
_OTHER_HEADINGS: Final = {
    "counts": (
        *_PLACE,
        ("from", "moment", _FROM, r""),
        ("to", "moment", _TO, r""),
        ("from_time", "clock", _FROM, r""),
        ("to_time", "clock", _TO, r""),
        ("shift", "name", r"shift|session", r""),
        ("box", "name", rf"(?:drop )?(?:box|can)(?: {_NUMBER})?", r""),
        ("amount", "money", rf"{_COUNTED}|{_DROPPED}", r"amount|total|actual"),
        ("collection", "money", rf"(?:rake|collection|coll|fees?|house) {_BOX}", r""),
        ("jackpot", "money", rf"(?:jackpot|jp|bbj|promo) {_BOX}", r""),
        ("kind", "count_kind", r"(?:box |drop |count )?(?:type|kind)", r"box|drop|for"),
        ("counted_by", "person", _COUNTERS, r""),
        ("denomination", "money", _BILLS, r""),
    ),
    "seats": (
        *_PLACE,
        ("seat", "seat", rf"seat(?: {_NUMBER}| position)?", r"position|pos|spot"),
        ("player", "person", _PERSON, r"badge|who"),
        ("from", "moment", _IN, r""),
        ("to", "moment", _OUT, r""),
        ("from_time", "clock", _IN, r"time"),
        ("to_time", "clock", _OUT, r""),
        ("provider", "word", _PROVIDER, r"firm|employer"),
        ("role", "seat_role", r"role|capacity|status", r"type"),
    ),
    "offers": (
        ("hand_id", "name", rf"(?:before |next )?hand(?: {_NUMBER})?", _NUMBER),
        ("sequence", "count", rf"(?:offer )?(?:order|seq|sequence|{_NUMBER})|offer", r""),
        ("seat", "seat", _OFFERED, r"offered"),
        ("player", "person", r"player(?: name)?|patron|name|offered to", r""),
        ("response", "response", _RESPONSE, r"bank|took"),
    ),
    "postings": (
        *_PLACE,
        ("game", "name", r"game(?: name| type)?", r""),
        ("option", "name", _OPTION, r"opt|fee schedule"),
        ("posted_at", "moment", _POSTED, r"from|since|date"),
        ("posted_time", "clock", _POSTED, r"from|time"),
        ("minimum", "money", r"(?:posted |table )?min(?:imum)?(?: bet| wager)?", r"low"),
        ("maximum", "money", r"(?:posted |table )?max(?:imum)?(?: bet| wager)?", r"high"),
    ),
    "time fees": (
        *_PLACE,
        ("moment", "moment", r"date ?time|taken(?: at)?|time|half ?hours?", r"date"),
        ("time", "clock", _HALF_HOURS, r"start|from|period"),
        ("seat", "seat", rf"seat(?: {_NUMBER})?", r"pos|position"),
        ("player", "person", r"player(?: name)?|patron|name", r""),
        ("amount", "money", _TIME_FEE, r"time|total"),
    ),
}
HANDS: Final = "hands"


def _compiled(
    headings: tuple[tuple[str, str, str, str], ...],
) -> tuple[tuple[str, str, re.Pattern[str], re.Pattern[str]], ...]:
    return tuple(
        (role, kind, re.compile(certain), re.compile(likely))
        for role, kind, certain, likely in headings
    )


_COMPILED: Final = {
    HANDS: _compiled(_HEADINGS),
    **{kind: _compiled(headings) for kind, headings in _OTHER_HEADINGS.items()},
}
OTHER_KINDS: Final = tuple(_OTHER_HEADINGS)

_BLOCK_FORMS: Final = (
    # Seat 1 Bet, S1 - Fee, Player 3 Ante, Seat 1
    re.compile(
        r"(?P<who>seat|s|spot|pos|position|circle|player|p)\s*#?\s*(?P<n>\d{1,2})(?!\d)"
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


_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNITS = re.compile(r" (?:usd|us|dollars?|cents?|in cents|in dollars|¢|utc|pst|pdt|local)$")
_FACTOR = re.compile(r"(?:\b|\()x ?([2-9])\b|\b([2-9]) ?x(?:\b|\))", re.IGNORECASE)


def words_of(heading: str) -> str:
    """Return a heading as plain words: ``Hand No.``, ``hand_no`` and ``HandNo`` are the same."""
    text = _CAMEL.sub(" ", _FACTOR.sub(" ", heading)).casefold().replace("#", " # ")
    return _UNITS.sub("", " ".join(re.sub(r"[_\-./:()*$?'\u2019&,]+", " ", text).split()))


def other_zone(heading: str) -> str:
    """Return the zone that a heading of times names, where it is not that of California."""
    match = re.search(r"(?:\b|_)(utc|gmt|zulu|est|edt|cst|cdt)\b", heading, re.IGNORECASE)
    return match[1].upper() if match else ""


def in_cents(heading: str) -> bool:
    """Tell whether a heading says that amounts stand below it in cents."""
    return bool(re.search(r"(?:\b|_)cents?\b|¢", heading, re.IGNORECASE))


def factor(heading: str) -> str:
    """Return a number by which a heading says to multiply, such as 2 in ``Collection (x2)``."""
    match = _FACTOR.search(heading)
    return (match[1] or match[2]) if match else ""


@lru_cache(maxsize=4096)
def meanings(heading: str, about: str = HANDS) -> tuple[Meaning, ...]:
    """Return what a heading may mean on a sheet about hands or other records, the surest first."""
    words = words_of(heading)
    found = []
    for role, kind, certain, likely in _COMPILED[about]:
        if words and certain.fullmatch(words):
            found.append(Meaning(role, kind, CERTAIN))
        elif words and likely.fullmatch(words):
            found.append(Meaning(role, kind, LIKELY))
    return tuple(sorted(found, key=lambda meaning: -meaning.certainty))


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


def wager_word(heading: str) -> str:
    """Return the kind of wager that a heading without a seat names: ``Ante``, ``Pair Plus``."""
    words = words_of(heading)
    if words in _KINDS_OF_WAGER and words not in _ANY_WAGER:
        return _KINDS_OF_WAGER[words]
    if not _BONUS_BETS.fullmatch(words) or _NO_BETS.fullmatch(words) or re.search(_FEE, words):
        return ""
    return re.sub(r"[^a-z0-9]+", "_", re.sub(r" (?:bet|wager)$", "", words)).strip("_")


def says_amount(what: str) -> bool:
    """Tell whether what a heading of a block says is an amount, whatever stands below it."""
    return what in _KINDS_OF_WAGER or any(re.fullmatch(form, what) for form, *_ in _BLOCK_ROLES)


def block_role(what: str, *, amounts: bool) -> tuple[str, str, float]:
    """Return what stands in a column of a block: its role, a word for it and how sure that is.

    Roles are ``wager`` (the word is its kind), ``fee`` (the word is what for), ``player``,
    ``result`` and ``returned``; an empty role is unknown.
    """
    if not amounts:
        # Names stand there, or marks that nobody explains; the values decide.
        is_person = re.fullmatch(r"|(?:player|patron)?(?: ?name| ?id)?", what)
        return ("player", "", CERTAIN if what else LIKELY) if is_person else ("", "", 0.0)
    if what in _KINDS_OF_WAGER:
        return "wager", _KINDS_OF_WAGER[what], CERTAIN
    for pattern, role, word in _BLOCK_ROLES:
        if re.fullmatch(pattern, what):
            return role, word, CERTAIN
    kind = re.sub(r"[^a-z0-9]+", "_", re.sub(r" (?:bet|wager)$", "", what)).strip("_")
    if kind and _NO_BETS.fullmatch(what):
        return "", "", 0.0
    if kind and not _BONUS_BETS.fullmatch(what):
        return "unknown", kind, GUESSED
    return "wager", kind or "base", GUESSED if kind else LIKELY
