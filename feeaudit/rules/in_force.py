"""What the book says of one combination of cardroom, game and option on a gaming day."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Final, NamedTuple

from feeaudit.book.catalogue import (
    anomalies_of,
    find_cardroom,
    find_game,
    option_name,
    rules_of,
    schedule_and_option,
    schedules_of,
    term_of,
)
from feeaudit.core.problem import Unknown
from feeaudit.rules.editions import in_force, spans_text
from feeaudit.rules.levies import class_of
from feeaudit.rules.option_names import options_meant
from feeaudit.rules.readings import OptionReading, option_readings
from feeaudit.rules.settled import settled_on, with_settled

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from datetime import date

    from feeaudit.book.model import (
        Anomaly,
        Book,
        Cardroom,
        Game,
        Option,
        Rule,
        Schedule,
        Term,
        Tier,
    )
    from feeaudit.rules.configuration.model import Config
    from feeaudit.rules.levies import Levy

_BY_WAGERS: Final = ("player_wager", "total_player_wager")
"""The fees whose tiers end with the largest wager that a table may take."""


@dataclass(frozen=True, slots=True)
class Offer:
    """One schedule that prints the option, with the terms that cover it and its readings.

    ``rivals`` are printings that might be in force instead: nothing says which is. ``called`` is
    how the log names the option: by its number, or by a limit, perhaps one of several.
    """

    schedule: Schedule
    option: Option
    term: Term | None
    readings: tuple[OptionReading, ...] = ()
    rivals: tuple[str, ...] = ()
    called: str = ""

    @property
    def assumed(self) -> bool:
        """Tell whether another printing might be in force as well."""
        return bool(self.rivals)


@dataclass(frozen=True)
class Context:
    """What the book says of one combination; ``problem`` says why it says nothing of fees.

    ``players`` is -1 unless the number of players picks the row of a price list. ``settled`` are
    the anomalies of the cardroom that the site has settled, each with the reading that it settled
    on, ``valid`` the keys of the game's schedules that are in force, ``doubts`` what is open about
    the option's name, ``unpriced`` the terms of a schedule whose table is not printed: they say who
    pays when, and for what nothing is owed. ``kind`` of a problem: ``cardroom``, ``unnamed`` (a
    game that nobody can tell), ``game`` (one of another cardroom), ``schedule``, ``date`` (no
    edition is in force), ``option``, ``lost`` (its table is not printed), ``several`` (the name
    fits many options), ``unstated``.
    """

    cardroom_name: str
    game_name: str
    option_name: str
    players: int = -1
    cardroom: Cardroom | None = None
    game: Game | None = None
    offers: tuple[Offer, ...] = ()
    settled: tuple[tuple[str, str], ...] = ()
    valid: tuple[str, ...] = ()
    doubts: tuple[Anomaly, ...] = ()
    unpriced: tuple[Term, ...] = ()
    kind: str = ""
    problem: str = ""

    @property
    def terms(self) -> tuple[Term, ...]:
        """Return the terms that cover the option."""
        return tuple(offer.term for offer in self.offers if offer.term is not None)

    @property
    def document(self) -> str:
        """Return the document that prints the option, or else describes its fees."""
        if self.offers:
            return self.offers[0].schedule.document
        return self.cardroom.document if self.cardroom is not None else ""

    @cached_property
    def readings(self) -> tuple[OptionReading, ...]:
        """Every defensible reading of the option."""
        return tuple(reading for offer in self.offers for reading in offer.readings)

    @cached_property
    def levies(self) -> tuple[Levy, ...]:
        """How the option's fees are charged, under every reading of it."""
        return tuple(levy for reading in self.readings for levy in reading.levies)

    @cached_property
    def charges_bonus_bets(self) -> bool:
        """Tell whether the fee of a player's bets is that of bonus bets, too, which have no other.

        A log may well call it a bonus fee. A flat fee by the seat or the player is not meant: it is
        owed once, with a bonus bet or without.
        """
        if self.game is None or any(levy.fee == "bonus" for levy in self.levies):
            return False
        bonus = [each.wager for each in self.game.wagers if each.role == "bonus"]
        return any(
            levy.klass == class_of("player", "base")
            and levy.by_wagers
            and bool(levy.fees)
            and (levy.per == "wager" or levy.basis != "flat")
            and any(map(levy.counts, bonus))
            for levy in self.levies
        )

    def rules(self, rule: str) -> list[Rule]:
        """Return every statement of a general rule that the game is played under."""
        room, game = self.cardroom, self.game
        if room is None or game is None:
            return []
        schedules = (offer.schedule for offer in self.offers)
        stated = (each for one in schedules for each in rules_of(room, game, one))
        return list(dict.fromkeys(each for each in stated if each.rule == rule))

    @property
    def by_players(self) -> bool:
        """Tell whether the number of players picks the row of a price list."""
        return any(
            offer.option.option in band
            for offer in self.offers
            if offer.term is not None
            for band in offer.term.bands
        )


class _Played(NamedTuple):
    """A game at a cardroom on a day: its schedules, and the rivals of those in force."""

    known: Context
    printed: Sequence[Schedule] = ()
    rivals: Mapping[str, tuple[str, ...]] = {}


