"""A night as people know it: logs come in, are audited once, reported and remembered."""

from __future__ import annotations

import base64
import hashlib
import html
import json
import os
import stat
import sys
from typing import TYPE_CHECKING

import pytest
from support.nights import DAY, Log, Site

from feeaudit.book.load import read_laws
from feeaudit.core.problem import Unknown
from feeaudit.nightly.lock import Busy, held
from feeaudit.nightly.settings import read_settings
from feeaudit.nightly.stable_zip import zipped
from feeaudit.register.archive import content_digest
from feeaudit.register.store import open_store
from feeaudit.register.store_files import safe_name

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

POSIX = os.name == "posix"
# What programs that show folders leave in them.
# What systems leave where somebody looked, each as such a file begins.
SYSTEM_FILES = {
    ".DS_Store": b"\0\0\0\1Bud1\0",
    "Thumbs.db": b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    "desktop.ini": b"[.ShellClassInfo]\r\n",
}
HELPERS = [*SYSTEM_FILES]


@pytest.fixture
def site(tmp_path: Path) -> Site:
    return Site(tmp_path)


def files(folder: Path) -> list[str]:
    return sorted(str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file())


def findings(site: Site, day: str = DAY, run: int = 1) -> list[str]:
    path = site.store / "reports" / "harbor" / day / f"run-{run}" / "findings.json"
    return [each["hand_id"] for each in json.loads(path.read_bytes())["findings"]]


def test_a_log_is_audited_reported_and_archived_under_its_hash(site: Site) -> None:
    site.arrive("friday", wrong=(2,))
    outcome = site.night()
    assert outcome.exit_code == 1
    assert findings(site) == ["T1-002"]
    assert files(site.inbox) == []
    (row,) = site.rows("SELECT digest, name FROM inputs")
    kept = site.store / "archive" / row["digest"][:2] / row["digest"] / "friday"
    assert content_digest(kept) == row["digest"]
    assert (kept / "hands.csv").read_text(encoding="utf-8") == Log().files()["hands.csv"]
    assert site.problems() == []


def test_a_single_file_is_archived_under_its_own_sha256(site: Site) -> None:
    site.arrive_sheet("1,19:00,50,1\n")
    content = (site.inbox / "harbor" / "pit-2026-03-06.csv").read_bytes()
    site.night()
    digest = hashlib.sha256(content).hexdigest()
    kept = site.store / "archive" / digest[:2] / digest / "pit-2026-03-06.csv"
    assert kept.read_bytes() == content


def test_a_single_file_that_is_no_log_is_quarantined_under_its_own_sha256(site: Site) -> None:
    content = b"no log at all\n"
    (site.inbox / "odd.csv").write_bytes(content)
    site.night()
    digest = hashlib.sha256(content).hexdigest()
    assert (site.store / "quarantine" / digest / "odd.csv").read_bytes() == content


def test_a_night_without_anything_new_is_quiet(site: Site) -> None:
    site.had_friday()
    outcome = site.night()
    assert (outcome.exit_code, outcome.runs) == (0, [])


def test_the_same_content_again_is_recorded_and_not_audited_again(site: Site) -> None:
    site.had_friday()
    site.arrive("friday once more")
    outcome = site.night()
    assert outcome.items["again"] == 1
    assert files(site.inbox) == []
    assert len(site.rows("SELECT * FROM runs")) == 1
    assert [row["outcome"] for row in site.rows("SELECT outcome FROM arrivals")] == [
        "taken",
        "known already",
    ]


def test_a_file_that_is_still_being_written_waits(site: Site) -> None:
    folder = site.arrive("friday")
    site.now = (folder / "wagers.csv").stat().st_mtime + 30
    assert site.night(settle=60).items["waiting"] == 1
    assert len(files(site.inbox)) == 3
    site.now += 60
    assert site.night(settle=60).items["taken"] == 1


@pytest.mark.parametrize("name", ["friday.part", "friday.xlsx.crdownload", "friday.tmp"])
def test_a_file_by_the_name_of_a_copy_in_progress_waits(site: Site, name: str) -> None:
    (site.inbox / name).write_text("half", encoding="utf-8")
    assert site.night().items["waiting"] == 1
    assert files(site.inbox) == [name]


def test_a_folder_that_is_open_in_a_spreadsheet_waits(site: Site) -> None:
    folder = site.arrive("friday")
    (folder / "~$hands.xlsx").write_text("", encoding="utf-8")
    assert site.night().items["waiting"] == 1


