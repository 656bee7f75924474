"""findings.csv: a row a finding, safe to open in a spreadsheet."""

from __future__ import annotations

import csv
import io
import json
import re

from hypothesis import example, given
from hypothesis import strategies as st
from support.audited import HOSTILE, Night, bad_night, clean_night, hostile_night

from feeaudit.report import findings_csv, findings_json
from feeaudit.report.findings_csv import harmless

SIGNS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


def rows(night: Night) -> list[dict[str, str]]:
    content = findings_csv.rendered(night.result, night.basis)
    return list(csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline="")))


def test_there_is_a_row_a_finding_with_the_fields_of_the_json() -> None:
    night = bad_night()
    found = json.loads(findings_json.rendered(night.result, night.basis))["findings"]
    told = rows(night)
    assert [each["id"] for each in told] == [each["id"] for each in found]
    assert list(told[0]) == list(found[0])
    for name in ("at", "day", "owed", "taken", "over", "under", "row", "check", "waiver"):
        assert [each[name] for each in told] == [
            "" if each[name] is None else str(each[name]) for each in found
        ]


def test_amounts_are_plain_decimals_and_times_iso() -> None:
    for each in rows(bad_night()):
        assert re.fullmatch(r"\d+\.\d\d", each["over"])
        assert re.fullmatch(r"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)?", each["at"])


def test_excel_on_windows_takes_it_for_utf_8() -> None:
    content = findings_csv.rendered(bad_night().result, bad_night().basis)
    assert content.startswith(b"\xef\xbb\xbfid,check,")
    assert b"\r" not in content


def test_a_clean_night_is_a_header_alone() -> None:
    content = findings_csv.rendered(clean_night().result, clean_night().basis)
    assert content.count(b"\n") == 1


def test_the_same_result_gives_the_same_bytes() -> None:
    night = bad_night()
    assert findings_csv.rendered(night.result, night.basis) == findings_csv.rendered(
        night.result, night.basis
    )


def test_hostile_text_is_text() -> None:
    told = rows(hostile_night())
    assert len(told) == len(hostile_night().result.findings)
    for row in told:
        assert not any(cell.startswith(SIGNS) for cell in row.values())
    players = {each["player"] for each in told}
    assert "<script>alert('x')</script>" in players
    assert '\'=HYPERLINK("http://x","click")' in players
    assert "abc[U+202E]fdp.exe[U+200F]" in players
    assert "nul[U+0000] bell[U+0007] escape[U+001B][31m" in players
    assert "x" * 10_000 in players


def test_what_is_harmless_stays_as_it_is() -> None:
    for text in ("", "Ann", "M00002-0010", "José; table 4", "שלום", "1.00", HOSTILE[0]):
        assert harmless(text) == text


@given(text=st.text(alphabet=st.characters(exclude_categories=["Cs"])))
@example(text="=1")
@example(text="x;=1\n@y\r-z\t+w")
def test_no_text_reads_as_a_formula_wherever_a_spreadsheet_splits_it(text: str) -> None:
    for cell in re.split("[;\t\r\n]", harmless(text)):
        assert not cell.startswith(("=", "+", "-", "@"))
