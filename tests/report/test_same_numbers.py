"""Every format of a report tells the same numbers: counts and dollars, in all and by check.

A new format needs a reader here. A reader takes the file as its users do, and returns the numbers
from each place of the file that tells them.
"""

from __future__ import annotations

import csv
import io
import json
import re
from dataclasses import astuple, dataclass
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any
from xml.etree import ElementTree as ET

import pytest
from pypdf import PdfReader
from python_calamine import CalamineWorkbook
from support.audited import Night, bad_night, clean_night, hostile_night
from support.html_pages import read_page

from feeaudit.report.formats import FORMATS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


@dataclass(frozen=True)
class Sums:
    """What was found: counts, and cents over- and under-collected."""

    violations: int = 0
    reviews: int = 0
    waived: int = 0
    over: int = 0
    under: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(*(mine + its for mine, its in zip(astuple(self), astuple(other), strict=True)))


@dataclass(frozen=True)
class Numbers:
    """The sums in all, and of each check that found something."""

    whole: Sums
    by_check: dict[str, Sums]


NAMES = ("violations", "reviews", "waived", "over", "under")


def money(value: Any) -> int:
    """Return the cents of an amount as a file tells it."""
    return int(Decimal(str(value or 0).replace("$", "").replace(",", "")) * 100)


def count(value: Any) -> int:
    return int(Decimal(str(value or 0).replace(",", "")))


def sums(values: Iterable[Any]) -> Sums:
    """Return sums from counts and amounts in the order of their names."""
    violations, reviews, waived, over, under = values
    return Sums(count(violations), count(reviews), count(waived), money(over), money(under))


def found_by(checks: Iterable[tuple[str, Sums]]) -> dict[str, Sums]:
    """Return the sums of checks, those that found nothing left out."""
    return {check: each for check, each in checks if each != Sums()}


def of_findings(findings: Iterable[tuple[str, str, bool, int, int]]) -> Numbers:
    """Return the numbers that findings add up to: check, verdict, waived, over, under."""
    by_check: dict[str, Sums] = {}
    for check, verdict, waived, over, under in findings:
        bad = verdict == "violation"
        one = Sums(int(bad), int(verdict == "review"), int(bad and waived), over, under)
        by_check[check] = by_check.get(check, Sums()) + one
    return Numbers(sum(by_check.values(), Sums()), by_check)


def from_json(content: bytes) -> list[Numbers]:
    document = json.loads(content)
    told = document["summary"]
    whole = sums(
        told[name]
        for name in ("violations", "reviews", "waived", "over_collected", "under_collected")
    )
    coverage = found_by(
        (each["check"], sums(map(each.get, NAMES))) for each in document["coverage"]
    )
    listed = of_findings(
        (
            each["check"],
            each["verdict"],
            bool(each["waiver"]),
            money(each["over"]),
            money(each["under"]),
        )
        for each in document["findings"]
    )
    return [Numbers(whole, coverage), listed]


def from_csv(content: bytes) -> list[Numbers]:
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    return [
        of_findings(
            (
                row["check"],
                row["verdict"],
                bool(row["waiver"]),
                money(row["over"]),
                money(row["under"]),
            )
            for row in rows
        )
    ]


def from_workbook(content: bytes) -> list[Numbers]:
    book = CalamineWorkbook.from_filelike(io.BytesIO(content))
    labels = {row[0]: row[1] for row in book.get_sheet_by_name("Summary").to_python()}
    summary = ("Violations", "For review", "Of these waived", "Over-collected", "Under-collected")
    labels["For review"] = labels["Findings for review"]
    whole = sums(labels[each] for each in summary)
    head, *rows = book.get_sheet_by_name("Coverage").to_python()
    coverage = [dict(zip(head, row, strict=True)) for row in rows]
    checks = [(str(row["Check"]), sums(row[each] for each in summary)) for row in coverage]
    assert checks.pop() == ("Total", whole)
    head, *rows = book.get_sheet_by_name("Findings").to_python()
    listed = of_findings(
        (
            str(row["Check"]),
            str(row["Verdict"]),
            bool(row["Waiver"]),
            money(row["Over-collected"]),
            money(row["Under-collected"]),
        )
        for row in (dict(zip(head, row, strict=True)) for row in rows)
        if row["Finding"] != "None."
    )
    return [Numbers(whole, found_by(checks)), listed]


def from_sarif(content: bytes) -> list[Numbers]:
    (run,) = json.loads(content)["runs"]
    told = run["properties"]
    whole = sums(
        told[name]
        for name in ("violations", "reviews", "waived", "over_collected", "under_collected")
    )
    verdicts = {"error": "violation", "warning": "review"}
    listed = of_findings(
        (
            each["ruleId"],
            verdicts[each["level"]],
            bool(each["suppressions"]),
            money(each["properties"]["over"]),
            money(each["properties"]["under"]),
        )
        for each in run["results"]
        if each["kind"] == "fail"
    )
    assert listed.whole == whole
    return [listed]


def from_junit(content: bytes) -> list[Numbers]:
    figures: dict[str, dict[str, str]] = {}
    for each in ET.fromstring(content).iter("property"):  # noqa: S314 - our own file
        check, _, name = each.attrib["name"].rpartition(".")
        figures.setdefault(check, {})[name] = each.attrib["value"]
    checks = found_by((check, sums(map(told.get, NAMES))) for check, told in figures.items())
    return [Numbers(sum(checks.values(), Sums()), checks)]


