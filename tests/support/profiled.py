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

# States every key that a profile may have.
FULL = """
profile: full
note: The night sheets, as the floor keeps them.
dates: month_first
decimal: comma
separator: tab
encoding: cp1252
blank: ['-', n/a]
ignore: [Summary, Lookup*]
constants: {cardroom: mortimers, date: 2026-03-01}
translate: {game: {TCP: three-card-poker, 'no': x}, opening_round: {Flop: yes}}
sheets:
- names: [Table *, T9]
  hidden: yes
  optional: yes
  header: {find: [Hand, Start], lines: 2, carry: yes}
  first_row: 6
  skip: {column: Hand, words: [Total, Subtotal], blank: yes}
  end: {column: Hand, words: 'Notes: yes', blank_rows: 3}
  facts:
    table: {sheet_name: 'Table {}'}
    date: {cell: B1, pattern: 'Date: {}'}
    session: {file_name: '*-{}.csv'}
  constants: {option: 1}
  fill_down: [Table, Date]
  ditto: Dealer
  past_midnight: '06:00'
  afternoon: 4:00-12:00
  records:
    hands:
      once: yes
      columns:
        hand_id: {text: '{sheet}-{Hand #}'}
        started_at: {date: Date, time: [Start, Began]}
        ended_at: {letter: F}
        game: [Game, 'Game:', '0x1F', ~, 'null']
    wagers:
    - {for: 1-8, when: amount, skip_zero: yes, constants: {seat: '{n}', wager: base}, columns: {amount: 'Seat {n} Bet', player: {header: 'P{n}', optional: yes}}}
    - {for: [1, 3, A], only: {column: Type, words: [Tie, Side]}, constants: {seat: '{n}', wager: tie}, columns: {amount: {header: 'Tie {n}', cents: yes}}}
- records: {seats: {columns: {seat: S, player: P, from: F}}}
  header: {row: 0}
  past_midnight: no
  transposed: yes
- records:
    hands: {columns: {hand_id: H, started_at: {letter: S, row: 3}, option: {header: O, row: 2}}}
  header: {find: [F, T]}
  stacked: yes
  rows_per_hand: 3
  facts: {table: {title: 'Table {} - *'}}
"""


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
