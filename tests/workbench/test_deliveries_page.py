"""What did not arrive, what failed and what lies in quarantine: listed, linked, dismissed."""

from __future__ import annotations

import re
from html import unescape
from typing import TYPE_CHECKING

import pytest
from support.nights import Site
from support.proxied import SIGN_IN, Behind, configure, people
from support.workbenches import bench_on

if TYPE_CHECKING:
    from pathlib import Path

    from support.workbenches import Bench
    from werkzeug.test import TestResponse

_ITEM = re.compile(r'<a href="(/deliveries[^"]*)"><bdi>(.*?)</bdi>', re.DOTALL)
_GAP = re.compile(r'<td class="gap"><a href="([^"]*)"')
# A trouble and everything that lies in quarantine or did not come is one row of a table here.
_ROW = re.compile(r"<tr><t[hd].*?</tr>", re.DOTALL)


@pytest.fixture(scope="module")
def troubled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site where nights are missing, a day failed, a file waits, and 22 are no logs."""
    pytest.importorskip("flask", reason="Flask is not installed (pip install '.[serve]')")
    site = Site(tmp_path_factory.mktemp("troubled"))
    site.arrive("tuesday", day="2026-03-03")
    site.arrive("friday")
    for number in range(20):
        site.arrive_note(f"junk-{number}.csv", "")
    site.arrive_note()
    site.night()
    (row,) = site.rows("SELECT digest FROM inputs WHERE name = 'friday'")
    (site.store / "archive" / row["digest"][:2] / row["digest"]).rename(site.root / "lost")
    site.arrive("friday too", table="T2")
    (site.inbox / "half.part").write_text("half", encoding="utf-8")
    site.arrive_note("list.csv")
    site.night()
    return site.root


@pytest.fixture
def site(troubled: Path, tmp_path: Path) -> Site:
    return Site(troubled).copied(tmp_path / "site")


@pytest.fixture(scope="module")
def looking(troubled: Path) -> Bench:
    """A workbench on that site that records nothing."""
    return bench_on(Site(troubled), read_only=True).entered()


def rows(page: str) -> list[str]:
    return [
        each for each in _ROW.findall(page) if "<thead>" not in each and 'scope="col"' not in each
    ]


def number(site: Site, name: str) -> str:
    (row,) = site.rows("SELECT number FROM arrivals WHERE name = ?", name)
    return str(row["number"])


def dismissed(bench: Bench, site: Site, name: str = "notes.csv") -> TestResponse:
    fields = {"file": number(site, name), "reason": "A list, no log", "back": "/deliveries"}
    return bench.post("/deliveries/dismiss", fields)


def test_every_item_of_the_morning_leads_to_exactly_what_it_names(looking: Bench) -> None:
    items = {unescape(text): unescape(where) for where, text in _ITEM.findall(looking.page("/"))}
    assert len(items) == 20 + 1 + 1 + 1 + 1
    for text, where in items.items():
        found = rows(looking.page(where))
        more = re.fullmatch(r"In quarantine: (\d+) more\.", text)
        if more:
            assert len(found) == int(more.group(1)) == 2
        elif text.startswith("No log received"):
            assert [re.findall(r"2026-03-\d\d", each)[0] for each in found] == [
                "2026-03-04",
                "2026-03-05",
            ]
        else:
            (row,) = found
            name = re.search(r"[\w-]+\.(?:csv|part)", text)
            assert (name.group() if name else "2026-03-06") in row


def test_a_night_without_a_log_leads_to_itself(looking: Bench) -> None:
    first, second = map(unescape, _GAP.findall(looking.page("/")))
    (row,) = rows(looking.page(first))
    assert "2026-03-04" in row
    assert "2026-03-05" not in row
    assert first != second


def test_everything_is_listed_with_since_when_why_and_what_to_do(looking: Bench) -> None:
    page = looking.page("/deliveries")
    assert "26 open items." in page
    assert "no longer in the archive: friday" in page
    assert "Correct the file or its profile" in page
    (row,) = [each for each in rows(page) if "list.csv" in each]
    assert "2026-03-07" in row
    assert "Harbor Card Room" in row
    assert len(rows(page)) == 26


def test_a_read_only_workbench_has_no_form_to_dismiss(looking: Bench) -> None:
    assert "/deliveries/dismiss" not in looking.page("/deliveries")


def test_a_page_of_files_leads_to_the_next(looking: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("feeaudit.workbench.screens.deliveries_page._ON_A_PAGE", 12)
    first = looking.page("/deliveries?kind=quarantined")
    (where,) = re.findall(r'<p class="pager"><a href="([^"]*)"', first)
    second = looking.page(unescape(where))
    assert [len(rows(first)), len(rows(second))] == [12, 10]
    assert not {*rows(first)} & {*rows(second)}
    assert 'class="pager"' not in second


def test_a_dismissed_file_is_listed_no_more_and_stays_in_quarantine(site: Site) -> None:
    bench = bench_on(site).entered()
    answer = dismissed(bench, site)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/deliveries")
    page = bench.page("/deliveries")
    assert "notes.csv needs nothing further: A list, no log" in page
    assert not [each for each in rows(page) if "notes.csv" in each]
    assert [each for each in rows(page) if "list.csv" in each]
    (row,) = site.rows("SELECT reason, dismissed_by FROM dismissals")
    assert row == {"reason": "A list, no log", "dismissed_by": "Ann Lee"}
    (digest,) = site.rows("SELECT digest FROM arrivals WHERE name = 'notes.csv'")
    assert (site.store / "quarantine" / digest["digest"] / "notes.csv").is_file()


def test_who_dismisses_a_file_twice_is_told_who_did_before(site: Site) -> None:
    bench = bench_on(site).entered()
    assert dismissed(bench, site).status_code == 303
    again = dismissed(bench, site)
    assert again.status_code == 422
    assert "Already dismissed by Ann Lee: notes.csv" in again.text
    assert len(site.rows("SELECT * FROM dismissals")) == 1


def test_a_dismissal_without_a_reason_is_refused(site: Site) -> None:
    fields = {"file": number(site, "notes.csv"), "reason": " "}
    assert bench_on(site).entered().post("/deliveries/dismiss", fields).status_code == 422
    assert site.rows("SELECT * FROM dismissals") == []


def test_each_role_and_cardroom_sees_and_dismisses_its_own(site: Site) -> None:
    mine = people("proxy header", "front proxy").replace('["mortimers"]', '["harbor"]', 1)
    configure(site, mine + SIGN_IN)
    behind = Behind(site)
    for viewer in ("vic", "ann"):
        assert "notes.csv" in behind.browser(viewer).page("/deliveries")
        assert "/deliveries/dismiss" not in behind.browser(viewer).page("/deliveries")
        assert dismissed(behind.browser(viewer), site).status_code == 403
    chief = behind.browser("chief")
    assert rows(chief.page("/deliveries")) == []
    assert chief.get("/deliveries?cardroom=harbor").status_code == 403
    assert rows(chief.page(f"/deliveries?file={number(site, 'notes.csv')}")) == []
    assert dismissed(chief, site).status_code == 403
    harbor = behind.browser("elsewhere")
    page = harbor.page("/deliveries")
    assert "notes.csv" in page
    assert "junk-1.csv" not in page, "it lay in no cardroom's folder"
    assert "In quarantine: notes.csv" in harbor.page("/")
    assert dismissed(harbor, site, "junk-1.csv").status_code == 403
    assert site.rows("SELECT * FROM dismissals") == []
    assert dismissed(harbor, site).status_code == 303
