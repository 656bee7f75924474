"""Sheets as cardrooms keep them: what the guess makes of each, asks about it, or says against it."""

from __future__ import annotations

from datetime import date, datetime
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml
from support.profiled import log_from, records
from support.spreadsheets import decorated, xlsx

from feeaudit.intake.log import UnusableLog
from feeaudit.intake.profiles.guess.guessed_profile import Guess, guess_profile
from feeaudit.intake.profiles.profile_yaml import profile_of, profile_text

if TYPE_CHECKING:
    from feeaudit.intake.log import Log

SHEETS = Path(__file__).resolve().parents[2] / "sheets"
GIVEN = {"cardroom": "mortimers", "game": "ez-baccarat", "table": "9", "date": "2026-03-06"}
Case = dict[str, Any]


def cases(outcome: str) -> list[Any]:
    """Return the cases of one outcome: a log without a question, questions, or a refusal."""
    found = []
    for name, case in stated():
        kind = next(key for key in ("refused", "asks", "faults", "log") if key in case)
        if kind == outcome:
            found.append(pytest.param(case, id=name))
    return found


@cache
def stated() -> list[tuple[str, Case]]:
    """Return every case by its name; every worker collects them, so they are read once and quickly."""
    texts = (path.read_text(encoding="utf-8") for path in sorted(SHEETS.glob("*.yaml")))
    files = (yaml.load(text, Loader=yaml.CSafeLoader) for text in texts)
    return [case for each in files for case in each.items()]


def stored(text: str) -> Any:
    """Return a cell of a grid as a spreadsheet stores it."""
    if text in {"", "."}:
        return None
    if text.startswith("'"):
        return text.strip("'")
    readers = (
        int,
        float,
        date.fromisoformat,
        datetime.fromisoformat,
        lambda each: datetime.strptime(each, "%H:%M").time(),  # noqa: DTZ007 - a time of day
    )
    for read in readers:
        try:
            return read(text)
        except ValueError:
            continue
    return text


def grid(text: str, mark: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split(mark)] for line in text.rstrip("\n").split("\n")]


def written(case: Case, folder: Path) -> Path:
    """Write the file of a case and return where."""
    path: Path = folder / case.get("file", "night.xlsx")
    mark = case.get("separator", "|")
    grids = {name: grid(text, mark) for name, text in case["sheets"].items()}
    if path.suffix == ".csv":
        comma = mark if mark == ";" else ","
        (rows,) = grids.values()
        lines = [comma.join("" if cell == "." else cell for cell in row) for row in rows]
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        return path
    sheets = {name: [list(map(stored, row)) for row in rows] for name, rows in grids.items()}
    xlsx(path, sheets, merged=case.get("merged"))
    return decorated(path, struck=case.get("struck", {}), colored=case.get("colored", {}))


def imported(path: Path, guess: Guess) -> Log:
    text = profile_text(guess.profile)
    assert profile_of(text, "guess.yaml") == guess.profile
    return log_from(path, text, **{need: GIVEN[need] for need in guess.needs})


def summary(log: Log) -> dict[str, Any]:
    """Return how many records each table has, and the dollars where they have amounts."""
    found: dict[str, Any] = {}
    for name, table in log.tables.items():
        has_amounts = "amount" in table.column_names
        cents = sum(amount for (amount,) in records(log, name, "amount")) if has_amounts else 0
        found[name] = [table.num_rows, cents / 100] if has_amounts else table.num_rows
    return {name: each for name, each in found.items() if each not in (0, [0, 0.0])}


def distinct(log: Log, place: str) -> list[Any]:
    """Return the different values of a column in the order of their rows."""
    table, column = place.split(".")
    values = [value for (value,) in records(log, table, column)]
    return list(
        dict.fromkeys(
            f"{value:%Y-%m-%d %H:%M}" if isinstance(value, datetime) else value for value in values
        )
    )


def check_log(case: Case, log: Log, guess: Guess) -> None:
    told = "\n".join(guess.reasons)
    assert [str(fault) for fault in log.faults if fault.set_aside] == [], told
    assert summary(log) == case["log"], told
    for place, values in case.get("values", {}).items():
        assert distinct(log, place) == values, (place, told)
    for place in case.get("lacks", ()):
        assert not log.has(*place.split("."))


def check_words(case: Case, guess: Guess) -> None:
    told = "\n".join([*guess.reasons, *(question.sentence for question in guess.questions)])
    for part in case.get("says", ()):
        assert part in told, told
    kinds = {about.sheet: about.kind for about in guess.sheets}
    assert {name: kinds.get(name) for name in case.get("kinds", {})} == case.get("kinds", {})


@pytest.mark.parametrize("case", cases("log"))
def test_the_sheet_becomes_the_log_it_is(case: Case, tmp_path: Path) -> None:
    path = written(case, tmp_path)
    guess = guess_profile(path)
    told = "\n".join(guess.reasons)
    assert [question.sentence for question in guess.questions] == [], told
    check_log(case, imported(path, guess), guess)
    check_words(case, guess)
    assert guess.confidence <= case.get("surest", 1), told


@pytest.mark.parametrize("case", cases("asks"))
def test_what_the_sheet_leaves_open_is_asked(case: Case, tmp_path: Path) -> None:
    path = written(case, tmp_path)
    guess = guess_profile(path)
    told = "\n".join(guess.reasons)
    assert sorted(question.id for question in guess.questions) == sorted(case["asks"]), told
    assert guess.confidence <= 0.5
    check_words(case, guess)
    for question in guess.questions:
        assert len(question.readings) >= 2
        assert question.example
    if "answers" in case:
        answered = guess_profile(path, answers=case["answers"])
        assert answered.questions == ()
        check_log(case, imported(path, answered), answered)


@pytest.mark.parametrize("case", cases("refused"))
def test_what_is_no_log_is_refused_with_what_would_be_needed(case: Case, tmp_path: Path) -> None:
    path = written(case, tmp_path)
    with pytest.raises(UnusableLog) as refused:
        guess_profile(path)
    for part in case["refused"]:
        assert part in str(refused.value)


@pytest.mark.parametrize("case", cases("faults"))
def test_a_cell_that_cannot_be_used_is_named(case: Case, tmp_path: Path) -> None:
    path = written(case, tmp_path)
    log = imported(path, guess_profile(path))
    found = [[fault.address, fault.kind] for fault in log.faults if fault.address]
    assert found == case["faults"]


def test_there_are_sheets_enough() -> None:
    assert sum(len(cases(each)) for each in ("log", "asks", "refused", "faults")) >= 140
