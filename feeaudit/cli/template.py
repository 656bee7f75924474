"""``feeaudit template``: a blank workbook for a log."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import book_option, cardrooms_option, named_cardrooms

if TYPE_CHECKING:
    from collections.abc import Iterator

    from feeaudit.book.model import Cardroom, Game
    from feeaudit.intake.night_sheet import NightForm
    from feeaudit.intake.template import TemplateChoices

# Where no document prints how many seats a table has; --seats says otherwise.
_USUAL_SEATS = 8
_MOST_SEATS = 30


@click.command("template")
@click.argument("path", metavar="BOOK.xlsx", type=click.Path(path_type=Path, dir_okay=False))
@cardrooms_option
@click.option(
    *("--game", "games"),
    multiple=True,
    help="A game, by id: makes a night sheet with one row per hand. May be repeated.",
)
@click.option(
    "--seats",
    type=click.IntRange(1, _MOST_SEATS),
    help="How many seats the tables have, for a night sheet.",
)
@book_option
def command(
    path: Path, cardrooms: tuple[str, ...], games: tuple[str, ...], seats: int | None, book: Path
) -> None:
    """Write BOOK.xlsx, a blank workbook to fill in; it needs no profile when it comes back.

    With --game it is a night sheet for people: one row per hand, as wide as the table has seats,
    and a sheet for the rotation. Without, it has a sheet for each table of the log, as a vendor's
    program would write them. Either can be audited as it is.

    Cardrooms, games, options and wagers are drop-downs from the book.

    \b
    Examples:
      feeaudit template night.xlsx --cardroom mortimers --game pai-gow-poker --seats 7
      feeaudit template log.xlsx --cardroom mortimers
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.book.cache import open_book  # noqa: PLC0415 - only when called
    from feeaudit.intake.night_workbook import write_night_workbook  # noqa: PLC0415
    from feeaudit.intake.template import write_template  # noqa: PLC0415

    if path.suffix.lower() != ".xlsx":
        raise click.UsageError(f"{path} must be a workbook; name it like night.xlsx")
    if path.exists():
        raise click.UsageError(f"{path} exists; name a new file")
    if seats is not None and not games:
        raise click.UsageError("--seats is for a night sheet; name its game with --game")
    chosen = named_cardrooms(open_book(book), cardrooms)
    if games:
        meant = _meant(chosen, games, named=bool(cardrooms))
        write_night_workbook(path, _form(meant, seats), _choices(meant))
    else:
        write_template(path, _choices([(place, game) for place in chosen for game in place.games]))
    click.echo(f"Written: {path}")


def _meant(
    places: list[Cardroom], names: tuple[str, ...], *, named: bool
) -> list[tuple[Cardroom, Game]]:
    """Return the games that are named, at each cardroom that has them."""
    from feeaudit.core.problem import Unknown, nearest  # noqa: PLC0415

    known = dict.fromkeys(game.game for place in places for game in place.games)
    for name in names:
        if name not in known:
            where = " at " + " or ".join(place.cardroom for place in places) if named else ""
            listing = "" if nearest(name, known) else "; feeaudit schedules list shows them"
            raise Unknown(f"{name!r} is not a game{where}{nearest(name, known)}{listing}")
    return [(place, game) for place in places for game in place.games if game.game in names]


def _choices(meant: list[tuple[Cardroom, Game]]) -> TemplateChoices:
    from feeaudit.book.catalogue import schedules_of  # noqa: PLC0415 - only when called
    from feeaudit.intake.template import TemplateChoices  # noqa: PLC0415

    names = tuple(dict.fromkeys(place.cardroom for place, _ in meant))
    games = {
        name: tuple(game.game for place, game in meant if place.cardroom == name) for name in names
    }
    options = {
        (place.cardroom, game.game): tuple(
            dict.fromkeys(
                option.option
                for schedule in schedules_of(place, game)
                for option in schedule.options
            )
        )
        for place, game in meant
    }
    wagers = sorted({wager.wager for _, game in meant for wager in game.wagers})
    return TemplateChoices(names, games, options, tuple(wagers))


def _form(meant: list[tuple[Cardroom, Game]], seats: int | None) -> NightForm:
    """Return the columns that the games need: their wagers, and the fees that are ever owed."""
    from feeaudit.intake.night_sheet import NightForm  # noqa: PLC0415 - only when called

    count = seats or max((game.seats or 0 for _, game in meant), default=0) or _USUAL_SEATS
    fees = sorted({fee for place, game in meant for fee in _fees(place, game)})
    return NightForm(
        seats=tuple(map(str, range(1, count + 1))),
        wagers=tuple(dict.fromkeys(each.wager for _, game in meant for each in game.wagers)),
        seat_fees=tuple(fee for payer, fee, by_hand in fees if payer == "player" and not by_hand),
        hand_fees=tuple((payer, fee) for payer, fee, by_hand in fees if by_hand),
    )


def _fees(place: Cardroom, game: Game) -> Iterator[tuple[str, str, bool]]:
    """Yield payer and fee of what a game's options charge, and whether for the hand as a whole."""
    from feeaudit.book.catalogue import schedules_of, term_of  # noqa: PLC0415 - only when called
    from feeaudit.rules.readings import option_readings  # noqa: PLC0415

    for schedule in schedules_of(place, game):
        for option in schedule.options:
            term = term_of(schedule, option, game)
            for reading in option_readings(schedule, option, term, game):
                for levy in reading.levies:
                    if not levy.by_period:
                        yield levy.payer, levy.fee, levy.per == "hand" or levy.payer != "player"
