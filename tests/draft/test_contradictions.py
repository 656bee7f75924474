"""Prose against table: both are kept, the cells are marked, and nobody concludes for the reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.packets import draft_of, reasons

from feeaudit.book.export import rows
from feeaudit.book.load import read_book
from feeaudit.book.packet.contradictions import AGAINST_FEE, AGAINST_LIMIT, AT_TIMES
from feeaudit.book.packet.folder import DraftRequest, write_draft
from feeaudit.resources import folder

if TYPE_CHECKING:
    from pathlib import Path

TITLE = "Pier Baccarat (GEGA-008888)\n\n"
TABLE = (
    "Option\tTable Limit\tPlayer Fee\tPlayer-Dealer Fee\n"
    "1\t$10 - $100\t$1.00\t$2.00\n"
    "2\t$20 - $100\t$1.00\t$3.00\n"
)


def marked_by(sentence: str, below: str = "") -> set[str]:
    """Return the reasons for marks of a table between a sentence and a note."""
    return reasons(draft_of(f"{TITLE}{sentence}\n\n{TABLE}{below}"))


@pytest.mark.parametrize(
    "sentence",
    [
        "For every hand of this game that is dealt, players pay a collection fee of $2.00.",
        "A collection of $2.00 is taken from each player at this table before the hand begins.",
        "For all hands that are dealt at this table the player fee shall be $2.00 as posted.",
    ],
)
def test_a_sentence_with_another_fee_marks_the_cells(sentence: str) -> None:
    assert marked_by(sentence) == {AGAINST_FEE.format(stated="$2.00")}


def test_a_sentence_that_makes_players_free_marks_their_fees() -> None:
    free = "In this game, whatever the limit, no collection fee is charged to players at the table."
    assert marked_by(free) == {AGAINST_FEE.format(stated="$0.00")}


@pytest.mark.parametrize(
    "sentence",
    [
        "For every hand of this game that is dealt, players pay a collection fee of $1.00.",
        "For each bonus bet that they place on this game, players pay a collection fee of $5.00.",
        "A player who joins when the hand has begun and players pay a fee of $5.00 if they stay.",
        "For every hand of this game that is dealt, the pot pays a collection fee of $5.00.",
    ],
)
def test_a_sentence_that_agrees_or_speaks_of_something_else_marks_nothing(sentence: str) -> None:
    assert not marked_by(sentence)


def test_limits_of_the_prose_are_held_against_the_table() -> None:
    sentence = "At each table of this game the minimum wagering limit per betting spot shall be $"
    assert marked_by(f"{sentence}10 and $20.") == set()
    assert marked_by(f"{sentence}5 and $20.") == {
        AGAINST_LIMIT.format(side="minimum", stated="5.00 or 20.00")
    }


def test_a_note_below_that_changes_the_fees_at_times_marks_them() -> None:
    assert marked_by("", "\nThe fees are doubled on holidays.\n") == {
        AT_TIMES.format(words="doubled")
    }
    assert not marked_by("", "\nThe tables are open on holidays.\n")


def test_a_contradiction_is_drafted_as_an_anomaly_without_a_conclusion(tmp_path: Path) -> None:
    packet = tmp_path / "pier.txt"
    said = "For every hand of this game that is dealt, players pay a collection fee of $2.00."
    packet.write_text(f"{TITLE}{said}\n\n{TABLE}", encoding="utf-8")
    write_draft(DraftRequest(packet, "pier", tmp_path / "book", folder("schedules"), "Pier"), {})
    (cardroom,) = read_book(tmp_path / "book").cardrooms
    (anomaly,) = [each for each in cardroom.schedules[0].anomalies if "contradiction" in each.kinds]
    assert (anomaly.conclusion, anomaly.options, anomaly.component) == (
        "undecided",
        ("1", "2"),
        "player",
    )
    assert anomaly.lines == (3, 6, 7)
    marks = {(row.component, bool(row.mark)) for row in rows([cardroom])}
    assert marks == {("player", True), ("player_dealer", False)}
