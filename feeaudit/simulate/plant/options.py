"""Planting violations of the option checks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.core.money import dollars
from feeaudit.simulate.bets import DOLLAR
from feeaudit.simulate.frames import NULL
from feeaudit.simulate.plant.odd_rates import take_odd_rates
from feeaudit.simulate.plant.plot import Stretch
from feeaudit.simulate.plant.price import bets_on, collect, dues, paid, poker_dues, priced

if TYPE_CHECKING:
    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.plant.plot import Plot
    from feeaudit.simulate.plant.price import Due
    from feeaudit.simulate.setups import Setup

_FEWEST: Final = 12
_MOST: Final = 24
_TRIED: Final = 40


def unknown(plot: Plot) -> None:
    """OPT-UNKNOWN: a hand is played under an option that the cardroom's schedules do not print.

    The placard still shows the table's own option, which OPT-LIMIT compares with the hand's. Tables
    that charge by the period are left alone: there a hand's option prices everybody's period.
    """
    hands = plot.draft["hands"]
    for hand in plot.free_hands(hands["hand"] != NULL):
        if plot.setup(hand).timed:
            continue
        printed = plot.draft.names.text(int(hands["option"][hand]))
        hands["option"][hand] = plot.draft.names.code("9999")
        what = f"option 9999, which is not printed, instead of {printed}, which is posted"
        plot.plant(hand, what)
        plot.comes_with_it(hand, "OPT-LIMIT")


def mixed(plot: Plot) -> None:
    """OPT-MIXED: another option of the game is posted while the hand is being played.

    It is posted a few seconds into the hand and the table's own option again as the hand ends.
    """
    hands = plot.draft["hands"]
    names = plot.draft.names
    for hand in plot.free_hands(hands["hand"] != NULL):
        setup = plot.setup(hand)
        band = next((each for each in setup.term.bands if setup.option.option in each), ())
        others = [
            each.option
            for each in setup.schedule.options
            if each.option != setup.option.option and each.option not in band
        ]
        if not others:
            continue
        posting = posting_at(plot.draft, hand)
        start, end = int(hands["started_at"][hand]), int(hands["ended_at"][hand])
        other = others[hand % len(others)]
        plot.draft.copy_row(
            "postings",
            posting,
            near=hand,
            option=names.code(other),
            posted_at=start + (end - start) // 2,
            minimum=NULL,
            maximum=NULL,
        )
        plot.draft.copy_row("postings", posting, near=hand, posted_at=end)
        plot.plant(hand, f"option {other} posted during a hand of option {setup.option.option}")


def posting_at(draft: Draft, hand: int) -> int:
    """Return the row of the posting that is up at a hand."""
    postings, hands = draft["postings"], draft["hands"]
    here = np.flatnonzero(
        (postings["sitting"] == hands["sitting"][hand]) & (postings["near"] <= hand)
    )
    return int(here[np.lexsort((postings["posted_at"][here], postings["near"][here]))[-1]])


def run_at(draft: Draft, hand: int) -> list[int]:
    """Return the hands from one on that its table plays under the same option."""
    hands = draft["hands"]
    same = (hands["sitting"] == hands["sitting"][hand]) & (hands["setup"] == hands["setup"][hand])
    later: list[int] = np.flatnonzero(same & (hands["hand"] >= hand)).tolist()
    return later


def rates(plot: Plot) -> None:
    """OPT-RATES: one more different fee is taken at a table than its rules allow, jackpots aside.

    As many hands as it takes pay odd amounts that the option does not print; each is FEE-OVER too.
    """
    for stretch in plot.stretches():
        allowed = plot.draft.setups[stretch.setup].allowed_rates
        what = f"more than {allowed} different fees at one table; each is FEE-OVER too"
        take_odd_rates(plot, stretch, allowed + 1, what)


def limit(plot: Plot) -> None:
    """OPT-LIMIT: the posted maximum is a dollar above what the option's table limit allows."""
    postings = plot.draft["postings"]
    for row in plot.shuffled(postings["maximum"] != NULL):
        hand = int(postings["near"][row])
        setup = plot.draft.setups[int(postings["setup"][row])]
        highest = setup.limit.high
        if setup.term.table_limit is not None and setup.term.table_limit.maximum is not None:
            highest = setup.term.table_limit.maximum.high
        run = run_at(plot.draft, hand)
        if setup.turns is None or highest is None or not plot.draft.free(*run):
            continue
        postings["maximum"][row] = highest + DOLLAR
        what = (
            f"a maximum of {dollars(highest + DOLLAR)} posted where {dollars(highest)} is approved"
        )
        plot.plant_record(hand, what, amount=DOLLAR)
        # What the table's limits are is now in doubt, so no wager is planted against them.
        plot.draft.reserve(*run)


