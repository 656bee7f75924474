"""The rotation pictures: tables and days with breaches, who banked when and where it went wrong."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit import tallies
from feeaudit.report.html.words import clock, counted, day_words, place_name
from feeaudit.report.pdf.letters import clipped, shortened
from feeaudit.report.pdf.strips import Day, Mark, Turn, strips

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis

_ROLES: Final = {"third_party": "third party", "patron": "patron", "house": "house"}
_MINUTE: Final = 60_000_000
PICTURES: Final = 12
LISTED: Final = 12
LANES: Final = 12
_KEYS: Final = ["cardroom", "table", "day"]
Key = tuple[str, str, int]
Rows = list[dict[str, Any]]


def rotation(result: AuditResult, basis: Basis) -> dict[str, Any]:
    """Return the table-days with breaches, most first, as pictures up to a stated number."""
    days = tallies.rotation(result)
    banked = days[days["runs"] > 0]
    breached = banked[(banked["violations"] > 0) | (banked["reviews"] > 0)]
    order = ["violations", "reviews", *_KEYS]
    worst = breached.sort_values(order, ascending=[False, False, True, True, True], kind="stable")
    rows: Rows = worst.head(PICTURES).to_dict("records")
    return {
        "days": f"{len(banked):,}",
        "breached": f"{len(breached):,}",
        "left": f"{len(breached) - len(rows):,}" if len(breached) > len(rows) else "",
        "pictures": list(_pictures(rows, result, basis)),
    }


def _pictures(rows: Rows, result: AuditResult, basis: Basis) -> Iterator[dict[str, Any]]:
    keys = {_key(row) for row in rows}
    frames = (result.facts.banking, result.facts.offers, tallies.rotation_findings(result))
    banked, offered, found = (_grouped(frame, keys) for frame in frames)
    several = len(result.cardrooms) > 1
    for row in rows:
        place = f"{place_name(row['cardroom'])}, table" if several else "Table"
        title = f"{place} {clipped(row['table'], 40)}, {day_words(row['day'])}"
        key = _key(row)
        seen = banked.get(key, []), offered.get(key, []), found.get(key, [])
        yield {
            "title": title,
            "facts": _facts(row),
            "alt": f"{title}: {_facts(row)}. The breaches are listed below the picture.",
            **_drawn(*seen, basis.zone),
        }


def _key(row: dict[str, Any]) -> Key:
    return row["cardroom"], row["table"], row["day"]


def _grouped(frame: pd.DataFrame, keys: set[Key]) -> dict[Key, Rows]:
    groups: dict[Key, Rows] = {}
    for row in frame.sort_values("at", kind="stable").to_dict("records"):
        if _key(row) in keys:
            groups.setdefault(_key(row), []).append(row)
    return groups


def _drawn(banked: Rows, offered: Rows, found: Rows, zone: str) -> dict[str, Any]:
    """Return the strips of a table and day, with the people and the breaches beside them."""
    turns = _turns(banked)
    people = _lanes(turns)
    marks = [Mark(number, each["at"]) for number, each in enumerate(found, start=1)]
    asked = [(each["at"], each["response"] == "accept") for each in offered]
    return {
        "people": [_person(name, turns) for name in people],
        "strips": strips(Day(turns, people, asked, marks), zone),
        "breaches": [_breach(number, each, zone) for number, each in enumerate(found[:LISTED], 1)],
        "more": f"{len(found) - LISTED:,}" if len(found) > LISTED else "",
    }


def _turns(rows: Rows) -> list[Turn]:
    """Return the turns of a day in order; each ends where the next begins, unless after a break."""
    ends = [
        row["until"] + _MINUTE if following["began"] else following["at"]
        for row, following in pairwise(rows)
    ]
    ends += [row["until"] + _MINUTE for row in rows[-1:]]
    return [
        Turn(
            str(row["player"]) or (f"seat {row['seat']}" if row["seat"] else "not logged"),
            str(row["role"]),
            row["hands"],
            row["at"],
            end,
            after_break=row["began"] in {"break", "game"},
        )
        for row, end in zip(rows, ends, strict=True)
    ]


def _facts(row: dict[str, Any]) -> str:
    found = [
        counted(row["violations"], "violation") if row["violations"] else "",
        f"{row['reviews']:,} for review" if row["reviews"] else "",
    ]
    banked = f"{counted(row['hands'], 'hand')} in {counted(row['runs'], 'turn')}"
    longest = f"the longest of {counted(row['longest'], 'hand')}"
    return f"{banked}, {longest}; {', '.join(filter(None, found))}"


def _lanes(turns: list[Turn]) -> list[str]:
    """Return who gets a lane: everybody in order of turn, or those who banked most hands."""
    hands: dict[str, int] = {}
    for turn in turns:
        hands[turn.person] = hands.get(turn.person, 0) + turn.hands
    if len(hands) <= LANES:
        return list(hands)
    most = sorted(hands, key=lambda name: (-hands[name], name))[: LANES - 1]
    return [*(name for name in hands if name in most), ""]


def _person(name: str, turns: list[Turn]) -> dict[str, str]:
    if not name:
        return {"name": "all others", "role": ""}
    role = next((turn.role for turn in turns if turn.person == name), "")
    return {"name": clipped(name, 14), "role": _ROLES.get(role, "")}


def _breach(number: int, row: dict[str, Any], zone: str) -> dict[str, str]:
    return {
        "number": str(number),
        "time": clock(row["at"], zone),
        "check": row["check"],
        "mark": "waived" if row["waiver"] else "for review" if row["verdict"] == "review" else "",
        "message": shortened(row["message"], 300),
    }
