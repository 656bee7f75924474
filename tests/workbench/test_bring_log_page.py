"""Bringing a log: from a spreadsheet to its report and into the store, without a terminal."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from support.nights import Site
from support.programs import run_module
from support.workbenches import HOST, ORIGIN, bench_on

from feeaudit.resources import folder
from feeaudit.workbench.defence.upload_limits import MOST_BYTES_OF_A_FILE

if TYPE_CHECKING:
    from pathlib import Path

    from support.workbenches import Bench
    from werkzeug.test import TestResponse

pytestmark = pytest.mark.slow

SHEET = """Mortimer's Card Room,,,,,,,
Date:,3/26/2026,Table:,7,Game:,Pure 21.5 Blackjack,,
,,,,,,,
Hand,Time,Option,Bank seat,Seat 1 Bet,Seat 2 Bet,Seat 4 Bet,Bank Fee
1,7:02 PM,2,3,$50,$25,$20,$0.50
2,7:04 PM,2,3,$50,$50,$20,$2.00
3,7:06 PM,2,4,$100,$25,,$2.00
4,7:08 PM,2,4,$75,$10,,$2.00
"""


@pytest.fixture(autouse=True)
def _forked(audited: Audited, monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are forked: that they start, too, is seen where a sheet is audited to look at."""
    assert audited.place
    monkeypatch.setattr("subprocess.run", run_module)


@pytest.fixture
def bench(site: Site) -> Bench:
    """A workbench with the shipped book."""
    return bench_on(site, book=folder("schedules")).entered()


def brought(bench: Bench, text: str | bytes = SHEET, name: str = "shift.csv") -> TestResponse:
    content = text.encode() if isinstance(text, str) else text
    return bench.post("/bring", {"file": (io.BytesIO(content), name)})


def place_of(answer: TestResponse) -> str:
    assert answer.status_code == 303, answer.text
    return str(answer.headers["Location"])


@pytest.fixture
def place(bench: Bench) -> str:
    """The address of a sheet of which everything is known."""
    return known_place(bench)


def known_place(bench: Bench) -> str:
    found = place_of(brought(bench))
    assert bench.post(f"{found}/answers", {"cardroom": "mortimers"}).status_code == 303
    return found


def test_what_stands_nowhere_in_the_sheet_is_asked(bench: Bench) -> None:
    text = bench.page(place_of(brought(bench)))
    assert "Which cardroom? The file does not say." in text
    assert "Audit it" not in text


def test_the_first_hands_are_shown_before_anything_is_audited(bench: Bench, place: str) -> None:
    text = bench.page(place)
    assert "4 hands" in text
    assert "No problems" in text


@dataclass(frozen=True)
class Audited:
    """A sheet that was audited by looking: its address, and the register before and after."""

    bench: Bench
    place: str
    before: bytes
    after: bytes


@pytest.fixture(scope="module")
def audited(night: Path, tmp_path_factory: pytest.TempPathFactory) -> Audited:
    """A sheet that was audited, to look at."""
    site = Site(night).copied(tmp_path_factory.mktemp("audited") / "site")
    bench = bench_on(site, book=folder("schedules")).entered()
    place = known_place(bench)
    before = (site.store / "register.sqlite").read_bytes()
    assert bench.post(f"{place}/audit").status_code == 303
    return Audited(bench, place, before, (site.store / "register.sqlite").read_bytes())


def test_a_sheet_is_audited_and_its_report_looked_at(audited: Audited) -> None:
    report = audited.bench.get(f"{audited.place}/report.html")
    assert report.status_code == 200
    assert "sandbox" in report.headers["Content-Security-Policy"]
    assert "FEE-OVER" in report.text


def test_nothing_is_recorded_by_looking(audited: Audited) -> None:
    assert audited.after == audited.before


def test_a_sheet_is_taken_into_the_store_and_who_brought_it_is_recorded_with_it(
    bench: Bench, site: Site, place: str
) -> None:
    answer = bench.post(f"{place}/keep")
    assert answer.status_code == 303, answer.text
    assert "Mortimer" in bench.page("/")
    (number,) = [
        row["number"] for row in site.rows("SELECT number FROM inputs WHERE name = 'shift'")
    ]
    who = "SELECT role, name, proof FROM identities WHERE entry = ?"
    assert site.rows(who, number) == [{"role": "brought_by", "name": "Ann Lee", "proof": "typed"}]
    day = bench.page("/sign-off/mortimers/2026-03-26")
    assert "shift</bdi>, uploaded by <bdi>Ann Lee (name typed)" in day
    assert "uploaded by" not in bench.page("/sign-off/harbor/2026-03-06"), "it came by the inbox"
    assert site.inspected() == []
    again = bench.post(f"{place}/keep")
    assert again.status_code == 303
    assert "recorded before" in bench.page("/")


def test_a_log_is_recorded_under_no_name_by_nobody(site: Site) -> None:
    bench = bench_on(site, book=folder("schedules"))
    assert bench.place.start is not None
    bench.get(f"/start?token={bench.place.start.text}")
    place = known_place(bench)
    before = site.rows("SELECT count(*) AS n FROM history")
    assert 'name="name"' in bench.page(place)
    assert bench.post(f"{place}/keep").status_code == 403
    assert site.rows("SELECT count(*) AS n FROM history") == before
    assert bench.post(f"{place}/keep", {"name": "Cy Young"}).status_code == 303
    assert site.rows("SELECT name FROM identities") == [{"name": "Cy Young"}]


