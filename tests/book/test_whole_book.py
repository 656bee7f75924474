"""What must hold for the book as a whole."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from feeaudit.book.catalogue import find_cardroom, find_game, names_of
from feeaudit.book.sources import prove
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book


def test_the_five_cardrooms_are_there(book: Book) -> None:
    assert {cardroom.cardroom: cardroom.document[:3] for cardroom in book.cardrooms} == {
        "parkwest-lotus": "000",
        "lucky-lady": "001",
        "hawaiian-gardens": "002",
        "mortimers": "003",
        "lucky-chances": "004",
    }


@pytest.mark.parametrize("name", ["Silver Fox Casino", "Lotus Casino", "parkwest-lotus"])
def test_a_cardroom_goes_by_its_former_names(book: Book, name: str) -> None:
    assert find_cardroom(book, name).cardroom == "parkwest-lotus"


def test_every_printed_name_and_approval_resolves(book: Book) -> None:
    for cardroom in book.cardrooms:
        for game in cardroom.games:
            for name in (game.game, *names_of(game)):
                assert find_game(cardroom, name) == game, f"{cardroom.cardroom} {name}"


def test_a_name_is_known_with_its_approval_behind_it_as_headings_print_it(book: Book) -> None:
    room = find_cardroom(book, "mortimers")
    for name in ("Pai Gow Poker (GEGA-001004)", "Pai Gow Poker GEGA-001004"):
        assert find_game(room, name).game == "pai-gow-poker"
    with pytest.raises(Unknown, match="is not a game of mortimers"):
        find_game(room, "Pai Gow Poker (GEGA-000309)")


def test_no_two_schedules_claim_the_same_option_without_a_word(book: Book) -> None:
    for cardroom in book.cardrooms:
        claims: dict[tuple[str, str, str], set[str]] = {}
        for schedule in cardroom.schedules:
            said = any("two_schedules" in anomaly.kinds for anomaly in schedule.anomalies)
            for game in schedule.games:
                for option in schedule.options:
                    key = (game, option.option, schedule.edition)
                    claims.setdefault(key, set())
                    assert said or not claims[key], f"{cardroom.cardroom} {key} {claims[key]}"
                    if not said:
                        claims[key].add(schedule.schedule)


def test_every_schedule_is_for_games_that_exist(book: Book) -> None:
    for cardroom in book.cardrooms:
        games = {game.game for game in cardroom.games}
        assert all(games.issuperset(schedule.games) for schedule in cardroom.schedules)


def test_every_player_dealer_game_has_a_rotation_rule_or_a_reason(book: Book) -> None:
    for cardroom in book.cardrooms:
        for game in cardroom.games:
            if game.kind == "player_dealer":
                assert game.rotation or game.no_rotation, f"{cardroom.cardroom} {game.game}"


def test_a_wager_that_differs_from_another_cardrooms_cites_its_document(book: Book) -> None:
    placed: dict[tuple[str, str], str] = {}
    for cardroom in book.cardrooms:
        for game in cardroom.games:
            for wager in game.wagers:
                first = placed.setdefault((game.game, wager.wager), wager.placed)
                same = first == wager.placed
                assert same or wager.lines, f"{cardroom.cardroom} {game.game} {wager.wager}"


def test_every_citation_is_a_line_of_the_document(book: Book, documents: Path) -> None:
    for cardroom in book.cardrooms:
        text = (documents / cardroom.document).read_text(encoding="utf-8")
        last = len(text.split("\n"))
        for game in cardroom.games:
            cited = [*game.lines, *(line for each in game.rotation for line in each.lines)]
            cited += [line for each in game.wagers for line in each.lines]
            assert max(cited) <= last, f"{cardroom.cardroom} {game.game}"
        assert prove(cardroom, documents) == []


def test_no_sentence_of_a_document_is_copied(schedules: Path, documents: Path) -> None:
    """No run of nine words of ours stands in a document."""

    def runs(text: str) -> set[tuple[str, ...]]:
        words = "".join(c.lower() if c.isalpha() else " " for c in text).split()
        return {tuple(words[i : i + 9]) for i in range(len(words) - 8)}

    printed = set().union(
        *(runs(path.read_text(encoding="utf-8")) for path in documents.glob("*.txt"))
    )
    for path in schedules.rglob("*.yaml"):
        prose = "\n".join(
            line
            for line in path.read_text(encoding="utf-8").splitlines()
            if "{" not in line and not line.strip().startswith(("title:", "names:"))
        )
        copied = runs(prose) & printed
        assert not copied, f"{path.name}: {' '.join(min(copied))}"
