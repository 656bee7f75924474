"""Values that cannot be: kinds of wager, players, seats, amounts and results.

A fault that a table has again and again on one day is one finding with its number; a few are told
one by one.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.audit.columns import words_of
from feeaudit.audit.findings import find, findings_frame, log_rows, together
from feeaudit.audit.log_frames import MISSING
from feeaudit.audit.played_games import each_game
from feeaudit.audit.records.positions import stands_before
from feeaudit.core.arrays import distinct, paired, parted
from feeaudit.core.money import dollars
from feeaudit.core.problem import nearest
from feeaudit.intake.tables import AGGREGATE

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Game
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context


# A deck of 52 cards deals two each to 23 players with the board and the burned cards.
MOST_PLAYERS: Final = 23
# More of one sort at a table in a day are a habit of its log, not so many slips.
_TOLD_ONE_BY_ONE: Final = 20
# Where more than one seat in ten has no number, seats of the table go by names.
_ONE_IN: Final = 10
_DIGIT = re.compile(r"\d")


def unknown_kinds(case: Case) -> pd.DataFrame:
    """Return the wagers of a kind that their game does not have."""
    wagers = case.wagers
    kinds = [str(each) for each in wagers["wager"].cat.categories]
    wrong = _of_unknown_kinds(case, kinds)
    if not len(wrong):
        return findings_frame()
    kind = wagers["wager"].cat.codes.to_numpy()
    hand = case.wagers["hand"].to_numpy()
    context = case.hands["context"].to_numpy()

    def tell(row: int) -> str:
        game = case.contexts[context[hand[row]]].game
        words = [each.wager for each in game.wagers] if game is not None else []
        name = kinds[kind[row]]
        return (
            f"{name!r} is not a wager of {game.name if game else ''}{nearest(name, words)};"
            f" it has: {', '.join(words)}"
        )

    # A bet that other games of poker have, an ante or a straddle, may be a habit of the table.
    poker = case.of_contexts(_is_poker)[hand[wrong]]
    usual = poker & np.isin(kind[wrong], [kinds.index(each) for each in _poker_bets(case, kinds)])
    return together(
        _findings(case, wagers, wrong[~usual], kind, tell),
        _findings(case, wagers, wrong[usual], kind, tell, review=True),
    )


def _of_unknown_kinds(case: Case, kinds: list[str]) -> Ints:
    """Return the wagers of hands whose game does not have their kind."""
    listed = each_game(case, lambda each: [_is_unknown(each.game, kind) for kind in kinds])
    # Wagers of no hand find what stands last here, where every kind is let be.
    unknown = np.array([*listed, [False] * len(kinds)], dtype=bool).ravel()
    first = np.append(case.hands["context"].to_numpy(), len(listed)) * len(kinds)
    kind = case.wagers["wager"].cat.codes.to_numpy()
    return np.flatnonzero(unknown[first[case.wagers["hand"].to_numpy()] + kind])


def odd_player_counts(case: Case) -> pd.DataFrame:
    """Return the hands with no players, or with more than any game deals to."""
    if not case.has("hands.players"):
        return findings_frame()
    players = case.hands["players"].to_numpy()
    wrong = np.flatnonzero((players == 0) | (players > MOST_PLAYERS) | (players < -1))
    return find(
        wrong,
        tell=lambda hand: f"the hand is logged with {players[hand]} players",
        hand=wrong,
    )


def odd_counts_after_the_flop(case: Case) -> pd.DataFrame:
    """Return the hands with more players after the flop than were dealt in, or after no flop."""
    if not case.has("hands.players_after_flop"):
        return findings_frame()
    hands = case.hands
    left = hands["players_after_flop"].to_numpy()
    dealt = hands["players"].to_numpy() if "players" in hands else np.full(len(left), -1)
    more = np.flatnonzero(((dealt > 0) & (left > dealt)) | (left < -1))
    ended = hands["opening_round"].to_numpy() == 0 if "opening_round" in hands else case.no_hand
    gone_on = ended & (left > 0)
    gone_on[more] = False
    without = np.flatnonzero(gone_on)
    return together(
        find(
            more,
            tell=lambda hand: (
                f"{left[hand]} players are logged after the flop, and {dealt[hand]} in the hand"
            ),
            hand=more,
        ),
        find(
            without,
            tell=lambda hand: (
                f"{left[hand]} players are logged after the flop of a hand logged as ended"
                " before the flop"
            ),
            review=True,
            hand=without,
        ),
    )


def too_many_wagering(case: Case) -> pd.DataFrame:
    """Return the hands of poker in which more seats wagered than players were dealt in."""
    if not case.has("hands.players", "wagers"):
        return findings_frame()
    players, seats = case.hands["players"].to_numpy(), _seats_wagering(case)
    wrong = np.flatnonzero((players > 0) & (seats > players))
    return find(
        wrong,
        tell=lambda at: f"{seats[at]} seats wagered, but {players[at]} players are logged",
        review=True,
        hand=wrong,
    )


def _seats_wagering(case: Case) -> Ints:
    """Return at how many seats of each hand of poker wagers were placed; totals are of no seat."""
    hand, seat = case.wagers["hand"].to_numpy(), case.wagers["seat"].cat
    poker = np.append(case.of_contexts(_is_poker), False)
    rows = np.flatnonzero(poker[hand])
    rows = rows[~_summed_up(case.wagers)[rows]]
    pairs = distinct(paired(hand[rows], seat.codes.to_numpy()[rows], len(seat.categories)))
    return np.bincount(parted(pairs, len(seat.categories))[0], minlength=len(case.hands))


def worthless_wagers(case: Case) -> pd.DataFrame:
    """Return wagers of nothing, and amounts below nothing."""
    amount = case.wagers["amount"].to_numpy()
    found = [_below_nothing(case, name) for name in ("wagers", "collections") if case.has(name)]
    zero = np.flatnonzero(amount == 0)
    review = _findings(
        case, case.wagers, zero, np.zeros(len(amount)), lambda _: "a wager of $0.00", review=True
    )
    return together(*found, review)


def _below_nothing(case: Case, name: str) -> pd.DataFrame:
    frame: pd.DataFrame = getattr(case, name)
    amount = frame["amount"].to_numpy()
    wrong = np.flatnonzero(amount < 0)
    what = name.removesuffix("s")
    return _findings(
        case, frame, wrong, np.zeros(len(frame)), lambda row: f"a {what} of {dollars(amount[row])}"
    )


def odd_seats(case: Case) -> pd.DataFrame:
    """Return wagers on a seat without a number, where nearly all seats of the table have one."""
    wagers = case.wagers
    words = [str(each) for each in wagers["seat"].cat.categories]
    plain = np.array([*(bool(_DIGIT.search(word)) or word == AGGREGATE for word in words), True])
    if plain.all():
        return findings_frame()
    hand = wagers["hand"].to_numpy()
    odd = ~plain[wagers["seat"].cat.codes.to_numpy()] & (hand >= 0)
    table = np.append(case.hands["table_code"].to_numpy(), 0)[hand]
    number = np.bincount(table[hand >= 0], minlength=1)
    few = np.bincount(table[odd], minlength=len(number)) * _ONE_IN <= number
    wrong = np.flatnonzero(odd & few[table])
    code = wagers["seat"].cat.codes.to_numpy()

    def tell(row: int) -> str:
        return (
            f"a wager is logged on seat {words[code[row]]!r}, although the other seats are numbered"
        )

    return _findings(case, wagers, wrong, code, tell, review=True)


def contradicting_results(case: Case) -> pd.DataFrame:
    """Return wagers against a player-dealer that lost or got back more than was wagered.

    In poker a player's result is that of the whole hand, not of one bet.
    """
    wagers = case.wagers
    if "result" not in wagers and "returned" not in wagers:
        return findings_frame()
    rows = _worth_a_look(case)
    amount = wagers["amount"].to_numpy()[rows]
    result, returned = (_known(wagers, name, rows) for name in ("result", "returned"))
    beyond = np.maximum(-result, 0) + returned > amount
    whole = (returned >= amount) & (result != 0)
    wrong = rows[((result < -amount) | (returned > 0)) & (beyond | whole)]

    def tell(row: int) -> str:
        at = np.array([row])
        won, back = (int(_known(wagers, name, at)[0]) for name in ("result", "returned"))
        moved = f"{dollars(abs(won))} {'won' if won > 0 else 'lost'}"
        returned = f" and {dollars(back)} returned" if back else ""
        return f"{moved}{returned} of a wager of {dollars(int(wagers['amount'].iloc[row]))}"

    return _findings(case, wagers, wrong, np.zeros(len(wagers)), tell, review=True)


def _worth_a_look(case: Case) -> Ints:
    """Return the wagers against a player-dealer that may have lost too much or got some back."""
    wagers = case.wagers
    result = wagers["result"].to_numpy() if "result" in wagers else 0
    odd = result < -wagers["amount"].to_numpy()
    if "returned" in wagers:
        odd |= wagers["returned"].to_numpy() > 0
    rows = np.flatnonzero(odd)
    against = np.append(case.player_dealer_hands, False)
    found: Ints = rows[against[wagers["hand"].to_numpy()[rows]]]
    return found


def _findings(  # noqa: PLR0913 - the parts of a finding
    case: Case,
    frame: pd.DataFrame,
    rows: Ints,
    alike: Any,
    tell: Callable[[int], str],
    *,
    review: bool = False,
) -> pd.DataFrame:
    """Return findings for rows of a table: the many of one table, day and sort as one."""
    if not len(rows):
        return findings_frame()
    rows = stands_before(frame, rows)
    hand = frame["hand"].to_numpy()[rows]
    places = pd.DataFrame(
        {
            "table": np.append(case.hands["table_code"].to_numpy(), -1)[hand],
            "day": np.append(case.hands["day"].to_numpy(), -1)[hand],
            "alike": alike[rows],
        }
    )
    group = places.groupby(["table", "day", "alike"], sort=False).ngroup().to_numpy()
    number = np.bincount(group)
    many = number[group] > _TOLD_ONE_BY_ONE
    first = ~pd.Series(group).duplicated().to_numpy()
    kept = np.flatnonzero(~many | first)

    def sentence(at: int) -> str:
        again = f" ({number[group[at]]:,} such records on the day)" if many[at] else ""
        return f"{tell(int(rows[at]))}{again}"

    chosen = rows[kept]
    return find(
        kept,
        tell=sentence,
        review=review,
        hand=hand[kept],
        seat=words_of(frame, "seat", chosen),
        player=words_of(frame, "player", chosen),
        **log_rows(frame, chosen),
    )


def _is_poker(context: Context) -> bool:
    return context.game is not None and context.game.kind == "poker"


def _poker_bets(case: Case, kinds: list[str]) -> list[str]:
    """Return the kinds that some game of poker in the book has."""
    known = {
        wager.wager
        for cardroom in case.book.cardrooms
        for game in cardroom.games
        if game.kind == "poker"
        for wager in game.wagers
    }
    return [kind for kind in kinds if kind in known]


def _is_unknown(game: Game | None, kind: str) -> bool:
    return game is not None and game.wager(kind) is None


def _summed_up(wagers: pd.DataFrame) -> Bools:
    words = list(wagers["seat"].cat.categories)
    place = words.index(AGGREGATE) if AGGREGATE in words else -2
    summed: Bools = wagers["seat"].cat.codes.to_numpy() == place
    return summed


def _known(frame: pd.DataFrame, name: str, rows: Ints) -> Ints:
    """Return what is logged in a column, nothing where that is blank."""
    if name not in frame:
        return np.zeros(len(rows), dtype=np.int64)
    values: Ints = frame[name].to_numpy()[rows]
    return np.where(values == MISSING, 0, values)
