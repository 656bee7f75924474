"""Near misses of the option checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.plant.odd_rates import take_odd_rates
from feeaudit.simulate.plant.options import owed_under, posting_at, run_at, siblings
from feeaudit.simulate.plant.plot import Stretch
from feeaudit.simulate.plant.price import collect, paid, poker_dues, priced

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.setups import Setup

_TRIED: Final = 4


def unknown(plot: Plot) -> None:
    """OPT-UNKNOWN: a hand names its game as the approved paper prints it, not by the book's id."""
    hands = plot.draft["hands"]
    for hand in plot.free_hands(hands["hand"] != NULL):
        game = plot.setup(hand).game
        if game.name != game.game:
            hands["game"][hand] = plot.draft.names.code(game.name)
            plot.plant(hand, f"the game is called {game.name}")


def mixed(plot: Plot) -> None:
    """OPT-MIXED: the option changes exactly between two hands.

    Either another one is posted as a hand ends and taken down again as the next one starts, or a
    poker hand with fewer players is played under the row of the price list that is for them.
    """
    hands = plot.draft["hands"]
    listed = np.array(
        [setup.turns is None and bool(setup.term.bands) for setup in plot.draft.setups]
    )
    for hand in plot.free_hands(listed[hands["setup"]]):
        if 2 * plot.done >= plot.wanted:
            break
        _other_row(plot, hand)
    for hand in plot.free_hands(hands["hand"] != NULL):
        _between_hands(plot, hand)


def _between_hands(plot: Plot, hand: int) -> None:
    hands, setup = plot.draft["hands"], plot.setup(hand)
    others = [each.option for each in setup.schedule.options if each.option != setup.option.option]
    last = hand + 1 == len(hands["hand"]) or hands["sitting"][hand + 1] != hands["sitting"][hand]
    if last or not others or hands["setup"][hand + 1] != hands["setup"][hand]:
        return
    posting = posting_at(plot.draft, hand)
    other = plot.draft.names.code(others[hand % len(others)])
    end, start = int(hands["ended_at"][hand]), int(hands["started_at"][hand + 1])
    blank = {"minimum": NULL, "maximum": NULL}
    plot.draft.copy_row("postings", posting, near=hand, option=other, posted_at=end, **blank)
    plot.draft.copy_row("postings", posting, near=hand, posted_at=start)
    plot.plant(hand, "another option posted as the hand ends and until the next one starts")
    plot.draft.reserve(hand + 1)


def _other_row(plot: Plot, hand: int) -> None:
    """Play a poker hand with fewer players under the row of the same price list for so many."""
    hands = plot.draft["hands"]
    for setup in _same_list(plot, hand):
        players = [each for each in setup.players if each < hands["players"][hand]]
        own = plot.setup(hand).players
        fewer = next((each for each in reversed(players) if each not in own), None)
        if fewer is None:
            continue
        was = int(hands["players"][hand])
        hands["players"][hand] = fewer
        owed = poker_dues(plot.draft, hand, setup)
        if owed is None or not plot.draft.free(hand):
            hands["players"][hand] = was
            continue
        hands["option"][hand] = plot.draft.names.code(setup.option.option)
        collect(plot.draft, hand, setup, owed)
        plot.plant(hand, f"{fewer} players under option {setup.option.option} of the price list")
        return


def _same_list(plot: Plot, hand: int) -> Iterator[Setup]:
    own = plot.setup(hand)
    band = next((each for each in own.term.bands if own.option.option in each), ())
    for setup in plot.draft.setups:
        if setup.key[:4] == own.key[:4] and setup is not own and setup.option.option in band:
            yield setup


def rates(plot: Plot) -> None:
    """OPT-RATES: exactly as many different fees are taken at a table as its rules allow.

    Those that the option does not print are FEE-OVER, each by itself.
    """
    for stretch in plot.stretches():
        allowed = plot.draft.setups[stretch.setup].allowed_rates
        take_odd_rates(plot, stretch, allowed, f"exactly {allowed} different fees")


def limit(plot: Plot) -> None:
    """OPT-LIMIT: the posted maximum is the highest that the option's range of maximums has.

    Only where nothing is planted under that placard, whose limits are now others.
    """
    postings = plot.draft["postings"]
    for row in plot.shuffled(postings["maximum"] != NULL):
        hand = int(postings["near"][row])
        approved = plot.draft.setups[int(postings["setup"][row])].term.table_limit
        if approved is None or approved.maximum is None or approved.maximum.high is None:
            continue
        run = run_at(plot.draft, hand)
        if plot.draft.free(*run) and postings["maximum"][row] != approved.maximum.high:
            postings["maximum"][row] = approved.maximum.high
            plot.plant_record(hand, f"a maximum of {dollars(approved.maximum.high)} posted")
            plot.draft.reserve(*run)


def fits(plot: Plot) -> None:
    """OPT-FITS: the fees of one single hand are those of another option, which is no stretch.

    The hand is FEE-OVER or FEE-UNDER by itself.
    """
    hands = plot.draft["hands"]
    tables: set[int] = set()
    others: dict[int, list[Setup]] = {}
    for hand in plot.free_hands(hands["hand"] != NULL):
        sitting = int(hands["sitting"][hand])
        alone = Stretch(int(hands["setup"][hand]), hand, hand)
        if plot.setup(hand).timed or sitting in tables:
            continue
        if alone.setup not in others:
            others[alone.setup] = siblings(plot, alone)[:_TRIED]
        for setup in others[alone.setup]:
            owed = owed_under(plot, alone, setup)
            if owed is not None and _same_rates(plot, setup, hand):
                plot.plant(hand, f"fees of option {setup.option.option} on one hand")
                after = priced(plot.draft, setup, owed[hand])
                plot.fees_come_with_it(hand, paid(plot.draft, hand), after)
                collect(plot.draft, hand, setup, owed[hand])
                tables.add(sitting)
                break


def _same_rates(plot: Plot, setup: Setup, hand: int) -> bool:
    return all(plot.keeps_rates(hand, amount) for amount in sorted(setup.rates))
