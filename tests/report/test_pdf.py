"""report.pdf: the same numbers as the tallies, for the archive, and nothing read as markup."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from support.audited import night_of
from support.casebook import case_of
from support.paper import sheets
from support.shipped import shipped_book

from feeaudit.audit import tallies
from feeaudit.audit.engine import audit
from feeaudit.audit.facts import no_facts
from feeaudit.core.money import dollars
from feeaudit.intake.log import SourceFile
from feeaudit.report.bank_runs import BankRun
from feeaudit.report.basis import Basis
from feeaudit.report.pdf import rendered
from feeaudit.report.pdf.document import document
from feeaudit.report.pdf.findings_section import LISTED
from feeaudit.report.pdf.letters import printable, shortened
from feeaudit.report.pdf.strips import HOURS, DrawnDay, NumberedBreach, strips
from feeaudit.report.pdf.typeset import ACCESSIBLE, typeset
from feeaudit.report.voice import Voice, voice_of
from feeaudit.resources import folder

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book

pytestmark = pytest.mark.slow

ZONE = "America/Los_Angeles"
BASIS = Basis(
    "2026-05-02",
    ZONE,
    6,
    "b" * 64,
    "c" * 64,
    "0123456789abcdef" * 4,
    names=voice_of(shipped_book(), ZONE, "american"),
)
PLANTS = {"FEE-OVER": 12, "FEE-UNDER": 8, "ROT-TURNS": 4, "LIM-HIGH": 3, "DROP-MATCH": 1}
HOSTILE = (
    "#let x = 1 $y$ @z *b* _i_ `c` \\ <script>alert(1)</script>",
    "\u202egnp.exe \u05d0\u05d1 3.00 \u4e2d \U0001f600 \x00\x1b \ue000",
    '=HYPERLINK("http://example.org")',
    "x" * 10_000,
)
HOUR = 3_600_000_000
MANY = ("FEE-OVER", "FEE-UNDER", "FEE-UNDUE", "LIM-HIGH", "ROT-TURNS", "ROT-HOUSE", "OPT-LIMIT")
BLACKJACK = "pure-21-5-blackjack"


@pytest.fixture(scope="module")
def bad_night() -> AuditResult:
    return night_of(1_200, ("lucky-chances",), plant=PLANTS).result


@pytest.fixture(scope="module")
def clean_night() -> AuditResult:
    return night_of(300, ("mortimers",)).result


@pytest.fixture(scope="module")
def pdf(bad_night: AuditResult) -> bytes:
    return rendered(bad_night, BASIS)


@pytest.fixture(scope="module")
def clean_pdf(clean_night: AuditResult) -> bytes:
    return rendered(clean_night, BASIS)


@cache
def pages_of(pdf: bytes) -> list[str]:
    return sheets(pdf)


def compact(text: str) -> str:
    """Text without spaces: a long word may break anywhere."""
    return re.sub(r"\s", "", text)


def test_the_numbers_of_the_report_are_those_of_the_tallies(
    pdf: bytes, bad_night: AuditResult
) -> None:
    text = " ".join(pages_of(pdf))
    assert tallies.answer(bad_night) in text
    for row in tallies.by_check(bad_night).to_dict("records"):
        if row["violations"] or row["reviews"]:
            assert f"{row['check']}: {row['title']}" in text
        for way in ("over", "under"):
            if row[way]:
                assert f"{way}-collected {dollars(row[way])}" in text
    for row in tallies.by_table(bad_night).to_dict("records"):
        if row["table"]:
            assert f"{row['table']} {row['hands']:,} {dollars(row['owed'])}" in text
            assert dollars(row["taken"]) in text
    for finding in bad_night.findings["id"]:
        assert finding in text


def test_every_page_says_page_period_approvals_and_digest(pdf: bytes) -> None:
    pages = pages_of(pdf)
    for number, text in enumerate(pages, start=1):
        assert f"Page {number} of {len(pages)}" in text
        assert "March 6, 2026" in text
        assert "Approvals: " in text
        assert "0123456789abcdef" in compact(text)


def test_few_approvals_are_named_on_every_page(clean_night: AuditResult) -> None:
    schedules = clean_night.facts.schedules.head(2).assign(approvals="GEGA-003056, GEGR-002125")
    few = replace(clean_night, facts=replace(clean_night.facts, schedules=schedules))
    assert all(
        "Approvals: GEGA-003056, GEGR-002125" in page for page in pages_of(rendered(few, BASIS))
    )


def test_a_rule_applied_as_if_in_force_is_told_on_every_page(clean_night: AuditResult) -> None:
    pages = pages_of(rendered(clean_night, replace(BASIS, as_if=("4-ccr-12270-b",))))
    assert all("audited as though 4-ccr-12270-b were in force" in page for page in pages)


def test_a_clean_night_says_so_and_how_far_that_reaches(clean_pdf: bytes) -> None:
    text = " ".join(pages_of(clean_pdf))
    assert "No findings: everything that could be tested was as approved." in text
    assert "tested every hand they concern" in text
    assert "What it does not show" in text


def test_what_a_waiver_covers_is_told_apart(bad_night: AuditResult) -> None:
    findings = bad_night.findings.copy()
    over = findings["over"] > 0
    findings["waiver"] = ["W-1" if each else "" for each in over]
    text = " ".join(pages_of(rendered(replace(bad_night, findings=findings), BASIS)))
    rest = bad_night.violations - int(over.sum())
    assert f"Covered by a waiver {int(over.sum())} {dollars(bad_night.over)} $0.00" in text
    assert f"Without them {rest} $0.00 {dollars(bad_night.under)}" in text


def test_the_same_result_gives_the_same_bytes(pdf: bytes, bad_night: AuditResult) -> None:
    assert rendered(bad_night, BASIS) == pdf


def test_the_file_is_for_the_archive_and_for_screen_readers(pdf: bytes) -> None:
    reader = PdfReader(io.BytesIO(pdf))
    catalog: Any = reader.trailer["/Root"]
    assert catalog["/MarkInfo"]["/Marked"]
    assert "/StructTreeRoot" in catalog
    assert catalog["/Lang"].startswith("en")
    metadata = catalog["/Metadata"].get_data().decode()
    assert "<pdfaid:part>2</pdfaid:part>" in metadata
    assert "<pdfaid:conformance>A</pdfaid:conformance>" in metadata
    assert "<pdfuaid:part>1</pdfuaid:part>" in metadata
    assert "Lucky Chances" in str(reader.metadata and reader.metadata.title)


def test_every_font_is_embedded(pdf: bytes) -> None:
    reader = PdfReader(io.BytesIO(pdf))
    fonts = {}
    for page in reader.pages:
        resources: Any = page["/Resources"]
        for font in resources["/Font"].values():
            inner = font.get_object()["/DescendantFonts"][0].get_object()
            fonts[inner["/BaseFont"]] = inner["/FontDescriptor"].get_object()
    assert fonts
    for descriptor in fonts.values():
        assert {"/FontFile", "/FontFile2", "/FontFile3"} & set(descriptor)


def test_the_date_of_the_file_is_the_audits_and_never_the_clocks(
    clean_night: AuditResult, clean_pdf: bytes
) -> None:
    assert _created(clean_pdf).startswith("D:20260502")
    assert _created(rendered(clean_night, replace(BASIS, date=""))).startswith("D:202603")


def _created(pdf: bytes) -> str:
    metadata = PdfReader(io.BytesIO(pdf)).metadata
    assert metadata is not None
    return str(metadata["/CreationDate"])


def test_hostile_text_shows_as_text_everywhere(bad_night: AuditResult) -> None:
    findings = bad_night.findings.copy()
    for column in ("table", "seat", "player", "hand_id", "message", "file", "waiver"):
        findings[column] = [HOSTILE[place % 4] for place in range(len(findings))]
    facts = bad_night.facts
    banking = facts.banking.assign(player=[HOSTILE[n % 4] for n in range(len(facts.banking))])
    hostile = replace(
        bad_night,
        findings=findings,
        facts=replace(facts, banking=banking),
        notices=HOSTILE,
        sources=tuple(SourceFile(text, text, "0" * 64) for text in HOSTILE),
        cardrooms=HOSTILE[:1],
    )
    text = compact(" ".join(pages_of(rendered(hostile, replace(BASIS, as_if=HOSTILE)))))
    assert compact(HOSTILE[0]) in text
    assert compact(HOSTILE[2]) in text
    assert "[U+202E]" in text
    assert "[U+4E2D]" in text
    assert "morecharacters)" in text


@settings(max_examples=25, deadline=None)
@given(st.text())
def test_any_text_can_be_printed(text: str) -> None:
    words = {
        "cardroom": text,
        "game": "g" + text,
        "option": text,
        "limits": [text],
        "blank_limit": False,
        "tables": [
            {"title": "t" + text, "how": [text], "columns": ["", text], "rows": [[text, text]]}
        ],
        "notes": [text],
        "approvals": [text],
        "source": [text],
        "doubts": [{"what": text, "where": text, "readings": [text]}],
        "settled_by": "",
        "draft": True,
    }
    assert typeset("sign/sign.typ", words, ACCESSIBLE).startswith(b"%PDF")


def test_every_letter_that_stands_for_itself_is_in_the_fonts(clean_night: AuditResult) -> None:
    letters = [chr(code) for code in range(0x20, 0x3000) if printable(chr(code))[:1] == chr(code)]
    assert len(letters) > 1_500
    lines = tuple(" ".join(letters[at : at + 100]) for at in range(0, len(letters), 100))
    assert rendered(replace(clean_night, notices=lines), BASIS).startswith(b"%PDF")


def test_text_that_turns_its_line_around_is_shown_by_its_code() -> None:
    assert printable("a\u202eb") == "a[U+202E]b"
    assert printable("Nguyễn Văn Đức") == "Nguyễn Văn Đức"
    assert printable("e\u0301") == "é"
    assert printable("a\nb\tc") == "a b c"


def test_long_text_is_cut_and_says_by_how_much() -> None:
    assert shortened("x" * 20, 5) == "xxxxx … (15 more characters)"
    assert shortened("x" * 5, 5) == "xxxxx"


def test_a_long_name_of_a_table_does_not_lie_on_the_figures_beside_it(
    bad_night: AuditResult,
) -> None:
    facts = bad_night.facts
    wide = replace(bad_night, facts=replace(facts, activity=facts.activity.assign(table="W" * 24)))
    pieces: list[tuple[str, float]] = []
    for page in PdfReader(io.BytesIO(rendered(wide, BASIS))).pages[1:]:
        page.extract_text(
            visitor_text=lambda text, _, at, *__: pieces.append((text.strip(), at[4]))
        )
    names = [(len(text), left) for text, left in pieces if set(text) == {"W"}]
    assert sum(length for length, _ in names) >= 23
    width = 27 / 25.4 * 72
    assert all(length <= 4 for length, _ in names)
    assert max(left for _, left in names) - min(left for _, left in names) < width - 4 * 7


def test_a_long_list_is_cut_by_fair_shares_and_says_so(bad_night: AuditResult) -> None:
    times = 3_000 // len(bad_night.findings) + 1
    findings = pd.concat([bad_night.findings] * times, ignore_index=True)
    many = replace(bad_night, findings=findings)
    listing = document(many, BASIS)["listing"]
    shown = sum(len(group["rows"]) for group in listing["groups"])
    assert shown <= LISTED
    assert listing["shown"] == f"{shown:,}"
    assert listing["total"] == f"{len(findings):,}"
    assert all(group["rows"] for group in listing["groups"])
    assert any(group["left"] for group in listing["groups"])


def short_box(book: Book) -> AuditResult:
    """Two cardrooms and a short box; a limit was posted too high the hour before the first hand."""
    posted = {"cardroom": "mortimers", "table": "T1", "game": BLACKJACK, "option": 2}
    counted = {"cardroom": "mortimers", "table": "T1", "from": "10:00", "to": "12:00", "amount": 9}
    fee = {"payer": "player_dealer", "amount": 0.5}
    played = {"option": 2, "wagers": {4: {"base": 50}}, "player_dealer_seat": 1}
    body = {
        "hands": [
            played
            | {"cardroom": "mortimers", "game": BLACKJACK, "at": "11:00", "collected": [fee]},
            {"cardroom": "lucky-chances", "game": "pai-gow-poker", "option": 2, "at": "11:00"},
        ],
        "postings": [posted | {"posted_at": "09:30", "maximum": 9_999}],
        "counts": [counted],
        "collections": [fee | {"fee": "base", "hand_id": "lost"}],
    }
    return audit(case_of(body, book))


def test_a_box_that_does_not_match_is_told_as_logged_and_counted(book: Book) -> None:
    groups = {each["check"]: each for each in document(short_box(book), BASIS)["listing"]["groups"]}
    assert groups["DROP-MATCH"]["columns"] == ["Logged", "Counted"]
    assert groups["DROP-MATCH"]["rows"][0]["money"] == ["$0.50", "$9.00"]


def test_counts_and_days_are_told_in_whole_sentences(book: Book) -> None:
    text = _pages_text(short_box(book))
    assert "for their periods: 1, 1 of them different from the log." in text


def test_no_semicolon_ends_a_value_in_a_template_of_paper() -> None:
    """Typst takes ``#value;`` for the end of the value, and the sentence loses its semicolon."""
    for path in folder("templates").rglob("*.typ"):
        assert not re.search(r"#[\w.]+; \w", path.read_text(encoding="utf-8")), path.name


