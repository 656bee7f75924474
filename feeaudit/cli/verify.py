"""``feeaudit verify``: the results are what these inputs and this book produce."""

from __future__ import annotations

from pathlib import Path

import click

from feeaudit.cli.common import book_option, echo_plain, sources_option
from feeaudit.cli.progress import shown_progress


@click.command("verify")
@click.argument(
    "folder",
    required=False,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
)
@click.option(
    "--log",
    "logs",
    multiple=True,
    type=click.Path(path_type=Path),
    help="Where the log is now, if it was moved; repeat for several.",
)
@sources_option("Where the documents are now, if the reports quote them and they were moved.")
@click.option(
    "--store",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Verify the register and files of a nightly store instead.",
)
@click.option(
    "--head",
    default=None,
    metavar="HASH",
    help="With --store: a hash noted earlier, which must be part of the history.",
)
@click.option(
    "--without-heads",
    is_flag=True,
    help="With --store: skip heads.log, if only the store itself is available.",
)
@book_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    folder: Path | None,
    logs: tuple[Path, ...],
    sources: Path | None,
    store: Path | None,
    head: str | None,
    without_heads: bool,
    book: Path,
) -> None:
    """Repeat the audit in FOLDER and compare the results byte by byte.

    Reports that everything matches, or the first difference: a changed file, a changed input,
    other schedules or program, or a line that comes out differently. With --store, checks the
    chain of a store's register and every file it recorded instead, and the ends of the history
    that were noted in heads.log.

    Exits 0 if everything matches, 1 if there is a difference.

    \b
    Examples:
      feeaudit verify results/
      feeaudit verify --store store/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if (folder is None) == (store is None):
        raise click.UsageError("Name either the FOLDER of an audit or a --store.")
    if store:
        ctx.exit(_store(store, head, heads=not without_heads))
    ctx.exit(_folder(folder or Path(), book, logs, sources))


def _folder(folder: Path, book: Path, logs: tuple[Path, ...], sources: Path | None) -> int:
    from feeaudit.pipeline import BadLog  # noqa: PLC0415 - pandas is heavy
    from feeaudit.verification import verified  # noqa: PLC0415

    try:
        with shown_progress() as progress:
            found = verified(folder, book, logs, sources, progress)
    except BadLog as bad:
        echo_plain(str(bad), err=True)
        return 1
    if found.difference:
        echo_plain(f"Difference found: {found.difference}")
        return 1
    click.echo(
        f"Repeated from the same inputs, {', '.join(found.compared)} are identical byte for byte."
    )
    return 0


def _store(store: Path, head: str | None, *, heads: bool) -> int:
    from feeaudit.nightly.inspection import store_problems  # noqa: PLC0415 - only stores need it
    from feeaudit.register.integrity import checked_head  # noqa: PLC0415

    noted = "" if head is None else checked_head(head)
    problems = store_problems(store, noted, heads=heads)
    for problem in problems:
        echo_plain(problem)
    if not problems:
        click.echo(f"{store}: the register is intact and every file matches the record.")
    return 1 if problems else 0
