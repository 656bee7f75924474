"""LOG-DUPLICATE: a hand, or a record of a hand, is logged twice.

A hand id that stands twice is a fault of the log. Two records that are the same in every column may
be two of the same thing, so they are left to a person; where they well may (players who are not
named, wagers of later rounds, fees of a seat with several wagers) they are let be.

Finding     hand T1-0042 stands in two rows
Review      seat 3's player P7 has the same base wager of $25.00 twice in a hand
No finding  two unnamed players each bet $25.00 at seat 3
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.identity import seat_names
from feeaudit.audit.records.positions import (
    hand_ids,
    pointed,
    stands_before,
    texts,
    together,
)
from feeaudit.audit.records.twins import numbers_of, twins
from feeaudit.audit.settlement.coverage import each_game
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Game
    from feeaudit.core.arrays import Bools, Ints
    from feeaudit.rules.contexts import Context


_WAGER: Final = ("wager", "amount", "player", "seat", "result", "returned")
_FEE: Final = ("fee", "amount", "seat", "payer", "player", "moment", "taken_at", "waived")
_TELLING: Final = 3


@check(
    id="LOG-DUPLICATE",
    title="Logged twice",
    severity=Severity.VIOLATION,
    authority=Authority.LOG,
    needs=("hands",),
    next_step="Find out whether one row is a copy, and strike it from the log.",
)
def logged_twice(case: Case) -> Outcome:
    """A hand, or a record of a hand, is logged twice."""
    found = [_hands(case)]
    if case.has("wagers.player"):
        found.append(_records(case, "wagers", _WAGER, _told_apart))
    if case.has("collections"):
        found.append(_records(case, "collections", _FEE, _paid_once))
    return Outcome(together(found), case.every_hand)


def _hands(case: Case) -> pd.DataFrame:
    """Return the hands whose id stands in an earlier row."""
    if not case.hand_ids.repeated().any():
        return findings_frame()
    codes, _ = pd.factorize(case.hands["hand_id"])
    rows = stands_before(case.hands, np.flatnonzero(np.bincount(codes)[codes] > 1))
    again = pd.Series(codes[rows]).duplicated().to_numpy()
    firsts = dict(zip(codes[rows][~again], rows[~again], strict=True))
    repeated = rows[again]
    places = zip(hand_ids(case, repeated), repeated.tolist(), strict=True)
    told = [
        f"hand {name} is logged twice: it already stands in {_row(case, firsts[codes[row]])}"
        for name, row in places
    ]
    return findings_frame(
        len(repeated), hand=repeated, message=texts(told), **pointed(case.hands, repeated)
    )


def _row(case: Case, row: int) -> str:
    hands = case.hands
    file = case.log.sources[int(hands["source"].iloc[row])]
    sheet = f", sheet {file.sheet}" if file.sheet else ""
    return f"{file.file}{sheet}, row {int(hands['row'].iloc[row])}"


def _told_apart(case: Case, rows: Ints) -> Bools:
    """Tell which wagers are one of a kind: placed before the deal by a player who is named."""
    kind, player = (case.wagers[name].cat for name in ("wager", "player"))
    kinds = [str(each) for each in kind.categories]
    listed = each_game(case, lambda each: [_before_deal(each.game, kind) for kind in kinds])
    table = np.array([*listed, [False] * len(kinds)], dtype=bool)
    hand = case.wagers["hand"].to_numpy()[rows]
    context = np.append(case.hands["context"].to_numpy(), len(listed))[hand]
    named = player.codes.to_numpy()[rows] >= 0
    apart: Bools = table[context, kind.codes.to_numpy()[rows]] & named
    return apart


def _before_deal(game: Game | None, kind: str) -> bool:
    wager = game.wager(kind) if game is not None and game.kind == "player_dealer" else None
    return wager is not None and wager.placed == "before_deal"


def _paid_once(case: Case, rows: Ints) -> Bools:
    """Tell which fees are taken once: of a seat with one wager, or for the hand as a whole.

    Jackpot fees are taken in stages, and a player may owe the same fee on each of several wagers.
    """
    collections = case.collections
    hand = collections["hand"].to_numpy()[rows]
    once: Bools = (hand >= 0) & ~_are(collections["fee"], "jackpot", rows)
    by_player = _are(collections["payer"], "player", rows)
    of_players, of_hands = np.flatnonzero(once & by_player), np.flatnonzero(once & ~by_player)
    if len(of_players):
        once[of_players] = _has_one_wager(case, rows[of_players])
    if len(of_hands):
        once[of_hands] = case.of_contexts(_once_a_hand)[hand[of_hands]]
    return once


def _are(column: pd.Series, word: str, rows: Ints) -> Bools:
    words = list(column.cat.categories)
    code = words.index(word) if word in words else len(words)
    same: Bools = column.cat.codes.to_numpy()[rows] == code
    return same


def _once_a_hand(context: Context) -> bool:
    """Tell whether all that is not owed by players is owed once a hand."""
    charges = (charge for term in context.terms for charge in term.charges)
    return all(charge.per == "hand" for charge in charges if charge.payer != "player")


def _has_one_wager(case: Case, rows: Ints) -> Bools:
    """Tell which collections of hands are of a seat that has a single wager in the hand."""
    if not case.has("wagers", "collections.seat"):
        return np.zeros(len(rows), dtype=bool)
    names = seat_names(case)
    seat, seats = names.numbers("collections.seat", rows), names.codes("wagers.seat")
    hand, wagered = case.collections["hand"].to_numpy()[rows], case.wagers["hand"].to_numpy()
    wanted = np.zeros(len(case.hands) + 1, dtype=bool)
    wanted[hand] = True
    beside = np.flatnonzero(wanted[wagered])
    width = len(names) + 1
    there = np.sort(wagered[beside] * width + seats[beside], kind="stable")
    here = hand * width + seat
    number = np.searchsorted(there, here, side="right") - np.searchsorted(there, here)
    single: Bools = (seat >= 0) & (number == 1)
    return single


def _records(
    case: Case, name: str, columns: tuple[str, ...], once: Callable[[Case, Ints], Bools]
) -> pd.DataFrame:
    """Return findings for the records that are the same in every column as an earlier one."""
    frame: pd.DataFrame = getattr(case, name)
    present = [each for each in columns if each in frame]
    telling = [numbers_of(frame[each]) for each in present[:_TELLING]]
    rows = twins(frame["hand"].to_numpy(), telling)
    repeated = _repeated(frame, present, rows[once(case, rows)])
    if not len(repeated):
        return findings_frame()
    told = [_sentence(each) for each in frame.iloc[repeated].itertuples()]
    return findings_frame(
        len(repeated),
        hand=frame["hand"].to_numpy()[repeated],
        seat=_names(frame, "seat", repeated),
        player=_names(frame, "player", repeated),
        review=np.ones(len(repeated), dtype=bool),
        message=texts(told),
        **pointed(frame, repeated),
    )


def _repeated(frame: pd.DataFrame, columns: list[str], rows: Ints) -> Ints:
    """Return those of some rows that stand after another that is the same."""
    if not len(rows):
        return rows
    rows = stands_before(frame, rows)
    repeated: Ints = rows[frame.iloc[rows].duplicated(["hand", *columns]).to_numpy()]
    return repeated


def _names(frame: pd.DataFrame, name: str, rows: Ints) -> object:
    if name not in frame:
        return None
    return texts([each if isinstance(each, str) else "" for each in frame[name].iloc[rows]])


def _sentence(each: object) -> str:
    facts = {name: getattr(each, name, None) for name in ("seat", "player", "wager", "payer")}
    where = f" at seat {facts['seat']}" if isinstance(facts["seat"], str) else ""
    who = f" by {facts['player']}" if isinstance(facts["player"], str) else ""
    kind = facts["wager"] or facts["payer"]
    what = "wager" if facts["wager"] else "fee"
    amount = dollars(int(getattr(each, "amount", 0)))
    return (
        f"the same {str(kind).replace('_', '-')} {what} of {amount}{where}{who} is logged twice for"
        " the hand"
    )
