"""A statement of account beside the audit of the same log: whose every fee was."""

from __future__ import annotations

from functools import cache

import pytest
import yaml
from support.casebook import case_of
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.fee_statements import FeeStatement, Party, statement_of
from feeaudit.core.problem import Unknown
from feeaudit.report.statement.fee_totals import totals_of
from feeaudit.simulate import simulate

TABLE = """
hand: {cardroom: mortimers, game: no-bust-21st-century-blackjack, option: 1, player_dealer_seat: 8, player_dealer: Bo Park,
  wagers: {1: {base: {amount: 10, player: Ann Lee}}, 2: {base: {amount: 10, player: Cy}}}}
collected:
  - {payer: player_dealer, player: Bo Park, amount: 1}
  - {payer: player, seat: 1, player: Ann Lee, amount: 0.75}
  - {payer: player, seat: 2, player: Cy, amount: 0.50}
seats:
  - {cardroom: mortimers, table: T1, from: '2026-02-01 08:00', seat: 8, player: Bo Park, role: third_party, provider: Gold Coast}
  - {cardroom: mortimers, table: T1, from: '2026-02-01 08:00', seat: 1, player: Ann Lee, role: patron}
"""


def statement(kind: str, name: str, text: str = TABLE) -> FeeStatement:
    case = case_of(yaml.safe_load(text), shipped_book(), shipped_laws())
    return statement_of(case, Party(kind, name))  # type: ignore[arg-type]


def test_a_provider_owes_the_fees_of_those_who_bank_for_it() -> None:
    rows = statement("provider", "gold coast").rows
    assert rows[["payer", "player", "owed", "taken", "over"]].values.tolist() == [
        ["player_dealer", "Bo Park", 100, 100, 0]
    ]
    assert rows["lines"].tolist() != [""]


def test_a_player_who_paid_too_much_sees_by_how_much_and_which_finding_says_so() -> None:
    (row,) = statement("player", "Ann Lee").rows.to_dict("records")
    assert (row["owed"], row["taken"], row["over"], row["remark"]) == (50, 75, 25, "over-paid")
    assert row["finding"]


def test_other_players_fees_are_not_in_it() -> None:
    told = statement("player", "Cy")
    assert set(told.rows["player"]) == {"Cy"}
    assert not any("does not say which player" in each for each in told.remarks)
    unpaid = TABLE.replace("  - {payer: player, seat: 1, player: Ann Lee, amount: 0.75}\n", "")
    assert set(statement("player", "Cy", unpaid).rows["player"]) == {"Cy"}
    assert set(statement("player", "Ann Lee", unpaid).rows["taken"]) == {0}


def test_a_fee_without_a_bet_is_in_the_statement_of_whoever_paid_it() -> None:
    text = TABLE.replace(
        "amount: 0.50}", "amount: 0.50}\n  - {payer: player, seat: 3, player: Di, amount: 2}"
    )
    (row,) = statement("player", "Di", text).rows.to_dict("records")
    assert (row["owed"], row["taken"], row["over"]) == (0, 200, 200)


def test_who_paid_on_the_first_hand_of_a_log_and_did_nothing_else_has_a_statement() -> None:
    text = """
hand:
  cardroom: mortimers
  game: pai-gow-poker
  option: 2
  wagers: {1: {base: {amount: 20, player: Ann}}}
collected: [{payer: player, player: Zoe, amount: 1}]
"""
    assert statement("player", "Zoe", text).rows["taken"].tolist() == [100]


def test_a_fee_is_its_payers_where_the_log_names_nobody_else_for_the_wager() -> None:
    text = """
hand: {cardroom: mortimers, game: pai-gow-poker, option: 2, wagers: {1: {base: 20}, 2: {base: {amount: 20, player: Ann}}}}
collected:
  - {payer: player, seat: 1, player: Zoe, amount: 1}
  - {payer: player, seat: 2, player: Bob, amount: 1}
"""
    assert statement("player", "Zoe", text).rows["seat"].tolist() == ["1"]
    assert statement("player", "Ann", text).rows["seat"].tolist() == ["2"]


MANDARIN = """
hand:
  cardroom: parkwest-lotus
  game: 13-card-chinese-poker
  option: 2
  players: 4
  wagers:
    1: {ante: {amount: 1, player: Ann}}
    2: {ante: {amount: 1, player: Bob}}
    3: {ante: {amount: 1, player: Cy}}
    4: {ante: {amount: 1, player: Dee}}
collected: [{payer: ante, amount: 4}]
"""


@pytest.mark.parametrize("name", ["Ann", "Bob", "Cy", "Dee"])
def test_a_button_that_nobody_is_known_to_have_held_is_in_no_statement(name: str) -> None:
    assert not len(statement("player", name, MANDARIN).rows)


def test_a_table_action_of_nothing_is_shown_as_such() -> None:
    text = """
hand:
  cardroom: mortimers
  game: no-bust-blackjack-buster-bonus-6
  option: 5
  player_dealer: Bo
  player_dealer_seat: 2
  wagers: {1: {buster: {amount: 5, player: Ann}}}
collected: [{payer: player_dealer, amount: 1}]
"""
    assert statement("player", "Bo", text).rows["on"].tolist() == ["$0.00"]


def test_nothing_is_counted_for_a_fee_that_is_the_same_whatever_is_bet() -> None:
    text = """
hand:
  cardroom: lucky-chances
  game: pure-21-5-blackjack
  option: 4
  player_dealer: Bo
  player_dealer_seat: 2
  wagers: {1: {base: {amount: 50, player: Ann}}}
collected: [{payer: player_dealer, amount: 1}, {payer: player, seat: 1, player: Ann, amount: 1}]
"""
    assert statement("player", "Bo", text).rows["on"].tolist() == [""]
    assert statement("player", "Ann", text).rows["on"].tolist() == ["$50.00"]


