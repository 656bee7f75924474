"""Incidents decided as one: by two reviewers at once, waived, assigned, commented on, remembered."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.nights import DAY, Site

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.register.chronicle import chronicle
from feeaudit.register.dispositions import Decision, Resolution, reopen, resolve, resolve_all
from feeaudit.register.history import head
from feeaudit.register.integrity import verify
from feeaudit.register.matters import (
    Conflict,
    Matter,
    find_incident,
    find_matter,
    mark_of,
    matter_of_finding,
    matter_of_incident,
)
from feeaudit.register.remarks import assign, assigned_to, comment
from feeaudit.register.sign_off import open_violations
from feeaudit.register.store import open_store
from feeaudit.register.upgrades import writable
from feeaudit.register.waivers import Terms, revoke, waive_all

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator
    from pathlib import Path

NOW = "2026-03-08T09:00:00Z"
ANN = Decision("Ann Lee", "refunded at the cage", "2026-03-08")
BO = Decision("Bo Chan", "the video shows it", "2026-03-08")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A night in which hand after hand had the same wrong fee, and a night with one such hand."""
    site = Site(tmp_path_factory.mktemp("incidents") / "site")
    site.arrive("friday", wrong=(3, 4, 5, 6, 7), hands=12)
    site.arrive("thursday", day="2026-03-05", wrong=(9,), hands=12)
    site.night()
    return site


@pytest.fixture
def site(made: Site, tmp_path: Path) -> Site:
    return made.copied(tmp_path / "site")


@pytest.fixture
def register(site: Site) -> Iterator[sqlite3.Connection]:
    with writable(open_store(site.store), NOW) as connection:
        yield connection
    assert verify(site.store) == []


def largest(register: sqlite3.Connection) -> Matter:
    rows = register.execute("SELECT * FROM incidents WHERE standing <> 'gone'").fetchall()
    return max(
        (matter_of_incident(register, row) for row in rows), key=lambda each: len(each.findings)
    )


def anew(register: sqlite3.Connection, matter: Matter) -> Matter:
    return matter_of_incident(register, find_incident(register, matter.incident))


def test_every_finding_is_in_one_incident(register: sqlite3.Connection) -> None:
    assert len(largest(register).findings) > 1
    (lonely,) = register.execute("SELECT count(*) FROM findings WHERE incident = 0").fetchone()
    assert lonely == 0


def test_a_decision_about_an_incident_reaches_all_its_findings_and_is_one_entry(
    register: sqlite3.Connection,
) -> None:
    matter = largest(register)
    before = head(register)[0]
    resolve_all(register, [Resolution(matter, "refunded", ANN)], NOW)
    assert head(register)[0] == before + 1
    states = {row["state"] for row in anew(register, matter).findings}
    assert states == {"resolved"}
    assert anew(register, matter).row["standing"] == "decided"
    told = [each for each in chronicle(register, anew(register, matter)) if each.kind == "decision"]
    assert [(each.what, each.count) for each in told] == [("refunded", len(matter.findings))]


def test_what_was_decided_by_itself_before_keeps_its_decision(
    register: sqlite3.Connection,
) -> None:
    matter = largest(register)
    resolve(register, matter.findings[0], "explained", BO, NOW)
    resolve_all(register, [Resolution(anew(register, matter), "refunded", ANN)], NOW)
    outcomes = [row["outcome"] for row in anew(register, matter).findings]
    assert outcomes == ["explained", *["refunded"] * (len(matter.findings) - 1)]
    resolve_all(register, [Resolution(anew(register, matter), "refunded", ANN)], NOW, again=True)
    assert {row["outcome"] for row in anew(register, matter).findings} == {"refunded"}


def test_an_incident_that_is_decided_is_decided_again_only_when_told_so(
    register: sqlite3.Connection,
) -> None:
    matter = largest(register)
    resolve_all(register, [Resolution(matter, "refunded", ANN)], NOW)
    with pytest.raises(
        Unknown, match=r"is already decided \(refunded, refunded at the cage, by Ann"
    ):
        resolve_all(register, [Resolution(anew(register, matter), "explained", BO)], NOW)


def test_of_two_reviewers_at_once_the_second_is_told_what_the_first_decided(
    register: sqlite3.Connection,
) -> None:
    matter = largest(register)
    seen = mark_of(register, matter)
    resolve_all(register, [Resolution(matter, "refunded", ANN, seen)], NOW)
    with pytest.raises(Conflict) as raised:
        resolve_all(register, [Resolution(matter, "explained", BO, seen)], NOW, again=True)
    assert "was changed since you looked" in str(raised.value)
    assert "refunded, refunded at the cage, by Ann Lee on 2026-03-08" in raised.value.now
    assert "explained, the video shows it (Bo Chan, 2026-03-08)" in str(raised.value)
    assert {row["outcome"] for row in anew(register, matter).findings} == {"refunded"}


@pytest.mark.parametrize("change", ["one of its findings", "waived", "again open", "another run"])
def test_whatever_changes_an_incident_changes_its_mark(
    site: Site, register: sqlite3.Connection, change: str
) -> None:
    matter = largest(register)
    if change == "again open":
        resolve(register, matter.findings[0], "explained", BO, NOW)
    seen = mark_of(register, anew(register, matter))
    if change == "one of its findings":
        resolve(register, matter.findings[1], "explained", BO, NOW)
    elif change == "waived":
        terms = Terms("2026-04-30", "a letter", "Bureau letter", "Ann Lee", "Bo Chan", "2026-03-08")
        waive_all(register, [(matter, seen)], terms, NOW)
    elif change == "again open":
        reopen(register, anew(register, matter).findings[0], BO, NOW)
    else:
        site.arrive("friday corrected", wrong=(3, 4, 5, 6), hands=12)
        site.night(date="2026-03-08")
    with pytest.raises(Conflict):
        resolve_all(register, [Resolution(matter, "refunded", ANN, seen)], NOW)


