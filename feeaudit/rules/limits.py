"""Demands: every single thing that the printed rules ask of the wagers of a context.

A printed rule may ask several things at once (within the table limits, at most the base wager, not
without it). Each becomes a demand of its own, so that what the game's rules and the schedule's
terms both say is one demand with the lines of both, and a doubt touches only what is doubtful.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from feeaudit.rules.limit_readings import Doubt, doubts_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import Game, LimitRule, Multiple
    from feeaudit.rules.contexts import Context, Offer

Key = tuple[object, ...]
TABLE: Final = "table"
FLOORS: Final = ("minimum", "table_minimum")
CEILINGS: Final = ("maximum", "table_maximum")
RELATIONS: Final = ("needs", "one_per", "equals", "at_least", "at_most")
_REPLACED_BY: Final = {"table_minimum": "minimum", "table_maximum": "maximum"}


@dataclass(frozen=True, slots=True)
class Demand:
    """One thing asked of some wagers, each by itself or (``total``) added up.

    ``what`` is a word of FLOORS, CEILINGS, RELATIONS or ``step``; ``role`` that of a single wager.
    ``scope`` is where other wagers are looked for and totals are made: the ``spot`` (one player's
    place), the ``player`` over all spots, the ``hand``. What is not ``sure`` is one defensible
    reading; ``doubt`` says why.
    """

    what: str
    wagers: tuple[str, ...]
    role: str = ""
    total: bool = False
    scope: str = "spot"
    amount: int = 0
    above: int = 0
    multiples: tuple[Multiple, ...] = ()
    others: tuple[tuple[str, ...], ...] = ()
    sure: bool = True
    doubt: str = ""
    lines: tuple[int, ...] = ()
    document: str = ""

    @property
    def key(self) -> Key:
        """Return what is asked, whoever says so."""
        asked = (self.what, self.wagers, self.role, self.total, self.scope)
        return (*asked, self.amount, self.above, self.multiples, self.others)


def demands_of(context: Context) -> tuple[Demand, ...]:
    """Return what the rules ask in a context: of the game, and of each schedule's terms.

    What only some of several schedules ask is not sure. Where the option is not known the game's
    own rules hold all the same, as far as they do not lean on the table's limits.
    """
    game = context.game
    if game is None or context.cardroom is None:
        return ()
    document = context.cardroom.document
    if not context.offers:
        own = _joined(_atoms(rule, document, game) for rule in game.limits)
        return tuple(each for each in own if each.what not in _REPLACED_BY)
    each_offer = [_demands(game, offer) for offer in context.offers]
    return tuple(_agreed(context.offers, each_offer))


def sources_of(context: Context) -> tuple[object, ...]:
    """Return what the demands rest on: contexts that are alike in this are asked the same."""
    game = context.game
    if game is None:
        return ()
    return (
        context.cardroom_name,
        game.game,
        *(
            (offer.schedule.key, offer.term.row if offer.term else 0, *doubts_of(game, offer))
            for offer in context.offers
        ),
    )


def _demands(game: Game, offer: Offer) -> dict[Key, Demand]:
    """Return what the game's rules and one schedule's terms ask, by what it is."""
    document = offer.schedule.document
    terms = offer.term.limits if offer.term is not None else ()
    doubts = doubts_of(game, offer)
    stated = _joined(_atoms(rule, document, game, _scope(rule, offer)) for rule in terms)
    from_game = _joined(_atoms(rule, document, game) for rule in game.limits)
    kept = [_kept(each, stated, doubts) for each in from_game]
    asked = [*_of_base_wagers(game, document), *filter(None, kept)]
    asked += [_doubted(each, doubts) for each in stated]
    for rule in (*game.limits, *terms):
        asked += _also(rule, game, doubts, document)
    return {each.key: each for each in _joined([asked])}


def _of_base_wagers(game: Game, document: str) -> Iterator[Demand]:
    """Yield that base wagers keep to the table limits; in poker these are stakes, not limits."""
    bases = tuple(wager.wager for wager in game.wagers if wager.role == "base")
    if game.kind == "player_dealer":
        for kind in bases:
            yield Demand("table_minimum", (kind,), "base", document=document)
            yield Demand("table_maximum", (kind,), "base", amount=100, document=document)


def _scope(rule: LimitRule, offer: Offer) -> str:
    """Return over what a total is made: as the fee on these wagers is, or on those that pay one."""
    charges = offer.term.charges if offer.term is not None else ()
    among = [each for each in charges if each.wagers and set(each.wagers) <= set(rule.wagers)]
    return "player" if any(each.per == "player" for each in among) else "spot"


def _atoms(rule: LimitRule, document: str, game: Game, scope: str = "spot") -> list[Demand]:
    """Return the single demands of a printed rule, wager by wager unless they are added up.

    In poker amounts are stakes, which players short of money may not reach; only how wagers relate
    is asked, and never for sure.
    """
    kinds = tuple(kind for kind in rule.wagers if game.wager(kind) is not None)
    poker = game.kind == "poker"
    made = []
    for wagers in [kinds] if rule.total else [(kind,) for kind in kinds]:
        bare = Demand(
            what="",
            wagers=wagers,
            role="" if rule.total else _role(game, wagers[0]),
            total=rule.total,
            scope="hand" if poker else scope,
            sure=not poker,
            doubt="a player short of money may post less" if poker else "",
            lines=rule.lines,
            document=document,
        )
        asked = [*(() if poker else _amounts_asked(rule)), *_relations_asked(rule)]
        made += [replace(bare, **each) for each in asked]
    return made


def _amounts_asked(rule: LimitRule) -> Iterator[dict[str, Any]]:
    if rule.minimum is not None:
        yield {"what": "minimum", "amount": rule.minimum}
    if rule.maximum is not None:
        yield {"what": "maximum", "amount": rule.maximum}
    if rule.within_table and not rule.total:
        yield {"what": "table_minimum"}
    if rule.within_table:
        yield {"what": "table_maximum", "amount": 100}
    if rule.at_most is not None and rule.at_most.wager == TABLE:
        yield {"what": "table_maximum", "amount": rule.at_most.percent}
    if rule.step is not None:
        yield {"what": "step", "amount": rule.step, "above": rule.step_above or 0}


def _relations_asked(rule: LimitRule) -> Iterator[dict[str, Any]]:
    if rule.at_most is not None and rule.at_most.wager != TABLE:
        yield {"what": "at_most", "multiples": (rule.at_most,)}
    if rule.at_least is not None:
        yield {"what": "at_least", "multiples": (rule.at_least,)}
    if rule.equals:
        yield {"what": "equals", "multiples": rule.equals}
    if rule.needs:
        yield {"what": "needs", "others": rule.needs}
    if rule.one_per:
        yield {"what": "one_per", "others": ((rule.one_per,),)}


def _joined(groups: Iterable[Iterable[Demand]]) -> list[Demand]:
    """Return demands with those that ask the same made one, sure if any of them is."""
    found: dict[Key, Demand] = {}
    for each in (demand for group in groups for demand in group):
        key = each.key
        other = found.get(key)
        if other is None:
            found[key] = each
            continue
        surer = each if each.sure and not other.sure else other
        found[key] = _citing(surer, (*other.lines, *each.lines))
    return list(found.values())


def _kept(demand: Demand, stated: list[Demand], doubts: list[Doubt]) -> Demand | None:
    """Return a demand of the game's rules, unless the terms set the wager's own limit instead."""
    doubted = _doubted(demand, doubts)
    own = _REPLACED_BY.get(demand.what, "")
    replaced = any(each.what == own and set(demand.wagers) <= set(each.wagers) for each in stated)
    return None if replaced and doubted.sure else doubted


def _doubted(demand: Demand, doubts: list[Doubt]) -> Demand:
    for doubt in doubts:
        if demand.what in doubt.unsure and doubt.touches(demand.lines):
            return replace(demand, sure=False, doubt=doubt.note)
    return demand


def _also(rule: LimitRule, game: Game, doubts: list[Doubt], document: str) -> Iterator[Demand]:
    """Yield what one reading only asks of the bonus bets that a rule is about."""
    kinds = tuple(wager.wager for wager in game.wagers if wager.wager in rule.wagers)
    bonuses = [kind for kind in kinds if _role(game, kind) == "bonus"]
    for doubt in doubts:
        if rule.total or not doubt.touches(rule.lines):
            continue
        bare = Demand("", kinds, sure=False, doubt=doubt.note, lines=rule.lines, document=document)
        for what in doubt.also:
            share = 100 if what == "table_maximum" else 0
            for kind in bonuses:
                yield replace(bare, what=what, wagers=(kind,), role="bonus", amount=share)
        if doubt.together and rule.maximum is not None:
            yield replace(bare, what="maximum", total=True, scope="player", amount=rule.maximum)


def _role(game: Game, kind: str) -> str:
    wager = game.wager(kind)
    return wager.role if wager is not None else ""


def _agreed(offers: tuple[Offer, ...], demands: list[dict[Key, Demand]]) -> Iterator[Demand]:
    """Yield what any schedule asks; sure is what all of them surely ask."""
    for key in dict.fromkeys(key for each in demands for key in each):
        saying = [each[key] for each in demands if key in each]
        lines = tuple(line for each in saying for line in each.lines)
        if len(saying) == len(demands):
            unsure = next((each for each in saying if not each.sure), saying[0])
            yield _citing(unsure, lines)
            continue
        who = " and ".join(
            offer.schedule.key for offer, each in zip(offers, demands, strict=True) if key in each
        )
        doubted = replace(saying[0], sure=False, doubt=f"only {who} asks this")
        yield _citing(doubted, lines)


def _citing(demand: Demand, lines: tuple[int, ...]) -> Demand:
    """Return a demand with the lines that print it, once each."""
    once = tuple(dict.fromkeys(lines))
    return demand if demand.lines == once else replace(demand, lines=once)
