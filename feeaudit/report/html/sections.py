"""The sections by table and by game, the schedules used, and what the audit was made of."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.audit import tallies
from feeaudit.core.numbering import numbered
from feeaudit.report.heat_scale import heat_steps
from feeaudit.report.html.pictures import fee_rows, heat_cell, hours_in_use

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

# A table's hours are drawn day by day up to so many days.
DAYS: Final = 31
PER_CHECK: Final = 20
_FEES: Final = ["hands", "owed", "owed_most", "taken"]
Rows = dict[tuple[str, ...], list[dict[str, Any]]]


def table_pages(result: AuditResult, basis: Basis) -> list[dict[str, Any]]:
    """Return a page a table: its figures, what was found, its games and its hours."""
    place = ("cardroom", "table")
    played = ["cardroom", "table", "game", "option", "schedule"]
    games = result.facts.activity.groupby(played, sort=True)[_FEES].sum().reset_index()
    found, games_of = _found(result, place), _grouped(games, place)
    hours = _hours(result, basis)
    pages = [
        row
        | {
            "checks": found.get((row["cardroom"], row["table"]), []),
            "games": games_of.get((row["cardroom"], row["table"]), []),
            "hours": hours.get((row["cardroom"], row["table"]), {"days": [], "left": 0}),
        }
        for row in fee_rows(tallies.by_table(result))
    ]
    return sorted(pages, key=lambda page: not page["table"])


def game_pages(result: AuditResult) -> list[dict[str, Any]]:
    """Return a page a game of a cardroom, with a row an option and schedule."""
    place = ("cardroom", "game")
    found = _found(result, place)
    options = _grouped(tallies.by_game(result), place)
    sums = ["hands", "violations", "reviews", "over", "under", "owed", "owed_most", "taken"]
    games = tallies.by_game(result).groupby(list(place), sort=True)[sums].sum().reset_index()
    pages = [
        row
        | {
            "checks": found.get((row["cardroom"], row["game"]), []),
            "options": options[row["cardroom"], row["game"]],
        }
        for row in fee_rows(games)
    ]
    return sorted(pages, key=lambda page: not page["game"])


def _grouped(frame: pd.DataFrame, keys: tuple[str, ...]) -> Rows:
    groups: Rows = {}
    for row in frame.to_dict("records"):
        groups.setdefault(tuple(row[key] for key in keys), []).append(row)
    return groups


def _found(result: AuditResult, keys: tuple[str, ...]) -> Rows:
    """Return how many findings each check has at a place, by verdict."""
    by = [*keys, "check", "title", "verdict"]
    coded = [pd.factorize(result.findings[each].to_numpy(dtype=object), sort=True) for each in by]
    number, different = numbered([codes for codes, _ in coded])
    counts = pd.DataFrame(
        {each: words[place] for each, (_, words), place in zip(by, coded, different.T, strict=True)}
    )
    return _grouped(counts.assign(count=np.bincount(number)), keys)


def _hours(result: AuditResult, basis: Basis) -> dict[tuple[str, ...], dict[str, Any]]:
    """Return for each table its days, each with violations by hour from the start of the day."""
    whole = tallies.by_hour(result, basis.zone)
    timed = whole[(whole["hour"] >= 0) & (whole["day"] >= 0)]
    steps = heat_steps(int(timed["violations"].max()) if len(timed) else 0)
    order = hours_in_use(whole[whole["hour"] >= 0]["hour"], basis)
    pages: dict[tuple[str, ...], dict[int, dict[int, dict[str, Any]]]] = {}
    for row in timed.to_dict("records"):
        days = pages.setdefault((row["cardroom"], row["table"]), {})
        cell = heat_cell(row["hands"], row["violations"], steps)
        days.setdefault(row["day"], {})[row["hour"]] = cell
    none = heat_cell(0, 0, steps)
    return {
        key: {
            "days": [
                {
                    "day": basis.voice.gaming_day(day),
                    "number": day,
                    "cells": [cells.get(h, none) for h in order],
                }
                for day, cells in sorted(days.items())[:DAYS]
            ],
            "left": max(len(days) - DAYS, 0),
        }
        for key, days in pages.items()
    }


def schedules(result: AuditResult, voice: Voice) -> list[dict[str, Any]]:
    """Return the schedules and editions that hands were held against, by cardroom."""
    rooms: dict[str, list[dict[str, Any]]] = {}
    for row in result.facts.schedules.to_dict("records"):
        names = {
            "name": voice.schedules.get(row["schedule"], ""),
            "games": voice.games_listed(row["cardroom"], row["games"]),
        }
        rooms.setdefault(row["cardroom"], []).append(row | names)
    return [{"cardroom": voice.cardroom(room), "rows": rows} for room, rows in rooms.items()]


def first_of_each_check(result: AuditResult) -> list[dict[str, Any]]:
    """Return the first findings of every check, for readers without scripts."""
    found = result.findings
    codes, checks = pd.factorize(found["check"].to_numpy(dtype=object), sort=True)
    lists = []
    for number, check in enumerate(checks.tolist()):
        rows = np.flatnonzero(codes == number)
        first = found.iloc[rows[:PER_CHECK]]
        told = {"check": check, "title": first["title"].iloc[0], "count": len(rows)}
        lists.append(told | {"rows": first.to_dict("records")})
    return lists
