"""PAY-ORDER: money ran out, and wagers were settled out of the printed order.

Only where the money does not cover does the order matter: then what is settled is the beginning of
the printed order, from where it starts (the action button, or left of the player-dealer), and what
is returned is its end. Seats are taken to be numbered clockwise, as tables are, and settled one
after the other; where kinds of wagers have an order too, going round kind by kind is for review.

Finding     button at seat 1, clockwise; seat 2 had its wager returned, seat 3 was paid
No finding  seats 1 and 2 settled, seat 3 in part, seats 4 to 7 returned
Review      the order holds by one printed statement and not by another that contradicts it
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.settlement.coverage import BLANK_RESULT, Coverage, texts_of
from feeaudit.audit.settlement.short_hands import NO_SEAT, ShortHands, short_hands
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.book.views import stretches
from feeaudit.core.arrays import Bools, Ints
from feeaudit.core.money import dollars
from feeaudit.rules.settlement import document_of, ranks, starts

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Game
    from feeaudit.rules.contexts import Context
    from feeaudit.rules.settlement import Start


Tries = dict[tuple[str, str], tuple[Bools, Bools, Bools]]

_COLUMN: Final = {
    "action_button": "hands.action_seat",
    "left_of_player_dealer": "hands.player_dealer_seat",
}
_FROM: Final = {
    "action_button": "from the action button",
    "left_of_player_dealer": "from the left of the player-dealer",
    "left_of_house_dealer": "from the left of the house dealer, taken to be seat 1",
}


@dataclass(frozen=True, slots=True)
class _Judged:
    """Short hands as the printed starts judge them.

    ``culprit`` numbers the first start that is broken; ``by_kinds`` tells which hands are in order
    if settlement goes round the table kind by kind, ``enough`` in which money did not run out.
    """

    broken: Bools
    review: Bools
    undirected: Bools
    by_kinds: Bools
    enough: Bools
    culprit: Ints
    unplaced: dict[str, Bools]


@check(
    id="PAY-ORDER",
    title="Wagers settled out of the printed order",
    severity=Severity.VIOLATION,
    authority=Authority.GAME,
    needs=("wagers", "wagers.result", "wagers.returned"),
    next_step="Show the dealer where settlement starts and which way it goes when money runs out.",
)
def settled_out_of_order(case: Case) -> Outcome:
    """Money ran out, and wagers were settled out of the printed order."""
    missing = case.lacking("wagers.result", "wagers.returned")
    if missing:
        coverage = Coverage(case.player_dealer_hands)
        coverage.set_aside(case.every_hand, missing)
        return Outcome(findings_frame(), coverage.tested, coverage.untested)
    short = short_hands(case)
    judged = _judged(case, short)
    coverage = Coverage(_marked(case, short, np.ones(len(short.hands), dtype=bool)))
    coverage.set_aside_games(
        case,
        lambda each: each.game is not None and not starts(each.game),
        lambda game: f"the printed rules of {game} do not say where settlement starts",
    )
    for column, which in judged.unplaced.items():
        for reason, mine in _unplaced(case, column, short.hands):
            coverage.set_aside(_marked(case, short, which & mine), reason)
    unnumbered = _marked(case, short, ~short.numbered())
    coverage.set_aside(unnumbered, "wagers.seat is not a number, so seats have no order")
    coverage.set_aside(
        _marked(case, short, judged.undirected),
        "the printed rules do not say which way settlement goes",
    )
    out_of_order = judged.broken | judged.review
    coverage.set_aside(
        _marked(case, short, tally_of(case).blank[short.hands] & ~out_of_order), BLANK_RESULT
    )
    wrong = np.flatnonzero(out_of_order & coverage.tested[short.hands])
    findings = _findings(case, short, wrong, judged)
    return Outcome(findings, coverage.tested, coverage.untested)


def _enough(case: Case, short: ShortHands) -> Bools:
    """Tell in which short hands what was put up would have covered all that was returned."""
    tally, returned = tally_of(case), np.zeros(len(short.hands), dtype=np.int64)
    np.add.at(returned, short.of, case.wagers["returned"].to_numpy()[short.record] * short.returned)
    used = (tally.collected + tally.paid)[short.hands]
    enough: Bools = tally.put_up[short.hands] >= used + returned
    return enough & ~tally.blank[short.hands]


def _unplaced(case: Case, column: str, hands: Ints) -> Iterator[tuple[str, Bools]]:
    """Yield why a seat where settlement starts is not told, and of which of some hands."""
    if not case.has(column):
        yield f"the log lacks {column}", np.ones(len(hands), dtype=bool)
        return
    blank = case.hands[column.partition(".")[2]].isna().to_numpy()[hands]
    yield f"{column} is blank", blank
    yield f"{column} is not a number, so seats have no order", ~blank


def _marked(case: Case, short: ShortHands, which: Bools) -> Bools:
    marked = case.no_hand
    marked[short.hands[which]] = True
    return marked


def _judged(case: Case, short: ShortHands) -> _Judged:
    """Judge the short hands of each game by its printed starts."""
    count = len(short.hands)
    judged = _Judged(
        broken=np.zeros(count, dtype=bool),
        review=np.zeros(count, dtype=bool),
        undirected=np.zeros(count, dtype=bool),
        by_kinds=np.zeros(count, dtype=bool),
        enough=_enough(case, short),
        culprit=np.zeros(count, dtype=np.int64),
        unplaced={column: np.zeros(count, dtype=bool) for column in _COLUMN.values()},
    )
    tries: Tries = {}
    for game, mine in _by_game(case, short):
        said = starts(game)
        for start in said:
            column = _COLUMN.get(start.starts)
            if column is not None:
                judged.unplaced[column][:] |= mine & (_first_seat(short, start.starts) == NO_SEAT)
        if said:
            _judge(judged, short, game, mine, tries)
    return judged


def _by_game(case: Case, short: ShortHands) -> Iterator[tuple[Game, Bools]]:
    """Yield each game with the short hands that were played of it."""
    games = {id(each.game): each.game for each in case.contexts if each.game is not None}
    numbers = np.array([id(each.game) for each in case.contexts], dtype=np.int64)
    of_hand = numbers[case.hands["context"].to_numpy()[short.hands]]
    for number, game in games.items():
        mine = of_hand == number
        if mine.any():
            yield game, mine


def _judge(
    judged: _Judged,
    short: ShortHands,
    game: Game,
    mine: Bools,
    tries: Tries,
) -> None:
    """Write down which hands of a game keep to its printed starts."""
    said = starts(game)
    surely, perhaps, by_seats, by_kinds = _broken(short, said, tries)
    every = np.logical_and.reduce(surely)
    some = np.logical_or.reduce(surely)
    doubt = some & (~every | np.logical_or.reduce(by_kinds))
    if ranks(game).qualified:
        doubt |= every & ~np.logical_and.reduce(by_seats)
    if any(start.starts == "left_of_house_dealer" for start in said):
        doubt |= every
    judged.broken[mine] = (every & ~doubt)[mine]
    judged.review[mine] = doubt[mine]
    judged.undirected[mine] = (np.logical_or.reduce(perhaps) & ~some)[mine]
    judged.culprit[mine] = np.argmax(surely, axis=0)[mine]
    judged.by_kinds[mine] = np.logical_or.reduce(by_kinds)[mine]


def _broken(
    short: ShortHands, said: tuple[Start, ...], tries: Tries
) -> tuple[list[Bools], list[Bools], list[Bools], list[Bools]]:
    """Return for each start the hands that break it, whichever way it goes or one way at least.

    Then those that break it by their seats alone, and those that are in order kind by kind.
    """
    surely, perhaps, by_seats, by_kinds = [], [], [], []
    for start in said:
        first = np.maximum(_first_seat(short, start.starts), 0)
        for way in start.directions:
            if (start.starts, way) not in tries:
                tries[start.starts, way] = (
                    short.broken(first, way),
                    short.broken_by_seats(first, way),
                    short.right_by_kinds(first, way),
                )
        ways = [tries[start.starts, way] for way in start.directions]
        broken, seats, kinds = zip(*ways, strict=True)
        surely.append(np.logical_and.reduce(broken))
        perhaps.append(np.logical_or.reduce(broken))
        by_seats.append(np.logical_and.reduce(seats))
        by_kinds.append(np.logical_or.reduce(kinds))
    return surely, perhaps, by_seats, by_kinds


def _first_seat(short: ShortHands, starts_at: str) -> Ints:
    """Return the seat where settlement starts, NO_SEAT where the log does not tell."""
    if starts_at == "action_button":
        return short.action
    if starts_at == "left_of_player_dealer":
        return np.where(short.dealer == NO_SEAT, NO_SEAT, short.dealer + 1)
    return np.ones(len(short.hands), dtype=np.int64)


def _findings(case: Case, short: ShortHands, wrong: Ints, judged: _Judged) -> pd.DataFrame:
    if not len(wrong):
        return findings_frame()
    hands = short.hands[wrong]
    told = [_told(case, short, place, judged) for place in wrong.tolist()]
    return findings_frame(
        len(hands),
        hand=hands,
        seat=np.array([seat for seat, *_ in told], dtype=object),
        player=np.array([player for _, player, _ in told], dtype=object),
        review=judged.review[wrong],
        message=np.array([sentence for *_, sentence in told], dtype=object),
        lines=texts_of(case, hands, _lines),
        document=texts_of(case, hands, document_of),
    )


def _told(case: Case, short: ShortHands, place: int, judged: _Judged) -> tuple[str, str, str]:
    """Return the seat and the player that were passed over, and the finding in a sentence."""
    context = case.contexts[case.hands["context"].to_numpy()[short.hands[place]]]
    said = starts(context.game) if context.game is not None else ()
    start = said[int(judged.culprit[place])]
    passed, late = _passed_and_late(case, short, place, start)
    back = dollars(int(passed["returned"]))
    way = f" {start.directions[0].replace('_', '-')}" if len(start.directions) == 1 else ""
    ran_out = "what was put up would have covered it" if judged.enough[place] else "money ran out"
    sentence = (
        f"{ran_out} and {back} of {_words(passed)} was returned, yet {_words(late)} was"
        f" settled, which comes after it {_FROM[start.starts]}{way}"
    )
    if len(said) > 1:
        cited = " and ".join(stretches(each.lines) for each in said)
        sentence += f"; the printed statements disagree on where settlement starts ({cited})"
    if judged.by_kinds[place]:
        sentence += "; it is in order only if each kind of wager is settled round the table first"
    player = passed.get("player", "")
    return str(passed["seat"]), player if isinstance(player, str) else "", sentence


def _passed_and_late(
    case: Case, short: ShortHands, place: int, start: Start
) -> tuple[pd.Series, pd.Series]:
    """Return the first wager that was returned and the last that was settled."""
    mine = short.wagers_of(place)
    first = int(_first_seat(short, start.starts)[place])
    away = (short.seat[mine] - first) * (1 if start.directions[0] == "clockwise" else -1)
    wagers = case.wagers.iloc[short.record[mine]]
    # Equals are told apart by where they stand in the log, so that no order of rows matters.
    key = away % short.seats * short.width + short.early[mine]
    in_turn = np.lexsort((wagers["row"].to_numpy(), wagers["source"].to_numpy(), key))
    passed = next(at for at in in_turn if short.returned[mine[at]])
    late = next(at for at in reversed(in_turn) if short.settled[mine[at]])
    return wagers.iloc[passed], wagers.iloc[late]


def _words(wager: pd.Series) -> str:
    return f"the {str(wager['wager']).replace('_', ' ')} wager at seat {wager['seat']}"


def _lines(context: Context) -> str:
    if context.game is None:
        return ""
    cited = [line for start in starts(context.game) for line in start.lines]
    return stretches([*cited, *ranks(context.game).lines])
