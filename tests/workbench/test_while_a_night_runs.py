"""The workbench while feeaudit nightly works on the same store: nothing is lost, all is in words."""

from __future__ import annotations

import re
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import pytest
from support.nights import Site
from support.workbenches import Bench, bench_on

from feeaudit.nightly.lock import held

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

_BOX = re.compile(r'name="chosen" value="(f[^"]+)"')
_LATER = ("2026-03-07", "2026-03-08", "2026-03-09")
HANDS = 6


@pytest.fixture
def busy(tmp_path: Path) -> Site:
    """A site with one audited night, and three more that wait in the inbox."""
    pytest.importorskip("flask", reason="Flask is not installed (pip install '.[serve]')")
    site = Site(tmp_path / "site")
    site.arrive("friday", hands=HANDS, wrong=tuple(range(1, HANDS + 1)))
    site.night()
    for day in _LATER:
        site.arrive(day, day=day, wrong=(2, 3))
    return site


def findings_ticked(bench: Bench, site: Site) -> list[str]:
    """Return the tick boxes of the first night's findings, as they are now."""
    found: list[str] = []
    for row in site.rows("SELECT id FROM incidents WHERE day = '2026-03-06' ORDER BY number"):
        found += _BOX.findall(bench.page(f"/incidents/harbor/2026-03-06/{row['id']}"))
    return found


def test_people_decide_comment_and_sign_while_a_night_runs(busy: Site) -> None:
    began, people = (
        threading.Event(),
        [bench_on(busy).entered(name) for name in ("Ann Lee", "Bo Chan")],
    )

    def told(line: str) -> None:
        busy.lines.append(line)
        began.set()

    def works(bench: Bench, place: int) -> None:
        assert began.wait(30)
        for number in range(place, HANDS, 2):
            for act in ("comment", "explained"):
                # The boxes are those of a page opened just now, as a person opens it.
                (box,) = findings_ticked(bench, busy)[number : number + 1]
                fields = {"act": act, "reason": f"{act} {number}", "chosen": [box]}
                answer = bench.post("/decide", fields)
                assert answer.status_code == 303, answer.text

    with ThreadPoolExecutor(3) as pool:
        night = pool.submit(busy.night, date="2026-03-10", tell=told)
        for work in [pool.submit(works, bench, place) for place, bench in enumerate(people)]:
            work.result()
        signed = people[0].post("/sign-off/harbor/2026-03-06", {"reviewed_by": "Cy Diaz"})
        assert signed.status_code == 303, signed.text
        assert [run["day"] for run in night.result().runs] == [*_LATER]
    assert busy.rows("SELECT count(*) AS n FROM comments") == [{"n": HANDS}]
    decided = "SELECT count(*) AS n FROM findings WHERE day = '2026-03-06' AND state = 'resolved'"
    assert busy.rows(decided) == [{"n": HANDS}]
    assert busy.rows("SELECT day FROM sign_offs") == [{"day": "2026-03-06"}]
    kinds = [row["kind"] for row in busy.rows("SELECT kind FROM history ORDER BY number")]
    runs = [place for place, kind in enumerate(kinds) if kind == "run"]
    between = set(kinds[runs[0] : runs[-1]]) & {"comment", "resolution"}
    assert between, "people wrote while the night did"
    assert busy.inspected() == []


def test_a_log_is_not_recorded_while_a_night_runs_and_that_is_said(busy: Site) -> None:
    bench = bench_on(busy).entered()
    file = busy.inbox / _LATER[0] / "hands.csv"
    with held(busy.store / "lock", "2026-03-10T06:00:00Z"):
        sent = bench.post("/bring", {"file": (file.open("rb"), "hands.csv")})
        where = sent.headers["Location"]
        answer = bench.post(f"{where}/keep")
    assert answer.status_code == 409
    assert "feeaudit nightly is at work" in answer.text
    assert "event=" not in answer.text
    assert busy.rows("SELECT count(*) AS n FROM runs") == [{"n": 1}]
