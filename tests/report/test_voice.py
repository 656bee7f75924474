"""Printed names, dates and citations, as people outside know them."""

from __future__ import annotations

import hashlib
from datetime import datetime
from typing import TYPE_CHECKING

import pytest
from support.shipped import shipped_book

from feeaudit.book.model import Book, Document
from feeaudit.book.printed_lines import read_printed_lines
from feeaudit.core import dates
from feeaudit.core.problem import Unknown
from feeaudit.report.voice import Voice, voice_in, voice_of, voice_record

if TYPE_CHECKING:
    from pathlib import Path

EVENING = datetime(2026, 3, 6, 19, 8)  # noqa: DTZ001 - a clock on a wall
MIDNIGHT = datetime(2026, 3, 7, 0, 5)  # noqa: DTZ001


@pytest.mark.parametrize(
    ("style", "long", "short", "early"),
    [
        ("american", "March 6, 2026, 7:08 PM", "3/6/2026 7:08 PM", "12:05 AM"),
        ("iso", "2026-03-06 19:08", "2026-03-06 19:08", "00:05"),
        ("day-first", "6 March 2026, 19:08", "6 Mar 2026 19:08", "00:05"),
    ],
)
def test_a_site_writes_dates_its_own_way(style: str, long: str, short: str, early: str) -> None:
    assert dates.long_moment(EVENING, style) == long
    assert dates.short_moment(EVENING, style) == short
    assert dates.time_of_day(MIDNIGHT, style) == early


def test_what_is_the_same_in_a_span_is_said_once() -> None:
    voice = Voice("UTC")
    assert voice.span(EVENING, EVENING) == "March 6, 2026, 7:08 PM"
    later = EVENING.replace(minute=30)
    assert voice.span(EVENING, later) == "March 6, 2026, 7:08 PM to 7:30 PM"
    assert voice.span(EVENING, MIDNIGHT).endswith("to March 7, 2026, 12:05 AM")


def test_ids_are_said_by_their_printed_names_and_unknown_ones_stay() -> None:
    voice = voice_of(shipped_book(), "UTC", "american")
    assert voice.cardroom("mortimers") == "Mortimer's Card Room"
    assert voice.game("lucky-chances", "omaha-high-low-split") == "Omaha High/Low"
    assert voice.cardroom("nowhere") == "nowhere"
    assert voice.schedule("mortimers/pai-gow-poker").endswith("(mortimers/pai-gow-poker)")


def test_a_reader_of_the_json_speaks_as_the_report_did() -> None:
    voice = voice_of(shipped_book(), "UTC", "iso")
    again = voice_in({"basis": {"zone": "UTC"}, "names": voice_record(voice, ("mortimers",))})
    assert again.dates == "iso"
    assert again.cardroom("mortimers") == "Mortimer's Card Room"
    assert again.game("mortimers", "pai-gow-poker") == voice.game("mortimers", "pai-gow-poker")


def a_book(text: str) -> Book:
    room = shipped_book().cardrooms[0]
    digest = hashlib.sha256(text.encode()).hexdigest()
    document = Document("harbor.txt", digest)
    return Book((type(room)(room.cardroom, room.name, (), "harbor.txt", documents=(document,)),))


def test_the_lines_cited_are_those_of_the_users_own_document(tmp_path: Path) -> None:
    text = "Title\n\n**1**\t\\$5 - \\$100\t\\$1.00\n2\tmore\n"
    (tmp_path / "harbor.txt").write_text(text, encoding="utf-8")
    printed = read_printed_lines(a_book(text), tmp_path)
    assert printed.cited("harbor.txt", "1, 3-4") == [
        (1, "Title"),
        (3, "1 | $5 - $100 | $1.00"),
        (4, "2 | more"),
    ]
    assert printed.cited("harbor.txt", "99") == []
    assert printed.cited("another.txt", "1") == []


def test_another_text_under_the_documents_name_is_refused(tmp_path: Path) -> None:
    (tmp_path / "harbor.txt").write_text("another text\n", encoding="utf-8")
    with pytest.raises(Unknown, match="not the document that the schedules were made from"):
        read_printed_lines(a_book("the text\n"), tmp_path)


def test_a_folder_without_any_document_is_refused(tmp_path: Path) -> None:
    with pytest.raises(Unknown, match="holds no document of the book"):
        read_printed_lines(a_book("the text\n"), tmp_path)


def test_every_shipped_schedule_can_be_cited() -> None:
    for room in shipped_book().cardrooms:
        known = {each.document for each in room.documents}
        assert room.printed_names
        for schedule in room.schedules:
            assert schedule.document in known
            assert schedule.headings, schedule.key
