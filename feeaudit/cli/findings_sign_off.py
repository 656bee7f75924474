"""``feeaudit findings sign-off``: a gaming day sealed by preparer and reviewer."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli.common import echo_plain
from feeaudit.cli.store_options import date_of, day_option, deciding, now, store_option
from feeaudit.register.keys import unlocked
from feeaudit.register.sign_off import Signature, open_violations, sign_off

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.register.keys import Signer


def _key_options(role: str, who: str) -> Callable[[Any], Any]:
    """Let a person sign with a key; its passphrase is asked for where none is given."""

    def added(function: Any) -> Any:
        phrase = click.option(
            f"--{role}-passphrase",
            envvar=f"FEEAUDIT_{role.upper()}_PASSPHRASE",
            help="Passphrase for that key; prompted for if not given.",
        )
        file = click.option(
            f"--{role}-key",
            type=click.Path(path_type=Path, exists=True, dir_okay=False),
            help=f"The {who}'s key (feeaudit keys), which proves the name.",
        )
        return file(phrase(function))

    return added


@click.command("sign-off")
@store_option()
@click.option("--cardroom", required=True, help="The cardroom.")
@day_option("--day", "The gaming day.", required=True)
@click.option("--prepared-by", required=True, help="Full name of the preparer.")
@click.option(
    "--reviewed-by", required=True, help="Full name of the reviewer; must be a different person."
)
@_key_options("prepared", "preparer")
@_key_options("reviewed", "reviewer")
@click.option("--with-open", is_flag=True, help="Sign with open violations; requires --reason.")
@click.option("--reason", default="", help="Why it is signed with open violations.")
@date_of("The day of the signature", past=True)
def command(  # noqa: PLR0913 - the options of the command
    *,
    store: Path,
    cardroom: str,
    day: str,
    with_open: bool,
    reason: str,
    date: str,
    **people: Any,
) -> None:
    """Sign off a gaming day: its reports, findings and decisions are sealed as they stand.

    Open findings are listed first; a day with open violations is signed only with --with-open and
    a stated reason. Anything that arrives later for that day (a late file, a decision) is kept and
    shown as an addendum, which can be signed as well.

    \b
    Examples:
      feeaudit findings sign-off --store store/ --cardroom mortimers --day 2026-03-06 \\
        --prepared-by "Ann Lee" --reviewed-by "Bo Chan"
      feeaudit findings sign-off --store store/ --cardroom mortimers --day 2026-03-06 \\
        --prepared-by "Ann Lee" --prepared-key ann-lee.pem --reviewed-by "Bo Chan" \\
        --with-open --reason "Refunds follow on Monday"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if with_open != bool(reason.strip()):
        raise click.UsageError("give --with-open and --reason together, or neither")
    signature = Signature(
        people["prepared_by"],
        people["reviewed_by"],
        date,
        reason,
        _signer("prepared", people),
        _signer("reviewed", people),
    )
    with deciding(store) as connection:
        for row in open_violations(connection, cardroom, day):
            echo_plain(f"Open: {row['id']} {row['check']} at {row['table']}: {row['message']}")
        signed = sign_off(connection, cardroom, day, signature, now())
    addendum = ", an addendum," if signed.addendum else ""
    click.echo(f"{cardroom} {day}: run {signed.run}{addendum} is sealed as {signed.seal[:16]}.")
    if signed.open:
        click.echo(f"{signed.open:,} violations were open when it was signed.")
    if signed.keys:
        click.echo(f"Signed with {' and '.join(signed.keys)}.")


def _signer(role: str, people: dict[str, Any]) -> Signer | None:
    path = people[f"{role}_key"]
    if path is None:
        return None
    given = people[f"{role}_passphrase"]
    return unlocked(path, given or click.prompt(f"Passphrase of {path}", hide_input=True, err=True))
