"""``feeaudit incidents``: what an audit found, by likely cause."""

from __future__ import annotations

import click

from feeaudit.cli.lazy import LazyGroup

_COMMANDS = {
    "list": ("feeaudit.cli.incidents_list", "Incidents, most serious first."),
    "show": ("feeaudit.cli.incidents_show", "One incident: cause, findings and next step."),
}


@click.command("incidents", cls=LazyGroup, members=_COMMANDS)
def command() -> None:
    """List and show incidents: findings with one likely cause.

    \b
    Examples:
      feeaudit incidents list --in results/
      feeaudit incidents show 3f9a --in results/
    """  # noqa: D301 - click's mark for text that is not to be wrapped
