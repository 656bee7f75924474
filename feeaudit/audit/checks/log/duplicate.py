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
import pyarrow.compute as pc

from feeaudit.audit.check import Authority, Outcome, Severity, check, findings_frame
from feeaudit.audit.checks.log.numbering import numbering_of
from feeaudit.audit.checks.log.places import hand_ids, pointed, stands_before, texts
from feeaudit.audit.checks.settlement.testing import each_game
from feeaudit.core.money import dollars

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.audit.case import Case
    from feeaudit.audit.checks.log.places import Ints
    from feeaudit.audit.situations import Situation
    from feeaudit.book.model import Game

Bools = np.ndarray[tuple[int], np.dtype[np.bool_]]

_WAGER: Final = ("hand", "seat", "wager", "amount", "player", "result", "returned")
_FEE: Final = ("hand", "payer", "fee", "amount", "seat", "player", "moment", "taken_at", "waived")
_MIX: Final = np.uint64(0x9E3779B97F4A7C15)
_TELLING: Final = 5
_BITS: Final = 22
_REST: Final = np.uint64(64 - _BITS)


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
    return Outcome(pd.concat(found, ignore_index=True), case.every_hand)


def _hands(case: Case) -> pd.DataFrame:
    """Return the hands whose id stands in an earlier row."""
    ids = case.log.hands.column("hand_id")
    if numbering_of(case).distinct() or len(pc.unique(ids)) == len(ids):
        return findings_frame()
    codes, _ = pd.factorize(ids.to_pandas())
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
    wagers = case.wagers.iloc[rows]
    kinds = [str(each) for each in wagers["wager"].cat.categories]
    listed = each_game(case, lambda each: [_before_deal(each.game, kind) for kind in kinds])
    table = np.array([*listed, [False] * len(kinds)], dtype=bool)
    situation = np.append(case.hands["situation"].to_numpy(), len(listed))[wagers["hand"]]
    named = wagers["player"].cat.codes.to_numpy() >= 0
    apart: Bools = table[situation, wagers["wager"].cat.codes.to_numpy()] & named
    return apart


def _before_deal(game: Game | None, kind: str) -> bool:
    wager = game.wager(kind) if game is not None and game.kind == "player_dealer" else None
    return wager is not None and wager.placed == "before_deal"


def _paid_once(case: Case, rows: Ints) -> Bools:
    """Tell which fees are taken once: of a seat with one wager, or for the hand as a whole.

    Jackpot fees are taken in stages, and a player may owe the same fee on each of several wagers.
    """
    collections = case.collections.iloc[rows]
    hand = collections["hand"].to_numpy()
    by_player = (collections["payer"] == "player").to_numpy()
    jackpot = (collections["fee"] == "jackpot").to_numpy()
    one_wager = np.zeros(len(rows), dtype=bool)
    if by_player.any() and case.has("wagers", "collections.seat"):
        one_wager = _has_one_wager(case, collections)
    once = np.append(case.of_situations(_once_a_hand), False)[hand]
    paid_once: Bools = (hand >= 0) & ~jackpot & np.where(by_player, one_wager, once)
    return paid_once


def _once_a_hand(situation: Situation) -> bool:
    """Tell whether all that is not owed by players is owed once a hand."""
    charges = (charge for term in situation.terms for charge in term.charges)
    return all(charge.per == "hand" for charge in charges if charge.payer != "player")


def _has_one_wager(case: Case, collections: pd.DataFrame) -> Bools:
    """Tell which collections are of a seat that has a single wager in the hand."""
    wagers = case.wagers
    words = list(wagers["seat"].cat.categories)
    seats = {word: place for place, word in enumerate(words)}
    places = np.array([*(seats.get(each, -1) for each in collections["seat"].cat.categories), -1])
    seat = places[collections["seat"].cat.codes.to_numpy()]
    width = len(words) + 1
    wagered = wagers["hand"].to_numpy().astype(np.int64) * width
    wagered += wagers["seat"].cat.codes.to_numpy()
    number = np.bincount(wagered[wagered >= 0], minlength=(len(case.hands) + 1) * width)
    key = collections["hand"].to_numpy().astype(np.int64) * width + seat
    single: Bools = (seat >= 0) & (number[np.maximum(key, 0)] == 1)
    return single


def _records(
    case: Case, name: str, columns: tuple[str, ...], once: Callable[[Case, Ints], Bools]
) -> pd.DataFrame:
    """Return the records that are the same in every column as an earlier one."""
    frame: pd.DataFrame = getattr(case, name)
    present = [each for each in columns if each in frame]
    rows = _twins(frame, present[:_TELLING])
    rows = stands_before(frame, rows[once(case, rows)] if len(rows) else rows)
    again = frame[present].iloc[rows].duplicated().to_numpy()
    repeated = rows[again]
    told = [_sentence(each) for each in frame.iloc[repeated].itertuples()]
    return findings_frame(
        len(repeated),
        hand=frame["hand"].to_numpy()[repeated].astype(np.int64),
        seat=_names(frame, "seat", repeated),
        player=_names(frame, "player", repeated),
        review=np.ones(len(repeated), dtype=bool),
        message=texts(told),
        **pointed(frame, repeated),
    )


def _twins(frame: pd.DataFrame, columns: list[str]) -> Ints:
    """Return the rows that are the same as another in some columns; seldom one that is not."""
    mixed = np.zeros(len(frame), dtype=np.uint64)
    for name in columns:
        column = frame[name]
        values = column.cat.codes if isinstance(column.dtype, pd.CategoricalDtype) else column
        mixed ^= values.to_numpy().astype(np.int64).view(np.uint64)
        mixed *= _MIX
    ordered = np.sort(mixed)
    twice = ordered[1:][ordered[1:] == ordered[:-1]]
    # Their first bits pick out nearly all of them at the cost of one look at each row.
    chosen = np.zeros(1 << _BITS, dtype=bool)
    chosen[twice >> _REST] = True
    rows = np.flatnonzero(chosen[mixed >> _REST])
    return rows[np.isin(mixed[rows], twice)]


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
