"""Whether the wagers of short hands were settled in the order that their games print."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.audit.settlement.short_hands import NO_SEAT
from feeaudit.audit.settlement.tally import tally_of
from feeaudit.core.arrays import Bools, Ints
from feeaudit.rules.settlement import ranks, starts

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.audit.case import Case
    from feeaudit.audit.settlement.short_hands import ShortHands
    from feeaudit.book.model import Game
    from feeaudit.rules.settlement import Start

Tries = dict[tuple[str, str], tuple[Bools, Bools, Bools]]

_COLUMN: Final = {
    "action_button": "hands.action_seat",
    "left_of_player_dealer": "hands.player_dealer_seat",
}


@dataclass(frozen=True, slots=True)
class Judgment:
    """Short hands as the printed starts judge them; the arrays are by hand.

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


def judgment(case: Case, short: ShortHands) -> Judgment:
    """Judge the short hands of each game by its printed starts."""
    count = len(short.hands)
    judged = Judgment(
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
    judged: Judgment,
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


def _enough(case: Case, short: ShortHands) -> Bools:
    """Tell in which short hands what was put up would have covered all that was returned."""
    tally, returned = tally_of(case), np.zeros(len(short.hands), dtype=np.int64)
    np.add.at(returned, short.of, case.wagers["returned"].to_numpy()[short.record] * short.returned)
    used = (tally.collected + tally.paid)[short.hands]
    enough: Bools = tally.put_up[short.hands] >= used + returned
    return enough & ~tally.blank[short.hands]


def printed_starts(case: Case, short: ShortHands, place: int) -> tuple[Start, ...]:
    """Return where the rules of a short hand's game start settlement; several may contradict."""
    game = case.contexts[case.hands["context"].to_numpy()[short.hands[place]]].game
    return starts(game) if game is not None else ()


def first_passed(case: Case, short: ShortHands, judged: Judgment, place: int) -> int:
    """Return the first wager of a short hand that was returned, by the start that it breaks."""
    start = printed_starts(case, short, place)[int(judged.culprit[place])]
    return passed_and_late(case, short, place, start)[0]


def passed_and_late(case: Case, short: ShortHands, place: int, start: Start) -> tuple[int, int]:
    """Return the rows of the first wager that was returned and the last that was settled."""
    mine = short.wagers_of(place)
    first = int(_first_seat(short, start.starts)[place])
    away = (short.seat[mine] - first) * (1 if start.directions[0] == "clockwise" else -1)
    record = short.record[mine]
    source, row = (case.wagers[name].to_numpy()[record] for name in ("source", "row"))
    # Equals are told apart by where they stand in the log, so that no order of rows matters.
    key = away % short.seats * short.width + short.early[mine]
    in_turn = np.lexsort((row, source, key))
    passed = next(at for at in in_turn if short.returned[mine[at]])
    late = next(at for at in reversed(in_turn) if short.settled[mine[at]])
    return int(record[passed]), int(record[late])
