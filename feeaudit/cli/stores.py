"""What the commands of a store share: where it is, days, and the clock people live by."""

from __future__ import annotations

from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from collections.abc import Callable

F = TypeVar("F", bound="Callable[..., Any]")


class Day(click.ParamType):
    """A day such as 2026-03-01, kept as text."""

    name = "day"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        if not value:
            return ""
        try:
            return date.fromisoformat(str(value)).isoformat()
        except ValueError:
            self.fail(f"{value!r} is not a day such as 2026-03-01", param, ctx)


def store_option(*, must_exist: bool = True) -> Callable[[F], F]:
    """Let a command name its store."""
    return click.option(
        "--store",
        required=True,
        type=click.Path(path_type=Path, exists=must_exist, file_okay=False),
        help="Folder of the store.",
    )


def day_option(name: str, about: str, *, required: bool = False) -> Callable[[F], F]:
    """Let a command take a day."""
    return click.option(name, type=Day(), default="", required=required, metavar="DAY", help=about)


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
