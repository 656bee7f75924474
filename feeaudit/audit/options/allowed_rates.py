"""How many different rates a table may charge under an option, and who says so."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.audit.shared import shared
from feeaudit.book.catalogue import binds, concerns, rules_of
from feeaudit.book.views import stretches
from feeaudit.rules.configuration.model import date_of
from feeaudit.rules.doubts import open_anomalies

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.audit.case import Case
    from feeaudit.book.model import Anomaly, Cardroom, Game, LawRule, Rule, Schedule
    from feeaudit.rules.contexts import Context, Offer

_LAWS: Final = ("pc-337j-f-five-rates", "pc-337j-f-three-rates")
# The scope of a rule that counts the rates of all options of a game at a table as one number.
ALL_OPTIONS: Final = "all_options"


class Allowance(NamedTuple):
    """So many rates are allowed, counted per what, and where that is printed."""

    at_most: int
    per: str
    lines: str
    document: str

    @property
    def over_all(self) -> bool:
        """Tell whether the rates of all options of a game are counted together."""
        return self.per == ALL_OPTIONS


@dataclass(frozen=True, slots=True)
class Allowed:
    """What is allowed under an option: each of several alternatives, with all that holds in it.

    They are the schedules that print the option and the readings of ``doubts``, anomalies by their
    ids.
    """

    alternatives: tuple[tuple[Allowance, ...], ...] = ()
    doubts: tuple[str, ...] = ()

    def least(self, *, over_all: bool) -> int:
        """Return the fewest rates that some alternative allows, counted so; 0 for no limit.

        What is allowed over all options is allowed under one.
        """
        figures = [
            each.at_most
            for alternative in self.alternatives
            for each in alternative
            if each.over_all or not over_all
        ]
        return min(figures, default=0)


def allowed_rates(case: Case, context: Context, day: int) -> Allowed:
    """Return what is allowed on a day (since 1970); an offer of a schedule is asked about once."""
    cardroom, game = context.cardroom, context.game
    if cardroom is None or game is None:
        return Allowed()
    asked = _asked(case)
    found = []
    for offer in context.offers:
        key = (id(cardroom), id(game), id(offer.schedule), offer.option.option, day)
        if key not in asked:
            asked[key] = _allowed(case, cardroom, game, offer, day)
        found.append(asked[key])
    return Allowed(
        tuple(dict.fromkeys(each for one in found for each in one.alternatives if each)),
        tuple(sorted({doubt for one in found for doubt in one.doubts})),
    )


@shared
def _asked(_case: Case) -> dict[tuple[int, int, int, str, int], Allowed]:
    return {}


def _allowed(case: Case, cardroom: Cardroom, game: Game, offer: Offer, day: int) -> Allowed:
    """Return what binds an offer: its own rules, else the law; and any law that is asked for.

    A reading that states rates has them in place of the printed ones.
    """
    schedule = offer.schedule
    printed = _rates(rules_of(cardroom, game, schedule), game, schedule)
    in_doubt: list[tuple[Anomaly, list[list[Rule]]]] = []
    for anomaly in open_anomalies(cardroom, game, schedule, offer.option.option):
        stated = [_rates(reading.rules, game, schedule) for reading in anomaly.readings]
        if any(stated):
            in_doubt.append((anomaly, stated))
    alternatives = []
    for chosen in product(*(stated for _, stated in in_doubt)):
        rules = [rule for each in chosen for rule in each] or printed
        own = [_stated(rule, cardroom) for rule in rules]
        alternatives.append((*(own or _in_force(case, day)), *_as_if(case)))
    several = tuple(anomaly.id for anomaly, stated in in_doubt if len(stated) > 1)
    return Allowed(tuple(dict.fromkeys(alternatives)), several)


def allowed_kinds(context: Context) -> Allowance | None:
    """Return how many kinds of fee a table may take, where some rule counts these."""
    cardroom, game = context.cardroom, context.game
    if cardroom is None or game is None:
        return None
    stated = [
        _stated(rule, cardroom)
        for offer in context.offers
        for rule in _rates(rules_of(cardroom, game, offer.schedule), game, offer.schedule, "kinds")
    ]
    return min(stated, default=None)


def _rates(
    rules: Iterable[Rule], game: Game, schedule: Schedule, counting: str = "amounts"
) -> list[Rule]:
    return [
        rule
        for rule in rules
        if rule.rule == "rates"
        and rule.counting == counting
        and concerns(rule, game)
        and binds(rule, schedule)
    ]


def _stated(rule: Rule, cardroom: Cardroom) -> Allowance:
    return Allowance(rule.at_most or 0, rule.per, stretches(rule.lines), cardroom.document)


def _in_force(case: Case, day: int) -> Iterator[Allowance]:
    return (_lawful(case, rule) for rule in _laws(case) if rule.applies_on(date_of(day)))


def _as_if(case: Case) -> Iterator[Allowance]:
    return (_lawful(case, rule) for rule in _laws(case) if rule.rule in case.config.as_if)


def _laws(case: Case) -> list[LawRule]:
    found = [case.law(name) for name in _LAWS]
    return [rule for rule in found if rule is not None]


def _lawful(case: Case, rule: LawRule) -> Allowance:
    stated = {each.parameter: each.value for each in rule.parameters}
    at_most = int(case.config.parameters.get(f"{rule.rule}.rates", stated["rates"]))
    return Allowance(at_most, "table", "", rule.authority)
