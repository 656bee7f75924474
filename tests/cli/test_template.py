"""``feeaudit template``: a night sheet for people, filled in, imported and audited."""

from __future__ import annotations

from datetime import date, time
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from openpyxl import load_workbook

from feeaudit.book.cache import open_book
from feeaudit.cli import cli, main
from feeaudit.intake.files.sheets import open_sheets
from feeaudit.intake.log_files import read_log
from feeaudit.intake.night_sheet import night_profile
from feeaudit.resources import folder

if TYPE_CHECKING:
    from pathlib import Path

pytestmark = pytest.mark.slow

GAME = "three-card-poker-6-card-bonus"


def run(*arguments: str | Path) -> Any:
    return CliRunner().invoke(cli, [str(each) for each in arguments])


def headings(path: Path) -> list[str]:
    return [cell.value for cell in load_workbook(path)["Night"][2]]


def test_a_night_sheet_is_filled_in_imported_and_audited(tmp_path: Path) -> None:
    path = tmp_path / "night.xlsx"
    made = run("template", path, "--cardroom", "mortimers", "--game", GAME, "--seats", "6")
    assert (made.exit_code, "Written" in made.output) == (0, True)
    book = load_workbook(path)
    cells = {
        "Hand": "1",
        "Date": date(2026, 3, 1),
        "Time": time(19, 30),
        "Cardroom": "mortimers",
        "Table": "4",
        "Game": GAME,
        "Option": "1",
        "Player-dealer seat": "6",
        "Seat 1 ante": 25,
        "Player-dealer fee": 99,
    }
    for heading, value in cells.items():
        book["Night"].cell(3, headings(path).index(heading) + 1, value)
    book.save(path)
    imported = run("import", path, "-o", tmp_path / "log")
    assert imported.exit_code == 0, imported.output
    assert "1 hand, 1 wager, 1 collection" in imported.output
    assert read_log([tmp_path / "log"]).faults == ()
    for log in (tmp_path / "log", path):
        audited = run("audit", log, "-o", tmp_path / f"of-{log.name}", "--format", "json")
        assert (audited.exit_code, "FEE-OVER" in audited.output) == (1, True)
    assert run("verify", tmp_path / "of-night.xlsx").exit_code == 0


def test_a_sheet_with_a_date_alone_is_not_imported(tmp_path: Path) -> None:
    path = tmp_path / "night.xlsx"
    run("template", path, "--cardroom", "mortimers", "--game", GAME)
    book = load_workbook(path)
    for column, value in enumerate(["1", date(2026, 3, 1), None, "mortimers", "4", GAME], start=1):
        book["Night"].cell(3, column, value)
    book.save(path)
    result = run("import", path, "-o", tmp_path / "log")
    assert result.exit_code == 2
    assert "C3" in result.output
    assert not (tmp_path / "log").exists()


def test_seats_and_fees_are_those_of_the_game(tmp_path: Path) -> None:
    poker = tmp_path / "poker.xlsx"
    run("template", poker, "--cardroom", "mortimers", "--game", "texas-holdem", "--seats", "9")
    assert {"Pot fee", "Seat 9 big blind", "Players", "Opening round"} <= set(headings(poker))
    assert "Player-dealer fee" not in headings(poker)
    both = tmp_path / "both.xlsx"
    run("template", both, "--cardroom", "mortimers", "--game", GAME, "--game", "pai-gow-poker")
    assert {"Seat 1 ante", "Seat 1 base", "Player-dealer fee"} <= set(headings(both))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game", "pai-gow-pokr"], "(did you mean 'pai-gow-poker'"),
        (["--seats", "7"], "--seats is for a night sheet; name its game with --game"),
        (["--game", "pai-gow-poker", "--seats", "0"], "not in the range"),
        (["--cardroom", "lucky-lady", "--game", "pan-9"], "is not a game at lucky-lady"),
    ],
)
def test_a_mistake_is_answered_with_what_would_be_right(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], said: str
) -> None:
    with pytest.raises(SystemExit) as left:
        main(["template", str(tmp_path / "night.xlsx"), *arguments])
    assert (left.value.code, list(tmp_path.iterdir())) == (2, [])
    assert said in capsys.readouterr().err


def test_all_games_of_a_cardroom_fit_on_a_night_sheet(tmp_path: Path) -> None:
    for place in open_book(folder("schedules")).cardrooms:
        path = tmp_path / f"{place.cardroom}.xlsx"
        games = [word for game in place.games for word in ("--game", game.game)]
        result = run("template", path, "--cardroom", place.cardroom, "--seats", "1", *games)
        assert result.exit_code == 0, (place.cardroom, result.output)
        kinds = {wager.wager for game in place.games for wager in game.wagers}
        assert {f"Seat 1 {kind.replace('_', ' ')}" for kind in kinds} <= set(headings(path))
        profile = night_profile(open_sheets(path))
        assert profile is not None
        rules = [record for rule in profile.sheets for record in rule.records]
        assert {dict(each.constants)["wager"] for each in rules if each.table == "wagers"} == kinds
