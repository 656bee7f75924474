"""Hands of player-dealer games: who bets what, and the fees that follow, a setup at a time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.simulate.bet_amounts import add_extras, drop_extras, entered
from feeaudit.simulate.chairs import STANDING
from feeaudit.simulate.draft_frames import NULL, Frame, frame_of
from feeaudit.simulate.fee_records import taken_frame
from feeaudit.simulate.option_fees import hand_fees, hands_settled, slot_fees, slots_settled

if TYPE_CHECKING:
    from feeaudit.core.arrays import BoolArray, IntArray
    from feeaudit.simulate.bet_shapes import BetShape
    from feeaudit.simulate.chairs import Rings
    from feeaudit.simulate.draft_frames import Names
    from feeaudit.simulate.setups import Setup, Stakes

_BETS: Final = 0.9
_BACKLINE: Final = 0.2
_SECOND_CIRCLE: Final = 0.08
_TRIES: Final = 4
_AT_BOUNDS: Final = 0.1


@dataclass(frozen=True, slots=True, eq=False)
class Slots:
    """Who bets where, by hand and slot: the seats, then a backline bettor, then a second circle."""

    seat: IntArray
    person: IntArray
    betting: BoolArray
    seated: BoolArray


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """The hands of one setup with what is needed to make their bets."""

    setup: Setup
    shape: BetShape
    stakes: Stakes
    hands: Frame
    slots: Slots
    seated: IntArray


def bets_of(
    setup: Setup, hands: Frame, rings: Rings, rng: np.random.Generator
) -> tuple[Slots, IntArray]:
    """Return who bets where and how much, by hand, slot and wager kind, all of it settled."""
    shape, stakes = setup.shape, setup.stakes
    if shape is None or stakes is None:
        raise ValueError("only a player-dealer game has bets against the player-dealer")
    seated = (rings.array("seats")[hands["ring"]] != NULL).sum(axis=1)
    table = Table(setup, shape, stakes, hands, _slots(setup, hands, rings, rng), seated)
    amounts = _drawn_bets(table, table.slots.betting, rng)
    for attempt in range(_TRIES):
        bad = np.flatnonzero(~_settled(table, amounts))
        if len(bad) == 0:
            break
        if attempt == 0:
            drop_extras(shape, amounts, np.isin(np.arange(len(amounts)), bad)[:, np.newaxis])
        else:
            amounts[bad] = _drawn_bets(table, table.slots.betting, rng, smaller=True)[bad]
    bad = np.flatnonzero(~_settled(table, amounts))
    for hand in bad.tolist():
        amounts[hand] = _sure_bets(table, hand)
    _move_to_bounds(table, amounts, rng)
    return table.slots, amounts


def _slots(setup: Setup, hands: Frame, rings: Rings, rng: np.random.Generator) -> Slots:
    ring, turn = hands["ring"], hands["turn"]
    seats, people = rings.array("seats")[ring], rings.array("people")[ring]
    count, places = seats.shape
    everyone = setup.turns is not None and setup.turns.everyone_bets
    taken = seats != NULL
    betting = taken & (np.arange(places) != turn[:, np.newaxis])
    if not everyone:
        wants = (rng.random(seats.shape) < _BETS) & ~rings.providers_at(ring)
        nobody = ~(betting & wants).any(axis=1)
        betting &= wants | nobody[:, np.newaxis]
    host = np.where(betting, rng.random(seats.shape), -1.0).argmax(axis=1)
    rows = np.arange(count)
    standing = rings.array("standing")[ring, rng.integers(STANDING, size=count)]
    circle = rings.array("circle")[ring]
    behind = rng.random(count) < (_BACKLINE if setup.shape and setup.shape.backline else 0.0)
    second = (rng.random(count) < _SECOND_CIRCLE) & (circle != NULL) & _circles_apart(setup)
    second &= rings.providers_at(ring)[rows, host] == 0
    return Slots(
        seat=np.column_stack([seats, seats[rows, host], circle]),
        person=np.column_stack([people, standing, people[rows, host]]),
        betting=np.column_stack([betting, behind, second]),
        seated=np.column_stack([taken, np.zeros((count, 2), dtype=np.bool_)]),
    )


def _circles_apart(setup: Setup) -> bool:
    """Tell whether a player who bets two circles pays for each, however the schedule is read."""
    return "base" in (setup.shape.kinds if setup.shape else ()) and all(
        rate.per != "player" for levy in setup.fees for rate in levy.rates
    )


def _drawn_bets(
    table: Table, betting: BoolArray, rng: np.random.Generator, *, smaller: bool = False
) -> IntArray:
    """Return random bets; those whose own fees are open lose their extras."""
    shape, stakes = table.shape, table.stakes
    entries = np.array(stakes.entries, dtype=np.int64)
    kinds = entries[rng.integers(len(entries), size=betting.shape)]
    kinds = np.where(rng.random(kinds.shape) < 0.1, kinds, np.minimum(kinds, entries[:2].max()))  # noqa: PLR2004 - a lone tie bet is rare
    weights = np.array(stakes.weights)
    if smaller:
        weights = weights**2 / (weights**2).sum()
    drawn = rng.choice(stakes.pool, size=betting.shape, p=weights)
    amounts = entered(shape, kinds, np.where(betting, drawn, 0))
    if not smaller:
        willing = np.ones(betting.shape, dtype=np.bool_)
        willing[:, -2] = False
        add_extras(shape, amounts, willing, rng)
        by_slot = [levy for levy in table.setup.fees if levy.by_slot]
        drop_extras(shape, amounts, ~slots_settled(by_slot, shape.kinds, amounts))
    return amounts


def _settled(table: Table, amounts: IntArray) -> BoolArray:
    by_hand = [levy for levy in table.setup.fees if levy.printed.per == "hand"]
    return hands_settled(by_hand, table.shape.kinds, amounts)


def _move_to_bounds(table: Table, amounts: IntArray, rng: np.random.Generator) -> None:
    """Let some table actions fall exactly on the nearest end of a tier, by one bettor's wager."""
    shape, setup = table.shape, table.setup
    rates = [levy.printed for levy in setup.fees if levy.printed.basis == "table_action"]
    if not rates or shape.tied:
        return
    counted = [place for place, kind in enumerate(shape.kinds) if rates[0].counts(kind)]
    bounds = np.array(rates[0].price.bounds, dtype=np.int64)
    totals = amounts[:, :, counted].sum(axis=(1, 2))
    nearest = bounds[np.abs(totals[:, np.newaxis] - bounds).argmin(axis=1)]
    # A wager that stands alone may change without anything that hangs on it.
    alone = (amounts > 0).sum(axis=2) == 1
    rows, slot = np.arange(len(amounts)), alone.argmax(axis=1)
    kind = amounts[rows, slot].argmax(axis=1)
    moved = amounts.copy()
    moved[rows, slot, kind] += nearest - totals
    entry = moved[rows, slot, kind]
    good = (rng.random(len(amounts)) < _AT_BOUNDS) & alone.any(axis=1)
    good &= np.isin(kind, table.stakes.entries) & np.isin(kind, counted)
    good &= (entry >= shape.least) & (entry <= (shape.most or entry)) & (entry % shape.step == 0)
    by_slot = [levy for levy in setup.fees if levy.by_slot]
    good &= slots_settled(by_slot, shape.kinds, moved)[rows, slot] & _settled(table, moved)
    amounts[good] = moved[good]