class Resolver:
    """Asks the book about combinations; about a game on a day only once."""

    def __init__(self, book: Book, config: Config) -> None:
        self._book = book
        self._config = config
        self._played: dict[tuple[str, str, date | None], _Played] = {}
        self._places: dict[tuple[str, date | None], Cardroom] = {}

    def context(self, cardroom: str, game: str, option: str, day: date | None) -> Context:
        """Return what the book says of a combination, its readings aside."""
        key = (cardroom, game, day)
        if key not in self._played:
            self._played[key] = self._look_up(*key)
        played = self._played[key]
        known = played.known
        if known.game is None or known.kind == "schedule":
            return replace(known, option_name=option)
        valid = [each for each in played.printed if each.key in known.valid]
        if not option and valid and not any(each.options for each in valid):
            problem = f"the table of {valid[0].key} is announced and not printed"
            terms = _unpriced(valid, known.game, "")
            return replace(known, kind="lost", problem=problem, unpriced=terms)
        if not option:
            problem = "the log does not say which option was in use"
            return replace(known, kind="unstated", problem=problem)
        if known.kind:
            return replace(known, option_name=option)
        meant = options_meant(option, known.game, played.printed, valid)
        offers = tuple(
            Offer(
                schedule,
                _on_day(printed, day),
                term_of(schedule, printed, known.game),
                rivals=played.rivals.get(schedule.key, ()),
                called=schedule_and_option(option)[1],
            )
            for schedule, printed in meant.options
        )
        return replace(
            known,
            option_name=option,
            offers=offers,
            doubts=meant.doubts,
            unpriced=_unpriced(valid, known.game, option) if meant.kind == "lost" else (),
            kind=meant.kind,
            problem=meant.problem,
        )

    def _look_up(self, cardroom: str, game: str, day: date | None) -> _Played:
        known = Context(cardroom, game, "")
        try:
            place = self._cardroom(cardroom, day)
        except Unknown as unknown:
            return _Played(replace(known, kind="cardroom", problem=str(unknown)))
        known = replace(known, cardroom=place, settled=self._settled(place, day))
        try:
            played = find_game(place, game)
        except Unknown as unknown:
            others = self._playing(game)
            problem = (
                f"{unknown}; it is a game of {' and '.join(others)}" if others else str(unknown)
            )
            kind = "game" if others else "unnamed"
            return _Played(replace(known, kind=kind, problem=problem))
        return self._in_force(replace(known, game=played), place, played, day)

    def _playing(self, game: str) -> list[str]:
        """Return the cardrooms of the book that have a game of that name."""
        found = []
        for place in self._book.cardrooms:
            with suppress(Unknown):
                find_game(place, game)
                found.append(place.cardroom)
        return found

    def _cardroom(self, name: str, day: date | None) -> Cardroom:
        """Return a cardroom as its doubts are settled on a day."""
        place = find_cardroom(self._book, name)
        if not self._config.settled:
            return place
        key = (place.cardroom, day)
        if key not in self._places:
            self._places[key] = with_settled(place, self._config, day)
        return self._places[key]

    def _settled(self, place: Cardroom, day: date | None) -> tuple[tuple[str, str], ...]:
        chosen = settled_on(self._config, day)
        if not chosen:
            return ()
        return tuple(
            (each.id, chosen[each.id]) for each in anomalies_of(place) if each.id in chosen
        )

    def _in_force(self, known: Context, place: Cardroom, game: Game, day: date | None) -> _Played:
        schedules = schedules_of(place, game)
        if not schedules:
            problem = f"no fee schedule is printed for {game.name} at {place.name}"
            return _Played(replace(known, kind="schedule", problem=problem))
        # A settled doubt has one reading left: the book as printed has what it chose between.
        printed = schedules_of(find_cardroom(self._book, place.cardroom), game)
        valid = in_force(printed, game, self._config, day)
        known = replace(known, valid=valid.keys)
        if not valid.keys:
            keys = dict.fromkeys(f"{place.cardroom}/{each.schedule}" for each in schedules)
            spans = spans_text(schedules, self._config)
            problem = f"no edition of {' or '.join(keys)} is in force on the day: {spans}"
            known = replace(known, kind="date", problem=problem)
        return _Played(known, schedules, valid.rivals)


def _on_day(option: Option, day: date | None) -> Option:
    """Return an option without fees that may not be offered yet, nor the wagers they are for."""
    later = [
        tier
        for ladder in option.ladders
        for tier in ladder.tiers
        if tier.not_before is not None and day is not None and day < tier.not_before
    ]
    if not later:
        return option
    ladders = tuple(
        replace(ladder, tiers=tuple(tier for tier in ladder.tiers if tier not in later))
        for ladder in option.ladders
    )
    ends = [
        _largest(kept.tiers)
        for kept, printed in zip(ladders, option.ladders, strict=True)
        if kept.basis in _BY_WAGERS and kept != printed
    ]
    limits = tuple(
        replace(each, high=min(filter(None, (each.high, *ends)), default=None))
        for each in option.limits
    )
    return replace(option, ladders=ladders, limits=limits)


def _largest(tiers: Sequence[Tier]) -> int | None:
    """Return the largest wager that tiers are for; None where there is no end to them."""
    highs = [tier.high for tier in tiers if tier.high is not None]
    return max(highs, default=None) if len(highs) == len(tiers) else None


def _unpriced(schedules: Sequence[Schedule], game: Game, option: str) -> tuple[Term, ...]:
    """Return what schedules without a printed table say of an option's fees."""
    number = option_name(schedule_and_option(option)[1]) if option else ""
    return tuple(
        term
        for each in schedules
        if not each.options
        for term in each.terms
        if game.game in (term.games or each.games)
        if not term.options or number in term.options
    )


def with_readings(context: Context, players: int) -> Context:
    """Return a context with its readings, where players pick a row for so many; -1 is unknown."""
    game = context.game
    if game is None or not context.offers:
        return context
    count = players if players >= 0 else None
    offers = [
        replace(
            offer,
            readings=tuple(
                option_readings(
                    offer.schedule, offer.option, offer.term, game, count, called=offer.called
                )
            ),
        )
        for offer in context.offers
    ]
    return replace(context, players=players, offers=tuple(offers))
