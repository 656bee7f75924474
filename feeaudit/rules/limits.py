"""Demands: every single thing that the printed rules ask of the wagers of a context.

A printed rule may ask several things at once (within the table limits, at most the base wager, not
without it). Each becomes a demand of its own, so that what the game's rules and the schedule's
terms both say is one demand with the lines of both, and a doubt touches only what is doubtful.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.money import cents
from feeaudit.rules.doubts import Statement, open_anomalies, statements
from feeaudit.rules.option_names import limits_named

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import (
        Anomaly,
        Backline,
        Cardroom,
        Game,
        LimitRule,
        Multiple,
        Reading,
    )
    from feeaudit.rules.in_force import Context, Offer

Key = tuple[object, ...]
TABLE: Final = "table"
FLOORS: Final = ("minimum", "table_minimum")
CEILINGS: Final = ("maximum", "table_maximum")
RELATIONS: Final = ("needs", "never_with", "one_per", "equals", "at_least", "at_most")
SEATS: Final = "seats"
FEWEST_PLAYERS: Final = "fewest_players"
NO_BACKLINE: Final = "no_backline"
ORDINANCE: Final = "ordinance"
MOST_BACKLINE: Final = "most_backline"
POSITIONS: Final = (SEATS, FEWEST_PLAYERS, NO_BACKLINE, ORDINANCE, MOST_BACKLINE)
"""How many positions a table has or needs, and who may bet on one beside its holder."""
_POSTED: Final = {
    ("ante", 1): ("ante",),
    ("blinds", 1): ("blind",),
    ("blinds", 2): ("small_blind", "big_blind"),
}
"""The wagers that a stake of so many figures names."""
_SHORT: Final = "a player short of money may post less"
_RAISED: Final = "a kill, a straddle or a missed blind may change what is posted"
_BACKLINE: Final = {"forbidden": NO_BACKLINE, "local_ordinance": ORDINANCE}
_REPLACED_BY: Final = {"table_minimum": "minimum", "table_maximum": "maximum"}


@dataclass(frozen=True, slots=True)
class Demand:
    """One thing asked of some wagers, each by itself or (``total``) added up.

    ``what`` is a word of FLOORS, CEILINGS, RELATIONS, POSITIONS or ``step``; ``role`` that of a
    single wager.
    ``scope`` is where other wagers are looked for and totals are made: the ``spot`` (one player's
    place), the ``seat`` whoever bets there, the ``player`` over all spots, the ``hand``. ``where``
    are wagers with their amounts that must stand there for it to hold. ``doubt``
    says why it may not hold, ``anomalies`` which open questions of the paper that rests on.
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
    where: tuple[tuple[str, int], ...] = ()
    doubt: str = ""
    anomalies: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    document: str = ""
    schedules: tuple[str, ...] = ()

    @property
    def sure(self) -> bool:
        """Tell whether it holds under every reading."""
        return not self.doubt

    @property
    def key(self) -> Key:
        """Return what is asked, whoever says so."""
        asked = (self.what, self.wagers, self.role, self.total, self.scope)
        return (*asked, self.amount, self.above, self.multiples, self.others, self.where)


def demands_of(context: Context) -> tuple[Demand, ...]:
    """Return what the rules ask in a context: of the game, and of each schedule's terms.

    What only some of several schedules ask is not sure. Where the option is not known the game's
    own rules hold all the same, as far as they do not lean on the table's limits.
    """
    game, cardroom = context.game, context.cardroom
    if game is None or cardroom is None:
        return ()
    if not context.offers:
        own = _demands(cardroom, game, None).values()
        return tuple(each for each in own if each.what not in _REPLACED_BY)
    each_offer = [_demands(cardroom, game, offer) for offer in context.offers]
    return tuple(_agreed(context.offers, each_offer))


