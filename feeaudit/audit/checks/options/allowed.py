"""How many different rates a table may charge under an option, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING, Final

from feeaudit.book.rules import rules_for
from feeaudit.book.views import stretches

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.audit.situations import Offer, Situation
    from feeaudit.book.model import Cardroom, LawRule

_EPOCH: Final = date(1970, 1, 1)
_LAWS: Final = ("pc-337j-f-five-rates", "pc-337j-f-three-rates")


@dataclass(frozen=True, slots=True)
class Allowed:
    """So many rates are allowed; ``least`` and ``most`` differ where schedules disagree.

    ``by_payer`` says that the print itself has more, so that the rates of players and
    player-dealer may be meant to be counted apart.
    """

    least: int
    most: int
    by_payer: bool
    lines: str
    document: str


@dataclass(frozen=True, slots=True)
class _Figure:
    at_most: int
    lines: str
    document: str


def allowed_rates(case: Case, situation: Situation, day: int) -> Allowed | None:
    """Return how many rates are allowed on a day (since 1970); None where nothing says so."""
    if situation.cardroom is None:
        return None
    date_of = _EPOCH + timedelta(days=day)
    law = [_lawful(case, rule) for rule in _rules(case) if rule.applies_on(date_of)]
    asked = [_lawful(case, rule) for rule in _rules(case) if rule.rule in case.config.as_if]
    figures = [_figure(offer, situation.cardroom, law, asked) for offer in situation.offers]
    known = [each for each in figures if each is not None]
    if not known:
        return None
    strictest = min(known, key=lambda each: each.at_most)
    return Allowed(
        least=strictest.at_most,
        most=max(each.at_most for each in known),
        by_payer=any(_prints_more(offer) for offer in situation.offers),
        lines=strictest.lines,
        document=strictest.document,
    )


def _figure(
    offer: Offer, cardroom: Cardroom, law: list[_Figure], asked: list[_Figure]
) -> _Figure | None:
    """Return what binds a schedule: its own rules, else the law; and any law that is asked for."""
    own = [
        _Figure(rule.at_most, stretches(rule.lines), cardroom.document)
        for rule in rules_for(offer.schedule, cardroom, "rates")
        if rule.counting == "amounts" and rule.at_most is not None
    ]
    return min([*(own or law), *asked], key=lambda each: each.at_most, default=None)


def _rules(case: Case) -> list[LawRule]:
    found = [case.law(name) for name in _LAWS]
    return [rule for rule in found if rule is not None]


def _lawful(case: Case, rule: LawRule) -> _Figure:
    stated = {each.parameter: each.value for each in rule.parameters}
    at_most = int(case.config.parameters.get(f"{rule.rule}.rates", stated["rates"]))
    return _Figure(at_most, "", rule.authority)


def _prints_more(offer: Offer) -> bool:
    return any(
        "too_many_rates" in anomaly.kinds
        and anomaly.conclusion == "ambiguous"
        and (not anomaly.options or offer.option.option in anomaly.options)
        for anomaly in offer.schedule.anomalies
    )
