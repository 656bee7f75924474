"""General rules: a game is played under its own, the schedule's and the house's, and no other's."""

from __future__ import annotations

from feeaudit.book.catalogue import rules_of
from feeaudit.book.model import Cardroom, Game, Option, Rule, Schedule
from feeaudit.rules.in_force import Context, Offer

FREE = Rule("free_hands", (10,), hands=4)
BOUND = Rule("free_hands", (20,), hands=2, schedules=("shared@2",))
FOR_PAN = Rule("free_hands", (30,), hands=3, games=("pan-9",))
FOR_POKER = Rule("free_hands", (40,), hands=5, kind="poker")


def game(name: str, *rules: Rule) -> Game:
    return Game(name, name, "player_dealer", (), (), (1,), 1, rules=rules)


def schedule(edition: str = "1", *rules: Rule) -> Schedule:
    return Schedule(
        "harbor",
        "shared",
        edition,
        "",
        ("pan-9", "war"),
        (),
        "",
        (1,),
        numbered=True,
        file="",
        row=1,
        rules=rules,
    )


def lines(room: Cardroom, played: Game, *printed: Schedule) -> list[tuple[int, ...]]:
    option = Option("1", (1,), 1, (), (), ())
    offers = tuple(Offer(each, option, None) for each in printed)
    context = Context("harbor", played.game, "1", cardroom=room, game=played, offers=offers)
    return [rule.lines for rule in context.rules("free_hands")]


def test_a_rule_of_another_game_of_the_schedule_is_not_this_ones() -> None:
    pan, war = game("pan-9", FREE), game("war")
    room = Cardroom("harbor", "Harbor", (), "h.txt", games=(pan, war))
    assert lines(room, pan, schedule()) == [(10,)]
    assert lines(room, war, schedule()) == []


def test_a_rule_that_is_bound_to_an_edition_holds_under_it_alone() -> None:
    pan = game("pan-9", BOUND)
    room = Cardroom("harbor", "Harbor", (), "h.txt", games=(pan,))
    assert lines(room, pan, schedule("2")) == [(20,)]
    assert lines(room, pan, schedule("1")) == []
    assert [*rules_of(room, pan)] == []


def test_rules_of_the_schedule_and_of_the_house_name_their_games() -> None:
    pan, war = game("pan-9"), game("war")
    room = Cardroom("harbor", "Harbor", (), "h.txt", games=(pan, war), rules=(FOR_POKER, FREE))
    assert lines(room, pan, schedule("1", FOR_PAN)) == [(30,), (10,)]
    assert lines(room, war, schedule("1", FOR_PAN)) == [(10,)]


def test_a_rule_of_the_game_counts_once_however_many_schedules_may_hold() -> None:
    pan = game("pan-9", FREE)
    room = Cardroom("harbor", "Harbor", (), "h.txt", games=(pan,))
    assert lines(room, pan, schedule("1"), schedule("2")) == [(10,)]
