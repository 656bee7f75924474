"""What several sheets of one form are: tables or days that only their names tell apart."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from feeaudit.intake.profiles.guess.questions import SheetQuestion, SheetReading
from feeaudit.intake.profiles.guess.stacks import GAME
from feeaudit.intake.profiles.guess.titles import WRITTEN_DATE
from feeaudit.intake.profiles.model import FactRule

if TYPE_CHECKING:
    from feeaudit.intake.profiles.guess.proposals import Proposal

# BJ1, Bac 3, T-12; not Week 2 or Sheet1.
_TABLE_NAME = re.compile(
    r"(?!week|day|page|sheet|shift|q[1-4]$)[a-z]{0,12}[ #._-]*[0-9]{1,3}[a-z]?", re.IGNORECASE
)
_BY_NAME = FactRule(sheet_name="{}")
_SHOWN = 3
Facts = dict[str, tuple[FactRule, str]]


def settle_sheets(proposal: Proposal, names: list[str], facts: Facts) -> None:
    """Ask what several sheets are where nothing on them says their table or their day."""
    several = len(names) > 1
    if not several and len(set(WRITTEN_DATE.findall(proposal.layout.title))) <= 1:
        return
    columns = {column for record in proposal.records for column, _ in record.columns}
    listed = ", ".join(map(repr, names[:_SHOWN]))
    if several and "table" not in facts and "table" not in columns:
        _settle_table(proposal, names, listed, facts)
    if several and "game" not in facts and "game" not in columns and all(map(GAME.search, names)):
        facts["game"] = (_BY_NAME, "Each sheet is a game, and named after it. Check it.")
    undated = any(
        cell.time and not cell.date for record in proposal.records for _, cell in record.columns
    )
    by_table = "table" in facts and bool(facts["table"][0].sheet_name)
    if undated and not {"date", "month"} & facts.keys() and not proposal.dated and not by_table:
        question = SheetQuestion(
            "date",
            f"Nothing says the day of the rows of {listed}: are all of one day?",
            f"sheet {names[0]!r}",
            (
                SheetReading("same", "Yes, of the day given with --date."),
                SheetReading(
                    "days",
                    "No, they are of several days.",
                    stops="Add a column with the date, or write it above each sheet's headings.",
                ),
            ),
        )
        proposal.inquiry.choice(question)


def _settle_table(proposal: Proposal, names: list[str], listed: str, facts: Facts) -> None:
    if all(_TABLE_NAME.fullmatch(name) for name in names):
        facts["table"] = (_BY_NAME, "Each sheet is a table, and named after it. Check it.")
        return
    question = SheetQuestion(
        "table",
        f"Nothing says the table of the sheets {listed}: are they named after it?",
        f"sheet {names[0]!r}",
        (
            SheetReading("name", "Yes.", "facts: {table: {sheet_name: '{}'}}"),
            SheetReading("same", "No, all are of one table, given with --table."),
        ),
    )
    if proposal.inquiry.choice(question) == "name":
        facts["table"] = (_BY_NAME, "Each sheet is named after its table.")
