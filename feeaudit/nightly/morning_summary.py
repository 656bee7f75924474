"""The morning's summary as text and as JSON: what was audited, what was found, what waits."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feeaudit.core.money import decimal, dollars
from feeaudit.report.phrases import counted
from feeaudit.report.text_table import text_table

if TYPE_CHECKING:
    from collections.abc import Iterator

VERSION = 1
# The exit code of an audit that could test nothing.
UNTESTED = 3
_NIGHTS_TOLD = 7


def as_json(overview: dict[str, Any]) -> bytes:
    """Return the summary for programs; amounts are plain decimals."""
    nights = [
        {**night, "over": decimal(night["over"]), "under": decimal(night["under"])}
        for night in overview["nights"]
    ]
    document = {"version": VERSION} | overview | {"nights": nights}
    return (json.dumps(document, indent=1, ensure_ascii=False) + "\n").encode()


def as_text(overview: dict[str, Any]) -> str:
    """Return the summary for a terminal or a mail."""
    day = f"Gaming day {overview['as_of']}. " if overview["as_of"] else ""
    parts = [day + answer(overview), _nights(overview), "\n".join(attention(overview))]
    head = overview["head"]
    parts.append(f"History: {head['number']} entries, the last {head['hash']}")
    return "\n\n".join(part for part in parts if part) + "\n"


def answer(overview: dict[str, Any]) -> str:
    """Return the latest night in one sentence."""
    last = [night for night in overview["nights"] if night["day"] == overview["as_of"]]
    if not last:
        return "No night has been audited yet."
    sums = {name: sum(night[name] for night in last) for name in ("violations", "waived", "hands")}
    over, under = (sum(night[name] for night in last) for name in ("over", "under"))
    rooms = ", ".join(night["cardroom"] for night in last)
    what = f"{rooms}: {counted(sums['hands'], 'hand')}"
    if all(night["exit_code"] == UNTESTED for night in last):
        return f"{what}, and nothing of them could be tested."
    if not sums["violations"]:
        return f"{what} and no violation."
    waived = f" ({sums['waived']:,} waived)" if sums["waived"] else ""
    return (
        f"{what}, {counted(sums['violations'], 'violation')}{waived}; over-collected"
        f" {dollars(over)}, under-collected {dollars(under)}."
    )


def _nights(overview: dict[str, Any]) -> str:
    rows = [
        (
            night["day"],
            night["cardroom"],
            str(night["hands"]),
            str(night["violations"] or ""),
            str(night["waived"] or ""),
            str(night["resolved"] or ""),
            str(night["reviews"] or ""),
            decimal(night["over"]) if night["over"] else "",
            decimal(night["under"]) if night["under"] else "",
            run_words(night),
        )
        for night in overview["nights"]
        if night["day"] in overview["days"][-_NIGHTS_TOLD:]
    ]
    if not rows:
        return ""
    header = ("Day", "Cardroom", "Hands", "Violations", "Waived", "Resolved", "Review")
    return text_table((*header, "Over", "Under", ""), rows)


def run_words(night: dict[str, Any]) -> str:
    """Return what is to be said of a night's run: superseding, addendum, signed."""
    words = []
    if night["supersedes"] is not None:
        told = ", ".join(f"{count} {kind}" for kind, count in night["changes"].items())
        words.append(f"run {night['run']} ({told or 'nothing changed'})")
    words += ["addendum"] if night["addendum"] else []
    words += ["signed"] if night["signed"] else []
    return ", ".join(words)


def attention(overview: dict[str, Any]) -> Iterator[str]:
    """Yield what waits for somebody, a line each."""
    waits = overview["attention"]
    if waits["open_violations"]:
        yield f"{counted(waits['open_violations'], 'violation')} open in the register."
    for each in waits["pending"]:
        yield f"Not audited yet, tried again every night: {each['cardroom']} {each['day']}."
    for each in waits["quarantined"]:
        yield f"In quarantine: {each['name']}: {each['reason']}"
    missing: dict[str, list[str]] = {}
    for each in waits["without_log"]:
        missing.setdefault(each["cardroom"], []).append(each["day"])
    for room, days in missing.items():
        yield f"No log came for {room}: {', '.join(days)}."
    for each in waits["waivers"]:
        yield waiver_words(each)


def waiver_words(waiver: dict[str, Any]) -> str:
    """Return a waiver that holds, or that lapsed lately, in one line."""
    what = waiver["finding"] and f"finding {waiver['finding']}"
    table = f" at table {waiver['table']}" if waiver["table"] else ""
    verb = "lapsed on" if waiver["lapsed"] else "holds until"
    return (
        f"Waiver {waiver['waiver']} ({waiver['cardroom']}, {what or waiver['check']}{table}) {verb}"
        f" {waiver['expires']}: {waiver['reason']}"
    )