@pytest.mark.parametrize("name", HELPERS)
def test_a_helper_file_of_another_program_is_left_alone(site: Site, name: str) -> None:
    (site.inbox / name).write_bytes(b"\0")
    outcome = site.night()
    assert (outcome.exit_code, sum(outcome.items.values())) == (0, 0)
    assert files(site.inbox) == [name]


def test_a_folder_that_was_just_made_waits_for_its_files(site: Site) -> None:
    folder = site.inbox / "friday"
    folder.mkdir()
    site.now = folder.stat().st_mtime + 5
    outcome = site.night(settle=60)
    assert (outcome.exit_code, outcome.items["waiting"]) == (0, 1)
    assert len(site.events("waiting")) == 1


def test_a_log_in_a_folder_of_a_folder_is_not_passed_over_in_silence(site: Site) -> None:
    folder = site.arrive("friday")
    Log(first=5).write(folder / "late")
    assert site.night().items["quarantined"] == 1
    assert "late/collections.csv" in site.rows("SELECT reason FROM arrivals")[0]["reason"]


def test_what_cannot_be_read_is_quarantined_with_the_reason_beside_it(site: Site) -> None:
    site.arrive("good")
    folder = site.arrive("bad", day="2026-03-07")
    hands = (folder / "hands.csv").read_text(encoding="utf-8")
    (folder / "hands.csv").write_text(hands.replace("19:01", "late"), encoding="utf-8")
    outcome = site.night()
    assert outcome.exit_code == 2
    assert (outcome.items["taken"], outcome.items["quarantined"]) == (1, 1)
    (kept,) = (site.store / "quarantine").iterdir()
    reason = (kept / "reason.txt").read_text(encoding="utf-8")
    assert "2026-03-07 late:00" in reason
    assert "What to do" in reason
    assert (kept / "bad" / "hands.csv").is_file()
    assert "bad" in outcome.summary


def test_what_was_quarantined_is_tried_again_when_it_comes_again(site: Site) -> None:
    (site.inbox / "notes.csv").write_text("x\n", encoding="utf-8")
    site.night()
    (site.inbox / "notes.csv").write_text("x\n", encoding="utf-8")
    assert site.night().items["quarantined"] == 1
    assert len(list((site.store / "quarantine").iterdir())) == 1


def test_rows_that_cannot_be_used_may_be_set_aside_when_told_so(site: Site) -> None:
    folder = site.arrive("friday")
    wagers = folder / "wagers.csv"
    wagers.write_text(
        wagers.read_text(encoding="utf-8").replace("T1-004,1,base,50", "T1-004,1,base,fifty"),
        encoding="utf-8",
    )
    assert site.night(allow_set_aside=True).items["taken"] == 1
    assert site.rows("SELECT set_aside FROM inputs") == [{"set_aside": 1}]


def test_a_corrected_file_supersedes_the_day_and_the_change_is_shown(site: Site) -> None:
    site.had_friday(wrong=(2, 3))
    site.arrive("friday corrected", wrong=(3, 4))
    outcome = site.night()
    assert (findings(site, run=1), findings(site, run=2)) == (
        ["T1-002", "T1-003"],
        ["T1-003", "T1-004"],
    )
    changes = site.rows(
        "SELECT findings.hand_id, change FROM changes JOIN findings ON findings.id = finding"
        " ORDER BY hand_id"
    )
    assert [(row["hand_id"], row["change"]) for row in changes] == [
        ("T1-002", "gone"),
        ("T1-004", "new"),
    ]
    assert "run 2 (1 gone, 1 new)" in " ".join(outcome.summary.split())
    states = site.rows("SELECT hand_id, state FROM findings ORDER BY hand_id")
    assert [row["state"] for row in states] == ["gone", "open", "open"]
    assert site.problems() == []


def test_the_same_finding_of_a_later_run_is_the_same_row(site: Site) -> None:
    site.had_friday(wrong=(2,))
    (before,) = site.rows("SELECT number, first_run, last_run FROM findings")
    site.arrive("friday corrected", wrong=(2,), hands=5)
    site.night()
    (after,) = site.rows("SELECT number, first_run, last_run FROM findings")
    assert (after["number"], after["first_run"]) == (before["number"], before["first_run"])
    assert after["last_run"] > before["last_run"]


