"""Tallies: the sums that every report shows, worked out once so that all show the same.

Each takes a result and returns a frame (``answer``: a sentence); money is cents, times are
microseconds since 1970, absent numbers are -1. Over and under are never netted. Findings of no
table or no hand stand under blank names, so that a column adds up to the whole.
"""

from __future__ import annotations

from dataclasses import replace
from functools import wraps
from typing import TYPE_CHECKING, Any, Concatenate, Final, ParamSpec, TypeVar

import numpy as np
import pandas as pd

from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.facts.banking import about_rotation
from feeaudit.audit.facts.table_places import hours
from feeaudit.core.money import dollars
from feeaudit.intake.log import ZONE

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from feeaudit.audit.result import AuditResult, Coverage
    from feeaudit.core.arrays import Ints

P = ParamSpec("P")
Frame = TypeVar("Frame")

_MINUTE: Final = 60 * 1_000_000
BEFORE: Final = 2 * _MINUTE
AFTER: Final = 3 * _MINUTE
# Cardrooms work in three shifts.
SHIFT: Final = 8
_COUNTS: Final = ("violations", "reviews", "over", "under")
_FEES: Final = ("owed", "owed_most", "taken")
_CHECK: Final = ("check", "title", "severity", "tested", "untested", "why_untested")
_CHECK_SUMS: Final = ("violations", "reviews", "waived", "over", "under")


def _once(
    make: Callable[Concatenate[AuditResult, P], Frame],
) -> Callable[Concatenate[AuditResult, P], Frame]:
    """Have a tally be worked out once, however many formats show it; nobody changes it."""

    @wraps(make)
    def known(result: AuditResult, /, *args: P.args, **kwargs: P.kwargs) -> Frame:
        # By name: results travel between processes, and functions that are wrapped cannot.
        key = (make.__name__, *args, *kwargs.items())
        if key not in result.known:
            result.known[key] = make(result, *args, **kwargs)
        found: Frame = result.known[key]
        return found

    return known


def answer(result: AuditResult) -> str:
    """Return the answer of an audit in one sentence or two."""
    if result.failed:
        many = _many(len(result.failed), "part", "parts")
        rest = answer(replace(result, failed=()))
        return f"NOT COMPLETE: {many} of the log could not be audited. Of the rest: {rest}"
    if not result.anything_tested:
        return "Nothing could be tested: the log lacks the data the checks need."
    if not result.violations and not result.reviews:
        return "No findings: everything that could be tested was as approved."
    found = " and ".join(
        filter(
            None,
            (
                _many(result.violations, "violation", "violations") + _waived(result),
                _many(result.reviews, "matter for review", "matters for review"),
            ),
        )
    )
    return (
        f"{found}. Over-collected {dollars(result.over)}, under-collected {dollars(result.under)}."
    )


def _waived(result: AuditResult) -> str:
    return f" ({result.waived:,} of them waived)" if result.waived else ""


def _many(count: int, one: str, several: str) -> str:
    return f"{count:,} {one if count == 1 else several}" if count else ""


@_once
def headline(result: AuditResult) -> dict[str, int]:
    """Return the counts of the first screen.

    Incidents have at least one violation; questions have none. Hands affected are those with a
    violation, people those whom something is to be paid back. Of checks that tested no hand, some
    had none to test.
    """
    found = result.findings
    violation = (found["verdict"] == "violation").to_numpy()
    of_hand = violation & (found["hand_id"] != "").to_numpy()
    hands = found.loc[of_hand, ["cardroom", "table", "hand_id"]].drop_duplicates()
    graver = int((result.incidents["verdict"] == "violation").sum())
    return {
        "incidents": graver,
        "questions": len(result.incidents) - graver,
        "hands_affected": len(hands),
        "people_over": len(restitution(result)[["cardroom", "player"]].drop_duplicates()),
        "checks": len(result.coverage),
        "checks_idle": sum(not each.tested for each in result.coverage),
        "checks_without_hands": sum(not (each.tested or each.untested) for each in result.coverage),
    }