def test_a_count_says_of_which_cardroom_it_is_where_there_are_several(book: Book) -> None:
    (row,) = document(short_box(book), BASIS)["drops"]["rows"]
    assert row["table"] == "Mortimer's Card Room T1"


def test_an_hour_without_hands_is_blank_whatever_was_posted_in_it(book: Book) -> None:
    result = short_box(book)
    assert (result.findings["check"] == "OPT-LIMIT").any()
    hours = document(result, BASIS)["hours"]
    (row,) = [each for each in hours["rows"] if each["table"] == "Mortimer's Card Room T1"]
    said = {hour: text for hour, (text, _) in zip(hours["hours"], row["cells"], strict=True)}
    assert (said["9 AM"], said["11 AM"]) == ("", "·")


def test_violations_of_no_table_or_time_are_told_beside_the_hours(book: Book) -> None:
    assert document(short_box(book), BASIS)["hours"]["unplaced"] == "1 violation"
    assert "because the table or time is missing: 1 violation." in _pages_text(short_box(book))


def test_one_finding_is_not_told_as_several_and_two_are(bad_night: AuditResult) -> None:
    one, two = (replace(bad_night, findings=bad_night.findings.head(count)) for count in (1, 2))
    assert "One finding. Times are" in _pages_text(one)
    assert "All 2 findings, by check. Times are" in _pages_text(two)


