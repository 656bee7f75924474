"""Jackpot fees that no tier prices: funded by the house, or left to the rules of the jackpot."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit.fees.findings import fee_findings
from feeaudit.audit.fees.hands import counts_of
from feeaudit.audit.findings import findings_frame
from feeaudit.book.lookup import tiers_for
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars
from feeaudit.rules.fee_doubts import jackpot_doubts

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.contexts import Context

LEFT_ELSEWHERE: Final = (
    "the approved rules leave the jackpot fee to the rules of the jackpot itself"
)


def pot_unknown(case: Case) -> Bools:
    """Tell which hands may owe a fee from some pot on, and have no wagers to tell the pot by."""
    unknown = case.of_contexts(_asks_for_the_pot)
    hand = case.wagers["hand"].to_numpy()
    unknown[hand[hand >= 0]] = False
    return unknown


def left_elsewhere(case: Case) -> Bools:
    """Tell of which hands a jackpot fee is announced and its amount is printed somewhere else."""
    return case.of_contexts(_is_elsewhere)


def wrong_fees(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return a finding for each wrong fee; one that nothing prices cites the rule that has none."""
    if not len(rows):
        return findings_frame()
    found = fee_findings(case, rows)
    context = case.hands["context"].to_numpy()[found["hand"]]
    asked = zip(found["lines"], context.tolist(), rows["piece"].tolist(), strict=True)
    found["lines"] = [
        lines if piece >= 0 else _cited(case.contexts[each], "house_funded_jackpot") or lines
        for lines, each, piece in asked
    ]
    return found


def wrong_whatever_the_pot(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return a finding for each fee that no pot explains, of hands whose pot is not known."""
    if not len(rows):
        return findings_frame()
    context = case.hands["context"].to_numpy()[rows["hand"].to_numpy()]
    players = counts_of(case.hands, "players")[rows["hand"].to_numpy()]
    asked = list(zip(context.tolist(), players.tolist(), strict=True))
    sums = {each: _sums(case.contexts[each[0]], each[1]) for each in dict.fromkeys(asked)}
    taken = rows["taken"].tolist()
    wrong = [paid not in sums[each] for paid, each in zip(taken, asked, strict=True)]
    printed = [sums[each] for each, is_wrong in zip(asked, wrong, strict=True) if is_wrong]
    least, most = ([pick(each, default=0) for each in printed] for pick in (min, max))
    found = fee_findings(case, rows[wrong].assign(owed=least, owed_most=most))
    found["message"] = [
        f"{payer.replace('_', '-')}: {' or '.join(map(dollars, sorted(amounts)))} is owed for the"
        f" jackpot, whatever the pot, {dollars(paid)} was taken"
        for payer, paid, amounts in zip(
            found["payer"], found["taken"].tolist(), printed, strict=True
        )
    ]
    return found


def _sums(context: Context, players: int) -> frozenset[int]:
    """Return what the stages of the fee come to, by each reading and at every pot."""
    found: set[int] = set()
    for reading in context.readings:
        stages = sorted(reading.levies_of("jackpot"), key=lambda levy: levy.from_pot)
        totals = {0}
        for number, levy in enumerate(stages):
            fees = {tier.fee or 0 for tier in tiers_for(levy.ladder, players).tiers} or {0}
            totals = {total + fee for total in totals for fee in fees}
            later = number + 1 < len(stages) and stages[number + 1].from_pot == levy.from_pot
            found |= set() if later else totals
    return frozenset(found)


def fees_to_compare(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return a review for each fee whose amount only the rules of the jackpot can tell."""
    if not len(rows):
        return findings_frame()
    found = fee_findings(case, rows.assign(owed=-1, owed_most=-1), review=True)
    contexts = [case.contexts[each] for each in case.hands["context"].to_numpy()[found["hand"]]]
    found["lines"] = [_cited(each, "jackpot_elsewhere") for each in contexts]
    found["doubt"] = [", ".join(jackpot_doubts(each)) for each in contexts]
    found["message"] = [
        f"{payer.replace('_', '-')}: {dollars(taken)} was taken for the jackpot; {LEFT_ELSEWHERE}:"
        " compare it with the table there"
        for payer, taken in zip(found["payer"], found["taken"].tolist(), strict=True)
    ]
    return found


def _cited(context: Context, rule: str) -> str:
    return stretches(line for each in context.rules(rule) for line in each.lines)


def _is_elsewhere(context: Context) -> bool:
    priced = any(levy.fee == "jackpot" for levy in context.levies)
    return not priced and bool(context.rules("jackpot_elsewhere"))


def _asks_for_the_pot(context: Context) -> bool:
    return any(levy.from_pot and levy.fees for levy in context.levies)
