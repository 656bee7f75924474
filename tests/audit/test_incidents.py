"""Incidents: every finding in exactly one, each cause as its cases state it, any order the same."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st
from support.casebook import case_of
from support.causes import shares_of
from support.habits import habitual
from support.joined_cases import JoinedCases, has_fees_of_no_table
from support.planted import Trial, planted
from support.shipped import shipped_book, shipped_laws

from feeaudit.audit.case import Case
from feeaudit.audit.cause import Sure
from feeaudit.audit.check import Stake
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import Examined, audit, examined, put_together
from feeaudit.audit.incident_table import INCIDENT_COLUMNS
from feeaudit.audit.incidents import CAUSES
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate.casebook import CaseText, hands_of, stated_cents

if TYPE_CHECKING:
    from random import Random

    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book, Law

CASES = Path(__file__).resolve().parents[1] / "causes"


def stated() -> list[tuple[str, str, dict[str, Any]]]:
    found = []
    for path in sorted(CASES.glob("*.yaml")):
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CSafeLoader)
        assert document.pop("cause") == path.stem
        found += [(path.stem, name, body) for name, body in document.items()]
    return found


STATED = stated()


def _in_three_cardrooms() -> list[tuple[CaseText, ...]]:
    """Return every case beside one of each other cardroom, where the site has set nothing."""
    rooms = defaultdict(list)
    for cause, name, body in STATED:
        text = CaseText(cause, name, body)
        set_up = body.keys() & {"config", "settings", "tables"}
        if not set_up and not has_fees_of_no_table(text):
            rooms[hands_of(body)[0]["cardroom"]].append(text)
    most = max(map(len, rooms.values()))
    return [*islice(zip(*map(cycle, rooms.values()), strict=False), most)]


@pytest.mark.parametrize(
    ("cause", "body"),
    [(cause, body) for cause, _, body in STATED],
    ids=[f"{cause}-{name}" for cause, name, _ in STATED],
)
def test_case(cause: str, body: dict[str, Any], book: Book, laws: tuple[Law, ...]) -> None:
    assert cause in CAUSES
    facts = {name: each for name, each in body.items() if name != "incidents"}
    result = audit(case_of(facts, book, laws))
    incidents = result.incidents.to_dict("records")
    assert len(incidents) == len(body["incidents"]), [each["sentence"] for each in incidents]
    left = list(incidents)
    for wanted in body["incidents"]:
        fitting = [each for each in left if fits(wanted, each)]
        assert fitting, (wanted, left)
        left.remove(fitting[0])


@pytest.mark.slow
@pytest.mark.parametrize("texts", _in_three_cardrooms(), ids=lambda texts: texts[0].name)
def test_a_case_shows_the_same_beside_those_of_other_cardrooms(
    texts: tuple[CaseText, ...], book: Book, laws: tuple[Law, ...]
) -> None:
    joined = JoinedCases(texts)
    result = audit(Case(joined.log, book, laws, Config()))
    incidents = joined.apart(result.incidents.to_dict("records"))
    for text in texts:
        for wanted in text.body["incidents"]:
            fitting = [each for each in incidents[text.name] if fits(wanted, each)]
            assert fitting, (wanted, incidents[text.name])
            incidents[text.name].remove(fitting[0])
    assert not any(incidents.values()), incidents


def fits(wanted: dict[str, Any], incident: dict[str, Any]) -> bool:
    for name, value in wanted.items():
        if name == "says":
            if value not in incident["sentence"]:
                return False
        elif name in {"over", "under"}:
            if incident[name] != stated_cents(value):
                return False
        elif name == "tables":
            if list(incident[name]) != value:
                return False
        elif incident[name] != value:
            return False
    return True


def test_every_cause_has_cases_that_it_claims_and_cases_that_it_leaves() -> None:
    claimed, left = set[str](), set[str]()
    for cause, _, body in STATED:
        mine = [one for one in body["incidents"] if one["cause"] == cause]
        if mine:
            claimed.add(cause)
        # What it leaves to other causes, or keeps apart, or does not find at all.
        if len(mine) != 1 or len(body["incidents"]) > 1:
            left.add(cause)
    assert claimed == left == set(CAUSES)


def test_every_cause_says_what_is_and_what_is_not_its_own() -> None:
    for each in CAUSES.values():
        assert "Incident " in each.docs, each.id
        assert "Not this one" in each.docs, each.id
        assert each.docs.startswith(f"{each.id}: ")


def test_of_two_incidents_with_one_stake_the_dearer_comes_first(book: Book) -> None:
    hand = {"cardroom": "mortimers", "game": "three-card-poker", "option": 1}
    short = [("T1", 51, 0.75), ("T2", 51, 0.50), ("T3", 51, 0.25)]
    hands = [
        hand | {"table": table, "wagers": {1: {"ante": ante}}, "collected": {"player_dealer": fee}}
        for table, ante, fee in short
    ]
    incidents = audit(case_of({"hands": hands}, book), ["FEE-UNDER"]).incidents
    assert incidents["stake"].unique().tolist() == ["house"]
    assert incidents["under"].tolist() == [75, 50, 25]


@cache
def a_bad_night() -> Trial:
    return planted(shipped_book(), shipped_laws(), 1500, seed=3, each=1, cardroom="lucky-chances")


def assert_whole(result: AuditResult) -> None:
    """Each finding is in one incident, which lists it, and sums add up."""
    incidents, findings = result.incidents, result.findings
    listed = {finding: row.id for row in incidents.itertuples() for finding in row.findings}
    assert listed == dict(zip(findings["id"], findings["incident"], strict=True))
    assert incidents["id"].is_unique
    assert sum(map(len, incidents["findings"])) == len(findings)
    assert int(incidents["over"].sum()) == result.over
    assert int(incidents["under"].sum()) == result.under
    counted = pd.Series(
        [check for checks in incidents["checks"] for check, n in checks.items() for _ in range(n)]
    )
    assert counted.value_counts().to_dict() == findings["check"].value_counts().to_dict()
    assert set(incidents.columns) == set(INCIDENT_COLUMNS)
    assert set(incidents["stake"]) <= set(Stake)
    assert set(incidents["sure"]) <= set(Sure)
    assert (incidents["sentence"] != "").all()
    assert (incidents["next_step"] != "").all()


def test_every_finding_is_in_exactly_one_incident_and_the_sums_add_up() -> None:
    assert_whole(a_bad_night().result)


def test_incidents_are_ordered_by_stake_then_dollars_then_hands() -> None:
    incidents = a_bad_night().result.incidents
    rank = {str(each): place for place, each in enumerate(Stake)}
    order = [
        (rank[row.stake], -(row.over + row.under), -row.hands) for row in incidents.itertuples()
    ]
    assert order == sorted(order)
    assert len({stake for stake, _, _ in order}) > 3


def test_planted_causes_become_one_incident_each_and_none_mixes_two() -> None:
    shares = shares_of(a_bad_night())
    assert shares.causes > 30
    assert len(shares.split) <= shares.causes * 5 // 100, shares.split
    assert len(shares.mixed) <= shares.incidents // 100, shares.mixed


def test_habits_become_one_incident_each() -> None:
    trial = habitual(shipped_book(), shipped_laws(), 900, seed=1, each=1, cardroom="mortimers")
    shares = shares_of(trial)
    assert (shares.causes, shares.split, shares.mixed) == (3, [], [])
    assert len(trial.result.findings) > 20 * len(trial.result.incidents)
    assert_whole(trial.result)


@cache
def examined_night() -> Examined:
    return examined(Case(a_bad_night().made.log, shipped_book(), shipped_laws()))


@settings(max_examples=5, deadline=None)
@given(st.randoms(use_true_random=False))
def test_neither_order_nor_parts_of_the_findings_change_an_incident(order: Random) -> None:
    whole = examined_night()
    rows = list(range(len(whole.findings)))
    order.shuffle(rows)
    first, second = sorted(order.sample(range(len(rows)), 2))
    lots = (rows[:first], rows[first:second], rows[second:])
    parts = [replace(whole, findings=whole.findings.iloc[lot]) for lot in lots]
    parted, at_once = put_together(parts, ()), put_together([whole], ())
    pd.testing.assert_frame_equal(parted.incidents, at_once.incidents)
    assert parted.findings["incident"].tolist() == at_once.findings["incident"].tolist()


def test_no_findings_are_no_incidents() -> None:
    hand = {"cardroom": "mortimers", "game": "three-card-poker", "option": 1}
    result = audit(case_of({"hand": hand}, shipped_book()))
    assert len(result.incidents) == 0
    assert list(result.incidents.columns) == list(INCIDENT_COLUMNS)


def test_each_check_declares_its_stake() -> None:
    stakes = {each.id: each.stake for each in REGISTRY.values()}
    assert stakes["ROT-HOUSE"] is Stake.INTEGRITY
    assert stakes["FEE-OVER"] is Stake.PATRONS
    assert stakes["FEE-UNDER"] is Stake.HOUSE
    assert stakes["LIM-HIGH"] is Stake.APPROVAL
    assert stakes["LOG-TIME"] is Stake.RECORDS
    assert np.unique([*stakes.values()]).size == len(Stake)
