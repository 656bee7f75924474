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
from feeaudit.audit.coded_findings import combined
from feeaudit.audit.facts.banking import about_rotation
from feeaudit.audit.facts.frames import rank
from feeaudit.audit.facts.table_places import hours
from feeaudit.core.arrays import extent
from feeaudit.core.groups import Groups, changes
from feeaudit.core.money import dollars
from feeaudit.intake.log import ZONE

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from feeaudit.audit.result import AuditResult, Coverage
    from feeaudit.core.arrays import Bools, Ints

P = ParamSpec("P")
Frame = TypeVar("Frame")
# Most nights have a few findings, and a frame of pandas takes as long to group as a thousand rows:
# so tallies add up plain columns, and only what comes of it is a frame.
Columns = dict[str, Any]

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
    place = ("cardroom", "table", "hand_id")
    found = _columns(result.findings, "verdict", *place)
    hands = _only(found, (found["verdict"] == "violation") & (found["hand_id"] != ""))
    people = _columns(restitution(result), "cardroom", "player")
    graver = int((result.incidents["verdict"] == "violation").sum())
    return {
        "incidents": graver,
        "questions": len(result.incidents) - graver,
        "hands_affected": _different(hands, place),
        "people_over": _different(people, ("cardroom", "player")),
        "checks": len(result.coverage),
        "checks_idle": sum(not each.tested for each in result.coverage),
        "checks_without_hands": sum(not (each.tested or each.untested) for each in result.coverage),
    }


