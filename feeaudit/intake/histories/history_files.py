"""The files of a hand history: one file, or a folder or zip of many, often of a hand each."""

from __future__ import annotations

import re
import tempfile
import zipfile
from contextlib import contextmanager
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.intake.files.archives import DAMAGED, unpack
from feeaudit.intake.log import Fault, UnusableLog
from feeaudit.intake.tables import TABLES

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

# JSON files of all kinds lie in folders, so there they are taken for hands only by their own names.
_IN_FOLDERS: Final = (".phh", ".phhs", ".ohh")
SUFFIXES: Final = (*_IN_FOLDERS, ".json", ".jsonl")
_WORKBOOKS: Final = (".xlsx", ".xlsm", ".xls", ".ods")


class HistoryFile(NamedTuple):
    """A file with hands, and what it is called."""

    path: Path
    shown: str


def is_history(path: Path) -> bool:
    """Tell whether a file is a hand history by its ending, and a folder or zip by what it holds."""
    if not path.is_dir() and path.suffix.lower() != ".zip":
        return path.suffix.lower() in SUFFIXES
    names = [PurePosixPath(name) for name in _names(path)]
    is_log = any(name.stem.lower() in TABLES or name.suffix.lower() in _WORKBOOKS for name in names)
    return not is_log and any(name.suffix.lower() in _IN_FOLDERS for name in names)


def _names(path: Path) -> list[str]:
    if path.is_dir():
        return [each.name for each in path.iterdir() if each.is_file()]
    try:
        with zipfile.ZipFile(path) as archive:
            return archive.namelist()
    except DAMAGED:
        return []


@contextmanager
def history_files(path: Path) -> Iterator[tuple[list[HistoryFile], list[Fault]]]:
    """Yield the files with hands, in the order of their numbers, and remarks on any others."""
    if not path.is_dir() and path.suffix.lower() != ".zip":
        yield [HistoryFile(path, path.name)], []
        return
    with tempfile.TemporaryDirectory(prefix="feeaudit-") as scratch:
        is_folder = path.is_dir()
        found = path.iterdir() if is_folder else iter(unpack(path, Path(scratch)))
        files = sorted((each for each in found if _is_visible(each)), key=_in_order)
        hands = [each for each in files if each.suffix.lower() in _IN_FOLDERS]
        if not hands:
            raise UnusableLog(f"{path.name}: no hand histories; expected {', '.join(_IN_FOLDERS)}")
        called = path.resolve().name
        others = (each.name for each in files if each not in hands)
        yield (
            [HistoryFile(each, f"{called}/{each.name}") for each in hands],
            _unused(called, others),
        )


def _is_visible(path: Path) -> bool:
    return path.is_file() and not path.name.startswith(".")


def _in_order(path: Path) -> list[tuple[int, str]]:
    """Return what files are sorted by: 2.phh comes before 10.phh."""
    parts = re.split(r"([0-9]{1,18})", path.name)
    return [(int(part), "") if place % 2 else (-1, part) for place, part in enumerate(parts)]


def _unused(called: str, names: Iterable[str]) -> list[Fault]:
    expected = f"hand histories: {', '.join(_IN_FOLDERS)}"
    return [
        Fault(f"{called}/{name}", "", 0, "", "", "file not used", "", expected, set_aside=False)
        for name in names
    ]
