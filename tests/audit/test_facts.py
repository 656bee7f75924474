"""Facts: what a log shows of its tables, whether or not anything is wrong there."""

from __future__ import annotations

from datetime import date
from functools import cache
from typing import TYPE_CHECKING, Any

import pandas as pd
import pyarrow as pa
import pyarrow.compute as pc
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.audit.facts import Facts, facts_of, merged, no_facts
from feeaudit.audit.facts.frames import listed
from feeaudit.audit.fees import fees_of
from feeaudit.intake.log import Log
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.book.model import Book

NO_FINDINGS = pd.DataFrame({name: [] for name in ("check", "cardroom", "table", "day")})
FRAMES = ("activity", "banking", "offers", "drops", "schedules")
BLACKJACK = {"cardroom": "mortimers", "game": "no-bust-21st-century-blackjack"}
PAI_GOW = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
FEES = [{"payer": "player", "seat": 1, "amount": 1}, {"payer": "player_dealer", "amount": 2}]
HOLDEM = {"cardroom": "lucky-lady", "game": "texas-holdem", "option": 7, "players": 6}


def facts(book: Book, **body: Any) -> Facts:
    return facts_of(case_of(body, book), NO_FINDINGS)


def rows(frame: pd.DataFrame, *columns: str) -> list[tuple[Any, ...]]:
    return list(frame[list(columns)].itertuples(index=False, name=None))


def test_activity_tells_hands_owed_and_taken_by_the_hour(book: Book) -> None:
    wagered = {"wagers": {1: {"base": 50}}, "collected": FEES}
    short = {"wagers": {1: {"base": 50}}, "collected": FEES[1:]}
    hands = [wagered | {"at": "10:50"}, wagered | {"at": "11:10"}, short | {"at": "11:20"}]
    found = facts(book, defaults=PAI_GOW, hands=hands).activity
    assert rows(found, "hour", "hands", "owed", "taken") == [(10, 1, 300, 300), (11, 2, 600, 500)]
    assert set(found["schedule"]) == {"lucky-chances/pai-gow-poker"}


def test_a_hand_before_six_in_the_morning_is_of_the_gaming_day_before(book: Book) -> None:
    times = ["2026-02-01 23:50:00", "2026-02-02 05:59:59", "2026-02-02 06:00:00"]
    found = facts(book, defaults=PAI_GOW, hands=[{"at": at} for at in times]).activity
    first = (date(2026, 2, 1) - date(1970, 1, 1)).days
    assert set(rows(found, "day", "hour")) == {(first, 23), (first, 5), (first + 1, 6)}


def test_a_time_fee_counts_where_and_when_it_was_taken(book: Book) -> None:
    fee = {"payer": "player", "fee": "time", "cardroom": "lucky-lady", "table": "T1"}
    fees = [
        fee | {"player": "ann", "amount": 9, "taken_at": "19:05"},
        fee | {"player": "bob", "amount": 8, "taken_at": "20:05"},
    ]
    found = facts(
        book,
        defaults=HOLDEM | {"opening_round": "yes"},
        hands=[{"at": "19:00"}, {"at": "19:55"}, {"at": "20:10"}],
        seats=[
            {"cardroom": "lucky-lady", "table": "T1", "seat": 1, "player": "ann", "from": "19:00"}
        ],
        collections=fees,
    ).activity
    assert rows(found, "hour", "owed", "taken") == [(19, 900, 900), (20, 900, 800)]


def test_a_time_fee_taken_again_too_soon_owes_nothing(book: Book) -> None:
    fee = {"payer": "player", "fee": "time", "cardroom": "lucky-lady", "table": "T1"}
    ann = fee | {"player": "ann", "amount": 9}
    found = facts(
        book,
        defaults=HOLDEM | {"opening_round": "yes"},
        hands=[{"at": "19:00"}, {"at": "19:20"}],
        seats=[
            {"cardroom": "lucky-lady", "table": "T1", "seat": 1, "player": "ann"}
            | {"from": "19:00", "to": "19:30"}
        ],
        collections=[ann | {"taken_at": "19:05"}, ann | {"taken_at": "19:10"}],
    ).activity
    assert rows(found, "hour", "owed", "taken") == [(19, 900, 1800)]