def _sure_bets(table: Table, hand: int) -> IntArray:
    """Return equal bets of as many players as surely give a settled total."""
    slots, stakes = table.slots, table.stakes
    turns = table.setup.turns
    turn = int(table.hands["turn"][hand])
    others = [place for place in range(int(table.seated[hand])) if place != turn]
    if turns is not None and turns.everyone_bets:
        count = len(others)
    else:
        others.sort(key=lambda place: not slots.betting[hand, place])
        wanted = int(slots.betting[hand, :-2].sum())
        fitting = [each for each in stakes.sure if each <= len(others)]
        count = min(fitting, key=lambda each: (abs(each - wanted), each))
    entries = np.zeros((1, slots.betting.shape[1]), dtype=np.int64)
    choices = stakes.sure[count]
    entries[0, others[:count]] = choices[hand % len(choices)]
    kinds = np.full(entries.shape, stakes.entries[0], dtype=np.int64)
    amounts: IntArray = entered(table.shape, kinds, entries)[0]
    return amounts


def wagers_frame(
    setup: Setup, hands: Frame, slots: Slots, amounts: IntArray, names: Names
) -> Frame:
    """Return the wagers as records, in the order of hands, slots and kinds."""
    hand, slot, kind = np.nonzero(amounts)
    kinds = names.codes(setup.shape.kinds if setup.shape else ())
    return frame_of(
        "wagers",
        len(hand),
        hand=hands["hand"][hand],
        seat=slots.seat[hand, slot],
        player=slots.person[hand, slot],
        wager=kinds[kind],
        amount=amounts[hand, slot, kind],
    )


def fees_frames(
    setup: Setup, hands: Frame, slots: Slots, amounts: IntArray, names: Names
) -> list[Frame]:
    """Return the collections of each levy: one record for each thing that is charged."""
    frames = []
    kinds = setup.shape.kinds if setup.shape else ()
    for number, levy in enumerate(setup.fees):
        if levy.by_slot:
            fees, _ = slot_fees(levy.printed, kinds, amounts)
            hand, slot, thing = np.nonzero(fees)
            seat, person = slots.seat[hand, slot], slots.person[hand, slot]
            taken = fees[hand, slot, thing]
        else:
            owed, _ = hand_fees(levy.printed, kinds, amounts)
            hand = np.flatnonzero(owed)
            taken = owed[hand]
            holder = levy.payer == "player_dealer"
            seat = hands["player_dealer_seat"][hand] if holder else np.full(len(hand), NULL)
            person = hands["player_dealer"][hand] if holder else np.full(len(hand), NULL)
        frames.append(
            taken_frame(levy, number, hands, hand, taken, names=names, seat=seat, person=person)
        )
    return frames
