"""The folder of a book that is drafted: what is written into it, and what is never overwritten."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import yaml

from feeaudit.book.folders import GAME_LIST
from feeaudit.book.load import read_book, read_game_list
from feeaudit.book.packet.contradictions import contradictions
from feeaudit.book.packet.draft_book import DraftBook, drafted
from feeaudit.book.packet.drafted_anomalies import anomaly_text
from feeaudit.book.packet.packet_headings import MEANINGS, shipped_words
from feeaudit.book.packet.packet_lines import read_packet
from feeaudit.book.packet.write import files_of, game_list_additions
from feeaudit.book.packet.yaml_text import quoted
from feeaudit.core.problem import Unknown
from feeaudit.core.whole_files import replace_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping

# Not .yaml: every such file of a cardroom's folder is a schedule.
PROFILE = "headings.yml"
_EMPTY_GAMES = "# yaml-language-server: $schema=../schema/games.json\ngames: {}\n"


class FolderTaken(Unknown):
    """The folder holds something that a draft would overwrite."""


class UnknownMeaning(Unknown):
    """An answer about a heading that is no meaning."""


@dataclass(frozen=True, slots=True)
class DraftRequest:
    """What is to be drafted, and where to."""

    packet: Path
    cardroom: str
    book: Path
    shipped: Path
    name: str = ""
    replace: bool = False
    without: str = ""


def write_draft(request: DraftRequest, answers: Mapping[str, str]) -> DraftBook:
    """Draft a packet into a book's folder; answers about headings are remembered beside it."""
    folder = request.book / request.cardroom
    written = _schedules_in(folder)
    if written and not request.replace:
        raise FolderTaken(
            f"{folder} has {len(written)} schedules; draft into another folder, or use"
            " --replace to overwrite them"
        )
    remembered = {**profile_of(folder), **checked_answers(answers)}
    paper = read_packet(request.packet)
    list_file = _game_list(request)
    known = read_game_list(list_file.parent)
    words = shipped_words(request.without).with_answers(remembered)
    book = drafted(paper, words, known, request.without)
    additions = game_list_additions(book, known)
    if additions:
        text = list_file.read_text(encoding="utf-8").rstrip("\n")
        _put(list_file, f"{text}\n{additions}")
    for path in written:
        path.unlink()
    for file, text in files_of(book, request.cardroom, request.name, known).items():
        _put(folder / file, text)
    if remembered:
        _put(folder / PROFILE, _profile_text(remembered))
    _record_anomalies(request, book)
    return book


def _record_anomalies(request: DraftRequest, book: DraftBook) -> None:
    """Add to each schedule that was written what is odd in it, and what the prose contradicts."""
    against = {
        each.file: [found for table in each.tables for found in contradictions(table)]
        for each in book.schedules
    }
    (cardroom,) = read_book(request.book, [request.cardroom]).cardrooms
    for schedule in cardroom.schedules:
        text = anomaly_text(schedule, cardroom, against[Path(schedule.file).name])
        if text:
            path = request.book / schedule.file
            _put(path, path.read_text(encoding="utf-8") + text)


def new_cardroom(book: Path, shipped: Path, cardroom: str, name: str, document: str) -> Path:
    """Make the folder of a new cardroom, with the place and no games yet; return it."""
    folder = book / cardroom
    if folder.exists():
        raise FolderTaken(f"{folder} already exists")
    _game_list(DraftRequest(folder, cardroom, book, shipped))
    place = (
        "# yaml-language-server: $schema=../schema/cardroom.json\n"
        f"cardroom: {cardroom}\nname: {quoted(name)}\ndocument: {document}\ndraft: yes\n"
    )
    _put(folder / "cardroom.yaml", place)
    _put(folder / GAME_LIST, _EMPTY_GAMES)
    return folder


def profile_of(folder: Path) -> dict[str, str]:
    """Return what was answered about headings before, from the packet's profile."""
    path = folder / PROFILE
    if not path.exists():
        return {}
    loaded = yaml.safe_load(path.read_text(encoding="utf-8")) or {}
    if not isinstance(loaded, dict):
        raise UnknownMeaning(f"{path} is not a list of headings such as 'Bank Fee: player_dealer'")
    return checked_answers({str(key): str(value) for key, value in loaded.items()})


def checked_answers(answers: Mapping[str, str]) -> dict[str, str]:
    """Return answers whose meanings are known; others are refused with the list."""
    for text, means in answers.items():
        if means not in MEANINGS:
            known = ", ".join(MEANINGS)
            raise UnknownMeaning(
                f"{text!r}: {means!r} is not a meaning of a heading (one of: {known})"
            )
    return dict(answers)


def _profile_text(answers: Mapping[str, str]) -> str:
    head = "# Headings of this packet and what they mean, as a person answered.\n"
    return head + "".join(f"{quoted(text)}: {means}\n" for text, means in sorted(answers.items()))


def _schedules_in(folder: Path) -> list[Path]:
    beside = {"cardroom.yaml", GAME_LIST}
    return [path for path in sorted(folder.glob("*.yaml")) if path.name not in beside]


def _game_list(request: DraftRequest) -> Path:
    """Return the book's game list; a new book begins with the one that ships."""
    path = request.book / GAME_LIST
    if not path.exists():
        _put(path, (request.shipped / GAME_LIST).read_text(encoding="utf-8"))
    return path


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_bytes(path, text.encode())
