"""What the commands of a store share: where it is, days, and the clock people live by."""

from __future__ import annotations

from contextlib import contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from feeaudit.cli.day import day

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

F = TypeVar("F", bound="Callable[..., Any]")


def store_option(*, must_exist: bool = True) -> Callable[[F], F]:
    """Let a command name its store."""
    return click.option(
        "--store",
        required=True,
        type=click.Path(path_type=Path, exists=must_exist, file_okay=False),
        help="Folder of the store.",
    )


def day_option(
    name: str, about: str, *, required: bool = False, multiple: bool = False
) -> Callable[[F], F]:
    """Let a command take a day; it gets the text 2026-03-01, blank where none is given."""
    return click.option(
        name,
        type=day,
        required=required,
        multiple=multiple,
        callback=_as_text,
        help=about,
    )


def _as_text(_ctx: click.Context, _param: click.Parameter, given: Any) -> str | tuple[str, ...]:
    if isinstance(given, tuple):
        return tuple(each.isoformat() for each in given)
    return given.isoformat() if given else ""


@contextmanager
def deciding(root: Path) -> Iterator[sqlite3.Connection]:
    """Open a store's register to record a decision, and bring its front page up to date."""
    from feeaudit.nightly.front_page import refresh  # noqa: PLC0415 - templates are heavy
    from feeaudit.register.database import opened  # noqa: PLC0415 - only when called
    from feeaudit.register.store import open_store  # noqa: PLC0415

    store = open_store(root)
    with opened(store, writing=True) as connection:
        yield connection
    refresh(store, now())


def today() -> str:
    """Return today's date; the only clock of what people decide."""
    return date.today().isoformat()  # noqa: DTZ011 - the day of the person at the keyboard


def now() -> str:
    """Return the moment of recording."""
    return datetime.now(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")


def plain(text: str) -> str:
    """Return text that a terminal only prints: what it would obey is spelled out."""
    return "".join(
        each if each.isprintable() else each.encode("unicode_escape").decode("ascii")
        for each in text
    )
