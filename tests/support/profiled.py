"""Profiles for tests: the YAML of one in a line, and what a spreadsheet becomes by it."""

from __future__ import annotations

from datetime import datetime
from textwrap import dedent, indent
from typing import TYPE_CHECKING, Any

from feeaudit.intake.profiles.importer import apply_profile
from feeaudit.intake.profiles.profile_yaml import profile_of

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Fault, Log

ZONE = "America/Los_Angeles"
WALL = datetime.fromisoformat
EVENING = WALL("2026-03-01 19:30")

HANDS = """
hands:
  columns: {hand_id: Hand, started_at: Start}
  constants: {cardroom: mortimers, table: "4", game: three-card-poker}
"""
WIDE = (
    HANDS
    + """\
wagers:
  for: 1-2
  when: amount
  constants: {seat: "{n}", wager: base}
  columns: {amount: "Seat {n} Bet", player: {header: "Seat {n} Player", optional: yes}}
collections:
  for: 1-2
  when: amount
  constants: {seat: "{n}", payer: player, fee: base}
  columns: {amount: "Seat {n} Fee"}
"""
)
WIDE_HEADER = ["Hand", "Start", "Seat 1 Bet", "Seat 1 Fee", "Seat 2 Bet", "Seat 2 Fee"]
TIME_ONLY = HANDS.replace(
    "started_at: Start", "started_at: {time: Start}, ended_at: {time: End, optional: yes}"
)


def rule(records: str = HANDS, top: str = "", **keys: str) -> str:
    """The YAML of a profile with one rule for its sheets."""
    lines = [f"{key}: {value}" for key, value in keys.items()] + ["records:"]
    body = "\n".join(lines) + "\n" + indent(dedent(records).strip(), "  ")
    return f"profile: case\n{dedent(top)}\nsheets:\n- " + indent(body, "  ").strip() + "\n"


def log_from(path: Path, text: str, **constants: str) -> Log:
    return apply_profile(profile_of(text, "case.yaml"), path, zone=ZONE, constants=constants)


def hand_ids(log: Log) -> list[str]:
    return [hand for (hand,) in records(log, "hands", "hand_id")]


def starts(log: Log) -> list[str]:
    return [f"{start:%d %H:%M}" for (start,) in records(log, "hands", "started_at")]


def records(log: Log, table: str, *columns: str) -> list[tuple[Any, ...]]:
    return [tuple(row.values()) for row in log.table(table).select(list(columns)).to_pylist()]


def told(log: Log) -> list[tuple[str, str, str]]:
    """What was told of cells and sheets: the hands set aside for it are another matter."""
    return [
        (fault.address, fault.kind, fault.value)
        for fault in log.faults
        if fault.kind != "hand set aside"
    ]


def fault(log: Log, kind: str) -> Fault:
    """The one fault of a kind."""
    (found,) = [each for each in log.faults if each.kind == kind]
    return found
