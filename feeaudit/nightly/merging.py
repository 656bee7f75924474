"""Merging audits: the results of a day's parts as one result."""

from __future__ import annotations

import hashlib
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

import pandas as pd

if TYPE_CHECKING:
    from collections.abc import Sequence

    from feeaudit.audit.result import AuditResult, Coverage

_ORDER = ["cardroom", "table", "at", "hand_id", "check", "seat", "player", "payer", "component"]


def merged(results: Sequence[AuditResult]) -> AuditResult:
    """Return several results as one; parts of a day have no table in common."""
    if len(results) == 1:
        return results[0]
    findings = pd.concat([each.findings for each in results], ignore_index=True)
    findings = findings.sort_values([*_ORDER, "row"], kind="stable", ignore_index=True)
    return replace(
        results[0],
        findings=findings.assign(id=_distinct(findings["id"])),
        coverage=tuple(_covered(each) for each in zip(*(r.coverage for r in results), strict=True)),
        hands=sum(each.hands for each in results),
        cardrooms=tuple(sorted({name for each in results for name in each.cardrooms})),
        tables=sum(each.tables for each in results),
        first=min(each.first for each in results),
        last=max(each.last for each in results),
        over=sum(each.over for each in results),
        under=sum(each.under for each in results),
        sources=tuple(dict.fromkeys(source for each in results for source in each.sources)),
        notices=tuple(sorted({notice for each in results for notice in each.notices})),
        facts=_facts([each.facts for each in results]),
    )


def _covered(parts: tuple[Coverage, ...]) -> Coverage:
    untested: dict[str, int] = {}
    for each in parts:
        for why, hands in each.untested.items():
            untested[why] = untested.get(why, 0) + hands
    return replace(
        parts[0],
        tested=sum(each.tested for each in parts),
        untested=dict(sorted(untested.items())),
        violations=sum(each.violations for each in parts),
        reviews=sum(each.reviews for each in parts),
    )


def _facts(parts: Sequence[Any]) -> Any:
    """Return the facts of all parts: every frame of them, one below the other."""
    frames = {
        field.name: pd.concat([getattr(each, field.name) for each in parts], ignore_index=True)
        for field in fields(parts[0])
    }
    return replace(parts[0], **frames)


def _distinct(ids: pd.Series) -> list[str]:
    """Return ids with those told apart that parts gave to findings of no table."""
    again = ids.groupby(ids).cumcount()
    return [
        each if not count else hashlib.sha256(f"{each}\x1f{count}".encode()).hexdigest()[:12]
        for each, count in zip(ids, again, strict=True)
    ]