def test_a_late_file_is_added_to_its_day(site: Site) -> None:
    site.arrive("early", wrong=(1,))
    site.night()
    site.arrive("late", first=5, wrong=(6,))
    site.arrive("another table", table="T2", wrong=(2,))
    site.night()
    assert findings(site, run=2) == ["T1-001", "T1-006", "T2-002"]
    assert [row["hands"] for row in site.rows("SELECT hands FROM runs")] == [4, 12]


def test_files_of_one_night_make_one_run_of_their_day(site: Site) -> None:
    site.arrive("one")
    site.arrive("two", table="T2")
    assert len(site.night().runs) == 1


def test_a_hand_that_a_correction_leaves_out_is_gone(site: Site) -> None:
    site.had_friday(hands=5, wrong=(3,))
    folder = site.arrive("corrected", hands=5)
    for path in folder.iterdir():
        lines = path.read_text(encoding="utf-8").splitlines(keepends=True)
        path.write_text("".join(line for line in lines if "T1-003" not in line), encoding="utf-8")
    site.night()
    assert site.rows("SELECT hands FROM runs WHERE current") == [{"hands": 4}]
    # That a number is missing is a finding of its own; the hand's fee is none any more.
    assert "T1-003" not in findings(site, run=2)


def test_files_that_number_their_hands_alike_are_not_mixed(site: Site) -> None:
    for table in ("T1", "T2"):
        folder = site.arrive(table, table=table, wrong=(1,))
        for path in folder.iterdir():
            text = path.read_text(encoding="utf-8").replace(f"{table}-0", "hand-0")
            path.write_text(text, encoding="utf-8")
    site.night()
    assert site.rows("SELECT hands, violations FROM runs") == [{"hands": 8, "violations": 2}]


def test_a_log_of_several_days_is_a_run_for_each(site: Site) -> None:
    folder = site.arrive("weekend", day="2026-03-06", wrong=(1,))
    more = Log(day="2026-03-07", first=50, wrong=(51,)).files()
    for path in folder.iterdir():
        rows = more[path.name].split("\n", 1)[1]
        path.write_text(path.read_text(encoding="utf-8") + rows, encoding="utf-8")
    site.night()
    assert [row["day"] for row in site.rows("SELECT day FROM runs")] == ["2026-03-06", "2026-03-07"]
    assert findings(site, "2026-03-06") == ["T1-001"]
    assert findings(site, "2026-03-07") == ["T1-051"]


def test_a_hand_after_midnight_belongs_to_the_gaming_day_before(site: Site) -> None:
    site.arrive("late", hour=2)
    site.night()
    assert site.rows("SELECT day FROM runs") == [{"day": "2026-03-05"}]


def test_the_stores_own_configuration_is_used(site: Site) -> None:
    site.store.mkdir()
    (site.store / "feeaudit.toml").write_text("gaming_day_starts = 1\n", encoding="utf-8")
    site.arrive("late", hour=2)
    site.night()
    assert site.rows("SELECT day FROM runs") == [{"day": "2026-03-06"}]


def test_a_file_in_another_cardrooms_folder_is_quarantined(site: Site) -> None:
    site.arrive("friday", place="harbor", cardroom="mortimers")
    assert site.night().items["quarantined"] == 1
    (row,) = site.rows("SELECT reason FROM arrivals")
    assert "its hands belong to mortimers" in row["reason"]


def test_a_spreadsheet_is_read_by_its_cardrooms_profile(site: Site) -> None:
    site.arrive_sheet("1,19:00,50,1\n2,19:05,50,2\n")
    assert site.night().items["taken"] == 1, site.lines
    over = site.rows("SELECT hand_id FROM findings WHERE \"check\" = 'FEE-OVER'")
    assert over == [{"hand_id": "2"}]


def test_a_changed_profile_does_not_change_how_an_archived_file_is_read(site: Site) -> None:
    site.arrive_sheet("1,19:00,50,1\n2,19:05,50,2\n")
    site.night()
    profile = site.store / "profiles" / "harbor.yaml"
    profile.write_text("profile: broken\n", encoding="utf-8")
    assert site.night(again=(DAY,), date="2026-03-08").failed == []
    assert findings(site, run=2) == findings(site, run=1) != []


HISTORY = """\
variant = "NT"
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [200, 200, 200]
actions = ["d dh p1 ????", "d dh p2 ????", "d dh p3 ????", "p3 cbr 6", "p1 f", "p2 f"]
year = 2026
month = 3
day = 6
time = 19:30:00
time_zone = "America/Los_Angeles"
table = "T1"
"""