def test_time_fees_count_where_the_log_does_not_say_when_they_were_taken(book: Book) -> None:
    fee = {"payer": "player", "fee": "time", "player": "ann", "amount": 9}
    found = facts(
        book,
        defaults=HOLDEM | {"opening_round": "yes"},
        hands=[{"at": "19:00", "collected": [fee]}, {"at": "19:20", "collected": [fee]}],
    ).activity
    assert rows(found, "hour", "hands", "owed", "taken") == [(19, 2, 1800, 1800)]


def test_a_run_of_hands_ends_with_the_person_a_break_a_game_or_a_day(book: Book) -> None:
    hands = [
        {"at": "10:00", "player_dealer": "Ann"},
        {"at": "10:02", "player_dealer": "Ann"},
        {"at": "10:04", "player_dealer": "Bob"},
        {"at": "11:30", "player_dealer": "Bob"},
        {"at": "11:32", "player_dealer": "Bob", "game": "three-card-poker"},
        {"at": "2026-02-02 10:00:00", "player_dealer": "Bob", "game": "three-card-poker"},
    ]
    found = facts(book, defaults=BLACKJACK, hands=hands).banking
    assert rows(found, "player", "hands", "began") == [
        ("Ann", 2, "day"),
        ("Bob", 1, ""),
        ("Bob", 1, "break"),
        ("Bob", 1, "game"),
        ("Bob", 1, "day"),
    ]
    assert (found["hand_id"][0], found["until"][0] - found["at"][0]) == ("h1", 120_000_000)


def test_who_banks_is_told_by_the_seat_where_no_name_is_logged(book: Book) -> None:
    found = facts(book, defaults=BLACKJACK, hands=[{"player_dealer_seat": 4}, {}]).banking
    assert rows(found, "seat", "player", "hands") == [("4", "", 1), ("", "", 1)]


def test_nobody_banks_at_poker_where_the_log_names_no_player_dealer(book: Book) -> None:
    stud = {"cardroom": "hawaiian-gardens", "game": "asian-five-card-stud"}
    found = facts(book, defaults=stud, hands=[{}, {"player_dealer": "Ann"}, {}]).banking
    assert rows(found, "player", "hands") == [("Ann", 1)]


def test_the_seats_table_tells_what_a_player_dealer_is(book: Book) -> None:
    seat = {"cardroom": "mortimers", "table": "T1", "seat": 2, "player": "Ann", "from": "09:00"}
    found = facts(
        book,
        defaults=BLACKJACK,
        hands=[{"player_dealer": "Ann"}],
        seats=[seat | {"role": "third_party", "provider": "Harborline"}],
    ).banking
    assert rows(found, "seat", "role") == [("2", "third_party")]


def test_offers_are_kept_as_logged_in_the_order_they_were_made(book: Book) -> None:
    offers = [[2, "decline", "Bob"], [3, "accept", "Cid"]]
    found = facts(book, defaults=BLACKJACK, hands=[{"player_dealer": "Cid", "offers": offers}])
    assert rows(found.offers, "sequence", "seat", "player", "response") == [
        (1, "2", "Bob", "decline"),
        (2, "3", "Cid", "accept"),
    ]


@pytest.mark.parametrize(
    ("counted", "difference", "told"),
    [(6, 0, ""), (5, -100, "equals 1 player fee at $1.00"), (6.13, 13, "")],
)
def test_every_count_of_a_box_is_listed(
    book: Book, counted: float, difference: int, told: str
) -> None:
    hand = {"wagers": {1: {"base": 50}}, "collected": FEES}
    count = {"cardroom": "lucky-chances", "table": "T1", "from": "09:00", "to": "12:00"}
    found = facts(
        book,
        defaults=PAI_GOW,
        hands=[hand | {"at": "10:00"}, hand | {"at": "10:02"}],
        counts=[count | {"amount": counted, "kind": "collection"}],
    ).drops
    assert rows(found, "owed", "owed_most", "logged", "difference", "explanation") == [
        (600, 600, 600, difference, told)
    ]


