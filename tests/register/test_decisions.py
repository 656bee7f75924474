"""What people decide: waivers that lapse, resolutions that hold, days that are sealed."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from support.nights import DAY, Site

from feeaudit.core.problem import Unknown
from feeaudit.register.dispositions import Decision, reopen, resolve
from feeaudit.register.queries import STATES, Question, ask
from feeaudit.register.sign_off import Signature, SignOff, sign_off
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import GrantedWaiver, is_waiver, revoke, waive

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"


@pytest.fixture(scope="module")
def friday(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("site"))
    site.arrive("friday", wrong=(1, 2))
    site.night()
    return site


@pytest.fixture
def site(friday: Site, tmp_path: Path) -> Site:
    """A store with one night and two findings."""
    return friday.copied(tmp_path / "copy")


@pytest.fixture
def register(site: Site) -> Iterator[sqlite3.Connection]:
    with writable(open_store(site.store), NOW) as connection:
        yield connection


def waiver(**facts: str) -> GrantedWaiver:
    usual: dict[str, Any] = {
        "cardroom": "harbor",
        "check": "FEE-OVER",
        "table": "",
        "finding": "",
        "starts": "2026-03-01",
        "expires": "2026-03-31",
        "reason": "tournament nights",
        "authority": "Bureau letter of 2 March 2026",
        "prepared_by": "Ann Lee",
        "approved_by": "Bo Chan",
        "made_on": "2026-03-08",
    }
    return GrantedWaiver(**usual | facts)


def states(register: sqlite3.Connection, **asked: Any) -> list[str]:
    answer = ask(register, Question(states=STATES, **asked), 0)
    return [row["state"] for row in answer.rows]


def finding(register: sqlite3.Connection, hand: str = "T1-001") -> sqlite3.Row:
    row: sqlite3.Row = register.execute(
        "SELECT * FROM findings WHERE hand_id = ?", (hand,)
    ).fetchone()
    return row


@pytest.mark.parametrize(
    ("facts", "told"),
    [
        ({"reason": " "}, "the reason is empty"),
        ({"authority": ""}, "the authority is empty"),
        ({"approved_by": "Ann Lee"}, "two different people are required"),
        ({"approved_by": "ANN  LEE"}, "two different people are required"),
        ({"approved_by": "Bo"}, "not a full name"),
        ({"expires": "soon"}, "not a day"),
        ({"expires": "2026-03-07"}, "would already have expired"),
        ({"check": ""}, "must name a finding or a check"),
    ],
)
def test_a_waiver_lacks_nothing(
    register: sqlite3.Connection, facts: dict[str, str], told: str
) -> None:
    with pytest.raises(Unknown, match=told):
        waive(register, waiver(**facts), NOW)
    assert states(register) == ["open", "open"]


def test_a_waiver_covers_its_findings_and_is_never_hidden(register: sqlite3.Connection) -> None:
    waive(register, waiver(), NOW)
    assert states(register) == ["waived", "waived"]
    assert states(register, waivers=False) == ["open", "open"]
    assert len(ask(register, Question(), 0).rows) == 2


def test_a_waiver_of_one_finding_covers_that_one(register: sqlite3.Connection) -> None:
    row = finding(register)
    waive(register, waiver(check="", finding=row["id"], starts=row["day"]), NOW)
    assert states(register) == ["waived", "open"]


@pytest.mark.parametrize(
    "facts", [{"table": "T2"}, {"check": "FEE-UNDER"}, {"starts": "2026-03-07"}]
)
def test_a_waiver_covers_nothing_else(register: sqlite3.Connection, facts: dict[str, str]) -> None:
    waive(register, waiver(**facts), NOW)
    assert states(register) == ["open", "open"]


def test_a_waiver_covers_its_days_however_they_are_spelled(register: sqlite3.Connection) -> None:
    waive(register, waiver(starts="20260301", expires="20260331"), NOW)
    assert states(register) == ["waived", "waived"]


def test_a_waiver_lapses_by_itself(register: sqlite3.Connection) -> None:
    waive(register, waiver(), NOW)
    assert states(register, as_of="2026-03-31") == ["waived", "waived"]
    assert states(register, as_of="2026-04-01") == ["open", "open"]


def test_a_waiver_lapses_as_the_nights_go_on(site: Site, register: sqlite3.Connection) -> None:
    waive(register, waiver(), NOW)
    site.arrive("april", day="2026-04-01", wrong=(1,))
    assert site.night(date="2026-04-02").exit_code == 1
    assert states(register) == ["open", "open", "open"]
    assert "expired on March 31, 2026" in site.night(date="2026-04-02").summary


def test_a_waiver_can_be_taken_back(register: sqlite3.Connection) -> None:
    name = waive(register, waiver(), NOW)
    revoke(register, name, "Cy Diaz", "the letter was withdrawn", "2026-03-09", NOW)
    assert states(register) == ["open", "open"]


def test_a_waiver_that_was_taken_back_can_be_granted_again_on_the_same_day(site: Site) -> None:
    with writable(open_store(site.store), NOW) as register:
        taken_back = []
        for _ in range(2):
            taken_back.append(waive(register, waiver(), NOW))
            revoke(register, taken_back[-1], "Cy Diaz", "the wrong letter", "2026-03-08", NOW)
            assert states(register) == ["open", "open"]
        holds = waive(register, waiver(), NOW)
        assert states(register) == ["waived", "waived"]
        assert len({*taken_back, holds}) == 3
        assert [is_waiver(register, name) for name in (*taken_back, holds)] == [False, False, True]
    assert site.problems() == []


def test_a_waiver_that_holds_is_not_recorded_twice(register: sqlite3.Connection) -> None:
    name = waive(register, waiver(), NOW)
    with pytest.raises(Unknown, match=f"waiver {name} is already recorded"):
        waive(register, waiver(), NOW)
    assert waive(register, waiver(made_on="2026-03-09"), NOW) != name


def test_a_report_shows_results_with_and_without_waivers(
    site: Site, register: sqlite3.Connection
) -> None:
    waive(register, waiver(table="T1"), NOW)
    site.arrive("saturday", day="2026-03-07", wrong=(3,))
    outcome = site.night()
    assert outcome.exit_code == 0
    assert [(run["violations"], run["waived"]) for run in outcome.runs] == [(1, 1)]
    path = site.store / "reports" / "harbor" / "2026-03-07" / "run-1" / "findings.json"
    (fact,) = json.loads(path.read_bytes())["findings"]
    assert "Bureau letter of 2 March 2026; approved by Bo Chan" in fact["waiver"]
    assert site.problems() == []


def test_a_night_may_be_reported_as_if_nothing_were_waived(
    site: Site, register: sqlite3.Connection
) -> None:
    waive(register, waiver(), NOW)
    site.arrive("saturday", day="2026-03-07", wrong=(3,))
    assert site.night(waivers=False).exit_code == 1


def resolved(register: sqlite3.Connection) -> None:
    decision = Decision("Ann Lee", "refunded at the cage", "2026-03-08")
    resolve(register, finding(register), "refunded", decision, NOW)


@pytest.mark.parametrize(
    ("decision", "told"),
    [
        (Decision("Ann", "refunded", DAY), "not a full name"),
        (Decision("Ann Lee", "", DAY), "the reason is empty"),
    ],
)
def test_a_resolution_needs_a_name_and_a_reason(
    register: sqlite3.Connection, decision: Decision, told: str
) -> None:
    with pytest.raises(Unknown, match=told):
        resolve(register, finding(register), "refunded", decision, NOW)
    assert states(register) == ["open", "open"]


def test_a_resolution_holds_when_a_later_run_sees_the_same(
    site: Site, register: sqlite3.Connection
) -> None:
    resolved(register)
    site.arrive("more", first=50)
    site.night()
    assert states(register) == ["resolved", "open"]
    assert site.problems() == []


def test_a_finding_that_changes_is_open_again(site: Site, register: sqlite3.Connection) -> None:
    resolved(register)
    folder = site.arrive("corrected", wrong=(1, 2))
    path = folder / "collections.csv"
    text = path.read_text(encoding="utf-8").replace("2.00,T1-001", "3.00,T1-001")
    path.write_text(text, encoding="utf-8")
    site.night()
    assert states(register) == ["open", "open"]
    (change,) = site.rows("SELECT change, before, after FROM changes")
    assert json.loads(change["before"])["taken"] == 200
    assert json.loads(change["after"])["taken"] == 300
    assert site.problems() == []


def test_a_resolution_can_be_taken_back(register: sqlite3.Connection) -> None:
    resolved(register)
    decision = Decision("Bo Chan", "the refund bounced", "2026-03-09")
    reopen(register, finding(register), decision, NOW)
    assert states(register) == ["open", "open"]


def test_only_what_was_resolved_can_be_opened_again(register: sqlite3.Connection) -> None:
    decision = Decision("Bo Chan", "the refund bounced", "2026-03-09")
    with pytest.raises(Unknown, match="is not resolved; it is open"):
        reopen(register, finding(register), decision, NOW)


def test_what_a_later_run_does_not_see_cannot_be_resolved(
    site: Site, register: sqlite3.Connection
) -> None:
    site.arrive("corrected", wrong=(2,))
    site.night()
    with pytest.raises(Unknown, match="is gone: a later run of its day no longer reports it"):
        resolved(register)
    assert states(register) == ["gone", "open"]


def signed(
    register: sqlite3.Connection, first: str = "Ann Lee", second: str = "Bo Chan"
) -> SignOff:
    signature = Signature(first, second, "2026-03-08", "refunds follow on Monday")
    return sign_off(register, "harbor", DAY, signature, NOW)


@pytest.mark.parametrize(
    ("first", "second", "told"),
    [
        ("Ann", "Bo Chan", "the preparer: 'Ann' is not a full name"),
        ("Ann Lee", "Bo", "the reviewer: 'Bo' is not a full name"),
        ("Ann Lee", "ann lee", "two different people are required"),
    ],
)
def test_a_day_is_signed_by_two_persons_with_full_names(
    register: sqlite3.Connection, first: str, second: str, told: str
) -> None:
    with pytest.raises(Unknown, match=told):
        signed(register, first, second)


def test_a_signed_day_tells_what_was_open(register: sqlite3.Connection) -> None:
    resolved(register)
    assert signed(register).open == 1


def test_what_a_lapsed_waiver_covered_is_open_when_its_day_is_signed(
    site: Site, register: sqlite3.Connection
) -> None:
    waive(register, waiver(), NOW)
    site.arrive("april", day="2026-04-01")
    site.night(date="2026-04-02")
    assert signed(register).open == 2


def test_a_day_is_signed_once(register: sqlite3.Connection) -> None:
    signed(register)
    with pytest.raises(Unknown, match="already signed by Ann Lee and Bo Chan"):
        signed(register)


def test_a_day_without_an_audit_cannot_be_signed(register: sqlite3.Connection) -> None:
    with pytest.raises(Unknown, match="no audit of 2026-01-01"):
        sign_off(register, "harbor", "2026-01-01", Signature("Ann Lee", "Bo Chan", DAY), NOW)


def test_what_comes_after_the_seal_is_an_addendum(site: Site) -> None:
    with writable(open_store(site.store), NOW) as register:
        before = signed(register).seal
        resolved(register)
        site.arrive("late", first=50, wrong=(51,))
        outcome = site.night()
        assert [row["addendum"] for row in site.rows("SELECT addendum FROM runs")] == [0, 1]
        assert [row["addendum"] for row in site.rows("SELECT addendum FROM resolutions")] == [1]
        assert "addendum" in outcome.summary
        assert site.rows("SELECT seal FROM sign_offs") == [{"seal": before}]
        again = signed(register)
        assert again.addendum
        assert again.seal != before
    assert site.problems() == []


def test_nothing_is_decided_before_the_gaming_day_itself(register: sqlite3.Connection) -> None:
    early = Decision("Ann Lee", "given back", "2026-03-05")
    with pytest.raises(Unknown, match="2026-03-05 is before the gaming day 2026-03-06"):
        resolve(register, finding(register), "refunded", early, NOW)
    with pytest.raises(Unknown, match="2026-03-05 is before the gaming day 2026-03-06"):
        sign_off(register, "harbor", DAY, Signature("Ann Lee", "Bo Chan", "2026-03-05"), NOW)
    resolve(register, finding(register), "refunded", Decision("Ann Lee", "given back", DAY), NOW)
    signature = Signature("Ann Lee", "Bo Chan", DAY, "refunds follow on Monday")
    assert sign_off(register, "harbor", DAY, signature, NOW).open == 1
