"""A file that somebody brought: a folder of its own under a random name, and what is known of it.

Of the file's own name only plain letters reach the disk, so that messages name the file as people
know it and no name leads anywhere else; its ending is one of a short list, by which readers tell
forms apart.
"""

from __future__ import annotations

import json
import re
import secrets
import shutil
from dataclasses import asdict, dataclass, field
from pathlib import Path, PurePosixPath, PureWindowsPath
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import Unknown
from feeaudit.core.whole_files import replace_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

ENDINGS: Final = (
    *(".csv", ".tsv", ".txt", ".xlsx", ".xlsm", ".xls", ".ods", ".zip"),
    *(".parquet", ".phh", ".phhs", ".ohh"),
)
# More than an officer compares in a morning; the oldest makes room.
MOST_KEPT: Final = 20
_NAME: Final = re.compile(r"[A-Za-z0-9_-]{22}")
_STATE: Final = "state.json"
_LONGEST_NAME: Final = 80
# Windows takes the first for devices, whatever their ending; the others are files of ours.
_RESERVED: Final = {"CON", "PRN", "AUX", "NUL", "PROFILE", "STATE", "READING"} | {
    f"{port}{number}" for port in ("COM", "LPT") for number in range(10)
}


@dataclass(frozen=True, slots=True)
class BroughtFile:
    """A brought file: its folder, its own name, whose it is, what was answered and given."""

    folder: Path
    name: str
    owner: str
    sheet: str
    answers: Mapping[str, str] = field(default_factory=dict)
    given: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The random name it goes by in addresses."""
        return self.folder.name

    @property
    def path(self) -> Path:
        """Where the file lies."""
        return self.folder / self.sheet

    @property
    def log(self) -> Path:
        """Where its log is written once it can be read."""
        return self.folder / "log"

    @property
    def reading(self) -> Path:
        """Where is noted what it says under the present answers."""
        return self.folder / "reading.json"

    @property
    def results(self) -> Path:
        """Where the reports of its audit are written."""
        return self.folder / "results"

    def saved(self) -> BroughtFile:
        """Note what is known of it, so that the next page knows it too."""
        facts: dict[str, Any] = {**asdict(self), "folder": self.folder.name}
        replace_bytes(self.folder / _STATE, json.dumps(facts).encode())
        return self


def keep(root: Path, name: str, owner: str) -> BroughtFile:
    """Make room for a file that somebody brings; its content goes to ``path``."""
    shown = PurePosixPath(PureWindowsPath(name).name).name or "sheet"
    ending = PurePosixPath(shown).suffix.lower()
    if ending not in ENDINGS:
        known = ", ".join(ENDINGS)
        what = f"is a file of type {ending}, which" if ending else "has no file type, so it"
        raise Unknown(f"{shown!r} {what} cannot be read; upload one of these: {known}")
    root.mkdir(parents=True, exist_ok=True, mode=0o700)
    old = sorted(root.iterdir(), key=lambda each: each.stat().st_mtime)
    for each in old[: max(0, len(old) + 1 - MOST_KEPT)]:
        shutil.rmtree(each, ignore_errors=True)
    folder = root / secrets.token_urlsafe(16)
    folder.mkdir(mode=0o700)
    return BroughtFile(folder, shown, owner, _plain_name(shown)).saved()


def _plain_name(shown: str) -> str:
    """Return a name that any system takes for a file in its folder, and for nothing else."""
    plain = re.sub(r"[^A-Za-z0-9._ -]", "_", shown)[-_LONGEST_NAME:].lstrip(". ")
    stem, _, ending = plain.rpartition(".")
    return plain if stem and stem.upper() not in _RESERVED else f"sheet.{ending.lower()}"


def brought(root: Path, name: str, owner: str) -> BroughtFile | None:
    """Return the file of that random name; None where there is none, or it is somebody else's."""
    if not _NAME.fullmatch(name):
        return None
    folder = root / name
    try:
        facts = json.loads((folder / _STATE).read_bytes())
    except OSError:
        return None
    found = BroughtFile(**(facts | {"folder": folder}))
    return found if found.owner == owner else None
