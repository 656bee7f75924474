"""Cases of checks, in tests: the case that a text states, and its outcome beside what is expected.

How a case is written stands in feeaudit.simulate.casebook, which plants the same cases.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pyarrow as pa
import yaml
from hypothesis import settings

from feeaudit.audit.case import Case
from feeaudit.core.shape import Source
from feeaudit.resources import folder
from feeaudit.rules.configuration.grammar import CONFIGURATION
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate.casebook import CaseText, case_texts, log_of, stated_cents

if TYPE_CHECKING:
    from random import Random

    from feeaudit.book.model import Book, Law
    from feeaudit.intake.log import Log

__all__ = [
    "CASES",
    "CaseText",
    "case_of",
    "case_texts",
    "config_of",
    "few_orders",
    "found",
    "log_of",
    "matches",
    "shuffled",
]

CASES = folder("cases")
# Rows of logs that are made up are put in another order so many times; those of every case of
# every check are as well (tests/audit/test_cases.py), and those of whole nights.
few_orders = settings(max_examples=15, deadline=None)
_MONEY = {"owed", "owed_most", "taken", "over", "under"}


def case_of(body: dict[str, Any], book: Book, laws: tuple[Law, ...] = ()) -> Case:
    """Return the case that a text states."""
    return Case(log_of(body), book, laws, config_of(body))


def config_of(body: dict[str, Any]) -> Config:
    """Return how the site of a case is set up."""
    if "settings" not in body:
        return Config(**body.get("config", {}))
    text = yaml.dump(body["settings"], Dumper=yaml.CSafeDumper)
    node = yaml.compose(text, Loader=yaml.CBaseLoader)
    assert node is not None
    return CONFIGURATION.read(node, Source("settings"))


def shuffled(log: Log, order: Random) -> Log:
    """Return a log with the rows of each of its tables in another order."""
    tables = {
        name: table.take(pa.array(order.sample(range(len(table)), len(table)), pa.int64()))
        for name, table in log.tables.items()
    }
    return replace(log, tables=tables)


def found(case: Case, findings: Any) -> list[dict[str, Any]]:
    """Return a check's findings as plain facts: hand ids, cents, words."""
    if findings.empty:
        # Most cases are near misses, and pandas goes through all columns of no rows, too.
        return []
    ids = case.hands["hand_id"].tolist()
    facts = []
    for row in findings.to_dict("records"):
        fact = {key: value for key, value in row.items() if value not in ("", -1)}
        fact["hand"] = ids[row["hand"]] if row["hand"] >= 0 else ""
        facts.append(fact)
    return facts


def matches(expected: dict[str, Any], fact: dict[str, Any]) -> bool:
    """Tell whether a finding is what a case expects."""
    for key, value in expected.items():
        if key == "says":
            if value not in fact["message"]:
                return False
        elif key in _MONEY:
            if fact.get(key) != stated_cents(value):
                return False
        elif str(fact.get(key, "")) != str(value):
            return False
    return True
