"""Circumstances: what only the log can say of findings, and what tells causes apart.

Findings of several parts of a log are put together before anybody looks for causes, so each brings
along what is then wanted of its table and gaming day, which are never split:

* ``place``: the hand's number at its table that day, in the order of play;
* ``since``: when whoever holds the position, or somebody of the same provider, began to hold it;
* ``rival``: the start of the stretch (OPT-FITS) in which another option explains the hand's fees;
* ``occasion`` of ``occasions``: which time it was that day at the table that the fee was owed, by
  this payer and, where something was taken, under this tier. For OPT-FITS: how many of how many
  hands the other option explains. Only looked at where the same went wrong often enough.

What does not apply is -1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
import pandas as pd

from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.findings import misfits
from feeaudit.audit.options.better_fits import better_fits
from feeaudit.audit.order_of_play import order_of_play
from feeaudit.audit.rotation.bank_history import bank_history
from feeaudit.audit.shared import shared
from feeaudit.core.arrays import distinct, extent
from feeaudit.core.groups import changes
from feeaudit.core.numbering import number_of, numbered
from feeaudit.rules.levies import CLASSES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools, Ints

CIRCUMSTANCES: Final = ("place", "since", "rival", "occasion", "occasions")
# Once is a slip and twice may be chance; from three times on the same mistake is a habit.
HABIT: Final = 3
# Hands whose fees are looked at together.
_AT_A_TIME: Final = 100_000
_OWED: Final = ("hand", "klass", "piece", "owed", "owed_most", "taken", "fits")
FEES: Final = ("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-WAIVER")
"""The checks of fees of which it is counted how often they were owed."""


def circumstances(case: Case, findings: pd.DataFrame, hand: Ints) -> dict[str, Ints]:
    """Return the circumstances of findings; ``hand`` is the row of each one's hand, -1 for none."""
    absent = np.full(len(findings), -1, dtype=np.int64)
    told = {name: absent.copy() for name in CIRCUMSTANCES}
    of_hand = np.flatnonzero(hand >= 0)
    if not len(of_hand):
        return told
    told["place"][of_hand] = _places(case)[hand[of_hand]]
    code, checks = pd.factorize(findings["check"].to_numpy(dtype=object)[of_hand])
    by_check = {check: of_hand[code == number] for number, check in enumerate(checks.tolist())}
    rotation = _of(by_check, [each for each in by_check if each.startswith("ROT-")])
    if len(rotation):
        told["since"][rotation] = _held_since(case, hand[rotation])
    fits = _of(by_check, ["OPT-FITS"])
    if len(fits):
        explained, counts = _rivals(case)
        told["rival"][of_hand] = explained[hand[of_hand]]
        shares = [counts[each] for each in hand[fits].tolist()]
        told["occasion"][fits], told["occasions"][fits] = np.array(shares, dtype=np.int64).T
    fees = _of(by_check, FEES)
    if len(fees) >= HABIT:
        owed = _occasions(case, findings.iloc[fees], hand[fees])
        told["occasion"][fees], told["occasions"][fees] = owed
    return told


def _of(by_check: Mapping[str, Ints], checks: Iterable[str]) -> Ints:
    """Return the rows of checks, ascending."""
    rows = [by_check[each] for each in checks if each in by_check]
    return np.sort(np.concatenate(rows)) if rows else np.zeros(0, dtype=np.int64)


@shared
def _places(case: Case) -> Ints:
    """Return the place of each hand in the order of play, by which those of a table are apart."""
    order = order_of_play(case).hand
    places = np.empty(len(order), dtype=np.int64)
    places[order] = np.arange(len(order))
    return places


def _held_since(case: Case, hand: Ints) -> Ints:
    """Return when the run of hands began in which each hand's holder, or provider, held it.

    The rotation finds nothing on hands that have no entry in its history.
    """
    bank = bank_history(case)
    entry = bank.entry_of[hand]
    run = np.maximum(np.maximum(bank.turn, bank.entity_turn)[entry], 1)
    since: Ints = bank.time[entry - run + 1]
    return since


def _rivals(case: Case) -> tuple[Ints, dict[int, tuple[int, int]]]:
    """Return the stretch that explains each hand, and of its first hand how many it does."""
    started = case.hands["started_at"].to_numpy()
    explained = np.full(len(started), -1, dtype=np.int64)
    counts = {}
    for each in better_fits(case):
        first = int(each.hands[0])
        explained[each.hands[each.fitting]] = started[first]
        counts[first] = (int(np.count_nonzero(each.fitting)), len(each.hands))
    return explained, counts


def _occasions(case: Case, findings: pd.DataFrame, hand: Ints) -> tuple[Ints, Ints]:
    """Return which time it was that each fee was owed, and how often it was that day."""
    times, often = np.full(len(findings), -1), np.full(len(findings), -1)
    for owing in _some_tables(case, _habitual(case)):
        mine = np.flatnonzero(owing[hand])
        if len(mine):
            times[mine], often[mine] = _times(case, findings.iloc[mine], hand[mine], owing)
    return times, often


