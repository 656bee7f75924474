"""PAY-ORDER: money ran out, and wagers were settled out of the printed order.

Only where the money does not cover does the order matter: then what is settled is the beginning of
the printed order, from where it starts (the action button, or beside a dealer), and what is
returned is its end. Seats are taken to be numbered clockwise, as tables are, and settled one after
the other; where rules print rounds, each goes around the whole table before the next.

Finding     button at seat 1, clockwise; seat 2 had its wager returned, seat 3 was paid
Finding     all base wagers go first; seat 1's bonus bet was paid, seat 2's base wager returned
No finding  seats 1 and 2 settled, seat 3 in part, seats 4 to 7 returned
Review      the order holds under one reading of the rules and not under another
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, Stake, check
from feeaudit.audit.columns import words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.findings import find
from feeaudit.audit.settlement.findings import BLANK_RESULT, ids_of, not_settled
from feeaudit.audit.settlement.printed_rules import printed_rules
from feeaudit.audit.settlement.settlement_order import judgment, passed_and_late
from feeaudit.audit.settlement.short_hands import short_hands
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.audit.settlement.settlement_order import Judgment
    from feeaudit.audit.settlement.short_hands import ShortHands
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.settlement import PrintedOrder, SettlementRules

_FROM: Final = {
    "action_button": "from the action button",
    "left_of_player_dealer": "from the left of the player-dealer",
    "left_of_house_dealer": "from the left of the house dealer, taken to be seat 1",
    "right_of_house_dealer": "from the right of the house dealer, taken to be the last seat",
}


@check(
    id="PAY-ORDER",
    title="Wagers settled out of the printed order",
    severity=Severity.VIOLATION,
    stake=Stake.PATRONS,
    authority=Authority.GAME,
    needs=("wagers", "wagers.result", "wagers.returned"),
    next_step="Retrain the dealer on where settlement starts and in which direction it goes when"
    " money runs out.",
)
def settled_out_of_order(case: Case) -> Outcome:
    """Money ran out, and wagers were settled out of the printed order."""
    cover = Cover(case.player_dealer_hands)
    if cover.lacks(case.lacking("wagers.result", "wagers.returned")):
        return cover.outcome()
    short = short_hands(case)
    judged = judgment(case, short)
    cover = Cover(case.no_hand)
    cover.take_up(short.hands)
    printed_rules(case).set_aside(
        cover,
        lambda each: not each.starts,
        lambda game: f"the printed rules of {game} do not say where settlement starts",
    )
    for column, which in judged.unplaced.items():
        for reason, mine in _unplaced(case, column, short.hands):
            cover.set_aside(short.hands[which & mine], reason)
    unnumbered = short.hands[~short.numbered()]
    cover.set_aside(unnumbered, "wagers.seat is not a number, so seats have no order")
    undirected = short.hands[judged.undirected]
    cover.set_aside(undirected, "the printed rules do not say in which direction settlement goes")
    out_of_order = judged.broken | judged.review
    in_order = short.hands[~out_of_order]
    cover.set_aside(in_order[tally_of(case).blank[in_order]], BLANK_RESULT)
    wrong = np.flatnonzero(out_of_order & cover.tested[short.hands])
    return cover.outcome(_findings(case, short, wrong, judged))


def _unplaced(case: Case, column: str, hands: Ints) -> Iterator[tuple[str, Bools]]:
    """Yield why a seat where settlement starts is not told, and of which of some hands."""
    if not case.has(column):
        yield f"the log lacks {column}", np.ones(len(hands), dtype=bool)
        return
    blank = case.hands[column.partition(".")[2]].isna().to_numpy()[hands]
    yield f"{column} is blank", blank
    yield f"{column} is not a number, so seats have no order", ~blank


def _findings(case: Case, short: ShortHands, wrong: Ints, judged: Judgment) -> pd.DataFrame:
    hands, rules = short.hands[wrong], printed_rules(case)
    rows = {place: passed_and_late(case, short, judged, place) for place in wrong.tolist()}
    passed = [first for first, _ in rows.values()]
    return find(
        wrong,
        tell=lambda place: _sentence(case, judged, place, *rows[place]),
        review=judged.review[wrong],
        hand=hands,
        seat=words_of(case.wagers, "seat", passed),
        player=words_of(case.wagers, "player", passed),
        lines=rules.texts(hands, _lines),
        document=rules.texts(hands, lambda each: each.document),
        doubt=[ids_of(judged.doubts[place]) for place in wrong.tolist()],
    )


def _sentence(case: Case, judged: Judgment, place: int, passed: int, late: int) -> str:
    order: PrintedOrder = judged.culprit[place]
    back = dollars(int(case.wagers["returned"].iloc[passed]))
    way = f" {order.directions[0].replace('_', '-')}" if len(order.directions) == 1 else ""
    ran_out = "what was put up would have covered it" if judged.enough[place] else "money ran out"
    rounds = ", one kind of wager at a time around the table" if order.rounds > 1 else ""
    return (
        f"{ran_out} and {back} of {_wager(case, passed)} was returned, yet {_wager(case, late)} was"
        f" settled, which comes after it {_FROM[order.starts]}{way}{rounds}"
        f"{not_settled(judged.doubts[place])}"
    )


def _wager(case: Case, row: int) -> str:
    wager = case.wagers.iloc[row]
    return f"the {str(wager['wager']).replace('_', ' ')} wager at seat {wager['seat']}"


def _lines(rules: SettlementRules) -> str:
    return stretches(line for _, orders in rules.orders for each in orders for line in each.lines)
