"""Banking: who held the player-dealer position, run by run, and to whom it was offered.

Runs, days and breaks are those that the checks of the rotation count by.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.columns import named, words_of
from feeaudit.audit.facts.frames import BANKING, OFFERS, frame_of, ranks
from feeaudit.audit.facts.table_places import ids_of, tables_of
from feeaudit.audit.identity import people, seat_names
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.rotation.findings import per_entry
from feeaudit.audit.seating import HOUSE, PATRON, THIRD_PARTY
from feeaudit.audit.shared import shared
from feeaudit.core.groups import changes, in_order

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.rotation.bank_history import BankHistory
    from feeaudit.core.arrays import Bools, Codes, Ints, Words


_ROLES: Final = {PATRON: "patron", THIRD_PARTY: "third_party", HOUSE: "house"}


def about_rotation(findings: pd.DataFrame) -> pd.Series:
    """Tell which findings are about the player-dealer position: ROT-* and TPP-ONE."""
    check = findings["check"].astype(str)
    return check.str.startswith("ROT-") | (check == "TPP-ONE")


def banking_of(case: Case, about: pd.DataFrame | None) -> pd.DataFrame:
    """Return a row a run of hands by one person, of all tables and days or those of findings."""
    bank, tables = bank_history(case), tables_of(case)
    # In poker, rules speak of a position that most logs do not show, or of a button.
    banked = bank.known & ~per_entry(case, lambda rules: rules.button, 0)
    shown = case.player_dealer_hands[bank.hand] | banked
    entries = np.flatnonzero(_wanted(case, about)[bank.hand] & shown)
    entries = entries[in_order(tables.rank[bank.table[entries]], entries)]
    starts, lasts, began = _runs(case, bank, entries)
    first = entries[starts]
    hand, table = bank.hand[first], bank.table[first]
    runs = {
        "cardroom": tables.cardroom[table],
        "table": tables.table[table],
        "day": case.hands["day"].to_numpy()[hand],
        "at": bank.time[first],
        "until": bank.time[entries[lasts]],
        "hand_id": ids_of(case)[hand],
        "hands": lasts - starts + 1,
        "seat": named(seat_names(case).words, bank.seat[first]),
        "player": named(people(case).words, bank.named[first]),
        "role": named([_ROLES[each] for each in sorted(_ROLES)], bank.role[first]),
        "began": began,
    }
    return frame_of(BANKING, runs)


def _runs(case: Case, bank: BankHistory, entries: Ints) -> tuple[Ints, Ints, Words]:
    """Return the first and last of each run among entries, and why it is counted anew."""
    day = case.hands["day"].to_numpy()[bank.hand[entries]]
    another_day = changes(bank.table[entries]) | changes(day)
    opens, alters = bank.opens[entries], bank.changes[entries]
    starts = np.flatnonzero(another_day | opens | changes(bank.person[entries]))
    lasts = np.append(starts[1:], len(entries))[: len(starts)] - 1
    began = np.full(len(starts), "", dtype=object)
    began[opens[starts]] = "break"
    began[alters[starts]] = "game"
    began[another_day[starts]] = "day"
    return starts, lasts, began


def _wanted(case: Case, about: pd.DataFrame | None) -> Bools:
    """Return the hands of table-days that findings of the rotation are about; all without any."""
    if about is None:
        return case.every_hand
    hands, codes = case.hands, tables_of(case).codes
    found = about.loc[about_rotation(about), ["cardroom", "table", "day"]].drop_duplicates()
    pairs = zip(found["cardroom"], found["table"], strict=True)
    tables = np.array([codes.get(pair, -1) for pair in pairs], dtype=np.int64)
    days = int(max(hands["day"].max(), found["day"].max() if len(found) else 0)) + 2
    asked = tables * days + found["day"].to_numpy()
    wanted: Bools = np.isin(hands["table_code"].to_numpy() * days + hands["day"].to_numpy(), asked)
    return wanted


def offers_of(case: Case, about: pd.DataFrame | None) -> pd.DataFrame:
    """Return the offers of the position as logged, of all tables and days or those of findings."""
    frame, hands, tables = case.offers, case.hands, tables_of(case)
    hand = frame["hand"].to_numpy()
    # The last place is for offers without a hand.
    rows = np.flatnonzero(np.append(_wanted(case, about), False)[hand])
    if not len(rows):
        return frame_of(OFFERS, {})
    rows = rows[_order_of_offers(case, rows, hand[rows])]
    hand = hand[rows]
    table = hands["table_code"].to_numpy()[hand]
    offers = {
        "cardroom": _numbered(tables.cardroom.tolist(), table),
        "table": _numbered(tables.table.tolist(), table),
        "day": hands["day"].to_numpy()[hand],
        "at": hands["started_at"].to_numpy()[hand],
        "hand_id": ids_of(case)[hand],
        "sequence": frame["sequence"].to_numpy()[rows],
        **{name: _logged(frame, name, rows) for name in ("seat", "player", "response")},
    }
    return frame_of(OFFERS, offers)


def _logged(frame: pd.DataFrame, name: str, rows: Ints) -> pd.Categorical:
    """Return the words of some rows of a column, blank where the log tells none."""
    if name not in frame:
        return _numbered([""], np.zeros(len(rows), dtype=np.int64))
    column = frame[name].array
    return _numbered([*column.categories.tolist(), ""], column.codes[rows])


def _numbered(words: list[str], codes: Codes) -> pd.Categorical:
    """Return the words of codes, each listed once; a code of -1 is that of the last."""
    places = {word: place for place, word in enumerate(dict.fromkeys(words))}
    of = np.array([places[word] for word in words], dtype=np.int32)
    return pd.Categorical.from_codes(of[codes], pd.Index(list(places), dtype=object))


def _order_of_offers(case: Case, rows: Ints, hand: Ints) -> Ints:
    """Return the order of offers by table, hand and sequence; at one place by seat and answer."""
    sequence = case.offers["sequence"].to_numpy()[rows]
    place = _places(case)[hand]
    order = in_order(place, sequence)
    place, sequence = place[order], sequence[order]
    if ((place[1:] > place[:-1]) | (sequence[1:] > sequence[:-1])).all():
        return order
    words = ("response", "player", "seat")
    named = (ranks(words_of(case.offers, name, rows[order]).tolist()) for name in words)
    return order[np.lexsort((*named, sequence, place))]


@shared
def _places(case: Case) -> Ints:
    """Return the place of each hand in the order of play, tables by their names."""
    order = order_of_play(case).hand
    rank = tables_of(case).rank[case.hands["table_code"].to_numpy()]
    place = np.empty(len(order), dtype=np.int64)
    place[order] = np.arange(len(order))
    places: Ints = place + rank * len(order)
    return places
