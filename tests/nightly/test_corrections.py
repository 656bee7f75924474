"""Late and corrected files: nothing is lost, nothing counts twice, the latest word counts."""

from __future__ import annotations

import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from feeaudit.nightly.corrections import counting, replacements

pytestmark = pytest.mark.slow

Hand = tuple[str, str, int]


def frame(hands: list[Hand]) -> pd.DataFrame:
    return pd.DataFrame(hands, columns=["table", "hand_id", "started_at"])


def kept(*files: list[Hand]) -> list[list[str]]:
    """Return the hands that count of each file."""
    frames = [frame(each) for each in files]
    masks = counting(frames, list(replacements(frames)))
    return [list(each.loc[mask, "hand_id"]) for each, mask in zip(frames, masks, strict=True)]


def at_table(table: str, first: int, last: int) -> list[Hand]:
    return [(table, str(number), number) for number in range(first, last + 1)]


def test_a_file_alone_counts_whole() -> None:
    assert kept(at_table("T1", 1, 3)) == [["1", "2", "3"]]


def test_the_same_night_again_counts_once() -> None:
    assert kept(at_table("T1", 1, 3), at_table("T1", 1, 3)) == [[], ["1", "2", "3"]]


def test_the_second_half_of_a_night_is_added() -> None:
    assert kept(at_table("T1", 1, 2), at_table("T1", 3, 4)) == [["1", "2"], ["3", "4"]]


def test_an_overlapping_file_replaces_only_the_stretch_it_covers() -> None:
    early, late = at_table("T1", 1, 5), at_table("T1", 4, 8)
    assert kept(early, late) == [["1", "2", "3"], ["4", "5", "6", "7", "8"]]


def test_a_hand_that_a_correction_leaves_out_does_not_count() -> None:
    corrected = [hand for hand in at_table("T1", 1, 5) if hand[1] != "3"]
    assert kept(at_table("T1", 1, 5), corrected) == [[], ["1", "2", "4", "5"]]


def test_a_correction_of_one_table_leaves_the_others() -> None:
    night = at_table("T1", 1, 2) + at_table("T2", 11, 12)
    assert kept(night, at_table("T1", 1, 2)) == [["11", "12"], ["1", "2"]]


def test_tables_that_number_their_hands_alike_do_not_replace_each_other() -> None:
    assert kept(at_table("T1", 1, 2), at_table("T2", 1, 2)) == [["1", "2"], ["1", "2"]]


hands = st.lists(
    st.tuples(st.sampled_from(["T1", "T2"]), st.integers(1, 12)), unique=True, max_size=10
)


@st.composite
def nights(draw: st.DrawFn) -> list[list[Hand]]:
    """Files of one night in which a hand has one table, one id and one time."""
    files = draw(st.lists(hands, min_size=1, max_size=4))
    return [[(table, str(number), number) for table, number in each] for each in files]


@settings(deadline=None)
@given(nights())
def test_no_hand_counts_twice_where_files_repeat_it(files: list[list[Hand]]) -> None:
    frames = [frame(each) for each in files]
    masks = counting(frames, list(replacements(frames)))
    counted = pd.concat([each[mask] for each, mask in zip(frames, masks, strict=True)])
    assert not counted.duplicated(["table", "hand_id"]).any()


@settings(deadline=None)
@given(nights())
def test_the_last_file_always_counts_whole(files: list[list[Hand]]) -> None:
    assert kept(*files)[-1] == [hand for _, hand, _ in files[-1]]


@settings(deadline=None)
@given(nights())
def test_a_hand_that_no_longer_counts_lies_in_a_stretch_that_came_later(
    files: list[list[Hand]],
) -> None:
    for number, names in enumerate(kept(*files)):
        for table, hand, at in files[number]:
            if hand not in names:
                later = [
                    [each[2] for each in other if each[0] == table] for other in files[number + 1 :]
                ]
                assert any(times and min(times) <= at <= max(times) for times in later)
