"""Tallies add up to the result they are made of, and say who, where and when."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit import tallies
from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import audit
from feeaudit.audit.facts import no_facts
from feeaudit.audit.result import Coverage
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult

MINUTE = 60 * 1_000_000
EVENING = 1_772_854_980_000_000
PLANT = {"FEE-OVER": 9, "FEE-UNDER": 9, "ROT-TURNS": 4, "LIM-LOW": 3, "FEE-UNSETTLED": 3}
FRAMES = (
    tallies.by_check,
    tallies.by_table,
    tallies.by_game,
    tallies.by_hour,
    tallies.restitution,
    tallies.under_collection,
    tallies.pull_list,
    tallies.rotation,
)


@cache
def night(*, clean: bool = False) -> AuditResult:
    book = shipped_book()
    plant = {} if clean else PLANT
    made = simulate(book, hands=2000, cardrooms=["mortimers"], plant=plant)
    return audit(Case(made.log, book, shipped_laws()))


def with_findings(*findings: dict[str, Any]) -> AuditResult:
    """Return a result with these findings, each as far as it is stated."""
    absent: dict[str, Any] = dict.fromkeys(night().findings.columns, "")
    numbers = dict.fromkeys(("day", "at", "until", "owed", "owed_most", "taken", "row"), -1)
    usual = absent | numbers | {"over": 0, "under": 0, "cardroom": "mortimers", "table": "T1"}
    usual |= {"verdict": "violation", "check": "FEE-OVER", "payer": "player"}
    frame = pd.DataFrame([usual | each for each in findings], columns=list(absent))
    return replace(night(), findings=frame, facts=no_facts())


@pytest.mark.parametrize("tally", [tallies.by_table, tallies.by_game, tallies.by_hour])
def test_every_breakdown_adds_up_to_the_whole(tally: Any) -> None:
    result, frame = night(), tally(night())
    assert frame["hands"].sum() == result.hands
    assert frame["violations"].sum() == result.violations > 0
    assert frame["reviews"].sum() == result.reviews > 0
    assert frame["owed"].sum() == result.facts.activity["owed"].sum()
    assert frame["taken"].sum() == result.facts.activity["taken"].sum()


@pytest.mark.parametrize("tally", [tallies.by_check, tallies.by_table, tallies.by_game])
def test_what_was_over_and_under_collected_adds_up_to_the_whole(tally: Any) -> None:
    result, frame = night(), tally(night())
    assert frame["over"].sum() == result.over > 0
    assert frame["under"].sum() == result.under > 0


def test_the_checks_stand_in_the_order_of_the_catalogue_and_add_up() -> None:
    frame = tallies.by_check(night())
    assert list(frame["check"]) == list(REGISTRY)
    assert list(frame["severity"]) == [str(each.severity) for each in REGISTRY.values()]
    assert frame["violations"].sum() == night().violations
    assert frame["reviews"].sum() == night().reviews


def test_what_could_not_be_tested_is_counted_and_told() -> None:
    why = {"the log lacks offers": 1_200, "hands.player_dealer is blank": 1}
    coverage = Coverage("ROT-OFFER", "Not offered", 7, why, violations=0, reviews=0)
    (row,) = tallies.by_check(replace(night(), coverage=(coverage,))).to_dict("records")
    assert (row["tested"], row["untested"]) == (7, 1_201)
    assert row["why_untested"] == (
        "1 hand: hands.player_dealer is blank; 1,200 hands: the log lacks offers"
    )


@pytest.mark.parametrize("way", ["over", "under"])
def test_restitution_and_under_collection_are_never_netted(way: str) -> None:
    tally = tallies.restitution if way == "over" else tallies.under_collection
    frame = tally(night())
    assert frame[way].sum() == getattr(night(), way) > 0
    assert (frame[way] > 0).all()
    assert frame[way].is_monotonic_decreasing


def test_who_is_not_named_is_told_by_seat_and_table() -> None:
    result = with_findings(
        {"player": "Ann", "over": 100, "at": EVENING},
        {"player": "Ann", "over": 50, "at": EVENING + MINUTE},
        {"seat": "4", "over": 25},
        {"payer": "pot", "over": 10},
        {"player": "Ann", "over": 900, "verdict": "review"},
    )
    frame = tallies.restitution(result)
    assert list(frame["player"]) == ["Ann", "seat 4 at table T1", "table T1"]
    assert list(frame["over"]) == [150, 25, 10]
    assert (frame["first"][0], frame["last"][0]) == (EVENING, EVENING + MINUTE)


def test_windows_of_one_seat_that_overlap_are_pulled_once() -> None:
    result = with_findings(
        {"seat": "2", "at": EVENING + 4 * MINUTE, "check": "FEE-UNDER"},
        {"seat": "2", "at": EVENING},
        {"seat": "2", "at": EVENING + 30 * MINUTE, "until": EVENING + 40 * MINUTE},
        {"seat": "3", "at": EVENING + MINUTE},
        {"at": -1},
    )
    frame = tallies.pull_list(result)
    assert list(frame["seat"]) == ["2", "3", "2"]
    assert list(frame["from"]) == [EVENING - 2 * MINUTE, EVENING - MINUTE, EVENING + 28 * MINUTE]
    assert list(frame["to"]) == [EVENING + 7 * MINUTE, EVENING + 4 * MINUTE, EVENING + 43 * MINUTE]
    assert list(frame["checks"]) == ["FEE-OVER, FEE-UNDER", "FEE-OVER", "FEE-OVER"]
    assert list(frame["findings"]) == [2, 1, 1]


@settings(deadline=None, max_examples=30)
@given(
    st.lists(st.tuples(st.sampled_from("12"), st.integers(0, 300), st.integers(0, 40)), min_size=1)
)
def test_pulled_windows_cover_every_finding_and_never_overlap(
    places: list[tuple[str, int, int]],
) -> None:
    result = with_findings(
        *(
            {"seat": seat, "at": EVENING + at * MINUTE, "until": EVENING + (at + long) * MINUTE}
            for seat, at, long in places
        )
    )
    frame = tallies.pull_list(result)
    assert frame["findings"].sum() == len(places)
    assert frame["from"].is_monotonic_increasing
    for _, mine in frame.groupby("seat"):
        assert (mine["from"].to_numpy()[1:] > mine["to"].to_numpy()[:-1]).all()
    for found in result.findings.itertuples():
        covering = (frame["from"] < found.at) & (found.until < frame["to"])
        assert (covering & (frame["seat"] == found.seat)).sum() == 1


def test_hours_are_those_of_the_clock_in_the_zone() -> None:
    result = with_findings({"at": EVENING, "day": 20518})
    assert tallies.by_hour(result, "America/Los_Angeles")["hour"].tolist() == [19]
    assert tallies.by_hour(result, "UTC")["hour"].tolist() == [3]


def test_the_rotation_of_a_table_is_told_by_gaming_day() -> None:
    result, frame = night(), tallies.rotation(night())
    runs = result.facts.banking.groupby(["cardroom", "table", "day"])["hands"]
    assert frame[["hands", "runs", "longest"]].to_numpy().tolist() == (
        runs.agg(["sum", "size", "max"]).to_numpy().tolist()
    )
    # With a turn that is too long may come that nobody came between, and that nothing was offered.
    found = result.findings[result.findings["check"].str.startswith("ROT-")]
    assert (found["check"] == "ROT-TURNS").sum() == PLANT["ROT-TURNS"]
    assert frame["violations"].sum() == (found["verdict"] == "violation").sum()


def test_a_clean_night_has_tallies_without_findings() -> None:
    result = night(clean=True)
    assert tallies.answer(result).startswith("No finding")
    assert tallies.by_table(result)["hands"].sum() == result.hands
    assert len(tallies.restitution(result)) == len(tallies.pull_list(result)) == 0


@pytest.mark.parametrize("tally", FRAMES)
def test_money_and_counts_are_whole_numbers_even_of_nothing(tally: Any) -> None:
    empty = replace(night(clean=True), facts=no_facts())
    for result in (night(), empty):
        kinds = {column.dtype.kind for _, column in tally(result).items()}
        assert "f" not in kinds
        assert all(np.issubdtype(tally(result)[name].dtype, np.integer) for name in _numbers(tally))


def _numbers(tally: Any) -> set[str]:
    counted = {"hands", "violations", "reviews", "over", "under", "owed", "taken", "findings"}
    return counted & set(tally(night()).columns)


def test_the_answer_names_violations_reviews_and_both_sums_apart() -> None:
    violation = {"over": 100}
    review = {"verdict": "review", "check": "FEE-UNSETTLED"}
    result = replace(with_findings(violation, violation, review), over=200, under=50)
    assert tallies.answer(result) == (
        "2 violations and 1 matter for review. Over-collected $2.00, under-collected $0.50."
    )
    waived = replace(with_findings(violation | {"waiver": "w1"}), over=100, under=0)
    assert tallies.answer(waived).startswith("1 violation (1 of them waived).")


def test_a_check_counts_which_of_its_violations_are_waived() -> None:
    waived, review = {"waiver": "w1"}, {"waiver": "w1", "verdict": "review"}
    checks = tallies.by_check(with_findings(waived, {}, {}, review)).set_index("check")
    row = checks.loc["FEE-OVER"]
    assert (row["violations"], row["reviews"], row["waived"]) == (3, 1, 1)


def test_a_question_is_a_doubt_that_leaves_findings_open() -> None:
    asked = {"verdict": "review", "doubt": "mortimers/a:1", "hand_id": "h1", "at": EVENING}
    later = asked | {"at": EVENING + MINUTE}
    violation = {"doubt": "mortimers/a:1", "hand_id": "h2", "at": EVENING}
    unlogged = {"verdict": "review", "hand_id": "h3", "at": EVENING}
    (row,) = tallies.questions(with_findings(asked, later, violation, unlogged)).to_dict("records")
    assert (row["doubt"], row["findings"], row["hands"]) == ("mortimers/a:1", 2, 1)
    assert (row["first"], row["last"]) == (EVENING, EVENING + MINUTE)


def test_the_first_screen_counts_what_was_found_and_the_checks_that_tested_nothing() -> None:
    hand = {"cardroom": "mortimers", "game": "three-card-poker", "option": 1}
    body = {"hand": hand | {"wagers": {1: {"ante": 51}}}, "collected": {"player_dealer": 0.50}}
    # The log has no moments, and nobody in it was charged for time.
    checks = ["FEE-UNDER", "FEE-OVER", "FEE-MISSING", "FEE-MOMENT", "FEE-TIME"]
    assert tallies.headline(audit(case_of(body, shipped_book()), checks)) == {
        "incidents": 1,
        "questions": 0,
        "hands_affected": 1,
        "people_over": 0,
        "checks": 5,
        "checks_idle": 2,
        "checks_without_hands": 1,
    }
