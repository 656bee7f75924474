"""What the pages say of a small store, and that every number on them leads somewhere."""

from __future__ import annotations

import re
import shutil
from html import unescape
from typing import TYPE_CHECKING, Any

import pytest
from support.harbor import CARDROOM, write_book
from support.nights import Site
from support.workbenches import bench_on

from feeaudit.register.database import opened
from feeaudit.register.store import open_store
from feeaudit.workbench.evidence.day_evidence import read_ahead

if TYPE_CHECKING:
    from pathlib import Path

    from support.workbenches import Bench

_LINK = re.compile(r'<a [^>]*href="(/[^"#]*)')
PAGES = ["/", "/queue", "/rotation", "/restitution", "/sign-off", "/packs", "/verify", "/name"]


def links(text: str) -> set[str]:
    return {unescape(each) for each in _LINK.findall(text)}


def incident_address(site: Site, check: str = "FEE-OVER") -> str:
    with opened(open_store(site.store)) as connection:
        row = connection.execute(
            "SELECT cardroom, day, id FROM incidents WHERE checks LIKE ?", (f"%{check}%",)
        ).fetchone()
    return f"/incidents/{row[0]}/{row[1]}/{row[2]}"


def test_every_page_opens_and_every_link_on_it_leads_somewhere(bench: Bench, site: Site) -> None:
    seen: dict[str, str] = {}
    waiting = [*PAGES, incident_address(site)]
    while waiting:
        path = waiting.pop()
        # One address of each kind of filter is enough.
        kind = "?".join([path.partition("?")[0], *sorted(re.findall(r"[?&](\w+)=", path))])
        if kind in seen:
            continue
        seen[kind] = path
        answer = bench.get(path)
        assert answer.status_code == 200, path
        if answer.mimetype == "text/html" and not path.startswith("/reports/"):
            waiting += sorted(links(answer.text))
    assert {"/queue", "/sign-off/harbor/2026-03-06"} <= {*seen}


_BOX = re.compile(r'name="chosen" value="(i[^"]+)"')
_TAG = re.compile(r"<[^>]*>")
_ANCHOR = re.compile(r'<a [^>]*href="([^"]*)"[^>]*>(.*?)</a>', re.DOTALL)
_COUNTING = re.compile(r"(\$?[\d,.]*\d)( waived| hands?| violations?| days?)?")
_CELL = re.compile(r'<td class="number[^"]*">(.*?)</td>', re.DOTALL)


def plain(text: str) -> str:
    return " ".join(unescape(_TAG.sub(" ", text)).split())


def numbers_with_links(text: str) -> list[tuple[str, str]]:
    """Return every number of a page that is a link, with where it leads."""
    found = [(plain(words), unescape(path)) for path, words in _ANCHOR.findall(text)]
    told = [(_COUNTING.fullmatch(words), path) for words, path in found]
    return [(match.group(1), path) for match, path in told if match]


def figures(text: str) -> set[str]:
    """Return what a page says of how much it shows: its status line, or its figures."""
    said = re.findall(r'<p class="status"[^>]*>(.*?)</p>', text, re.DOTALL)
    said += re.findall(r'<dd class="(?:figure|note)">(.*?)</dd>', text, re.DOTALL)
    return {each for part in said for each in re.findall(r"\$?[\d,.]*\d", plain(part))}


