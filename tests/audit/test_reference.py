"""The engine against a slow, plain reading of the book, on made-up hands of every option.

Each drawn example deals one hand of every option of every edition. What it owes is worked out three
times: by ``tests/reference`` from the exported rows and the YAML alone, by the engine of ``quote``,
and by the columns of an audit. A failure names the option and the hand, and shows both answers.
"""

from __future__ import annotations

import ast
import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import reference
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from reference.charges import pot
from reference.collecting import Collected, collections_of
from reference.comparing import audit_differences, complaint, plainest, quote_differences
from reference.dealing import Pattern, hand_of, patterns
from reference.obligations import every_world, replaced
from reference.paper import Paper, read_paper
from reference.tiers import money
from support.casebook import log_of
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.fees import fees_of
from feeaudit.book.export import as_csv, rows
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config
from feeaudit.rules.quote.hand import hand_from_json
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from reference.charges import Hand

pytestmark = pytest.mark.slow


OPTIONS_OF_THE_BOOK = 1819
LOGGED = ("cardroom", "game", "players", "players_after_flop", "opening_round")
Facts = dict[str, Any]
QUOTED = (
    "component",
    "payers",
    "seat",
    "player",
    "wager",
    "basis",
    "basis_amount",
    "amounts",
    "unpriced",
)

# An example is large, a hand of every option, and itself picks the plainest failing hands: shrinking
# it would take minutes. Five of them deal each option five hands, of other patterns every time.
every_option = settings(
    max_examples=5,
    deadline=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)
seven_patterns = st.lists(patterns, min_size=7, max_size=7)


@cache
def paper() -> Paper:
    """Return the same book as the reference reads it."""
    return read_paper(folder("schedules"), as_csv(rows(shipped_book().cardrooms)))


def dealt(drawn: list[Pattern]) -> list[tuple[Hand, Pattern]]:
    """Return one hand of every option of every edition, the patterns taken in turn."""
    options = [(schedule, option) for schedule in paper().values() for option in schedule.options]
    return [
        (hand_of(schedule, option, drawn[place % len(drawn)]), drawn[place % len(drawn)])
        for place, (schedule, option) in enumerate(options)
    ]


def quoted(hand: Hand) -> tuple[list[Facts], int | None]:
    """Return the obligations of a quote as plain facts, and its total."""
    facts = {**hand, "pot": money(pot(hand["wagers"]))}
    result = owed(shipped_book(), hand_from_json(json.dumps(facts)))
    said = [{key: getattr(each, key) for key in QUOTED} for each in result.obligations]
    return said, result.total


def quote_complaint(hand: Hand) -> str:
    """Return where the quote of a hand differs from the reference; blank where it does not."""
    editions = {hand["schedule"]: hand["edition"]} if hand["schedule"] else {}
    found = every_world(paper(), hand, editions)
    differences = quote_differences(hand, found, *quoted(hand))
    return complaint(hand, found, differences) if differences else ""


def named_or_not(hand: Hand, pattern: Pattern) -> Hand:
    """Return a hand that leaves its schedule unsaid, where a quote then assumes this edition."""
    editions = [key[2] for key in paper() if key[:2] == (hand["cardroom"], hand["schedule"])]
    gone = hand["schedule"] in replaced(paper(), hand["cardroom"])
    last = hand["edition"] == max(editions, key=int)
    if pattern.named or gone or not last or limit_of_others(hand):
        return hand
    return hand | {"schedule": "", "edition": ""}


def limit_of_others(hand: Hand) -> bool:
    """Tell whether an option goes by a limit that another schedule of the game prints as well."""
    return any(
        each.get("limit") == hand["option"]
        for (cardroom, name, _), schedule in paper().items()
        if cardroom == hand["cardroom"] and name != hand["schedule"]
        if hand["game"] in schedule.games
        for each in schedule.body["options"]
    )


