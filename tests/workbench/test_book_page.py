"""The book at the workbench: found by a word, shown as printed, compared, printed as a sign."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.shipped import shipped_book
from support.workbenches import bench_on

from feeaudit.resources import folder

if TYPE_CHECKING:
    from support.nights import Site
    from support.workbenches import Bench


@pytest.fixture
def bench(site: Site) -> Bench:
    """A workbench with the shipped book."""
    return bench_on(site, book=folder("schedules")).entered()


def test_a_game_is_found_by_a_word_of_its_name(bench: Bench) -> None:
    found = bench.page("/book?q=three+card")
    assert "/book/mortimers/game/three-card-poker" in found


def test_a_game_is_found_by_its_approval(bench: Bench) -> None:
    game = next(each for each in shipped_book().cardrooms[0].games if each.approvals)
    assert f"/game/{game.game}" in bench.page(f"/book?q={game.approvals[0]}")


def test_a_search_that_finds_nothing_says_so(bench: Bench) -> None:
    assert "Nothing in the book has all of these words" in bench.page("/book?q=roulette")


def test_every_fee_of_a_schedule_is_shown_with_its_line(bench: Bench) -> None:
    (room,) = (each for each in shipped_book().cardrooms if each.cardroom == "mortimers")
    schedule = next(each for each in room.schedules if each.options)
    text = bench.page(f"/book/mortimers/schedule/{schedule.schedule}/{schedule.edition}")
    cells = [
        tier for option in schedule.options for ladder in option.ladders for tier in ladder.tiers
    ]
    assert cells
    assert all(re.search(rf"\b{tier.line}\b", text) for tier in cells)


def test_every_page_of_the_book_opens(bench: Bench) -> None:
    for room in shipped_book().cardrooms:
        bench.page(f"/book/{room.cardroom}")
        for game in room.games[:3]:
            bench.page(f"/book/{room.cardroom}/game/{game.game}")
        for schedule in room.schedules[:3]:
            bench.page(f"/book/{room.cardroom}/schedule/{schedule.schedule}/{schedule.edition}")


def test_two_editions_are_compared_in_the_language_of_fees(bench: Bench) -> None:
    address = "/book/mortimers/compare?old=omaha-high-low-split%401&new=omaha-high-low-split%402"
    assert re.search(r"\d+ differences?", bench.page(address))


def test_a_schedule_beside_itself_has_no_difference(bench: Bench) -> None:
    address = "/book/mortimers/compare?old=texas-holdem%401&new=texas-holdem%401"
    assert "No difference in fees, limits or terms" in bench.page(address)


def test_a_sign_is_a_pdf(bench: Bench) -> None:
    answer = bench.get("/book/mortimers/game/three-card-poker/sign?option=1")
    assert answer.status_code == 200
    assert answer.data.startswith(b"%PDF")


def test_what_the_book_does_not_have_is_said_in_a_sentence(bench: Bench) -> None:
    for address in (
        "/book/caesars",
        "/book/mortimers/game/roulette",
        "/book/mortimers/schedule/nothing/1",
        "/book/mortimers/game/three-card-poker/sign?option=99",
        "/book/mortimers/compare?old=..%2F..%2Fetc&new=x",
    ):
        answer = bench.get(address)
        assert answer.status_code == 422, address
        assert "Traceback" not in answer.text


def test_two_editions_of_one_schedule_are_offered_to_compare(bench: Bench) -> None:
    text = bench.page("/book/mortimers/compare")
    offered = re.findall(r'<option value="([^"]+)" selected', text)
    assert offered == ["omaha-high-low-split@1", "omaha-high-low-split@2"]
    assert "difference" not in text, "nothing is compared before it is asked for"
