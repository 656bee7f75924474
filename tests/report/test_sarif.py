"""findings.sarif: rules, results and suppressions as the standard (SARIF 2.1.0) has them."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from support.audited import HOSTILE, Night, bad_night, clean_night, hostile_night

from feeaudit.audit.checks import REGISTRY
from feeaudit.report import sarif


def run(night: Night) -> Any:
    (found,) = json.loads(sarif.rendered(night.result, night.basis))["runs"]
    return found


def results(night: Night, kind: str) -> list[Any]:
    return [each for each in run(night)["results"] if each["kind"] == kind]


def test_it_says_which_version_of_the_standard_it_keeps() -> None:
    document = json.loads(sarif.rendered(clean_night().result, clean_night().basis))
    assert document["version"] == "2.1.0"
    assert document["$schema"].endswith("sarif-2.1.0.json")


def test_every_check_is_declared_as_a_rule_with_its_help() -> None:
    rules = run(clean_night())["tool"]["driver"]["rules"]
    assert [each["id"] for each in rules] == list(REGISTRY)
    for rule in rules:
        check = REGISTRY[rule["id"]]
        assert rule["shortDescription"]["text"] == check.title
        assert rule["help"]["text"].endswith(check.next_step)
        assert rule["fullDescription"]["text"]
        assert rule["defaultConfiguration"]["level"] in {"error", "warning"}


def test_a_result_names_its_rule_by_id_and_place() -> None:
    found = run(bad_night())
    rules = found["tool"]["driver"]["rules"]
    assert all(rules[each["ruleIndex"]]["id"] == each["ruleId"] for each in found["results"])


def test_a_violation_is_an_error_and_a_review_a_warning() -> None:
    levels = Counter(each["level"] for each in results(bad_night(), "fail"))
    assert levels["error"] == bad_night().result.violations
    assert levels["warning"] == bad_night().result.reviews


def test_what_is_no_fault_has_no_level() -> None:
    for each in run(bad_night())["results"]:
        assert (each["level"] == "none") == (each["kind"] != "fail")


def test_a_check_that_found_nothing_passes() -> None:
    result = bad_night().result
    clean = {
        each.check for each in result.coverage if each.tested and not each.violations + each.reviews
    }
    assert {each["ruleId"] for each in results(bad_night(), "pass")} == clean


def test_hands_that_could_not_be_tested_are_open_with_the_reason() -> None:
    result = bad_night().result
    untested = {each.check: each.untested for each in result.coverage if each.untested}
    told = {each["ruleId"]: each["message"]["text"] for each in results(bad_night(), "open")}
    assert told.keys() == untested.keys()
    for check, reasons in untested.items():
        assert all(reason in told[check] for reason in reasons)


def test_a_check_with_nothing_to_test_is_not_applicable() -> None:
    result = bad_night().result
    idle = {each.check for each in result.coverage if not (each.tested or each.untested)}
    told = {each["ruleId"] for each in results(bad_night(), "notApplicable")}
    assert told == {check for check in idle if check not in set(result.findings["check"])}


def test_suppression_is_told_of_all_results_and_waived_ones_are_suppressed() -> None:
    found = run(bad_night())["results"]
    assert all("suppressions" in each for each in found)
    waived = [each for each in found if each["suppressions"]]
    assert len(waived) == bad_night().result.waived == 2
    for each in waived:
        (suppression,) = each["suppressions"]
        assert (suppression["kind"], suppression["status"]) == ("external", "accepted")
        assert suppression["justification"].startswith("W-1")


def test_a_finding_leads_to_its_row_of_the_log_and_to_the_approved_line() -> None:
    found = run(bad_night())
    files = [each["location"]["uri"] for each in found["artifacts"]]
    frame = bad_night().result.findings
    for each, row, lines in zip(found["results"], frame["row"], frame["lines"], strict=False):
        place = each["locations"][0]["physicalLocation"]
        assert files[place["artifactLocation"]["index"]] == place["artifactLocation"]["uri"]
        assert place["region"]["startLine"] == row
        if lines:
            approved = each["relatedLocations"][0]["physicalLocation"]
            assert lines.startswith(str(approved["region"]["startLine"]))


def test_the_inputs_are_listed_with_their_digests() -> None:
    digests = {each.file: each.sha256 for each in bad_night().result.sources}
    told = {
        each["location"]["uri"]: each["hashes"]["sha-256"] for each in run(bad_night())["artifacts"]
    }
    assert told == digests


def test_a_fingerprint_is_the_finding_itself() -> None:
    told = [each["partialFingerprints"]["finding/v1"] for each in results(bad_night(), "fail")]
    assert told == bad_night().result.findings["id"].tolist()


def test_results_of_one_incident_share_a_guid_and_others_do_not() -> None:
    found = results(bad_night(), "fail")
    groups: dict[str, set[str]] = {}
    for each in found:
        mark = each["partialFingerprints"]["incident/v1"]
        groups.setdefault(mark, set()).add(each["correlationGuid"])
    assert 1 < len(groups) < len(found)
    assert all(len(guids) == 1 for guids in groups.values())
    assert len(set().union(*groups.values())) == len(groups)


@pytest.mark.parametrize(("night", "code"), [(bad_night, 1), (clean_night, 0)])
def test_the_invocation_tells_the_exit_code(night: Any, code: int) -> None:
    (invocation,) = run(night())["invocations"]
    assert (invocation["executionSuccessful"], invocation["exitCode"]) == (True, code)


def test_the_same_result_gives_the_same_bytes() -> None:
    night = bad_night()
    assert sarif.rendered(night.result, night.basis) == sarif.rendered(night.result, night.basis)


def test_hostile_text_is_neither_a_placeholder_nor_a_link() -> None:
    told = {each["message"]["text"] for each in results(hostile_night(), "fail")}
    assert HOSTILE[0] in told
    assert "#import sys; $ x $ *bold* _it_ [link] (http://x) {{0}} \\" in told
    for each in results(hostile_night(), "fail"):
        uri = each["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        assert uri.isascii()
        assert not set(uri) & set(" <>\"'{}|\\^`:;=")


def test_the_tool_names_an_address_only_where_the_site_has_one() -> None:
    night = clean_night()
    assert "informationUri" not in run(night)["tool"]["driver"]
    there = replace(night.basis, information="https://intranet.example/feeaudit")
    driver = run(Night(night.result, there))["tool"]["driver"]
    assert driver["informationUri"] == "https://intranet.example/feeaudit"