def _pages_text(result: AuditResult) -> str:
    return " ".join(pages_of(rendered(result, BASIS)))


def test_a_breach_of_the_rotation_is_drawn_and_listed(bad_night: AuditResult) -> None:
    drawn = document(bad_night, BASIS)["rotation"]
    found = tallies.rotation_findings(bad_night)
    assert len(drawn["pictures"]) == len(found.groupby(["table", "day"]))
    for picture in drawn["pictures"]:
        assert picture["breaches"]
        assert any(lane["breached"] for strip in picture["strips"] for lane in strip["lanes"])
        assert picture["alt"].startswith(picture["title"])


def test_a_long_day_is_drawn_in_strips_of_a_few_hours() -> None:
    runs = [BankRun("B1", "third_party", 2, n * HOUR, n * HOUR + HOUR // 2) for n in range(1, 21)]
    parts = strips(
        DrawnDay(runs, ["B1"], [(2 * HOUR, True)], [NumberedBreach(1, 3 * HOUR)]),
        Voice("UTC", "iso"),
    )
    assert len(parts) == -(-20 // HOURS)
    assert sum(len(lane["bars"]) for part in parts for lane in part["lanes"]) == 19
    assert sum(len(lane["breached"]) for part in parts for lane in part["lanes"]) == 1
    assert parts[0]["ticks"][0] == [0, "01:00"]


def test_somebody_who_banks_all_night_is_drawn_to_the_end_of_it() -> None:
    runs = [BankRun("B1", "patron", 200, HOUR, 10 * HOUR)]
    parts = strips(DrawnDay(runs, ["B1"], [], [NumberedBreach(1, HOUR)]), Voice("UTC", "iso"))
    assert (parts[0]["ticks"][0][1], parts[-1]["ticks"][-1][1]) == ("01:00", "11:00")
    drawn = [span for part in parts for lane in part["lanes"] for span in lane["breached"]]
    assert drawn == [[0, 10_000], [0, 8_000]]


def test_breaches_of_one_moment_share_a_mark() -> None:
    runs = [BankRun("B1", "patron", 3, HOUR, 2 * HOUR)]
    marks = [NumberedBreach(1, HOUR), NumberedBreach(2, HOUR), NumberedBreach(3, HOUR)]
    (part,) = strips(DrawnDay(runs, ["B1"], [], marks), Voice("UTC", "iso"))
    assert part["marks"] == [[0, "1\N{EN DASH}3", 0, "violation"]]


def test_a_check_that_found_something_without_a_hand_says_so(bad_night: AuditResult) -> None:
    blind = tuple(replace(each, tested=0, untested={}) for each in bad_night.coverage)
    checks = document(replace(bad_night, coverage=blind), BASIS)["coverage"]["checks"]
    told = {check: said for check, *_, said in checks}
    found = int((bad_night.findings["check"] == "FEE-OVER").sum())
    assert told["FEE-OVER"] == f"{found} found"
    assert told["LOG-ORPHAN"] == "not applicable"


def test_one_hand_at_one_table_is_not_told_as_several(bad_night: AuditResult) -> None:
    few = document(replace(bad_night, hands=1, tables=1), BASIS)
    assert ["Tables and hands", "1 table, 1 hand"] in few["summary"]["audited"]


def test_a_result_of_nothing_still_makes_a_report(clean_night: AuditResult) -> None:
    nothing = replace(
        clean_night, coverage=(), hands=0, cardrooms=(), tables=0, first=0, last=0, facts=no_facts()
    )
    text = " ".join(pages_of(rendered(nothing, replace(BASIS, date=""))))
    assert "Nothing could be tested" in text


def test_a_clean_night_has_no_page_of_one_sentence(clean_pdf: bytes) -> None:
    # Header and footer are some twenty words of each page, and a sentence has as many.
    words = [len(each.split()) for each in pages_of(clean_pdf)]
    assert min(words) > 45, words


def test_a_bad_night_leads_with_incidents_and_stays_under_forty_pages() -> None:
    night = night_of(2_500, plant=dict.fromkeys(MANY, 12)).result
    rows = np.resize(np.arange(len(night.findings)), 20_000)
    findings = night.findings.iloc[rows].reset_index(drop=True)
    pages = pages_of(rendered(replace(night, findings=findings), BASIS))
    assert len(pages) < 40
    assert "Incidents" in pages[1]
    text = compact("".join(pages))
    for title in ("Restitution", "Under-collection", "Videopulllist", "Bytable"):
        assert title in text
    assert text.index("Incidents") < text.index("Videopulllist") < text.index("Findingsbycheck")
