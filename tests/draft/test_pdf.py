"""Packets that are PDFs: tables with rules and without, over pages; a scan is refused."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.packet_pdf import write_in_columns, write_pdf
from support.packets import fees_of_paper

from feeaudit.book.packet.packet_lines import UnreadablePacket, read_packet

if TYPE_CHECKING:
    from pathlib import Path

HEADER = ["Schedule Option", "Table Limit", "Player Fee", "Total Table Action", "Player-Dealer Fee"]
ROWS = [
    ["1", "$5 - $100", "$0.00", "$5 - $100", "$1.00"],
    ["", "", "", "$101 - $300", "$2.00"],
    ["", "", "", "$301 +", "$4.00"],
    ["2", "$10 - $200", "$0.50", "$10 - $100", "$1.00"],
    ["", "", "", "$101 +", "$3.00"],
]
READ = [
    "1 player 0.00",
    "1 player_dealer 5-100 1.00",
    "1 player_dealer 101-300 2.00",
    "1 player_dealer 301- 4.00",
    "2 player 0.50",
    "2 player_dealer 10-100 1.00",
    "2 player_dealer 101- 3.00",
]


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "unruled"])
def test_a_table_of_a_pdf_is_read_whole(tmp_path: Path, ruled: bool) -> None:
    path = tmp_path / "packet.pdf"
    write_pdf(path, ["Harbor Blackjack (GEGA-009999)", [HEADER, *ROWS]], ruled=ruled)
    assert fees_of_paper(read_packet(path)) == READ


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "unruled"])
def test_a_header_that_is_wrapped_is_one_header(tmp_path: Path, ruled: bool) -> None:
    path = tmp_path / "packet.pdf"
    write_pdf(path, ["Harbor Blackjack", [HEADER, *ROWS]], ruled=ruled, width="118mm")
    assert fees_of_paper(read_packet(path)) == READ


def test_pages_and_lines_are_kept_over_page_breaks(tmp_path: Path) -> None:
    path = tmp_path / "packet.pdf"
    rows = [[str(number), f"${5 * number} - $500", "$1.00", "$2.00"] for number in range(1, 31)]
    header = ["Option", "Table Limit", "Player Fee", "Player-Dealer Fee"]
    write_pdf(path, ["Harbor Blackjack", [header, *rows]], ruled=True)
    paper = read_packet(path)
    assert {line.page for line in paper.lines} == {1, 2}
    assert [line.number for line in paper.lines] == list(range(1, len(paper.lines) + 1))
    read = fees_of_paper(paper)
    assert len(read) == 60
    assert not any(each.endswith("?") for each in read)


def test_player_counts_across(tmp_path: Path) -> None:
    path = tmp_path / "packet.pdf"
    table = [
        ["Schedule Options", "Blinds", "7 or more players", "5 - 6 players", "4 or less players"],
        ["1", "$1 - $2", "$5.00", "$4.00", "$3.00"],
        ["2", "$2 - $4", "$6.00", "$5.00", "$4.00"],
    ]
    prose = "The collection is taken by the house dealer from the pot after the flop, every hand."
    write_pdf(path, ["Harbor Hold", prose, table], ruled=False)
    assert fees_of_paper(read_packet(path)) == [
        "1 pot 7- 5.00",
        "1 pot 5-6 4.00",
        "1 pot -4 3.00",
        "2 pot 7- 6.00",
        "2 pot 5-6 5.00",
        "2 pot -4 4.00",
    ]


@pytest.mark.parametrize(
    ("ruled", "width"), [(True, "96mm"), (False, "100mm")], ids=["ruled", "unruled"]
)
def test_cells_that_are_wrapped_are_one_row(tmp_path: Path, ruled: bool, width: str) -> None:
    path = tmp_path / "packet.pdf"
    rows = [[cell.replace(" +", " and above") for cell in row] for row in ROWS]
    write_pdf(path, ["Harbor Blackjack", [HEADER, *rows]], ruled=ruled, width=width)
    paper = read_packet(path)
    assert any(line.tabular and line.blank for line in paper.lines)
    assert fees_of_paper(paper) == READ


@pytest.mark.parametrize("ruled", [True, False], ids=["ruled", "unruled"])
def test_a_header_of_numbers_that_is_wrapped_is_one_header(tmp_path: Path, ruled: bool) -> None:
    path = tmp_path / "packet.pdf"
    table = [
        ["Option", "Blinds", "7-9 players", "5-6 players", "2-4 players"],
        ["1", "$1-$2", "$5.00", "$4.00", "$3.00"],
        ["2", "$2-$4", "$6.00", "$5.00", "$4.00"],
    ]
    write_pdf(path, ["Harbor Hold", "Taken from the pot.", table], ruled=ruled, width="82mm")
    assert fees_of_paper(read_packet(path))[:3] == [
        "1 pot 7-9 5.00",
        "1 pot 5-6 4.00",
        "1 pot 2-4 3.00",
    ]


def test_the_only_row_on_a_page_of_a_ruled_table_is_a_row(tmp_path: Path) -> None:
    path = tmp_path / "packet.pdf"
    header = ["Option", "Table Limit", "Player Fee", "Player-Dealer Fee"]
    for length in (13, 14, 15, 16, 17, 18):
        rows = [[str(each), f"${5 * each} - $500", "$1.00", "$2.00"] for each in range(1, length)]
        write_pdf(path, ["Harbor Blackjack", [header, *rows]], ruled=True)
        read = fees_of_paper(read_packet(path))
        assert len(read) == 2 * len(rows)
        assert not any(each.endswith("?") for each in read)


OFFER = (
    "The player-dealer position must be offered to every seated player after two hands. No player"
    " holds the position for more than two hands in a row, and the offer moves clockwise."
)
FEE = (
    "A collection fee shall be taken from the player-dealer based on the total amount that all"
    " players have wagered. It is taken before the deal by the house dealer, from every hand."
)


def test_prose_in_two_columns_is_read_down_one_and_then_the_other(tmp_path: Path) -> None:
    path = tmp_path / "packet.pdf"
    longer = [f"{OFFER} {OFFER}", f"{FEE} {FEE}"]
    write_in_columns(path, "Harbor Blackjack", longer, "Harbor Hold")
    texts = [line.text for line in read_packet(path).lines]
    assert texts[0] == "Harbor Blackjack"
    assert " ".join(texts[1:-1]) == " ".join(longer)
    assert texts[-1] == "Harbor Hold"


def test_prose_over_the_whole_page_is_read_line_by_line(tmp_path: Path) -> None:
    path = tmp_path / "packet.pdf"
    write_pdf(path, ["Harbor Blackjack", f"{OFFER} {OFFER}", f"{FEE} {FEE}"], ruled=False)
    texts = [line.text for line in read_packet(path).lines]
    assert " ".join(texts) == f"Harbor Blackjack {OFFER} {OFFER} {FEE} {FEE}"


def test_a_scan_is_refused_with_the_way_out(tmp_path: Path) -> None:
    path = tmp_path / "scan.pdf"
    write_pdf(path, [[[""]]], ruled=True)
    with pytest.raises(UnreadablePacket, match="OCR"):
        read_packet(path)


def test_what_is_no_pdf_is_said(tmp_path: Path) -> None:
    path = tmp_path / "broken.pdf"
    path.write_bytes(b"not a PDF")
    with pytest.raises(UnreadablePacket, match=r"broken\.pdf cannot be opened"):
        read_packet(path)
