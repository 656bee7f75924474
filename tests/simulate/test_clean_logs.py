"""A clean simulated log: consistent in itself, within every printed limit and rotation rule."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import timedelta
from itertools import groupby, pairwise
from typing import TYPE_CHECKING

import pytest
from support.simulated import ROUND, Row, by_hand, keeps, printed, table_limits

from feeaudit.book.catalogue import find_cardroom, find_game
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Book, Game, Option, Term
    from feeaudit.intake.log import Log

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def log(book: Book) -> Log:
    """A night over all cardrooms."""
    return simulate(book, hands=20_000, seed=21).log


@pytest.fixture(scope="module")
def hands(log: Log) -> list[Row]:
    """Its hands."""
    return list(log.hands.to_pylist())


@pytest.fixture(scope="module")
def wagers(log: Log) -> dict[str, list[Row]]:
    """Its wagers by hand."""
    return by_hand(log, "wagers")


@pytest.fixture(scope="module")
def offers(log: Log) -> dict[str, list[Row]]:
    """Its offers by hand."""
    return by_hand(log, "offers")


@pytest.fixture(scope="module")
def seats(log: Log) -> dict[tuple[str, str], list[Row]]:
    """Who sat where, by table."""
    found = defaultdict(list)
    for row in log.table("seats").to_pylist():
        found[row["cardroom"], row["table"]].append(row)
    return found


def tables(hands: list[Row]) -> Iterator[list[Row]]:
    """Yield the hands of each table in their order."""
    ordered = sorted(hands, key=lambda row: (row["cardroom"], row["table"], row["started_at"]))
    for _, group in groupby(ordered, key=lambda row: (row["cardroom"], row["table"])):
        yield list(group)


def banked(hands: list[Row]) -> list[Row]:
    return [row for row in hands if row["player_dealer"] is not None]


def seated_at(seats: dict[tuple[str, str], list[Row]], hand: Row) -> dict[str, Row]:
    """Return who sat in which seat as a hand started."""
    here = seats[hand["cardroom"], hand["table"]]
    now = [row for row in here if row["from"] <= hand["started_at"] < row["to"]]
    found = {row["seat"]: row for row in now}
    assert len(found) == len(now), "two people in one seat"
    return found


def test_hand_ids_are_unique_and_every_record_has_its_hand(log: Log) -> None:
    ids = log.hands["hand_id"].to_pylist()
    assert len(set(ids)) == len(ids)
    for name in ("wagers", "offers"):
        assert set(log.table(name)["hand_id"].to_pylist()) <= set(ids)
    named = set(log.table("collections")["hand_id"].to_pylist()) - {None}
    assert named <= set(ids)


def test_hands_of_a_table_follow_each_other_and_never_overlap(hands: list[Row]) -> None:
    for table in tables(hands):
        for hand in table:
            assert hand["started_at"] < hand["ended_at"]
        for before, after in pairwise(table):
            assert before["ended_at"] < after["started_at"]


def test_hand_numbers_of_a_table_have_no_gap(hands: list[Row]) -> None:
    for table in tables(hands):
        numbers = [int(row["hand_id"].rpartition("-")[2]) for row in table]
        assert numbers == list(range(1, len(table) + 1))


def test_wagers_are_whole_dollars_above_zero(log: Log) -> None:
    amounts = [
        row["amount"] for row in log.table("wagers").to_pylist() if row["result"] is not None
    ]
    assert len(amounts) > 20_000
    assert all(amount > 0 and amount % 100 == 0 for amount in amounts)


def test_nobody_holds_the_position_more_than_twice_in_a_row(hands: list[Row]) -> None:
    longest = 0
    for table in tables(banked(hands)):
        for _, run in groupby(table, key=lambda row: row["player_dealer"]):
            longest = max(longest, len(list(run)))
    assert longest == 2


def test_no_provider_holds_the_position_more_than_twice_in_a_row(
    hands: list[Row], seats: dict[tuple[str, str], list[Row]]
) -> None:
    for table in tables(banked(hands)):
        holders = [seated_at(seats, hand)[hand["player_dealer_seat"]] for hand in table]
        for provider, run in groupby(holders, key=lambda row: row["provider"]):
            assert provider is None or len(list(run)) <= 2


def test_the_player_dealer_sits_in_the_seat_and_is_never_of_the_house(
    hands: list[Row], seats: dict[tuple[str, str], list[Row]]
) -> None:
    for hand in banked(hands)[::7]:
        holder = seated_at(seats, hand)[hand["player_dealer_seat"]]
        assert holder["player"] == hand["player_dealer"]
        assert holder["role"] in {"patron", "third_party"}


def test_one_person_of_a_provider_sits_at_a_table(
    hands: list[Row], seats: dict[tuple[str, str], list[Row]]
) -> None:
    present = 0
    for hand in banked(hands)[::7]:
        providers = Counter(row["provider"] for row in seated_at(seats, hand).values())
        del providers[None]
        assert set(providers.values()) <= {1}
        present += len(providers)
    assert present > 500


def test_the_position_is_offered_round_the_table_before_every_hand(
    hands: list[Row],
    offers: dict[str, list[Row]],
    seats: dict[tuple[str, str], list[Row]],
) -> None:
    for table in tables(banked(hands)):
        last = 0
        for hand in table:
            asked = offers[hand["hand_id"]]
            taken = sorted(map(int, seated_at(seats, hand)))
            ahead = sorted(taken, key=lambda seat, last=last: (seat - last - 1) % ROUND)  # type: ignore[misc]
            numbers = [int(row["seat"]) for row in asked]
            assert numbers == ahead[: len(numbers)]
            assert [row["sequence"] for row in asked] == list(range(1, len(asked) + 1))
            assert [row["response"] for row in asked[:-1]] == ["decline"] * (len(asked) - 1)
            assert asked[-1]["response"] == "accept"
            assert asked[-1]["player"] == hand["player_dealer"]
            last = numbers[-1]


def test_within_forty_minutes_two_players_outside_providers_hold_the_position(
    hands: list[Row], seats: dict[tuple[str, str], list[Row]]
) -> None:
    tested = 0
    for table in tables(banked(hands)):
        held = [
            (hand["started_at"], hand["player_dealer"])
            for hand in table
            if seated_at(seats, hand)[hand["player_dealer_seat"]]["provider"] is None
        ]
        for hand in table:
            start = hand["started_at"] - timedelta(minutes=40)
            if start >= table[0]["started_at"]:
                others = {who for when, who in held if start <= when <= hand["started_at"]}
                assert len(others) >= 2
                tested += 1
    assert tested > 1000


def test_a_third_hand_goes_to_another_provider_now_and_then(
    hands: list[Row], seats: dict[tuple[str, str], list[Row]]
) -> None:
    found = 0
    for table in tables(banked(hands)):
        holders = [seated_at(seats, hand)[hand["player_dealer_seat"]] for hand in table]
        for one, two, three in zip(holders, holders[1:], holders[2:], strict=False):
            same = one["player"] == two["player"] != three["player"]
            found += same and None not in (one["provider"], three["provider"])
    assert found > 10


def test_players_of_a_poker_hand_are_those_seated(
    hands: list[Row], seats: dict[tuple[str, str], list[Row]]
) -> None:
    poker = [row for row in hands if row["player_dealer"] is None]
    assert len(poker) > 1000
    for hand in poker[::5]:
        assert hand["players"] == len(seated_at(seats, hand))


def test_wagers_are_of_seated_players_or_of_those_behind_them(
    hands: list[Row],
    wagers: dict[str, list[Row]],
    seats: dict[tuple[str, str], list[Row]],
) -> None:
    behind = circles = 0
    for hand in banked(hands)[::5]:
        seated = seated_at(seats, hand)
        people = {row["player"] for row in seated.values()}
        for row in wagers[hand["hand_id"]]:
            assert row["seat"] != hand["player_dealer_seat"]
            assert row["player"] != hand["player_dealer"]
            if row["seat"] in seated:
                behind += row["player"] not in people
            else:
                circles += 1
                assert row["player"] in people
    assert behind > 20
    assert circles > 20


def test_who_takes_the_position_bet_the_hand_before_where_the_rules_ask_it(
    book: Book, hands: list[Row], wagers: dict[str, list[Row]]
) -> None:
    tested = 0
    for table in tables(banked(hands)):
        game = find_game(find_cardroom(book, table[0]["cardroom"]), table[0]["game"])
        if not any("bet_last_round" in each.eligible for each in game.rotation):
            continue
        for before, after in pairwise(table):
            bettors = {row["player"] for row in wagers[before["hand_id"]]}
            assert after["player_dealer"] in bettors
            tested += 1
    assert tested > 100


def test_the_player_dealer_wins_and_loses_no_more_than_was_put_up(
    hands: list[Row], wagers: dict[str, list[Row]]
) -> None:
    short = 0
    for hand in banked(hands):
        rows = wagers[hand["hand_id"]]
        up = hand["player_dealer_wager"]
        paid = sum(max(row["result"], 0) for row in rows)
        collected = -sum(min(row["result"], 0) for row in rows)
        assert paid + collected <= up
        returned = sum(row["returned"] for row in rows)
        covered = sum(row["amount"] for row in rows) - returned
        assert covered <= up
        if returned:
            short += 1
            assert covered == up
        for row in rows:
            assert -row["result"] <= row["amount"] - row["returned"]
    assert short > 20


def test_boxes_hold_what_was_collected(log: Log, hands: list[Row]) -> None:
    place = {row["hand_id"]: (row["cardroom"], row["table"]) for row in hands}
    fees = defaultdict(list)
    for row in log.table("collections").to_pylist():
        key = place[row["hand_id"]] if row["hand_id"] else (row["cardroom"], row["table"])
        fees[key].append(row)
    counted = Counter[str]()
    for row in log.table("counts").to_pylist():
        inside = [
            fee["amount"]
            for fee in fees[row["cardroom"], row["table"]]
            if row["from"] <= fee["taken_at"] < row["to"]
            and (fee["fee"] == "jackpot") == (row["kind"] == "jackpot")
        ]
        assert row["amount"] == sum(inside)
        counted[row["kind"]] += row["amount"]
    everything = sum(row["amount"] for rows in fees.values() for row in rows)
    assert counted.total() == everything
    assert counted["jackpot"] > 0


def test_every_option_is_posted_before_its_first_hand_and_between_hands(
    log: Log, hands: list[Row]
) -> None:
    posted = defaultdict(list)
    for row in log.table("postings").to_pylist():
        posted[row["cardroom"], row["table"]].append(row)
    exactly = changes = 0
    for table in tables(hands):
        here = posted[table[0]["cardroom"], table[0]["table"]]
        for hand in table:
            latest = max(
                (row for row in here if row["posted_at"] <= hand["started_at"]),
                key=lambda row: row["posted_at"],
            )
            assert (latest["game"], latest["option"]) == (hand["game"], hand["option"])
            assert not [r for r in here if hand["started_at"] < r["posted_at"] < hand["ended_at"]]
        changes += sum(one["option"] != two["option"] for one, two in pairwise(table))
        ends = {hand["ended_at"] for hand in table}
        exactly += sum(row["posted_at"] in ends for row in here)
    assert changes == exactly > 50


def test_fees_fall_exactly_on_both_sides_of_tier_bounds(
    book: Book, hands: list[Row], wagers: dict[str, list[Row]]
) -> None:
    lows = highs = 0
    for hand in banked(hands):
        _, option, term = printed(book, hand)
        for ladder in option.ladders:
            charge = next((c for c in term.charges if c.component == ladder.component), None)
            if ladder.basis != "table_action" or charge is None:
                continue
            total = sum(
                row["amount"]
                for row in wagers[hand["hand_id"]]
                if not charge.wagers or row["wager"] in charge.wagers
            )
            lows += any(tier.low == total for tier in ladder.tiers[1:])
            highs += any(tier.high == total for tier in ladder.tiers)
    assert lows > 20
    assert highs > 100


def test_wagers_keep_to_every_printed_limit(
    book: Book, hands: list[Row], wagers: dict[str, list[Row]]
) -> None:
    known: dict[tuple[str, str, str], tuple[Game, Option, Term]] = {}
    for hand in banked(hands)[::3]:
        key = (hand["cardroom"], hand["game"], hand["option"])
        if key not in known:
            known[key] = printed(book, hand)
        game, option, term = known[key]
        low, high = table_limits(option, term)
        slots: dict[tuple[str, str], dict[str, int]] = defaultdict(dict)
        for row in wagers[hand["hand_id"]]:
            slot = slots[row["seat"], row["player"]]
            assert row["wager"] not in slot
            slot[row["wager"]] = row["amount"]
        for slot in slots.values():
            for wager in game.wagers:
                if wager.role == "base" and wager.wager in slot:
                    assert low <= slot[wager.wager] <= high
            for rule in (*game.limits, *term.limits):
                assert keeps(rule, slot, low, high), (key, rule, slot)