def test_a_hand_history_is_read_as_the_settings_say(site: Site) -> None:
    (site.inbox / "harbor").mkdir()
    (site.inbox / "harbor" / "friday.phh").write_text(HISTORY, encoding="utf-8")
    assert site.night().items["quarantined"] == 1
    (row,) = site.rows("SELECT reason FROM arrivals")
    assert "does not say its game" in row["reason"]
    settings = '[cardrooms.harbor]\ngame = "harbor-holdem"\n'
    (site.store / "store.toml").write_text(settings, encoding="utf-8")
    (site.inbox / "harbor" / "friday.phh").write_text(HISTORY, encoding="utf-8")
    assert site.night().items["taken"] == 1
    assert site.rows("SELECT cardroom, day, hands FROM runs") == [
        {"cardroom": "harbor", "day": DAY, "hands": 1}
    ]


def test_a_folder_of_hand_histories_is_taken_as_one(site: Site) -> None:
    site.night()
    settings = '[cardrooms.harbor]\ngame = "harbor-holdem"\n'
    (site.store / "store.toml").write_text(settings, encoding="utf-8")
    night = site.inbox / "harbor" / "friday"
    night.mkdir(parents=True)
    for minute in (30, 31, 32):
        text = HISTORY.replace("19:30:00", f"19:{minute}:00")
        (night / f"{minute}.phh").write_text(text, encoding="utf-8")
    assert site.night().items["taken"] == 1
    assert site.rows("SELECT cardroom, day, hands FROM runs") == [
        {"cardroom": "harbor", "day": DAY, "hands": 3}
    ]


HOSTILE = [
    "line\nbreak",
    "; rm -rf $HOME",
    "$(touch pwned)",
    "-rf",
    "con.csv",
    "'quoted\"",
    "\x1b[31mred",
    "ü" * 60,
    "a" * 240,
    " spaced ",
    "\u202ereversed",
]


@pytest.mark.skipif(not POSIX, reason="such names cannot exist there")
@pytest.mark.parametrize("name", HOSTILE)
def test_names_are_data_and_never_paths_or_commands(site: Site, name: str) -> None:
    site.arrive(name, wrong=(2,))
    outcome = site.night()
    assert outcome.items["taken"] == 1
    assert outcome.exit_code == 1
    assert sorted(path.name for path in site.root.iterdir()) == [
        "book",
        "heads.log",
        "inbox",
        "store",
    ]
    assert files(site.inbox) == []
    assert len(site.events("taken")[0].splitlines()) == 1
    assert site.problems() == []


@pytest.mark.skipif(not POSIX, reason="such names cannot exist there")
def test_names_aimed_at_one_place_keep_no_other_log_from_being_taken(site: Site) -> None:
    folder = site.arrive("a trap")
    for name in ("a?b.csv", safe_name("a?b.csv")):
        (folder / name).write_text("x\n", encoding="utf-8")
    site.arrive("friday")
    outcome = site.night()
    assert (outcome.items["refused"], outcome.items["taken"]) == (1, 1)


@pytest.mark.skipif(not POSIX, reason="such names cannot exist there")
def test_a_name_that_is_no_text_is_taken_too(site: Site) -> None:
    site.arrive(os.fsdecode(b"night-\xff\xfe"))
    assert site.night().items["taken"] == 1
    assert site.rows("SELECT name FROM inputs") == [{"name": "night-\\xff\\xfe"}]


@pytest.mark.skipif(not POSIX, reason="needs links and pipes")
def test_links_are_not_followed_and_pipes_not_opened(site: Site) -> None:
    secret = site.root / "secret.csv"
    secret.write_text("squeamish ossifrage\n", encoding="utf-8")
    (site.inbox / "link.csv").symlink_to(secret)
    os.mkfifo(site.inbox / "pipe")
    folder = site.arrive("friday")
    (folder / "wagers.csv").unlink()
    (folder / "wagers.csv").symlink_to(secret)
    outcome = site.night()
    assert (outcome.exit_code, outcome.items["refused"]) == (2, 3)
    assert secret.read_text(encoding="utf-8") == "squeamish ossifrage\n"
    for name in files(site.store):
        assert b"ossifrage" not in (site.store / name).read_bytes(), name


@pytest.mark.skipif(not POSIX, reason="permissions are the operating system's own there")
def test_everything_in_a_store_is_private_to_its_owner(site: Site) -> None:
    site.arrive("friday", wrong=(2,))
    (site.inbox / "odd.csv").write_text("x\n", encoding="utf-8")
    before = os.umask(0)
    try:
        site.night()
    finally:
        os.umask(before)
    for path in [site.store, *site.store.rglob("*")]:
        allowed = 0o700 if path.is_dir() else 0o600
        assert stat.S_IMODE(path.stat().st_mode) == allowed, path


