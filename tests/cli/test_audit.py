"""``feeaudit audit``, and ``explain`` and ``checks`` beside it, as people run them."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from feeaudit.audit.checks import REGISTRY
from feeaudit.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.slow

HANDS = "hand_id,cardroom,table,started_at,game,option,player_dealer_seat\n"
FILES = {
    "hands": HANDS
    + "h1,mortimers,T1,2026-03-01 19:30:00,three-card-poker,1,3\n"
    + "h2,mortimers,T1,2026-03-01 19:32:00,three-card-poker,1,3\n",
    "wagers": "hand_id,seat,wager,amount\nh1,1,ante,51\nh2,1,ante,50\n",
    "collections": "payer,fee,amount,hand_id\nplayer_dealer,base,0.50,h1\nplayer_dealer,base,0.50,h2\n",
}


# Where a test looks at findings.json alone: to print papers takes longer than the audit.
JSON = ("--format", "json")


def log(root: Path, **files: str) -> Path:
    folder = root / "night"
    folder.mkdir()
    for name, text in (FILES | files).items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, ["audit", *arguments], catch_exceptions=False)


def findings(folder: Path) -> Any:
    return json.loads((folder / "findings.json").read_text(encoding="utf-8"))


def test_a_wrong_fee_is_a_violation_with_its_evidence(tmp_path: Path) -> None:
    out = ("-o", str(tmp_path / "out"), *JSON)
    result = run(str(log(tmp_path)), *out, "--check", "FEE-UNDER")
    assert result.exit_code == 1
    (fact,) = findings(tmp_path / "out")["findings"]
    assert (fact["check"], fact["hand_id"], fact["owed"], fact["taken"]) == (
        "FEE-UNDER",
        "h1",
        "1.00",
        "0.50",
    )
    assert (fact["document"], fact["lines"]) == ("003_9abcd510dfdc1364.txt", "879")
    assert (fact["file"], fact["row"]) == ("night/collections.csv", 2)
    assert "under-collected $0.50" in result.output


def test_every_report_of_a_part_of_the_log_says_that_it_is_one(tmp_path: Path) -> None:
    out, folder = tmp_path / "out", str(log(tmp_path))
    times = ("--from", "2026-03-01 19:31:00", "--to", "2026-03-01 19:40:00")
    formats = ("--format", "html", *JSON)
    part = run(folder, "-o", str(out), *formats, "--table", "T1", "--check", "FEE-UNDER", *times)
    told = (
        "This is not an audit of the whole log. It was limited to tables T1; hands from"
        " 2026-03-01 19:31:00 on; hands before 2026-03-01 19:40:00; the checks FEE-UNDER."
    )
    assert f"Note: {told}" in " ".join(part.output.split())
    assert findings(out)["notices"] == [told]
    assert told in (out / "report.html").read_text(encoding="utf-8")
    assert "whole log" not in run(folder).output


def test_a_clean_log_exits_0(tmp_path: Path) -> None:
    fixed = FILES["collections"].replace("0.50,h1", "1.00,h1")
    result = run(
        str(log(tmp_path, collections=fixed)), "--check", "FEE-OVER", "--check", "FEE-UNDER"
    )
    assert result.exit_code == 0
    assert "No finding" in result.output


def test_a_log_that_lacks_everything_exits_3(tmp_path: Path) -> None:
    folder = tmp_path / "bare"
    folder.mkdir()
    (folder / "hands.csv").write_text(FILES["hands"], encoding="utf-8")
    result = run(str(folder), "--check", "FEE-OVER")
    assert result.exit_code == 3
    assert "the log lacks" in result.output


@pytest.mark.parametrize(
    ("files", "message"),
    [
        ({"wagers": "hand_id,seat,wager,amount\nh1,1,ante,1.5k\n"}, "1 not an amount"),
        ({"hands": "hand_id,x\n1,2\n"}, "missing column"),
    ],
)
def test_an_unusable_log_exits_2_and_says_where(
    tmp_path: Path, files: dict[str, str], message: str
) -> None:
    result = run(str(log(tmp_path, **files)))
    assert result.exit_code == 2
    assert message in result.output


def test_the_rest_can_be_audited_where_rows_are_set_aside(tmp_path: Path) -> None:
    folder = log(tmp_path, wagers=FILES["wagers"].replace("ante,50", "ante,1.5k"))
    result = run(str(folder), "--allow-set-aside", "--check", "FEE-UNDER")
    assert result.exit_code == 1


def test_the_same_log_gives_the_same_bytes(tmp_path: Path) -> None:
    folder = log(tmp_path)
    for name in ("one", "two"):
        run(str(folder), "-o", str(tmp_path / name))
    for file in ("findings.json", "manifest.json"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


def test_the_order_of_rows_never_changes_a_finding(tmp_path: Path) -> None:
    run(str(log(tmp_path)), "-o", str(tmp_path / "one"), *JSON)
    (tmp_path / "b").mkdir()
    turned = {}
    for name, text in FILES.items():
        head, *rows = text.strip().split("\n")
        turned[name] = "\n".join([head, *reversed(rows)]) + "\n"
    run(str(log(tmp_path / "b", **turned)), "-o", str(tmp_path / "two"), *JSON)
    left, right = (
        [
            {k: v for k, v in fact.items() if k != "row"}
            for fact in findings(tmp_path / name)["findings"]
        ]
        for name in ("one", "two")
    )
    assert left == right != []


def test_only_the_tables_and_times_that_were_asked_for_are_audited(tmp_path: Path) -> None:
    folder = log(tmp_path)
    late = run(str(folder), "--check", "FEE-UNDER", "--from", "2026-03-01 19:31:00")
    assert (late.exit_code, "1 hand " in late.output) == (0, True)
    early = run(str(folder), "--check", "FEE-UNDER", "--to", "2026-03-01 19:31:00")
    assert (early.exit_code, "1 hand " in early.output) == (1, True)
    here = run(str(folder), "--check", "FEE-UNDER", "--table", "T1")
    assert (here.exit_code, "2 hands " in here.output) == (1, True)
    assert run(str(folder), "--check", "FEE-UNDER", "--table", "T9").exit_code == 3


def test_explain_shows_the_why_on_one_screen(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(str(log(tmp_path)), "-o", str(out), *JSON, "--check", "FEE-UNDER")
    (fact,) = findings(out)["findings"]
    result = CliRunner().invoke(cli, ["explain", fact["id"][:6], "--in", str(out)])
    assert result.exit_code == 0
    for word in ("FEE-UNDER", "h1", "owed $1.00, taken $0.50", "line 879", "row 2", "Next step"):
        assert word in result.output
    assert len(result.output.splitlines()) <= 24


def test_the_catalogue_lists_every_check() -> None:
    result = CliRunner().invoke(cli, ["checks", "--format", "json"])
    entries = json.loads(result.output)
    assert [entry["id"] for entry in entries] == list(REGISTRY)
    assert all(entry["title"] and entry["next_step"] and entry["docs"] for entry in entries)
