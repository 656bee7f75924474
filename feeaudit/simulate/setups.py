"""Setups: every cardroom, game and option of the book that can be simulated, and why others not."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final

import numpy as np

from feeaudit.book.catalogue import binds, editions_in_force, rules_of, schedules_of, term_of
from feeaudit.rules.doubts import open_anomalies
from feeaudit.rules.in_force import Context, Offer
from feeaudit.simulate.bet_amounts import minimal_bets
from feeaudit.simulate.bet_shapes import DOLLAR, BetLimit, BetShape, shape_of, table_limit
from feeaudit.simulate.option_fees import (
    NotSimulable,
    OptionFee,
    fees_of,
    hands_settled,
    slots_settled,
)
from feeaudit.simulate.turns import BankTurns, turns_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from feeaudit.book.model import Book, Cardroom, Game, LimitRule, Option, Schedule, Term
    from feeaudit.core.arrays import IntArray

LAWFUL_RATES: Final = 5
MOST_SEATED: Final = 7
_POKER_SEATS: Final = 9
_ANTES_COUNTED: Final = 4
_HIGHEST: Final = 500_000
_USUAL_BETS: Final = (1, 2, 3, 5, 10, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 125, 150, 200, 250)


@dataclass(frozen=True, slots=True, eq=False)
class Stakes:
    """The entries a bettor may choose from, and for how many equal bettors an entry surely does."""

    entries: tuple[int, ...]
    pool: IntArray
    weights: tuple[float, ...]
    sure: Mapping[int, IntArray]


@dataclass(frozen=True, slots=True, eq=False)
class Setup:
    """One option of one schedule for one game: all that is needed to make its hands.

    ``free_hands`` is how many hands of a new game may go without a fee.
    """

    cardroom: str
    schedule: Schedule
    game: Game
    option: Option
    term: Term
    fees: tuple[OptionFee, ...]
    limit: BetLimit
    allowed_rates: int
    covers_only: bool
    free_hands: int
    turns: BankTurns | None = None
    shape: BetShape | None = None
    stakes: Stakes | None = None
    players: tuple[int, ...] = ()
    periods: tuple[int, ...] = ()

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """Return cardroom, schedule, edition, game and option."""
        schedule = self.schedule
        return (
            self.cardroom,
            schedule.schedule,
            schedule.edition,
            self.game.game,
            self.option.option,
        )

    @property
    def rates(self) -> frozenset[int]:
        """Return every fee above zero that the option prints."""
        return frozenset(amount for fee in self.fees for amount in fee.printed.levy.fees)

    @property
    def seats(self) -> int | None:
        """Return how many seats every reading of the print gives the game; None where none does."""
        read = (
            reading.seats for each in self.game.anomalies if each.open for reading in each.readings
        )
        return min(filter(None, (self.game.seats, *read)), default=None)

    @property
    def timed(self) -> bool:
        """Tell whether players pay by the period."""
        return any(fee.printed.per == "period" for fee in self.fees)

    def numbers_seated(self) -> tuple[int, ...]:
        """Return with how many players seated a clean hand can always be made."""
        if self.turns is None or self.stakes is None:
            return self.players
        if self.turns.pair:
            return (2,)
        counts = range(4, min(self.seats or MOST_SEATED, MOST_SEATED) + 1)
        if self.turns.in_turn:
            counts = range(5, counts.stop)
        sure = self.stakes.sure
        if self.turns.everyone_bets:
            return tuple(count for count in counts if count - 1 in sure)
        return tuple(count for count in counts if min(sure) <= count - 2)


@dataclass(frozen=True, slots=True, order=True)
class Skipped:
    """An option that is not simulated, and why."""

    cardroom: str
    schedule: str
    edition: str
    game: str
    option: str
    reason: str


def setups_of(
    book: Book,
    editions: Mapping[str, str] | None = None,
    cardrooms: Collection[str] = (),
    games: Collection[str] = (),
    options: Collection[str] = (),
) -> tuple[list[Setup], list[Skipped]]:
    """Return every option in force as a setup or, with the reason, as skipped; in printed order.

    Given cardrooms, games or options, only theirs.
    """
    pinned = tuple(sorted((editions or {}).items()))
    setups: list[Setup] = []
    skipped: list[Skipped] = []
    for cardroom in book.cardrooms:
        if not cardrooms or cardroom.cardroom in cardrooms:
            played, left_out = _setups_at(cardroom, pinned, frozenset(games))
            setups += [each for each in played if not options or each.option.option in options]
            skipped += [each for each in left_out if not options or each.option in options]
    return setups, skipped


# To find out what can be simulated takes longer than to simulate a few hundred hands.
@lru_cache(maxsize=16)
def _setups_at(
    cardroom: Cardroom, pinned: tuple[tuple[str, str], ...], games: frozenset[str]
) -> tuple[list[Setup], list[Skipped]]:
    setups: list[Setup] = []
    skipped: list[Skipped] = []
    for game in cardroom.games:
        if games and game.game not in games:
            continue
        for schedule, option in _options(cardroom, game, dict(pinned), skipped):
            try:
                setups.append(_setup(cardroom, game, schedule, option))
            except NotSimulable as why:
                skipped.append(_skipped(schedule, game, option.option, str(why)))
    return setups, skipped


def simulable(
    book: Book, editions: Mapping[str, str] | None = None
) -> list[tuple[str, str, str, str, str]]:
    """Return (cardroom, schedule, edition, game, option) of everything that can be simulated."""
    return [setup.key for setup in setups_of(book, editions)[0]]


def not_simulable(book: Book) -> list[Skipped]:
    """Return what is left out, each with its reason."""
    return setups_of(book)[1]


def _skipped(schedule: Schedule, game: Game, option: str, reason: str) -> Skipped:
    return Skipped(
        schedule.cardroom, schedule.schedule, schedule.edition, game.game, option, reason
    )


def _options(
    cardroom: Cardroom,
    game: Game,
    editions: Mapping[str, str],
    skipped: list[Skipped],
) -> Iterator[tuple[Schedule, Option]]:
    """Yield the options in force that exactly one schedule claims."""
    schedules = schedules_of(cardroom, game)
    if not schedules:
        reason = game.no_schedule or "no fee schedule is printed for it"
        skipped.append(Skipped(cardroom.cardroom, "", "", game.game, "", reason))
    force = editions_in_force(schedules, editions)
    claims = Counter(option.option for schedule in force for option in schedule.options)
    for schedule in force:
        if not schedule.options:
            skipped.append(_skipped(schedule, game, "", "its table is not printed"))
        for option in schedule.options:
            if claims[option.option] > 1:
                reason = "two schedules in force claim this option"
                skipped.append(_skipped(schedule, game, option.option, reason))
            elif {ladder.component for ladder in option.ladders} == {"no_flop"}:
                reason = "it prints only the fee of hands that end early, beside another option"
                skipped.append(_skipped(schedule, game, option.option, reason))
            else:
                yield schedule, option


def _setup(cardroom: Cardroom, game: Game, schedule: Schedule, option: Option) -> Setup:
    term = term_of(schedule, option, game)
    if term is None:
        raise NotSimulable("no printed terms cover it")
    fees = fees_of(schedule, option, term, game)
    offer = Offer(schedule, option, term)
    limit = table_limit(Context("", "", "", cardroom=cardroom, game=game, offers=(offer,)))
    allowed = _allowed_rates(schedule, cardroom, game)
    rules = list(rules_of(cardroom, game, schedule))
    bound = any(rule.rule == "covers_only" for rule in rules)
    free = max((rule.hands or 0 for rule in rules if rule.rule == "free_hands"), default=0)
    facts = (cardroom.cardroom, schedule, game, option, term, fees, limit, allowed, bound, free)
    if game.kind == "poker":
        periods = _periods(schedule, option, term, game)
        setup = Setup(*facts, players=_numbers_of_players(game, fees), periods=periods)
    else:
        turns = turns_of(cardroom, game)
        shape = shape_of(game, term, limit, _read_limits(cardroom, game, schedule, option))
        setup = Setup(*facts, turns=turns, shape=shape, stakes=_stakes(shape, fees))
    if len(setup.rates) > allowed:
        raise NotSimulable(f"it prints {len(setup.rates)} rates where {allowed} are allowed")
    if not setup.numbers_seated():
        raise NotSimulable("no hand of it has a settled fee")
    return setup


def _read_limits(
    cardroom: Cardroom, game: Game, schedule: Schedule, option: Option
) -> list[LimitRule]:
    """Return the limits that only a reading of the paper states; a clean night keeps to all."""
    return [
        rule
        for anomaly in open_anomalies(cardroom, game, schedule, option.option)
        for reading in anomaly.readings
        for rule in reading.limits
        if binds(rule, schedule)
    ]


def _periods(schedule: Schedule, option: Option, term: Term, game: Game) -> tuple[int, ...]:
    """Return how many minutes a period may last, as printed first; nothing without periods."""
    other = [
        reading.period
        for anomaly in (*schedule.anomalies, *game.anomalies)
        if anomaly.conclusion == "ambiguous"
        and (not anomaly.games or game.game in anomaly.games)
        and (not anomaly.options or option.option in anomaly.options)
        for reading in anomaly.readings
    ]
    return tuple(dict.fromkeys(each for each in (term.period, *other) if each is not None))


def _allowed_rates(schedule: Schedule, cardroom: Cardroom, game: Game) -> int:
    printed = [
        rule.at_most
        for rule in rules_of(cardroom, game, schedule)
        if rule.rule == "rates" and rule.counting == "amounts" and rule.at_most
    ]
    return min([LAWFUL_RATES, *printed])


def _numbers_of_players(game: Game, fees: tuple[OptionFee, ...]) -> tuple[int, ...]:
    """Return the numbers of players for which every reading settles every fee alike."""
    if any(fee.printed.per in {"wager", "seat"} or fee.component == "player" for fee in fees):
        raise NotSimulable("its poker fee is charged on single wagers")
    most = min(game.seats or _POKER_SEATS, _POKER_SEATS)
    if any(fee.shortfall for fee in fees):
        most = min(most, _ANTES_COUNTED)
    return tuple(
        count
        for count in range(game.fewest_players or 2, most + 1)
        if all(_same_fee(fee, count) for fee in fees if fee.printed.basis == "players")
    )


def _same_fee(fee: OptionFee, count: int) -> bool:
    fees = {rate.price.fee_for(count) for rate in fee.rates}
    return len(fees) == 1 and None not in fees


def _stakes(shape: BetShape, fees: tuple[OptionFee, ...]) -> Stakes:
    """Return the entries whose own fees are settled, and which totals of equal bets are."""
    by_slot = [fee for fee in fees if fee.by_slot]
    by_hand = [fee for fee in fees if fee.printed.per == "hand"]
    pool = _candidates(shape, fees)
    entries: list[int] = []
    for entry in shape.entries:
        bets, within = minimal_bets(shape, entry, pool)
        good = pool[slots_settled(by_slot, shape.kinds, bets)[:, 0] & within]
        if len(good) and not entries:
            pool = good
        if len(good) == len(pool):
            entries.append(entry)
    if not entries:
        raise NotSimulable("no wager within its limits has a settled fee")
    bets, _ = minimal_bets(shape, entries[0], pool)
    sure = {}
    for count in range(1, MOST_SEATED):
        good = pool[hands_settled(by_hand, shape.kinds, bets * count)]
        if len(good):
            sure[count] = good
    if not sure:
        raise NotSimulable("no table action of it has a settled fee")
    weights = (pool[0] / pool) ** 0.8
    return Stakes(tuple(entries), pool, tuple(float(w) for w in weights / weights.sum()), sure)


def _candidates(shape: BetShape, fees: tuple[OptionFee, ...]) -> IntArray:
    """Return usual bets within the limits, and every amount at a bound of a tier or next to it."""
    bounds = {
        bound + beside
        for fee in fees
        for rate in fee.rates
        if rate.basis not in {"flat", "players"}
        for bound in rate.price.bounds
        for beside in (-DOLLAR, 0, DOLLAR)
    }
    most = shape.most if shape.most is not None else min(_HIGHEST, 40 * shape.least)
    usual = {bet * scale * DOLLAR for bet in _USUAL_BETS for scale in (1, 10)}
    wanted = usual | bounds | {shape.least, most}
    fit = [each for each in wanted if shape.least <= each <= most and each % shape.step == 0]
    return np.array(sorted(fit), dtype=np.int64)
