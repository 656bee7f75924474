"""Faults at a terminal: by kind, with counts and first places, and no place said twice."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from feeaudit.cli import cli
from feeaudit.intake.fault_groups import fault_counts, fault_entries, is_cut
from feeaudit.intake.log import SET_ASIDE, Fault

if TYPE_CHECKING:
    from pathlib import Path

    from click.testing import Result

AMOUNT = "an amount such as 25"
HANDS = "hand_id,cardroom,table,started_at,game,option\n"
PHH = """\
variant = 'NT'
antes = [0, 0]
blinds_or_straddles = [5, 5]
min_bet = 5
starting_stacks = [500, 500]
actions = ['d dh p1 AhKh', 'd dh p2 2c3c', 'p2 f']
time = {time}
day = 1
month = 3
year = 2026
table = '4'
"""


def bad(row: int, value: str = "x", column: str = "amount", **facts: str) -> Fault:
    file, sheet = facts.get("file", "night.xlsx"), facts.get("sheet", "Night")
    return Fault(file, sheet, row, column, f"C{row}", "not an amount", value, AMOUNT)


def test_one_mistake_made_a_thousand_times_is_one_entry() -> None:
    (entry,) = fault_entries([bad(row, f"{row}k") for row in range(2, 1004)], first=2)
    assert entry.split("\n") == [
        "night.xlsx, sheet Night, amount: not an amount, 1,002 rows; expected an amount such as 25:",
        "    C2 '2k'",
        "    C3 '3k'",
        "    and 1,000 more",
    ]


def test_a_mistake_made_once_is_one_line() -> None:
    assert fault_entries([bad(2)]) == [str(bad(2))]


def test_places_say_what_differs_between_them() -> None:
    faults = [bad(2), bad(2, column="fee", sheet="Late"), bad(7, file="other.xlsx")]
    (entry,) = fault_entries(faults)
    assert entry.split("\n") == [
        "not an amount, 3 rows; expected an amount such as 25:",
        "    night.xlsx, sheet Night, C2, amount 'x'",
        "    night.xlsx, sheet Late, C2, fee 'x'",
        "    other.xlsx, sheet Night, C7, amount 'x'",
    ]


def test_what_was_expected_of_each_row_is_said_of_each() -> None:
    faults = [
        Fault("a.csv", "", row, "", "", "rows disagree", "", f"row {row}'s") for row in (2, 3)
    ]
    assert fault_entries(faults)[0].split("\n") == [
        "a.csv: rows disagree, 2 rows:",
        "    row 2; expected row 2's",
        "    row 3; expected row 3's",
    ]


def test_the_closing_count_is_of_hands_not_of_what_is_wrong_with_them() -> None:
    cells = [bad(2), bad(2, column="fee"), bad(3)]
    hands = [Fault("n", "", row, "hand_id", "", SET_ASIDE, f"h{row}", "repaired") for row in (2, 3)]
    assert fault_counts([*cells, *hands]) == "Set aside: 2 hands (3 not an amount)."
    assert fault_counts(cells) == "Set aside: 2 rows (3 not an amount)."


def test_what_is_only_noted_is_not_said_to_be_set_aside() -> None:
    noted = Fault("a.phh", "", 1, "", "line 1", "rake not known", "h1", "a rake", set_aside=False)
    assert fault_counts([noted], "hand") == "Noted: 1 hand (1 rake not known)."


@given(
    st.lists(st.tuples(st.sampled_from("abc"), st.integers(1, 9)), max_size=60), st.integers(1, 9)
)
def test_no_kind_is_lost_and_every_place_is_shown_or_counted(
    made: list[tuple[str, int]], first: int
) -> None:
    faults = [Fault("n.csv", "", row, "", "", kind, "", "other") for kind, row in made]
    entries = fault_entries(faults, first=first)
    kinds = dict.fromkeys(kind for kind, _ in made)
    assert len(entries) == len(kinds)
    assert is_cut(faults, first) == any("more" in entry for entry in entries)
    for kind, entry in zip(kinds, entries, strict=True):
        number = sum(each == kind for each, _ in made)
        if number > 1:
            assert f": {kind}, {number} rows" in entry
            more = f"and {number - first} more"
            assert entry.count("\n") == min(number, first) + (number > first)
            assert (more in entry) == (number > first)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(cli, list(arguments), catch_exceptions=False)


@pytest.fixture
def bad_night(tmp_path: Path) -> Path:
    folder = tmp_path / "night"
    folder.mkdir()
    rows = "".join(f"h{n},mortimers,T1,late,texas-holdem,1\n" for n in range(40))
    (folder / "hands.csv").write_text(HANDS + rows, encoding="utf-8")
    return folder


def test_an_audit_lists_every_problem_in_a_file_beside_its_output(
    tmp_path: Path, bad_night: Path
) -> None:
    result = run("audit", str(bad_night), "-o", str(tmp_path / "out"))
    assert result.exit_code == 2
    assert "night/hands.csv, started_at: not a time, 40 rows;" in result.output
    assert "Set aside: 40 rows (40 not a time)." in result.output
    listed = tmp_path / "out.problems.txt"
    assert str(listed) in result.output.replace("\n", "")
    lines = listed.read_text(encoding="utf-8").splitlines()
    assert (len(lines), lines[39].split(",")[1]) == (40, " row 41")
    assert not (tmp_path / "out").exists()


def test_without_an_output_no_file_is_written_and_the_way_is_said(
    tmp_path: Path, bad_night: Path
) -> None:
    result = run("audit", str(bad_night))
    assert "Use -o" in result.output
    assert [path.name for path in tmp_path.iterdir()] == ["night"]


def test_a_history_counts_its_hands(tmp_path: Path) -> None:
    path = tmp_path / "night.phhs"
    hands = [f"[{n}]\n{PHH.format(time=f'19:{n:02}:00')}" for n in range(1, 9)]
    path.write_text("\n".join(hands), encoding="utf-8")
    out = str(tmp_path / "log")
    usual = ("--cardroom", "mortimers", "--game", "texas-holdem", "-o", out)
    result = run("import", str(path), *usual)
    assert "rake not known, 8 hands; expected a stated rake" in result.output
    assert "Noted, counted by hand: 8 rake not known, 8 time zone not stated." in result.output
    assert (tmp_path / "log.problems.txt").exists()
    whole = run("import", str(path), *usual, "--dry-run")
    assert "more" not in whole.output
