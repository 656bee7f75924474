"""A small cardroom of our own, so that a case shows only what matters."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

GAME_LIST = """\
games:
  harbor-blackjack:
    name: Harbor Blackjack
    kind: player_dealer
    wagers:
      base: {role: base, placed: before_deal}
      lucky: {role: bonus, placed: before_deal}
      double_down: {role: raise, placed: after_deal}
  harbor-holdem:
    name: Harbor Hold'em
    names: [Hold'em]
    kind: poker
    wagers:
      ante: {role: base, placed: before_deal}
      bet: {role: base, placed: after_deal}
"""
CARDROOM = """\
cardroom: harbor
name: Harbor Card Room
document: harbor.txt
"""
GAMES = """\
games:
  harbor-blackjack:
    approvals: GEGA-009999
    lines: 1-9
    wagers:
      base: {lines: 2}
      lucky: {needs: base, lines: 2}
      double_down: {equals: base, lines: 2}
    rotation:
      - {lines: 3, offer: {after: 2, unit: hand, to: next}, direction: clockwise}
  harbor-holdem:
    lines: 1-9
    no_schedule: none is printed
"""
HEAD = """\
schedule: harbor-blackjack
title: Harbor Blackjack
games: harbor-blackjack
document: harbor.txt
lines: 1-9
"""
TERMS = """\
terms:
  - options: 1
    lines: 4
    collect: before_deal
    player: {per: wager, wagers: base}
    player_dealer: {per: hand, wagers: [base, lucky]}
"""
OPTIONS = """\
options:
  - option: 1
    lines: 7-8
    limit: 5-100
    player: 0.50
    player_dealer: {by: table_action, 5-100: 1, 101+: 2}
"""
SCHEDULE = HEAD + TERMS + OPTIONS
HOLDEM_HEAD = HEAD.replace("harbor-blackjack", "harbor-holdem")


def write_book(
    root: Path,
    schedule: str = SCHEDULE,
    *,
    cardroom: str = CARDROOM,
    games: str = GAMES,
    game_list: str = GAME_LIST,
) -> Path:
    """Write a book of one cardroom with one schedule, and return its root."""
    folder = root / "harbor"
    folder.mkdir(parents=True, exist_ok=True)
    files = {
        root / "games.yaml": game_list,
        folder / "cardroom.yaml": cardroom,
        folder / "games.yaml": games,
        folder / "case.yaml": schedule,
    }
    for path, text in files.items():
        path.write_text(text, encoding="utf-8", newline="\n")
    return root
