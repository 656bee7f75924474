"""The book as plain dictionaries: the exported rows, and the YAML files read without our reader."""

from __future__ import annotations

import csv
import io
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from reference.tiers import Fee, Tier, bound, cents

if TYPE_CHECKING:
    from pathlib import Path

Key = tuple[str, str, str]
Fees = dict[str, dict[str, tuple[Fee, ...]]]
STAGES = {"initial": 0, "at 20 pot": cents("20")}


class Schedule(NamedTuple):
    """One edition of a schedule: its YAML, its fees by option and component, the cardroom's games."""

    cardroom: str
    name: str
    edition: str
    games: tuple[str, ...]
    body: dict[str, Any]
    fees: Fees
    games_yaml: dict[str, Any]
    options: tuple[str, ...]


Paper = dict[Key, Schedule]


def listed(value: Any) -> list[Any]:
    """Return what may be one thing or a list of them as a list."""
    if value is None:
        return []
    return value if isinstance(value, list) else [value]


def names_of(stated: Any, names: tuple[str, ...]) -> frozenset[str]:
    """Return the options that ``all``, ``1-4`` or a list of such means; a printed name is itself."""
    return frozenset().union(*(_meant(each, names) for each in listed(stated)))


@cache
def _meant(stated: str, names: tuple[str, ...]) -> frozenset[str]:
    first, _, last = stated.partition("-")
    if stated == "all":
        return frozenset(names)
    if stated in names or not (first.isdecimal() and last.isdecimal()):
        return frozenset({stated})
    return frozenset(str(number) for number in range(int(first), int(last) + 1))


def read_paper(folder: Path, rows: str) -> Paper:
    """Return every edition of every schedule that prints a table."""
    fees = fees_of_rows(rows)
    found = {}
    for place in sorted(path.parent for path in folder.glob("*/cardroom.yaml")):
        games = read_yaml(place / "games.yaml")["games"]
        for path in sorted(place.glob("*.yaml")):
            body = read_yaml(path)
            if "schedule" in body and "options" in body:
                key = (place.name, body["schedule"], body.get("edition", "1"))
                names = tuple(each["option"] for each in body["options"])
                played = tuple(listed(body["games"]))
                found[key] = Schedule(*key, played, body, fees[key], games, names)
    return found


def fees_of_rows(text: str) -> dict[Key, Fees]:
    """Return the exported rows as fees: one tier a row, one fee a component and jackpot stage."""
    tiers: dict[tuple[Key, str, str, str, int], list[Tier]] = defaultdict(list)
    for row in csv.DictReader(io.StringIO(text)):
        key = (row["cardroom"], row["schedule"], row["edition"])
        stage = STAGES.get(row["note"], 0) if row["component"] == "jackpot" else 0
        tiers[key, row["option"], row["component"], row["basis"], stage].append(_tier(row))
    found: dict[Key, Fees] = defaultdict(dict)
    for (key, option, component, basis, stage), each in tiers.items():
        parts = found[key].setdefault(option, {})
        parts[component] = (*parts.get(component, ()), Fee(basis, tuple(each), stage))
    return found


def _tier(row: dict[str, str]) -> Tier:
    low, high = (bound(row[side], row["basis"]) for side in ("low", "high"))
    return Tier(low, high, cents(row["fee"]) if row["fee"] else None)


@cache
def read_yaml(path: Path) -> dict[str, Any]:
    """Return a file of the book as plain dictionaries, lists and texts."""
    # The base loader keeps every scalar as text and makes plain types only.
    text = path.read_text(encoding="utf-8")
    body: dict[str, Any] = yaml.load(text, Loader=yaml.CBaseLoader)  # noqa: S506 - see above
    return body
