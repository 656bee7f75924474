"""The player-dealer position from hand to hand: who takes it, and who was asked before.

Before every hand the position is offered to the next seat and on round the table until somebody
accepts. A *hop* is how many were asked: one where the neighbour accepts, as many as are seated
where all others decline and the holder goes on.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.draft_frames import frame_of

if TYPE_CHECKING:
    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.simulate.chairs import Rings
    from feeaudit.simulate.draft_frames import Frame, Names
    from feeaudit.simulate.turns import BankTurns

_EVERY: Final = 8
_OPEN: Final = 0.5
_SECOND_PROVIDER: Final = 0.35
_PAIR_TAKES: Final = 0.6


@dataclass(frozen=True, slots=True, eq=False)
class Held:
    """Who holds the position in each hand, by place in the ring, and how many were asked."""

    turn: IntArray
    hop: IntArray


def held_positions(
    turns: BankTurns, providers: tuple[int, ...], seated: int, hands: int, rng: np.random.Generator
) -> Held:
    """Return who holds the position: providers gladly, players now and then, all within the rules.

    Every eighth hand a player takes it, each in turn, so that within any sixteen hands two players
    other than a provider have held it.
    """
    if turns.in_turn:
        return Held(np.arange(hands) % seated, np.ones(hands, dtype=np.int64))
    keen = _keen(providers, seated, hands)
    wishes = _wishes(providers, seated, keen, rng)
    asked = _asked(wishes)
    turn = np.zeros(hands, dtype=np.int64)
    hop = np.zeros(hands, dtype=np.int64)
    place, run = seated - 1, turns.most
    for hand, (answers, eager) in enumerate(zip(asked.tolist(), keen.tolist(), strict=True)):
        ahead = answers[place]
        if not ahead and run < turns.most:
            ahead = seated
        elif not ahead:
            # Somebody has to: the player whose turn it is to be asked in earnest, else the next.
            ahead = (eager - place) % seated or 1
        run = run + 1 if ahead == seated else 1
        place = (place + ahead) % seated
        turn[hand], hop[hand] = place, ahead
    return Held(turn, hop)


def _keen(providers: tuple[int, ...], seated: int, hands: int) -> IntArray:
    """Return which player is keen on the position at each hand."""
    players = np.array([each for each in range(seated) if each not in providers], dtype=np.int64)
    return players[np.arange(hands) // _EVERY % len(players)]


def _wishes(
    providers: tuple[int, ...], seated: int, keen: IntArray, rng: np.random.Generator
) -> BoolArray:
    """Return by hand and place who would accept."""
    hands = len(keen)
    wishes = np.zeros((hands, seated), dtype=np.bool_)
    if seated == 2:  # noqa: PLR2004 - a pair
        return rng.random((hands, seated)) < _PAIR_TAKES
    due = np.arange(hands) % _EVERY == _EVERY - 1
    wishes[np.arange(hands), keen] = due | (rng.random(hands) < _OPEN)
    for number, provider in enumerate(providers):
        eager = rng.random(hands) < (_SECOND_PROVIDER if number else 1.0)
        wishes[:, provider] = eager & ~due
    return wishes


def _asked(wishes: BoolArray) -> IntArray:
    """Return by hand and holder how many are asked until somebody else accepts; 0: nobody does."""
    hands, seated = wishes.shape
    ahead = np.arange(1, seated)
    asked = np.zeros((hands, seated), dtype=np.int64)
    for place in range(seated):
        others = wishes[:, (place + ahead) % seated]
        asked[:, place] = np.where(others.any(axis=1), others.argmax(axis=1) + 1, 0)
    return asked


def offers_of(hands: Frame, rings: Rings, seated: int, names: Names) -> Frame:
    """Return the offers before each hand: declined until the one who takes the position."""
    hop = hands["hop"]
    row = np.repeat(np.arange(len(hop)), hop)
    sequence = np.arange(len(row)) - np.repeat(np.cumsum(hop) - hop, hop) + 1
    place = (hands["turn"][row] - hop[row] + sequence) % seated
    ring = hands["ring"][row]
    accepted = sequence == hop[row]
    return frame_of(
        "offers",
        len(row),
        hand=hands["hand"][row],
        sequence=sequence,
        seat=rings.seat_at(ring, place),
        player=rings.person_at(ring, place),
        response=np.where(accepted, names.code("accept"), names.code("decline")),
    )