def sources_of(context: Context) -> tuple[object, ...]:
    """Return what the demands rest on: contexts that are alike in this are asked the same."""
    game, cardroom = context.game, context.cardroom
    if game is None or cardroom is None:
        return ()
    printed = (
        (
            offer.schedule.key,
            offer.term.row if offer.term else 0,
            # Options of the same stakes are cited each by its own line.
            (*offer.option.stakes, *limits_named(offer.option, offer.called), *offer.option.lines)
            if game.kind == "poker"
            else (),
        )
        for offer in context.offers
    )
    return (context.cardroom_name, game.game, *printed, *_readings(cardroom, game, context))


def _readings(cardroom: Cardroom, game: Game, context: Context) -> Iterator[tuple[str, ...]]:
    """Yield the open questions about limits in a context, each with the readings left open."""
    for offer in context.offers or (None,):
        for each in _doubts(cardroom, game, offer):
            yield each.id, *(reading.reading for reading in each.readings)


def _doubts(cardroom: Cardroom, game: Game, offer: Offer | None) -> tuple[Anomaly, ...]:
    """Return the open anomalies whose readings differ in limits."""
    where = (offer.schedule, offer.option.option) if offer is not None else ()
    return tuple(
        each
        for each in open_anomalies(cardroom, game, *where)
        if any(map(_concerns_limits, each.readings))
    )


def _concerns_limits(reading: Reading) -> bool:
    stated = (reading.limits, reading.without, reading.table_limit, reading.backline, reading.seats)
    return any(stated)


def _demands(cardroom: Cardroom, game: Game, offer: Offer | None) -> dict[Key, Demand]:
    """Return what the game's rules and one schedule's terms ask, by what it is."""
    document = offer.schedule.document if offer is not None else cardroom.document
    terms = offer.term.limits if offer is not None and offer.term is not None else ()

    def asked(rules: Iterable[LimitRule]) -> list[Demand]:
        return [each for rule in rules for each in _atoms(rule, document, game, offer)]

    stated = asked(terms)
    printed = [each for each in asked(game.limits) if not _replaced(each, stated)]
    schedule, doubts = offer.schedule if offer is not None else None, _doubts(cardroom, game, offer)
    said = statements([*printed, *stated], doubts, lambda reading: asked(reading.limits), schedule)
    backline = statements(game.backline, doubts, lambda reading: reading.backline, schedule)
    positions = [*_of_backline(game, backline, document), *_of_seats(game, doubts, document)]
    positions += _of_players(game, document)
    general = [*_of_base_wagers(game, document), *_of_stakes(game, offer)] if offer else []
    wagers = _at_seats(map(_doubted, said), positions)
    return {each.key: each for each in _joined([*general, *wagers, *positions])}


def _doubted(statement: Statement[Demand]) -> Demand:
    """Return a demand with what is in doubt about it."""
    if statement.firm:
        return statement.said
    ids = tuple(each.id for each in statement.doubts)
    return replace(statement.said, doubt=statement.why, anomalies=ids)


def _of_backline(
    game: Game, said: tuple[Statement[Backline], ...], document: str
) -> Iterator[Demand]:
    """Yield what is asked of backline bets, kind by kind: what names a wager goes before the rest.

    Where statements on the same wager contradict each other none of them is sure.
    """
    for wager in game.wagers:
        own = [each for each in said if wager.wager in each.said.wagers]
        chosen = own or [each for each in said if not each.said.wagers]
        words = {each.said.rule for each in chosen}
        for each in chosen:
            what = _BACKLINE.get(each.said.rule)
            if what is None:
                continue
            lines = each.said.lines or game.lines
            demand = Demand(what, (wager.wager,), wager.role, lines=lines, document=document)
            demand = _doubted(Statement(demand, each.doubts))
            clash = "" if len(words) == 1 else "another statement says otherwise"
            yield replace(demand, doubt=demand.doubt or clash)
    for each in said:
        if each.said.at_most is not None:
            kinds = each.said.wagers or tuple(wager.wager for wager in game.wagers)
            demand = Demand(MOST_BACKLINE, kinds, amount=each.said.at_most, document=document)
            demand = replace(demand, lines=each.said.lines or game.lines)
            yield _doubted(Statement(demand, each.doubts))


