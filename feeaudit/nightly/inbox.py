"""Looking at the inbox: what lies there, what is finished, and what is better left alone.

Names and contents are data. Links are not followed, special files are not opened, and a file that
is still being written is left for the next run.
"""

from __future__ import annotations

import os
import re
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from feeaudit.core.problem import Unknown
from feeaudit.register.store_files import has_system_name, is_helper_file, shown_name

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

# Where a run puts what it has taken until it is recorded; a run that died left it there.
CLAIMS: Final = ".feeaudit"
# What is recorded and on its way out.
REMOVING: Final = ".removing"
# A claim is named after the first digits of its content, and numbered.
CLAIM_DIGITS: Final = 16
_CLAIM = re.compile(rf"[0-9a-f]{{{CLAIM_DIGITS}}}-[0-9]{{1,3}}(\.removing)?")
# What editors, desktops and file servers leave beside a file that is open.
_LEFT_BEHIND = (".~lock.", "._", ".nfs", ".fuse_hidden")
_UNFINISHED = (".part", ".partial", ".tmp", ".crdownload", ".filepart", ".download")
_MOST_FILES = 10_000
_DEEPEST = 5

Signature = tuple[tuple[str, int, int, int], ...]


@dataclass(frozen=True, slots=True)
class Item:
    """A file or folder of the inbox; ``place`` is the cardroom in whose folder it lies."""

    path: Path
    place: str
    claimed: bool = False

    @property
    def name(self) -> str:
        """What it is called, as text."""
        return shown_name(self.path.name)


class RefusedItem(Unknown):
    """What lies in the inbox is not taken, and why."""


def items(inbox: Path, places: Collection[str]) -> list[Item]:
    """Return what lies in the inbox, and in its folders named after cardrooms, in order."""
    rooms = rooms_in(inbox, places)
    found = [item for room in rooms for item in _within(room, room.name)]
    found += [each for each in _within(inbox, "") if each.path not in rooms]
    return sorted(found, key=lambda each: (not each.claimed, each.place, str(each.path)))


def rooms_in(inbox: Path, places: Collection[str]) -> list[Path]:
    """Return the folders of the inbox that are named after cardrooms; a link is none."""
    return [
        Path(entry.path)
        for entry in _entries(inbox)
        if entry.name in places and entry.is_dir(follow_symlinks=False)
    ]


def _within(folder: Path, place: str) -> Iterator[Item]:
    for entry in _entries(folder):
        if entry.name == CLAIMS and entry.is_dir(follow_symlinks=False):
            yield from _claims(Path(entry.path), place)
        elif not is_helper_file(entry.name):
            yield Item(Path(entry.path), place)


def _claims(folder: Path, place: str) -> Iterator[Item]:
    """Yield what an earlier run claimed and did not get to record."""
    for claim in _entries(folder):
        if is_claim(claim.name) and not claim.name.endswith(REMOVING):
            for each in _entries(Path(claim.path)) if claim.is_dir(follow_symlinks=False) else ():
                yield Item(Path(each.path), place, claimed=True)


def is_claim(name: str) -> bool:
    """Tell whether a name in the folder of claims is one that a run gives."""
    return _CLAIM.fullmatch(name) is not None


def left_alone(folders: Iterable[Path]) -> Iterator[tuple[str, str, str]]:
    """Yield what is not taken for a delivery though it may be one: folder, name and why.

    A hidden file that holds something was perhaps delivered under the wrong name, and in the folder
    of claims only a run puts anything.
    """
    for folder in folders:
        for entry in _entries(folder):
            name = shown_name(entry.name)
            if entry.name == CLAIMS:
                yield from _foreign(Path(entry.path), folder.name)
            elif entry.name.startswith(".") and not _is_left_behind(entry):
                yield folder.name, name, "its name begins with a dot; rename it to have it audited"


def _is_left_behind(entry: os.DirEntry[str]) -> bool:
    if has_system_name(entry.name) or entry.name.startswith(_LEFT_BEHIND):
        return True
    return entry.is_file(follow_symlinks=False) and not entry.stat(follow_symlinks=False).st_size


def _foreign(claims: Path, place: str) -> Iterator[tuple[str, str, str]]:
    if claims.is_symlink() or not claims.is_dir():
        yield place, CLAIMS, "a link or a file where feeaudit needs a folder of its own; remove it"
        return
    for each in _entries(claims):
        if not (is_claim(each.name) and each.is_dir(follow_symlinks=False)):
            name = f"{CLAIMS}/{shown_name(each.name)}"
            yield place, name, "it was put into feeaudit's own folder; move it to the inbox"


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    with os.scandir(folder) as entries:
        return sorted(entries, key=lambda each: each.name)


def signature(item: Item) -> Signature:
    """Return what tells whether an item changed: its files with size, time and identity.

    Raise RefusedItem where it is, or holds, something that is neither file nor folder.
    """
    return tuple(
        (name, status.st_size, status.st_mtime_ns, status.st_ino) for name, status in _files(item)
    )


def is_settled(item: Item, now: float, settle: float) -> bool:
    """Tell whether nothing of an item was written, or put there, in the last so many seconds."""
    if item.path.name.lower().endswith(_UNFINISHED):
        return False
    # The folder itself too: it may just have been made, and its files are still to come.
    for name, status in [("", item.path.lstat()), *_files(item)]:
        # The second time tells when a file was put in place; no copying program can set it back.
        recent = min(abs(now - when) for when in (status.st_mtime, status.st_ctime)) < settle
        if recent or name.rpartition("/")[2].startswith("~$"):
            return False
    return True


def _files(item: Item) -> list[tuple[str, os.stat_result]]:
    found = list(_walk(item.path, item.path.name, 0))
    if len(found) > _MOST_FILES:
        raise RefusedItem(f"more than {_MOST_FILES:,} files; a log has a few")
    return found


def _walk(path: Path, name: str, depth: int) -> Iterator[tuple[str, os.stat_result]]:
    status = path.lstat()
    if stat.S_ISREG(status.st_mode):
        yield name, status
    elif stat.S_ISDIR(status.st_mode) and depth < _DEEPEST:
        for entry in _entries(path):
            yield from _walk(path / entry.name, f"{name}/{entry.name}", depth + 1)
    else:
        raise RefusedItem(
            f"{shown_name(name)} is {_kind(status.st_mode)}; put the file itself there"
        )


def _kind(mode: int) -> str:
    if stat.S_ISLNK(mode):
        return "a link, which is not followed"
    return "a folder nested too deeply" if stat.S_ISDIR(mode) else "not a file"