def test_what_waits_in_the_inbox_of_the_site_stays_listed(
    bench: Bench, site: Site, place: str
) -> None:
    (site.inbox / "half.part").write_text("half", encoding="utf-8")
    site.night()
    assert "half.part" in bench.page("/deliveries")
    assert bench.post(f"{place}/keep").status_code == 303
    assert "half.part" in bench.page("/deliveries")
    (site.inbox / "half.part").unlink()
    site.night()
    assert "half.part" not in bench.page("/deliveries")


def test_a_log_that_the_store_does_not_take_is_told_to_who_brought_it(
    bench: Bench, site: Site, place: str
) -> None:
    (site.store / "store.toml").write_text("unheard = 1\n", encoding="utf-8")
    answer = bench.post(f"{place}/keep")
    assert answer.status_code == 422
    assert "unheard" in answer.text
    assert site.rows("SELECT 1 FROM inputs WHERE name = 'shift'") == []


def test_the_profile_is_saved_for_every_night(bench: Bench, site: Site, place: str) -> None:
    assert bench.post(f"{place}/profile").status_code == 303
    assert (site.store / "profiles" / "mortimers.yaml").is_file()


def test_a_profile_that_somebody_changed_is_not_written_over(
    bench: Bench, site: Site, place: str
) -> None:
    kept = site.store / "profiles" / "mortimers.yaml"
    kept.parent.mkdir(exist_ok=True)
    kept.write_text("ours: yes\n", encoding="utf-8")
    assert bench.post(f"{place}/profile").status_code == 422
    assert kept.read_text(encoding="utf-8") == "ours: yes\n"


def test_a_bad_cell_is_named_with_its_place(bench: Bench) -> None:
    place = place_of(brought(bench, SHEET.replace("$0.50", "half a buck")))
    bench.post(f"{place}/answers", {"cardroom": "mortimers"})
    text = bench.page(place)
    assert "half a buck" in text
    assert re.search(r"<h2 id=\"problems\">\d+ problems?", text)


def test_a_question_is_answered_on_the_page(bench: Bench) -> None:
    place = place_of(brought(bench, SHEET.replace("3/26/2026", "3/6/2026")))
    bench.post(f"{place}/answers", {"cardroom": "mortimers"})
    text = bench.page(place)
    for question, reading in re.findall(r'name="answer-([\w-]+)" value="([\w-]+)"', text):
        bench.post(f"{place}/answers", {f"answer-{question}": reading})
    assert "The first hands" in bench.page(place)


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"", "empty.csv"),
        (b"\x00" * 4_000, "zeros.xlsx"),
        (b"PK\x03\x04junk", "broken.xlsx"),
        (b"hello", "words.csv"),
        (b"%PDF-1.7 not a sheet", "paper.csv"),
    ],
)
def test_a_file_that_is_no_log_is_refused_in_a_sentence(
    bench: Bench, content: bytes, name: str
) -> None:
    text = bench.page(place_of(brought(bench, content, name)))
    assert 'class="refusal"' in text
    assert "Traceback" not in text


def test_a_zip_that_would_fill_the_disk_is_refused(bench: Bench) -> None:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("hands.csv", b"0" * 60_000_000)
    text = bench.page(place_of(brought(bench, packed.getvalue(), "night.zip")))
    assert 'class="refusal"' in text
    assert "unpacks to far more than a log would hold" in text


@pytest.mark.parametrize(
    "name", ["../../store/store.toml", "shift.exe", "C:\\windows\\x.dll", "shift", ".csv/.."]
)
def test_a_name_neither_leads_anywhere_nor_passes_as_a_sheet(
    bench: Bench, site: Site, name: str
) -> None:
    before = sorted(path for path in site.store.rglob("*") if path.is_file())
    assert brought(bench, SHEET, name).status_code == 422
    assert sorted(path for path in site.store.rglob("*") if path.is_file()) == before


def test_a_hostile_name_is_shown_as_text(bench: Bench) -> None:
    text = bench.page(place_of(brought(bench, name="<img src=x onerror=alert(1)>.csv")))
    assert "<img src=x" not in text


def test_a_file_that_is_too_large_is_refused(bench: Bench) -> None:
    answer = bench.client.post(
        "/bring",
        data=b"",
        environ_overrides={"CONTENT_LENGTH": str(MOST_BYTES_OF_A_FILE + 1)},
        content_type="multipart/form-data; boundary=x",
        headers={"Host": HOST, "Origin": ORIGIN},
    )
    assert answer.status_code == 413


def test_another_browser_does_not_see_the_file(site: Site, place: str) -> None:
    other = bench_on(site, book=folder("schedules")).entered("Bo Chan")
    assert other.get(place).status_code == 404


@pytest.mark.parametrize("file", ["state.json", "sheet.csv", "..%2fstate.json", "manifest.json"])
def test_only_reports_are_given_out(audited: Audited, file: str) -> None:
    assert audited.bench.get(f"{audited.place}/{file}").status_code == 404


def test_a_read_only_workbench_audits_and_records_nothing(site: Site) -> None:
    bench = bench_on(site, book=folder("schedules"), read_only=True).entered()
    place = place_of(brought(bench))
    bench.post(f"{place}/answers", {"cardroom": "mortimers"})
    assert bench.post(f"{place}/audit").status_code == 303
    assert bench.post(f"{place}/keep").status_code == 403
    assert bench.post(f"{place}/profile").status_code == 403
