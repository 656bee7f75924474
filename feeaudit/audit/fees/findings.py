"""Findings about fees, told in full: what picked the tier, what it owes, what was taken."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.columns import named, plain_words, words_of
from feeaudit.audit.coverage import Cover
from feeaudit.audit.explain.fee_text import FeesTold
from feeaudit.audit.fees import fees_of
from feeaudit.audit.fees.free_hands import opening_hands
from feeaudit.audit.findings import findings_frame
from feeaudit.audit.identity import people
from feeaudit.audit.shared import shared
from feeaudit.audit.wagers import spelled_on_wagers
from feeaudit.book.views import stretches
from feeaudit.core.numbering import numbered
from feeaudit.rules.fee_doubts import fee_doubts

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Ints, Words
    from feeaudit.rules.contexts import Context


# Payers of a hand's fee who are one person, whom the collection may name.
_ONE_PERSON: Final = ("button", "big_blind")


def fee_cover(case: Case) -> Cover:
    """Return the hands whose fees can be told, and why the others' cannot."""
    fees = fees_of(case)
    return Cover(fees.tested, fees.untested)


@shared
def misfits(case: Case, *, jackpot: bool = False) -> pd.DataFrame:
    """Return the fees that no reading of the schedule admits; those for the jackpot, or the others.

    A fee for which nothing is printed is not among them: FEE-UNSETTLED speaks of it.
    """
    fees = fees_of(case).deviations
    rows = fees[~fees["fits"] & ~fees["unpriced"] & ((fees["fee"] == "jackpot") == jackpot)]
    if jackpot or not len(rows):
        return rows
    # Of a hand that may well have opened its game nothing may be owed: what lies between that and
    # its fee is no fee, and neither too much nor too little.
    likely = opening_hands(case).likely[rows["hand"].to_numpy()]
    return rows.assign(owed=rows["owed"].mask(likely, 0)) if likely.any() else rows


def fee_findings(case: Case, rows: pd.DataFrame, *, review: bool = False) -> pd.DataFrame:
    """Return findings for rows of a frame of fees."""
    if not len(rows):
        return findings_frame()
    hand, record = rows["hand"].to_numpy(), rows["record"].to_numpy()
    found = findings_frame(
        len(rows),
        hand=hand,
        **fee_payers(case, rows),
        **{name: rows[name].to_numpy() for name in ("owed", "owed_most", "taken")},
        review=review,
        lines=fee_lines(case, rows),
        document=documents(case, case.hands["context"].to_numpy()[hand]),
        **_collected_in(case, record),
    )
    if not review:
        found["over"] = np.maximum(found["taken"] - found["owed_most"], 0)
        found["under"] = np.maximum(found["owed"] - found["taken"], 0)
    told = FeesTold(case, found)
    found["message"] = plain_words(told.sentences(fits=review))
    # What both need is worked out once: to do so again for the why takes as long as all the rest.
    found["told"] = plain_words(told.whys())
    if review:
        bearing = cache(lambda context, *fee: fee_doubts(case.contexts[context], *fee))
        found["doubt"] = plain_words(told.doubts(bearing))
    return found


def fee_lines(case: Case, rows: pd.DataFrame) -> Words:
    """Return the lines that print each fee, or that free its hand."""
    hand = rows["hand"].to_numpy()
    free, context = opening_hands(case).free[hand], case.hands["context"].to_numpy()[hand]
    columns = [rows["piece"].to_numpy().astype(np.int64), free.astype(np.int64), context]
    number, different = numbered(columns)
    return named([_lines(case, *each) for each in different.tolist()], number)


def _lines(case: Case, piece: int, free: int, context: int) -> str:
    """Return the lines that print the fee of a piece in a context, or that free its hands."""
    known, tiers = case.contexts[context], fees_of(case).arrays.ladders.tiers
    lines = [tier.line for tier in tiers[piece]] if piece >= 0 else []
    if free:
        lines = [line for rule in known.rules("free_hands") for line in rule.lines]
    return ", ".join(map(str, dict.fromkeys(lines))) or _who_pays(known)


def _who_pays(context: Context) -> str:
    """Return the lines that say who pays what under an option, where no tier is at stake."""
    terms = context.terms
    stated = [line for each in terms for line in each.lines]
    return stretches(stated or [offer.option.lines[0] for offer in context.offers])


def fee_payers(case: Case, rows: pd.DataFrame) -> dict[str, Any]:
    """Return who paid; the player-dealer's seat and name are those of the hand.

    Of the button and the big blind they are those of the collection, and so is the payer where
    readings name different ones.
    """
    payer, hand = _words(rows["payer"]).copy(), rows["hand"].to_numpy()
    seat, player = _words(rows["seat"]).copy(), _players(case, rows)
    record = rows["record"].to_numpy()
    logged = np.flatnonzero((record >= 0) & ~np.isin(payer, ("player", "player_dealer")))
    payer[logged] = words_of(case.collections, "payer", record[logged])
    named = logged[np.isin(payer[logged], _ONE_PERSON)]
    seat[named] = words_of(case.collections, "seat", record[named])
    player[named] = words_of(case.collections, "player", record[named])
    dealer = payer == "player_dealer"
    return {
        "payer": payer,
        "component": _words(rows["fee"]),
        "seat": np.where(dealer, words_of(case.hands, "player_dealer_seat", hand), seat),
        "player": np.where(dealer, words_of(case.hands, "player_dealer", hand), player),
    }


def _players(case: Case, rows: pd.DataFrame) -> Words:
    """Return who paid as the log spells it: on the fee, else on a wager of the hand."""
    shown: Words = _words(rows["player"]).copy()
    if people(case).distinct:
        return shown
    player, record = rows["player"].cat.codes.to_numpy(), rows["record"].to_numpy()
    paid, owing = (player >= 0) & (record >= 0), (player >= 0) & (record < 0)
    shown[paid] = words_of(case.collections, "player", record[paid])
    shown[owing] = spelled_on_wagers(case, rows["hand"].to_numpy()[owing], player[owing])
    return shown


def documents(case: Case, context: Ints) -> Any:
    """Return the document that each context's schedule is printed in, blank for none."""
    names = [each.offers[0].schedule.document if each.offers else "" for each in case.contexts]
    return np.array([*names, ""], dtype=object)[context]


def _words(column: pd.Series) -> Words:
    names = column.array
    return named(names.categories.tolist(), names.codes)


def _collected_in(case: Case, record: Ints) -> dict[str, Any]:
    """Return where the log has the collections of fees; -1 for those without one."""
    return {
        name: np.append(case.collections[name].to_numpy(), -1)[record] for name in ("source", "row")
    }
