"""Near misses of the fee checks: amounts at the bounds of tiers, fees that need not be, or may."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars
from feeaudit.simulate.frames import NULL, SECOND
from feeaudit.simulate.plant.limits import lone_entries
from feeaudit.simulate.plant.price import bets_on, change_wager, collect, dues, take, with_amount
from feeaudit.simulate.steps import OPEN
from feeaudit.simulate.taking import SECONDS_IN

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.plant.price import Bet
    from feeaudit.simulate.setups import Setup

PUBLISHED: Final = "opening promotion"
_CENT: Final = 1


def over(plot: Plot) -> None:
    """FEE-OVER: what picks the tier is exactly the tier's end, and the lower fee is taken."""
    _at_bounds(plot, "is exactly the end of a tier", low=False)


def under(plot: Plot) -> None:
    """FEE-UNDER: what picks the tier is exactly where the next one begins, its fee is taken."""
    _at_bounds(plot, "is exactly the beginning of a tier", low=True)


def unsettled(plot: Plot) -> None:
    """FEE-UNSETTLED: what picks the tier is one cent short of the tier's end."""
    _at_bounds(plot, "is a cent short of the end of a tier", low=False, off=_CENT)


def _at_bounds(plot: Plot, said: str, *, low: bool, off: int = 0) -> None:
    """Change one wager so that a total falls on a bound, and take the fees it owes there."""
    for hand in plot.free_hands(plot.draft["hands"]["turn"] != NULL):
        setup = plot.setup(hand)
        if plot.draft.returned(hand):
            continue
        bets = bets_on(plot.draft, hand)
        for bet, amount in _bounds(setup, bets, low=low):
            owed = dues(plot.draft, hand, setup, with_amount(bets, bet, amount - off))
            if owed is not None:
                change_wager(plot.draft, hand, bet, amount - off)
                collect(plot.draft, hand, setup, owed)
                what = f"{bet.kind} of {dollars(amount - off)}: what is wagered {said}"
                plot.plant(hand, what, seat=bet.seat, amount=amount - off - bet.amount)
                break


def _bounds(setup: Setup, bets: list[Bet], *, low: bool) -> Iterator[tuple[Bet, int]]:
    """Yield lone base wagers with amounts that put a fee at a bound where the fee changes."""
    shape = setup.shape
    if shape is None or shape.stepped:
        return
    for levy in setup.levies:
        steps = levy.printed.steps
        if levy.printed.basis in {"flat", "players"}:
            continue
        changes = steps.fees[1:] != steps.fees[:-1]
        bounds = (steps.lows[1:] if low else steps.highs[:-1])[changes].tolist()
        total = sum(bet.amount for bet in bets if levy.printed.counts(bet.kind))
        for bet in lone_entries(shape, bets):
            beside = 0 if levy.by_slot else total - bet.amount
            for amount in (bound - beside for bound in bounds if abs(bound) < OPEN):
                fits = shape.least < amount <= (shape.most or amount)
                if fits and levy.printed.counts(bet.kind):
                    yield bet, amount


def missing(plot: Plot) -> None:
    """FEE-MISSING: several fees of a player are one payment, or a hand ends before one is due."""
    draft = plot.draft
    early = draft["hands"]["opening_round"] == 0
    for hand in plot.free_hands(early):
        if 2 * plot.done >= plot.wanted:
            break
        if len(draft.rows_of("collections", hand)) == 0:
            plot.plant(hand, "nothing taken on a hand that ended before the opening round")
    for hand in plot.free_hands(draft["hands"]["turn"] != NULL):
        _one_payment(plot, hand)


def _one_payment(plot: Plot, hand: int) -> None:
    """Record the fees of a player who pays several alike as one."""
    frame = plot.draft["collections"]
    by_payer: dict[tuple[int, ...], list[int]] = defaultdict(list)
    for row in plot.draft.rows_of("collections", hand).tolist():
        if plot.setup(hand).levies[frame["levy"][row]].by_slot:
            payer = tuple(int(frame[name][row]) for name in ("levy", "seat", "player"))
            by_payer[payer].append(row)
    several = next((rows for rows in by_payer.values() if len(rows) > 1), None)
    if several is not None:
        frame["amount"][several[0]] = int(frame["amount"][several].sum())
        plot.draft.drop("collections", several[1:])
        seat = int(frame["seat"][several[0]])
        plot.plant(hand, f"{len(several)} fees of one player in one payment", seat=seat)


def undue(plot: Plot) -> None:
    """FEE-UNDUE: a payment of nothing from who owes nothing, or a free bet that is not charged."""
    draft = plot.draft
    for hand in plot.free_hands(draft["hands"]["turn"] != NULL):
        bets, setup = bets_on(draft, hand), plot.setup(hand)
        free = [bet for bet in bets if bet.kind in setup.term.free]
        if all(levy.payer != "player" for levy in setup.levies) and plot.done % 2 == 0:
            seat, player = bets[0].slot
            take(draft, hand, "player", "base", amount=0, seat=seat, player=player)
            plot.plant(hand, "$0.00 recorded from a player who owes nothing", seat=seat)
        elif free:
            plot.plant(hand, f"{free[0].kind} placed, which is free", seat=free[0].seat)


def moment(plot: Plot) -> None:
    """FEE-MOMENT: a fee is taken at another moment that the terms allow, or leave open."""
    frame, hands = plot.draft["collections"], plot.draft["hands"]
    for row, hand in plot.fees():
        allowed = plot.setup(hand).levies[int(frame["levy"][row])].admissible
        logged = plot.draft.names.text(int(frame["moment"][row]))
        others = sorted((allowed or {"end_of_hand"}) - {logged, "any_round"})
        if not others or (allowed and logged not in allowed):
            continue
        start, end = int(hands["started_at"][hand]), int(hands["ended_at"][hand])
        seconds = SECONDS_IN.get(others[0], 0)
        frame["moment"][row] = plot.draft.names.code(others[0])
        frame["taken_at"][row] = end if others[0] == "end_of_hand" else start + seconds * SECOND
        why = "which the terms allow too" if allowed else "where no moment is stated"
        plot.plant(hand, f"taken {others[0]}, {why}", seat=int(frame["seat"][row]))


def waiver(plot: Plot) -> None:
    """FEE-WAIVER: a fee that is owed is waived for a reason that was published."""
    frame = plot.draft["collections"]
    for row, hand in plot.fees():
        owed = int(frame["amount"][row])
        frame["amount"][row] = 0
        frame["waived"][row] = plot.draft.names.code(PUBLISHED)
        what = f"{dollars(owed)} waived as published: {PUBLISHED}"
        plot.plant(hand, what, seat=int(frame["seat"][row]))
