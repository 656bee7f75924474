"""Names of people: one spelling each, and two that look alike are not two people."""

from __future__ import annotations

import pytest

from feeaudit.core.problem import Unknown
from feeaudit.register.identities import two_identities
from feeaudit.register.signatories import person, same_person


@pytest.mark.parametrize(
    "other",
    [
        "ann lee",
        "ANN  LEE",
        " Ann\u00a0Lee ",
        "Ann-Lee",
        "\uff21nn Lee",  # a wide A
        "Ánn Lee",
        "Ann Lee\u200b",  # a space without width
        "Ann Lee \u3164",  # a letter that shows nothing
    ],
)
def test_a_person_under_another_spelling_is_the_same(other: str) -> None:
    assert same_person("Ann Lee", other)
    with pytest.raises(Unknown):
        two_identities("Ann Lee", "the preparer", other, "the reviewer")


@pytest.mark.parametrize("other", ["\u0410nn Lee", "Ann L\u0435e", "Ann\u3164 Lee", "Ann L\u03b5e"])
def test_letters_of_two_alphabets_make_no_second_person(other: str) -> None:
    with pytest.raises(Unknown, match="mixes letters of"):
        person(other, "the reviewer")


@pytest.mark.parametrize("blank", ["Ann", "Ann \u3164", "Ann .", ""])
def test_one_name_is_not_a_full_name(blank: str) -> None:
    with pytest.raises(Unknown, match="not a full name"):
        person(blank, "the reviewer")


@pytest.mark.parametrize(
    "name",
    [
        "José Núñez",
        "Seán O\u2019Brien",
        "Ka\u02bbiulani Ho",
        "Łukasz Żak",
        "李 小龙",
        "Иван Петров",
        "山田 タロ子",
    ],
)
def test_names_of_every_language_are_names(name: str) -> None:
    assert person(name, "the reviewer") == name
