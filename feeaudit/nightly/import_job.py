"""Importing, from file to log: what the command and the workbench decide between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.cache import open_book
from feeaudit.core.plain_text import plain
from feeaudit.core.problem import Unknown
from feeaudit.core.whole_files import replace_bytes
from feeaudit.intake.histories import is_history
from feeaudit.intake.log import ZONE, UnusableLog
from feeaudit.intake.log_files import read_log
from feeaudit.intake.log_writer import write_log
from feeaudit.intake.profiles.importer import apply_profile
from feeaudit.intake.profiles.profile_yaml import profile_text, read_profile
from feeaudit.nightly.hand_histories import history

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

    from feeaudit.intake.log import Log
    from feeaudit.intake.profiles.guess.guessed_profile import Guess
    from feeaudit.intake.profiles.guess.questions import SheetQuestion

_FIRST_HANDS = 5


def proposed_text(guess: Guess) -> str:
    """Return a proposed profile with its reasons as comments, as it is shown and saved."""
    told = [f"# {guess.confidence:.0%} sure", *(f"# {reason}" for reason in guess.reasons)]
    told += [f"# Give --{need} on the command line." for need in guess.needs]
    told += [f"# {line}" for question in guess.questions for line in question_lines(question)]
    return "\n".join([*map(plain, told), "", profile_text(guess.profile)])


def question_lines(question: SheetQuestion) -> list[str]:
    """Return a question as it is listed: its sentence, a row where it shows, and its readings."""
    lines = [
        f"Question {question.id}: {question.sentence}",
        f"  For example {question.example}",
    ]
    for reading in question.readings:
        change = f" ({reading.change})" if reading.change else ""
        lines.append(f"  --answer {question.id}={reading.id}: {reading.sentence}{change}")
    return lines


def given_answers(texts: Iterable[str]) -> dict[str, str]:
    """Return the answers that were given as ID=READING."""
    answers = dict(text.partition("=")[::2] for text in texts)
    for question, reading in answers.items():
        if not question or not reading:
            raise UnusableLog("an answer is written ID=READING, such as --answer dates=day_first")
    return answers


def save_proposed(text: str, path: Path, output: Path) -> None:
    """Save a proposed profile; one that somebody changed is not written over."""
    spare(path, [output])
    if output.exists() and output.read_bytes() != text.encode():
        raise Unknown(
            f"{output} holds another profile, possibly one edited by hand; name another file"
            " with -o, or remove it first"
        )
    replace_bytes(output, text.encode())


def imported(path: Path, profile: Path | None, constants: Mapping[str, str], book: Path) -> Log:
    """Return the log in a file: by its profile, as a hand history, or as a log already."""
    if profile is not None:
        return apply_profile(read_profile(profile), path, zone=ZONE, constants=constants)
    if is_history(path):
        return _history(path, constants, book)
    return read_log([path])


def _history(path: Path, constants: Mapping[str, str], book: Path) -> Log:
    missing = [f"--{each}" for each in ("cardroom", "game") if each not in constants]
    if missing:
        raise UnusableLog(f"{path.name}: a hand history needs {' and '.join(missing)}")
    return history(path, constants, open_book(book, constants["cardroom"]), ZONE)


def unit(path: Path) -> str:
    """Return what a problem of a file is of: a hand of a history, a row of a sheet."""
    return "hand" if is_history(path) else "row"


def preview(log: Log) -> str:
    """Return the first hands with what belongs to them."""
    lines = []
    for hand in log.hands.slice(0, _FIRST_HANDS).to_pylist():
        facts = {key: value for key, value in hand.items() if value is not None and key != "source"}
        lines.append(", ".join(f"{key} {value}" for key, value in facts.items()))
    return "\n".join(lines)


def written(log: Log, path: Path, output: Path, format_: str) -> list[Path]:
    """Write the log that was read from a file and return its own files."""
    spare(path, [output, *(output / f"{name}.{format_}" for name in log.tables)])
    return write_log(log, output, format_)


def spare(path: Path, targets: Iterable[Path]) -> None:
    """Refuse to write over what is imported: an original is never changed."""
    for target in targets:
        if target.exists() and target.samefile(path):
            raise Unknown(f"{path} is the file being imported; write to another place with -o")
