"""Doubts: a statement is firm only where every reading of the print holds it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from feeaudit.book.catalogue import binds
from feeaudit.book.model import (
    Anomaly,
    Cardroom,
    Game,
    LimitRule,
    Option,
    Reading,
    Rule,
    Schedule,
)
from feeaudit.rules.doubts import statements
from feeaudit.rules.fee_doubts import free_bets
from feeaudit.rules.in_force import Context, Offer

MAXIMUM = LimitRule(("tie",), maximum=100_00, lines=(10,))
TOGETHER = LimitRule(("tie", "dragon_7"), total=True, maximum=100_00, lines=(10,))


def anomaly(*readings: Reading) -> Anomaly:
    return Anomaly(
        ("silence",), (10,), "ambiguous", "each or together is not said", 1, readings=readings
    )


def schedule(edition: str) -> Schedule:
    return Schedule("here", "pai-gow", edition, "", (), (), "", (1,), numbered=True, file="", row=1)


def test_a_statement_that_nothing_doubts_is_firm() -> None:
    (only,) = statements([MAXIMUM], [], lambda reading: reading.limits)
    assert only.firm


def test_what_one_reading_does_without_is_in_doubt_and_says_why() -> None:
    open_question = anomaly(Reading("as_printed"), Reading("free", without=(10,)))
    (only,) = statements([MAXIMUM], [open_question], lambda reading: reading.limits)
    assert not only.firm
    assert only.why == "each or together is not said"


def test_a_reading_about_other_lines_leaves_a_statement_firm() -> None:
    elsewhere = anomaly(Reading("as_printed"), Reading("free", without=(11,)))
    (only,) = statements([MAXIMUM], [elsewhere], lambda reading: reading.limits)
    assert only.firm


def test_what_only_one_reading_states_holds_in_doubt() -> None:
    open_question = anomaly(Reading("each"), Reading("together", limits=(TOGETHER,)))
    each, together = statements([MAXIMUM], [open_question], lambda reading: reading.limits)
    assert each.firm
    assert together.said == TOGETHER
    assert together.doubts == (open_question,)


def test_what_a_reading_does_without_and_states_anew_is_firm() -> None:
    again = anomaly(Reading("as_printed"), Reading("part", without=(10,), limits=(MAXIMUM,)))
    held = statements([MAXIMUM, TOGETHER], [again], lambda reading: reading.limits)
    assert [(each.said, each.firm) for each in held[:2]] == [(MAXIMUM, True), (TOGETHER, False)]


def test_what_every_reading_states_is_firm() -> None:
    agreed = anomaly(Reading("a", limits=(TOGETHER,)), Reading("b", limits=(TOGETHER,)))
    (only,) = statements([], [agreed], lambda reading: reading.limits)
    assert only.firm


def test_a_statement_bound_to_an_edition_holds_under_that_edition_alone() -> None:
    bound = LimitRule(("tie",), maximum=1, schedules=("pai-gow@2",))
    assert binds(bound, schedule("2"))
    assert not binds(bound, schedule("1"))
    assert not binds(bound, None)


def test_a_statement_bound_to_a_schedule_holds_under_all_its_editions() -> None:
    bound = LimitRule(("tie",), maximum=1, schedules=("pai-gow",))
    assert binds(bound, schedule("1"))
    assert binds(bound, schedule("2"))


@pytest.mark.parametrize(
    ("rule", "event", "free"),
    [
        ("no_extra_fee", "no_action", ("here:10",)),
        ("no_extra_fee", "split", None),
        ("fee_kept", "no_action", None),
    ],
)
def test_a_bet_without_action_is_free_only_by_a_reading_that_frees_it(
    rule: str, event: str, free: tuple[str, ...] | None
) -> None:
    frees = Reading("free", rules=(Rule(rule, (10,), events=(event,)),))
    open_ = replace(anomaly(Reading("as_printed"), frees), id="here:10")
    game = Game("pai-gow", "Pai Gow", "player_dealer", (), (), (1,), 1, anomalies=(open_,))
    room = Cardroom("here", "Here", (), "000.txt", games=(game,))
    offer = Offer(schedule("1"), Option("1", (1,), 1, (), (), ()), None)
    context = Context("here", "pai-gow", "1", cardroom=room, game=game, offers=(offer,))
    assert free_bets(context) == free
