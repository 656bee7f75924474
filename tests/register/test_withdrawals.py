"""A file delivered by mistake is taken back, on the record, and its days audited without it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.nights import DAY, Site

from feeaudit.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.slow

WHY = ("--by", "Ann Lee", "--reason", "another room's log", "--date", "2026-03-08")


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Site:
    """A day with two files, and one with a single file."""
    site = Site(tmp_path_factory.mktemp("made") / "site")
    site.arrive("friday", wrong=(1,))
    site.arrive("friday, T2", table="T2", wrong=(2,))
    site.arrive("saturday", day="2026-03-07", wrong=(3,))
    site.night(date="2026-03-08")
    return site


@pytest.fixture
def site(made: Site, tmp_path: Path) -> Site:
    """A copy of it, to withdraw from."""
    return made.copied(tmp_path / "site")


def withdrawn(site: Site, name: str) -> Result:
    (row,) = site.rows("SELECT number FROM inputs WHERE name = ?", name)
    words = ["inputs", "withdraw", str(row["number"]), "--store", str(site.store), *WHY]
    return CliRunner().invoke(cli, words)


def states(site: Site) -> list[tuple[str, str]]:
    rows = site.rows("SELECT hand_id, state FROM findings ORDER BY day, hand_id")
    return [(row["hand_id"], row["state"]) for row in rows]


def test_the_day_is_audited_anew_without_it(site: Site) -> None:
    assert f"audits again: harbor {DAY}." in withdrawn(site, "friday, T2").output
    outcome = site.night(date="2026-03-08")
    assert [(run["day"], run["run"], run["hands"]) for run in outcome.runs] == [(DAY, 2, 4)]
    assert states(site) == [("T1-001", "open"), ("T2-002", "gone"), ("T1-003", "open")]
    assert site.inspected() == []
    assert list(site.store.glob("archive/*/*/friday*T2*"))


def test_a_day_of_which_nothing_is_left_has_no_findings(site: Site) -> None:
    withdrawn(site, "saturday")
    assert states(site)[-1] == ("T1-003", "gone")
    outcome = site.night(date="2026-03-08")
    assert (outcome.runs, outcome.failed) == ([], [])
    assert site.inspected() == []


def test_it_can_be_delivered_again(site: Site) -> None:
    withdrawn(site, "saturday")
    site.arrive("saturday, rightly", day="2026-03-07", wrong=(3,))
    assert site.night(date="2026-03-08").items["taken"] == 1
    assert states(site)[-1] == ("T1-003", "open")
    assert site.inspected() == []


def test_it_is_taken_back_once_and_listed_with_the_reason(site: Site) -> None:
    withdrawn(site, "saturday")
    assert "is already withdrawn" in str(withdrawn(site, "saturday").exception)
    listed = CliRunner().invoke(cli, ["inputs", "list", "--store", str(site.store)]).output
    assert "withdrawn: another room's" in listed
    words = ["inputs", "withdraw", "99", "--store", str(site.store), *WHY]
    assert "no input has the number 99" in str(CliRunner().invoke(cli, words).exception)