def test_a_box_that_holds_the_jackpot_fees_too_says_so(book: Book) -> None:
    pot = [{"payer": "pot", "amount": 3}, {"payer": "pot", "fee": "jackpot", "amount": 1}]
    place = {"cardroom": "lucky-chances", "game": "texas-holdem", "option": 7, "players": 8}
    count = {"cardroom": "lucky-chances", "table": "T1", "from": "09:00", "to": "12:00"}
    found = facts(
        book,
        defaults=place,
        hands=[{"at": "10:00", "collected": pot}, {"at": "10:02", "collected": pot}],
        counts=[count | {"amount": 8}],
    ).drops
    assert rows(found, "difference", "explanation") == [
        (200, "the jackpot fees are in the box too")
    ]


def test_a_hand_in_play_as_the_box_was_changed_is_not_taken_for_jackpot_fees(book: Book) -> None:
    hand = {"wagers": {1: {"base": 50}}, "collected": FEES}
    count = {"cardroom": "lucky-chances", "table": "T1", "from": "09:00", "to": "10:01"}
    found = facts(
        book,
        defaults=PAI_GOW,
        hands=[
            hand | {"at": "09:50", "ended_at": "09:52"},
            hand | {"at": "10:00", "ended_at": "10:02"},
        ],
        counts=[count | {"amount": 3}],
    ).drops
    assert rows(found, "difference", "explanation") == [
        (-300, "fees of hands in play when the box was changed")
    ]


def test_a_count_within_the_tolerance_or_at_a_strange_table_says_so(book: Book) -> None:
    count = {"cardroom": "lucky-chances", "from": "09:00", "to": "12:00", "kind": "collection"}
    body = {
        "defaults": PAI_GOW,
        "hands": [{"at": "10:00", "wagers": {1: {"base": 50}}, "collected": FEES}],
        "counts": [count | {"table": "T1", "amount": 3.5}, count | {"table": "T9", "amount": 7}],
        "config": {"count_tolerance": 50},
    }
    found = facts(book, **body).drops
    assert rows(found, "table", "logged", "owed", "owed_most", "explanation") == [
        ("T1", 300, 300, 300, "within the count's tolerance"),
        ("T9", 0, -1, -1, "no hand is logged at this table"),
    ]


def test_what_a_box_was_owed_is_not_told_where_a_hand_could_not_be_tested(book: Book) -> None:
    count = {"cardroom": "lucky-chances", "table": "T1", "from": "09:00", "to": "12:00"}
    hands = [{"at": "10:00", "wagers": {1: {"base": 50}}, "collected": FEES}, {"at": "10:02"}]
    found = facts(book, defaults=PAI_GOW, hands=hands, counts=[count | {"amount": 4}]).drops
    assert found["owed"].tolist() == [-1]


def test_schedules_list_the_options_played_by_their_size(book: Book) -> None:
    hands = [{"option": 10}, {"option": 2}, {"option": 2}]
    found = facts(
        book, defaults={"cardroom": "mortimers", "game": "three-card-poker"}, hands=hands
    ).schedules
    assert rows(found, "schedule", "options", "hands", "document") == [
        ("mortimers/three-card-poker-6-card-bonus", "2, 10", 3, "003_9abcd510dfdc1364.txt")
    ]


def test_an_edition_is_pinned_where_the_site_says_which(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "omaha-high-low-split", "option": 13}
    assumed = facts(book, hand=hand).schedules
    pinned = facts(book, hand=hand, config={"editions": {"omaha-high-low-split": "2"}}).schedules
    assert (assumed["pinned"].tolist(), pinned["pinned"].tolist()) == ([False], [True])
    assert (assumed["assumed"].tolist(), pinned["assumed"].tolist()) == ([True], [False])


@cache
def bad_night() -> Case:
    book = shipped_book()
    plant = {"ROT-ORDER": 2, "FEE-OVER": 5, "DROP-MATCH": 2}
    made = simulate(book, hands=2000, cardrooms=["lucky-chances"], plant=plant, days=2)
    return Case(made.log, book)


@cache
def whole() -> Facts:
    return facts_of(bad_night(), NO_FINDINGS)


