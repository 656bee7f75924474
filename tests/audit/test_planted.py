"""Planted violations are found under their ids and nothing else is; a sample of the full run."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from support.planted import NOT_PLANTABLE, Trial, clean, planted, windowed

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import audit
from feeaudit.book.folders import cardroom_names
from feeaudit.resources import folder
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import simulate
from feeaudit.simulate.casebook import case_texts
from feeaudit.simulate.plant.plot import COMPANIONS

if TYPE_CHECKING:
    from feeaudit.book.model import Book, Law

pytestmark = pytest.mark.slow

CARDROOMS = cardroom_names(folder("schedules"))


@pytest.fixture(scope="module")
def trials(book: Book, laws: tuple[Law, ...]) -> dict[str, Trial]:
    """A night of each cardroom with every violation and near miss that it gives room for."""
    return {room: planted(book, laws, 8_000, seed=1, each=2, cardroom=room) for room in CARDROOMS}


def test_what_comes_with_a_violation_is_declared_with_a_reason() -> None:
    texts = [text for path in folder("cases").glob("*.yaml") for text in case_texts(path)]
    cases = [(text.check, text.body["plant"]) for text in texts if "plant" in text.body]
    assert len(cases) > len(REGISTRY)
    for cause, others in [*COMPANIONS.items(), *cases]:
        assert cause in REGISTRY
        assert all(other in REGISTRY and why for other, why in others.items())


@pytest.mark.parametrize("seed", [1, 2])
def test_a_clean_log_gives_no_finding(book: Book, laws: tuple[Law, ...], seed: int) -> None:
    trial = clean(book, laws, hands=15_000, seed=seed)
    assert trial.findings == []
    assert [each.check for each in trial.result.coverage if not each.tested] == ["ROT-WINDOW"]


def test_a_clean_log_keeps_to_the_window_rule(book: Book, laws: tuple[Law, ...]) -> None:
    config = Config(as_if=("11-ccr-2076",))
    trial = clean(book, laws, hands=6_000, seed=3, config=config)
    assert trial.findings == []
    assert any(each.tested for each in trial.result.coverage if each.check == "ROT-WINDOW")


@pytest.mark.parametrize("cardroom", CARDROOMS)
def test_every_planted_violation_is_found(trials: dict[str, Trial], cardroom: str) -> None:
    assert trials[cardroom].missed() == []


@pytest.mark.parametrize("cardroom", CARDROOMS)
def test_it_is_found_with_the_dollars_that_were_planted(
    trials: dict[str, Trial], cardroom: str
) -> None:
    assert trials[cardroom].misstated() == []


@pytest.mark.parametrize("cardroom", CARDROOMS)
def test_nothing_else_is_found_on_planted_tables_and_near_misses(
    trials: dict[str, Trial], cardroom: str
) -> None:
    assert trials[cardroom].false_alarms() == []


def test_every_check_is_planted_at_every_cardroom_but_where_the_book_gives_no_room(
    trials: dict[str, Trial],
) -> None:
    cells = {cell for trial in trials.values() for cell in trial.by_cell()}
    checks = [check for check in REGISTRY if check != "ROT-WINDOW"]
    all_cells = {(room, check) for room in CARDROOMS for check in checks}
    assert cells == all_cells - NOT_PLANTABLE.keys()


def test_every_check_has_a_near_miss_at_some_cardroom(trials: dict[str, Trial]) -> None:
    near = {row["check"] for trial in trials.values() for row in trial.near}
    assert near == set(REGISTRY) - {"ROT-WINDOW"}


def test_the_window_rule_finds_what_was_planted_and_nothing_else(
    book: Book, laws: tuple[Law, ...]
) -> None:
    trial = windowed(book, laws, hands=8_000, seed=1, each=3)
    assert trial.planted
    assert trial.near
    assert trial.missed() == trial.false_alarms() == []


def tried(
    book: Book, laws: tuple[Law, ...], place: str, checks: list[str] | None = None, **night: Any
) -> Trial:
    """Return a night at a ``cardroom/game/option``, as far as the place says, and its audit."""
    words = zip(("cardrooms", "games", "options"), place.split("/"), strict=False)
    night |= {name: [word] for name, word in words}
    made = simulate(book, **night)
    return Trial(made, audit(Case(made.log, book, laws), checks))


def test_no_fee_is_missing_on_opening_hands_that_the_rules_free(
    book: Book, laws: tuple[Law, ...]
) -> None:
    plant = {"FEE-MISSING": 2, "FEE-WAIVER": 2}
    trial = tried(book, laws, "lucky-chances/super-pan-9", hands=8, plant=plant)
    assert trial.made.violations == 4
    assert trial.missed() == []


def test_what_is_left_of_a_fee_that_two_pay_is_no_further_rate(
    book: Book, laws: tuple[Law, ...]
) -> None:
    plant = {"FEE-UNDER": 1, "FEE-MISSING": 3, "FEE-WAIVER": 3}
    trial = tried(book, laws, "parkwest-lotus/13-card-chinese-poker", hands=100, plant=plant)
    assert trial.made.violations == 7
    assert trial.false_alarms() == []


def test_a_share_is_planted_only_where_most_fees_can_be_one(
    book: Book, laws: tuple[Law, ...]
) -> None:
    place = "lucky-chances/21st-century-baccarat-8-3/26"
    trial = tried(book, laws, place, hands=400, plant={"FEE-PERCENT": 2})
    assert trial.made.violations
    assert trial.missed() == []


def test_a_finding_that_nobody_planted_is_a_false_alarm(book: Book, laws: tuple[Law, ...]) -> None:
    trial = tried(book, laws, "mortimers", hands=300, plant={"FEE-OVER": 1})
    assert trial.false_alarms() == []
    unsaid = replace(trial.made, planted=trial.made.planted.slice(0, 0))
    alarms = Trial(unsaid, trial.result).false_alarms()
    assert [each["check"] for each in alarms] == ["FEE-OVER"]


def test_a_planted_violation_that_is_not_found_is_missed(book: Book, laws: tuple[Law, ...]) -> None:
    trial = tried(book, laws, "mortimers", ["FEE-UNDER"], hands=300, plant={"FEE-OVER": 1})
    assert [each["check"] for each in trial.missed()] == ["FEE-OVER"]


def test_what_a_case_brings_with_it_and_does_not_say_is_a_false_alarm(
    book: Book, laws: tuple[Law, ...]
) -> None:
    place = "lucky-chances/ez-baccarat-panda-8"
    trial = tried(book, laws, place, hands=60, plant={"ROT-TURNS": 1})
    assert trial.missed() == trial.false_alarms() == []
    unsaid = replace(trial.made, companions=trial.made.companions.slice(0, 0))
    alarms = Trial(unsaid, trial.result).false_alarms()
    assert {each["check"] for each in alarms} == {"ROT-OFFER"}
