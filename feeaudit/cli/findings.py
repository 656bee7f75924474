"""``feeaudit findings``: what a store's audits found, and what people decided about it."""

from __future__ import annotations

import click

from feeaudit.cli.lazy import LazyGroup

_COMMANDS = {
    "list": ("feeaudit.cli.findings_list", "Findings by cardroom, table, check, day and state."),
    "show": ("feeaudit.cli.findings_show", "One finding: explanation, runs and decisions."),
    "waive": ("feeaudit.cli.findings_waive", "Waive findings, or a check's, until a date."),
    "resolve": ("feeaudit.cli.findings_resolve", "Record how findings were resolved."),
    "assign": ("feeaudit.cli.findings_assign", "Assign findings or incidents to a person."),
    "comment": ("feeaudit.cli.findings_comment", "Comment on a finding or incident."),
    "reopen": ("feeaudit.cli.findings_reopen", "Reverse a resolution or a waiver."),
    "import-decisions": (
        "feeaudit.cli.findings_import_decisions",
        "Record decisions entered in the workpapers.",
    ),
    "signatures": ("feeaudit.cli.findings_signatures", "Who signed a gaming day, for filing."),
    "sign-off": ("feeaudit.cli.findings_sign_off", "Seal a gaming day by preparer and reviewer."),
}


@click.command("findings", cls=LazyGroup, members=_COMMANDS)
def command() -> None:
    """List, show, waive, resolve and sign off the findings of a store.

    \b
    Examples:
      feeaudit findings list --store store/ --check FEE-OVER
      feeaudit findings show 3f9a --store store/
      feeaudit findings sign-off --store store/ --cardroom mortimers --day 2026-03-06 \\
        --prepared-by "Ann Lee" --reviewed-by "Bo Chan"
    """  # noqa: D301 - click's mark for text that is not to be wrapped
