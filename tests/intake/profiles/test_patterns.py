"""Patterns of names: what they fit, which part they take, and that no pattern takes for ever."""

from __future__ import annotations

import re
from time import monotonic

import pytest
from hypothesis import given
from hypothesis import strategies as st

from feeaudit.intake.profiles.patterns import fits_any, part_of


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("Table 4", "table  4"),
        ("Table *", "Table 4"),
        ("*", ""),
        ("Table*", "Table"),
        ("*night*", "Friday night, table 4"),
        ("*a*a", "aa"),
        ("T(4)", "t(4)"),
    ],
)
def test_a_name_fits_a_pattern_whatever_its_case_and_spacing(pattern: str, text: str) -> None:
    assert fits_any(["another", pattern], text)


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("Table 4", "Table 42"),
        ("Table *", "My Table 4"),
        ("*.csv", "a.csv.bak"),
        ("*a*a", "a"),
        ("Table {}", "Table "),
        ("T.4", "Tx4"),
    ],
)
def test_a_name_that_a_pattern_does_not_cover_to_its_ends_does_not_fit(
    pattern: str, text: str
) -> None:
    assert not fits_any([pattern], text)


@pytest.mark.parametrize(
    ("pattern", "text", "part"),
    [
        ("Table {}", "Table 4", "4"),
        ("{} night", "Friday night", "Friday"),
        ("*-{}.xlsx", "night-2026-03-01.xlsx", "2026-03-01"),
        ("*-*-{}.xlsx", "my-night-3.xlsx", "3"),
        ("Date: {} *", "Date: 3/1/2026 swing shift", "3/1/2026"),
        ("{}-{", "4-{", "4"),
        ("Table {}", "Tbl 4", None),
    ],
)
def test_the_part_is_what_stands_at_the_braces(pattern: str, text: str, part: str | None) -> None:
    assert part_of(pattern, text) == part


def tried_in_every_combination(pattern: str, text: str) -> str | None:
    """The part, found the plain way, which takes too long for a long name."""
    marks = {"{": "(.+?)", "*": ".*?"}
    form = "".join(marks.get(each) or re.escape(each) for each in pattern.replace("{}", "{"))
    match = re.fullmatch(form, text)
    return match[1] if match else None


@given(
    st.tuples(st.text("ab*", max_size=5), st.just("{}"), st.text("ab*", max_size=5)).map("".join),
    st.text("ab", max_size=9),
)
def test_the_first_place_of_each_part_is_the_one_that_counts(pattern: str, text: str) -> None:
    assert part_of(pattern, text) == tried_in_every_combination(pattern, text)


@pytest.mark.parametrize("pattern", ["*a" * 30 + "{}!", "*" * 200 + "{}!", "{}" + "a*" * 30 + "!"])
def test_a_pattern_of_many_stars_answers_at_once_for_a_long_name(pattern: str) -> None:
    began = monotonic()
    assert part_of(pattern, "a" * 2_000) is None
    assert part_of(pattern, "a" * 2_000 + "!") is not None
    assert monotonic() - began < 5