def test_decisions_in_bulk_are_all_recorded_or_none(register: sqlite3.Connection) -> None:
    rows = register.execute("SELECT * FROM incidents ORDER BY number").fetchall()
    matters = [matter_of_incident(register, row) for row in rows]
    assert len(matters) > 1
    before = head(register)
    wrong = Resolution(matters[-1], "refunded", ANN, "not what it was")
    with pytest.raises(Conflict):
        resolve_all(register, [Resolution(matters[0], "refunded", ANN), wrong], NOW)
    assert head(register) == before
    resolve_all(register, [Resolution(each, "refunded", ANN) for each in matters], NOW)
    assert register.execute("SELECT 1 FROM findings WHERE state = 'open'").fetchone() is None


def test_what_needs_counsel_stays_open_until_it_is_decided(register: sqlite3.Connection) -> None:
    matter = largest(register)
    resolve_all(register, [Resolution(matter, "needs-counsel", BO)], NOW)
    asked = anew(register, matter)
    assert (asked.row["standing"], asked.row["counsel"]) == ("open", len(matter.findings))
    assert len(open_violations(register, "harbor", DAY)) >= len(matter.findings)
    with pytest.raises(Unknown, match="is already decided"):
        resolve_all(register, [Resolution(asked, "needs-counsel", BO)], NOW)
    resolve_all(register, [Resolution(asked, "explained", ANN)], NOW)
    assert anew(register, matter).row["standing"] == "decided"


def test_an_incident_is_waived_until_a_day_with_the_findings_it_has(
    site: Site, register: sqlite3.Connection
) -> None:
    matter = largest(register)
    terms = Terms("2026-04-30", "a letter", "Bureau letter", "Ann Lee", "Bo Chan", "2026-03-08")
    (name,) = waive_all(register, [(matter, "")], terms, NOW)
    assert {row["waived_until"] for row in anew(register, matter).findings} == {"2026-04-30"}
    assert not open_violations(register, "harbor", DAY)
    # What a later run finds besides is nothing that anybody waived.
    site.arrive("friday corrected", wrong=(3, 4, 5, 6, 7, 8), hands=12)
    site.night(date="2026-03-08")
    waived = register.execute("SELECT count(*) FROM findings WHERE waived_until <> ''").fetchone()
    assert waived[0] == len(matter.findings)
    assert len(open_violations(register, "harbor", DAY)) == 1
    revoke(register, name, "Ann Lee", "not needed", "2026-03-08", NOW)
    assert register.execute("SELECT 1 FROM findings WHERE waived_until <> ''").fetchone() is None


def test_an_incident_is_given_to_a_person_and_back(register: sqlite3.Connection) -> None:
    matter = largest(register)
    assign(register, [matter], "bo  Chan", ANN, NOW)
    assert assigned_to(register, matter) == anew(register, matter).row["person"] == "bo Chan"
    with pytest.raises(Unknown, match="is already assigned to Bo Chan"):
        assign(register, [matter], "Bo Chan", ANN, NOW)
    assign(register, [matter], "", ANN, NOW)
    assert assigned_to(register, matter) == anew(register, matter).row["person"] == ""
    with pytest.raises(Unknown, match="is not a full name"):
        assign(register, [matter], "Bo", ANN, NOW)


def test_the_chronicle_tells_everything_in_order_with_how_names_are_proven(
    register: sqlite3.Connection,
) -> None:
    matter = largest(register)
    comment(register, matter, Decision("Bo Chan", "see camera 4", "2026-03-08"), NOW)
    assign(register, [matter], "Bo Chan", ANN, NOW)
    comment(register, matter_of_finding(matter.findings[0]), BO, NOW)
    resolve_all(register, [Resolution(matter, "corrected", BO)], NOW)
    told = chronicle(register, matter)
    assert [each.kind for each in told] == ["run", "comment", "assignment", "comment", "decision"]
    assert [each.by.name for each in told if each.by] == [
        "Bo Chan",
        "Ann Lee",
        "Bo Chan",
        "Bo Chan",
    ]
    assert {each.by.proof for each in told if each.by} == {"typed"}
    assert told[1].reason == "see camera 4"
    assert told[3].finding == matter.findings[0]["id"]


def test_a_comment_needs_words(register: sqlite3.Connection) -> None:
    with pytest.raises(Unknown, match="the comment is empty"):
        comment(register, largest(register), Decision("Bo Chan", " - ", "2026-03-08"), NOW)


def test_resolve_takes_incidents_by_the_beginning_of_their_id(site: Site) -> None:
    with writable(open_store(site.store), NOW) as register:
        matter = largest(register)
    words = ("findings", "resolve", matter.incident[:8], "--store", str(site.store))
    more = ("--as", "refunded", "--by", "Ann Lee", "--reason", "at the cage")
    dry = CliRunner().invoke(cli, [*words, *more, "--dry-run"])
    assert f"{len(matter.findings)} findings would be resolved" in dry.output
    told = CliRunner().invoke(cli, [*words, *more])
    assert told.output == f"Incident {matter.incident} of {DAY}: refunded.\n"
    resolved = site.rows("SELECT count(*) AS n FROM findings WHERE state = 'resolved'")
    assert resolved == [{"n": len(matter.findings)}]


def test_an_id_that_nothing_has_is_refused(register: sqlite3.Connection) -> None:
    with pytest.raises(Unknown, match="no finding 'ffff' in the register"):
        find_matter(register, "ffff")
    with pytest.raises(Unknown, match="no incident 'ffff' in the register"):
        find_incident(register, "ffff")
