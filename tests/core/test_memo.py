"""What is made of values once."""

from __future__ import annotations

from feeaudit.core import memo
from feeaudit.core.memo import Memo


def test_each_value_is_made_once() -> None:
    made: list[str] = []

    def shout(word: str) -> str:
        made.append(word)
        return word.upper()

    told = Memo(shout)
    assert [*told.of_each(["a", "b", "a"])] == ["A", "B", "A"]
    assert made == ["a", "b"]


def test_no_more_is_kept_than_there_is_room_for() -> None:
    told = Memo(str)
    values = range(memo.MOST + 2)
    assert [*told.of_each(values)] == [*map(str, values)]
    assert len(told) == 2
