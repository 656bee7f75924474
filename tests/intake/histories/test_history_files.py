"""Many files with a hand each, in a folder or a zip, read in one run as one history."""

from __future__ import annotations

import zipfile
from typing import TYPE_CHECKING, Any

import pytest
from click.testing import CliRunner
from support.hand_histories import column, numbered, read, rows, set_aside, toml

from feeaudit.cli import cli
from feeaudit.intake.fault_groups import fault_counts, fault_entries
from feeaudit.intake.histories import is_history, read_histories
from feeaudit.intake.log import UnusableLog

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Log


def folder(root: Path, **files: str) -> Path:
    root.mkdir()
    for name, text in files.items():
        (root / f"{name}.phh").write_text(text, encoding="utf-8")
    return root


def packed(root: Path) -> Path:
    path = root.with_suffix(".zip")
    with zipfile.ZipFile(path, "w") as archive:
        for file in root.iterdir():
            archive.write(file, f"night/{file.name}")
    return path


def history(path: Path, **facts: Any) -> Log:
    return read_histories(path, cardroom="mortimers", game="texas-holdem", **facts)


def test_a_folder_and_a_zip_of_it_are_one_history(tmp_path: Path) -> None:
    files = {f"n{n}": toml(hand=f'"h{n}"', time=f"19:{n:02}:00") for n in range(1, 13)}
    night = folder(tmp_path / "night", **files)
    ways = [history(night), history(packed(night))]
    for log in ways:
        assert column(log, "hands", "hand_id") == [f"h{n}" for n in range(1, 13)]
        assert [each.file for each in log.sources][:3] == [
            f"{log.sources[0].file.split('/')[0]}/n{n}.phh" for n in (1, 2, 3)
        ]
        assert column(log, "hands", "source") == list(range(12))
        assert [row["source"] for row in rows(log, "collections")] == list(range(12))
        assert set(column(log, "hands", "row")) == {1}


def test_files_say_the_same_as_one_file_with_their_hands(tmp_path: Path) -> None:
    """The hands of a venue together show how it writes payments; one alone cannot."""
    hands = [toml(hand=f'"h{n}"', time=f"19:{n:02}:00", winnings="[0, 0, 19]") for n in range(3)]
    many = history(folder(tmp_path / "night", **{f"n{n}": text for n, text in enumerate(hands)}))
    one = read(tmp_path, numbered(*hands))
    for table in ("hands", "wagers", "collections"):
        alone, together = (log.table(table).drop_columns(["source", "row"]) for log in (one, many))
        assert alone.equals(together)


def test_hands_without_a_time_go_on_from_file_to_file(tmp_path: Path) -> None:
    files = {f"n{n}": toml("time", hand=f'"h{n}"') for n in (1, 2, 10)}
    log = history(folder(tmp_path / "night", **files))
    started = column(log, "hands", "started_at")
    assert column(log, "hands", "hand_id") == ["h1", "h2", "h10"]
    assert [(at - started[0]).total_seconds() for at in started] == [0, 1, 2]


def test_an_id_that_two_files_use_is_set_aside_once(tmp_path: Path) -> None:
    log = history(folder(tmp_path / "night", a=toml(hand='"7"'), b=toml(hand='"7"')))
    assert column(log, "hands", "hand_id") == ["7"]
    (fault,) = set_aside(log)
    assert (fault.file, fault.kind) == ("night/b.phh", "used twice")
    assert fault.expected == "an id of its own; night/a.phh, line 1, has it too"


def test_one_bad_file_stops_no_other(tmp_path: Path) -> None:
    night = folder(tmp_path / "night", a=toml(), b="\0", c="", d="variant = ")
    (night / "notes.txt").write_text("x", encoding="utf-8")
    log = history(night)
    assert column(log, "hands", "hand_id") == ["a-1"]
    kinds = {fault.file: (fault.kind, fault.set_aside) for fault in log.faults if fault.row < 2}
    assert kinds["night/b.phh"] == ("file set aside", True)
    assert kinds["night/c.phh"] == ("no hands found", True)
    assert kinds["night/d.phh"] == ("not TOML", True)
    assert kinds["night/notes.txt"] == ("file not used", False)


def test_a_thousand_hands_with_one_flaw_are_one_entry(tmp_path: Path) -> None:
    night = folder(tmp_path / "night", **{f"n{n}": toml("winnings") for n in range(30)})
    log = history(night)
    entry = next(each for each in fault_entries(log.faults, "hand") if "rake not known" in each)
    assert entry.startswith("winnings: rake not known, 30 hands; expected a stated rake")
    assert "and 25 more" in entry


def test_flaws_that_hands_share_are_counted_by_hands(tmp_path: Path) -> None:
    log = read(tmp_path, numbered(*[toml(time=f"19:{n:02}:00") for n in range(8)]))
    assert "8 rake calculated" in fault_counts(log.faults, "hand")


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["1.phh", "2.phh"], True),
        (["1.phhs", "readme.txt"], True),
        (["a.ohh"], True),
        (["settings.json"], False),
        (["1.phh", "hands.csv"], False),
        (["1.phh", "night.xlsx"], False),
        ([], False),
    ],
)
def test_a_folder_is_a_history_by_what_it_holds(
    tmp_path: Path, names: list[str], expected: bool
) -> None:
    night = tmp_path / "night"
    night.mkdir()
    for name in names:
        (night / name).write_text("x", encoding="utf-8")
    assert is_history(night) == expected
    assert is_history(packed(night)) == expected


def test_a_folder_without_histories_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnusableLog, match="no hand histories"):
        history(folder(tmp_path / "night"))


def test_import_takes_a_folder_in_one_run(tmp_path: Path) -> None:
    night = folder(tmp_path / "night", a=toml(hand='"1"'), b=toml(hand='"2"', time="19:40:00"))
    out = tmp_path / "log"
    usual = ["--cardroom", "mortimers", "--game", "texas-holdem", "-o", str(out)]
    for path in (night, packed(night)):
        result = CliRunner().invoke(cli, ["import", str(path), *usual])
        assert result.exit_code == 0
        assert "2 hands" in result.output
        assert (out / "hands.csv").read_text(encoding="utf-8").count("\n") == 3