def _some_tables(case: Case, hands: Bools) -> Iterator[Bools]:
    """Yield hands some tables at a time: all fees of a bad night at once take a third of memory."""
    if not hands.any():
        return
    table = case.hands["table_code"].to_numpy()
    before = np.cumsum(np.bincount(table[hands], minlength=int(table.max()) + 1))
    lot = (before - 1) // _AT_A_TIME
    for each in distinct(lot[table[hands]]).tolist():
        yield hands & (lot[table] == each)


def _times(case: Case, findings: pd.DataFrame, hand: Ints, owing: Bools) -> tuple[Ints, Ints]:
    """Return the occasions of fees at some tables; ``owing`` are the hands that are looked at."""
    due = fees_of(case).of_hands(owing, _payers_of(case, hand), _OWED)
    due = due[due["owed_most"].to_numpy() > 0]
    owed_on = due["hand"].to_numpy()
    place = _places(case)[owed_on]
    payer, _ = numbered([_units(case)[owed_on], _codes(due, "klass")])
    tier, _ = numbered([payer, _codes(due, "piece")])
    ranks = [*_ranks(tier, place), *_ranks(payer, place)]
    wrong = np.flatnonzero(~due["fits"].to_numpy())
    owed = [owed_on[wrong], _codes(due, "klass")[wrong], *_amounts(due.iloc[wrong])]
    asking = [hand, _classes(case, findings, hand), *_amounts(findings)]
    key = number_of([np.concatenate(each) for each in zip(owed, asking, strict=True)])
    told, asked = key[: len(wrong)], key[len(wrong) :]
    # Two players of a hand may pay the same under two tiers; any order of rows picks one.
    order = np.lexsort((*(each[wrong] for each in reversed(ranks)), told))
    # Behind the last stands one that nobody asks for, so that each place is one of them.
    keys, row = np.append(told[order], -1), wrong[order]
    first = np.searchsorted(keys[:-1], asked)
    known = keys[first] == asked
    found = [np.where(known, np.append(each[row], -1)[first], -1) for each in ranks]
    taken = findings["taken"].to_numpy() > 0
    return np.where(taken, found[0], found[2]), np.where(taken, found[1], found[3])


def _codes(frame: pd.DataFrame, name: str) -> Ints:
    codes: Ints = frame[name].to_numpy().astype(np.int64)
    return codes


def _amounts(frame: pd.DataFrame) -> list[Ints]:
    return [_codes(frame, "owed"), _codes(frame, "taken")]


def _classes(case: Case, findings: pd.DataFrame, hand: Ints) -> Ints:
    """Return the class of each finding's fee, the same whichever of several payers is logged."""
    context = case.hands["context"].to_numpy()[hand]
    payer, fee = (findings[name].to_numpy(dtype=object) for name in ("payer", "component"))
    return fees_of(case).classes(context, payer, fee)


def _ranks(key: Ints, place: Ints) -> tuple[Ints, Ints]:
    """Return the rank of each hand among those of its key, and how many there are."""
    order = np.lexsort((place, key))
    opens = changes(key[order])
    number = np.cumsum(opens | changes(place[order]))
    rank = np.empty(len(key), dtype=np.int64)
    rank[order] = number - np.maximum.accumulate(np.where(opens, number, 0))
    most = np.zeros(extent(key), dtype=np.int64)
    np.maximum.at(most, key, rank + 1)
    return rank, most[key]


def _payers_of(case: Case, hand: Ints) -> Callable[[Ints, Ints], Bools]:
    """Return what tells whether a hand and class are of a payer some of whose fees went wrong.

    Times are counted by payer: of others there is nothing to count.
    """
    wrong, units = fees_of(case).deviations, _units(case)
    rows = np.flatnonzero(~wrong["fits"].to_numpy() & np.isin(wrong["hand"].to_numpy(), hand))
    asked = np.zeros((int(units.max()) + 1, CLASSES), dtype=bool)
    asked[units[wrong["hand"].to_numpy()[rows]], _codes(wrong, "klass")[rows]] = True
    return lambda hands, classes: asked[units[hands], classes]


@shared
def _units(case: Case) -> Ints:
    """Return a number for what was played on each hand: table, gaming day and context."""
    number, _ = numbered([_table_days(case), case.hands["context"].to_numpy()])
    return number


@shared
def _table_days(case: Case) -> Ints:
    """Return a number for the table and gaming day of each hand."""
    table, day = (case.hands[name].to_numpy() for name in ("table_code", "day"))
    number, _ = numbered([table, day - int(day.min())])
    return number


def _habitual(case: Case) -> Bools:
    """Return the hands of tables and days at which some fee went wrong alike often enough."""
    wrong = misfits(case)
    hand = wrong["hand"].to_numpy()
    if len(hand) < HABIT:
        return case.no_hand
    taken, owed = _codes(wrong, "taken"), _codes(wrong, "owed")
    share, missed = np.maximum(np.gcd(taken, owed), 1), taken == 0
    payer, _ = numbered([_units(case)[hand], _codes(wrong, "klass")])
    # Of fees that were not taken at all, the shares are 0 and 1, and no others' are.
    tier, _ = numbered([payer, np.where(missed, 0, _codes(wrong, "piece"))])
    alike, _ = numbered([tier, taken // share, owed // share])
    often = np.bincount(alike)[alike] >= HABIT
    units = _table_days(case)
    wanted = np.zeros(int(units.max()) + 1, dtype=bool)
    wanted[units[hand[often]]] = True
    return wanted[units]
