"""Poker hand histories for tests: a hand in one line, as PHH or Open Hand History, and its log."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from feeaudit.intake.histories import read_histories

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.intake.log import Fault, Log

ZONE = "America/Los_Angeles"
DEALT = '"d dh p1 ????", "d dh p2 ????", "d dh p3 ????"'
HAND = {
    "variant": '"NT"',
    "antes": "[0, 0, 0]",
    "blinds_or_straddles": "[1, 2, 0]",
    "min_bet": "2",
    "starting_stacks": "[200, 200, 200]",
    "actions": f'[{DEALT}, "p3 cbr 6", "p1 f", "p2 cc", "d db AhKd7s", "p2 cc", "p3 cbr 10", "p2 f"]',
    "year": "2026",
    "month": "3",
    "day": "1",
    "time": "19:30:00",
    "time_zone": f'"{ZONE}"',
    "table": '"T1"',
    "winnings": "[0, 0, 9]",
}


def toml(*absent: str, **fields: str) -> str:
    """A PHH hand: the usual one with other fields, or without some.

    Three players, blinds of 1 and 2: the third raises to 6, the second calls, and nobody calls a
    bet of 10 on the flop. The pot is 13, of which 9 are paid.
    """
    stated = {name: value for name, value in {**HAND, **fields}.items() if name not in absent}
    return "".join(f"{name} = {value}\n" for name, value in stated.items())


def actions(*words: str) -> str:
    """The actions of a PHH hand."""
    return json.dumps(list(words))


def numbered(*hands: str) -> str:
    """PHH hands in one file."""
    return "\n".join(f"[{number}]\n{hand}" for number, hand in enumerate(hands, 1))


def read(tmp_path: Path, text: str | bytes, name: str = "night.phhs", **facts: Any) -> Log:
    path = tmp_path / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return read_histories(path, **{"cardroom": "mortimers", "game": "texas-holdem", **facts})


def rows(log: Log, table: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = log.table(table).to_pylist()
    return found


def column(log: Log, table: str, name: str) -> list[Any]:
    values: list[Any] = log.table(table).column(name).to_pylist()
    return values


def wagers(log: Log) -> list[tuple[str, str, int]]:
    return [(row["seat"], row["wager"], row["amount"]) for row in rows(log, "wagers")]


def taken(log: Log) -> list[tuple[str, int]]:
    return [(row["fee"], row["amount"]) for row in rows(log, "collections")]


def only_fault(log: Log) -> Fault:
    (fault,) = log.faults
    return fault


def set_aside(log: Log) -> list[Fault]:
    return [fault for fault in log.faults if fault.set_aside]


PLAYERS = [
    {"id": 0, "seat": 3, "name": "Ann", "starting_stack": 200.00},
    {"id": 1, "seat": 5, "name": "Bo", "starting_stack": 200.00},
    {"id": 2, "seat": 6, "name": "Cy", "starting_stack": 200.00},
]
POSTS = [(0, "Post SB", 1), (1, "Post BB", 2), (2, "Dealt Cards", 0)]
PREFLOP = [*POSTS, (2, "Raise", 6), (0, "Fold", 0), (1, "Call", 4)]
FLOP = [(1, "Check", 0), (2, "Bet", 10), (1, "Fold", 0)]


def street(name: str, *played: tuple[int, str, float], cards: str = "") -> dict[str, Any]:
    """A round: its actions as player, action and amount."""
    listed = [
        {"action_number": number, "player_id": player, "action": action, "amount": amount}
        for number, (player, action, amount) in enumerate(played, 1)
    ]
    return {"id": 0, "street": name, "cards": cards.split(), "actions": listed}


def pot(amount: float, winner: int, won: float, **stated: float) -> dict[str, Any]:
    """A pot with one winner; its rake and jackpot where they are stated."""
    wins = [{"player_id": winner, "win_amount": won}]
    return {"number": 0, "amount": amount, "player_wins": wins, **stated}


def ohh(**fields: Any) -> dict[str, Any]:
    """An Open Hand History hand: the same with other fields; None leaves one out."""
    usual = {
        "spec_version": "1.4.7",
        "game_number": "881",
        "start_date_utc": "2026-03-02T03:30:00",
        "table_name": "T1",
        "game_type": "Holdem",
        "currency": "USD",
        "small_blind_amount": 1.00,
        "big_blind_amount": 2.00,
        "players": PLAYERS,
        "rounds": [street("Preflop", *PREFLOP), street("Flop", *FLOP, cards="Ah Kd 7s")],
        "pots": [pot(13, 2, 9, rake=3, jackpot=1)],
    }
    stated = {name: value for name, value in {**usual, **fields}.items() if value is not None}
    return {"ohh": stated}


def read_ohh(tmp_path: Path, *hands: dict[str, Any], **facts: Any) -> Log:
    return read(tmp_path, "\n\n".join(map(json.dumps, hands)), "night.ohh", **facts)
