"""What the commands of a store share: where it is, days, and who decides when."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from feeaudit.cli.common import day, today

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from feeaudit.register.restitution import LedgerQuestion

F = TypeVar("F", bound="Callable[..., Any]")


def store_option(*, must_exist: bool = True) -> Callable[[F], F]:
    """Let a command name its store."""
    return click.option(
        "--store",
        required=True,
        type=click.Path(path_type=Path, exists=must_exist, file_okay=False),
        help="Folder of the store.",
    )


def day_option(name: str, about: str, **settings: Any) -> Callable[[F], F]:
    """Let a command take a day; it gets the text 2026-03-01, blank where none is given."""
    return click.option(name, type=day, callback=_as_text, help=about, **settings)


def _as_text(_ctx: click.Context, _param: click.Parameter, given: Any) -> str | tuple[str, ...]:
    if isinstance(given, tuple):
        return tuple(each.isoformat() for each in given)
    return given.isoformat() if given else ""


def date_of(what: str, *, past: bool = False) -> Callable[[F], F]:
    """Let a command be told the date of what it records; it gets today's where none is given.

    Nobody decides tomorrow: with ``past`` a day after today is refused.
    """
    kind = _no_later if past else day
    about = f"{what}; default: today."
    return click.option(
        "--date", type=kind, metavar="DAY", callback=_as_text, help=about, default=today
    )


def _no_later(value: str | date) -> date:
    given = day(value)
    if given > today():
        raise click.BadParameter(f"{given} is after today; give the day of the decision")
    return given


def which_day_option(function: F) -> F:
    """Let a command tell findings apart that begin alike."""
    about = "The gaming day, if the id matches findings of several days."
    return day_option("--day", about)(function)


def by_option(function: F) -> F:
    """Let a command know who answers for a decision."""
    return click.option("--by", required=True, help="Full name of the person deciding.")(function)


def ledger_options(function: F) -> F:
    """Let a command of the ledger keep to a cardroom, some days, a player or a state."""
    for option in (
        click.option(
            "--state",
            type=click.Choice(["due", "paid", "excused", "all"]),
            default=None,
            help="Only what is due, was paid, or is excused by a decision.",
        ),
        click.option("--player", default="", help="Only this player."),
        day_option("--to", "Up to this gaming day."),
        day_option("--from", "From this gaming day on."),
        click.option("--cardroom", default="", help="Only this cardroom."),
    ):
        function = option(function)
    return function


def ledger_question(asked: dict[str, Any]) -> LedgerQuestion:
    """Return what was asked of the ledger; what is due where no state was named."""
    from feeaudit.register.restitution import LedgerQuestion  # noqa: PLC0415 - only when called

    return LedgerQuestion(
        asked["cardroom"], asked["from"], asked["to"], asked["player"], asked["state"] or "due"
    )


@contextmanager
def deciding(root: Path) -> Iterator[sqlite3.Connection]:
    """Open a store's register to record decisions, and bring its front page up to date.

    Of several decisions the first may be recorded though a later one is refused.
    """
    from feeaudit.nightly.front_page import refresh  # noqa: PLC0415 - templates are heavy
    from feeaudit.register.store import open_store  # noqa: PLC0415 - only when called
    from feeaudit.register.upgrades import writable  # noqa: PLC0415

    store = open_store(root)
    with writable(store, now(), upgraded) as connection:
        try:
            yield connection
        finally:
            refresh(store)


def upgraded(text: str) -> None:
    """Tell the person at the keyboard that a register was brought up to date."""
    click.echo(text, err=True)


def now() -> str:
    """Return the moment of recording."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
