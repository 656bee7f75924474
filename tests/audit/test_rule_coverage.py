"""Rule coverage: nothing encoded for a game that was played is passed over in silence."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from support.casebook import case_of

from feeaudit.audit.engine import audit

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.book.model import Book

HAND: dict[str, Any] = {
    "hand": {
        "cardroom": "mortimers",
        "game": "fortune-pai-gow-poker",
        "option": 1,
        "player_dealer_seat": 7,
        "wagers": {1: {"base": 50}},
    },
    "collected": [
        {"payer": "player_dealer", "amount": 1},
        {"payer": "player", "seat": 1, "amount": 1},
    ],
}


def rules_of(body: dict[str, Any], book: Book, checks: list[str] | None = None) -> pd.DataFrame:
    rules = audit(case_of(body, book), checks).rules
    return rules.set_index("statement", drop=False)


def test_every_statement_is_tested_untested_with_a_reason_or_a_note(book: Book) -> None:
    rules = rules_of(HAND, book)
    assert set(rules["state"]) == {"tested", "untested", "note"}
    silent = rules[(rules["state"] != "tested") & (rules["reason"] == "")]
    assert silent["statement"].tolist() == []


def test_the_terms_that_price_a_hand_are_tested_on_it(book: Book) -> None:
    charges = rules_of(HAND, book).loc["terms charges"]
    assert (charges["state"], charges["hands"], charges["lines"]) == ("tested", 1, "1906-1911")


def test_a_rule_that_the_log_cannot_show_says_what_is_lacking(book: Book) -> None:
    rules = rules_of(HAND, book)
    offered = rules[rules["statement"] == "rotation offer"]
    assert set(offered["state"]) == {"untested"}
    assert all("offers" in reason for reason in offered["reason"])


def test_a_rule_whose_checks_were_not_asked_for_is_not_called_tested(book: Book) -> None:
    charges = rules_of(HAND, book, ["ROT-HOUSE"]).loc["terms charges"]
    assert (charges["state"], charges["reason"]) == ("untested", "its checks were not run")


def test_single_bets_of_poker_are_untested_for_want_of_their_betting_round(book: Book) -> None:
    """Whatever else of the hand is held to its stakes, and the placard to the limit."""
    wagers = {1: {"small_blind": 3}, 2: {"big_blind": 6}, 3: {"bet": 500}}
    holdem: dict[str, Any] = {"cardroom": "hawaiian-gardens", "game": "texas-holdem", "option": 5}
    rules = rules_of({"hand": {**holdem, "players": 7, "wagers": wagers}}, book)
    bets = rules.loc["option limit of each bet"]
    assert (bets["state"], bets["checks"]) == ("untested", "LIM-LOW, LIM-HIGH")
    assert bets["reason"] == "the log does not show in which betting round a bet was made"
    assert rules.loc["option blinds"]["state"] == "tested"
