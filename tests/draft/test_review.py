"""Marks walked through: edits are written back where they stand, and nothing else moves."""

from __future__ import annotations

import difflib
from typing import TYPE_CHECKING

import pytest

from feeaudit.book.load import read_book
from feeaudit.book.packet.folder import DraftRequest, write_draft
from feeaudit.book.packet.review import (
    change_fee,
    change_tier,
    mark_seen,
    marks_of,
    record_anomaly,
    version_of,
)
from feeaudit.core.problem import BookError, Unknown
from feeaudit.resources import folder

if TYPE_CHECKING:
    from pathlib import Path

PACKET = """\
Harbor Blackjack (GEGA-009999)

A collection fee shall be taken from the player-dealer based on the total amount that all players
have wagered, prior to cards being dealt.

Schedule Option\tTable Limit\tTable Action\tPlayer-Dealer Fee\tPlayer Fee
1\t$5 - $100\t$5 - $1O0\t$1.00\t$0.00
\t\t$101 +\t$2.00\t
2\t$10 - $200\t$10 - $100\t$2.00\t$0.00
\t\t$110 +\t$3.00\t
"""
FILE = "harbor/harbor-blackjack.yaml"


@pytest.fixture
def book(tmp_path: Path) -> Path:
    packet = tmp_path / "packet.txt"
    packet.write_text(PACKET, encoding="utf-8")
    place = tmp_path / "book"
    write_draft(DraftRequest(packet, "harbor", place, folder("schedules"), "Harbor"), {})
    path = place / FILE
    commented = path.read_text(encoding="utf-8").replace(
        "options:\n", "# compared by Kim on the 3rd\noptions:\n", 1
    )
    path.write_text(commented, encoding="utf-8")
    return place


def changed_lines(before: str, after: str) -> list[str]:
    return [
        line
        for line in difflib.ndiff(before.splitlines(), after.splitlines())
        if line[:2] in {"+ ", "- "}
    ]


def test_a_confirmed_mark_changes_one_line(book: Path) -> None:
    before = (book / FILE).read_text(encoding="utf-8")
    mark = next(each for each in marks_of(book, "harbor") if each.file == FILE)
    mark_seen(book, FILE, mark.row, "confirmed", by="Kim O'Hara")
    after = (book / FILE).read_text(encoding="utf-8")
    removed, added = changed_lines(before, after)
    assert added[2:-1].startswith(removed[2:-1])
    assert "seen: confirmed" in added
    assert "# compared by Kim on the 3rd" in after
    seen = next(
        each for each in marks_of(book, "harbor") if each.row == mark.row and each.file == FILE
    )
    assert (seen.mark.seen, seen.mark.by) == ("confirmed", "Kim O'Hara")


def test_a_fee_is_changed_in_its_tier(book: Path) -> None:
    change_fee(book, FILE, "2", "player_dealer", fee="4.00", tier="110+")
    change_tier(book, FILE, "2", "player_dealer", tier="110+", bounds="101+")
    (place,) = read_book(book, ["harbor"]).cardrooms
    ladder = next(
        ladder
        for option in place.schedules[0].options
        if option.option == "2"
        for ladder in option.ladders
        if ladder.component == "player_dealer"
    )
    assert [(tier.low, tier.fee) for tier in ladder.tiers] == [(1000, 200), (10100, 400)]


def test_an_edit_that_the_grammar_refuses_leaves_the_file(book: Path) -> None:
    before = (book / FILE).read_bytes()
    with pytest.raises(BookError, match="not an amount"):
        change_fee(book, FILE, "1", "player", fee="four dollars")
    assert (book / FILE).read_bytes() == before


def test_an_edit_of_a_stale_file_is_refused(book: Path) -> None:
    version = version_of(book, FILE)
    change_fee(book, FILE, "1", "player", fee="0.50")
    with pytest.raises(Unknown, match="meanwhile"):
        change_fee(book, FILE, "1", "player", fee="1.00", version=version)


def test_an_anomaly_is_recorded_with_its_readings(book: Path) -> None:
    record_anomaly(
        book,
        FILE,
        "kind: misprint\noptions: 1\nlines: 7\nconclusion: determinate\nnote: A letter for a digit.",
    )
    (place,) = read_book(book, ["harbor"]).cardrooms
    assert any("misprint" in each.kinds for each in place.schedules[0].anomalies)


@pytest.mark.parametrize(
    ("option", "component", "tier", "says"),
    [
        ("9", "player", "", "option 9"),
        ("1", "bonus", "", "no bonus"),
        ("2", "player_dealer", "7+", "tier 7"),
    ],
)
def test_what_is_not_there_is_said(
    book: Path, option: str, component: str, tier: str, says: str
) -> None:
    with pytest.raises(Unknown, match=says):
        change_fee(book, FILE, option, component, fee="1.00", tier=tier)
