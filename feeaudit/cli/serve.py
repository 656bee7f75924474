"""``feeaudit serve``: the workbench, in a browser."""

from __future__ import annotations

import importlib.util
import webbrowser
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Timer
from typing import TYPE_CHECKING

import click
from click.core import ParameterSource

from feeaudit.cli.common import book_option, echo_plain
from feeaudit.core.problem import Unknown

if TYPE_CHECKING:
    from feeaudit.workbench.workplace import Workplace

# Any port would do; a fixed one lets people keep addresses with their filters.
_PORT = 8765
# The server answers by the time the browser has started.
_BROWSER_AFTER = 0.4


@click.command("serve")
@click.option(
    "--store",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of a store: review, decide, record refunds, sign off.",
)
@click.option(
    "--in",
    "results",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder of one audit's results instead: read-only.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=_PORT,
    show_default=True,
    help="The port to listen on; 0 picks any free port.",
)
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; this computer only.",
)
@click.option(
    "--host-name",
    "names",
    multiple=True,
    help="Another name that browsers may use for this computer; repeat for more.",
)
@click.option("--no-browser", is_flag=True, help="Print the address without opening a browser.")
@click.option("--read-only", is_flag=True, help="Read-only: nothing can be decided.")
@click.option(
    "--sources",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    help="Folder with the texts of the approved documents, to show their lines beside findings.",
)
@book_option
def command(  # noqa: PLR0913 - the options of the command
    *,
    store: Path | None,
    results: Path | None,
    port: int,
    host: str,
    names: tuple[str, ...],
    no_browser: bool,
    read_only: bool,
    sources: Path | None,
    book: Path,
) -> None:
    """Open the workbench on a store, or on one audit's results, in a browser.

    Only this computer can reach it, and only the browser that opens the printed address: it holds
    a token that works once. Decisions are recorded by the same functions as those of the command
    line; both can be used at the same time, also while feeaudit nightly runs. With a book alone,
    its schedules can be looked up, and the marks of a draft walked through beside the paper.

    \b
    Examples:
      feeaudit serve --store store/
      feeaudit serve --in results/ --no-browser
      feeaudit serve --book drafts/ --sources packets/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if store is not None and results is not None:
        raise click.UsageError("Name either a --store or the results of an audit with --in.")
    if store is None and results is None and not _is_named("book"):
        raise click.UsageError("Name a --store, the results of an audit with --in, or a --book.")
    if importlib.util.find_spec("flask") is None or importlib.util.find_spec("waitress") is None:
        raise Unknown("the workbench needs Flask and waitress: pip install 'feeaudit[serve]'")
    from feeaudit.workbench.application import application  # noqa: PLC0415 - an extra
    from feeaudit.workbench.evidence.day_evidence import read_ahead  # noqa: PLC0415
    from feeaudit.workbench.opening import Shown, workplace_of  # noqa: PLC0415
    from feeaudit.workbench.server import listening, serve  # noqa: PLC0415

    heard = listening(host, port)
    shown = Shown(book, store, results, sources, read_only)
    with TemporaryDirectory(prefix="feeaudit-") as scratch:
        place = workplace_of(heard, names, shown, Path(scratch))
        _announce(place, browser=not no_browser)
        app = application(place)
        read_ahead(app)
        serve(app, heard)


def _is_named(option: str) -> bool:
    """Tell whether somebody named an option, rather than leaving it as it usually is."""
    source = click.get_current_context().get_parameter_source(option)
    return source not in {None, ParameterSource.DEFAULT}


def _announce(place: Workplace, *, browser: bool) -> None:
    from feeaudit.workbench.opening import start_address  # noqa: PLC0415 - an extra

    address = start_address(place)
    echo_plain(f"The workbench of {place.title} is at {address}")
    once = "The address works once, in one browser. " if place.start else ""
    echo_plain(f"{once}Ctrl+C stops the workbench.")
    if browser and place.start:
        Timer(_BROWSER_AFTER, webbrowser.open, [address]).start()
