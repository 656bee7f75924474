"""How many different rates a table may charge under an option, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.audit.shared import shared
from feeaudit.book.catalogue import rules_for
from feeaudit.book.views import stretches
from feeaudit.rules.configuration.model import date_of

if TYPE_CHECKING:
    from feeaudit.audit.case import Case
    from feeaudit.book.model import Cardroom, LawRule, Schedule
    from feeaudit.rules.contexts import Context, Offer

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


def allowed_rates(case: Case, context: Context, day: int) -> Allowed | None:
    """Return how many rates are allowed on a day (since 1970); None where nothing says so."""
    known = _figures(case, context, day)
    if not known:
        return None
    strictest = min(known, key=lambda each: each.at_most)
    return Allowed(
        least=strictest.at_most,
        most=max(each.at_most for each in known),
        by_payer=any(_prints_more(offer) for offer in context.offers),
        lines=strictest.lines,
        document=strictest.document,
    )


def least_allowed(case: Case, context: Context, day: int) -> int:
    """Return how many rates the strictest schedule allows on a day; 0 where nothing says so."""
    return min((each.at_most for each in _figures(case, context, day)), default=0)


def _figures(case: Case, context: Context, day: int) -> list[_Figure]:
    """Return what binds each schedule of a context on a day; a schedule is asked about once."""
    cardroom = context.cardroom
    if cardroom is None:
        return []
    asked = _asked(case)
    found = []
    for schedule in (offer.schedule for offer in context.offers):
        key = (id(cardroom), id(schedule), day)
        if key not in asked:
            asked[key] = _figure(case, schedule, cardroom, day)
        found.append(asked[key])
    return [each for each in found if each is not None]


@shared
def _asked(_case: Case) -> dict[tuple[int, int, int], _Figure | None]:
    return {}


def _figure(case: Case, schedule: Schedule, cardroom: Cardroom, day: int) -> _Figure | None:
    """Return what binds a schedule: its own rules, else the law; and any law that is asked for."""
    own = [
        _Figure(rule.at_most, stretches(rule.lines), cardroom.document)
        for rule in rules_for(schedule, cardroom, "rates")
        if rule.counting == "amounts" and rule.at_most is not None
    ]
    laws = _rules(case)
    law = [_lawful(case, rule) for rule in laws if rule.applies_on(date_of(day))]
    asked = [_lawful(case, rule) for rule in laws if rule.rule in case.config.as_if]
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
