"""Decisions of the workbench: recorded as the command line records them, whole or not at all."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from support.workbenches import bench_on

if TYPE_CHECKING:
    from support.nights import Site
    from support.workbenches import Bench

_BOX = re.compile(r'name="chosen" value="(i[^"]+)"')


def ticked(bench: Bench, path: str = "/queue") -> list[str]:
    return _BOX.findall(bench.page(path))


def decided(bench: Bench, **fields: Any) -> Any:
    usual = {"act": "explained", "reason": "Looked at with the floor manager", "back": "/queue"}
    return bench.post("/decide", usual | fields)


def entries(site: Site, kind: str) -> int:
    return len(site.rows("SELECT 1 FROM history WHERE kind = ?", kind))


def test_many_incidents_are_decided_at_once(bench: Bench, site: Site) -> None:
    answer = decided(bench, chosen=ticked(bench))
    assert (answer.status_code, answer.headers["Location"]) == (303, "/queue")
    assert "decided: explained" in bench.page("/queue")
    assert {row["state"] for row in site.rows("SELECT state FROM findings")} == {"resolved"}
    (who,) = {tuple(row.values()) for row in site.rows("SELECT name, proof FROM identities")}
    assert who == ("Ann Lee", "typed")
    assert site.inspected() == []


def test_two_reviewers_at_once_do_not_overwrite_each_other(bench: Bench, site: Site) -> None:
    other = bench_on(site).entered("Bo Chan")
    seen_by_both = ticked(bench)
    assert decided(bench, chosen=seen_by_both).status_code == 303
    late = decided(other, chosen=seen_by_both, act="refunded", reason="Paid at the cage")
    assert late.status_code == 409
    assert "decided first" in late.text
    assert "explained" in late.text
    assert entries(site, "resolution") == len(seen_by_both)
    assert site.inspected() == []


def test_a_decision_that_somebody_replaced_is_not_opened_again_unseen(
    bench: Bench, site: Site
) -> None:
    other = bench_on(site).entered("Bo Chan")
    assert decided(bench, chosen=ticked(bench)).status_code == 303
    seen_by_both = ticked(other, "/queue?state=decided")
    replaced = {"act": "refunded", "reason": "Paid at the cage", "again": "1"}
    assert decided(bench, chosen=seen_by_both, **replaced).status_code == 303
    late = decided(other, chosen=seen_by_both, act="reopen", reason="Not explained at all")
    assert late.status_code == 409
    assert "refunded" in late.text
    assert {row["outcome"] for row in site.rows("SELECT outcome FROM findings")} == {"refunded"}
    now = ticked(other, "/queue?state=decided")
    assert decided(other, chosen=now, act="reopen", reason="No receipt").status_code == 303
    assert {row["state"] for row in site.rows("SELECT state FROM findings")} == {"open"}
    assert site.inspected() == []


def test_a_day_that_was_audited_again_is_not_signed_unseen(bench: Bench, site: Site) -> None:
    day = "/sign-off/harbor/2026-03-06"
    signed = {"reviewed_by": "Bo Chan", "reason": "Refunds follow"}

    def run() -> dict[str, str]:
        found = re.search(r'name="run" value="(\d+)"', bench.page(day))
        assert found
        return {"run": found.group(1)}

    seen = run()
    site.arrive("late", hands=3, wrong=(1,), table="T2")
    site.night(date="2026-03-08", clock=lambda: "2026-03-08T06:00:00Z")
    late = bench.post(day, signed | seen)
    assert late.status_code == 409
    assert "audited again" in late.text
    assert site.rows("SELECT 1 FROM sign_offs") == []
    assert bench.post(day, signed | run()).status_code == 303


def test_one_that_changed_meanwhile_keeps_all_from_being_decided(bench: Bench, site: Site) -> None:
    site.arrive("saturday", day="2026-03-07", hands=4, wrong=(1, 3), table="T2")
    site.night(date="2026-03-08", clock=lambda: "2026-03-08T06:00:00Z")
    all_of_them = ticked(bench)
    assert len(all_of_them) > 1
    assert decided(bench, chosen=all_of_them[:1]).status_code == 303
    assert decided(bench, chosen=all_of_them).status_code == 409
    assert entries(site, "resolution") == 1


@pytest.mark.parametrize(
    "fields",
    [
        {"chosen": []},
        {"chosen": ["i999999~0123"]},
        {"chosen": ["i1"]},
        {"chosen": ["x1~0"]},
        {"chosen": ["i1; DROP TABLE incidents~0"]},
        {"act": "forgotten"},
        {"act": ""},
        {"reason": "  "},
        {"act": "waive", "until": "soon", "authority": "letter", "approved_by": "Bo Chan"},
        {"act": "waive", "until": "2099-01-01", "authority": "letter", "approved_by": "Ann Lee"},
        {"act": "waive", "until": "2099-01-01", "authority": "", "approved_by": "Bo Chan"},
        {"act": "assign", "to": "Bo"},
        {"act": "reopen"},
    ],
)
def test_what_makes_no_sense_records_nothing(
    bench: Bench, site: Site, fields: dict[str, Any]
) -> None:
    before = site.rows("SELECT count(*) AS n FROM history")
    answer = decided(bench, **{"chosen": ticked(bench)} | fields)
    assert answer.status_code == 422
    assert site.rows("SELECT count(*) AS n FROM history") == before


def test_a_read_only_workbench_records_nothing(site: Site) -> None:
    bench = bench_on(site, read_only=True).entered()
    assert ticked(bench) == []
    answer = decided(bench, chosen=["i1~x"])
    assert answer.status_code == 403
    assert "read-only" in answer.text
    assert entries(site, "resolution") == 0


def test_a_decision_needs_a_name_and_takes_it_with_the_form(site: Site) -> None:
    bench = bench_on(site)
    assert bench.place.start is not None
    bench.get(f"/start?token={bench.place.start.text}")
    boxes = ticked(bench)
    nameless = decided(bench, chosen=boxes)
    assert nameless.status_code == 403
    assert "Say who you are" in nameless.text
    assert decided(bench, chosen=boxes, name="Cy Young").status_code == 303
    assert "Cy Young" in bench.page("/")


def test_waived_assigned_commented_and_opened_again(bench: Bench, site: Site) -> None:
    waiver = {
        "act": "waive",
        "until": "2099-01-01",
        "authority": "Bureau letter",
        "approved_by": "Bo Chan",
    }
    assert decided(bench, chosen=ticked(bench), **waiver).status_code == 303
    assert "incident" in bench.page("/queue?state=waived")
    waived = ticked(bench, "/queue?state=waived")
    assert waived
    assert decided(bench, chosen=waived, act="assign", to="Di Vo").status_code == 303
    assert "Di Vo" in bench.page("/queue?state=waived&person=Di Vo")
    assert decided(bench, chosen=waived, act="comment", reason="Ask the vendor").status_code == 303
    assert decided(bench, chosen=waived, reason="It was the log").status_code == 303
    done = ticked(bench, "/queue?state=decided")
    assert decided(bench, chosen=done, act="reopen", reason="Too early").status_code == 303
    assert site.inspected() == []


def test_what_was_handed_over_is_recorded_though_less_is_due_by_now(
    bench: Bench, site: Site
) -> None:
    other = bench_on(site).entered("Bo Chan")
    boxes = re.findall(r'name="finding" value="([^"]+)"', bench.page("/restitution"))
    payment = {"finding": boxes, "paid_to": "Pat Roe", "paid_on": "2026-03-08"}
    number, _, due = boxes[0].partition("~")
    part = {"finding": [f"{number}~{int(due) - 1}"], "receipt": "R-1"}
    assert other.post("/restitution/pay", payment | part).status_code == 303
    late = bench.post("/restitution/pay", payment | {"receipt": "R-2"})
    assert late.status_code == 422
    assert "is not what is due" in late.text
    assert site.rows("SELECT sum(amount) AS n FROM payments") == [{"n": int(due) - 1}]
    boxes = re.findall(r'name="finding" value="([^"]+)"', bench.page("/restitution"))
    assert f"{number}~1" in boxes, "a cent is left"
    assert (
        bench.post("/restitution/pay", payment | {"finding": boxes, "receipt": "R-3"}).status_code
        == 303
    )
    assert site.inspected() == []


def test_money_is_paid_back_once_and_corrected_on_the_record(bench: Bench, site: Site) -> None:
    page = bench.page("/restitution")
    boxes = re.findall(r'name="finding" value="([^"]+)"', page)
    assert len(boxes) == 2
    payment = {"finding": boxes, "paid_to": "Pat Roe", "receipt": "R-17", "paid_on": "2026-03-08"}
    assert bench.post("/restitution/pay", payment).status_code == 303
    assert "$2.00 paid to Pat Roe" in bench.page("/restitution")
    assert bench.post("/restitution/pay", payment | {"receipt": "R-18"}).status_code == 422
    number = site.rows("SELECT DISTINCT number FROM payments")[0]["number"]
    wrong = {"payment": number, "reason": "Paid to the wrong person"}
    assert bench.post("/restitution/correct", wrong).status_code == 303
    assert [row["due"] for row in site.rows("SELECT due FROM findings WHERE over > 0")] == [
        100,
        100,
    ]
    exported = bench.get("/restitution/ledger.csv?state=all")
    assert exported.mimetype == "text/csv"
    assert exported.text.count("\n") == 3
    assert site.inspected() == []


def test_a_day_is_signed_by_two_with_what_is_open(bench: Bench, site: Site) -> None:
    address = "/sign-off/harbor/2026-03-06"
    assert "2 violations are open" in bench.page(address)
    both = {"reviewed_by": "Bo Chan"}
    assert bench.post(address, both).status_code == 422, "open violations need a reason"
    assert bench.post(address, both | {"reviewed_by": "ann lee", "reason": "x"}).status_code == 422
    assert bench.post(address, both | {"reason": "Refunds follow on Monday"}).status_code == 303
    text = bench.page(address)
    assert "Ann Lee (name typed)" in text
    assert "Bo Chan (name typed)" in text
    assert "Refunds follow on Monday" in text
    assert bench.post(address, both | {"reason": "x"}).status_code == 422, "it is already signed"
    assert site.inspected() == []


def test_a_pack_of_the_day_can_be_taken_away(bench: Bench) -> None:
    answer = bench.get("/packs/pack.zip?start=2026-03-06&end=2026-03-06")
    assert answer.status_code == 200
    assert answer.data[:2] == b"PK"
    assert bench.get("/packs/pack.zip?start=2026-03-07&end=2026-03-06").status_code == 422
    assert bench.get("/packs/pack.zip?start=1999-01-01&end=1999-01-02").status_code == 422


def test_the_command_line_and_the_workbench_are_mixed_freely(bench: Bench, site: Site) -> None:
    from click.testing import CliRunner  # noqa: PLC0415 - one test alone

    from feeaudit.cli import cli  # noqa: PLC0415

    finding = site.rows("SELECT id FROM findings ORDER BY number")[0]["id"]
    command = ["findings", "resolve", finding, "--store", str(site.store), "--as", "explained"]
    done = CliRunner().invoke(cli, [*command, "--reason", "By command", "--by", "Bo Chan"])
    assert done.exit_code == 0, done.output
    assert decided(bench, chosen=ticked(bench)).status_code == 303
    assert {row["resolved_by"] for row in site.rows("SELECT resolved_by FROM resolutions")} == {
        "Ann Lee",
        "Bo Chan",
    }
    assert site.inspected() == []


@pytest.mark.parametrize(
    ("back", "shown"),
    [("/queue?check=FEE-OVER", 'href="/queue?check=FEE-OVER"'), ("//evil.example", 'href="/"')],
)
def test_a_refused_form_leads_back_to_its_page_and_nowhere_else(
    bench: Bench, back: str, shown: str
) -> None:
    answer = decided(bench, back=back)
    assert answer.status_code == 422
    assert f"<a {shown}>Back to where you were</a>" in answer.text
    assert "evil" not in answer.text
