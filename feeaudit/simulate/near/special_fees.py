"""Near misses of the checks on fees by the period, for jackpots and by percent."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.plant.limits import lone_entries
from feeaudit.simulate.plant.moving import changed_seat, moved_away
from feeaudit.simulate.plant.price import bets_on, change_wager, collect, dues, take, with_amount
from feeaudit.simulate.plant.time_fees import stay_of
from feeaudit.simulate.steps import OPEN

if TYPE_CHECKING:
    from feeaudit.simulate.plant.plot import Plot, Stretch
    from feeaudit.simulate.setups import Setup

_FEWEST: Final = 20


def time(plot: Plot) -> None:
    """FEE-TIME: within a period that is paid a player changes seat, or table, and pays once."""
    frame = plot.draft["collections"]
    by_period = frame["fee"] == plot.draft.names.code("time")
    for row in plot.shuffled(by_period):
        stay = stay_of(plot, row, by_period)
        moved = stay.middle
        if not moved or not plot.draft.free(*stay.hands):
            continue
        player = int(frame["player"][row])
        elsewhere = moved_away(plot.draft, moved, player) if plot.done % 2 else None
        chair = None if elsewhere else changed_seat(plot.draft, moved, player)
        if elsewhere or chair is not None:
            what = "table" if elsewhere else "seat"
            said = f"{plot.draft.names.text(player)} changes {what} within a period that is paid"
            plot.plant_record(moved[0], said, player=player)
            plot.draft.reserve(*stay.hands, *(elsewhere or ()))


def jackpot(plot: Plot) -> None:
    """FEE-JACKPOT: the pot is exactly what makes a further fee due, or a dollar less.

    The further fee is taken at the first and not at the second.
    """
    for hand in plot.free_hands(plot.draft["hands"]["turn"] == NULL):
        stages = {
            number: levy.from_pot
            for number, levy in enumerate(plot.setup(hand).levies)
            if levy.from_pot
        }
        if stages:
            pot = max(stages.values()) - DOLLAR * (plot.done % 2)
            if _change_pot(plot, hand, pot):
                for number, stage in stages.items():
                    _take_stage(plot, hand, number, due=pot >= stage)
                plot.plant(hand, f"a pot of exactly {dollars(pot)}")


def _change_pot(plot: Plot, hand: int, pot: int) -> bool:
    """Change the largest bet so that all wagers come to so much; tell whether that can be.

    Blinds and antes stay as they are: they have to keep to each other.
    """
    wagers, rows = plot.draft["wagers"], plot.draft.rows_of("wagers", hand)
    bets = rows[wagers["wager"][rows] == plot.draft.names.code("bet")]
    if len(bets) == 0:
        return False
    row = int(bets[wagers["amount"][bets].argmax()])
    amount = int(wagers["amount"][row]) + pot - int(wagers["amount"][rows].sum())
    if amount <= 0:
        return False
    wagers["amount"][row] = amount
    return True


def _take_stage(plot: Plot, hand: int, number: int, *, due: bool) -> None:
    frame = plot.draft["collections"]
    rows = plot.draft.rows_of("collections", hand)
    mine = rows[frame["levy"][rows] == number].tolist()
    levy = plot.setup(hand).levies[number]
    fee = int(levy.printed.steps.fees[0])
    if due and not mine and fee:
        take(plot.draft, hand, levy.payer, levy.fee, amount=fee, levy=number)
    elif not due:
        plot.draft.drop("collections", mine)


def percent(plot: Plot) -> None:
    """FEE-PERCENT: the table action is at the end of a tier hand after hand, the fees are printed.

    So the fees rise with what is wagered, as a share would, and yet are those of the tiers.
    """
    for stretch in plot.stretches():
        setup = plot.draft.setups[stretch.setup]
        ends = _ends(setup)
        changed = _moved(plot, stretch, ends) if len(ends) > 1 else []
        if len(changed) >= _FEWEST:
            what = "the table action is at the end of a tier hand after hand"
            plot.plant(changed[0], what, also=tuple(stretch.hands))
            for hand in changed[1:]:
                plot.note(hand, f"{what}: a further hand")


def _ends(setup: Setup) -> list[int]:
    """Return the ends of the tiers by which the player-dealer pays, if all that is settled."""
    for levy in setup.levies:
        rate = levy.printed
        if levy.payer == "player_dealer" and rate.basis == "table_action" and len(levy.rates) == 1:
            return [int(each) for each in rate.steps.highs if each < OPEN]
    return []


def _moved(plot: Plot, stretch: Stretch, ends: list[int]) -> list[int]:
    """Put the table action of as many hands as can be at the nearest end; return those hands."""
    setup = plot.draft.setups[stretch.setup]
    shape = setup.shape
    if shape is None:
        return []
    rate = next(levy.printed for levy in setup.levies if levy.payer == "player_dealer")
    done = []
    for hand in stretch.hands:
        bets = bets_on(plot.draft, hand)
        total = sum(bet.amount for bet in bets if rate.counts(bet.kind))
        bet = next((each for each in lone_entries(shape, bets) if rate.counts(each.kind)), None)
        if bet is None or plot.draft.returned(hand):
            continue
        nearest = min((abs(end - total), end) for end in ends)[1]
        amount = bet.amount + nearest - total
        within = shape.least <= amount <= (shape.most or amount) and amount % shape.step == 0
        changed = with_amount(bets, bet, amount)
        owed = dues(plot.draft, hand, setup, changed) if within else None
        if owed is not None:
            change_wager(plot.draft, hand, bet, amount)
            collect(plot.draft, hand, setup, owed)
            done.append(hand)
    return done