@every_option
@given(drawn=seven_patterns)
def test_a_quote_is_what_the_reference_says_for_every_option(drawn: list[Pattern]) -> None:
    hands = [named_or_not(hand, pattern) for hand, pattern in dealt(drawn)]
    complaints = [text for text in map(quote_complaint, hands) if text]
    if complaints:
        raise AssertionError(plainest(complaints))


def logged(hand: Hand, pattern: Pattern, taken: list[Collected]) -> Facts:
    """Return a hand as a case of a log states it, with its collections."""
    wagers: dict[str, dict[str, list[Facts]]] = {}
    for each in hand["wagers"]:
        kinds = wagers.setdefault(each["seat"], {})
        stated = {"amount": each["amount"], "player": each["player"] or None}
        kinds.setdefault(each["wager"], []).append(stated)
    return {
        "option": f"{hand['schedule']}/{hand['option']}" if pattern.named else hand["option"],
        "player_dealer_seat": hand["player_dealer_seat"] or None,
        "wagers": wagers,
        "collected": [_collection(each) for each in taken],
        **{key: hand[key] for key in LOGGED},
    }


def _collection(each: Collected) -> Facts:
    return {
        "payer": each.payer,
        "fee": each.fee,
        "seat": each.seat or None,
        "player": each.player or None,
        "amount": money(each.amount),
    }


def rows_by_hand(case: Case) -> dict[str, list[Facts]]:
    """Return all fees as plain facts, by the id of their hand."""
    fees = fees_of(case)
    assert fees.tested.all(), fees.untested
    frame = fees.of_hands(case.every_hand)
    for name in ("payer", "fee", "seat", "player"):
        frame[name] = frame[name].astype(object).where(frame[name].notna(), "")
    ids = case.hands["hand_id"].tolist()
    found: dict[str, list[Facts]] = defaultdict(list)
    for row in frame.to_dict("records"):
        found[ids[row["hand"]]].append(row)
    return found


def audit_complaints(hands: list[tuple[Hand, Pattern]], pins: dict[str, str]) -> list[str]:
    """Return what differs in an audit of these hands under pinned editions."""
    worlds = [
        every_world(paper(), hand if pattern.named else hand | {"schedule": ""}, pins)
        for hand, pattern in hands
    ]
    taken = [
        collections_of(hand, found, pattern)
        for (hand, pattern), found in zip(hands, worlds, strict=True)
    ]
    # Each at a table of its own: a table that changes games opens new ones.
    body = [
        logged(hand, pattern, each) | {"id": str(number), "table": str(number)}
        for number, ((hand, pattern), each) in enumerate(zip(hands, taken, strict=True))
    ]
    log = log_of({"hands": body, "tables": ["collections"]})
    frame = rows_by_hand(Case(log, shipped_book(), config=Config(editions=pins)))
    complaints = []
    for number, (hand, _) in enumerate(hands):
        differences = audit_differences(hand, worlds[number], taken[number], frame[str(number)])
        if differences:
            complaints.append(complaint(hand, worlds[number], differences))
    return complaints


@every_option
@given(drawn=seven_patterns)
def test_an_audit_owes_what_the_reference_says_for_every_option(drawn: list[Pattern]) -> None:
    together: dict[tuple[str, str], list[tuple[Hand, Pattern]]] = defaultdict(list)
    for hand, pattern in dealt(drawn):
        together[hand["cardroom"], hand["edition"]].append((hand, pattern))
    complaints = []
    for (cardroom, edition), hands in together.items():
        pins = {key[1]: edition for key in paper() if (key[0], key[2]) == (cardroom, edition)}
        complaints += audit_complaints(hands, pins)
    if complaints:
        raise AssertionError(plainest(complaints))