def from_html(content: bytes) -> list[Numbers]:
    page, _ = read_page(content)
    tables = page.all("table", **{"class": "checks"})
    head = [each.text for each in tables[0].all("thead")[0].all("th")]
    names = ("Violations", "For review", "Waived", "Over", "Under")
    checks = []
    for row in (row for table in tables for row in table.all("tr")):
        cells = [each.text for each in row.children]
        if len(cells) == len(head) and cells != head:
            told = dict(zip(head, cells, strict=True))
            checks.append((told["Check"].split()[0], sums(told.get(each, 0) for each in names)))
    (first,) = page.all("dl", **{"class": "figures first"})
    blocks = {block.all("dt")[0].text: block.all("dd") for block in first.all("div")}
    figures = {name: cells[0].text for name, cells in blocks.items()}
    # The counts of findings stand beside those of incidents and questions.
    for name, beside, one in (
        ("Violations", "Incidents", "violation"),
        ("For review", "For review", "finding"),
    ):
        (figures[name],) = re.findall(rf"([0-9,]+) {one}s?\b", blocks[beside][1].text)
    by_check = found_by(checks)
    waived = sum(each.waived for each in by_check.values())
    figures["Waived"] = str(waived)
    whole = ("Violations", "For review", "Waived", "Over-collected", "Under-collected")
    return [Numbers(sums(figures[each] for each in whole), by_check), in_page(page)]


def in_page(page: Any) -> Numbers:
    """Return the numbers of the findings that the page filters and sorts."""
    data = json.loads(page.with_id("data").texts[0])
    words = {
        name: [texts[code] for code in codes]
        for name, (texts, codes) in data["words"].items()
        if name in {"check", "verdict", "waiver"}
    }
    return of_findings(
        zip(
            words["check"],
            words["verdict"],
            map(bool, words["waiver"]),
            data["numbers"]["over"],
            data["numbers"]["under"],
            strict=True,
        )
    )


_ANSWER = re.compile(
    r"Summary (?:(?P<violations>[\d,]+) violations?)?(?: \((?P<waived>[\d,]+) of them waived\))?"
    r"(?: and )?(?:(?P<reviews>[\d,]+) matters? for review)?\."
    r" Over-collected (?P<over>\$[\d,.]+\d), under-collected (?P<under>\$[\d,.]+\d)\."
)
_CHECK = re.compile(
    r"(?P<check>[A-Z]+-[A-Z]+): [^:]*? (?=\d)"
    r"(?:(?P<violations>[\d,]+) violations?)?(?:, )?(?:(?P<reviews>[\d,]+) for review)?"
    r"(?:, (?P<waived>[\d,]+) of them waived)?(?:, over-collected (?P<over>\$[\d,.]+\d))?"
    r"(?:, under-collected (?P<under>\$[\d,.]+\d))?\. "
)


def from_pdf(content: bytes) -> list[Numbers]:
    pages = PdfReader(io.BytesIO(content)).pages
    # A line of paper may end in the middle of a word with a hyphen.
    text = re.sub(r"-\s+", "-", " ".join(" ".join(each.extract_text() for each in pages).split()))
    answer = _ANSWER.search(text)
    whole = sums(map(answer.groupdict().get, NAMES)) if answer else Sums()
    assert answer or "Summary No finding" in text
    checks = [
        (each["check"], sums(map(each.groupdict().get, NAMES))) for each in _CHECK.finditer(text)
    ]
    return [Numbers(whole, found_by(checks))]


READERS: dict[str, Callable[[bytes], list[Numbers]]] = {
    "json": from_json,
    "csv": from_csv,
    "xlsx": from_workbook,
    "sarif": from_sarif,
    "junit": from_junit,
    "html": from_html,
    "pdf": from_pdf,
}


@cache
def audited(night: Callable[[], Night]) -> Numbers:
    """Return the numbers of the audit itself."""
    found = night().result.findings
    return of_findings(
        zip(
            found["check"],
            found["verdict"],
            found["waiver"] != "",
            map(int, found["over"]),
            map(int, found["under"]),
            strict=True,
        )
    )


def test_the_bad_night_has_every_kind_of_number_from_several_cardrooms() -> None:
    whole = audited(bad_night).whole
    assert all(each > 0 for each in astuple(whole))
    assert len(bad_night().result.cardrooms) > 2
    assert len(audited(bad_night).by_check) > 5


def test_the_result_tells_what_its_findings_add_up_to() -> None:
    result = bad_night().result
    told = Sums(result.violations, result.reviews, result.waived, result.over, result.under)
    assert told == audited(bad_night).whole


def test_every_format_is_held_to_the_numbers() -> None:
    assert set(READERS) == set(FORMATS)


@pytest.mark.parametrize("format_", sorted(FORMATS))
@pytest.mark.parametrize("night", [bad_night, clean_night])
def test_a_format_tells_the_numbers_of_the_audit(night: Callable[[], Night], format_: str) -> None:
    content = FORMATS[format_].rendered(night().result, night().basis)
    told = READERS[format_](content)
    assert told
    for numbers in told:
        assert numbers == audited(night)


@pytest.mark.parametrize("format_", ["json", "csv", "xlsx", "sarif", "junit"])
def test_hostile_text_changes_no_number(format_: str) -> None:
    night = hostile_night()
    for numbers in READERS[format_](FORMATS[format_].rendered(night.result, night.basis)):
        assert numbers == audited(hostile_night)
