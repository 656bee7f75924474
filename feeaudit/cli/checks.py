"""``feeaudit checks``: the catalogue, printed from the checks' own declarations."""

from __future__ import annotations

import click

from feeaudit.cli.common import echo_json, format_option
from feeaudit.report.text_table import text_table


@click.command("checks")
@click.argument("check", required=False)
@format_option("text", "json")
def command(check: str | None, format_: str) -> None:
    """List the checks: what each looks for, what it needs, and its authority.

    With CHECK, the id of one check, also show what is and is not a finding, and the next step.

    \b
    Examples:
      feeaudit checks
      feeaudit checks FEE-OVER
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    from feeaudit.audit.checks import REGISTRY, named_check  # noqa: PLC0415 - pandas is heavy

    chosen = [named_check(check)] if check is not None else list(REGISTRY.values())
    entries = [
        {
            "id": each.id,
            "title": each.title,
            "severity": str(each.severity),
            "stake": str(each.stake),
            "authority": str(each.authority),
            "needs": list(each.needs),
            "next_step": each.next_step,
            "docs": each.docs,
        }
        for each in chosen
    ]
    if format_ == "json":
        echo_json(entries)
        return
    rows = [
        (
            str(each["id"]),
            str(each["title"]),
            str(each["severity"]),
            str(each["stake"]),
            str(each["authority"]),
            ", ".join(each["needs"]),
        )
        for each in entries
    ]
    click.echo(
        text_table(("Check", "What it finds", "Verdict", "At stake", "Authority", "Needs"), rows)
    )
    if check is not None:
        click.echo(f"\n{entries[0]['docs']}\n\nNext step: {entries[0]['next_step']}")