@_once
def by_check(result: AuditResult) -> pd.DataFrame:
    """Return a row a check that ran: what it tested, what not and why, and what it found."""
    findings = _counted(result.findings, "check")
    findings["waived"] = findings["violations"] * (result.findings["waiver"] != "").to_numpy()
    sums = findings.groupby("check").sum()
    order = {name: place for place, name in enumerate(REGISTRY)}
    rows = [
        _looked_at(each) | {name: _cell(sums, each.check, name) for name in _CHECK_SUMS}
        for each in sorted(result.coverage, key=lambda each: order.get(each.check, len(order)))
    ]
    return pd.DataFrame(rows, columns=[*_CHECK, *_CHECK_SUMS])


def _looked_at(each: Coverage) -> dict[str, Any]:
    known = REGISTRY.get(each.check)
    return {
        "check": each.check,
        "title": each.title,
        "severity": str(known.severity) if known else "violation",
        "tested": each.tested,
        "untested": sum(each.untested.values()),
        "why_untested": "; ".join(
            f"{_many(count, 'hand', 'hands')}: {why}"
            for why, count in sorted(each.untested.items())
        ),
    }


def _cell(sums: pd.DataFrame, row: str, column: str) -> int:
    return int(sums.loc[row, column]) if row in sums.index else 0


@_once
def by_table(result: AuditResult) -> pd.DataFrame:
    """Return a row a table: hands, findings, fees owed and taken."""
    return _together(result, ("cardroom", "table"), ("hands", *_COUNTS, *_FEES))


@_once
def by_game(result: AuditResult) -> pd.DataFrame:
    """Return a row a game and option of a cardroom, with the schedule it was held against."""
    keys = ("cardroom", "game", "option", "schedule")
    return _together(result, keys, ("hands", *_COUNTS, *_FEES))


@_once
def by_hour(result: AuditResult, zone: str = ZONE) -> pd.DataFrame:
    """Return a row a table, gaming day and hour of the clock in the zone (-1: no time is told)."""
    findings = result.findings.assign(hour=hours(result.findings["at"].to_numpy(), zone))
    keys = ("cardroom", "table", "day", "hour")
    columns = ("hands", "violations", "reviews", "owed", "taken")
    return _together(result, keys, columns, findings)


def _together(
    result: AuditResult,
    keys: Sequence[str],
    columns: Sequence[str],
    findings: pd.DataFrame | None = None,
) -> pd.DataFrame:
    """Return sums of the activity and of the findings by the same keys, in their order."""
    parts = [
        result.facts.activity,
        _counted(result.findings if findings is None else findings, *keys),
    ]
    # Sums of whole numbers over both, as an outer join would put amounts into floats.
    whole = pd.concat([_widened(each, keys, columns) for each in parts], ignore_index=True)
    return whole.groupby(list(keys), sort=True).sum().reset_index()


def _counted(findings: pd.DataFrame, *keys: str) -> pd.DataFrame:
    """Return the findings' keys with what is added up of each."""
    verdict = findings["verdict"].to_numpy()
    return findings[list(keys)].assign(
        violations=(verdict == "violation").astype(np.int64),
        reviews=(verdict == "review").astype(np.int64),
        over=findings["over"].to_numpy().astype(np.int64),
        under=findings["under"].to_numpy().astype(np.int64),
    )


def _widened(frame: pd.DataFrame, keys: Sequence[str], columns: Sequence[str]) -> pd.DataFrame:
    """Return the keys and columns of a frame, with nothing (0) for a column it lacks."""
    none = np.zeros(len(frame), dtype=np.int64)
    every = (*keys, *columns)
    return pd.DataFrame({name: frame[name].to_numpy() if name in frame else none for name in every})


@_once
def restitution(result: AuditResult) -> pd.DataFrame:
    """Return what was over-collected from whom, the largest sum first; violations only."""
    return _by_person(result, "over")


