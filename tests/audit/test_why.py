"""The why of a finding: every line a person needs, and the same sums as the audit's."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from support.casebook import case_of, shuffled
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import audit
from feeaudit.audit.explain.dues import dues_of
from feeaudit.audit.explain.fee_text import Fee, dues_under
from feeaudit.audit.explain.hand_text import played_of
from feeaudit.audit.fees import fees_of
from feeaudit.book.folders import cardroom_names
from feeaudit.resources import folder
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.book.model import Book

CARDROOMS = cardroom_names(folder("schedules"))
POKER = {"cardroom": "mortimers", "game": "three-card-poker", "option": 1}
PAI_GOW = {"cardroom": "mortimers", "game": "fortune-pai-gow-poker", "option": 1}
BLACKJACK = {"cardroom": "mortimers", "game": "no-bust-21st-century-blackjack"}


@dataclass(frozen=True)
class Told:
    """What a finding says: its message, its schedule and its lines by label."""

    message: str
    schedule: str
    lines: dict[str, str]


def told(case: Case, *checks: str) -> list[Told]:
    found = audit(case, checks or None).findings
    return [Told(each.message, each.schedule, dict(each.why)) for each in found.itertuples()]


def only(book: Book, check: str, **body: Any) -> Told:
    (found,) = told(case_of(body, book), check)
    return found


def test_a_fee_on_a_bet_that_is_free_is_told_in_a_log_of_no_printed_table(book: Book) -> None:
    hand = {"cardroom": "parkwest-lotus", "game": "ez-baccarat", "player_dealer_seat": 7}
    hand |= {"option": 1, "wagers": {1: {"player_line": 20, "dragon_7": 5}}}
    bonus = {"payer": "player", "fee": "bonus", "seat": 1, "amount": 1}
    found = only(book, "FEE-UNDUE", hand=hand, collected=[bonus])
    assert found.message == "player: no fee is owed on this bonus bet, $1.00 was taken"
    assert found.lines["Collected"] == "player seat 1 bonus $1.00"


def test_a_fee_of_the_player_dealer_is_told_in_a_log_that_charges_by_the_period(book: Book) -> None:
    hand = {"cardroom": "hawaiian-gardens", "game": "seven-card-stud", "option": 12}
    hand |= {"wagers": {1: {"ante": 5}}}
    found = only(book, "FEE-UNDUE", hand=hand, collected={"player_dealer": 0.50})
    assert found.lines["Owed"] == "nothing by the player-dealer here; option 12 charges the player"


def test_a_short_fee_is_told_from_the_hand_to_the_printed_line(book: Book) -> None:
    hand = POKER | {"player_dealer_seat": 3, "player_dealer": "Ann"}
    hand |= {"wagers": {1: {"ante": 40}, 2: {"ante": 10, "pair_plus": 1, "play": 10}}}
    found = only(book, "FEE-UNDER", hand=hand, collected={"player_dealer": 0.50})
    assert found.message == (
        "player-dealer at seat 3: table action $51.00 is in tier 51-100, which owes $1.00,"
        " $0.50 was taken"
    )
    assert found.schedule == "mortimers/three-card-poker-6-card-bonus"
    lines = found.lines
    assert lines["Hand"] == (
        "Three Card Poker 6 Card Bonus, option 1, player-dealer Ann at seat 3; wagers: seat 1 ante $40.00,"
        " seat 2 ante $10.00, seat 2 pair plus $1.00, seat 2 play $10.00"
    )
    assert lines["Collected"] == "player-dealer $0.50"
    assert lines["Owed"] == "player-dealer fee on table action $51.00 = $40.00 + $10.00 + $1.00"
    assert lines["Tier"] == "51-100 owes $1.00 (line 879)"
    assert lines["Arithmetic"] == "$1.00 owed - $0.50 taken = $0.50 under"
    assert lines["Approved"].endswith("; option 1; line 879 of 003_9abcd510dfdc1364.txt")
    assert "Readings" not in lines


def test_the_number_of_players_is_what_picks_a_pot_fee(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "texas-holdem", "option": 1}
    found = only(
        book,
        "FEE-UNDER",
        hand=hand | {"players": 7, "opening_round": "yes"},
        collected={"pot": 2.00},
    )
    assert "7 players are in tier" in found.message
    assert found.lines["Hand"].startswith(
        "Texas Hold'em, option 1, 7 players, opening round reached"
    )
    assert found.lines["Owed"] == "pot fee for 7 players"


def test_a_number_of_players_that_is_not_logged_picks_no_fee(book: Book) -> None:
    hand = {"cardroom": "lucky-lady", "game": "ez-money-holdem", "option": "3-6"}
    found = only(book, "FEE-UNDUE", hand=hand | {"opening_round": "no"}, collected={"pot": 4.00})
    assert found.message.startswith("pot: the fee is $0.00, $4.00 was taken")
    assert found.lines["Owed"] == "pot fee"


def test_a_hand_that_is_logged_with_no_players_says_so(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "texas-holdem", "option": 1, "opening_round": "yes"}
    found = only(book, "FEE-OVER", hand=hand | {"players": 0}, collected={"pot": 2.00})
    assert ", option 1, 0 players" in found.lines["Hand"]


def test_what_is_owed_is_told_of_a_reading_that_owes_something(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "21st-century-baccarat-8-3", "option": 1}
    fees = [{"payer": "player", "seat": 1, "amount": 1}, {"payer": "player_dealer", "amount": 1}]
    whys = told(
        case_of({"hand": hand | {"wagers": {1: {"late_tie": 20}}}, "collected": fees}, book),
        "FEE-UNSETTLED",
    )
    of_player = next(each.lines for each in whys if each.message.startswith("player at seat 1"))
    assert of_player["Owed"].startswith("player fee on wager $20.00")
    assert "free and not counted" in of_player["Readings"]


def test_wagers_that_are_charged_each_by_itself_are_added_up(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    hand |= {"wagers": {1: {"base": [50, 60, 70]}}}
    fees = [{"payer": "player", "seat": 1, "amount": 2}, {"payer": "player_dealer", "amount": 2}]
    found = only(book, "FEE-UNDER", hand=hand, collected=fees)
    assert "3 wagers owe a total of $3.00, $2.00 was taken" in found.message
    assert found.lines["Owed"] == "player fee on each of 3 wagers: $50.00, $60.00, $70.00"
    assert found.lines["Tier"].startswith("3 times 10-100 owes $1.00")
    assert found.lines["Arithmetic"] == (
        "$1.00 + $1.00 + $1.00 = $3.00 owed; $3.00 owed - $2.00 taken = $1.00 under"
    )


@pytest.mark.parametrize(("many", "more"), [(12, 0), (13, 1)])
def test_a_long_sum_is_cut_short_where_it_is_longer_than_what_is_shown(
    book: Book, many: int, more: int
) -> None:
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    hand |= {"wagers": {1: {"base": [50] * many}}}
    fees = [{"payer": "player", "seat": 1, "amount": 2}, {"payer": "player_dealer", "amount": 2}]
    found = only(book, "FEE-UNDER", hand=hand, collected=fees)
    rest = [f"{more} more"] if more else []
    bets, added = ", ".join(["$50.00"] * 12 + rest), " + ".join(["$1.00"] * 12 + rest)
    assert found.lines["Owed"] == f"player fee on each of {many} wagers: {bets}"
    assert found.lines["Arithmetic"].startswith(f"{added} = ${many}.00 owed; ")


def test_wagers_that_are_charged_each_by_itself_are_told_in_the_order_of_seats(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    hand |= {"wagers": {1: {"base": 70}, 2: {"base": 50}, 3: {"base": 60}}}
    fees = [{"payer": "player", "amount": 2}, {"payer": "player_dealer", "amount": 2}]
    found = only(book, "FEE-UNDER", hand=hand, collected=fees)
    assert found.lines["Owed"] == "player fee on each of 3 wagers: $70.00, $50.00, $60.00"


def test_wagers_on_one_seat_are_told_player_by_player(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    bets = [{"amount": 50, "player": "Bob"}, {"amount": 70, "player": "Ann"}]
    fees = [{"payer": "player", "amount": 1}, {"payer": "player_dealer", "amount": 2}]
    found = only(book, "FEE-UNDER", hand=hand | {"wagers": {1: {"base": bets}}}, collected=fees)
    assert found.lines["Owed"] == "player fee on each of 2 wagers: $70.00, $50.00"


def test_the_wager_of_nobody_named_is_not_added_to_that_of_a_named_player(book: Book) -> None:
    hand = PAI_GOW | {"wagers": {3: {"base": [{"amount": 50, "player": "Ann"}, 100]}}}
    by_ann = {"payer": "player", "seat": 3, "player": "Ann", "amount": 5}
    by_nobody = {"payer": "player", "seat": 3, "amount": 1}
    found = only(book, "FEE-OVER", hand=hand, collected=[by_ann, by_nobody])
    assert found.message.startswith("player Ann: total wager $50.00 is in tier 10-100")
    assert found.lines["Owed"] == "player fee on total wager $50.00 (base, seat 3)"


def test_wagers_of_a_named_player_are_told_without_those_of_nobody_named(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    hand |= {
        "wagers": {3: {"base": [70, *({"amount": each, "player": "Ann"} for each in (70, 50))]}}
    }
    by_ann = {"payer": "player", "seat": 3, "player": "Ann", "amount": 5}
    fees = [
        by_ann,
        {"payer": "player", "seat": 3, "amount": 1},
        {"payer": "player_dealer", "amount": 2},
    ]
    found = only(book, "FEE-OVER", hand=hand, collected=fees)
    assert found.lines["Owed"] == "player fee on each of 2 wagers: $50.00, $70.00"


def test_the_wager_of_nobody_named_is_told_alone_where_fees_name_no_seats(book: Book) -> None:
    hand = PAI_GOW | {"wagers": {3: {"base": {"amount": 50, "player": "Ann"}}, 4: {"base": 100}}}
    fees = [
        {"payer": "player", "player": "Ann", "amount": 1},
        {"payer": "player_dealer", "amount": 1},
    ]
    case = {"hand": hand, "collected": fees}
    missing, under = (only(book, check, **case) for check in ("FEE-MISSING", "FEE-UNDER"))
    assert missing.lines["Owed"] == "player fee on total wager $100.00 (base, seat 4)"
    assert under.lines["Owed"] == "player-dealer fee on table action $150.00 = $50.00 + $100.00"


@pytest.mark.parametrize("seats", [(1, 3), (3, 1)])
def test_a_fee_once_for_two_seats_adds_up_the_wagers_on_both(
    book: Book, seats: tuple[int, int]
) -> None:
    option_3 = {"cardroom": "lucky-chances", "game": "pure-21-5-blackjack", "option": 3}
    bob, cy = ({"amount": 60, "player": each} for each in ("Bob", "Cy"))
    by_ann = {1: [{"amount": 50, "player": "Ann"}], 3: [{"amount": 100, "player": "Ann"}, bob]}
    by_dealer = {"payer": "player_dealer", "amount": 3}
    by_seat = [by_dealer, {"payer": "player", "seat": 1, "amount": 1}]
    found = told(
        case_of(
            {
                "defaults": option_3,
                "hands": [
                    {"at": "10:00", "wagers": {1: {"base": cy}}, "collected": by_seat},
                    {
                        "at": "10:05",
                        "wagers": {seat: {"base": by_ann[seat]} for seat in seats},
                        "collected": [by_dealer],
                    },
                ],
            },
            book,
        ),
        "FEE-MISSING",
    )
    assert [(each.message.partition(":")[0], each.lines["Owed"]) for each in found] == [
        ("player at seat 1", "player fee on total wager $150.00 = $50.00 + $100.00"),
        ("player at seat 3", "player fee on total wager $60.00 (base, seat 3)"),
    ]


def test_an_amount_between_two_tiers_names_both_with_the_amount_itself(book: Book) -> None:
    hand = POKER | {"wagers": {1: {"ante": 50.75}}}
    found = only(book, "FEE-UNSETTLED", hand=hand, collected={"player_dealer": 0.50})
    assert "$50.75 is between the whole-dollar tiers" in found.message
    assert " or " in found.lines["Tier"]
    assert found.lines["Arithmetic"] == "$0.50 taken, $0.50 or $1.00 owed"
    found = only(book, "FEE-UNSETTLED", hand=hand, collected={"player_dealer": 1.00})
    assert found.lines["Arithmetic"] == "$1.00 taken, $0.50 or $1.00 owed"


def test_an_amount_in_a_gap_has_no_printed_fee(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "pure-21-5-blackjack", "option": 1}
    found = only(
        book,
        "FEE-UNSETTLED",
        hand=hand | {"wagers": {1: {"base": 175}}},
        collected={"player_dealer": 2.00},
    )
    assert "table action $175.00 has no printed fee, $2.00 was taken" in found.message
    assert "in the gap between tiers" in found.lines["Tier"]
    assert "Arithmetic" not in found.lines


def test_where_no_fee_is_printed_none_is_said_to_be_owed(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "pure-21-5-blackjack", "option": 1}
    body = {"hand": hand | {"wagers": {1: {"base": 175}}}, "collected": {"player_dealer": 2.00}}
    (found,) = audit(case_of(body, book), ["FEE-UNSETTLED"]).findings.to_dict("records")
    assert (found["owed"], found["owed_most"], found["taken"]) == (-1, -1, 200)


def test_a_fee_that_cannot_be_read_is_no_free_hand(book: Book) -> None:
    hand = {"cardroom": "lucky-lady", "game": "lowball", "option": "lowball-drop/5-10;10-20"}
    found = only(
        book,
        "FEE-UNSETTLED",
        hand=hand | {"players": 7, "opening_round": "yes"},
        collected={"ante": 3.00},
    )
    assert found.message == "ante: 7 players have no printed fee, $3.00 was taken"
    assert found.lines["Tier"] == "7-8 owes a fee that cannot be read (line 62)"
    assert "Arithmetic" not in found.lines


def test_one_of_several_wagers_may_have_no_printed_fee(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1}
    fees = [{"payer": "player", "seat": 1, "amount": 1}, {"payer": "player_dealer", "amount": 2}]
    found = only(
        book, "FEE-UNSETTLED", hand=hand | {"wagers": {1: {"base": [10, 5]}}}, collected=fees
    )
    assert "not all of 2 wagers have a printed fee, $1.00 was taken" in found.message
    assert "Arithmetic" not in found.lines


def test_readings_that_differ_are_listed_each_with_its_amount(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "fortune-pai-gow-poker", "option": 1}
    found = only(
        book,
        "FEE-UNSETTLED",
        hand=hand | {"wagers": {1: {"base": 50, "fortune_bonus": 10}}},
        collected=[
            {"payer": "player", "seat": 1, "amount": 1},
            {"payer": "player_dealer", "amount": 1},
        ],
    )
    assert "depending on how the schedule is read, $1.00 was taken" in found.message
    readings = found.lines["Readings"].split("; ")
    assert {each.rpartition(": ")[2] for each in readings} == {"$1.00", "$2.00"}
    assert "each bet: $2.00" in readings


def test_a_reading_without_a_fee_says_so(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "omaha-high-low-split", "option": 7, "players": 8}
    found = only(
        book, "FEE-UNSETTLED", hand=hand | {"opening_round": "yes"}, collected={"pot": 4.00}
    )
    assert "no printed fee or $4.00 is owed, depending on how the schedule is read" in found.message
    assert found.lines["Readings"] == "as printed: no printed fee; counts moved down: $4.00"
    assert "Arithmetic" not in found.lines


def test_a_fee_from_the_wrong_payer_names_who_pays(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "texas-holdem", "option": 1}
    found = only(
        book,
        "FEE-UNDUE",
        hand=hand | {"players": 7, "opening_round": "yes"},
        collected=[{"payer": "player", "seat": 2, "amount": 1}, {"payer": "pot", "amount": 3}],
    )
    assert found.lines["Owed"] == "nothing by the player here; option 1 charges the pot"
    assert found.lines["Arithmetic"] == "$1.00 taken - $0.00 owed = $1.00 over"
    assert "line" in found.lines["Approved"]


def test_a_fee_of_a_hand_that_ended_early_says_that_it_did(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "omaha-high-low-split", "option": 1, "players": 7}
    found = only(book, "FEE-UNDUE", hand=hand | {"opening_round": "no"}, collected={"pot": 4})
    assert found.lines["Owed"] == "nothing; the hand ended before the opening round"


def test_many_wagers_are_cut_short_with_their_number(book: Book) -> None:
    hand = POKER | {"wagers": {seat: {"ante": 10} for seat in range(1, 16)}}
    found = only(book, "FEE-MISSING", hand=hand, tables=["collections"])
    assert "seat 12 ante $10.00 and 3 more" in found.lines["Hand"]
    assert found.lines["Owed"].endswith("+ 3 more")


def test_as_many_wagers_as_are_shown_are_not_cut_short(book: Book) -> None:
    hand = POKER | {"wagers": {seat: {"ante": 10} for seat in range(1, 13)}}
    found = only(book, "FEE-MISSING", hand=hand, tables=["collections"])
    assert found.lines["Hand"].endswith("seat 12 ante $10.00")
    assert found.lines["Owed"].endswith(f"$120.00 = {' + '.join(['$10.00'] * 12)}")


def test_what_is_told_after_a_hand_of_many_wagers_is_the_next_hands_own(book: Book) -> None:
    wagers = [{seat: {"ante": 10} for seat in range(1, 16)}, {7: {"ante": 60}}]
    hands = [POKER | {"wagers": each} for each in wagers]
    _, found = told(case_of({"hands": hands, "tables": ["collections"]}, book), "FEE-MISSING")
    assert "seat 7 ante $60.00" in found.lines["Hand"]
    assert "$10.00" not in found.lines["Hand"]


def test_a_run_of_turns_tells_who_held_the_position_and_who_was_asked(book: Book) -> None:
    offers = [[2, "decline", "Bob"], [4, "accept", "Ann"]]
    hands: list[dict[str, Any]] = [{"player_dealer": name} for name in ("Bob", "Ann", "Ann")]
    hands.append({"player_dealer": "Ann", "player_dealer_seat": 4, "offers": offers})
    found = only(book, "ROT-TURNS", defaults=BLACKJACK, hands=hands)
    assert found.lines["Run"] == "Bob 1 hand, then Ann (seat 4) 3 hands, this the 3rd"
    assert found.lines["Offers"] == "seat 2 Bob declined, seat 4 Ann accepted"


def test_fees_that_are_logged_in_another_order_than_hands_are_told_of_their_own(book: Book) -> None:
    hands = [POKER | {"id": name, "wagers": {1: {"ante": 60}}} for name in ("h1", "h2", "h3")]
    taken = {"h1": "0.10", "h3": "0.30", "h2": "0.20"}
    fees = [
        {"payer": "player_dealer", "fee": "base", "amount": amount, "hand_id": name}
        for name, amount in taken.items()
    ]
    found = told(case_of({"hands": hands, "collections": fees}, book), "FEE-UNDER")
    collected = [each.lines["Collected"] for each in found]
    assert collected == [f"player-dealer ${taken[name]}" for name in ("h1", "h2", "h3")]


def test_offers_are_told_in_the_order_in_which_they_were_made(book: Book) -> None:
    offers = [[4, "decline", "Ann"], [2, "accept", "Bob"]]
    hands: list[dict[str, Any]] = [{"player_dealer": "Bob"} for _ in range(2)]
    hands.append({"player_dealer": "Bob", "offers": offers})
    found = only(book, "ROT-TURNS", defaults=BLACKJACK, hands=hands)
    assert found.lines["Offers"] == "seat 4 Ann declined, seat 2 Bob accepted"


@pytest.mark.parametrize(
    ("seats", "last"),
    [(13, "seat 13 P13 declined"), (16, "seat 13 P13 declined and 3 more")],
)
def test_many_offers_are_cut_short_with_their_number(book: Book, seats: int, last: str) -> None:
    offers = [[seat, "decline", f"P{seat}"] for seat in range(2, seats + 1)]
    hands: list[dict[str, Any]] = [{"player_dealer": "Bob"} for _ in range(2)]
    hands.append({"player_dealer": "Bob", "offers": offers})
    found = only(book, "ROT-TURNS", defaults=BLACKJACK, hands=hands)
    assert found.lines["Offers"].endswith(last)


def test_a_fee_cites_the_approvals_of_its_schedule_and_a_turn_those_of_its_game(book: Book) -> None:
    hand: dict[str, Any] = {"cardroom": "hawaiian-gardens", "game": "baccarat-9"}
    hand |= {"option": "10-100", "player_dealer": "Ann", "wagers": {1: {"player_line": 50}}}
    fees = [{"payer": "player", "seat": 1, "amount": 2}, {"payer": "player_dealer", "amount": 2}]
    found = only(book, "FEE-OVER", hand=hand, collected=fees)
    assert "; GEGA-003210, GEGA-002606, GEGA-000600, GEGA-002889 (" in found.lines["Approved"]
    found = only(book, "ROT-TURNS", defaults=hand, hands=[{}, {}, {}])
    assert "; GEGA-000600 (" in found.lines["Approved"]


def test_a_pot_that_did_not_reach_the_size_at_which_a_fee_is_taken(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "texas-holdem", "option": 1, "players": 7}
    fees = [{"payer": "pot", "amount": 2}, {"payer": "pot", "fee": "jackpot", "amount": 2}]
    small = hand | {"opening_round": "yes", "wagers": {1: {"bet": 10}, 2: {"bet": 9}}}
    found = only(book, "FEE-JACKPOT", hand=small, collected=fees)
    assert found.message.endswith("$2.00 was taken; the pot of $19.00 did not reach $20.00")
    large = hand | {"opening_round": "yes", "wagers": {1: {"bet": 10}, 2: {"bet": 10}}}
    assert told(case_of({"hand": large, "collected": fees}, book), "FEE-JACKPOT") == []
    fees[1]["amount"] = 1
    found = only(book, "FEE-JACKPOT", hand=large, collected=fees)
    assert found.message == "pot: the flat jackpot fees owe a total of $2.00, $1.00 was taken"


def test_a_cent_is_won_or_lost_and_nothing_is_even(book: Book) -> None:
    bets = [
        {"amount": 50, "returned": 50},
        *({"amount": 50, "result": each} for each in (0.01, -0.01, 0)),
    ]
    wagers = {seat: {"base": bet} for seat, bet in enumerate(bets, 1)}
    hand = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 1, "action_seat": 1}
    found = only(book, "PAY-ORDER", hand=hand | {"wagers": wagers})
    assert found.lines["Hand"].endswith(
        "seat 1 base $50.00 ($50.00 returned), seat 2 base $50.00 (won $0.01),"
        " seat 3 base $50.00 (lost $0.01), seat 4 base $50.00 (even)"
    )


def test_a_count_of_a_box_is_found_again_in_its_file(book: Book) -> None:
    place = {"cardroom": "hawaiian-gardens", "table": "T1"}
    hand = place | {"game": "texas-holdem", "option": 1, "players": 7, "at": "10:00"}
    count = place | {"from": "09:00", "to": "12:00", "amount": 1, "kind": "collection"}
    case = case_of({"hand": hand, "collected": {"pot": 2.50}, "counts": [count]}, book)
    (found,) = audit(case, ["DROP-MATCH"]).findings.to_dict("records")
    assert (found["file"], found["row"], found["hand_id"]) == ("case.csv", 2, "")


def test_a_line_break_in_a_name_makes_no_line_of_its_own(book: Book) -> None:
    hand = POKER | {"player_dealer": "Ann\nOwed: nothing", "wagers": {1: {"ante": 51}}}
    found = only(book, "FEE-UNDER", hand=hand, collected={"player_dealer": 0.50})
    assert "player-dealer Ann Owed: nothing" in found.lines["Hand"]
    assert found.lines["Owed"].startswith("player-dealer fee on table action")


@cache
def bad_night(cardroom: str, *, log_is_sound: bool = False) -> Case:
    book = shipped_book()
    checks = [each for each in REGISTRY if not (log_is_sound and each.startswith("LOG"))]
    plant = dict.fromkeys(checks, 2)
    made = simulate(book, hands=600, cardrooms=[cardroom], plant=plant)
    return Case(made.log, book, shipped_laws())


@pytest.mark.slow
@pytest.mark.parametrize("cardroom", CARDROOMS)
def test_what_is_told_of_a_fee_is_what_the_audit_compared_it_with(cardroom: str) -> None:
    case = bad_night(cardroom)
    played = played_of(case, np.arange(len(case.hands)))
    dues_of(case).fetch(np.arange(len(case.hands)))
    wrong = []
    for row in fees_of(case).of_hands(case.every_hand).itertuples():
        seat, player = (each if isinstance(each, str) else "" for each in (row.seat, row.player))
        amounts = (row.owed, row.owed_most, row.taken)
        asked = Fee(row.hand, row.payer, row.fee, seat, player, *amounts)
        dues = dues_under(case, played[row.hand], asked)
        least = min((each.least for each in dues), default=0)
        most = max((each.most for each in dues), default=0)
        if (least, most) != (row.owed, row.owed_most):
            wrong.append((asked, least, most))
    assert wrong == []


@pytest.mark.slow
@pytest.mark.parametrize("cardroom", CARDROOMS)
def test_every_finding_on_a_hand_has_a_schedule_and_a_hand_line(cardroom: str) -> None:
    case = bad_night(cardroom)
    found = audit(case).findings
    found = found[found["hand_id"] != ""]
    assert found["check"].nunique() > 25
    contexts = dict(zip(case.hands["hand_id"], case.hands["context"], strict=True))
    for row in found.itertuples():
        assert dict(row.why).keys() & {"Hand", "First hand"}
        offers = case.contexts[contexts[row.hand_id]].offers
        assert (row.schedule == "") == (not offers)


@pytest.mark.slow
@pytest.mark.parametrize("cardroom", ["mortimers", "lucky-chances"])
def test_the_order_of_rows_changes_no_why(cardroom: str) -> None:
    case = bad_night(cardroom, log_is_sound=True)
    order = Random(3)  # noqa: S311 - an order, not a secret
    other = Case(shuffled(case.log, order), case.book, case.laws)
    assert sorted(map(repr, told(case))) == sorted(map(repr, told(other)))


def test_the_only_hand_of_a_run_is_not_counted(book: Book) -> None:
    at = {"cardroom": "mortimers", "table": "T1", "seat": 1, "player": "Dana"}
    found = only(
        book,
        "ROT-HOUSE",
        hands=[BLACKJACK | {"player_dealer": "Bob"}, BLACKJACK | {"player_dealer": "Dana"}],
        seats=[at | {"from": "09:00", "role": "house"}],
    )
    assert found.lines["Run"] == "Bob 1 hand, then Dana (seat 1, house) 1 hand"