def _of_seats(game: Game, doubts: tuple[Anomaly, ...], document: str) -> Iterator[Demand]:
    """Yield how many seats the game has; of several readings the most is sure."""
    counts: dict[int, tuple[Anomaly, ...]] = {} if game.seats is None else {game.seats: ()}
    for anomaly in doubts:
        if any(reading.seats for reading in anomaly.readings):
            read = {reading.seats or game.seats for reading in anomaly.readings}
            counts = {each: (anomaly,) for each in read if each is not None}
    for count, open_ in counts.items():
        lines = game.seat_lines or game.lines
        demand = Demand(SEATS, (), amount=count, lines=lines, document=document)
        if open_:
            demand = replace(demand, lines=open_[0].lines)
        yield _doubted(Statement(demand, () if count == max(counts) else open_))


def _of_players(game: Game, document: str) -> Iterator[Demand]:
    """Yield how many players a pot takes; against a player-dealer any wager takes two."""
    if game.kind == "poker" and game.fewest_players is not None:
        lines = game.seat_lines or game.lines
        yield Demand(FEWEST_PLAYERS, (), amount=game.fewest_players, lines=lines, document=document)


def _at_seats(wagers: Iterable[Demand], positions: list[Demand]) -> Iterator[Demand]:
    """Yield demands; a bet that the backline may place is held to the seat's, where it has none.

    Whoever may bet on a bonus behind a seat, but not on the wager it needs, needs that of the seat.
    """
    banned = {each.wagers[0] for each in positions if each.what == NO_BACKLINE}
    for each in wagers:
        partners = {kind for group in each.others for kind in group}
        partners |= {kind for many in each.multiples for kind in many.wagers}
        behind = not banned.issuperset(each.wagers) and not banned.isdisjoint(partners)
        yield replace(each, scope="seat") if behind and each.scope == "spot" else each


def _replaced(demand: Demand, stated: list[Demand]) -> bool:
    """Tell whether the terms set the wager's own limit instead of what the game's rules ask."""
    own = _REPLACED_BY.get(demand.what, "")
    return any(each.what == own and set(demand.wagers) <= set(each.wagers) for each in stated)


def _of_base_wagers(game: Game, document: str) -> Iterator[Demand]:
    """Yield that base wagers keep to the table limits; in poker these are stakes, not limits."""
    bases = tuple(wager.wager for wager in game.wagers if wager.role == "base")
    if game.kind == "player_dealer":
        for kind in bases:
            yield Demand("table_minimum", (kind,), "base", document=document)
            yield Demand("table_maximum", (kind,), "base", amount=100, document=document)


def _of_stakes(game: Game, offer: Offer) -> Iterator[Demand]:
    """Yield that antes and blinds are those of the option; only that an ante is not more is sure.

    Three blinds are left alone: the book does not say which of them a wager is.
    """
    if game.kind != "poker":
        return
    in_full = _in_full(game)
    for kind, amounts in _posted(offer).items():
        if game.wager(kind) is not None:
            asked = Demand(
                "minimum",
                (kind,),
                _role(game, kind),
                amount=min(amounts),
                lines=offer.option.lines[:1],
                document=offer.schedule.document,
            )
            least = _citing(asked, (*asked.lines, *in_full))
            yield least if in_full else replace(asked, doubt=_SHORT)
            raised = "" if kind == "ante" else _RAISED
            yield replace(asked, what="maximum", amount=max(amounts), doubt=raised)


def _in_full(game: Game) -> tuple[int, ...]:
    """Return where the rules say that nobody goes all in, so that a blind is posted in full."""
    return next((rule.lines for rule in game.rules if rule.rule == "no_all_in"), ())


def _posted(offer: Offer) -> dict[str, list[int]]:
    """Return the wagers that stakes name, with their amounts: of the limit that the log names."""
    found: dict[str, list[int]] = {}
    limits = limits_named(offer.option, offer.called)
    for stake in offer.option.stakes:
        # One figure may stand for all limits that share the option.
        each = stake.each
        named = [each[place] for place in limits] if len(each) > 1 else each
        for amounts in (one.replace("$", "").split("-") for one in named):
            kinds = _POSTED.get((stake.kind, len(amounts)), ())
            for kind, amount in zip(kinds, amounts, strict=False):
                with suppress(ValueError):
                    found.setdefault(kind, []).append(cents(amount.strip()))
    return found


