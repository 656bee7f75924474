"""A clean draft: from setups and sittings to frames of every table, without any violation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate import banked, poker
from feeaudit.simulate.banked_tables import banked_hands
from feeaudit.simulate.chairs import People, SeatBook
from feeaudit.simulate.draft import Draft, Ids
from feeaudit.simulate.draft_frames import Frame, Names, frame_of_rows, picked, stacked
from feeaudit.simulate.floor import OpenedFloor, post
from feeaudit.simulate.paperwork import attestations
from feeaudit.simulate.payouts import settle
from feeaudit.simulate.poker_tables import poker_hands

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.simulate.setups import Setup
    from feeaudit.simulate.sittings import Sitting

# What playing a hand writes into its record.
_FILLED: Final = ("players", "opening_round", "player_dealer_wager", "action_seat")


def clean_draft(
    setups: Sequence[Setup], sittings: Sequence[Sitting], rng: np.random.Generator
) -> Draft:
    """Return a clean draft."""
    names = Names()
    opened = _open_tables(sittings, setups, names, rng)
    hands = stacked("hands", opened.hands)
    wagers: list[Frame] = []
    fees: list[Frame] = [frame_of_rows("collections", opened.fees)]
    for number, rows in _by_setup(hands["setup"]):
        part = picked(hands, rows)
        play = _play_poker if setups[number].turns is None else _play_banked
        placed, taken = play(setups[number], part, opened, rng)
        wagers.append(placed)
        fees.extend(taken)
        for name in _FILLED:
            hands[name][rows] = part[name]
    free = _opening_free(hands, setups)
    collections = stacked("collections", fees)
    # A fee for a period names no hand, and a new game's hands alone are free.
    charged = ~np.isin(collections["hand"], np.flatnonzero(free))
    return Draft(
        setups=setups,
        sittings=sittings,
        names=names,
        rings=opened.rings,
        ids=_ids(sittings, hands),
        frames={
            "hands": hands,
            "wagers": stacked("wagers", wagers),
            "collections": picked(collections, np.flatnonzero(charged)),
            "offers": stacked("offers", opened.offers),
            "seats": frame_of_rows("seats", opened.seats.rows),
            "postings": frame_of_rows("postings", opened.postings),
            "counts": frame_of_rows("counts", []),
            "attestations": attestations(sittings, names),
        },
        reserved=set(np.flatnonzero(free).tolist()),
    )


def _opening_free(hands: Frame, setups: Sequence[Setup]) -> BoolArray:
    """Tell which hands open a sitting whose game has its first hands free."""
    freed = np.array([each.free_hands for each in setups], dtype=np.int64)
    sitting = hands["sitting"]
    first = np.searchsorted(sitting, sitting)
    free: BoolArray = np.arange(len(sitting)) - first < freed[hands["setup"]]
    return free


def _by_setup(numbers: IntArray) -> Iterator[tuple[int, IntArray]]:
    order = np.argsort(numbers, kind="stable")
    starts = np.flatnonzero(np.diff(numbers[order], prepend=-1))
    for rows in np.split(order, starts[1:]):
        yield int(numbers[rows[0]]), rows


def _play_banked(
    setup: Setup, hands: Frame, opened: OpenedFloor, rng: np.random.Generator
) -> tuple[Frame, list[Frame]]:
    slots, amounts = banked.bets_of(setup, hands, opened.rings, rng)
    wagers = banked.wagers_frame(setup, hands, slots, amounts, opened.names)
    settle(setup, hands, wagers, opened.names, rng)
    dealt = (amounts.sum(axis=2) > 0) & slots.seated
    hands["players"] = dealt.sum(axis=1) + 1
    return wagers, banked.fees_frames(setup, hands, slots, amounts, opened.names)


def _play_poker(
    setup: Setup, hands: Frame, opened: OpenedFloor, rng: np.random.Generator
) -> tuple[Frame, list[Frame]]:
    poker.open_rounds(setup, hands, rng)
    wagers = poker.pot_frame(setup, hands, opened.rings, opened.names, rng)
    pots = poker.pots_of(hands, wagers)
    return wagers, poker.fees_frames(setup, hands, pots, opened.names)


def _ids(sittings: Sequence[Sitting], hands: Frame) -> Ids:
    prefixes = [
        f"{''.join(word[0] for word in each.cardroom.split('-')).upper()}{each.number + 1:05d}"
        for each in sittings
    ]
    firsts = np.cumsum([0, *(sitting.hands for sitting in sittings)])
    number = hands["hand"] - firsts[hands["sitting"]] + 1
    return Ids(prefixes, hands["sitting"].copy(), number)


def _open_tables(
    sittings: Sequence[Sitting], setups: Sequence[Setup], names: Names, rng: np.random.Generator
) -> OpenedFloor:
    """Return the hands of all sittings, still without wagers and the fees of single hands."""
    opened = OpenedFloor(names, People(names), SeatBook(names))
    for sitting in sittings:
        turns = setups[sitting.runs[0].setup].turns
        if turns is None:
            frame = poker_hands(sitting, setups, opened, rng)
        else:
            frame = banked_hands(sitting, setups, turns, opened, rng)
        opened.hands.append(frame)
        post(sitting, setups, frame, opened)
        opened.count += sitting.hands
    return opened
