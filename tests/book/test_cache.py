"""The cache: fast when nothing changed, never believed when stale or damaged."""

from __future__ import annotations

import hashlib
import json
from typing import TYPE_CHECKING

import pytest
from support.harbor import SCHEDULE, write_book

from feeaudit.book import cache
from feeaudit.book.cache import open_book
from feeaudit.book.load import read_book

if TYPE_CHECKING:
    from pathlib import Path


def cached_file(folder: Path) -> Path:
    (path,) = folder.glob("*.json")
    return path


@pytest.mark.slow
def test_the_cached_book_is_the_book(schedules: Path, tmp_path: Path) -> None:
    first = open_book(schedules, folder=tmp_path)
    second = open_book(schedules, folder=tmp_path)
    assert first == second == read_book(schedules)


def test_a_changed_file_is_read_anew(tmp_path: Path) -> None:
    root = write_book(tmp_path / "book")
    open_book(root, folder=tmp_path / "cache")
    write_book(root, SCHEDULE.replace("101+: 2", "101+: 3"))
    changed = open_book(root, folder=tmp_path / "cache")
    assert changed.cardrooms[0].schedules[0].options[0].ladders[1].tiers[1].fee == 300
    assert len(list((tmp_path / "cache").glob("*.json"))) == 1


def test_an_added_file_is_read_anew(tmp_path: Path) -> None:
    root = write_book(tmp_path / "book")
    open_book(root, folder=tmp_path / "cache")
    again = SCHEDULE.replace("lines: 1-9\n", "lines: 1-9\nedition: 2\n", 1)
    (root / "harbor" / "case.2.yaml").write_text(again, encoding="utf-8")
    assert len(open_book(root, folder=tmp_path / "cache").cardrooms[0].schedules) == 2


@pytest.mark.parametrize("damage", ["cut", "flipped", "empty", "foreign", "resealed"])
def test_a_damaged_cache_is_not_believed(tmp_path: Path, damage: str) -> None:
    root = write_book(tmp_path / "book")
    good = open_book(root, folder=tmp_path / "cache")
    path = cached_file(tmp_path / "cache")
    content = path.read_bytes()
    short = json.dumps(["short"]).encode()
    broken = {
        "cut": content[: len(content) // 2],
        "flipped": content.replace(b"200", b"900"),
        "empty": b"",
        "foreign": b"\xff\x00 not ours",
        "resealed": hashlib.sha256(short).hexdigest().encode() + b"\n" + short,
    }[damage]
    assert broken != content
    path.write_bytes(broken)
    assert open_book(root, folder=tmp_path / "cache") == good


def test_a_cache_that_cannot_be_written_is_no_loss(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    root = write_book(tmp_path / "book")
    blocked = tmp_path / "file"
    blocked.write_text("in the way", encoding="utf-8")
    monkeypatch.setenv("FEEAUDIT_CACHE", str(blocked / "cache"))
    assert open_book(root).cardrooms[0].cardroom == "harbor"
    assert blocked.read_text(encoding="utf-8") == "in the way"


def another_reader(folder: Path) -> tuple[Path]:
    folder.mkdir()
    (folder / "load.py").write_text("# reads otherwise\n", encoding="utf-8")
    return (folder,)


@pytest.mark.parametrize("part", ["version", "source"])
def test_what_another_reader_made_of_the_book_is_not_looked_at(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, part: str
) -> None:
    root = write_book(tmp_path / "book")
    open_book(root, folder=tmp_path / "cache")
    before = cached_file(tmp_path / "cache").name
    if part == "version":
        monkeypatch.setattr(cache, "__version__", "999")
    else:
        monkeypatch.setattr(cache, "_READER", another_reader(tmp_path / "reader"))
    open_book(root, folder=tmp_path / "cache")
    assert cached_file(tmp_path / "cache").name != before