@pytest.fixture(scope="module")
def two_rooms(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A workbench on two cardrooms' nights: some decided, some waived, on days of their own."""
    pytest.importorskip("flask")
    site = Site(tmp_path_factory.mktemp("rooms"))
    annex = write_book(site.root / "other").joinpath("harbor").rename(site.book / "annex")
    named = CARDROOM.replace("harbor", "annex").replace("Harbor", "Annex")
    (annex / "cardroom.yaml").write_text(named, encoding="utf-8")
    site.arrive("thursday", hands=4, wrong=(1,), day="2026-03-05")
    site.arrive("friday", hands=8, wrong=(2, 5, 7))
    site.arrive("annex-friday", hands=5, wrong=(1, 3), cardroom="annex")
    site.night(formats=("html", "json"))
    bench = bench_on(site).entered()
    first, second, *_ = _BOX.findall(bench.page("/queue"))
    decided = {"act": "explained", "reason": "Looked at", "chosen": [first]}
    assert bench.post("/decide", decided).status_code == 303
    waiver = {"until": "2099-01-01", "authority": "Bureau letter", "approved_by": "Bo Chan"}
    waived = {"act": "waive", "reason": "On trial", "chosen": [second]}
    assert bench.post("/decide", waived | waiver).status_code == 303
    return bench


@pytest.mark.parametrize(
    "path", ["/", "/?cardroom=harbor", "/?cardroom=annex", "/sign-off", "/restitution"]
)
def test_every_number_leads_to_exactly_what_it_counts(two_rooms: Bench, path: str) -> None:
    links = numbers_with_links(two_rooms.page(path))
    assert len(links) > 8
    for number, where in links:
        page = two_rooms.page(where)
        if "order=age" in where:
            oldest = plain(page).partition("day old")[0].partition("days old")[0].split()
            assert number in {oldest[-1], "0"}, (number, where)
            continue
        assert number in figures(page), (number, where)
        if where.startswith(("/findings", "/queue")):
            listed = page.count('<li class="matter')
            assert str(listed) in figures(page), where


def test_no_number_of_the_morning_is_left_without_a_link(two_rooms: Bench) -> None:
    cells = [each for each in _CELL.findall(two_rooms.page("/")) if plain(each) != "0"]
    assert len(cells) > 20
    assert [plain(each) for each in cells if "<a " not in each] == []


def test_a_waived_and_a_decided_finding_are_counted_where_they_belong(two_rooms: Bench) -> None:
    counts = {
        state: re.search(r"(\d+) findings?", plain(two_rooms.page(f"/findings?state={state}")))
        for state in ("open", "waived", "decided", "found")
    }
    told = {state: int(match.group(1)) if match else 0 for state, match in counts.items()}
    assert told["found"] == told["open"] + told["waived"] + told["decided"]
    assert min(told.values()) > 0


def test_an_incident_shows_the_hand_the_ladder_and_the_rows(bench: Bench, site: Site) -> None:
    text = bench.page(incident_address(site))
    assert "player-dealer" in text
    assert "<bdi>Harbor Blackjack</bdi>" in text, "the game by its name"
    (part, *_) = [each for each in links(text) if each.startswith("/findings/")]
    evidence = bench.page(part)
    assert 'class="hand"' in evidence
    assert "Seat 3 banks" in evidence
    assert "this one" in evidence
    assert "collections.csv, row" in evidence
    assert "Video to pull" in evidence


def test_a_ladder_is_that_of_the_audit_though_the_book_has_changed(site: Site) -> None:
    schedule = site.book / "harbor" / "case.yaml"
    text = schedule.read_text(encoding="utf-8")
    schedule.write_text(text.replace("5-100: 1,", "5-100: 7,"), encoding="utf-8")
    assert schedule.read_text(encoding="utf-8") != text
    bench = bench_on(site).entered()
    (part, *_) = [
        each for each in links(bench.page(incident_address(site))) if each.startswith("/findings/")
    ]
    evidence = bench.page(part)
    assert "$7.00" not in evidence
    assert '<td class="number">$1.00</td>' in evidence
    assert "this one" in evidence


def test_a_ladder_is_that_of_the_audit_after_the_book_has_changed_and_the_day_was_audited_again(
    bench: Bench, site: Site
) -> None:
    def evidence(check: str) -> str:
        page = bench.page(incident_address(site, check))
        (part, *_) = [each for each in links(page) if each.startswith("/findings/")]
        return bench.page(part)

    assert "$7.00" not in evidence("FEE-OVER")
    schedule = site.book / "harbor" / "case.yaml"
    text = schedule.read_text(encoding="utf-8")
    schedule.write_text(text.replace("5-100: 1,", "5-100: 7,"), encoding="utf-8")
    site.night(again=("2026-03-06",))
    assert '<td class="number">$7.00</td>' in evidence("FEE-UNDER")


def test_the_book_of_the_latest_audit_is_read_ahead(site: Site) -> None:
    schedule = site.book / "harbor" / "case.yaml"
    schedule.write_text(schedule.read_text(encoding="utf-8") + "# edited\n", encoding="utf-8")
    bench = bench_on(site)
    (run,) = site.rows("SELECT book_file FROM runs")
    unpacked = bench.place.scratch / "books" / run["book_file"]
    assert not unpacked.exists()
    read_ahead(bench.client.application).join()
    assert (unpacked / "harbor" / "case.yaml").is_file()


def test_what_is_wrong_with_a_book_does_not_stop_the_workbench(site: Site) -> None:
    (site.book / "harbor" / "case.yaml").write_text("schedule: [", encoding="utf-8")
    (run,) = site.rows("SELECT book_file FROM runs")
    (kept,) = (site.store / "archive").rglob(run["book_file"])
    shutil.rmtree(kept)
    bench = bench_on(site).entered()
    read_ahead(bench.client.application).join()
    assert bench.get("/").status_code == 200
    (part, *_) = [
        each for each in links(bench.page(incident_address(site))) if each.startswith("/findings/")
    ]
    assert "no longer in the archive" in bench.page(part)


def test_the_printed_lines_are_shown_where_the_text_is_at_hand(site: Site, tmp_path: Path) -> None:
    with opened(open_store(site.store)) as connection:
        row = connection.execute("SELECT * FROM findings WHERE lines <> ''").fetchone()
    cited = int(re.findall(r"\d+", row["lines"])[0])
    sources = tmp_path / "texts"
    sources.mkdir()
    lines = [f"line {number} of the paper" for number in range(1, cited + 10)]
    (sources / row["document"]).write_text("\n".join(lines), encoding="utf-8")
    bench = bench_on(site, sources=sources).entered()
    text = bench.page(f"/findings/{row['cardroom']}/{row['day']}/{row['id']}")
    assert f"line {cited} of the paper" in text
    assert f"line {cited + 4} of the paper" not in text


def test_filters_live_in_the_address(bench: Bench) -> None:
    assert "No incidents match" in bench.page("/queue?table=nowhere")
    assert "No incidents match" in bench.page("/queue?money=100")
    assert "incident" in bench.page("/queue?cardroom=harbor&check=FEE-OVER&order=money&money=0.50")


@pytest.mark.parametrize(
    "path",
    [
        *("/queue?age=old", "/queue?money=much", "/queue?state=sleeping", "/queue?order=random"),
        *("/queue?start=yesterday", "/queue?after=x", "/findings?state=asleep", "/findings?from=x"),
        *("/rotation?day=yesterday", "/sign-off?day=2026-02-30", "/packs/pack.zip?start=x"),
        *("/deliveries?kind=lost", "/deliveries?file=../x", "/deliveries?before=x"),
    ],
)
def test_an_address_that_makes_no_sense_is_answered_in_words(bench: Bench, path: str) -> None:
    answer = bench.get(path)
    assert answer.status_code == 422
    assert "To the morning page" in answer.text


@pytest.mark.parametrize(
    ("path", "fields"),
    [
        ("/restitution/pay", {"finding": "9" * 40}),
        ("/restitution/pay", {"finding": ["1", "x"]}),
        ("/restitution/correct", {"payment": "9" * 40, "reason": "x"}),
        ("/decide", {"act": "explained", "reason": "x", "chosen": f"i{'9' * 40}~x"}),
        ("/deliveries/dismiss", {"file": "9" * 40, "reason": "x"}),
        ("/deliveries/dismiss", {"file": "../../etc/passwd", "reason": "x"}),
        ("/deliveries/dismiss", {"file": "999", "reason": "x"}),
    ],
)
def test_a_number_that_no_record_has_is_answered_in_words(
    bench: Bench, path: str, fields: dict[str, Any]
) -> None:
    assert bench.post(path, fields).status_code == 422
    assert bench.post(f"/proposals/{'9' * 40}", {"act": "approve"}).status_code == 404


@pytest.mark.parametrize(
    "path",
    [
        "/incidents/harbor/2026-03-06/000000000000",
        "/incidents/nowhere/2026-03-06/x",
        "/findings/harbor/2026-03-06/..%2f..%2fetc",
        "/reports/harbor/2026-03-06/register.sqlite",
        "/reports/harbor/2026-03-06/..%2f..%2f..%2fregister.sqlite",
        "/reports/..%2f..%2f/2026-03-06/findings.json",
        "/reports/harbor/..%2f2026-03-06/findings.json",
        "/sign-off/harbor/1999-01-01",
        "/jobs/x",
        "/nothing",
    ],
)
def test_what_is_not_there_is_not_found(bench: Bench, path: str) -> None:
    assert bench.get(path).status_code == 404


def test_a_report_is_served_as_recorded_in_a_sandbox(bench: Bench, site: Site) -> None:
    answer = bench.get("/reports/harbor/2026-03-06/report.html")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts;")
    assert "allow-same-origin" not in policy
    assert "script-src 'sha256-" in policy
    path = site.store / "reports" / "harbor" / "2026-03-06" / "run-1" / "report.html"
    assert answer.data == path.read_bytes()
    path.write_bytes(answer.data + b" ")
    assert bench.get("/reports/harbor/2026-03-06/report.html").status_code == 409


def test_text_of_a_log_is_only_ever_text(bench: Bench, site: Site) -> None:
    with opened(open_store(site.store)) as connection:
        name = connection.execute("SELECT id FROM incidents").fetchone()[0]
    page = bench.page(f"/queue?table=<script>alert(1)</script>&game={name}")
    assert "<script>alert" not in page


def test_one_audits_results_are_shown_and_never_written(site: Site, tmp_path: Path) -> None:
    run = site.store / "reports" / "harbor" / "2026-03-06" / "run-1"
    results = tmp_path / "results"
    results.mkdir()
    for each in run.iterdir():
        (results / each.name).write_bytes(each.read_bytes())
    before = {each.name: each.read_bytes() for each in results.iterdir()}
    bench = bench_on(site, store=None, results=results).entered()
    assert "read-only" in bench.page("/")
    assert "2 violations" in bench.page("/")
    text = bench.page("/queue")
    assert "incident" in text
    assert 'name="chosen"' not in text
    for path in sorted(links(text) | {"/rotation", "/restitution"}):
        assert bench.get(path).status_code == 200, path
    assert bench.post("/decide", {"act": "explained", "reason": "x"}).status_code == 403
    assert {each.name: each.read_bytes() for each in results.iterdir()} == before


def test_verification_says_how_far_it_is_and_what_it_found(bench: Bench, site: Site) -> None:
    assert bench.post("/verify").status_code == 303
    job = bench.place.jobs.latest("verification")
    assert job is not None
    while not job.finished:
        assert "stage" in bench.page(f"/jobs/{job.name}")
    assert "register is intact" in bench.page("/verify")
    (site.store / "reports" / "planted.txt").write_text("x")
    assert bench.post("/verify").status_code == 303
    job = bench.place.jobs.latest("verification")
    while job is None or not job.finished:
        job = bench.place.jobs.latest("verification")
    assert "planted.txt" in bench.page("/verify")


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/", "No gaming day has been audited yet"),
        ("/queue", "No incidents match"),
        ("/findings", "No findings match"),
        ("/rotation", "No night has been audited yet"),
        ("/restitution", "Nothing was over-collected"),
        ("/sign-off", "No night has been audited yet"),
        ("/deliveries", "Nothing is open here"),
    ],
)
def test_a_store_without_a_night_is_told_as_such(empty: Bench, path: str, said: str) -> None:
    assert said in empty.page(path)


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """A workbench on a book alone."""
    pytest.importorskip("flask")
    return bench_on(Site(tmp_path_factory.mktemp("empty")), store=None).entered()


def test_nothing_is_recorded_where_it_would_be_lost(empty: Bench) -> None:
    answer = empty.post("/bring/x/keep")
    assert answer.status_code == 422
    assert "no store to record it in" in answer.text
