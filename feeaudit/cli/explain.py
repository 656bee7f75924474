"""``feeaudit explain``: the why of one finding, on one screen."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from feeaudit.cli.finding_text import finding_text
from feeaudit.core.problem import Unknown, nearest


@click.command("explain")
@click.argument("finding")
@click.option(
    "--in",
    "folder",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    default=".",
    show_default="this folder",
    help="Folder of an audit's results, with findings.json in it.",
)
def command(finding: str, folder: Path) -> None:
    """Show the why of one finding: what happened, what the schedule says, what to do next.

    FINDING is its id, or the first characters of it, as every report shows it.

    \b
    Example:
      feeaudit explain 3f9a --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    path = folder / "findings.json"
    if not path.is_file():
        raise Unknown(f"{folder} holds no findings.json; name the folder of an audit with --in")
    try:
        document = json.loads(path.read_text(encoding="utf-8"))
        found = {str(each["id"]): each for each in document["findings"]}
    except (KeyError, TypeError, ValueError):
        raise Unknown(f"{path} is not the findings.json of an audit") from None
    click.echo(finding_text(_chosen(finding.strip().lower(), found)))


def _chosen(finding: str, found: dict[str, dict[str, Any]]) -> dict[str, Any]:
    """Return the finding that an id, or the beginning of one, means."""
    matching = [each for each in found if each.startswith(finding)]
    if not matching:
        # A few characters are enough, so the beginnings of ids are compared.
        known = sorted({each[: len(finding)] for each in found})
        raise Unknown(
            f"no finding {finding!r} in findings.json{nearest(finding, known)};"
            " the reports beside it show every id"
        )
    if len(matching) > 1:
        raise Unknown(f"{finding!r} may be {', '.join(matching[:5])}; give more of the id")
    return found[matching[0]]
