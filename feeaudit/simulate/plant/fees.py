"""Planting violations of the fee checks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bet_shapes import DOLLAR
from feeaudit.simulate.draft_frames import NULL
from feeaudit.simulate.plant.payments import bets_on, take

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot


def over(plot: Plot) -> None:
    """FEE-OVER: a payer pays the next higher rate of the option, else a dollar more than owed."""
    frame = plot.draft["collections"]
    for row, hand in plot.fees():
        amount = int(frame["amount"][row])
        higher = [rate for rate in sorted(plot.setup(hand).rates) if rate > amount]
        taken = higher[0] if higher else amount + DOLLAR
        if plot.keeps_rates(hand, taken):
            _retake(plot, row, hand, taken)


def under(plot: Plot) -> None:
    """FEE-UNDER: a payer pays the next lower rate of the option, else half of what is owed."""
    frame = plot.draft["collections"]
    for row, hand in plot.fees():
        amount = int(frame["amount"][row])
        lower = [rate for rate in sorted(plot.setup(hand).rates) if rate < amount]
        taken = lower[-1] if lower else amount // 2
        if plot.keeps_rates(hand, taken):
            _retake(plot, row, hand, taken)


def _retake(plot: Plot, row: int, hand: int, taken: int) -> None:
    frame = plot.draft["collections"]
    owed = int(frame["amount"][row])
    frame["amount"][row] = taken
    payer = plot.draft.names.text(int(frame["payer"][row]))
    what = f"{dollars(taken)} taken from {payer} instead of {dollars(owed)}"
    plot.plant(hand, what, seat=int(frame["seat"][row]), amount=taken - owed)


def missing(plot: Plot) -> None:
    """FEE-MISSING: the only collection of a payer is not recorded at all."""
    frame = plot.draft["collections"]
    for row, hand in plot.fees():
        same = [
            other
            for other in plot.draft.rows_of("collections", hand).tolist()
            if all(frame[name][other] == frame[name][row] for name in ("payer", "seat", "player"))
        ]
        if len(same) == 1 and not plot.draft.opens_free(hand):
            plot.draft.drop("collections", [row])
            owed = int(frame["amount"][row])
            payer = plot.draft.names.text(int(frame["payer"][row]))
            what = f"{dollars(owed)} owed by {payer} not taken"
            plot.plant(hand, what, seat=int(frame["seat"][row]), amount=-owed)


def undue(plot: Plot) -> None:
    """FEE-UNDUE: a player pays a base fee where the option lets players pay nothing."""
    hands = plot.draft["hands"]
    frame = plot.draft["collections"]
    for hand in plot.free_hands(hands["ring"] != NULL):
        setup = plot.setup(hand)
        if any(levy.payer == "player" for levy in setup.fees):
            continue
        rows = plot.draft.rows_of("collections", hand).tolist()
        amount = int(frame["amount"][rows[0]]) if rows else DOLLAR
        if not plot.keeps_rates(hand, amount):
            continue
        seat, player = _somebody(plot, hand)
        take(plot.draft, hand, "player", "base", amount=amount, seat=seat, player=player)
        what = f"{dollars(amount)} taken from a player who owes nothing"
        plot.plant(hand, what, seat=seat, amount=amount)


def _somebody(plot: Plot, hand: int) -> tuple[int, int]:
    """Return seat and name of a player of a hand: who bet first, else who sits first."""
    bets = bets_on(plot.draft, hand)
    if bets:
        return bets[0].slot
    ring = np.array([plot.draft["hands"]["ring"][hand]])
    rings = plot.draft.rings
    zero = np.zeros(1, dtype=np.int64)
    return int(rings.seat_at(ring, zero)[0]), int(rings.person_at(ring, zero)[0])


def moment(plot: Plot) -> None:
    """FEE-MOMENT: a fee is taken at a moment that no reading of the terms allows."""
    frame = plot.draft["collections"]
    hands = plot.draft["hands"]
    for row, hand in plot.fees():
        allowed = plot.setup(hand).fees[int(frame["levy"][row])].admissible
        if not allowed or "any_round" in allowed:
            continue
        wrong = next((each for each in ("end_of_hand", "before_deal") if each not in allowed), "")
        if not wrong:
            continue
        right = plot.draft.names.text(int(frame["moment"][row]))
        column = "ended_at" if wrong == "end_of_hand" else "started_at"
        frame["moment"][row] = plot.draft.names.code(wrong)
        frame["taken_at"][row] = hands[column][hand]
        what = f"taken {wrong} instead of {right}"
        plot.plant(hand, what, seat=int(frame["seat"][row]))


def waiver(plot: Plot) -> None:
    """FEE-WAIVER: a fee that is owed is recorded as waived, for a reason nobody published."""
    frame = plot.draft["collections"]
    for row, hand in plot.fees():
        if plot.draft.opens_free(hand):
            continue
        owed = int(frame["amount"][row])
        frame["amount"][row] = 0
        frame["waived"][row] = plot.draft.names.code("regular customer")
        what = f"{dollars(owed)} waived for a regular customer"
        plot.plant(hand, what, seat=int(frame["seat"][row]), amount=-owed)


def jackpot(plot: Plot) -> None:
    """FEE-JACKPOT: a dollar too much for the jackpot, or one where no jackpot fee is printed."""
    hands = plot.draft["hands"]
    frame = plot.draft["collections"]
    fee = plot.draft.names.code("jackpot")
    for hand in plot.free_hands(hands["turn"] == NULL):
        setup = plot.setup(hand)
        rows = [
            r for r in plot.draft.rows_of("collections", hand).tolist() if frame["fee"][r] == fee
        ]
        if rows:
            frame["amount"][rows[0]] += DOLLAR
            what = "a dollar too much taken for the jackpot"
        elif any(rule.rule == "jackpot_elsewhere" for rule in setup.game.rules):
            continue  # What such a fee may be is printed somewhere else: it is no violation.
        elif not any(levy.component == "jackpot" for levy in setup.fees):
            take(plot.draft, hand, "pot", "jackpot", amount=DOLLAR)
            what = "a dollar taken for a jackpot; the option prints no jackpot fee"
        else:
            continue
        plot.plant(hand, what, amount=DOLLAR)
