"""Answers are kept by which things were asked about, and never without end."""

from __future__ import annotations

from feeaudit.core.kept_answers import kept


class Thing:
    """Told apart as an object, though all are equal."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Thing)

    __hash__ = None  # type: ignore[assignment]


def test_the_same_thing_is_asked_about_once() -> None:
    asked: list[str] = []

    @kept(4)
    def answer(thing: Thing, name: str) -> str:
        assert thing == Thing()
        asked.append(name)
        return f"{name} of {len(asked)}"

    one, other = Thing(), Thing()
    assert answer(one, "fee") == answer(one, " fee".strip()) == "fee of 1"
    assert answer(other, "fee") == "fee of 2"
    assert answer(one, "tip") == "tip of 3"
    assert asked == ["fee", "fee", "tip"]


def test_a_thing_that_is_gone_leaves_its_answer_to_no_other() -> None:
    @kept(100)
    def answer(thing: Thing) -> list[int]:
        return [id(thing)]

    found = [answer(Thing())[0] for _ in range(50)]
    assert len(set(found)) == 50


def test_answers_without_end_are_forgotten() -> None:
    made: list[int] = []

    @kept(3)
    def answer(number: int) -> int:
        made.append(number)
        return -number

    assert [answer(each) for each in (1, 2, 3, 4, 1)] == [-1, -2, -3, -4, -1]
    assert made == [1, 2, 3, 4, 1]