@_once
def by_check(result: AuditResult) -> pd.DataFrame:
    """Return a row a check that ran: what it tested, what not and why, and what it found."""
    found = _counted(result.findings, ("check",))
    found["waived"] = found["violations"] * (result.findings["waiver"].to_numpy() != "")
    groups = _grouped(found, ("check",))
    columns = [groups.sums(found[name]).tolist() for name in _CHECK_SUMS]
    checks = found["check"][groups.first].tolist()
    sums = dict(zip(checks, zip(*columns, strict=True), strict=True))
    none = (0,) * len(_CHECK_SUMS)
    order = {name: place for place, name in enumerate(REGISTRY)}
    rows = [
        _looked_at(each) | dict(zip(_CHECK_SUMS, sums.get(each.check, none), strict=True))
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
    keys = ("cardroom", "table", "day", "hour")
    columns = ("hands", "violations", "reviews", "owed", "taken")
    return _together(result, keys, columns, hour=hours(result.findings["at"].to_numpy(), zone))


def _together(
    result: AuditResult, keys: Sequence[str], columns: Sequence[str], **more: Ints
) -> pd.DataFrame:
    """Return sums of the activity and of the findings by the same keys, in their order.

    ``more`` are keys that the findings have only here.
    """
    found = more | _counted(result.findings, [name for name in keys if name not in more])
    return _added([_columns(result.facts.activity, *keys, *columns), found], keys, columns)


def _counted(findings: pd.DataFrame, keys: Sequence[str]) -> Columns:
    """Return the findings' keys with what is added up of each."""
    found = _columns(findings, "verdict", "over", "under", *keys)
    verdict = found.pop("verdict")
    of = {"violations": verdict == "violation", "reviews": verdict == "review"}
    return found | {name: each.astype(np.int64) for name, each in of.items()}


def _added(parts: Sequence[Columns], keys: Sequence[str], columns: Sequence[str]) -> pd.DataFrame:
    """Return what several parts come to by some keys, in their order; 0 for what a part lacks."""
    sizes = [len(each[keys[0]]) for each in parts]
    none = [np.zeros(size, dtype=np.int64) for size in sizes]
    whole = {
        name: np.concatenate([each.get(name, no) for each, no in zip(parts, none, strict=True)])
        for name in (*keys, *columns)
    }
    groups = _grouped(whole, keys)
    sums = {name: groups.sums(whole[name]) for name in columns if name != "longest"}
    if "longest" in columns:
        sums["longest"] = groups.most(whole["longest"])
    return _frame(_keys(whole, keys, groups) | {name: sums[name] for name in columns})


def _columns(frame: pd.DataFrame, *names: str) -> Columns:
    """Return those of some columns that a frame has."""
    return {name: frame[name].to_numpy() for name in names if name in frame}


def _only(columns: Columns, rows: Bools | Ints) -> Columns:
    return {name: values[rows] for name, values in columns.items()}


def _grouped(columns: Mapping[str, Any], keys: Sequence[str]) -> Groups:
    """Return the rows that agree in some columns, in the order of these."""
    places = [rank(columns[name]) for name in keys]
    order = np.lexsort(places[::-1])
    starts = np.flatnonzero(np.logical_or.reduce([changes(each[order]) for each in places]))
    return Groups(np.arange(len(starts)), starts, order)


def _different(columns: Mapping[str, Any], keys: Sequence[str]) -> int:
    """Return how many rows there are that differ in some columns; they need no order for that."""
    codes = [pd.factorize(columns[name])[0] for name in keys]
    return extent(combined(codes))


def _keys(columns: Mapping[str, Any], keys: Sequence[str], groups: Groups) -> Columns:
    """Return what the rows of each group agree in."""
    first = groups.first
    return {name: columns[name][first] for name in keys}


def _frame(columns: Mapping[str, Any]) -> pd.DataFrame:
    """Return columns as a frame, words as the plain objects they are."""
    index = pd.RangeIndex(max(map(len, columns.values())))
    series = {
        name: pd.Series(values, index, dtype=values.dtype, copy=False)
        for name, values in columns.items()
    }
    return pd.DataFrame(series, index, copy=False)


@_once
def restitution(result: AuditResult) -> pd.DataFrame:
    """Return what was over-collected from whom, the largest sum first; violations only."""
    return _by_person(result, "over")


@_once
def under_collection(result: AuditResult) -> pd.DataFrame:
    """Return what was under-collected from whom, the largest sum first; violations only."""
    return _by_person(result, "under")


def _by_person(result: AuditResult, way: str) -> pd.DataFrame:
    keys = ("cardroom", "player", "payer")
    found = _columns(result.findings, "verdict", *keys, "seat", "table", way, "at")
    found = _only(found, (found["verdict"] == "violation") & (found[way] > 0))
    found["player"] = _people(found)
    groups = _grouped(found, keys)
    sums = {
        **_keys(found, keys, groups),
        "findings": groups.sizes(len(found["at"])),
        way: groups.sums(found[way]),
        "first": groups.least(found["at"]),
        "last": groups.most(found["at"]),
    }
    # People are in order: those of a cardroom stay so where their sums are the same.
    return _frame(_only(sums, np.lexsort((-sums[way], rank(sums["cardroom"])))))


def short_by_table(result: AuditResult) -> pd.DataFrame:
    """Return under-collected fees by table, the largest sum first."""
    return _short_by(_shortfalls(result), ("cardroom", "table"))


def short_by_shift(result: AuditResult, zone: str, starts: int) -> pd.DataFrame:
    """Return under-collected fees by shift: eight hours each from the start of the gaming day.

    ``shift`` is the hour of the clock at which it begins; -1 where no time is logged.
    """
    short = _shortfalls(result)
    hour = hours(short["at"], zone)
    begins = (starts + (hour - starts) % 24 // SHIFT * SHIFT) % 24
    return _short_by(short | {"shift": np.where(hour < 0, -1, begins)}, ("cardroom", "shift"))


def short_by_dealer(result: AuditResult) -> pd.DataFrame:
    """Return under-collected fees by the employee who dealt; blank where that is not logged."""
    return _short_by(_shortfalls(result), ("cardroom", "dealer"))


def short_by_edge(result: AuditResult) -> pd.DataFrame:
    """Return under-collected fees by tier edge: which tier was charged for which that was owed.

    ``least`` and ``most`` are what was counted, in cents or players as the basis says. Fees that
    match no tier below are not among them.
    """
    short = _shortfalls(result)
    short = _only(short, short["charged"] != "")
    keys = ("cardroom", "game", "option", "basis", "charged", "tier")
    return _short_by(short, keys, least=Groups.least, most=Groups.most)


def _shortfalls(result: AuditResult) -> Columns:
    return _columns(result.facts.shortfalls, *result.facts.shortfalls.columns)


def _short_by(
    short: Columns, keys: Sequence[str], **counted: Callable[[Groups, Ints], Ints]
) -> pd.DataFrame:
    """Return shortfalls by some keys, the largest sum first, with more of what was counted."""
    groups = _grouped(short, keys)
    sums = {
        **_keys(short, keys, groups),
        "findings": groups.sizes(len(short["under"])),
        "under": groups.sums(short["under"]),
        **{name: of(groups, short["counted"]) for name, of in counted.items()},
    }
    return _frame(_only(sums, np.argsort(-sums["under"], kind="stable")))


def _people(found: Columns) -> Any:
    """Return who each finding is about: the player, else the seat, else the table."""
    people = np.empty(len(found["player"]), dtype=object)
    named = zip(found["player"], found["seat"], found["table"], strict=True)
    people[:] = [
        str(player or (f"seat {seat} at table {table}" if seat else f"table {table}"))
        for player, seat, table in named
    ]
    return people


@_once
def pull_list(result: AuditResult) -> pd.DataFrame:
    """Return which video to pull: windows of time at a table and seat, oldest first.

    A window reaches from two minutes before a finding to three minutes after its end; windows of
    one table and seat that overlap are one. A blank seat is the whole table.
    """
    keys = ("cardroom", "table", "seat")
    windows = _windows(result, keys)
    return _frame(_only(windows, _grouped(windows, ("from", *keys)).first))


def camera_windows(result: AuditResult) -> pd.DataFrame:
    """Return which video to pull of each table's camera, by table and then by time.

    ``rank`` is the place of the gravest incident in a window, for who cannot pull all of them.
    """
    places = {name: place for place, name in enumerate(result.incidents["id"].tolist())}
    codes, incidents = pd.factorize(result.findings["incident"])
    ranks = np.array([places.get(each, len(places)) for each in incidents], dtype=np.int64)
    return _frame(_windows(result, ("cardroom", "table"), rank=ranks[codes]))


def _windows(result: AuditResult, keys: Sequence[str], **more: Ints) -> Columns:
    """Return windows of time that belong together by some keys, with what was found in them."""
    found = _columns(result.findings, "cardroom", "table", "seat", "check", "at", "until") | more
    found = _only(found, (found["at"] > 0) & (found["table"] != ""))
    found["from"] = found["at"] - BEFORE
    found["to"] = np.maximum(found["until"], found["at"]) + AFTER
    order = np.lexsort([found["from"], *(rank(found[name]) for name in keys[::-1])])
    found = _only(found, order)
    found["number"] = _windows_apart(found, keys)
    groups = _grouped(found, ("number",))
    listed = ("check",) if "seat" in keys else ("seat", "check")
    return {
        **_keys(found, (*keys, "from"), groups),
        "to": groups.most(found["to"]),
        **{f"{name}s": _listed(found, name, len(groups.starts)) for name in listed},
        "findings": groups.sizes(len(order)),
        **{name: groups.least(found[name]) for name in more},
    }


def _windows_apart(windows: Columns, keys: Sequence[str]) -> Ints:
    """Return a number for each window, the same for those that overlap; windows are in order."""
    place = np.logical_or.reduce([changes(windows[name]) for name in keys])
    # How far the windows of a place reach so far: those of the next one begin anew.
    ends, end = np.unique(windows["to"], return_inverse=True)
    reach = np.maximum.accumulate(np.cumsum(place) * len(ends) + end) % max(len(ends), 1)
    apart = place.copy()
    apart[1:] |= windows["from"][1:] > ends[reach[:-1]]
    numbers: Ints = np.cumsum(apart)
    return numbers


def _listed(found: Columns, name: str, windows: int) -> Any:
    """Return the words of each window, once each and in order; windows are numbered from 1."""
    first = _grouped(found, ("number", name)).first
    listed: list[list[str]] = [[] for _ in range(windows)]
    for number, word in zip(found["number"][first].tolist(), found[name][first], strict=True):
        if word:
            listed[number - 1].append(word)
    return np.array([", ".join(each) for each in listed], dtype=object)


def questions(result: AuditResult) -> pd.DataFrame:
    """Return a row a doubt of the paper: one question, however many hands it leaves open."""
    keys = ("cardroom", "doubt")
    found = _columns(result.findings, "verdict", *keys, "hand_id", "at")
    found = _only(found, (found["verdict"] == "review") & (found["doubt"] != ""))
    groups, rows = _grouped(found, keys), len(found["at"])
    hands = _grouped(found, (*keys, "hand_id")).starts
    return _frame(
        {
            **_keys(found, keys, groups),
            "findings": groups.sizes(rows),
            "hands": np.diff(np.searchsorted(hands, [*groups.starts, rows])),
            "first": groups.least(found["at"]),
            "last": groups.most(found["at"]),
        }
    )


@_once
def rotation(result: AuditResult) -> pd.DataFrame:
    """Return a row a table and gaming day: banked hands, runs, the longest run, findings."""
    keys = ("cardroom", "table", "day")
    banked = _columns(result.facts.banking, *keys, "hands")
    banked |= {"runs": np.ones(len(banked["hands"]), np.int64), "longest": banked["hands"]}
    found = _counted(rotation_findings(result), keys)
    return _added([banked, found], keys, ("hands", "runs", "longest", "violations", "reviews"))


def rotation_findings(result: AuditResult) -> pd.DataFrame:
    """Return the findings about the player-dealer position: ROT-* and TPP-ONE."""
    return result.findings[about_rotation(result.findings)]
