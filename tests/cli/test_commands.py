"""The commands as people run them."""

from __future__ import annotations

import csv
import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner
from support.command_lines import HEAVY
from support.harbor import SCHEDULE, write_book
from support.programs import run_program

from feeaudit.book.cache import open_book
from feeaudit.cli import cli, main

FULL = Path("/dev/full")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run feeaudit as a program."""
    return run_program(arguments)


def printed(*arguments: str) -> str:
    result = CliRunner().invoke(cli, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def printed_json(*arguments: str) -> Any:
    return json.loads(printed(*arguments, "--format", "json"))


QUOTE = ("quote", "--cardroom", "mortimers", "--game", "three-card-poker", "--option", "1")


def test_quote_in_text_shows_fee_tier_arithmetic_and_citation() -> None:
    text = printed(*QUOTE, "--wager", "1:ante:25", "--wager", "4:ante:50")
    assert "table action $75.00" in text
    assert "51-100" in text
    assert "003_9abcd510dfdc1364.txt line 879" in text
    assert "Total $1.00" in text


def test_quote_in_json_is_the_contract() -> None:
    answer = printed_json(*QUOTE, "--player-dealer-seat", "3", "--wager", "1:ante:25")
    assert answer["total"] == "0.50"
    assert answer["unsettled"] == []
    dealer = answer["obligations"][-1]
    contract = {
        "component": "player_dealer",
        "payer": "player_dealer",
        "seat": "3",
        "wager": None,
        "basis": "table_action",
        "basis_amount": "25.00",
        "tier": "5-50",
        "amounts": ["0.50"],
        "moment": "before_deal",
        "document": "003_9abcd510dfdc1364.txt",
        "line": 878,
    }
    assert {key: dealer[key] for key in contract} == contract


def test_quote_reads_a_hand_from_a_file(tmp_path: Path) -> None:
    hand = {
        "cardroom": "mortimers",
        "game": "GEGA-003712",
        "option": 1,
        "player_dealer_seat": 2,
        "wagers": [{"seat": 1, "wager": "ante", "amount": 51}],
    }
    path = tmp_path / "hand.json"
    path.write_text(json.dumps(hand), encoding="utf-8")
    assert printed_json("quote", str(path))["total"] == "1.00"


def test_an_unsettled_quote_lists_every_amount_and_why() -> None:
    answer = printed_json(*QUOTE, "--wager", "1:ante:100.50")
    assert answer["total"] is None
    (unsettled,) = answer["unsettled"]
    assert unsettled["amounts"] == ["1.00", "2.00"]
    assert "between the whole-dollar tiers" in unsettled["reasons"][0]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((*QUOTE, "--wager", "1:ante:-5"), "negative"),
        ((*QUOTE, "--wager", "1:ante"), "SEAT:KIND:AMOUNT"),
        ((*QUOTE, "--wager", "1:anti:5"), "did you mean 'ante'"),
        ((*QUOTE[:-1], "99", "--wager", "1:ante:5"), "there are 1-10"),
        (("quote", "--cardroom", "nowhere", "--game", "x", "--option", "1"), "not a cardroom"),
        (("schedules", "show", "no-such-game"), "is not a game on record"),
        (("schedules", "show", "mortimers/omaha@9"), "not a schedule of the book"),
        (("schedules", "list", "nowhere"), "not a cardroom"),
        (("schedules", "diff", "mortimers/texas-holdem", "mortimers/nothing"), "not a schedule"),
    ],
)
def test_bad_input_is_answered_in_plain_words_with_exit_code_2(
    arguments: tuple[str, ...], message: str
) -> None:
    result = run(*arguments)
    assert result.returncode == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr


def test_a_hand_is_stated_by_a_file_or_by_options_not_by_both(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_text('{"cardroom": "mortimers"}', encoding="utf-8")
    result = run("quote", str(path), "--option", "2", "--wager", "1:ante:5")
    assert result.returncode == 2
    assert "leave out --option, --wager" in " ".join(result.stderr.split())


@pytest.mark.slow
def test_an_original_is_never_written_over_by_its_import(tmp_path: Path) -> None:
    log = tmp_path / "night"
    assert (
        run("simulate", "-o", str(log), "--hands", "20", "--cardroom", "mortimers").returncode == 0
    )
    before = {path.name: path.read_bytes() for path in log.iterdir()}
    hands = log / "hands.csv"
    for arguments in (
        ("import", str(log), "-o", str(log)),
        ("import", str(hands), "-o", str(log)),
        ("import", str(hands), "--guess", "-o", str(hands)),
    ):
        result = run(*arguments)
        assert result.returncode == 2
        assert "write to another place with -o" in result.stderr
    assert {path.name: path.read_bytes() for path in log.iterdir()} == before


@pytest.mark.parametrize(
    ("number", "told"), [(1, "1 violation planted"), (2, "2 violations planted")]
)
def test_simulate_says_how_many_violations_it_planted(
    tmp_path: Path, number: int, told: str
) -> None:
    where = ("-o", str(tmp_path / "night"), "--hands", "20", "--cardroom", "mortimers")
    assert told in printed("simulate", *where, "--plant", f"FEE-OVER={number}").splitlines()


def test_one_record_of_a_table_is_told_as_one(tmp_path: Path) -> None:
    where = ("-o", str(tmp_path / "night"), "--hands", "1", "--cardroom", "mortimers")
    first, *_ = printed("simulate", *where).splitlines()
    assert first.startswith("1 hand, ")
    assert "1 counts" not in first


@pytest.mark.slow
def test_a_profile_that_somebody_mended_is_not_guessed_over(tmp_path: Path) -> None:
    sheet, profile = tmp_path / "shift.csv", tmp_path / "shift.yaml"
    sheet.write_text(
        "Hand,Time,Table,Game,Seat 1 Bet\n1,2026-03-06 19:02,7,Three Card Poker,$50\n",
        encoding="utf-8",
    )
    guess = ("import", str(sheet), "--guess", "-o", str(profile))
    assert run(*guess).returncode == 0
    assert run(*guess).returncode == 0
    mended = profile.read_text(encoding="utf-8") + "# the boss said so\n"
    profile.write_text(mended, encoding="utf-8")
    again = run(*guess)
    assert again.returncode == 2
    assert "shift.yaml holds another profile" in again.stderr
    assert profile.read_text(encoding="utf-8") == mended


def test_a_fault_of_the_program_does_not_look_like_violations(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    @click.command()
    def broken() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr("feeaudit.cli.cli", broken)
    with pytest.raises(SystemExit) as end:
        main([])
    assert end.value.code == 2
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_hand_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "hand.json"
    path.write_bytes(b"PK\x03\x04\xff\xfe")
    result = run("quote", str(path))
    assert result.returncode == 2
    assert "is not text" in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.slow
def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    result = run("simulate", "-o", str(blocked / "log"), "--hands", "20", "--cardroom", "mortimers")
    assert result.returncode == 2
    assert str(blocked) in result.stderr
    assert "Traceback" not in result.stderr


@pytest.mark.skipif(not FULL.exists(), reason="no device that is always full")
def test_a_full_disk_is_told_as_such() -> None:
    command = [sys.executable, "-m", "feeaudit", "schedules", "list"]
    with FULL.open("w", encoding="utf-8") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert done.returncode == 2
    assert "could not be written: the disk is full; make room and run again" in done.stderr


def test_list_shows_the_state_of_the_book() -> None:
    text = printed("schedules", "list", "mortimers")
    assert "13 schedules, 174 options, 762 fee cells" in text
    entries = printed_json("schedules", "list", "mortimers")
    omaha = [entry for entry in entries if entry["schedule"] == "omaha-high-low-split"]
    assert [entry["edition"] for entry in omaha] == ["1", "2"]
    assert omaha[0]["anomalies"]["ambiguous"] == 1


def test_list_games_gives_wagers_and_rotation() -> None:
    games = {
        game["game"]: game for game in printed_json("schedules", "list", "--games", "mortimers")
    }
    wagers = {wager["wager"]: wager for wager in games["three-card-poker-6-card-bonus"]["wagers"]}
    assert (wagers["play"]["role"], wagers["play"]["placed"]) == ("raise", "after_deal")
    assert wagers["play"]["limits"][0]["equals"] == ["ante"]
    assert "player_dealer" in wagers["pair_plus"]["counted"][0]
    cap = games["fortune-pai-gow-poker"]["rotation"][1]["cap"]
    assert cap == {"hands": 2, "unit": "hand", "holder": "player"}
    assert "cap" not in games["ez-baccarat-panda-8"]["rotation"][0]


def test_list_games_in_text_tells_wagers_and_rotation_too() -> None:
    text = " ".join(printed("schedules", "list", "--games", "mortimers").split())
    assert "play role raise; placed after deal; limits equal to ante" in text
    assert "cap: one player may not hold it for more than 2 consecutive hands" in text


def test_show_prints_a_schedule_as_a_table_with_citations() -> None:
    text = printed("schedules", "show", "mortimers/pure-21-5-blackjack")
    assert "2  5-no limit      0.00  5-99                   0.50     0.00   661" in text
    assert "gap, ambiguous" in text


def test_show_tells_a_no_flop_fee_from_no_fee_and_one_hand_from_several() -> None:
    taken = " ".join(printed("schedules", "show", "hawaiian-gardens/texas-holdem@2").split())
    assert "where it does not, the no-flop fee is taken instead" in taken
    free = " ".join(printed("schedules", "show", "mortimers/texas-holdem").split())
    assert "where it does not, nothing is taken." in free
    game = " ".join(printed("schedules", "show", "texas-holdem").split())
    assert "the button rotates after 1 hand; clockwise. Outside tournaments. (line 17)" in game
    assert "for more than 1 consecutive hand; " in game
    assert "1 hands" not in game


def test_show_says_who_pays_as_an_audit_charges_it() -> None:
    text = " ".join(printed("schedules", "show", "mortimers/three-card-poker-6-card-bonus").split())
    assert (
        "Player-dealer fee: Player-dealer pays once per hand, on Ante, Pair Plus and Six Card Bonus"
        " together. Taken before any card is dealt."
    ) in text


def test_show_tells_each_reading_of_how_a_fee_is_charged() -> None:
    text = " ".join(printed("schedules", "show", "hawaiian-gardens/pokara").split())
    assert (
        "Player fee (as printed): Each player pays for each wager separately, on Base Wager."
        in text
    )
    assert (
        "Player fee (read as bonus bet pays too): Each player pays for each wager separately, on Base"
        " Wager and Bonus."
    ) in text
    assert "hawaiian-gardens/pokara" in text


def test_show_tells_the_terms_of_a_table_that_is_not_printed() -> None:
    text = " ".join(printed("schedules", "show", "parkwest-lotus/ez-baccarat").split())
    assert "Its table is announced and not printed." in text
    assert "parkwest-lotus/ez-baccarat," in text
    assert "- all options (" in text
    assert (
        "Player-dealer fee: Player-dealer pays once for each betting circle, on Player Line" in text
    )


def test_show_finds_a_game_by_its_printed_name() -> None:
    views = printed_json(
        "schedules", "show", "Commission-Free Baccarat Dragon Bonus", "--cardroom", "mortimers"
    )
    assert [game["game"] for game in views["games"]] == ["commission-free-baccarat-dragon-bonus"]
    assert views["schedules"][0]["options"][0]["fees"][0]["line"] == 2060


@pytest.mark.parametrize(
    "name", ["Omaha High/Low Split", "mortimers/Omaha High/Low Split", "GEGA-003713"]
)
def test_show_finds_a_game_whose_printed_name_has_a_slash(name: str) -> None:
    views = printed_json("schedules", "show", name, "--cardroom", "mortimers")
    assert [game["game"] for game in views["games"]] == ["omaha-high-low-split"]


def test_show_one_option_only() -> None:
    views = printed_json("schedules", "show", "mortimers/texas-holdem", "--option", "41")
    (option,) = views["schedules"][0]["options"]
    assert [fee["fee"] for fee in option["fees"]] == ["5.00", "4.00", "3.00", "2.00"]


def test_export_is_csv_that_a_spreadsheet_opens(tmp_path: Path) -> None:
    path = tmp_path / "cells.csv"
    printed("schedules", "export", "mortimers", "--format", "csv", "-o", str(path))
    with path.open(encoding="utf-8", newline="") as file:
        cells = list(csv.DictReader(file))
    assert len(cells) == 762
    text = printed("schedules", "export", "mortimers")
    assert list(csv.DictReader(io.StringIO(text))) == cells
    assert len(printed_json("schedules", "export", "mortimers")) == 762


def test_an_export_that_fails_leaves_the_file_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "cells.csv"
    path.write_text("last year's", encoding="utf-8")
    assert run("schedules", "export", "nowhere", "-o", str(path)).returncode == 2
    assert path.read_text(encoding="utf-8") == "last year's"
    assert list(tmp_path.iterdir()) == [path]


def test_an_export_makes_its_folder_and_ends_lines_alike_on_every_system(tmp_path: Path) -> None:
    path = tmp_path / "new" / "cells.csv"
    printed("schedules", "export", "mortimers", "-o", str(path))
    assert path.read_bytes().count(b"\n") == 763
    assert b"\r" not in path.read_bytes()


def test_lint_says_so_when_all_is_explained() -> None:
    assert "no unexplained entries" in printed("schedules", "lint")


def test_lint_fails_on_what_is_not_recorded(tmp_path: Path) -> None:
    root = write_book(tmp_path, SCHEDULE.replace("101+: 2", "102+: 2"))
    result = run("schedules", "lint", "--book", str(root))
    assert result.returncode == 1
    assert "harbor/case.yaml:13:1: gap: option 1" in result.stdout


def test_lint_lists_what_cannot_be_read(tmp_path: Path) -> None:
    root = write_book(tmp_path, SCHEDULE.replace("collect:", "colect:"))
    result = run("schedules", "lint", "--book", str(root))
    assert result.returncode == 1
    assert "'colect' is not a key of a term (did you mean 'collect'?)" in result.stdout


def test_a_broken_book_stops_other_commands_with_every_problem(tmp_path: Path) -> None:
    root = write_book(tmp_path, SCHEDULE.replace("collect:", "colect:"))
    result = run("schedules", "list", "--book", str(root))
    assert result.returncode == 2
    assert "harbor/case.yaml:9:5" in result.stderr


@pytest.mark.slow
def test_diff_of_two_editions_options_and_files(tmp_path: Path) -> None:
    editions = printed(
        "schedules", "diff", "mortimers/omaha-high-low-split@1", "mortimers/omaha-high-low-split@2"
    )
    assert editions.splitlines() == [
        "games were omaha-high-low-split, omaha, are omaha-high-low-split",
        "approvals were none, are GEGA-003713",
    ]
    options = printed("schedules", "diff", "mortimers/texas-holdem:8", "mortimers/texas-holdem:9")
    assert "pot 7+ was 3.00, is 4.00" in options
    old, new = tmp_path / "old.yaml", tmp_path / "new.yaml"
    old.write_text(SCHEDULE, encoding="utf-8")
    new.write_text(SCHEDULE.replace("101+: 2", "101+: 3"), encoding="utf-8")
    assert printed("schedules", "diff", str(old), str(new)) == (
        "option 1: player_dealer 101+ was 2.00, is 3.00\n"
    )


@pytest.mark.parametrize("arguments", [("--help",), (*QUOTE, "--wager", "1:ante:5")])
def test_help_and_quote_start_without_the_engine(arguments: tuple[str, ...]) -> None:
    code = (
        "import sys\nfrom feeaudit.cli import cli\n"
        f"try:\n    cli.main({list(arguments)!r}, standalone_mode=False)\nexcept SystemExit:\n    pass\n"
        f"heavy = {{*{HEAVY}}} & {{*sys.modules}}\n"
        "assert not heavy, heavy\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert result.returncode == 0, result.stderr


@pytest.mark.slow
@pytest.mark.skipif(os.name == "nt", reason="the system does not tell what its children took")
def test_quote_takes_at_most_four_times_the_import_of_click_and_yaml(schedules: Path) -> None:
    open_book(schedules, "mortimers")  # as after a first quote: the cache is warm

    def fastest(*command: str) -> float:
        times = []
        for _ in range(7):
            before = os.times()
            subprocess.run([sys.executable, *command], capture_output=True, check=True)
            after = os.times()
            times.append(
                after.children_user
                + after.children_system
                - before.children_user
                - before.children_system
            )
        return min(times)

    imports = fastest("-c", "import click, yaml")
    quote = fastest("-m", "feeaudit", *QUOTE, "--wager", "1:ante:25")
    assert quote <= 4 * imports, f"quote {quote:.3f} s, imports {imports:.3f} s"


def test_a_template_is_not_written_under_a_name_that_no_reader_takes_for_a_workbook(
    tmp_path: Path,
) -> None:
    result = CliRunner().invoke(cli, ["template", str(tmp_path / "night.csv")])
    assert result.exit_code == 2
    assert "night.csv must be a workbook" in result.output
    assert list(tmp_path.iterdir()) == []
    assert "Written" in printed("template", str(tmp_path / "night.XLSX"))