def test_the_gravest_of_what_happened_is_the_exit_code(site: Site) -> None:
    folder = site.arrive("bare")
    for name in ("wagers.csv", "collections.csv"):
        (folder / name).unlink()
    site.arrive("wrong", day="2026-03-08", wrong=(1,))
    assert site.night().exit_code == 1
    (site.inbox / "odd.csv").write_text("x\n", encoding="utf-8")
    site.arrive("wrong too", day="2026-03-09", wrong=(1,))
    assert site.night().exit_code == 2


def test_a_second_run_at_the_same_time_says_who_is_at_it_and_does_nothing(site: Site) -> None:
    site.had_friday()
    site.arrive("saturday", day="2026-03-07")
    with held(site.store / "lock", "2026-03-07T06:00:00Z"), pytest.raises(Busy) as busy:
        site.night()
    assert f"process {os.getpid()}" in str(busy.value)
    assert len(files(site.inbox)) == 3
    assert site.night().items["taken"] == 1


def test_a_day_that_cannot_be_audited_keeps_no_other_from_being_audited(site: Site) -> None:
    site.had_friday()
    (row,) = site.rows("SELECT digest FROM inputs")
    kept = site.store / "archive" / row["digest"][:2] / row["digest"]
    kept.rename(site.root / "lost")
    site.arrive("friday too", table="T2")
    site.arrive("saturday", day="2026-03-07")
    outcome = site.night()
    assert outcome.exit_code == 2
    assert [run["day"] for run in outcome.runs] == ["2026-03-07"]
    assert "no longer in the archive: friday" in outcome.failed[0]
    assert "tried again every night: Harbor Card Room, March 6, 2026." in outcome.summary
    (site.root / "lost").rename(kept)
    assert [run["day"] for run in site.night().runs] == ["2026-03-06"]


def test_a_day_audited_again_with_the_same_book_is_unchanged(site: Site) -> None:
    site.had_friday(wrong=(2,))
    assert site.night(again=(DAY,)).runs == []
    assert site.events("unchanged")


def test_a_day_of_which_no_log_ever_came_cannot_be_audited_again(site: Site) -> None:
    site.arrive("friday")
    outcome = site.night(again=(DAY, "2025-03-06"))
    assert outcome.exit_code == 2
    assert outcome.failed == ["2025-03-06: the store has no log of this day to audit again"]
    assert len(outcome.runs) == 1


def test_a_profile_that_is_gone_from_the_archive_is_missed(site: Site) -> None:
    site.arrive_sheet("1,19:00,50,1\n")
    site.night()
    (kept,) = site.store.glob("archive/*/*/harbor.yaml")
    kept.unlink()
    assert site.night(again=(DAY,)).failed == [
        f"harbor {DAY}: no longer in the archive: pit-2026-03-06.csv"
    ]


@pytest.mark.parametrize("name", HELPERS)
def test_a_helper_file_in_the_archive_is_not_taken_for_the_archived_file(
    site: Site, name: str
) -> None:
    site.had_friday(wrong=(2,))
    (kept,) = site.store.glob("archive/*/*/friday")
    (kept.parent / name).write_bytes(SYSTEM_FILES[name])
    assert site.problems() == []
    assert site.night(again=(DAY,)).failed == []
    assert site.events("unchanged")


@pytest.mark.parametrize("name", HELPERS)
def test_what_only_has_the_name_of_a_helper_file_is_found_in_the_archive(
    site: Site, name: str
) -> None:
    site.had_friday(wrong=(2,))
    (kept,) = site.store.glob("archive/*/*/friday")
    (kept.parent / name).write_bytes(b"\0")
    (problem,) = site.problems()
    assert problem == f"{kept.parent}: {name} was placed next to the archived input"
    # It is named, and never audited in the place of the input.
    assert site.night(again=(DAY,)).failed == []
    assert site.events("unchanged")


def test_a_day_audited_again_with_a_corrected_book_shows_what_changed(site: Site) -> None:
    site.had_friday(wrong=(2,))
    schedule = site.book / "harbor" / "case.yaml"
    text = schedule.read_text(encoding="utf-8")
    schedule.write_text(text.replace("5-100: 1,", "5-100: 2,"), encoding="utf-8")
    site.night(again=(DAY,))
    assert findings(site, run=2) == ["T1-001", "T1-003", "T1-004"]
    books = site.rows("SELECT book_file FROM runs")
    assert len({row["book_file"] for row in books}) == 2


