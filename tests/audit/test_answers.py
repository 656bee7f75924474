"""What an audit says of every case is what was approved: no sentence or figure changes unseen.

``tests/answers`` holds for each check all that is said of its cases: findings with their ids, whys
and citations, incidents, what was tested and what was not and why, and the facts. Users compare the
results of one version with those of the next. Whoever changes what is said approves it, in the same
commit, where it can be read: ``pytest tests/audit/test_answers.py --approve``.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest
from support.answers import ANSWERS, answer
from support.casebook import CASES, config_of
from support.joined_cases import joined_cases

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit

if TYPE_CHECKING:
    from support.joined_cases import JoinedCases

    from feeaudit.book.model import Book, Law

CHECKS = sorted(path.stem for path in CASES.glob("*.yaml"))


@pytest.mark.parametrize("check", CHECKS)
def test_what_is_said_of_the_cases_of_a_check_is_what_was_approved(
    check: str, book: Book, laws: tuple[Law, ...], *, approve: bool
) -> None:
    said = "\n".join(_said(joined, check, book, laws) for joined in joined_cases(check))
    path = ANSWERS / f"{check}.txt"
    if approve:
        path.write_text(said, encoding="utf-8", newline="\n")
    assert said == path.read_text(encoding="utf-8")


def _said(joined: JoinedCases, check: str, book: Book, laws: tuple[Law, ...]) -> str:
    """Return what is said of cases in one log; what tells their people apart is left out."""
    case = Case(joined.log, book, laws, config_of(joined.texts[0].body))
    said = answer(audit(case), check)
    names = "|".join(re.escape(each.name) for each in joined.texts)
    return re.sub(rf" \((?:{names})\)|(?<=\| )(?:{names}) (?!\|)", "", said)
