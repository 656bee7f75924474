"""Every fee of a clean simulated log is what the audit says is owed on that hand, worked out apart."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.simulated import Row, as_stated, by_hand

from feeaudit.book.lookup import tiers_for
from feeaudit.book.model import Ladder, Tier
from feeaudit.rules.quote.owed import owed
from feeaudit.simulate import simulable, simulate
from feeaudit.simulate.option_fees import price_of

if TYPE_CHECKING:
    from feeaudit.book.model import Book
    from feeaudit.intake.log import Log
    from feeaudit.rules.quote.hand import Hand

pytestmark = pytest.mark.slow

CARDROOMS = ("parkwest-lotus", "lucky-lady", "hawaiian-gardens", "mortimers", "lucky-chances")
BY_PERIOD = {"time", "new_player"}
# A collection names these fees by themselves; every other is the base fee of its payer.
NAMED = {"bonus", "no_flop", "jackpot"}
Fees = Counter[tuple[str, str, str, str]]


def fees_owed(book: Book, hand: Hand) -> Fees:
    """Return what a hand owes by payer, fee, seat and player; every obligation must be settled."""
    found: Fees = Counter()
    for each in owed(book, hand).obligations:
        if each.component in BY_PERIOD:
            continue
        assert each.settled, (hand, each.doubts)
        payer = each.payers[0]
        player = each.player if payer == "player" else ""
        fee = each.component if each.component in NAMED else "base"
        found[payer, fee, each.seat, player] += each.amounts[0]
    return +found


def fees_taken(rows: list[Row]) -> Fees:
    found: Fees = Counter()
    for each in rows:
        if each["fee"] not in BY_PERIOD:
            player = each["player"] if each["payer"] == "player" else ""
            found[each["payer"], each["fee"], each["seat"] or "", player] += each["amount"]
    return found


def free_hands(book: Book, cardroom: str, game: str) -> int:
    """Return how many hands of a new game the rules leave free of collection."""
    place = next(each for each in book.cardrooms if each.cardroom == cardroom)
    played = next(each for each in place.games if each.game == game)
    rules = [
        *place.rules,
        *played.rules,
        *(r for s in place.schedules if game in s.games for r in s.rules),
    ]
    return max((rule.hands or 0 for rule in rules if rule.rule == "free_hands"), default=0)


def differences(book: Book, log: Log, most: int) -> list[tuple[Hand, Fees, Fees]]:
    """Return hands whose fees are not what is owed, looking at so many hands of each option."""
    wagers, fees = by_hand(log, "wagers"), by_hand(log, "collections")
    seen: Counter[tuple[str, str, str]] = Counter()
    opened: Counter[tuple[str, str, str]] = Counter()
    wrong = []
    for row in log.hands.to_pylist():
        key = (row["cardroom"], row["game"], row["option"])
        seen[key] += 1
        if seen[key] > most:
            continue
        hand = as_stated(row, wagers[row["hand_id"]])
        expected, taken = fees_owed(book, hand), fees_taken(fees[row["hand_id"]])
        place = (row["cardroom"], row["table"], row["game"])
        opened[place] += 1
        if not taken and opened[place] <= free_hands(book, row["cardroom"], row["game"]):
            continue
        if expected != taken:
            wrong.append((hand, expected, taken))
    return wrong


@pytest.mark.parametrize("cardroom", CARDROOMS)
def test_every_collection_is_what_the_hand_owes(book: Book, cardroom: str) -> None:
    log = simulate(book, hands=6000, seed=11, cardrooms=[cardroom]).log
    assert differences(book, log, most=12) == []


@pytest.mark.parametrize("cardroom", CARDROOMS)
def test_options_drawn_from_the_whole_book_are_exact_one_by_one(book: Book, cardroom: str) -> None:
    keys = [key for key in simulable(book) if key[0] == cardroom]
    drawn = np.random.default_rng(7).choice(len(keys), size=8, replace=False)
    for number in drawn.tolist():
        _, _, _, game, option = keys[number]
        log = simulate(
            book, hands=14, seed=number, cardrooms=[cardroom], games=[game], options=[option]
        ).log
        assert set(log.hands["option"].to_pylist()) == {option}
        assert differences(book, log, most=14) == []


def test_by_the_period_every_seated_player_pays_once_a_period(book: Book) -> None:
    log = simulate(
        book, hands=120, seed=3, cardrooms=["hawaiian-gardens"], games=["lowball"], options=["1"]
    ).log
    fees = [row for row in log.table("collections").to_pylist() if row["fee"] == "time"]
    seats = log.table("seats").to_pylist()
    periods = {(row["table"], row["taken_at"]) for row in fees}
    assert len(periods) > 10
    for table, start in periods:
        seated = [
            row["player"]
            for row in seats
            if row["table"] == table and row["from"] <= start < row["to"]
        ]
        paid = [row["player"] for row in fees if (row["table"], row["taken_at"]) == (table, start)]
        assert sorted(paid) == sorted(seated)
        assert start.minute in {0, 30}
    assert {row["amount"] for row in fees} == {500}
    assert {row["hand_id"] for row in fees} == {None}


def test_who_joins_between_periods_pays_the_fee_for_it(book: Book) -> None:
    log = simulate(
        book, hands=400, seed=5, cardrooms=["lucky-lady"], games=["omaha"], options=["7", "8"]
    ).log
    joined = [row for row in log.table("collections").to_pylist() if row["fee"] == "new_player"]
    assert joined
    seats = {row["player"]: row for row in log.table("seats").to_pylist()}
    hands = {row["hand_id"]: row for row in log.hands.to_pylist()}
    for row in joined:
        assert seats[row["player"]]["from"] == hands[row["hand_id"]]["started_at"]


bounds = st.integers(min_value=0, max_value=40)


@given(
    tiers=st.lists(st.tuples(bounds, bounds, st.integers(0, 4)), min_size=1, max_size=5),
    amount=st.integers(min_value=0, max_value=45),
)
def test_a_price_settles_exactly_what_one_fee_covers(
    tiers: list[tuple[int, int, int]], amount: int
) -> None:
    ladder = Ladder(
        "player_dealer",
        "table_action",
        tuple(
            Tier(min(low, high) * 100, max(low, high) * 100, fee * 50, 1)
            for low, high, fee in tiers
        ),
    )
    found = tiers_for(ladder, amount * 100)
    fees = {tier.fee for tier in found.tiers}
    expected = fees.pop() if len(fees) == 1 else None
    assert price_of(ladder).fee_for(amount * 100) == expected


def test_a_fee_that_cannot_be_read_settles_nothing() -> None:
    ladder = Ladder("pot", "players", (Tier(7, 9, 300, 1), Tier(5, 6, None, 2)))
    price = price_of(ladder)
    assert [price.fee_for(players) for players in (4, 5, 7, 9, 10)] == [None, None, 300, 300, None]
