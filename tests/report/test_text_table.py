"""Text tables fit a terminal of 80 columns, and lose nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.audited import bad_night, clean_night, hostile_night

from feeaudit.report import summary_text
from feeaudit.report.text_table import text_table

WORDS = st.text("abcdefgh ", max_size=60).map(str.strip)


def test_columns_are_aligned_and_figures_stand_to_the_right() -> None:
    table = text_table(("Check", "Tested"), [("FEE-OVER", "1,200"), ("X", "3")])
    assert table == "Check     Tested\n--------  ------\nFEE-OVER   1,200\nX              3"


def test_a_wide_column_of_words_takes_several_lines() -> None:
    table = text_table(("Id", "Words", "N"), [("A-1", "one two three four five", "12")], most=22)
    assert table.splitlines()[2:] == ["A-1  one two three  12", "     four five"]


def test_an_id_is_never_broken_and_what_fits_in_no_way_becomes_a_paragraph() -> None:
    row = ("0123456789ab", "hawaiian-gardens", "HG00001-0029", "some words")
    table = text_table(("Finding", "Cardroom", "Hand", ""), [row], most=40)
    assert table.splitlines() == [
        "0123456789ab",
        "    cardroom hawaiian-gardens; hand",
        "    HG00001-0029; some words",
    ]


@given(st.lists(st.tuples(WORDS, WORDS, WORDS, st.integers(0, 10**6).map(str)), max_size=6))
def test_tables_stay_within_the_width_and_keep_every_word(rows: list[tuple[str, ...]]) -> None:
    lines = text_table(("A", "B", "C", "Count"), rows).splitlines()
    assert all(len(line) <= 79 for line in lines)
    shown = " ".join(lines).replace(";", " ").split()
    words = [word for row in rows for cell in row for word in cell.split()]
    assert not set(words) - set(shown)


def test_figures_are_never_broken() -> None:
    table = text_table(("Words", "Cents"), [("word " * 30, "1234567890123")])
    assert "1234567890123" in table


@pytest.mark.parametrize("night", [bad_night, clean_night, hostile_night])
def test_the_summary_of_an_audit_fits_80_columns(night: type) -> None:
    text = summary_text.rendered(night().result, night().basis.voice)
    # A path or name without a blank is shown whole.
    assert [line for line in text.splitlines() if len(line) > 80 and " " in line.strip()] == []
