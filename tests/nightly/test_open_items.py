"""Nights never go quiet: whatever was not dealt with is said again, with its age, every night."""

from __future__ import annotations

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING, Any

import pytest
from support.nights import DAY, Site

from feeaudit.nightly import quarantine
from feeaudit.register.database import opened
from feeaudit.register.queries import latest_day
from feeaudit.register.store import open_store

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path / "site")


def items(site: Site) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads((site.store / "summary.json").read_bytes())[
        "open_items"
    ]
    return found


def only(site: Site, words: str) -> dict[str, Any]:
    (found,) = [each for each in items(site) if words in each["text"]]
    page = (site.store / "index.html").read_text(encoding="utf-8")
    assert words in page
    assert site.inspected() == []
    return found


def test_a_file_with_hands_of_a_day_to_come_is_open_until_the_day_has_come(site: Site) -> None:
    site.arrive("friday")
    site.arrive("typo", day="2062-03-06")
    site.night()
    found = only(
        site, "Dated in the future: Harbor Card Room, March 6, 2062: typo has hands dated after"
    )
    assert len(site.events("future")) == 1
    assert (found["since"], found["age"]) == ("2026-03-07", 0)
    with opened(open_store(site.store)) as connection:
        assert latest_day(connection) == DAY
    site.night(date="2026-03-10")
    assert only(site, "Dated in the future")["age"] == 3
    site.night(date="2062-03-07")
    assert not [each for each in items(site) if "future" in each["text"]]


@pytest.mark.parametrize("name", [".friday.csv", ".friday"])
def test_a_delivery_whose_name_begins_with_a_dot_is_open_until_it_is_renamed(
    site: Site, name: str
) -> None:
    folder = site.arrive(name)
    assert site.night().exit_code == 2
    site.night(date="2026-03-08")
    assert (
        only(site, f"Not accepted from the inbox: {name}: its name begins with a dot")["age"] == 1
    )
    folder.rename(site.inbox / "friday")
    assert site.night(date="2026-03-08").items["taken"] == 1
    assert not [each for each in items(site) if "dot" in each["text"]]


@pytest.mark.parametrize("name", [".DS_Store", "._friday.csv", ".~lock.friday.xlsx#", "~$f.xlsx"])
def test_what_other_programs_leave_behind_is_no_delivery(site: Site, name: str) -> None:
    (site.inbox / name).write_bytes(b"x")
    (site.inbox / ".gitkeep").write_bytes(b"")
    assert site.night().exit_code == 0
    assert items(site) == []


def test_a_folder_of_claims_that_somebody_else_made_is_told_and_nothing_in_it_removed(
    site: Site,
) -> None:
    claims = site.inbox / ".feeaudit"
    (claims / "mine.removing").mkdir(parents=True)
    (claims / "mine.removing" / "precious.csv").write_text("x", encoding="utf-8")
    (claims / f"{'a' * 16}-1.removing").mkdir()
    (claims / f"{'a' * 16}-1.removing" / "precious.csv").write_text("x", encoding="utf-8")
    (claims / "log.csv").write_text("x", encoding="utf-8")
    assert site.night().exit_code == 2
    assert "feeaudit's own folder" in only(site, ".feeaudit/log.csv")["text"]
    assert "feeaudit's own folder" in only(site, ".feeaudit/mine.removing")["text"]
    assert len(list(claims.rglob("precious.csv"))) == 2


def test_a_file_in_the_place_of_the_folder_of_claims_does_not_stop_the_night(site: Site) -> None:
    (site.inbox / ".feeaudit").write_text("x", encoding="utf-8")
    site.arrive("friday")
    site.arrive("saturday", place="harbor", day="2026-03-07")
    outcome = site.night()
    assert (outcome.exit_code, outcome.items["taken"]) == (2, 1)
    assert len([each for each in items(site) if "Not accepted from the inbox" in each["text"]]) == 2


def test_a_day_that_failed_is_open_with_its_reason_until_it_is_audited(site: Site) -> None:
    site.had_friday()
    (row,) = site.rows("SELECT digest FROM inputs")
    kept = site.store / "archive" / row["digest"][:2] / row["digest"]
    kept.rename(site.root / "lost")
    site.arrive("friday too", table="T2")
    site.night()
    site.night(date="2026-03-09")
    (found,) = [each for each in items(site) if "Not audited yet" in each["text"]]
    assert "no longer in the archive: friday" in found["text"]
    assert found["age"] == 2
    (site.root / "lost").rename(kept)
    site.night(date="2026-03-09")
    assert not [each for each in items(site) if "Not audited yet" in each["text"]]


def test_a_file_that_waits_is_open_with_its_age(site: Site) -> None:
    (site.inbox / "friday.part").write_text("half", encoding="utf-8")
    site.night()
    site.night(date="2026-03-09")
    assert only(site, "Waiting in the inbox: friday.part")["age"] == 2


