"""junit.xml: a suite a family, a case a check, read by any build server."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from support.audited import Night, bad_night, clean_night, hostile_night
from support.jenkins_junit import breaches

from feeaudit.report import junit


def root(night: Night) -> ET.Element:
    return ET.fromstring(junit.rendered(night.result, night.basis))  # noqa: S314 - our own file


def cases(night: Night) -> dict[str, ET.Element]:
    return {each.attrib["name"].split()[0]: each for each in root(night).iter("testcase")}


def test_there_is_a_suite_a_family_and_a_case_a_check() -> None:
    suites = [each.attrib["name"] for each in root(bad_night())]
    assert suites == ["fees", "options", "limits", "rotation", "settlement", "drop", "log"]
    assert set(cases(bad_night())) == {each.check for each in bad_night().result.coverage}


@pytest.mark.parametrize("night", [bad_night, clean_night, hostile_night])
def test_jenkins_schema_takes_it(night: type) -> None:
    assert [*breaches(root(night()))] == []


@pytest.mark.parametrize(
    ("xml", "word"),
    [
        ("<testsuites skipped='1'/>", "skipped"),
        ("<testsuite/>", "lacks name"),
        ("<testsuite name='x' tests='many'/>", "tests=many"),
        ("<testsuite name='x' tests='1' errors='0'/>", "lacks failures"),
        ("<testsuite name='x'><testcase/></testsuite>", "lacks name"),
        ("<testsuite name='x'><failure/></testsuite>", "no failure in it"),
        ("<testsuite name='x'>words</testsuite>", "text"),
        ("<testcase name='x'/>", "no such element"),
    ],
)
def test_the_rules_of_that_schema_refuse_what_it_refuses(xml: str, word: str) -> None:
    assert any(word in each for each in breaches(ET.fromstring(xml)))  # noqa: S314 - our own


def test_a_check_fails_by_violations_that_are_not_waived() -> None:
    found = bad_night().result.findings
    bad = found[(found["verdict"] == "violation") & (found["waiver"] == "")]
    failing = {
        name for name, each in cases(bad_night()).items() if each.find("failure") is not None
    }
    assert failing == set(bad["check"])


def test_a_check_whose_violations_are_all_waived_passes_and_says_so() -> None:
    night = bad_night()
    waived = night.result.findings.assign(waiver="W-9: all of it")
    case = cases(Night(replace(night.result, findings=waived), night.basis))["FEE-OVER"]
    assert case.find("failure") is None
    assert "waived: W-9" in (case.findtext("system-out") or "")


def test_a_failure_counts_its_violations_in_words_that_fit() -> None:
    found = bad_night().result.findings
    numbers = found[found["verdict"] == "violation"]["check"].value_counts()
    told = {
        name: failure.attrib["message"].replace(";", ",").split(",")[0]
        for name, each in cases(bad_night()).items()
        if (failure := each.find("failure")) is not None
    }
    assert "1 violation" in told.values()
    for check, words in told.items():
        number = numbers[check]
        assert words == ("1 violation" if number == 1 else f"{number} violations")


def test_a_check_that_could_test_nothing_is_skipped_with_the_reason() -> None:
    for each in bad_night().result.coverage:
        skipped = cases(bad_night())[each.check].find("skipped")
        idle = not (each.tested or each.violations or each.reviews)
        assert (skipped is not None) == idle
        if skipped is not None:
            assert all(why in skipped.attrib["message"] for why in each.untested)


def test_counts_of_a_suite_are_those_of_its_cases() -> None:
    for suite in root(bad_night()):
        told = Counter(child.tag for case in suite.iter("testcase") for child in case)
        assert suite.attrib["tests"] == str(len(suite.findall("testcase")))
        assert suite.attrib["failures"] == str(told["failure"])
        assert suite.attrib["skipped"] == str(told["skipped"])


def test_a_clean_night_has_no_failure() -> None:
    assert root(clean_night()).attrib["failures"] == "0"


def test_long_lists_and_long_texts_are_bounded() -> None:
    assert len(junit.rendered(hostile_night().result, hostile_night().basis)) < 200_000


def test_the_same_result_gives_the_same_bytes() -> None:
    night = bad_night()
    assert junit.rendered(night.result, night.basis) == junit.rendered(night.result, night.basis)


def test_hostile_text_is_text() -> None:
    content = junit.rendered(hostile_night().result, hostile_night().basis).decode()
    assert "<script>" not in content
    assert "\x00" not in content
    text = "".join(root(hostile_night()).itertext())
    assert "<script>alert('x')</script>" in text
    assert "nul[U+0000] bell[U+0007]" in text
    assert "abc[U+202E]fdp.exe" in text
