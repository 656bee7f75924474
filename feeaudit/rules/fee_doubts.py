"""Which recorded anomalies leave a fee open: by their ids, so that a doubt is one question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.book.vocabulary import MECHANICAL_ANOMALIES
from feeaudit.rules.doubts import about_schedules, open_anomalies, statements

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Anomaly, Charge
    from feeaudit.rules.in_force import Context, Offer


def fee_doubts(context: Context, payer: str, fee: str) -> tuple[str, ...]:
    """Return the ids of the anomalies that bear on what a payer owes of a fee, sorted."""
    components = {
        levy.component
        for levy in context.levies
        if payer in {levy.payer, levy.shortfall} and levy.fee == fee
    }
    found = {
        each.id
        for offer in context.offers
        for each in _open(context, offer)
        if _bears_on(each, offer, components) or (len(context.offers) > 1 and about_schedules(each))
    }
    return tuple(sorted(found))


def moment_doubts(context: Context, components: set[str]) -> tuple[str, ...]:
    """Return the ids of the anomalies that bear on when some components are taken, sorted."""
    found = {
        each.id
        for offer in context.offers
        for each in _open(context, offer)
        for reading in each.readings
        for charge in reading.charges
        if charge.moments and charge.component in components
    }
    return tuple(sorted(found))


def period_doubts(context: Context, fee: str) -> tuple[str, ...]:
    """Return the ids of the anomalies by which an option may have a fee that no table prints."""
    found = {
        each.id
        for offer in context.offers
        for each in _open(context, offer)
        for reading in each.readings
        for charge in reading.charges
        if charge.component == fee
    }
    return tuple(sorted(found))


def free_bets(context: Context) -> tuple[str, ...] | None:
    """Return the ids of the anomalies by which a bet without action pays nothing, sorted.

    None are left where that is settled; None is returned where no reading frees such a bet.
    """
    room, game = context.cardroom, context.game
    if room is None or game is None:
        return None
    for offer in context.offers:
        anomalies = open_anomalies(room, game, offer.schedule, offer.option.option)
        for each in statements((), anomalies, lambda reading: reading.rules, offer.schedule):
            if each.said.rule == "no_extra_fee" and "no_action" in each.said.events:
                return tuple(sorted(doubt.id for doubt in each.doubts))
    return None


def jackpot_doubts(context: Context) -> tuple[str, ...]:
    """Return the ids of the anomalies that record the tables of jackpot fees as missing, sorted."""
    lines = {line for rule in context.rules("jackpot_elsewhere") for line in rule.lines}
    anomalies = context.cardroom.anomalies if context.cardroom is not None else ()
    return tuple(sorted(each.id for each in anomalies if not lines.isdisjoint(each.lines)))


def offer_anomalies(context: Context, offer: Offer) -> Iterator[Anomaly]:
    """Yield the open anomalies of an option, in its schedule and in the rules of the game."""
    game = context.game
    for each in (*offer.schedule.anomalies, *(game.anomalies if game else ())):
        named = not each.options or offer.option.option in each.options
        played = not each.games or (game is not None and game.game in each.games)
        if each.open and named and played:
            yield each


def _open(context: Context, offer: Offer) -> Iterator[Anomaly]:
    return (each for each in offer_anomalies(context, offer) if len(each.readings) != 1)


def _bears_on(anomaly: Anomaly, offer: Offer, components: set[str]) -> bool:
    """Tell whether an anomaly is about some components, by its word or by what its readings do."""
    touched = {
        charge.component
        for reading in anomaly.readings
        for charge in reading.charges
        if _on_amounts(charge)
    }
    touched |= {
        ladder.component
        for reading in anomaly.readings
        for option in reading.options
        for ladder in option.ladders
    }
    if any(reading.unpriced or reading.games for reading in anomaly.readings):
        # An option that serves several limits may be called by one that every reading prices.
        read = {name for each in offer.readings for name, _ in each.reads}
        return anomaly.id in read and anomaly.component in {"", *components}
    if touched:
        return not touched.isdisjoint(components)
    if any(reading.charges for reading in anomaly.readings):
        return False
    mechanical = not MECHANICAL_ANOMALIES.keys().isdisjoint(anomaly.kinds)
    return mechanical and anomaly.component in {"", *components} and not anomaly.readings


def _on_amounts(charge: Charge) -> bool:
    """Tell whether a reading's charge says who owes what, and not only when it is taken."""
    said = (charge.per, charge.payer, charge.wagers, charge.count, charge.shortfall, charge.antes)
    return any(said)
