"""``feeaudit letters`` as people run it: one letter for each player, and the list to pay from."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from support.paper import sheets

from feeaudit.cli import cli
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

pytestmark = pytest.mark.slow

NIGHT = {
    "hands": """hand_id,cardroom,table,started_at,game,option,player_dealer_seat,player_dealer
h1,mortimers,T1,2026-02-01 10:00,three-card-poker,1,8,Bo Park
h2,mortimers,T1,2026-02-01 10:02,three-card-poker,1,8,Bo Park
h3,mortimers,T1,2026-02-01 10:04,three-card-poker,1,7,Cy Dee
h4,mortimers,T2,2026-02-01 10:04,three-card-poker,1,5,
""",
    "wagers": """hand_id,seat,wager,amount,player
h1,1,ante,50,Ann Lee
h2,1,ante,51,Ann Lee
h3,2,ante,50,Ann Lee
h4,2,ante,50,
""",
    "collections": """hand_id,payer,fee,amount
h1,player_dealer,base,1.50
h2,player_dealer,base,2.00
h3,player_dealer,base,0.75
h4,player_dealer,base,3.50
""",
}


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("night")
    for name, text in NIGHT.items():
        (folder / f"{name}.csv").write_text(text, encoding="utf-8")
    out = tmp_path_factory.mktemp("results")
    run = ["audit", str(folder), "-o", str(out), "--format", "json", "--check", "FEE-OVER"]
    assert CliRunner().invoke(cli, run).exit_code == 1
    return out


def letters(results: Path, out: Path, *more: str) -> Result:
    fixed = ["--in", str(results), "-o", str(out), "--date", "2026-02-03"]
    return CliRunner().invoke(cli, ["letters", *fixed, *more])


def refused(result: Result) -> str:
    """Return why a command would not go on; the program prints it and exits with 2."""
    assert isinstance(result.exception, Unknown), result.output
    return str(result.exception)


def pages(path: Path) -> list[str]:
    return sheets(path.read_bytes())


def test_each_player_gets_one_letter_with_every_hand(results: Path, tmp_path: Path) -> None:
    result = letters(results, tmp_path, "--contact", "the cage, extension 12")
    assert result.exit_code == 0, result.output
    bo, cy = pages(tmp_path / "letters.pdf")
    assert "Dear Bo Park:" in bo
    for said in ("hand h1", "hand h2", "2/1/2026 10:00 AM", "$0.50 $1.50 $1.00", "Total $2.00"):
        assert said in bo
    assert "GEGA-" in bo or "line" in bo
    assert "the cage, extension 12" in bo
    assert "$0.50 $0.75 $0.25" in cy


def test_a_letter_names_nobody_else_and_promises_nothing(results: Path, tmp_path: Path) -> None:
    letters(results, tmp_path)
    bo, cy = pages(tmp_path / "letters.pdf")
    assert not {"Ann Lee", "Cy Dee"} & {name for name in ("Ann Lee", "Cy Dee") if name in bo}
    assert "Bo Park" not in cy
    for word in ("will refund", "will be refunded", "entitled", "liable", "guarantee", "we owe"):
        assert word not in bo.lower()
    assert "not legal advice" in bo


def test_who_is_not_named_is_listed_by_table_seat_and_time(results: Path, tmp_path: Path) -> None:
    result = letters(results, tmp_path)
    assert "Fees of players the log does not name: 1" in result.output
    text = " ".join(pages(tmp_path / "restitution.pdf"))
    assert "Players the log does not name" in text
    assert "T2 5 2/1/2026 10:04 AM player-dealer h4 $3.00" in text
    assert "Total over-collected $5.25" in text


def test_one_player_can_be_chosen_and_an_unknown_one_is_refused(
    results: Path, tmp_path: Path
) -> None:
    assert letters(results, tmp_path / "cy", "--player", "Cy Dee").exit_code == 0
    assert len(pages(tmp_path / "cy" / "letters.pdf")) == 1
    assert "Bo Park" in refused(letters(results, tmp_path, "--player", "Bo Perk"))


def test_the_letterhead_comes_from_the_site_or_the_command(results: Path, tmp_path: Path) -> None:
    site = tmp_path / "feeaudit.toml"
    site.write_text('[site]\nletterhead = ["The Lucky Room", "1 Main St"]\n', encoding="utf-8")
    letters(results, tmp_path, "--config", str(site))
    assert pages(tmp_path / "letters.pdf")[0].startswith("The Lucky Room 1 Main St")
    letters(results, tmp_path, "--config", str(site), "--letterhead", "Another Room")
    assert pages(tmp_path / "letters.pdf")[0].startswith("Another Room")
    letters(results, tmp_path)
    assert pages(tmp_path / "letters.pdf")[0].startswith("Mortimer's Card Room")


def test_a_site_may_have_words_of_its_own(results: Path, tmp_path: Path) -> None:
    words = tmp_path / "words.toml"
    words.write_text('greeting = "Hello {player}, about {total}"\n', encoding="utf-8")
    letters(results, tmp_path, "--wording", str(words))
    assert "Hello Bo Park, about $2.00" in pages(tmp_path / "letters.pdf")[0]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('greting = "Dear"', "did you mean 'greeting'"),
        ('greeting = "Dear {name}"', "{player}"),
        ('greeting = "Dear {player.__class__}"', "{player}"),
        ("greeting = ", "not a TOML file"),
    ],
)
def test_wrong_words_are_refused_with_what_is_right(
    results: Path, tmp_path: Path, text: str, told: str
) -> None:
    words = tmp_path / "words.toml"
    words.write_text(text, encoding="utf-8")
    assert told in refused(letters(results, tmp_path, "--wording", str(words)))


def test_what_is_waived_gets_no_letter(results: Path, tmp_path: Path) -> None:
    document = json.loads((results / "findings.json").read_text(encoding="utf-8"))
    for each in document["findings"]:
        each["waiver"] = "W-1" if each["player"] == "Cy Dee" else None
    (tmp_path / "findings.json").write_text(json.dumps(document), encoding="utf-8")
    result = letters(tmp_path, tmp_path)
    assert "waiver, left out: 1" in result.output
    assert len(pages(tmp_path / "letters.pdf")) == 1
    assert "1 fee covered by a waiver is not" in " ".join(pages(tmp_path / "restitution.pdf"))


def test_nothing_over_collected_needs_no_letter(results: Path, tmp_path: Path) -> None:
    document = json.loads((results / "findings.json").read_text(encoding="utf-8"))
    (tmp_path / "findings.json").write_text(json.dumps(document | {"findings": []}), "utf-8")
    result = letters(tmp_path, tmp_path / "out")
    assert "Nothing was over-collected" in result.output
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("text", ["{}", "[]", "no", '{"findings": [1]}', '{"findings": []}'])
def test_a_file_that_is_no_result_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "findings.json").write_text(text, encoding="utf-8")
    assert "findings.json" in refused(letters(tmp_path, tmp_path / "out"))


def test_the_same_results_give_the_same_letters(results: Path, tmp_path: Path) -> None:
    for name in ("one", "two"):
        letters(results, tmp_path / name)
    for file in ("letters.pdf", "restitution.pdf"):
        assert (tmp_path / "one" / file).read_bytes() == (tmp_path / "two" / file).read_bytes()
