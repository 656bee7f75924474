"""Hands of poker games: whether the opening round is reached, the pot, and the fees that follow."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import cents
from feeaudit.simulate.bet_shapes import DOLLAR
from feeaudit.simulate.draft_frames import Frame, frame_of, stacked
from feeaudit.simulate.fee_records import taken_frame

if TYPE_CHECKING:
    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.simulate.chairs import Rings
    from feeaudit.simulate.draft_frames import Names
    from feeaudit.simulate.option_fees import OptionFee
    from feeaudit.simulate.setups import Setup

_OPENS: Final = 0.84
_MOST_CALLERS: Final = 4
_CALLED: Final = (0.75, 0.6, 0.5, 0.4)


def open_rounds(setup: Setup, hands: Frame, rng: np.random.Generator) -> None:
    """Say of each hand whether the opening round was reached, where a fee depends on it."""
    no_flop = any(levy.component == "no_flop" for levy in setup.fees)
    if not no_flop and setup.term.no_opening_round not in {"no_fee", "no_flop_fee"}:
        return
    reached = rng.random(len(hands["hand"])) < _OPENS
    if any(levy.component == "ante" for levy in setup.fees):
        # Nothing says what becomes of a fee on the antes when nobody opens.
        reached[:] = True
    hands["opening_round"] = reached.astype(np.int64)


def pot_frame(
    setup: Setup, hands: Frame, rings: Rings, names: Names, rng: np.random.Generator
) -> Frame:
    """Return the wagers that make the pot; only where a fee depends on how large it is."""
    if not any(levy.from_pot for levy in setup.fees):
        return frame_of("wagers", 0)
    count = len(hands["hand"])
    players = hands["players"]
    first = rng.integers(1000, size=count) % players
    frames: list[Frame] = []

    def bet(rows: IntArray, place: IntArray | int, kind: str, amount: int) -> None:
        ring = hands["ring"][rows]
        at = (first[rows] + place) % players[rows]
        frames.append(
            frame_of(
                "wagers",
                len(rows),
                hand=hands["hand"][rows],
                seat=rings.seat_at(ring, at),
                player=rings.person_at(ring, at),
                wager=names.code(kind),
                amount=amount,
            )
        )

    for place, (kind, amount) in enumerate(_forced(setup)):
        rows = np.repeat(np.arange(count), players if kind == "ante" else 1)
        bet(rows, _places(rows) if kind == "ante" else place, kind, amount)
    for chance, size in zip(_CALLED, _bet_sizes(setup), strict=True):
        callers = np.minimum(rng.integers(2, _MOST_CALLERS + 1, size=count), players)
        rows = np.repeat(np.arange(count), np.where(rng.random(count) < chance, callers, 0))
        bet(rows, _places(rows), "bet", size)
    return stacked("wagers", frames)


def _places(rows: IntArray) -> IntArray:
    """Return the place of each row among those of its hand."""
    return np.arange(len(rows)) - np.searchsorted(rows, rows)


def _forced(setup: Setup) -> list[tuple[str, int]]:
    """Return what is posted before the cards: blinds from the smallest up, or antes."""
    blinds, ante = map(setup.option.stake, ("blinds", "ante"))
    known = {wager.wager for wager in setup.game.wagers}
    if blinds is not None and {"small_blind", "big_blind"} <= known:
        each = sorted(map(cents, blinds.text.split("-")))
        return [("small_blind", each[0]), ("big_blind", each[-1])]
    if ante is not None and "ante" in known:
        return [("ante", cents(ante.text))]
    return []


def _bet_sizes(setup: Setup) -> tuple[int, ...]:
    """Return the bet of each round: two smaller, two larger, by the limit or the largest blind."""
    limit = setup.option.limit
    if limit is not None and limit.low is not None and limit.high is not None:
        return limit.low, limit.low, limit.high, limit.high
    least = max([DOLLAR, *(amount for _, amount in _forced(setup))])
    return least, least, 2 * least, 2 * least


def fees_frames(setup: Setup, hands: Frame, pots: IntArray, names: Names) -> list[Frame]:
    """Return the collections of each levy that is owed for a hand."""
    frames = []
    for number, levy in enumerate(setup.fees):
        if levy.printed.per != "hand":
            continue
        basis = hands["players"] if levy.printed.basis == "players" else pots
        fees, _ = levy.printed.price.fees_for(basis)
        owed = np.where(_due(setup, levy, hands, pots), fees, 0)
        for payer, amounts in _shares(setup, levy, hands, owed):
            which = np.flatnonzero(amounts)
            taken = amounts[which]
            frames.append(taken_frame(levy, number, hands, which, taken, names=names, payer=payer))
    return frames


def _shares(
    setup: Setup, levy: OptionFee, hands: Frame, owed: IntArray
) -> list[tuple[str, IntArray]]:
    """Return who pays which part: a fee on the antes falls to another where they do not suffice."""
    if not levy.shortfall:
        return [(levy.payer, owed)]
    ante = setup.option.stake("ante")
    antes = (cents(ante.text) if ante is not None else 0) * hands["players"]
    covered = np.minimum(owed, antes)
    return [(levy.payer, covered), (levy.shortfall, owed - covered)]


def _due(setup: Setup, levy: OptionFee, hands: Frame, pots: IntArray) -> BoolArray:
    """Tell on which hands a fee is due: by the opening round, or by the size of the pot."""
    early: BoolArray = hands["opening_round"] == 0
    if levy.component == "no_flop":
        return early
    if levy.component == "pot" and setup.term.no_opening_round in {"no_fee", "no_flop_fee"}:
        return ~early
    reached: BoolArray = pots >= levy.from_pot
    return reached


def pots_of(hands: Frame, wagers: Frame) -> IntArray:
    """Return what is wagered in each hand."""
    pots = np.zeros(len(hands["hand"]), dtype=np.int64)
    if len(wagers["hand"]):
        np.add.at(pots, np.searchsorted(hands["hand"], wagers["hand"]), wagers["amount"])
    return pots
