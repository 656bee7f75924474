"""Rules of settlement: what statements and readings say together, of games made up for it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feeaudit.book.model import Anomaly, Cardroom, Game, Option, Reading, Rule, Schedule, Settlement
from feeaudit.rules.contexts import Context
from feeaudit.rules.in_force import Offer
from feeaudit.rules.settlement import (
    Place,
    PrintedOrder,
    SettlementRules,
    rules_key,
    settlement_rules,
)

CLOCKWISE = Settlement((1,), starts="action_button", direction="clockwise")
BACKWARDS = Settlement((2,), starts="action_button", direction="counter_clockwise")
LEFT = Settlement((3,), starts="left_of_player_dealer")
COVERS = Rule("covers_only", (9,))


def game(*settlement: Settlement, **facts: object) -> Game:
    plain = Game("harbor", "Harbor", "player_dealer", (), (), (1,), 1, settlement=settlement)
    return replace(plain, **facts)  # type: ignore[arg-type]


def doubt(line: int, *readings: Reading) -> Anomaly:
    return Anomaly(
        ("silence",), (line,), "ambiguous", "not said", 1, readings=readings, id=f"here:{line}"
    )


def rules(played: Game, *schedules: Schedule, **facts: object) -> SettlementRules:
    room = Cardroom("here", "Here", (), "000.txt", games=(played,), schedules=schedules)
    room = replace(room, **facts)  # type: ignore[arg-type]
    valid = tuple(each.key for each in schedules)
    return settlement_rules(Context("here", "harbor", "", cardroom=room, game=played, valid=valid))


def schedule(name: str) -> Schedule:
    return Schedule(
        "here", name, "1", "", ("harbor",), (), "000.txt", (1,), numbered=True, file="", row=1
    )


def orders(played: Game) -> list[tuple[PrintedOrder, ...]]:
    return [each for _, each in rules(played).orders]


def test_a_direction_that_is_printed_apart_goes_for_the_start() -> None:
    apart = Settlement((4,), direction="clockwise")
    ((order,),) = orders(game(LEFT, apart))
    assert (order.starts, order.directions) == ("left_of_player_dealer", ("clockwise",))


def test_a_direction_that_is_printed_nowhere_may_be_either() -> None:
    ((order,),) = orders(game(LEFT))
    assert order.directions == ("clockwise", "counter_clockwise")


def test_nothing_is_said_of_a_game_that_the_cardroom_does_not_have() -> None:
    room = Cardroom("here", "Here", (), "000.txt", games=(game(CLOCKWISE),), rules=(COVERS,))
    assert settlement_rules(Context("here", "inland", "", cardroom=room)) == SettlementRules()


def test_two_directions_are_two_orders() -> None:
    (one,), (other,) = orders(game(CLOCKWISE, BACKWARDS))
    assert (one.directions, other.directions) == (("clockwise",), ("counter_clockwise",))
    assert one.lines == other.lines == (1, 2)


def test_two_starts_are_two_orders_each_with_its_own_direction() -> None:
    (one,), (other,) = orders(game(BACKWARDS, replace(LEFT, direction="clockwise")))
    assert (one.starts, one.directions) == ("action_button", ("counter_clockwise",))
    assert (other.starts, other.directions) == ("left_of_player_dealer", ("clockwise",))


def test_a_game_without_a_start_has_no_order() -> None:
    assert orders(game(Settlement((4,), order=("base", "tie")))) == [()]
    assert rules(game(Settlement((4,), order=("base", "tie")))).starts == ()


def test_kinds_stand_in_their_order_and_others_anywhere_at_their_seat() -> None:
    ((order,),) = orders(game(replace(CLOCKWISE, order=("ante", "play", "trips"))))
    assert order.rounds == 1
    assert order.span("play") == (Place(0, 1), Place(0, 1))
    assert order.span("blind") == (Place(0, 0), Place(0, 3))


def test_orders_that_differ_leave_their_kinds_side_by_side() -> None:
    losers = Settlement((5,), order=("play", "ante", "trips"))
    winners = Settlement((6,), order=("ante", "play", "trips", "blind"))
    ((order,),) = orders(game(CLOCKWISE, losers, winners))
    assert order.span("ante") == order.span("play") == (Place(0, 0), Place(0, 1))
    assert order.span("trips") == (Place(0, 2), Place(0, 2))
    assert "blind" not in order.spans[""]
    assert order.lines == (1, 5, 6)


def test_an_order_that_is_bound_to_a_result_holds_for_it_alone() -> None:
    losers = Settlement((5,), result="losing", order=("play", "ante", "trips"))
    winners = Settlement((6,), result="winning", order=("ante", "play", "trips"))
    ((order,),) = orders(game(CLOCKWISE, losers, winners))
    assert order.span("play", "losing") == order.span("ante", "winning") == (Place(0, 0),) * 2
    assert order.span("ante", "losing") == order.span("play", "winning") == (Place(0, 1),) * 2
    assert order.span("ante") == (Place(0, 0), Place(0, 1))


def test_rounds_put_whole_groups_before_others() -> None:
    ((order,),) = orders(game(replace(CLOCKWISE, rounds=(("base", "split"), ("buster",)))))
    assert order.rounds == 2
    assert order.span("split") == (Place(0, 0), Place(0, 0))
    assert order.span("buster") == (Place(1, 0), Place(1, 0))
    assert order.span("insurance") == (Place(-1, 0), Place(2, 0))


def test_an_order_holds_within_a_round() -> None:
    both = replace(CLOCKWISE, rounds=(("base", "split"), ("buster",)), order=("base", "split"))
    ((order,),) = orders(game(both))
    assert order.span("split") == (Place(0, 1), Place(0, 1))
    assert order.span("buster") == (Place(1, 0), Place(1, 1))


def test_kinds_that_must_go_round_are_rounds() -> None:
    said = replace(CLOCKWISE, order=("base", "tie"), kind_by_kind="required")
    ((order,),) = orders(game(said))
    assert order.span("tie") == (Place(1, 1), Place(1, 1))


def test_kinds_that_may_go_round_leave_two_orders_that_do() -> None:
    said = replace(CLOCKWISE, order=("base", "tie"), kind_by_kind="allowed")
    ((by_seats, by_kinds),) = orders(game(said))
    assert (by_seats.rounds, by_kinds.rounds) == (1, 2)


def test_every_combination_of_readings_is_a_world() -> None:
    start = doubt(1, Reading("as_printed"), Reading("left", without=(1,), settlement=(LEFT,)))
    bound = doubt(9, Reading("bound", rules=(COVERS,)), Reading("free"))
    found = rules(game(CLOCKWISE, anomalies=(start,)), anomalies=(bound,))
    assert [(world.settlement[0].starts, bool(world.covers)) for world in found.worlds] == [
        ("action_button", True),
        ("action_button", False),
        ("left_of_player_dealer", True),
        ("left_of_player_dealer", False),
    ]
    assert found.deciding(found.worlds, [True, False, True, False]) == (bound,)
    assert found.deciding(found.worlds, [True, True, False, False]) == (start,)
    assert found.deciding(found.worlds, [True, False, False, False]) == (start, bound)
    assert found.deciding(found.worlds, [True] * 4) == ()


def test_an_anomaly_about_other_lines_makes_no_worlds() -> None:
    elsewhere = doubt(7, Reading("as_printed"), Reading("free", without=(7,)))
    assert len(rules(game(CLOCKWISE, anomalies=(elsewhere,))).worlds) == 1


def test_an_anomaly_of_other_games_makes_no_worlds() -> None:
    others = replace(doubt(1, Reading("a"), Reading("b", without=(1,))), games=("pai-gow",))
    assert len(rules(game(CLOCKWISE), anomalies=(others,)).worlds) == 1


def test_schedules_that_may_be_in_use_are_worlds_of_their_own() -> None:
    bound = replace(CLOCKWISE, schedules=("new",))
    found = rules(game(bound), schedule("old"), schedule("new"))
    assert [bool(world.settlement) for world in found.worlds] == [False, True]
    assert found.deciding(found.worlds, [False, True]) == ()


def test_rules_of_the_place_bound_the_games_they_name_and_their_kind() -> None:
    general = (
        replace(COVERS, kind="player_dealer", lines=(10,)),
        replace(COVERS, kind="poker", lines=(11,)),
        replace(COVERS, games=("harbor",), lines=(12,)),
        replace(COVERS, games=("pai-gow",), lines=(13,)),
        replace(COVERS, rule="posted", lines=(14,)),
    )
    (world,) = rules(game(rules=(COVERS,)), rules=general).worlds
    assert [each.lines for each in world.covers] == [(9,), (10,), (12,)]


def test_money_serves_once_where_it_is_returned_or_said_so() -> None:
    words = ("returned", "used_once", "no_refund_of_fee")
    said = [Settlement((line,), uncovered=(word,)) for line, word in enumerate(words, 1)]
    (world,) = rules(game(*said)).worlds
    assert [each.lines for each in world.returns] == [(1,), (2,)]


def test_where_nothing_is_known_of_a_game_there_are_no_rules() -> None:
    assert settlement_rules(Context("nowhere", "nothing", "")) == SettlementRules()


@pytest.mark.parametrize(
    "other",
    [
        Reading("other", settlement=(BACKWARDS,)),
        Reading("other", rules=(COVERS,)),
        Reading("other", without=(1,)),
    ],
)
def test_an_option_with_a_doubt_about_settlement_shares_its_rules_with_no_other(
    other: Reading,
) -> None:
    played = game(CLOCKWISE)
    open_ = replace(doubt(1, Reading("as_printed"), other), options=("2",))
    printed = replace(schedule("one"), anomalies=(open_,))
    room = Cardroom("here", "Here", (), "000.txt", games=(played,), schedules=(printed,))
    first, doubted, last = (
        Context(
            "here",
            "harbor",
            option,
            cardroom=room,
            game=played,
            offers=(Offer(printed, Option(option, (1,), 1, (), (), ()), None),),
        )
        for option in ("1", "2", "3")
    )
    assert rules_key(first) == rules_key(last) != rules_key(doubted)
    assert settlement_rules(first) == settlement_rules(last) != settlement_rules(doubted)
