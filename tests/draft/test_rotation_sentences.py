"""Sentences on the player-dealer position, in our own words, and what they propose."""

from __future__ import annotations

import pytest

from feeaudit.book.packet.rotation_sentences import proposed


@pytest.mark.parametrize(
    ("sentence", "keys"),
    [
        (
            "No one player may hold the player-dealer position for more than two consecutive hands.",
            ["cap: {hands: 2, unit: hand, holder: player}"],
        ),
        (
            "The player-dealer position shall be offered clockwise after every two hands.",
            ["offer: {after: 2, unit: hand, to: next}", "direction: clockwise"],
        ),
        (
            (
                "A player stays in the player-dealer position for two consecutive rounds before it is"
                " offered to the next."
            ),
            ["offer: {after: 2, unit: round, to: next}"],
        ),
        (
            "The player/dealer position rotates counterclockwise every three hands.",
            ["rotates_after: 3", "direction: counter_clockwise"],
        ),
        ("There must be an intervening player-dealer between turns.", ["intervening: yes"]),
        (
            "At the start of a game a player is offered the player-dealer position.",
            ["first_offer: any"],
        ),
        ("The casino shall not participate as player-dealer.", ["never: house"]),
    ],
    ids=["cap", "offer", "offer after", "rotates", "intervening", "first offer", "never"],
)
def test_a_sentence_proposes_what_it_says(sentence: str, keys: list[str]) -> None:
    (found,) = proposed(sentence, lambda _place: 7)
    assert (found.line, list(found.keys)) == (7, keys)


@pytest.mark.parametrize(
    "sentence",
    [
        "Wagers are settled clockwise from the left of the player-dealer position.",
        "The player-dealer pays all winning wagers and collects all losing ones.",
        "The dealer button moves clockwise after every hand.",
        "Cards are dealt clockwise after every two hands have been shuffled.",
    ],
)
def test_what_is_not_about_the_position_proposes_nothing(sentence: str) -> None:
    assert proposed(sentence, lambda _place: 7) == []
