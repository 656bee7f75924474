"""``feeaudit statement`` as people run it: two files for whoever pays the fees."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from python_calamine import load_workbook

from feeaudit.cli import cli

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.slow


NIGHT = {
    "hands": """hand_id,cardroom,table,started_at,game,option,player_dealer_seat,player_dealer
h1,mortimers,T1,2026-02-01 10:00,three-card-poker,1,8,Bo Park
h2,mortimers,T1,2026-02-01 10:02,three-card-poker,1,8,Bo Park
h3,mortimers,T1,2026-02-01 10:04,three-card-poker,1,1,Ann Lee
""",
    "wagers": """hand_id,seat,wager,amount,player
h1,1,ante,50,Ann Lee
h2,1,ante,51,Ann Lee
h3,2,ante,50,Cy
""",
    "collections": """hand_id,payer,fee,amount
h1,player_dealer,base,0.50
h2,player_dealer,base,2.00
h3,player_dealer,base,0.50
""",
    "seats": """cardroom,table,seat,player,from,to,role,provider
mortimers,T1,8,Bo Park,2026-02-01 09:00,2026-02-01 12:00,third_party,Gold Coast
""",
}


@pytest.fixture
def log(tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    folder.mkdir()
    for name, text in NIGHT.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    return folder


def statement(log: Path, *arguments: str) -> Result:
    return CliRunner().invoke(cli, ["statement", str(log), *arguments])


def test_a_provider_gets_a_paper_and_a_workbook(log: Path, tmp_path: Path) -> None:
    result = statement(log, "--provider", "Gold Coast", "-o", str(tmp_path / "out"))
    assert result.exit_code == 0, result.output
    assert "Paid                         $2.50" in result.output
    assert "Over-paid                    $1.00" in result.output
    assert (tmp_path / "out/statement.pdf").read_bytes().startswith(b"%PDF-")
    sheets = load_workbook(str(tmp_path / "out/statement.xlsx"))
    header, *fees = sheets.get_sheet_by_name("Fees").to_python()
    shown = [header.index(name) for name in ("Hand", "Owed, at least", "Paid", "Over-paid")]
    assert [[row[place] for place in shown] for row in fees[:2]] == [
        ["h1", 0.5, 0.5, 0.0],
        ["h2", 1.0, 2.0, 1.0],
    ]
    _, *open_fees = sheets.get_sheet_by_name("To settle").to_python()
    assert open_fees[0][header.index("Hand")] == "h2"


def test_the_same_log_gives_the_same_bytes(log: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        out = str(tmp_path / name)
        statement(log, "--provider", "Gold Coast", "-o", out, "--date", "2026-03-09")
    for file in ("statement.pdf", "statement.xlsx"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()


@pytest.mark.parametrize("parties", [[], ["--provider", "A", "--player", "B"]])
def test_one_party_must_be_named(log: Path, tmp_path: Path, parties: list[str]) -> None:
    result = statement(log, *parties, "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "name one party: --provider NAME or --player NAME" in result.output
    assert not (tmp_path / "out").exists()