def fits(plot: Plot) -> None:
    """OPT-FITS: for two dozen hands the fees are those of another option of the same schedule.

    On every hand where the two differ there is FEE-OVER or FEE-UNDER as well.
    """
    tables: set[int] = set()
    for stretch in plot.stretches():
        part = Stretch(stretch.setup, stretch.first, min(stretch.last, stretch.first + _MOST - 1))
        sitting = int(plot.draft["hands"]["sitting"][stretch.first])
        if len(part.hands) < _FEWEST or plot.draft.setups[stretch.setup].timed or sitting in tables:
            continue
        found = _other_option(plot, part)
        if found is None:
            continue
        tables.add(sitting)
        setup, owed = found
        what = f"fees of option {setup.option.option} for {len(owed)} hands; FEE-OVER or FEE-UNDER"
        # Nothing else is planted under this placard, so that the stretch stays a stretch.
        plot.plant(part.first, what, also=tuple(stretch.hands))
        for hand, due in owed.items():
            if hand != part.first:
                plot.note(hand, f"{what}: a further hand")
            plot.fees_come_with_it(hand, paid(plot.draft, hand), priced(plot.draft, setup, due))
            collect(plot.draft, hand, setup, due)
        if _too_many_rates(plot, stretch, owed):
            plot.comes_with_it(part.first, "OPT-RATES")


def _too_many_rates(plot: Plot, stretch: Stretch, owed: dict[int, list[Due]]) -> bool:
    """Tell whether a stretch has more different fees than allowed once some hands owe otherwise."""
    frame = plot.draft["collections"]
    amounts = {due.amount for dues_ in owed.values() for due in dues_}
    for hand in stretch.hands:
        if hand not in owed:
            amounts |= set(frame["amount"][plot.draft.rows_of("collections", hand)].tolist())
    return len(amounts - {0}) > plot.draft.setups[stretch.setup].allowed_rates


def _other_option(plot: Plot, stretch: Stretch) -> tuple[Setup, dict[int, list[Due]]] | None:
    """Return another option that settles all the hands otherwise, with what they owe under it."""
    for setup in siblings(plot, stretch):
        owed = owed_under(plot, stretch, setup)
        if owed is not None:
            return setup, owed
    return None


def siblings(plot: Plot, stretch: Stretch) -> list[Setup]:
    """Return other options of the same schedule and game that charge otherwise.

    Those with which a table keeps to the number of rates that are allowed come first.
    """
    own = plot.draft.setups[stretch.setup]
    found = [
        setup
        for setup in plot.draft.setups
        if setup.key[:4] == own.key[:4]
        and setup is not own
        and not setup.timed
        and setup.rates != own.rates
        and len(setup.levies) == len(own.levies)
    ]
    found.sort(key=lambda setup: len(setup.rates | own.rates) > own.allowed_rates)
    return found[:_TRIED]


def owed_under(plot: Plot, stretch: Stretch, setup: Setup) -> dict[int, list[Due]] | None:
    """Return what each hand of a stretch owes under another option, if that differs on most."""
    owed: dict[int, list[Due]] = {}
    frame = plot.draft["collections"]
    differing = 0
    for hand in stretch.hands:
        if setup.turns is None:
            due = poker_dues(plot.draft, hand, setup)
        else:
            due = dues(plot.draft, hand, setup, bets_on(plot.draft, hand))
        if due is None:
            return None
        owed[hand] = due
        rows = plot.draft.rows_of("collections", hand)
        differing += sorted(each.amount for each in due) != sorted(frame["amount"][rows].tolist())
    return owed if differing * 3 > len(owed) * 2 else None
