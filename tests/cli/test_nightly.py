"""``feeaudit nightly``, ``findings``, ``pack`` and ``retention`` as people run them."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import io
import json
import os
import sqlite3
import subprocess
import sys
import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from support.nights import DAY, Log, Site

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown
from feeaudit.register.history import link

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result


@pytest.fixture(scope="module")
def friday(tmp_path_factory: pytest.TempPathFactory) -> Site:
    site = Site(tmp_path_factory.mktemp("site"))
    site.arrive("friday", wrong=(1, 2))
    site.arrive("saturday", day="2026-03-07", wrong=(2,))
    site.night()
    return site


@pytest.fixture
def site(friday: Site, tmp_path: Path) -> Site:
    """A store with two nights and three findings."""
    return friday.copied(tmp_path / "copy")


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


def ids(site: Site) -> list[str]:
    return [row["id"] for row in site.rows("SELECT id FROM findings ORDER BY day, hand_id")]


def nightly(site: Site, *options: str) -> list[str | Path]:
    return [
        "nightly",
        *("--inbox", site.inbox, "--store", site.store, "--book", site.book),
        *("--settle", "0", "--format", "json", *options),
    ]


def test_a_night_prints_the_summary_and_one_line_for_each_event(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.arrive("friday", wrong=(2,))
    result = run(*nightly(site, "--date", "2026-03-07"))
    assert result.exit_code == 1
    assert "Harbor Card Room: 4 hands, 1 violation" in result.stdout
    *events, last = result.stderr.splitlines()
    assert [line.split()[2] for line in events] == ["event=taken", "event=audited"]
    for word in ("event=done", "exit=1", "taken=1", "audited=1", "violations=1", "failed=0"):
        assert f" {word} " in last
    summary = json.loads((site.store / "summary.json").read_text(encoding="utf-8"))
    assert summary["nights"][0]["over"] == "1.00"
    assert f"head={summary['head']['hash']}" in last


@pytest.mark.slow
def test_two_runs_at_once_do_the_work_once(tmp_path: Path) -> None:
    site = Site(tmp_path)
    for number in range(1, 4):
        site.arrive(f"night {number}", day=f"2026-03-0{number}")
    command = [sys.executable, "-m", "feeaudit", *map(str, nightly(site))]
    running = [
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    told = [process.communicate() for process in running]
    codes = sorted(process.returncode for process in running)
    assert codes in ([0, 0], [0, 2])
    if codes == [0, 2]:
        # By whom is told too, once the first has come to write its name.
        assert any("is in use by" in error for _, error in told), told
    assert len(site.rows("SELECT * FROM runs")) == 3
    assert site.problems() == []


def test_a_store_that_may_not_be_written_is_told_and_exits_2(tmp_path: Path) -> None:
    if os.name != "posix" or os.geteuid() == 0:
        pytest.skip("the superuser may write anywhere")
    site = Site(tmp_path)
    site.arrive("friday")
    site.store.mkdir(mode=0o500)
    command = [sys.executable, "-m", "feeaudit", *map(str, nightly(site))]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert str(site.store) in done.stderr
    assert "Traceback" not in done.stderr


def test_findings_are_listed_as_text_json_and_csv(site: Site) -> None:
    listed = run("findings", "list", "--store", site.store)
    assert listed.exit_code == 0
    assert "\n3 findings; waivers as of March 7, 2026." in listed.output
    alone = run("findings", "list", "--store", site.store, "--from", "2026-03-07")
    assert "\n1 finding; waivers as of March 7, 2026." in alone.output
    told = json.loads(run("findings", "list", "--store", site.store, "--format", "json").output)
    assert [each["hand_id"] for each in told["findings"]] == ["T1-002", "T1-001", "T1-002"]
    assert told["findings"][0]["taken"] == "2.00"
    assert told["findings"][0]["at"] == "2026-03-07T19:02:00-08:00"
    text = run("findings", "list", "--store", site.store, "--format", "csv", "--from", DAY).output
    assert len(list(csv.DictReader(io.StringIO(text)))) == 3
    assert (
        "No findings match"
        in run("findings", "list", "--store", site.store, "--table", "T9").output
    )


def test_one_finding_is_shown_with_its_life(site: Site) -> None:
    (name, *_) = ids(site)
    shown = run("findings", "show", name[:6], "--store", site.store)
    assert shown.exit_code == 0
    for word in ("FEE-OVER", "T1-001", "taken $2.00", "Reported by run 1", "Next step"):
        assert word in shown.output
    assert shown.output.count("Approved:") == 1
    told = json.loads(
        run("findings", "show", name, "--store", site.store, "--format", "json").output
    )
    assert told["runs"][0]["run"] == 1


def test_a_finding_reads_alike_from_a_store_and_from_its_report(site: Site) -> None:
    (name, *_) = ids(site)
    show = ("findings", "show", name, "--store", site.store)
    report = json.loads(run(*show, "--format", "json").output)["report"]
    shown = run(*show).output.splitlines()
    explained = run("explain", name, "--in", report).output.splitlines()
    assert [line for line in explained if line not in shown] == []
    assert [line for line in shown if line not in explained] == [
        "State:      open",
        "Reported by run 1 of March 7, 2026.",
    ]


def corrected(site: Site, table: str, written: str, first: str, later: str) -> tuple[str, Any]:
    """Let a night of one hand come with other words, twice; return what is told of the change."""
    for name, words in (("friday", first), ("friday corrected", later)):
        path = site.arrive(name, hands=1) / f"{table}.csv"
        text = path.read_text(encoding="utf-8").replace(written, words)
        path.write_text(text, encoding="utf-8", newline="\n")
        site.night()
    (row,) = site.rows("SELECT finding FROM changes WHERE change = 'changed'")
    show = ("findings", "show", row["finding"], "--store", site.store)
    (change,) = json.loads(run(*show, "--format", "json").output)["changes"]
    return " ".join(run(*show).output.split()), change


def test_what_a_later_file_changed_is_told_in_dollars(tmp_path: Path) -> None:
    told, change = corrected(Site(tmp_path), "collections", "base,1.00", "base,2.00", "base,3.00")
    assert "taken 2.00 became 3.00" in told
    assert "over 1.00 became 2.00" in told
    assert (change["before"]["taken"], change["after"]["taken"]) == ("2.00", "3.00")
    assert change["before"]["owed"] == change["after"]["owed"] == "1.00"


def test_a_fee_that_nothing_printed_is_told_as_none_and_not_as_no_dollars(tmp_path: Path) -> None:
    # Below the first tier no fee is printed; between two tiers either may be meant.
    told, change = corrected(Site(tmp_path), "wagers", "base,50", "base,4", "base,100.50")
    assert "owed none became 1.00, owed_most none became 2.00" in told
    assert (change["before"]["owed"], change["after"]["owed"]) == (None, "1.00")


def decide(site: Site, *arguments: str) -> Result:
    return run("findings", *arguments, "--store", site.store, "--date", "2026-03-08")


WAIVER = (
    *("--until", "2026-06-30", "--reason", "tournament", "--authority", "Bureau letter"),
    *("--prepared-by", "Ann Lee", "--approved-by", "Bo Chan"),
)


def test_a_finding_is_waived_resolved_reopened_and_its_day_signed(site: Site) -> None:
    first, second, _ = ids(site)
    waived = decide(site, "waive", first, *WAIVER)
    assert waived.exit_code == 0, waived.output
    name = waived.output.split()[1].rstrip(":")
    assert "waived" in decide(site, "list").output
    resolved = ("resolve", second, "--as", "refunded", "--reason", "at the cage")
    assert decide(site, *resolved, "--by", "Ann Lee").exit_code == 0
    signed = ("sign-off", "--cardroom", "harbor", "--day", DAY)
    sealed = decide(site, *signed, "--prepared-by", "Ann Lee", "--reviewed-by", "Bo Chan")
    assert "run 1 is sealed" in sealed.output
    back = ("--by", "Bo Chan", "--reason", "the refund bounced")
    assert "no longer applies" in decide(site, "reopen", name, *back).output
    assert "open again" in decide(site, "reopen", second, *back).output
    states = [row["state"] for row in site.rows("SELECT state FROM findings")]
    assert states == ["open"] * 3
    assert site.problems() == []


def test_a_finding_that_is_named_twice_is_resolved_once(site: Site) -> None:
    name = ids(site)[0]
    resolved = ("--as", "refunded", "--reason", "at the cage", "--by", "Ann Lee")
    assert decide(site, "resolve", name, name[:8], *resolved).output.count(name) == 1
    assert len(site.rows("SELECT * FROM resolutions")) == 1


def test_a_run_of_a_store_is_verified_with_the_store(site: Site) -> None:
    refused = run("verify", site.store / "reports" / "harbor" / DAY / "run-1")
    assert "feeaudit verify --store" in str(refused.exception)


def test_a_check_at_a_table_is_waived_from_a_day_on(site: Site) -> None:
    check = ("waive", "--cardroom", "harbor", "--check", "FEE-OVER")
    for table, first in (("T1", "2026-03-07"), ("T2", DAY)):
        standing = (*check, "--table", table, "--from", first)
        assert decide(site, *standing, *WAIVER).exit_code == 0
    listed = decide(site, "list", "--state", "waived", "--format", "json")
    assert [each["day"] for each in json.loads(listed.output)["findings"]] == ["2026-03-07"]
    everything = decide(site, "list", "--no-waivers", "--format", "json")
    assert {each["state"] for each in json.loads(everything.output)["findings"]} == {"open"}


SIGNERS = ("--prepared-by", "Ann Lee", "--reviewed-by", "Bo Chan")


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("waive", "0000", *WAIVER), "no finding '0000'"),
        (("waive", "--cardroom", "nowhere", "--check", "FEE-OVER", *WAIVER), "it has harbor"),
        (("waive", "--cardroom", "harbor", "--check", "FEE-OVR", *WAIVER), "mean 'FEE-OVER'"),
        (("waive", *WAIVER), "name findings or incidents, or a check"),
        (("show", "zzz"), "no finding 'zzz'"),
        (("sign-off", "--cardroom", "harbor", "--day", "2026-13-01", *SIGNERS), "is not a day"),
    ],
)
def test_what_does_not_exist_is_told(site: Site, arguments: tuple[str, ...], told: str) -> None:
    result = run("findings", *arguments, "--store", site.store)
    refused = str(result.exception) if isinstance(result.exception, Unknown) else result.stderr
    assert told in " ".join(refused.split())
    assert not site.rows("SELECT * FROM waivers")


def test_the_front_page_tells_what_was_decided_before_a_decision_was_refused(site: Site) -> None:
    first, *_ = ids(site)
    refused = decide(site, "waive", first, first, *WAIVER)
    assert "already recorded" in str(refused.exception)
    assert "in effect until June 30, 2026" in (site.store / "index.html").read_text(
        encoding="utf-8"
    )


def test_words_of_a_log_give_neither_terminal_nor_spreadsheet_orders(tmp_path: Path) -> None:
    site = Site(tmp_path)
    site.arrive("friday", cardroom="\x1b]0;owned\a", table="x;=1+1")
    site.arrive("saturday", place="harbor", cardroom="\x1b]0;owned\a")
    listed = ("findings", "list", "--store", site.store)
    for result in (run(*nightly(site)), run(*listed)):
        assert "\x1b" not in result.output
        assert r"\x1b]0;owned\x07" in result.stdout
    rows = csv.DictReader(io.StringIO(run(*listed, "--format", "csv").stdout))
    assert {row["table"] for row in rows} == {"x;'=1+1"}


def test_a_night_that_breaks_off_tells_monitoring_so(site: Site) -> None:
    with contextlib.closing(sqlite3.connect(site.store / "register.sqlite")) as connection:
        connection.execute("UPDATE inputs SET constants = 'no JSON'")
        connection.commit()
    result = run(*nightly(site, "--again", DAY))
    assert "another program changed the register" in str(result.exception)
    assert " event=stopped " in result.stderr
    assert " exit=2" in result.stderr


def test_a_file_that_cannot_be_used_is_told_to_monitoring_in_words(site: Site) -> None:
    (site.store / "lock").unlink()
    (site.store / "lock").mkdir()
    (line,) = run(*nightly(site)).stderr.splitlines()
    assert f'reason="{site.store / "lock"}: ' in line
    assert "Errno" not in line


def test_a_folder_that_is_no_store_is_told(tmp_path: Path) -> None:
    result = run("findings", "list", "--store", tmp_path)
    assert "has no register" in str(result.exception)


def pack(site: Site, name: str, *options: str) -> zipfile.ZipFile:
    target = site.root / name
    result = run("pack", "--store", site.store, "--from", DAY, "--to", DAY, "-o", target, *options)
    assert result.exit_code == 0, result.output
    return zipfile.ZipFile(target)


def test_a_pack_holds_everything_of_its_days_and_nothing_of_others(site: Site) -> None:
    archive = pack(site, "a.zip")
    names = archive.namelist()
    for name in (
        "index.html",
        "index.txt",
        "reports/harbor/2026-03-06/run-1/findings.json",
        "register/findings.csv",
        "register/inputs.csv",
    ):
        assert name in names
    assert any(name.startswith("book/") for name in names)
    assert any(name.startswith("configuration/") for name in names)
    assert not any("2026-03-07" in name for name in names)
    told = archive.read("register/findings.csv").decode()
    assert {row["day"] for row in csv.DictReader(io.StringIO(told))} == {DAY}


def test_every_file_of_a_pack_has_the_digest_that_it_lists(site: Site) -> None:
    archive = pack(site, "a.zip", "--inputs")
    lines = archive.read("SHA256SUMS").decode().splitlines()
    listed = {name: digest for digest, name in (line.split("  ", 1) for line in lines)}
    assert {*listed, "SHA256SUMS"} == {*archive.namelist()}
    for name, digest in listed.items():
        assert hashlib.sha256(archive.read(name)).hexdigest() == digest


def test_the_chain_of_a_pack_can_be_followed_though_other_days_are_left_out(site: Site) -> None:
    text = pack(site, "a.zip").read("register/history.jsonl").decode()
    lines = [json.loads(line) for line in text.splitlines()]
    before = "0" * 64
    for line in lines:
        assert line["previous"] == before
        told = (line["number"], line["kind"], line["at"], line["digest"], before)
        before = link(*told)
        assert line["hash"] == before
        if "entry" in line:
            assert hashlib.sha256(line["entry"].encode()).hexdigest() == line["digest"]
    assert 0 < sum("entry" in line for line in lines) < len(lines)


def test_the_same_store_and_days_give_the_same_pack(site: Site) -> None:
    pack(site, "a.zip")
    pack(site, "b.zip")
    assert (site.root / "a.zip").read_bytes() == (site.root / "b.zip").read_bytes()


def test_a_pack_of_days_without_an_audit_is_refused(site: Site) -> None:
    target = site.root / "a.zip"
    days = ("--from", "2020-01-01", "--to", "2020-12-31")
    result = run("pack", "--store", site.store, *days, "-o", target)
    assert "no audit from 2020-01-01" in str(result.exception)
    assert not target.exists()


def retention(site: Site, *options: str) -> Result:
    return run("retention", "--store", site.store, *options)


def test_retention_cites_its_authority_and_that_it_is_not_verified(site: Site) -> None:
    told = retention(site).output
    assert "inputs: 5 years, 4 CCR section 12003 (not verified" in told
    assert "reports: 7 years, 4 CCR section 12312 (not verified" in told
    assert "Nothing is past its retention period" in told


def test_nothing_is_deleted_that_was_not_shown(site: Site) -> None:
    shown = retention(site, "--date", "2033-03-07").output
    token = shown.split()[-1]
    who = ("--by", "Ann Lee", "--reason", "past its time")
    other = retention(site, "--date", "2040-01-01", "--delete", token, *who)
    assert "not the token" in str(other.exception)
    assert len(list(site.store.glob("reports/harbor/*/run-1"))) == 2


def test_what_was_shown_is_deleted_and_recorded_and_the_register_still_holds(site: Site) -> None:
    shown = retention(site, "--date", "2033-03-07").output
    assert "2026-03-06  reports of harbor, run 1" in shown
    assert "2026-03-06  input friday" in shown
    assert "2026-03-07  reports" not in shown
    who = ("--by", "Ann Lee", "--reason", "past its time")
    done = retention(site, "--date", "2033-03-07", "--delete", shown.split()[-1], *who)
    assert done.exit_code == 0, done.output
    assert [path.parent.name for path in site.store.glob("reports/harbor/*/run-1")] == [
        "2026-03-07"
    ]
    assert len(ids(site)) == 3
    assert len(site.rows("SELECT * FROM history WHERE kind = 'deletion'")) == 1
    assert site.problems() == []
    # What comes again is a new input, not one that is known.
    Log(wrong=(1, 2)).write(site.inbox / "friday")
    assert site.night().items["taken"] == 1


def test_what_was_deleted_is_told_in_a_pack_and_its_findings_are_still_shown(site: Site) -> None:
    kept = pack(site, "before.zip").read("index.txt").decode()
    assert "deleted" not in kept
    shown = retention(site, "--date", "2033-03-07").output
    who = ("--by", "Ann Lee", "--reason", "past its time")
    retention(site, "--date", "2033-03-07", "--delete", shown.split()[-1], *who)
    archive = pack(site, "after.zip")
    told = archive.read("index.txt").decode()
    assert "3/6/2026, deleted under retention  Harbor Card Room" in told
    assert "friday, deleted under retention\n" in told
    assert "the site keeps them, except those listed above as deleted." in told
    assert archive.read("index.html").decode().count(", deleted under retention") == 2
    finding = run("findings", "show", ids(site)[0], "--store", site.store).output
    assert finding.startswith("FEE-OVER (violation, finding ")


@pytest.mark.parametrize(
    ("who", "told"),
    [
        (("--reason", "past its time"), "not a full name"),
        (("--by", "Ann Lee"), "the reason is empty"),
    ],
)
def test_a_deletion_needs_a_name_and_a_reason(site: Site, who: tuple[str, ...], told: str) -> None:
    shown = retention(site, "--date", "2033-03-07").output
    refused = retention(site, "--date", "2033-03-07", "--delete", shown.split()[-1], *who)
    assert told in str(refused.exception)
    assert len(list(site.store.glob("reports/harbor/*/run-1"))) == 2
