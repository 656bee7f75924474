"""Shortfalls: who dealt, and at which edge between two tiers too little was taken."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from support.audited import night_of
from support.casebook import case_of

from feeaudit.audit import tallies
from feeaudit.audit.engine import audit

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book

PLANTS = {"FEE-UNDER": 25, "FEE-MISSING": 8, "FEE-OVER": 5, "FEE-TIME": 2}


@cache
def night() -> AuditResult:
    return night_of(1200, ("hawaiian-gardens", "lucky-lady"), seed=8, plant=PLANTS).result


def test_every_under_collected_dollar_is_a_shortfall() -> None:
    assert night().under > 0
    assert night().facts.shortfalls["under"].sum() == night().under


@pytest.mark.parametrize(
    "tally",
    [
        tallies.short_by_table,
        lambda result: tallies.short_by_shift(result, "America/Los_Angeles", 6),
        tallies.short_by_dealer,
    ],
    ids=["table", "shift", "dealer"],
)
def test_tables_shifts_and_dealers_add_up_to_the_whole(
    tally: Callable[[AuditResult], pd.DataFrame],
) -> None:
    frame = tally(night())
    assert frame["under"].sum() == night().under
    assert frame["under"].is_monotonic_decreasing


def test_an_edge_is_where_the_tier_below_was_charged() -> None:
    edges = tallies.short_by_edge(night())
    rows = night().facts.shortfalls
    assert edges["findings"].sum() == (rows["charged"] != "").sum()
    for row in rows[rows["charged"] != ""].to_dict("records"):
        assert row["charged"] != row["tier"]
        assert row["counted"] > 0


@pytest.mark.parametrize(
    ("action", "taken", "tier", "charged"),
    [(1001, 6, "1000+", "501-1000"), (600, 3, "501-1000", "201-500"), (1001, 7, "1000+", "")],
)
def test_an_edge_is_told_where_two_tiers_print_the_same_bound(
    book: Book, action: int, taken: int, tier: str, charged: str
) -> None:
    hand = {"cardroom": "mortimers", "game": "ez-baccarat-panda-8", "option": 2}
    hand |= {
        "wagers": {1: {"player_line": action}},
        "collected": {"player": 5, "player_dealer": taken},
    }
    (row,) = audit(case_of({"hand": hand}, book)).facts.shortfalls.to_dict("records")
    assert (row["counted"], row["tier"], row["charged"]) == (action * 100, tier, charged)


def test_a_fee_that_was_too_high_is_no_shortfall(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "three-card-poker", "option": 1}
    hand |= {"wagers": {1: {"ante": 51}}, "collected": {"player_dealer": 2}}
    result = audit(case_of({"hand": hand}, book))
    assert result.violations == 1
    assert not len(result.facts.shortfalls)


def test_shifts_are_eight_hours_from_the_start_of_the_gaming_day() -> None:
    shifts = tallies.short_by_shift(night(), "America/Los_Angeles", 6)
    assert set(shifts["shift"]) <= {6, 14, 22, -1}
    assert set(tallies.short_by_shift(night(), "America/Los_Angeles", 4)["shift"]) <= {
        4,
        12,
        20,
        -1,
    }


@pytest.mark.parametrize(
    ("at", "shift"),
    [
        ("2026-02-01 05:59", 22),
        ("2026-02-01 06:00", 6),
        ("2026-02-01 13:59", 6),
        ("2026-02-01 22:00", 22),
    ],
)
def test_a_shift_that_begins_before_midnight_ends_after_it(book: Book, at: str, shift: int) -> None:
    hand = {"cardroom": "mortimers", "game": "three-card-poker", "option": 1, "at": at}
    hand |= {"wagers": {1: {"ante": 51}}, "collected": {"player_dealer": 0.50}}
    result = audit(case_of({"hand": hand}, book))
    assert tallies.short_by_shift(result, "America/Los_Angeles", 6)["shift"].tolist() == [shift]


def test_a_camera_window_holds_every_timed_finding_of_its_table() -> None:
    windows = tallies.camera_windows(night())
    found = night().findings
    timed = found[(found["at"] > 0) & (found["table"] != "")]
    assert windows["findings"].sum() == len(timed)
    for _, rows in windows.groupby(["cardroom", "table"]):
        starts, ends = rows["from"].tolist(), rows["to"].tolist()
        assert all(end < start for end, start in zip(ends, starts[1:], strict=False))


def test_camera_windows_are_listed_cardroom_by_cardroom() -> None:
    windows = tallies.camera_windows(night())
    listed = list(zip(windows["cardroom"], windows["table"], windows["from"], strict=True))
    assert len(set(windows["cardroom"])) == 2
    assert listed == sorted(listed)
