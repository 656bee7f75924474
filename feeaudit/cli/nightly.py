"""``feeaudit nightly``: the audit that runs while people sleep."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from feeaudit.cli.common import book_option, echo_plain
from feeaudit.cli.store_options import date_of, day_option, now, store_option
from feeaudit.core.problem import with_place
from feeaudit.nightly.run_context import Night, event_line

if TYPE_CHECKING:
    from feeaudit.nightly.night import NightOutcome


@click.command("nightly")
@click.option(
    "--inbox",
    required=True,
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder where logs arrive; each cardroom may have its own folder in it.",
)
@store_option(must_exist=False)
@click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="The site's feeaudit.toml; default: the one in the store.",
)
@click.option(
    "--format",
    "formats",
    multiple=True,
    help="A report to write; repeat for several. Default: those in store.toml.",
)
@click.option(
    "--jobs",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    metavar="N",
    help="How many processes to use.",
)
@click.option(
    "--settle",
    type=click.IntRange(0),
    metavar="SECONDS",
    help="Seconds a file must be unchanged before it is accepted; default in store.toml: 60.",
)
@day_option("--again", "Audit a gaming day again; repeat for several.", multiple=True)
@date_of("The audit's date")
@click.option(
    "--allow-set-aside", is_flag=True, help="Audit the remaining rows if some had to be set aside."
)
@click.option("--no-waivers", is_flag=True, help="Report without applying waivers.")
@book_option
@click.pass_context
def command(  # noqa: PLR0913, PLR0917 - the options of the command
    ctx: click.Context,
    inbox: Path,
    store: Path,
    config: Path | None,
    formats: tuple[str, ...],
    jobs: int,
    settle: int | None,
    again: tuple[str, ...],
    date: str,
    allow_set_aside: bool,
    no_waivers: bool,
    book: Path,
) -> None:
    """Audit every new file or folder of an inbox once, and keep reports and history in a store.

    Files are archived under their hash, unreadable files are quarantined with the reason, and a
    later file for the same gaming day supersedes the earlier audit. Prints the morning summary;
    one line per event goes to the error stream. Safe to interrupt and to run again.

    Exits 2 if something could not be used or done, else 1 if a day audited now has violations
    that are not waived, else 3 if nothing in a day could be tested, else 0.

    \b
    Examples:
      feeaudit nightly --inbox inbox/ --store store/
      feeaudit nightly --inbox inbox/ --store store/ --again 2026-03-06
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.nightly.lock import Busy  # noqa: PLC0415 - only when called
    from feeaudit.nightly.night import nightly  # noqa: PLC0415 - pandas and pyarrow are heavy

    began = time.monotonic()
    night = Night(
        inbox=inbox,
        root=store,
        book=book,
        config=config,
        date=date,
        clock=now,
        seconds=time.time,
        tell=_tell,
        formats=formats,
        settle=settle,
        jobs=jobs,
        again=again,
        allow_set_aside=allow_set_aside,
        waivers=not no_waivers,
    )
    try:
        outcome = nightly(night)
    except Exception as error:
        # People read the message that follows; monitoring reads this line.
        event = "busy" if isinstance(error, Busy) else "stopped"
        reason = with_place(error) if isinstance(error, OSError) else error
        _tell(event_line(event, now(), reason=reason, exit=2))
        raise
    _tell(_last_line(outcome, time.monotonic() - began))
    echo_plain(outcome.summary)
    ctx.exit(outcome.exit_code)


def _tell(line: str) -> None:
    click.echo(line, err=True)


def _last_line(outcome: NightOutcome, seconds: float) -> str:
    sums = {
        name: sum(run[name] for run in outcome.runs) for name in ("violations", "reviews", "waived")
    }
    facts = {**outcome.items, "audited": len(outcome.runs), "failed": len(outcome.failed), **sums}
    told = {"exit": outcome.exit_code, **facts, "head": outcome.head, "seconds": f"{seconds:.1f}"}
    return event_line("done", now(), **told)
