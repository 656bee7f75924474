"""What a hand owes, stated as a compliance officer would state the case."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.casebook import case_of
from support.harbor import GAMES, HEAD, HOLDEM_HEAD, SCHEDULE, TERMS, write_book

from feeaudit.audit.engine import audit
from feeaudit.book.load import read_book
from feeaudit.core.problem import Unknown
from feeaudit.rules.quote.hand import BadHand, hand_from_json
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from pathlib import Path
    from random import Random

    from feeaudit.book.model import Book
    from feeaudit.rules.quote.obligation import Obligation, Owed


def quote(
    book: Book, game: str, option: str, *wagers: str, cardroom: str = "mortimers", **facts: Any
) -> Owed:
    """Quote a hand; a wager is ``seat:kind:amount`` or ``seat:kind:amount:player``."""
    words = ("seat", "wager", "amount", "player")
    bets = [dict(zip(words, wager.split(":"), strict=False)) for wager in wagers]
    hand = {"cardroom": cardroom, "game": game, "option": option, "wagers": bets, **facts}
    return owed(book, hand_from_json(json.dumps(hand)))


def only(result: Owed, component: str) -> Obligation:
    (found,) = [each for each in result.obligations if each.component == component]
    return found


def test_a_bonus_bet_free_for_the_player_still_counts_in_the_table_action(book: Book) -> None:
    result = quote(book, "three-card-poker", "1", "1:ante:50", "1:pair_plus:1")
    dealer = only(result, "player_dealer")
    assert (dealer.basis_amount, dealer.tiers, dealer.amounts) == (5100, ("51-100",), (100,))
    assert (dealer.document, dealer.lines) == ("003_9abcd510dfdc1364.txt", (879,))
    assert result.total == 100
    assert dealer.arithmetic == "$50.00 + $1.00 = $51.00, tier 51-100"


def test_one_wager_is_not_added_up(book: Book) -> None:
    dealer = only(quote(book, "three-card-poker", "1", "1:ante:50"), "player_dealer")
    assert dealer.arithmetic == "$50.00, tier 5-50"


def test_a_play_wager_never_counts(book: Book) -> None:
    result = quote(book, "three-card-poker", "1", "1:ante:50", "1:play:50")
    assert only(result, "player_dealer").amounts == (50,)


def test_tier_bound_is_inclusive(book: Book) -> None:
    result = quote(book, "three-card-poker", "1", "1:ante:50")
    assert only(result, "player_dealer").tiers == ("5-50",)


def test_between_two_whole_dollar_tiers_either_fee_is_admissible(book: Book) -> None:
    result = quote(book, "three-card-poker", "1", "1:ante:50.50")
    dealer = only(result, "player_dealer")
    assert dealer.amounts == (50, 100)
    assert "between the whole-dollar tiers 5-50 and 51-100" in dealer.doubts[0]
    assert result.total is None


def test_an_amount_in_a_printed_gap_has_no_approved_fee(book: Book) -> None:
    dealer = only(quote(book, "pure-21-5-blackjack", "1", "1:base:175"), "player_dealer")
    assert dealer.amounts == ()
    assert dealer.unpriced
    assert "gap between tiers 21-149 and 201+" in dealer.doubts[0]


@pytest.mark.parametrize(
    ("amount", "fees"), [("149", (50,)), ("149.01", ()), ("200.99", ()), ("201", (200,))]
)
def test_the_edges_of_a_gap(book: Book, amount: str, fees: tuple[int, ...]) -> None:
    dealer = only(quote(book, "pure-21-5-blackjack", "1", f"1:base:{amount}"), "player_dealer")
    assert dealer.amounts == fees


@pytest.mark.parametrize(
    ("amount", "fees"), [("999", (600,)), ("1000", (600, 800)), ("1001", (800,))]
)
def test_an_amount_in_two_tiers_admits_both_fees(
    book: Book, amount: str, fees: tuple[int, ...]
) -> None:
    result = quote(book, "ez-baccarat-panda-8", "2", f"1:player_line:{amount}")
    assert only(result, "player_dealer").amounts == fees


def test_below_the_first_tier_and_above_a_closed_last_one_no_fee_is_approved(book: Book) -> None:
    low = only(quote(book, "ez-baccarat-panda-8", "8", "1:player_line:49"), "player_dealer")
    assert low.unpriced
    assert "below the first printed tier (50-200)" in low.doubts[0]
    wagers = [f"{seat}:base:25" for seat in range(1, 10)]
    high = only(quote(book, "no-bust-blackjack-buster-bonus-6", "1", *wagers), "player_dealer")
    assert high.unpriced
    assert "above the last printed tier (51-200)" in high.doubts[0]


def test_each_wager_owes_its_own_player_fee_backline_included(book: Book) -> None:
    result = quote(
        book,
        "no-bust-21st-century-blackjack",
        "1",
        "1:base:20:ann",
        "1:base:10:bob",
        "2:base:5:ann",
    )
    fees = [each for each in result.obligations if each.component == "player"]
    assert [(each.seat, each.player, each.amounts) for each in fees] == [
        ("1", "ann", (50,)),
        ("1", "bob", (50,)),
        ("2", "ann", (50,)),
    ]
    assert result.total == 3 * 50 + 100


def test_doubling_and_splitting_cost_nothing_more(book: Book) -> None:
    once = quote(book, "no-bust-21st-century-blackjack-6", "2", "1:base:50")
    more = quote(
        book, "no-bust-21st-century-blackjack-6", "2", "1:base:50", "1:double_down:50", "1:split:50"
    )
    assert once.total == more.total == 100


def test_the_buster_bet_counts_where_the_terms_say_so_and_not_where_they_do_not(book: Book) -> None:
    wagers = ("1:base:50", "1:buster:1")
    counted = quote(book, "21st-century-blackjack", "2", *wagers)
    left_out = quote(book, "no-bust-blackjack-buster-bonus-6", "2", *wagers)
    assert only(counted, "player_dealer").basis_amount == 5100
    assert only(left_out, "player_dealer").basis_amount == 5000
    assert only(counted, "bonus").amounts == only(left_out, "bonus").amounts == (50,)


def test_a_player_total_adds_all_counted_wagers_of_that_player(book: Book) -> None:
    result = quote(
        book,
        "ez-baccarat-panda-8",
        "1",
        "1:player_line:45:ann",
        "2:tie:5:ann",
        "2:dragon_7:5:bob",
    )
    totals = {each.player: each for each in result.obligations if each.component == "player"}
    assert (totals["ann"].basis_amount, totals["ann"].amounts) == (5000, (50,))
    assert (totals["bob"].basis_amount, totals["bob"].amounts) == (500, (50,))


def test_readings_at_different_grains_are_compared_by_seat(book: Book) -> None:
    """The base wager and the bonus each by itself owe 1.00 + 1.00; added up, 95 + 10 owe 2.00."""
    same = only(
        quote(book, "fortune-pai-gow-poker", "1", "1:base:95", "1:fortune_bonus:10"), "player"
    )
    assert (same.amounts, same.settled) == ((200,), True)
    differ = only(
        quote(book, "fortune-pai-gow-poker", "1", "1:base:50", "1:fortune_bonus:10"), "player"
    )
    assert differ.amounts == (100, 200)
    assert "each bet: $2.00 ($50.00, tier 10-100; $10.00, tier 10-100)" in differ.doubts


def test_sixty_bets_between_two_tiers_are_added_up_without_trying_every_combination(
    book: Book,
) -> None:
    bets = ["1:base:100.50:ann"] * 60
    fee = only(quote(book, "lucky-pai-gow-poker", "1", *bets, cardroom="parkwest-lotus"), "player")
    assert fee.amounts == tuple(range(6000, 12001, 100))


def test_a_moment_on_which_the_document_contradicts_itself_admits_both(book: Book) -> None:
    result = quote(book, "21st-century-blackjack", "2", "1:base:10")
    assert only(result, "player").moments == ("after_initial_cards", "before_deal")


def test_the_player_dealers_own_wager_counts_in_no_total(book: Book) -> None:
    result = quote(book, "three-card-poker", "1", "1:ante:40", "3:ante:5000", player_dealer_seat=3)
    assert only(result, "player_dealer").basis_amount == 4000
    assert only(result, "player_dealer").seat == "3"
    assert "player-dealer's own" in result.notes[0]


@pytest.mark.parametrize(
    ("players", "fee"), [(9, 300), (7, 300), (6, 200), (5, 200), (4, 100), (2, 100)]
)
def test_a_pot_fee_goes_by_the_number_of_players(book: Book, players: int, fee: int) -> None:
    result = quote(book, "texas-holdem", "1", players=players, opening_round="yes")
    assert only(result, "pot").amounts == (fee,)


def test_no_flop_no_fee(book: Book) -> None:
    result = quote(book, "texas-holdem", "1", players=8, opening_round="no")
    assert result.total == 0
    assert "nothing is taken" in only(result, "pot").arithmetic


@pytest.mark.parametrize(
    ("cardroom", "game", "fee"),
    [("hawaiian-gardens", "texas-holdem", 100), ("mortimers", "omaha-high-low-split", 0)],
)
def test_a_hand_without_a_flop_owes_the_fee_printed_for_it_and_not_the_pots(
    book: Book, cardroom: str, game: str, fee: int
) -> None:
    result = quote(book, game, "1", cardroom=cardroom, players=8, opening_round="no")
    assert [(each.component, each.amounts) for each in result.obligations] == [("no_flop", (fee,))]
    with_flop = quote(book, game, "1", cardroom=cardroom, players=8, opening_round="yes")
    assert [each.component for each in with_flop.obligations] == ["pot"]


def test_within_a_price_list_the_player_count_picks_the_option(book: Book) -> None:
    result = quote(book, "omaha-high-low-split", "1", players=5, opening_round="yes")
    pot = only(result, "pot")
    assert (pot.option, pot.amounts) == ("2", (300,))


def test_a_shifted_column_keeps_both_readings(book: Book) -> None:
    pot = only(quote(book, "omaha-high-low-split", "7", players=8, opening_round="yes"), "pot")
    assert pot.amounts == (400,)
    assert pot.unpriced
    assert any("counts moved down: $4.00" in doubt for doubt in pot.doubts)


def test_the_last_printed_edition_is_assumed_and_said(book: Book) -> None:
    result = quote(book, "omaha-high-low-split", "1", players=8, opening_round="yes")
    assert only(result, "pot").lines == (1735,)
    assert "the last printed (edition 2) is assumed" in result.notes[0]
    first = quote(book, "omaha-high-low-split", "1", players=8, opening_round="yes", edition=1)
    assert only(first, "pot").lines == (1272,)
    assert first.notes == ()


@pytest.mark.parametrize(
    "name", ["Three Card Poker 6 Card Bonus", "GEGA-003712", "TCP", "THREE CARD POKER™"]
)
def test_a_game_goes_by_any_of_its_names(book: Book, name: str) -> None:
    assert quote(book, name, "1", "1:ante:5").total == 50


@pytest.mark.parametrize(
    ("case", "message"),
    [
        ({"option": "11"}, "option 11 of Three Card Poker 6 Card Bonus is not approved: not in"),
        ({"cardroom": "mortimer"}, "did you mean 'mortimers'"),
        ({"game": "three-card-pokr"}, "did you mean 'three-card-poker"),
        ({"edition": "7"}, "edition 7 of Three Card Poker 6 Card Bonus is not printed"),
        ({"schedule": "two-card"}, "'two-card' is not a schedule of"),
        ({"wagers": []}, "state the players' wagers"),
        ({"wagers": [{"seat": 1, "wager": "antee", "amount": 5}]}, "did you mean 'ante'"),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(
    book: Book, case: dict[str, Any], message: str
) -> None:
    hand = {
        "cardroom": "mortimers",
        "game": "three-card-poker",
        "option": "1",
        "wagers": [{"seat": 1, "wager": "ante", "amount": 5}],
    }
    with pytest.raises(Unknown, match=re.escape(message)):
        owed(book, hand_from_json(json.dumps(hand | case)))


def with_fact(fact: str) -> str:
    return f'{{"cardroom": "m", "game": "g", "option": 1, {fact}}}'


def with_amount(amount: str) -> str:
    return with_fact(f'"wagers": [{{"seat": 1, "wager": "a", "amount": {amount}}}]')


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[]", "a hand is one JSON object"),
        ("{", "not JSON"),
        ('{"cardroom": "m", "game": "g"}', "lacks its 'option'"),
        (with_fact('"wagres": []'), "did you mean 'wagers'"),
        (with_fact('"option": 2'), "'option' is stated twice"),
        (with_fact('"wagers": [{"seat": 1, "seat": 2}]'), "'seat' is stated twice"),
        (with_fact('"wagers": [{"seat": 1}]'), "wager 1 has no wager and amount"),
        (with_amount("-5"), "negative"),
        (with_amount('"12,50"'), "'12,50' is not an amount"),
        (with_amount('"1,2,50"'), "'1,2,50' is not an amount"),
        (with_amount('"1.5k"'), "not an amount"),
        (with_amount("NaN"), "not an amount"),
        (with_fact('"players": 2.5'), "not a number of players"),
        (with_fact('"opening_round": "maybe"'), "neither yes nor no"),
    ],
)
def test_a_hand_that_makes_no_sense_is_refused(text: str, message: str) -> None:
    with pytest.raises(BadHand, match=message):
        hand_from_json(text)


@pytest.mark.parametrize("amount", ["1250", '"1,250"', '"$1,250.00"'])
def test_a_comma_parts_thousands(amount: str) -> None:
    assert hand_from_json(with_amount(amount)).wagers[0].amount == 125000


def test_cents_are_exact() -> None:
    assert hand_from_json(with_amount("100.10")).wagers[0].amount == 10010


def money(cents: int) -> str:
    return f"{cents // 100}.{cents % 100:02d}"


wager_lists = st.lists(
    st.tuples(
        st.integers(1, 7),
        st.sampled_from(["ante", "pair_plus", "six_card_bonus", "play"]),
        st.integers(500, 30000),
    ),
    min_size=1,
    max_size=12,
)


@given(wagers=wager_lists, order=st.randoms(use_true_random=False))
def test_a_fee_never_depends_on_the_order_of_wagers(
    book: Book, wagers: list[tuple[int, str, int]], order: Random
) -> None:
    def owed_by(rows: list[tuple[int, str, int]]) -> list[str]:
        texts = [f"{seat}:{kind}:{money(amount)}" for seat, kind, amount in rows]
        result = quote(book, "three-card-poker", "1", *texts)
        return sorted(
            f"{each.key} {each.basis_amount} {each.amounts}" for each in result.obligations
        )

    assert owed_by(wagers) == owed_by(order.sample(wagers, len(wagers)))


@given(parts=st.lists(st.integers(100, 5000), min_size=1, max_size=6))
def test_the_table_action_does_not_depend_on_who_wagers_it(book: Book, parts: list[int]) -> None:
    antes = [f"{seat}:ante:{money(part)}" for seat, part in enumerate(parts, 1)]
    spread = quote(book, "three-card-poker", "1", *antes)
    single = quote(book, "three-card-poker", "1", f"1:ante:{money(sum(parts))}")
    assert only(spread, "player_dealer").amounts == only(single, "player_dealer").amounts


def harbor(root: Path, schedule: str, games: str = GAMES) -> Book:
    return read_book(write_book(root, schedule, games=games))


# The schedule is the poker game's here, and blackjack has none.
HOLDEM_GAMES = GAMES.replace(
    "    no_schedule: none is printed", "    wagers: {ante: {lines: 1}, bet: {lines: 1}}"
).replace("    rotation:", "    no_schedule: none is printed\n    rotation:")


def holdem(root: Path, terms: str, options: str) -> Book:
    text = f"{HOLDEM_HEAD}terms:\n  - {terms}\noptions:\n  - {options}\n"
    return harbor(root, text, HOLDEM_GAMES)


def test_the_button_pays_what_the_antes_lack(tmp_path: Path) -> None:
    book = holdem(
        tmp_path,
        "{options: 1, lines: 4, collect: antes_posted, ante: {per: hand, shortfall: button}}",
        "{option: 1, lines: 7, posted_ante: 1, ante: 5}",
    )
    short = quote(book, "harbor-holdem", "1", cardroom="harbor", players=3)
    assert [(each.payer, each.amounts) for each in short.obligations] == [
        ("ante", (300,)),
        ("button", (200,)),
    ]
    enough = quote(book, "harbor-holdem", "1", cardroom="harbor", players=6)
    assert [each.amounts for each in enough.obligations] == [(500,), (0,)]
    unknown = quote(book, "harbor-holdem", "1", cardroom="harbor")
    assert unknown.total is None


def test_an_open_fee_stays_open_beside_one_that_the_button_makes_up(tmp_path: Path) -> None:
    book = holdem(
        tmp_path,
        "{options: 1, lines: 4, ante: {per: hand, shortfall: button}}\n"
        "  - {options: 2, lines: 4, ante: {per: hand, wagers: [ante, bet]}}",
        "{option: 1, lines: 7, posted_ante: 1, ante: 5}\n"
        "  - {option: 2, lines: 8, ante: {by: table_action, 1-100: 1, 100-200: 2}}",
    )
    game = {"cardroom": "harbor", "game": "harbor-holdem"}
    both = {1: {"ante": 50}, 2: {"bet": 50}}
    hands = [
        game | {"option": 1, "players": 6, "collected": {"ante": 5}},
        game | {"option": 2, "players": 6, "wagers": both, "collected": {"ante": 2}},
    ]
    (found,) = audit(case_of({"hands": hands}, book)).findings.to_dict("records")
    assert (found["check"], found["owed"], found["owed_most"]) == ("FEE-UNSETTLED", 100, 200)


def test_a_jackpot_fee_in_two_stages(tmp_path: Path) -> None:
    book = holdem(
        tmp_path,
        "{options: 1, lines: 4, pot: {per: hand}, jackpot: {per: hand}}",
        "{option: 1, lines: 7, pot: {by: players, 5+: 3, 4-: 2}, jackpot: {initial: 1, pot_20: 1}}",
    )

    def totals(*wagers: str, **facts: Any) -> int | None:
        hand = {"cardroom": "harbor", "players": 6, **facts}
        return quote(book, "harbor-holdem", "1", *wagers, **hand).total

    assert totals(pot="19.99") == 400
    assert totals(pot="20") == 500
    assert totals() is None
    # Without a stated pot it is what was wagered.
    assert totals("1:bet:10", "2:bet:9.99") == 400
    assert totals("1:bet:10", "2:bet:10") == 500
    assert totals("1:bet:10", "2:bet:10", pot="19") == 400


def test_a_time_fee_is_owed_each_period_and_has_no_total(tmp_path: Path) -> None:
    book = holdem(
        tmp_path,
        "{options: 1, lines: 4, period: 40, period_starts: not_stated, time: {per: period, collect: period}, new_player: {per: player}}",
        "{option: 1, lines: 7, time: {by: players, 6+: 8, 5-: 6}, new_player: 4}",
    )
    result = quote(book, "harbor-holdem", "1", cardroom="harbor", players=7)
    assert only(result, "time").amounts == (800,)
    assert only(result, "new_player").amounts == (400,)
    assert result.total is None


def test_an_unreadable_fee_is_never_guessed(tmp_path: Path) -> None:
    text = SCHEDULE.replace("101+: 2", '101+: {fee: unreadable, printed: ";;"}')
    result = quote(harbor(tmp_path, text), "harbor-blackjack", "1", "1:base:150", cardroom="harbor")
    dealer = only(result, "player_dealer")
    assert (dealer.amounts, dealer.unpriced) == ((), True)
    assert "cannot be read" in dealer.doubts[0]


def test_an_announced_schedule_without_a_table_says_so(tmp_path: Path) -> None:
    book = harbor(tmp_path, HEAD + "table: not_printed\n" + TERMS)
    with pytest.raises(Unknown, match="announced and not printed"):
        quote(book, "harbor-blackjack", "1", "1:base:10", cardroom="harbor")


def test_two_schedules_that_cannot_be_ordered_stay_readings(tmp_path: Path) -> None:
    anomaly = (
        "anomalies:\n  - {kind: two_schedules, lines: 1, conclusion: ambiguous, note: n,"
        " readings: [{reading: first}, {reading: second}]}\n"
    )
    root = write_book(tmp_path, SCHEDULE + anomaly)
    other = SCHEDULE.replace("schedule: harbor-blackjack", "schedule: harbor-new").replace(
        "101+: 2", "101+: 3"
    )
    (root / "harbor" / "other.yaml").write_text(other + anomaly, encoding="utf-8")
    book = read_book(root)
    low = quote(book, "harbor-blackjack", "1", "1:base:50", cardroom="harbor")
    assert only(low, "player_dealer").settled
    high = only(
        quote(book, "harbor-blackjack", "1", "1:base:150", cardroom="harbor"), "player_dealer"
    )
    assert high.amounts == (200, 300)
    named = quote(
        book, "harbor-blackjack", "1", "1:base:150", cardroom="harbor", schedule="harbor-new"
    )
    assert only(named, "player_dealer").amounts == (300,)


@pytest.mark.parametrize("payer", ["pot", "player"])
def test_a_fee_whose_payer_is_open_is_misread_alike_whoever_paid_it(
    tmp_path: Path, payer: str
) -> None:
    anomaly = (
        "anomalies:\n  - {kind: two_schedules, lines: 1, conclusion: ambiguous, note: n,"
        " readings: [{reading: first}, {reading: second}]}\n"
    )
    options = f"options:\n  - {{option: 1, lines: 7, pot: {{by: players, 2+: 3}}}}\n{anomaly}"
    terms = "terms:\n  - {options: 1, lines: 4, pot: {per: hand}}\n"
    root = write_book(tmp_path, HOLDEM_HEAD + terms + options, games=HOLDEM_GAMES)
    other = HOLDEM_HEAD.replace("schedule: harbor-holdem", "schedule: harbor-new")
    terms = terms.replace("per: hand", "per: hand, payer: player")
    (root / "harbor" / "other.yaml").write_text(other + terms + options, encoding="utf-8")
    hand = {"cardroom": "harbor", "game": "harbor-holdem", "option": 1, "players": 6}
    body = {"hands": [hand | {"collected": {payer: 2}}] * 3}
    (incident,) = audit(case_of(body, read_book(root))).incidents.to_dict("records")
    assert incident["cause"] == "tier-misread"
    assert f"$2.00 was taken from the {payer} instead of $3.00" in incident["sentence"]


@pytest.mark.parametrize(("players", "fees"), [(8, [100, 100]), (4, [0, 0])])
def test_in_a_price_list_the_jackpot_goes_with_the_row_of_the_player_count(
    book: Book, players: int, fees: list[int]
) -> None:
    result = quote(book, "texas-holdem", "7", cardroom="lucky-chances", players=players, pot=50)
    jackpots = [each.amounts[0] for each in result.obligations if each.component == "jackpot"]
    assert jackpots == fees


def test_readings_that_name_different_payers_leave_the_payer_open(book: Book) -> None:
    pot = only(quote(book, "texas-holdem", "1", cardroom="lucky-chances", players=6, pot=5), "pot")
    assert pot.payers == ("pot", "button")
    assert pot.amounts == (200,)


@pytest.mark.parametrize(("opened", "fee"), [("yes", 100), ("no", 0)])
def test_an_unopened_pot_owes_nothing_from_the_antes(book: Book, opened: str, fee: int) -> None:
    hand: dict[str, Any] = {"cardroom": "lucky-lady", "schedule": "lowball-drop", "players": 3}
    result = quote(book, "lowball", "5-10;10-20", opening_round=opened, **hand)
    assert only(result, "ante").amounts == (fee,)