def test_activity_adds_up_to_the_hands_and_fees_of_the_log() -> None:
    case = bad_night()
    fees = fees_of(case).of_hands(case.every_hand)
    timed = case.collections[case.collections["fee"].isin(["time", "new_player"])]
    assert whole().activity["hands"].sum() == len(case.hands)
    assert whole().activity["taken"].sum() == fees["taken"].sum() + timed["amount"].sum()


def test_runs_add_up_to_the_hands_with_a_player_dealer_position() -> None:
    assert whole().banking["hands"].sum() == bad_night().player_dealer_hands.sum()


def test_only_tables_and_days_with_a_finding_of_the_rotation_are_kept_where_asked() -> None:
    findings = audit(bad_night(), ["ROT-ORDER"]).findings
    kept = facts_of(bad_night(), findings, everything=False)
    places = set(rows(findings, "cardroom", "table", "day"))
    for every, left in ((whole().banking, kept.banking), (whole().offers, kept.offers)):
        mine = every[[place in places for place in rows(every, "cardroom", "table", "day")]]
        assert 0 < len(mine) < len(every)
        mine = mine.reset_index(drop=True)
        # A part of a column still knows the words of the whole.
        pd.testing.assert_frame_equal(left, mine, check_categorical=False)


def part_of(log: Log, tables: set[str]) -> Log:
    """Return what a log tells of some tables."""
    chosen = pa.array(sorted(tables), pa.string())
    hands = log.hands.filter(pc.is_in(log.hands["table"].cast(pa.string()), chosen))
    kept = {"hands": hands}
    for name, table in log.tables.items():
        if name == "hands":
            continue
        mine = pa.array([False] * table.num_rows)
        if "hand_id" in table.column_names:
            mine = pc.is_in(table["hand_id"], hands["hand_id"].combine_chunks())
        if "table" in table.column_names:
            mine = pc.or_(mine, pc.is_in(table["table"].cast(pa.string()), chosen))
        kept[name] = table.filter(mine)
    return Log(kept, log.sources, zone=log.zone)


@settings(max_examples=5, deadline=None)
@given(st.randoms(use_true_random=False), st.integers(2, 4))
def test_however_a_log_is_parted_the_facts_of_the_whole_are_the_same(dice: Any, parts: int) -> None:
    case = bad_night()
    names = sorted(map(str, case.hands["table"].unique()))
    shares: list[set[str]] = [set() for _ in range(parts)]
    for name in names:
        dice.choice(shares).add(name)
    found = merged(
        [
            facts_of(Case(part_of(case.log, share), case.book), NO_FINDINGS)
            for share in shares
            if share
        ]
    )
    for name in FRAMES:
        pd.testing.assert_frame_equal(getattr(found, name), getattr(whole(), name), obj=name)


def test_an_hour_that_two_parts_share_adds_up(book: Book) -> None:
    correct = {"wagers": {1: {"base": 50}}, "collected": FEES}
    short = {"wagers": {1: {"base": 50}}, "collected": FEES[1:]}
    hands = [correct | {"at": "10:10"}, correct | {"at": "10:20"}, short | {"at": "10:40"}]
    parts = [facts(book, defaults=PAI_GOW, hands=some) for some in (hands[:2], hands[2:])]
    found = merged(parts).activity
    assert rows(found, "hour", "hands", "owed", "taken") == [(10, 3, 900, 800)]
    both = facts(book, defaults=PAI_GOW, hands=hands).activity
    pd.testing.assert_frame_equal(found, both)


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["10", "2", "2"], "2, 10"),
        # A word comes before any figure, and by its letters among words.
        (["1", "high", "0", "day"], "day, high, 0, 1"),
        (["2B", "2A", "2", "10A"], "2, 2A, 2B, 10A"),
        (["", "3"], "3"),
    ],
)
def test_options_are_listed_by_their_words_and_the_size_of_their_figures(
    options: list[str], told: str
) -> None:
    assert listed(options) == told


def test_facts_of_nothing_have_every_column() -> None:
    for name in FRAMES:
        pd.testing.assert_frame_equal(
            getattr(merged([]), name), getattr(no_facts(), name), check_index_type=False
        )
        assert list(getattr(whole(), name).columns) == list(getattr(no_facts(), name).columns)
