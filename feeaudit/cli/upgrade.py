"""``feeaudit upgrade``: a store of an earlier feeaudit, brought up to date."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.store_options import now, store_option

if TYPE_CHECKING:
    from pathlib import Path


@click.command("upgrade")
@store_option()
def command(store: Path) -> None:
    """Upgrade the register of a store made by an earlier feeaudit to the current version.

    A copy of the old register is saved next to it first. The history is unchanged and is checked
    before and after; the upgrade is one more entry in it. Everything is upgraded, or nothing.
    Commands that write to a store (nightly, findings waive and others) upgrade it automatically.
    The front page and the summaries are rewritten by this version.

    \b
    Example:
      feeaudit upgrade --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.nightly.front_page import write_front_page  # noqa: PLC0415 - templates are heavy
    from feeaudit.nightly.lock import held  # noqa: PLC0415 - only when called
    from feeaudit.register.store import open_store  # noqa: PLC0415
    from feeaudit.register.upgrades import writable  # noqa: PLC0415

    place = open_store(store)
    told: list[str] = []
    lock = held(place.root / "lock", now())
    with lock, writable(place, now(), told.append) as connection:
        write_front_page(place, connection)
        click.echo(told[0] if told else f"{place.register} is up to date.")