def test_a_name_the_log_does_not_have_is_answered_with_those_it_has() -> None:
    with pytest.raises(Unknown, match=r"did you mean 'Gold Coast'"):
        statement("provider", "Gold Coats")
    with pytest.raises(Unknown, match=r"no player called 'Zed'.*Ann Lee, Bo Park, Cy$"):
        statement("player", "Zed")


@pytest.mark.parametrize(("people", "end"), [(10, "P10"), (13, "P10 and 3 more")])
def test_of_many_names_the_first_few_are_listed_and_the_rest_counted(people: int, end: str) -> None:
    seats = range(1, people + 1)
    wagers = {seat: {"base": {"amount": 20, "player": f"P{seat:02}"}} for seat in seats}
    hand = {"cardroom": "mortimers", "game": "pai-gow-poker", "option": 2, "wagers": wagers}
    with pytest.raises(Unknown, match=rf"it names P01, .*{end}$"):
        statement("player", "Zed", yaml.safe_dump({"hand": hand}))


def test_fees_of_nobody_in_particular_are_counted_and_said() -> None:
    text = TABLE.replace("seat: 2, player: Cy, amount: 0.50", "amount: 0.50").replace(
        "seat: 1, player: Ann Lee, amount: 0.75", "amount: 0.50"
    )
    told = statement("player", "Ann Lee", text)
    assert not len(told.rows)
    assert any("does not say which player" in each for each in told.remarks)


def test_whoever_changed_sides_owes_for_the_provider_of_the_hour() -> None:
    text = TABLE.replace(
        "provider: Gold Coast}",
        "to: '2026-02-01 09:30', provider: Gold Coast}\n"
        "  - {cardroom: mortimers, table: T1, from: '2026-02-01 09:31', seat: 8, player: Bo Park,"
        " role: third_party, provider: Two Rivers}",
    ).replace("player: Bo Park, amount: 1}", "player: Bo Park, amount: 3}")
    assert not len(statement("provider", "Gold Coast", text).rows)
    (row,) = statement("provider", "Two Rivers", text).rows.to_dict("records")
    assert (row["owed"], row["over"]) == (100, 200)


TIME_TABLE = """
defaults: {cardroom: lucky-lady, game: texas-holdem, option: 7, players: 6, opening_round: yes}
hands: [{at: "19:00"}, {at: "19:59"}]
seats: [{cardroom: lucky-lady, table: T1, seat: 1, player: ann, from: "19:00", to: "20:00"}]
collections:
  - {payer: player, fee: time, amount: 9, cardroom: lucky-lady, table: T1, player: ann, taken_at: "19:00"}
  - {payer: player, fee: time, amount: 9, cardroom: lucky-lady, table: T1, player: ann, taken_at: "19:10"}
  - {payer: player, fee: time, amount: 9, cardroom: lucky-lady, table: T1, player: ann, taken_at: "19:40"}
"""


def test_right_fees_for_time_are_listed_as_paid_and_that_is_said() -> None:
    told = statement("player", "ann", TIME_TABLE)
    assert told.rows["taken"].tolist() == [900, 900, 900]
    assert told.rows["over"].tolist() == [0, 900, 0]
    assert any("2 fees for time or new players are listed as" in each for each in told.remarks)


def test_a_fee_that_nothing_prints_counts_as_not_settled_once() -> None:
    text = """
hand: {cardroom: mortimers, game: three-card-poker, option: 1, player_dealer: Bo Park, wagers: {1: {ante: 2}}}
collected: [{payer: player_dealer, amount: 0.50}]
"""
    rows = statement("player", "Bo Park", text).rows
    assert rows["owed"].tolist() == [-1]
    assert "no printed fee; " in rows["remark"].iloc[0]
    assert totals_of(rows).unsettled == 1


@cache
def night() -> Case:
    plants = dict.fromkeys(("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE", "FEE-TIME"), 4)
    made = simulate(shipped_book(), hands=900, cardrooms=["hawaiian-gardens"], seed=5, plant=plants)
    return Case(made.log.stated(), shipped_book(), shipped_laws())


@pytest.mark.slow
def test_all_statements_of_a_night_add_up_to_its_audit() -> None:
    case = night()
    names = {name for name in case.collections["player"].dropna().unique() if name}
    whole = statement_of(case, Party("player", min(names))).result.findings
    attributed = whole[(whole["player"] != "") & (whole["verdict"] == "violation")]
    assert len(attributed) > 10
    for name in sorted(set(attributed["player"])):
        rows = statement_of(case, Party("player", name)).rows
        mine = attributed[attributed["player"] == name]
        assert rows["over"].sum() == mine["over"].sum(), name
        assert rows["under"].sum() == mine["under"].sum(), name


def test_a_provider_is_all_its_people() -> None:
    case = night()
    seats = case.seats
    provider = str(seats["provider"].dropna().iloc[0])
    people = set(seats.loc[seats["provider"] == provider, "player"])
    rows = statement_of(case, Party("provider", provider)).rows
    assert set(rows["player"]) <= people
    alone = sum(statement_of(case, Party("player", each)).rows["taken"].sum() for each in people)
    assert 0 < rows["taken"].sum() <= alone


def test_hands_of_the_party_that_could_not_be_tested_are_counted_and_said() -> None:
    told = statement("player", "Ann Lee", TABLE.replace("option: 1", "option: 99"))
    (said,) = [each for each in told.remarks if "could not be tested" in each]
    assert said.startswith("1 of the party's hands could not be tested: option 99 of No Bust 21st")
