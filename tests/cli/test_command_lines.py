"""A command line in a text is understood or not just as the program would."""

from __future__ import annotations

import pytest
from support.command_lines import misunderstood


@pytest.mark.parametrize(
    "line",
    [
        "feeaudit demo",
        "feeaudit --version",
        "feeaudit schedules list --format json",
        "feeaudit audit not-there/ another/ -o results --date 2026-03-07",
        "feeaudit findings show 65cc --store store",
    ],
)
def test_a_line_that_the_program_takes_is_understood(line: str) -> None:
    assert misunderstood(line.split()) == ""


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("feeaudit nightley --inbox in", "'nightley' is one word too many"),
        ("feeaudit schedules lst", "'lst' is one word too many"),
        ("feeaudit verify results more", "'more' is one word too many"),
        ("feeaudit audit log -o results --nope", "No such option"),
        ("feeaudit audit -o results", "Missing argument"),
        ("feeaudit findings show --store store", "Missing argument"),
        ("feeaudit findings show 65cc", "Missing option '--store'"),
        ("feeaudit schedules list --format jsn", "'jsn' is not one of"),
        ("feeaudit simulate -o log --hands few", "'few' is not a valid integer"),
    ],
)
def test_a_line_that_the_program_refuses_is_misunderstood(line: str, why: str) -> None:
    assert why in misunderstood(line.split())
