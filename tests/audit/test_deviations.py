"""Fees that are plainly right are only added up; nothing may be lost by that."""

from __future__ import annotations

from functools import cache
from random import Random

import numpy as np
import pandas as pd
import pytest
from support.casebook import case_of, shuffled
from support.shipped import shipped_book

from feeaudit.audit.case import Case
from feeaudit.audit.fees import fees_of
from feeaudit.simulate import simulate

PLANTS = {"FEE-OVER": 6, "FEE-UNDER": 6, "FEE-MISSING": 6, "FEE-WAIVER": 4, "FEE-JACKPOT": 4}
SUMMED = ["owed", "owed_most", "taken"]
SEATS = range(1, 8)


@cache
def night() -> Case:
    book = shipped_book()
    made = simulate(book, hands=1500, seed=5, cardrooms=["lucky-chances"], plant=PLANTS)
    return Case(made.log, book, threads=1)


def every_fee() -> pd.DataFrame:
    return fees_of(night()).of_hands(night().every_hand)


def test_the_deviations_are_all_that_do_not_plainly_fit() -> None:
    fees = every_fee()
    deviations = fees[~fees["fits"] | ~fees["settled"] | fees["waived"]]
    assert 0 < len(deviations) < len(fees)
    pd.testing.assert_frame_equal(fees_of(night()).deviations, deviations.reset_index(drop=True))


@pytest.mark.parametrize("kind", ["every", "jackpot"])
def test_the_sums_of_a_hand_are_those_of_all_its_fees(kind: str) -> None:
    fees, sums = every_fee(), getattr(fees_of(night()).sums, kind)
    if kind == "jackpot":
        fees = fees[fees["fee"] == "jackpot"]
    assert fees["taken"].sum() > 0
    by_hand = fees.groupby("hand")[SUMMED].sum().reindex(range(len(night().hands)), fill_value=0)
    for name in SUMMED:
        assert sums[name].tolist() == by_hand[name].tolist()


def test_the_fees_of_some_hands_are_theirs_among_all() -> None:
    wanted = np.arange(len(night().hands)) % 7 == 3
    fees = every_fee()
    theirs = fees[wanted[fees["hand"].to_numpy()]].reset_index(drop=True)
    pd.testing.assert_frame_equal(fees_of(night()).of_hands(wanted), theirs)


@pytest.mark.parametrize("threads", [1, 3])
def test_neither_blocks_of_hands_nor_threads_change_a_fee(
    threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected, sums = every_fee(), fees_of(night()).sums
    monkeypatch.setattr("feeaudit.audit.fees._BLOCK", 64)
    case = Case(night().log, night().book, threads=threads)
    pd.testing.assert_frame_equal(fees_of(case).of_hands(case.every_hand), expected)
    for name in SUMMED:
        assert (fees_of(case).sums.every[name] == sums.every[name]).all()


def test_fees_in_any_order_of_rows_are_compared_with_their_own_hands(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("feeaudit.audit.fees._BLOCK", 64)
    other = Case(shuffled(night().log, Random(7)), night().book)  # noqa: S311 - an order
    mine, theirs = (
        [
            sorted(zip(case.hands["hand_id"], fees_of(case).sums.every[name], strict=True))
            for name in SUMMED
        ]
        for case in (night(), other)
    )
    assert mine == theirs


def test_a_fee_of_nobody_is_of_nobody_at_a_table_of_many_players() -> None:
    """Seven fees a hand that name no seat, of 140 players; one of the fees is a dollar too much."""
    place = {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 2}
    hands = [
        {
            "wagers": {
                seat: {"base": {"amount": 50, "player": f"P{hand}-{seat}"}} for seat in SEATS
            },
            "collected": [{"payer": "player", "amount": 8 if hand == 19 else 7}],
        }
        for hand in range(20)
    ]
    fees = fees_of(case_of({"defaults": place, "hands": hands}, shipped_book())).deviations
    wrong = fees[(fees["taken"] == 800) & (fees["owed"] == 700)]
    assert wrong[["seat", "player"]].isna().all(axis=None)
    assert len(wrong) == 1


@pytest.mark.parametrize("many", [128, 129, 130])
def test_each_of_many_players_who_paid_too_much_is_told_by_name(many: int) -> None:
    names = [f"Player {number}" for number in range(many)]
    hands = [
        {
            "wagers": {1: {"base": {"amount": 20, "player": name}}},
            "collected": [{"payer": "player", "player": name, "amount": 5}],
        }
        for name in names
    ]
    game = {"cardroom": "mortimers", "game": "pai-gow-poker", "option": 2}
    fees = fees_of(case_of({"defaults": game, "hands": hands}, shipped_book())).deviations
    assert fees.loc[fees["taken"] == 500, "player"].tolist() == names
