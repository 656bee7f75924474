"""A draft at the workbench: the paper beside it, marks walked through, edits written back."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.workbenches import bench_on

from feeaudit.book.packet.folder import DraftRequest, write_draft
from feeaudit.book.packet.review import marks_of
from feeaudit.resources import folder

if TYPE_CHECKING:
    from pathlib import Path

    from support.nights import Site
    from support.workbenches import Bench

PACKET = """\
Harbor Blackjack (GEGA-009999)

A collection fee shall be taken from the player-dealer based on the total amount that all players
have wagered, prior to cards being dealt.

Schedule Option\tTable Limit\tTable Action\tPlayer-Dealer Fee\tPlayer Fee
1\t$5 - $100\t$5 - $1O0\t$1.00\t$0.00
\t\t$101 +\t$2.00\t
"""
FILE = "harbor/harbor-blackjack.yaml"


@pytest.fixture
def drafts(tmp_path: Path) -> Path:
    """A drafted book, its packet beside it."""
    packet = tmp_path / "packets" / "packet.txt"
    packet.parent.mkdir()
    packet.write_text(PACKET, encoding="utf-8")
    place = tmp_path / "drafts"
    write_draft(DraftRequest(packet, "harbor", place, folder("schedules"), "Harbor"), {})
    return place


@pytest.fixture
def bench(site: Site, drafts: Path) -> Bench:
    """A workbench on the draft."""
    return bench_on(site, book=drafts, sources=drafts.parent / "packets").entered()


def schedule_page(bench: Bench) -> str:
    """Return the address of the part that is the schedule."""
    overview = bench.page("/draft/harbor")
    row = re.search(rf'href="(/draft/harbor/\d+)">[^<]*</a></th><td>{FILE}', overview)
    assert row is not None
    return row[1]


def fields(bench: Bench, address: str) -> dict[str, str]:
    """Return what the first form of a mark carries along."""
    text = bench.page(address)
    found = dict(re.findall(r'name="(version|row)" value="([^"]*)"', text))
    assert found.keys() == {"version", "row"}
    return found


def test_the_overview_says_how_far_the_draft_is(bench: Bench) -> None:
    text = bench.page("/draft/harbor")
    assert "is a draft" in text
    assert "Go through the marks" in text


def test_the_lines_of_the_paper_stand_beside_the_cells(bench: Bench) -> None:
    text = bench.page(schedule_page(bench))
    assert "$1O0" in text
    assert "101" in text


def test_a_mark_is_confirmed_by_name(bench: Bench, drafts: Path) -> None:
    address = schedule_page(bench)
    before = [each.mark.open for each in marks_of(drafts, "harbor")]
    answer = bench.post(f"{address}/mark", fields(bench, address) | {"seen": "confirmed"})
    assert answer.status_code == 303, answer.text
    after = marks_of(drafts, "harbor")
    assert sum(each.mark.open for each in after) == sum(before) - 1
    assert "Ann Lee" in {each.mark.by for each in after}


def test_a_fee_is_changed_where_it_stands(bench: Bench, drafts: Path) -> None:
    address = schedule_page(bench)
    version = fields(bench, address)["version"]
    form = {"version": version, "option": "1", "component": "player_dealer", "tier": "101+"}
    assert bench.post(f"{address}/fee", form | {"fee": "$2.50"}).status_code == 303
    assert "101+: 2.50" in (drafts / FILE).read_text(encoding="utf-8")


def test_an_edit_of_what_somebody_else_changed_is_refused(bench: Bench, drafts: Path) -> None:
    address = schedule_page(bench)
    old = fields(bench, address)
    path = drafts / FILE
    path.write_text(path.read_text(encoding="utf-8") + "# somebody else\n", encoding="utf-8")
    before = path.read_bytes()
    assert bench.post(f"{address}/mark", old | {"seen": "confirmed"}).status_code == 422
    assert path.read_bytes() == before


@pytest.mark.parametrize("fee", ["lots", "-1", "1: {x: y}", "1.00\nnote: mine"])
def test_what_is_no_fee_leaves_the_file_as_it_was(bench: Bench, drafts: Path, fee: str) -> None:
    address = schedule_page(bench)
    version = fields(bench, address)["version"]
    before = (drafts / FILE).read_bytes()
    form = {"version": version, "option": "1", "component": "player_dealer", "tier": "101+"}
    assert bench.post(f"{address}/fee", form | {"fee": fee}).status_code == 422
    assert (drafts / FILE).read_bytes() == before


def test_a_read_only_workbench_edits_nothing(site: Site, drafts: Path) -> None:
    bench = bench_on(site, book=drafts, read_only=True).entered()
    address = schedule_page(bench)
    assert "As printed" not in bench.page(address)
    assert bench.post(f"{address}/mark", {"seen": "confirmed"}).status_code == 403


@pytest.mark.parametrize("room", ["..", "nowhere", "harbor%2f..", "%2e%2e%2fharbor"])
def test_what_is_no_cardroom_of_the_book_is_not_opened(bench: Bench, room: str) -> None:
    assert bench.get(f"/draft/{room}").status_code in {404, 422, 308}