def _scope(rule: LimitRule, offer: Offer | None) -> str:
    """Return where a rule looks: at one spot, or over all that a player has.

    An amount for wagers added up is one player's, wherever they stand. What they may have of the
    table's limit is counted as the fee on these wagers is, or on those that pay one.
    """
    if rule.per:
        return rule.per
    if rule.total and rule.maximum is not None:
        return "player"
    of_table = rule.within_table or (rule.at_most is not None and rule.at_most.wager == TABLE)
    if not rule.total or not of_table:
        return "spot"
    charges = offer.term.charges if offer is not None and offer.term is not None else ()
    among = [each for each in charges if each.wagers and set(each.wagers) <= set(rule.wagers)]
    return "player" if any(each.per == "player" for each in among) else "spot"


def _atoms(rule: LimitRule, document: str, game: Game, offer: Offer | None) -> list[Demand]:
    """Return the single demands of a printed rule, wager by wager unless they are added up.

    In poker players short of money may put in less than is asked, so that only a maximum is sure,
    and of how many there are, unless nobody may go all in.
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
            scope="hand" if poker else _scope(rule, offer),
            where=rule.where,
            lines=rule.lines,
            document=document,
            schedules=rule.schedules,
        )
        made += [replace(bare, **each) for each in (*_amounts_asked(rule), *_relations_asked(rule))]
    return [_of_poker(each) for each in made] if poker and not _in_full(game) else made


def _of_poker(demand: Demand) -> Demand:
    if demand.what in {*CEILINGS, "one_per"}:
        return demand
    return replace(demand, doubt=_SHORT)


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
        yield {"what": "one_per", "amount": 1, "others": ((rule.one_per,),)}
    if rule.many_per is not None:
        number = rule.many_per.percent // 100
        yield {"what": "one_per", "amount": number, "others": (rule.many_per.wagers,)}
    if rule.never_with:
        # A seat has one hand, whoever bets on it.
        yield {"what": "never_with", "scope": "seat", "others": ((rule.never_with,),)}


def _joined(demands: Iterable[Demand]) -> list[Demand]:
    """Return demands with those that ask the same made one, sure if any of them is."""
    found: dict[Key, Demand] = {}
    for each in demands:
        other = found.get(each.key)
        if other is None:
            found[each.key] = each
            continue
        surer = max(other, each, key=lambda one: one.sure)
        ids = () if surer.sure else tuple(dict.fromkeys((*other.anomalies, *each.anomalies)))
        found[each.key] = _citing(replace(surer, anomalies=ids), (*other.lines, *each.lines))
    return list(found.values())


def _role(game: Game, kind: str) -> str:
    wager = game.wager(kind)
    return wager.role if wager is not None else ""


def _agreed(offers: tuple[Offer, ...], demands: list[dict[Key, Demand]]) -> Iterator[Demand]:
    """Yield what any schedule asks; sure is what all of them surely ask."""
    for key in dict.fromkeys(key for each in demands for key in each):
        saying = [each[key] for each in demands if key in each]
        lines = tuple(line for each in saying for line in each.lines)
        ids = tuple(dict.fromkeys(each for one in saying for each in one.anomalies))
        if len(saying) == len(demands):
            unsure = next((each for each in saying if not each.sure), saying[0])
            yield _citing(replace(unsure, anomalies=ids), lines)
            continue
        who = " and ".join(
            offer.schedule.key for offer, each in zip(offers, demands, strict=True) if key in each
        )
        doubted = replace(saying[0], doubt=f"only {who} asks this", anomalies=ids)
        yield _citing(doubted, lines)


def _citing(demand: Demand, lines: tuple[int, ...]) -> Demand:
    """Return a demand with the lines that print it, once each."""
    return replace(demand, lines=tuple(dict.fromkeys(lines)))
