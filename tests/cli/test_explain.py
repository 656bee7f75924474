"""``feeaudit explain`` as people run it: one finding, one screen."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner

from feeaudit.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

FACT: dict[str, Any] = {
    "id": "3f9a00000001",
    "check": "FEE-UNDER",
    "title": "Less collected than the schedule says",
    "verdict": "violation",
    "cardroom": "mortimers",
    "table": "T1",
    "hand_id": "h1",
    "at": "2026-03-01T19:30:00-08:00",
    "until": None,
    "seat": "3",
    "owed": "5.00",
    "owed_most": "5.00",
    "taken": "4.00",
    "over": "0.00",
    "under": "1.00",
    "message": "player-dealer at seat 3: table action $501.00 is in tier 501+, which owes $5.00, $4.00 was taken",
    "document": "003_9abcd510dfdc1364.txt",
    "lines": "882",
    "schedule": "mortimers/three-card-poker-6-card-bonus",
    "why": [
        {
            "label": "Hand",
            "text": "Three Card Poker, option 1; wagers: " + "seat 1 ante $25.00, " * 12,
        },
        {"label": "Owed", "text": "player-dealer fee on table action $501.00 = $300.00 + $201.00"},
        {"label": "Tier", "text": "501+ owes $5.00 (line 882)"},
        {"label": "Arithmetic", "text": "$5.00 owed - $4.00 taken = $1.00 under"},
        {"label": "Approved", "text": "003_9abcd510dfdc1364.txt, line 882 (GEGA-003712)"},
    ],
    "next_step": "Collect what the posted option says.",
    "file": "night/collections.csv",
    "sheet": None,
    "row": 2,
}


def explained(folder: Path, finding: str, *facts: dict[str, Any]) -> Result:
    document = json.dumps({"version": 1, "findings": facts or [FACT]})
    (folder / "findings.json").write_text(document, encoding="utf-8")
    return CliRunner().invoke(cli, ["explain", finding, "--in", str(folder)])


def test_the_whole_why_stands_on_one_screen(tmp_path: Path) -> None:
    result = explained(tmp_path, "3f9a")
    assert result.exit_code == 0
    for words in (
        "FEE-UNDER",
        "table action $501.00",
        "table T1",
        "h1",
        "mortimers/three-card-poker-6-card-bonus",
        "$300.00 + $201.00",
        "501+ owes $5.00",
        "= $1.00 under",
        "owed $5.00, taken $4.00, under $1.00",
        "GEGA-003712",
        "night/collections.csv, row 2",
        "Next step",
    ):
        assert words in result.output
    lines = result.output.splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80


def test_an_id_may_be_typed_in_capitals(tmp_path: Path) -> None:
    assert explained(tmp_path, " 3F9A").exit_code == 0


def test_a_finding_about_no_money_says_nothing_of_money(tmp_path: Path) -> None:
    bare = FACT | {"owed": None, "owed_most": None, "taken": None, "why": [], "document": None}
    result = explained(tmp_path, "3f9a", bare)
    assert result.exit_code == 0
    assert "Money" not in result.output
    assert "Approved" not in result.output
    assert "Hand:       h1" in result.output


def test_a_box_is_told_as_logged_and_counted(tmp_path: Path) -> None:
    box: dict[str, Any] = {"check": "DROP-MATCH", "owed_most": None, "under": "0.00", "why": []}
    assert (
        "Money:      logged $5.00, counted $4.00\n" in explained(tmp_path, "3", FACT | box).output
    )


def test_a_finding_of_no_hand_tells_what_was_played(tmp_path: Path) -> None:
    of_none = {"hand_id": None, "game": "texas-holdem", "option": "7", "why": FACT["why"][-1:]}
    output = explained(tmp_path, "3", FACT | of_none).output
    assert "Played:     texas-holdem, option 7\n" in output
    assert "Hand:" not in output


@pytest.mark.parametrize(
    ("finding", "told"), [("3f9b", "did you mean '3f9a'"), ("3f", "give more of the id")]
)
def test_an_id_that_is_unknown_or_too_short_is_refused(
    tmp_path: Path, finding: str, told: str
) -> None:
    result = explained(tmp_path, finding, FACT, FACT | {"id": "3f9a00000002"})
    assert told in str(result.exception)


@pytest.mark.parametrize(
    "content", ["", "[]", '{"a": 1}', "\x00", '{"findings": 5}', '{"findings": [{}]}']
)
def test_a_file_that_is_no_audit_is_refused(tmp_path: Path, content: str) -> None:
    (tmp_path / "findings.json").write_text(content, encoding="utf-8")
    result = CliRunner().invoke(cli, ["explain", "3f9a", "--in", str(tmp_path)])
    assert "is not the findings.json of an audit" in str(result.exception)


def test_a_folder_without_findings_is_refused(tmp_path: Path) -> None:
    result = CliRunner().invoke(cli, ["explain", "3f9a", "--in", str(tmp_path)])
    assert "holds no findings.json" in str(result.exception)