def stated(place: str, game: str, *wagers: str, **facts: Any) -> Hand:
    """Return a hand of ``cardroom/schedule@edition:option``; a wager is ``seat:kind:amount:player``."""
    cardroom, _, rest = place.partition("/")
    schedule, _, rest = rest.partition("@")
    edition, _, option = rest.partition(":")
    words = ("seat", "wager", "amount", "player")
    plain: Hand = {"players": 6, "opening_round": "yes", "player_dealer_seat": ""}
    plain |= {"players_after_flop": 6}
    return plain | {
        "cardroom": cardroom,
        "schedule": schedule,
        "edition": edition,
        "option": option,
        "game": game,
        "wagers": [dict(zip(words, wager.split(":"), strict=True)) for wager in wagers],
        **facts,
    }


@pytest.mark.parametrize(
    "hand",
    [
        pytest.param(
            stated(
                "hawaiian-gardens/badugi@1:3", "badugi", "1:bet:30:", players=1, opening_round="no"
            ),
            id="the designated fee is taken instead of the player's, not beside it",
        ),
        pytest.param(
            stated(
                "lucky-chances/pure-21-5-blackjack@2:46",
                "pure-21-5-blackjack",
                "1:buster:167:bob",
                "4:buster:500:bob",
                player_dealer_seat="9",
            ),
            id="one player's fee over two circles is part of the total",
        ),
        pytest.param(
            stated("lucky-chances/texas-holdem@1:99", "texas-holdem", "1:bet:65:", players=8),
            id="each stage of a jackpot fee goes with the row of the player count",
        ),
    ],
)
def test_a_hand_that_once_told_the_two_apart(hand: Hand) -> None:
    assert quote_complaint(hand) == ""


ONE_ANTE = stated(
    "mortimers/three-card-poker-6-card-bonus@1:1", "three-card-poker-6-card-bonus", "1:ante:51:ann"
)


@pytest.mark.parametrize(
    "wrong",
    [
        {"amounts": (50,)},
        {"amounts": (50, 100)},
        {"payers": ("pot",)},
        {"unpriced": True},
        {"basis": "flat"},
        {"basis_amount": 5000},
    ],
    ids=lambda wrong: next(iter(wrong)),
)
def test_a_wrong_quote_is_told(wrong: Facts) -> None:
    found = every_world(paper(), ONE_ANTE, {})
    said, total = quoted(ONE_ANTE)
    (dealer,) = [place for place, each in enumerate(said) if each["component"] == "player_dealer"]
    spoiled = [*said[:dealer], said[dealer] | wrong, *said[dealer + 1 :]]
    assert quote_differences(ONE_ANTE, found, said, total) == []
    assert quote_differences(ONE_ANTE, found, spoiled, total)
    assert quote_differences(ONE_ANTE, found, said, 50)
    assert quote_differences(ONE_ANTE, found, said[:-1], total)


@pytest.mark.parametrize("column", ["owed", "owed_most", "taken"])
def test_a_wrong_audit_is_told(column: str) -> None:
    found = every_world(paper(), ONE_ANTE, {})
    taken = [Collected("player_dealer", None, "player_dealer", "", "", 100)]
    body = {
        "cardroom": "mortimers",
        "game": ONE_ANTE["game"],
        "option": "1",
        "wagers": {"1": {"ante": {"amount": 51, "player": "ann"}}},
        "collected": {"player_dealer": 1.00},
    }
    (rows,) = rows_by_hand(Case(log_of({"hand": body}), shipped_book())).values()
    spoiled = [row | {column: row[column] + 1} for row in rows]
    assert audit_differences(ONE_ANTE, found, taken, rows) == []
    assert audit_differences(ONE_ANTE, found, taken, spoiled)
    assert audit_differences(ONE_ANTE, found, taken, rows[:-1])


def test_every_option_of_the_book_is_dealt() -> None:
    options = [option for schedule in paper().values() for option in schedule.options]
    printed = sum(len(each.options) for room in shipped_book().cardrooms for each in room.schedules)
    assert len(options) == printed == OPTIONS_OF_THE_BOOK


def test_the_reference_shares_no_code_with_the_engine() -> None:
    for path in Path(reference.__path__[0]).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            assert not [name for name in names if name.partition(".")[0] == "feeaudit"], path