@_once
def under_collection(result: AuditResult) -> pd.DataFrame:
    """Return what was under-collected from whom, the largest sum first; violations only."""
    return _by_person(result, "under")


def _by_person(result: AuditResult, way: str) -> pd.DataFrame:
    keys = ["cardroom", "player", "payer"]
    found = result.findings
    found = found[(found["verdict"] == "violation") & (found[way] > 0)]
    people = found.assign(player=_people(found)).groupby(keys, sort=True)
    sums = people.agg(
        findings=("id", "size"), **{way: (way, "sum")}, first=("at", "min"), last=("at", "max")
    )
    order = ["cardroom", way, "player", "payer"]
    upward = [name != way for name in order]
    return _in_words(sums.reset_index(), keys).sort_values(
        order, ascending=upward, ignore_index=True
    )


def short_by_table(result: AuditResult) -> pd.DataFrame:
    """Return under-collected fees by table, the largest sum first."""
    return _short_by(result.facts.shortfalls, ["cardroom", "table"])


def short_by_shift(result: AuditResult, zone: str, starts: int) -> pd.DataFrame:
    """Return under-collected fees by shift: eight hours each from the start of the gaming day.

    ``shift`` is the hour of the clock at which it begins; -1 where no time is logged.
    """
    frame = result.facts.shortfalls
    hour = hours(frame["at"].to_numpy(), zone)
    begins = (starts + (hour - starts) % 24 // SHIFT * SHIFT) % 24
    return _short_by(frame.assign(shift=np.where(hour < 0, -1, begins)), ["cardroom", "shift"])


def short_by_dealer(result: AuditResult) -> pd.DataFrame:
    """Return under-collected fees by the employee who dealt; blank where that is not logged."""
    return _short_by(result.facts.shortfalls, ["cardroom", "dealer"])


def short_by_edge(result: AuditResult) -> pd.DataFrame:
    """Return under-collected fees by tier edge: which tier was charged for which that was owed.

    ``least`` and ``most`` are what was counted, in cents or players as the basis says. Fees that
    match no tier below are not among them.
    """
    frame = result.facts.shortfalls
    frame = frame[frame["charged"] != ""]
    keys = ["cardroom", "game", "option", "basis", "charged", "tier"]
    return _short_by(frame, keys, least=("counted", "min"), most=("counted", "max"))


def _short_by(frame: pd.DataFrame, keys: list[str], **more: tuple[str, str]) -> pd.DataFrame:
    sums = frame.groupby(keys, sort=True).agg(
        findings=("under", "size"), under=("under", "sum"), **more
    )
    return sums.reset_index().sort_values(
        ["under", *keys], ascending=[False, *[True] * len(keys)], ignore_index=True
    )


def _in_words(frame: pd.DataFrame, columns: Sequence[str]) -> pd.DataFrame:
    """Return a frame whose columns of words are such even where it has no row."""
    return frame.astype(dict.fromkeys(columns, object))


def _people(found: pd.DataFrame) -> list[str]:
    """Return who each finding is about: the player, else the seat, else the table."""
    return [
        str(player or (f"seat {seat} at table {table}" if seat else f"table {table}"))
        for player, seat, table in zip(found["player"], found["seat"], found["table"], strict=True)
    ]


@_once
def pull_list(result: AuditResult) -> pd.DataFrame:
    """Return which video to pull: windows of time at a table and seat, oldest first.

    A window reaches from two minutes before a finding to three minutes after its end; windows of
    one table and seat that overlap are one. A blank seat is the whole table.
    """
    keys = ["cardroom", "table", "seat"]
    merged = _windows(result, keys)
    return _in_words(merged, [*keys, "checks"]).sort_values(["from", *keys], ignore_index=True)


def camera_windows(result: AuditResult) -> pd.DataFrame:
    """Return which video to pull of each table's camera, by table and then by time.

    ``rank`` is the place of the gravest incident in a window, for who cannot pull all of them.
    """
    keys = ["cardroom", "table"]
    rank = dict(zip(result.incidents["id"], range(len(result.incidents)), strict=True))
    ranks = result.findings["incident"].map(rank).fillna(len(rank)).astype(np.int64)
    merged = _windows(result, keys, rank=ranks)
    return _in_words(merged, [*keys, "seats", "checks"]).sort_values(
        [*keys, "from"], ignore_index=True
    )


def _windows(result: AuditResult, keys: list[str], **more: pd.Series) -> pd.DataFrame:
    """Return windows of time that belong together by some keys, with what was found in them."""
    found = result.findings.assign(**more)
    found = found[(found["at"] > 0) & (found["table"] != "")]
    at = found["at"].to_numpy()
    windows = found[[*dict.fromkeys([*keys, "seat", "check", *more])]].assign(
        **{"from": at - BEFORE, "to": np.maximum(found["until"].to_numpy(), at) + AFTER}
    )
    windows = windows.sort_values([*keys, "from", "to", "check"], ignore_index=True)
    number = _windows_apart(windows, keys)
    sums = windows.groupby(number, sort=True).agg(
        **{name: (name, "first") for name in (*keys, "from")},
        to=("to", "max"),
        findings=("check", "size"),
        **{name: (name, "min") for name in more},
    )
    listed = {} if "seat" in keys else {"seats": _listed(windows["seat"], number)}
    listed["checks"] = _listed(windows["check"], number)
    columns = [*keys, "from", "to", *listed, "findings", *more]
    return sums.assign(**listed)[columns]


def _windows_apart(windows: pd.DataFrame, keys: list[str]) -> Ints:
    """Return a number for each window, the same for those that overlap; windows are in order."""
    place = windows.groupby(keys, sort=True).ngroup().to_numpy()
    ends = windows.groupby(keys)["to"].cummax().to_numpy()
    apart = np.ones(len(windows), dtype=bool)
    apart[1:] = (place[1:] != place[:-1]) | (windows["from"].to_numpy()[1:] > ends[:-1])
    numbers: Ints = np.cumsum(apart)
    return numbers


def _listed(words: pd.Series, number: Ints) -> Any:
    """Return the words of each window, once each and in order; windows are numbered from 1."""
    pairs = pd.DataFrame({"number": number, "word": words.to_numpy()}).drop_duplicates()
    pairs = pairs.sort_values(["number", "word"])
    listed: list[list[str]] = [[] for _ in range(int(number.max(initial=0)))]
    for place, word in zip(pairs["number"].tolist(), pairs["word"].tolist(), strict=True):
        if word:
            listed[place - 1].append(word)
    return np.array([", ".join(each) for each in listed], dtype=object)


def questions(result: AuditResult) -> pd.DataFrame:
    """Return a row a doubt of the paper: one question, however many hands it leaves open."""
    found = result.findings
    found = found[(found["verdict"] == "review") & (found["doubt"] != "")]
    keys = ["cardroom", "doubt"]
    sums = found.groupby(keys, sort=True).agg(
        findings=("id", "size"),
        hands=("hand_id", "nunique"),
        first=("at", "min"),
        last=("at", "max"),
    )
    return _in_words(sums.reset_index(), keys)


@_once
def rotation(result: AuditResult) -> pd.DataFrame:
    """Return a row a table and gaming day: banked hands, runs, the longest run, findings."""
    keys = ["cardroom", "table", "day"]
    runs = result.facts.banking
    banked = runs.assign(runs=np.int64(1), longest=runs["hands"])
    found = _counted(rotation_findings(result), *keys)
    columns = ("hands", "runs", "longest", "violations", "reviews")
    whole = pd.concat([_widened(each, keys, columns) for each in (banked, found)])
    how = dict.fromkeys(columns, "sum") | {"longest": "max"}
    return whole.groupby(keys, sort=True).agg(how).reset_index()


def rotation_findings(result: AuditResult) -> pd.DataFrame:
    """Return the findings about the player-dealer position: ROT-* and TPP-ONE."""
    return result.findings[about_rotation(result.findings)]