def test_several_processes_find_what_one_finds(tmp_path: Path) -> None:
    stores = []
    for jobs in (1, 2):
        site = Site(tmp_path / str(jobs))
        for number in (1, 2):
            site.arrive(f"night {number}", day=f"2026-03-0{number}", wrong=(number,))
        assert len(site.night(jobs=jobs).runs) == 2
        shown = [name for name in files(site.store) if name.startswith(("reports", "index"))]
        stores.append({name: (site.store / name).read_bytes() for name in shown})
    assert stores[0] == stores[1]


def test_the_front_page_is_the_same_for_the_same_register_and_says_what_waits(site: Site) -> None:
    site.arrive("friday <script>", table="<b>T1</b>", wrong=(2,))
    (site.inbox / "<img src=x>.csv").write_text("x\n", encoding="utf-8")
    site.arrive("sunday", day="2026-03-08")
    site.night(date="2026-03-09")
    page = (site.store / "index.html").read_text(encoding="utf-8")
    assert "<b>T1" not in page
    assert "&lt;b&gt;T1" in page
    assert "&lt;img src=x&gt;" in page
    assert "No log received for Harbor Card Room: March 7, 2026." in page
    assert 'href="reports/harbor/2026-03-06/run-1/findings.json"' in page
    site.night(date="2026-03-09")
    assert (site.store / "index.html").read_text(encoding="utf-8") == page


def test_the_front_page_shows_its_own_style_and_runs_and_loads_nothing(site: Site) -> None:
    site.night()
    page = (site.store / "index.html").read_text(encoding="utf-8")
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = page.partition('http-equiv="Content-Security-Policy" content="')[2].partition('"')[0]
    rules = html.unescape(policy).split("; ")
    assert {"default-src 'none'", f"style-src 'sha256-{digest}'"} <= {*rules}
    assert not any(rule.startswith("script-src") for rule in rules)


def test_a_book_is_archived_as_the_same_bytes_on_every_system(
    site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    here = zipped(site.book)
    monkeypatch.setattr(sys, "platform", "linux" if sys.platform == "win32" else "win32")
    assert zipped(site.book) == here


def test_a_store_in_the_inbox_is_refused(site: Site) -> None:
    with pytest.raises(Unknown, match="is inside the inbox"):
        site.night(root=site.inbox / "store")


def test_an_unknown_format_is_refused_before_anything_is_taken(site: Site) -> None:
    site.arrive("friday")
    with pytest.raises(Unknown, match="not a format"):
        site.night(formats=("jsn",))
    assert len(files(site.inbox)) == 3


def test_an_empty_store_says_that_no_night_has_been_audited(site: Site) -> None:
    assert "No gaming day has been audited yet." in site.night().summary
    assert "No night yet" in (site.store / "index.html").read_text(encoding="utf-8")
    assert site.problems() == []


def test_the_usual_retention_is_what_the_law_pack_says(site: Site, schedules: Path) -> None:
    site.night()
    usual = read_settings(open_store(site.store)).retention
    rules = {rule.authority: rule for law in read_laws(schedules) for rule in law.rules}
    for keeping in usual.values():
        (years,) = rules[keeping.authority].parameters
        assert int(years.value) == keeping.years
        assert not keeping.verified


@pytest.mark.skipif(not POSIX, reason="needs links")
def test_a_link_in_place_of_the_folder_of_claims_is_not_followed(site: Site) -> None:
    elsewhere = site.root / "elsewhere"
    (elsewhere / "precious.removing").mkdir(parents=True)
    (site.inbox / ".feeaudit").symlink_to(elsewhere)
    site.arrive("friday")
    # The link itself, and the log that cannot be claimed.
    assert site.night().items["refused"] == 2
    assert (elsewhere / "precious.removing").is_dir()
    assert len(files(site.inbox / "friday")) == 3


def test_a_folder_with_other_things_is_not_made_a_store(site: Site) -> None:
    site.store.mkdir()
    (site.store / "holiday.jpg").write_bytes(b"")
    with pytest.raises(Unknown, match="contains other files and no register"):
        site.night()


def test_a_folder_with_nothing_but_a_helper_file_is_made_a_store(site: Site) -> None:
    site.store.mkdir()
    (site.store / ".DS_Store").write_bytes(b"\0")
    assert site.night().exit_code == 0
