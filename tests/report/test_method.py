"""Method and limits: page, paper and workbook say the same of how they were made."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from openpyxl import load_workbook
from pypdf import PdfReader
from support.audited import clean_night
from support.html_pages import read_page

from feeaudit.report.formats import FORMATS
from feeaudit.report.method import method

if TYPE_CHECKING:
    from collections.abc import Callable


def in_page(content: bytes) -> str:
    return read_page(content)[0].with_id("method").text


def on_paper(content: bytes) -> str:
    pages = (page.extract_text().split("\n") for page in PdfReader(io.BytesIO(content)).pages)
    # Without the line at the head and the two at the foot, which may stand amid a paragraph.
    return " ".join(line for lines in pages for line in lines[1:-2])


def in_workbook(content: bytes) -> str:
    sheet = load_workbook(io.BytesIO(content))["Notices and method"]
    return " ".join(str(cell.value) for cell in sheet["A"])


@pytest.mark.parametrize(
    ("format_", "text_of"), [("html", in_page), ("pdf", on_paper), ("xlsx", in_workbook)]
)
def test_every_report_for_people_tells_method_and_limits_whole(
    format_: str, text_of: Callable[[bytes], str]
) -> None:
    night = clean_night()
    # A line of paper may end anywhere, also in a word with a hyphen.
    told = "".join(text_of(FORMATS[format_].rendered(night.result, night.basis)).split())
    for part in method():
        terms = [text for each in part.terms for text in (each.term, each.meaning)]
        texts = [part.title, *part.paragraphs, *terms, *part.points]
        assert len(texts) > 1
        assert [each for each in texts if "".join(each.split()) not in told] == []