def test_a_night_that_did_not_come_is_missed_where_logs_come_daily(site: Site) -> None:
    for day in range(2, 7):
        site.arrive(f"night {day}", day=f"2026-03-0{day}")
    site.night()
    assert not [each for each in items(site) if "No log received" in each["text"]]
    assert site.events("missing") == []
    site.night(date="2026-03-09")
    assert ["day=2026-03-07" in each for each in site.events("missing")] == [True, False]
    found = only(site, "No log received for Harbor Card Room: March 7, 2026; March 8, 2026.")
    assert (found["since"], found["age"]) == ("2026-03-07", 2)


def test_a_day_whose_log_came_and_was_not_audited_has_a_log(site: Site) -> None:
    for day in (3, 4, 6):
        site.arrive(f"night {day}", day=f"2026-03-0{day}")
    site.night()
    only(site, "No log received for Harbor Card Room: March 5, 2026.")
    site.arrive("night 5", day="2026-03-05")
    site.arrive("night 7", day="2026-03-07")
    before = {*site.store.glob("archive/*/*")}

    def lose_what_was_taken(line: str) -> None:
        if " event=taken " in line:
            for folder in {*site.store.glob("archive/*/*")} - before:
                folder.rename(site.root / folder.name)

    site.night(date="2026-03-08", tell=lose_what_was_taken)
    waiting = [each["text"] for each in items(site) if "Not audited yet" in each["text"]]
    assert ["March 5" in each for each in waiting] == [True, False]
    assert not [each for each in items(site) if "No log received" in each["text"]]


def test_where_logs_do_not_come_daily_no_night_is_missed_at_the_end(site: Site) -> None:
    site.had_friday()
    site.night(date="2026-03-09")
    assert not [each for each in items(site) if "No log came" in each["text"]]


def test_open_violations_say_since_when_and_for_how_much(site: Site) -> None:
    site.had_friday(wrong=(1, 2))
    site.night(date="2026-03-10")
    found = only(site, "2 violations open in the register.")
    assert (found["age"], found["over"], found["link"]) == (4, "2.00", "reports/")
    assert "over-collected $2.00" in site.night(date="2026-03-10").summary


def test_a_quarantined_file_leads_to_its_reason(site: Site) -> None:
    (site.inbox / "notes.csv").write_text("to do\n", encoding="utf-8")
    site.night()
    found = only(site, "In quarantine: notes.csv: no hands found")
    assert (site.store / found["link"]).is_file()


def test_thousands_of_files_that_are_no_logs_are_all_told_and_the_log_among_them_is_audited(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(quarantine, "_BATCH", 7)
    for number in range(50):
        (site.inbox / f"junk-{number}.csv").write_text(f"junk {number}\n", encoding="utf-8")
    (site.inbox / "same.csv").write_text("junk 1\n", encoding="utf-8")
    site.arrive("friday")
    outcome = site.night()
    assert (outcome.items["quarantined"], outcome.items["taken"]) == (51, 1)
    assert len(site.events("quarantined")) == 51
    assert only(site, "In quarantine: 31 more.")["link"] == "quarantine/"


def settings(site: Site, text: str) -> None:
    site.store.mkdir()
    (site.store / "store.toml").write_text(text, encoding="utf-8")


def test_a_command_gets_the_summary_on_its_standard_input(site: Site) -> None:
    target = site.root / "mail.txt"
    script = f"import sys; open({str(target)!r}, 'w').write(sys.stdin.read())"
    settings(site, f"[notify]\ncommand = {json.dumps([sys.executable, '-c', script])}\n")
    site.arrive("friday", wrong=(1,))
    outcome = site.night()
    assert outcome.exit_code == 1
    assert target.read_text(encoding="utf-8") == outcome.summary


@pytest.mark.parametrize(
    ("notify", "told"),
    [
        ('command = ["no-such-program"]', "could not be run"),
        (f"command = {json.dumps([sys.executable, '-c', 'raise SystemExit(3)'])}", "ended with 3"),
        ('webhook = "ftp://example.com"', "is not a web address"),
        ('webhook = "http://127.0.0.1:9/"', "could not be notified"),
        ('webhook = "http://[bad"', "could not be notified"),
        ('webhook = "http://127.0.0.1:9/a b"', "could not be notified"),
        (r'command = ["a\u0000b"]', "could not be run"),
    ],
)
def test_a_notice_that_fails_is_told_and_the_night_stands(
    site: Site, notify: str, told: str
) -> None:
    settings(site, f"[notify]\n{notify}\n")
    site.arrive("friday")
    outcome = site.night()
    assert (outcome.exit_code, len(outcome.runs)) == (2, 1)
    assert told in site.events("failed")[0]


def test_a_web_address_gets_the_summary_in_the_body_that_was_asked_for(site: Site) -> None:
    bodies: list[bytes] = []

    class Hook(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Hook)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    address = f"http://127.0.0.1:{server.server_port}/"
    settings(site, f'[notify]\nwebhook = "{address}"\nbody = \'{{"words": {{summary}}}}\'\n')
    outcome = site.night()
    server.shutdown()
    assert [json.loads(each) for each in bodies] == [{"words": outcome.summary}]
