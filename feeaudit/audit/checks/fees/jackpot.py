"""FEE-JACKPOT: a jackpot fee is not what the schedule prints for the players and the pot.

Finding     six players and a $35 pot owe $1.00 and $1.00, $3.00 taken for the jackpot
No finding  four players owe no jackpot fee and none is taken
No finding  a jackpot fee was waived; FEE-WAIVER asks by what right
Review      $1.00 taken where the fee is left to the rules of the jackpot, which are not at hand
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.audit.check import Authority, Outcome, Severity, check
from feeaudit.audit.fees.findings import fee_cover, fee_findings, misfits
from feeaudit.audit.fees.testable import no_wagers
from feeaudit.book.views import stretches
from feeaudit.core.money import dollars
from feeaudit.rules.fee_doubts import jackpot_doubts

if TYPE_CHECKING:
    import pandas as pd

    from feeaudit.audit.case import Case
    from feeaudit.core.arrays import Bools
    from feeaudit.rules.contexts import Context

_ELSEWHERE: Final = "the approved rules leave the jackpot fee to the rules of the jackpot itself"


@check(
    id="FEE-JACKPOT",
    title="A jackpot fee differs from the schedule",
    severity=Severity.VIOLATION,
    authority=Authority.SCHEDULE,
    needs=("wagers", "collections"),
    next_step="Check the pot size and the player count of the hand against the jackpot's chart.",
)
def jackpot_fee_wrong(case: Case) -> Outcome:
    """A jackpot fee is not what the schedule prints for the players and the pot."""
    unknown, cover = _pot_unknown(case), fee_cover(case)
    cover.set_aside(unknown, no_wagers(case))
    fees = misfits(case, jackpot=True)
    waived = fees["waived"] & (fees["taken"] < fees["owed"])
    wrong = fees[~waived & ~unknown[fees["hand"].to_numpy()]]
    elsewhere = case.of_contexts(_is_elsewhere)
    left_open = elsewhere[wrong["hand"].to_numpy()]
    cover.keep(wrong["hand"].to_numpy())
    cover.set_aside(elsewhere, f"{_ELSEWHERE}, which the book does not have")
    return cover.outcome(_wrong(case, wrong[~left_open]), _to_compare(case, wrong[left_open]))


def _wrong(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return a finding for each wrong fee; one that nothing prices cites the rule that has none."""
    found = fee_findings(case, rows)
    context = case.hands["context"].to_numpy()[found["hand"]]
    found["lines"] = [
        lines or _cited(case.contexts[each], "house_funded_jackpot")
        for lines, each in zip(found["lines"], context.tolist(), strict=True)
    ]
    return found


def _to_compare(case: Case, rows: pd.DataFrame) -> pd.DataFrame:
    """Return a review for each fee whose amount only the rules of the jackpot can tell."""
    found = fee_findings(case, rows.assign(owed=-1, owed_most=-1), review=True)
    contexts = [case.contexts[each] for each in case.hands["context"].to_numpy()[found["hand"]]]
    found["lines"] = [_cited(each, "jackpot_elsewhere") for each in contexts]
    found["doubt"] = [", ".join(jackpot_doubts(each)) for each in contexts]
    found["message"] = [
        f"{payer.replace('_', '-')}: {dollars(taken)} was taken for the jackpot; {_ELSEWHERE}:"
        " compare it with the table there"
        for payer, taken in zip(found["payer"], found["taken"].tolist(), strict=True)
    ]
    return found


def _cited(context: Context, rule: str) -> str:
    return stretches(line for each in context.rules(rule) for line in each.lines)


def _is_elsewhere(context: Context) -> bool:
    """Tell whether a jackpot fee is announced and its amount is printed somewhere else."""
    priced = any(levy.fee == "jackpot" for levy in context.levies)
    return not priced and bool(context.rules("jackpot_elsewhere"))


def _pot_unknown(case: Case) -> Bools:
    """Tell which hands may owe a fee from some pot on, and have no wagers to tell the pot by."""
    unknown = case.of_contexts(_asks_for_the_pot)
    hand = case.wagers["hand"].to_numpy()
    unknown[hand[hand >= 0]] = False
    return unknown


def _asks_for_the_pot(context: Context) -> bool:
    return any(levy.from_pot and levy.fees for levy in context.levies)
