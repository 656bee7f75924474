"""``feeaudit retention``: what a store may let go of, shown first, deleted only when told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli.store_options import day_option, now, store_option, upgraded
from feeaudit.core.plain_text import plain
from feeaudit.report.phrases import counted

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.nightly.retention import Review

_SHOWN = 200


@click.command("retention")
@store_option()
@day_option("--date", "As of this day; default: the store's latest gaming day.")
@click.option(
    "--delete",
    "token",
    default="",
    metavar="TOKEN",
    help="Delete what the list with this token showed.",
)
@click.option("--by", default="", help="Full name of the person deleting, with --delete.")
@click.option("--reason", default="", help="Why it may be deleted, with --delete.")
@click.option("--all", "everything", is_flag=True, help="Show every line of a long list.")
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    store: Path, date: str, token: str, by: str, reason: str, everything: bool
) -> None:
    """List records kept longer than the store's retention rules require; delete them on request.

    The rules, with the authority for each, are in the store's store.toml. The list ends with a
    token; --delete TOKEN deletes exactly what that list showed, and records it. The register, with
    its findings, decisions and history, is always kept.

    \b
    Examples:
      feeaudit retention --store store/
      feeaudit retention --store store/ --delete 3f9a12c4d5e6 --by "Ann Lee" --reason "Past time"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.nightly.front_page import refresh  # noqa: PLC0415 - only when called
    from feeaudit.nightly.lock import held  # noqa: PLC0415 - only when called
    from feeaudit.nightly.retention import delete, review  # noqa: PLC0415
    from feeaudit.nightly.settings import read_settings  # noqa: PLC0415
    from feeaudit.register.database import opened  # noqa: PLC0415
    from feeaudit.register.store import open_store  # noqa: PLC0415
    from feeaudit.register.upgrades import writable  # noqa: PLC0415

    place = open_store(store)
    rules = read_settings(place).retention
    if not token:
        with opened(place) as connection:
            click.echo(_text(review(connection, rules, date), everything=everything))
        return
    lock = held(place.root / "lock", now())
    with lock, writable(place, now(), upgraded) as connection:
        shown = review(connection, rules, date)
        count = delete(place, connection, shown, token, by, reason, now())
    refresh(place)
    click.echo(f"{counted(count, 'thing')} deleted, and recorded.")


def _text(shown: Review, *, everything: bool) -> str:
    lines = [
        f"{kind}: {counted(rule.years, 'year')}, {rule.authority}"
        f" ({'verified' if rule.verified else 'not verified; ask counsel before deleting'})"
        for kind, rule in sorted(shown.rules.items())
    ]
    if not shown.expired:
        when = f" as of {shown.as_of}" if shown.as_of else ""
        return "\n".join([*lines, "", f"Nothing is past its retention period{when}."])
    listed = shown.expired if everything else shown.expired[:_SHOWN]
    lines += ["", f"Past retention as of {shown.as_of}:"]
    lines += [f"  {each.day}  {plain(each.what)}" for each in listed]
    if len(listed) < len(shown.expired):
        left = len(shown.expired) - len(listed)
        return "\n".join([*lines, f"  ... and {left:,} more; --all shows them and the token."])
    return "\n".join([*lines, "", f"To delete these {len(listed):,}: --delete {shown.token}"])
