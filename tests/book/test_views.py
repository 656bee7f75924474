"""How figures of the book are told to a person."""

from __future__ import annotations

import pytest

from feeaudit.book.views import option_names, stretches


@pytest.mark.parametrize(
    ("lines", "cited"),
    [
        ([163, 161], "161, 163"),
        ([490, 491, 492, 500], "490-492, 500"),
        ([7, 7], "7"),
        ([], ""),
    ],
)
def test_lines_are_cited_as_people_do(lines: list[int], cited: str) -> None:
    assert stretches(lines) == cited


@pytest.mark.parametrize(
    ("options", "said"),
    [(["1", "2", "3", "7"], "1-3, 7"), (["10-100", "100-100"], "10-100, 100-100")],
)
def test_options_are_named_as_people_do(options: list[str], said: str) -> None:
    assert option_names(options) == said
