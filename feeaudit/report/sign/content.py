"""Making a sign: what the book says of one option, laid out for the people at the table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.book.catalogue import rules_of, term_of
from feeaudit.book.views import option_names, stretches
from feeaudit.report.phrases import joined
from feeaudit.report.sign.model import Doubt, Sign
from feeaudit.report.sign.sign_tables import fee_tables, price_list
from feeaudit.report.sign.wording import (
    bounds,
    limit_text,
    priced,
    rule_notes,
    term_notes,
    wager_limit,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.model import Anomaly, Cardroom, Game, Limit, Option, Schedule, Term

_ABOUT_EDITIONS: Final = {"unordered", "two_schedules", "reprint"}


def sign_of(  # noqa: PLR0913 - what a sign is of, and what its maker knows
    cardroom: Cardroom,
    game: Game,
    schedule: Schedule,
    option: Option,
    *,
    chosen: bool = True,
    settled_by: str = "",
) -> Sign:
    """Return the sign of an option; ``chosen`` tells that a person named schedule and edition."""
    term = term_of(schedule, option, game)
    rows = price_list(schedule, option, term)
    return Sign(
        cardroom=cardroom.name,
        game=game.name,
        option=_option(schedule, option, rows),
        limits=tuple(_limits(game, option, term)),
        blank_limit=option.limit is None and game.kind == "player_dealer",
        tables=fee_tables(schedule, rows, option, game, term),
        notes=tuple(dict.fromkeys(_notes(cardroom, game, schedule, option, rows))),
        approvals=_approvals(schedule, game),
        source=tuple(_source(schedule, rows or (option,), term)),
        doubts=tuple(_doubts(cardroom, game, schedule, rows or (option,), chosen=chosen)),
        settled_by=settled_by,
    )


def _option(schedule: Schedule, option: Option, rows: Sequence[Option]) -> str:
    if rows:
        return f"Options {option_names(each.option for each in rows)}"
    return f"Option {option.option}" if schedule.numbered else priced(option.option)


def _approvals(schedule: Schedule, game: Game) -> tuple[str, ...]:
    """Return the ids of schedule and game; of a shared schedule only those that are the game's."""
    own = [each for each in schedule.approvals if each in game.approvals]
    return tuple(dict.fromkeys((*(own or schedule.approvals), *game.approvals)))


def _limits(game: Game, option: Option, term: Term | None) -> Iterator[str]:
    if option.limit:
        yield _limit(game, option.limit)
    elif term and term.table_limit:
        least, most = term.table_limit.minimum, term.table_limit.maximum
        if least:
            yield f"Table minimum {limit_text(least)}"
        if most:
            yield f"Table maximum {limit_text(most)}"
    for stake in option.stakes:
        figures = stake.text if stake.kind == "points" else priced(stake.text)
        yield f"{stake.kind.capitalize()} {figures}"


def _limit(game: Game, limit: Limit) -> str:
    if limit.text == "no limit":
        return "No limit"
    if game.kind == "player_dealer":
        return f"Table limit {limit_text(limit)}"
    return f"Limit {priced(limit.text)}"


def _notes(
    cardroom: Cardroom, game: Game, schedule: Schedule, option: Option, rows: Sequence[Option]
) -> Iterator[str]:
    term = term_of(schedule, option, game)
    yield from term_notes(game, term)
    band = next((band for band in term.bands if option.option in band), ()) if term else ()
    if rows:
        yield "The fee follows the number of players in the hand, and with it the option."
    elif len(band) > 1:
        others = option_names(each for each in band if each != option.option)
        yield f"With another number of players the table runs another option ({others})."
    yield from filter(None, (wager_limit(rule) for rule in (term.limits if term else ())))
    yield from rule_notes(rules_of(cardroom, game, schedule))


def _source(schedule: Schedule, rows: Sequence[Option], term: Term | None) -> Iterator[str]:
    """Yield where the sign comes from, for the officer who checks it."""
    lines = stretches(line for each in rows for line in each.lines)
    terms = f", terms on lines {stretches(term.lines)}" if term else ""
    yield f"Schedule {schedule.schedule}, edition {schedule.edition}"
    yield f"{schedule.document}, lines {lines}{terms}"
    for each in rows:
        for ladder in each.ladders:
            for tier in ladder.tiers:
                if tier.printed and tier.fee is not None:
                    read = bounds(ladder.basis, tier)
                    yield f"Line {tier.line} prints “{tier.printed}”, read as {read}"


def _doubts(
    cardroom: Cardroom, game: Game, schedule: Schedule, rows: Sequence[Option], *, chosen: bool
) -> Iterator[Doubt]:
    """Yield what the print leaves open about these options."""
    editions = [
        each
        for each in cardroom.schedules
        if each.schedule == schedule.schedule and game.game in each.games
    ]
    if len(editions) > 1 and not chosen:
        names = joined(f"{each.schedule}@{each.edition}" for each in editions)
        yield Doubt(
            f"The schedule is printed in {len(editions)} editions and none was named: this is"
            f" edition {schedule.edition}, the last printed. Name the one in force with --schedule"
            f" ({names}).",
            f"{schedule.document}, lines {stretches(schedule.lines)}",
        )
    for anomaly in (*schedule.anomalies, *game.anomalies):
        settled = chosen and set(anomaly.kinds) <= _ABOUT_EDITIONS
        if _concerns(anomaly, game, rows) and not settled:
            yield _doubt(anomaly, schedule)


def _concerns(anomaly: Anomaly, game: Game, rows: Sequence[Option]) -> bool:
    names = {each.option for each in rows}
    return (
        anomaly.conclusion != "determinate"
        and (not anomaly.games or game.game in anomaly.games)
        and (not anomaly.options or not names.isdisjoint(anomaly.options))
    )


def _doubt(anomaly: Anomaly, schedule: Schedule) -> Doubt:
    readings = tuple(
        f"{each.reading.replace('_', ' ').capitalize()}{': ' + each.note if each.note else ''}"
        for each in anomaly.readings
    )
    where = f"{schedule.document}, lines {stretches(anomaly.lines)}"
    return Doubt(anomaly.note, where, readings)
