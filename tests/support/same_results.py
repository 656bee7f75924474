"""Results of one log, audited in two ways: they are the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pandas as pd

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult


def assert_same(one: AuditResult, other: AuditResult, leaving_out: list[str] | None = None) -> None:
    """Hold two results of one log against each other, columns aside that may differ."""
    left = leaving_out or []
    pd.testing.assert_frame_equal(
        one.findings.drop(columns=left), other.findings.drop(columns=left), check_dtype=False
    )
    incidents = [
        each.incidents.drop(columns=["sentence"] if "message" in left else [])
        for each in (one, other)
    ]
    pd.testing.assert_frame_equal(*incidents)
    assert one.coverage == other.coverage
    pd.testing.assert_frame_equal(one.rules, other.rules, check_dtype=False)
    assert (one.hands, one.tables, one.cardrooms) == (other.hands, other.tables, other.cardrooms)
    assert (one.first, one.last, one.over, one.under) == (
        other.first,
        other.last,
        other.over,
        other.under,
    )
    assert one.notices == other.notices
    for name in ("activity", "banking", "offers", "drops", "schedules", "shortfalls"):
        mine, theirs = getattr(one.facts, name), getattr(other.facts, name)
        pd.testing.assert_frame_equal(mine, theirs, check_dtype=False, obj=name)
