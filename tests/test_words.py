"""What people read is plain American English: the worst words stand in no message."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Iterator

PACKAGE = Path(__file__).parents[1] / "feeaudit"
# Each with what to say instead; CONTRIBUTING.md has the longer list.
WORST = {
    r"\btold\b|\btells\b": "says, shows, reports: nobody is told by a report",
    r"\bmend(?:ed|s|ing)?\b": "fix, correct: clothes are mended",
    r"\bwhoever\b": "the person who: it sounds like an accusation",
    r"\blikewise\b": "also",
    r"\banew\b": "again",
    r"\bbeforehand\b": "in advance",
    r"\bgravest\b": "most serious",
    r"what waits": "open items",
    r"\bit is to be\b": "the rules require",
    r"won too much": "the amount won in excess",
    r"a row a (?:hand|fee|finding)": "one row per hand",
    r"\bcolours?\b|\bcatalogues?\b|\blicences?\b|\bneighbours?\b": "American spelling",
}
PLACEHOLDER = re.compile(r"\{[^{}]*\}")


@cache
def texts() -> list[tuple[str, str]]:
    """Return the texts of all modules, each with its place."""
    return [
        (f"{path.relative_to(PACKAGE)}:{line}", text)
        for path in sorted(PACKAGE.rglob("*.py"))
        for line, text in texts_of(path)
    ]


def texts_of(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the texts of a module that people may read: strings of words, no docstrings."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    silent = {id(each) for node in ast.walk(tree) for each in _docstrings(node)}
    for node in ast.walk(tree):
        if not isinstance(node, ast.Constant) or id(node) in silent:
            continue
        if isinstance(node.value, str) and " " in node.value.strip():
            yield node.lineno, node.value


def _docstrings(node: ast.AST) -> Iterator[ast.expr]:
    """Yield the texts that stand by themselves, but for those of commands, which are help."""
    body = getattr(node, "body", None)
    if not isinstance(body, list):
        return
    helps = any("command" in ast.unparse(each) for each in getattr(node, "decorator_list", ()))
    for statement in body[:1] if helps else body:
        if isinstance(statement, ast.Expr) and not helps:
            yield statement.value


@pytest.mark.parametrize("word", WORST)
def test_no_message_has_the_worst_words(word: str) -> None:
    found = [
        f"{place}: {text[:80]!r}" for place, text in texts() if re.search(word, text, re.IGNORECASE)
    ]
    assert found == [], WORST[word]


@pytest.mark.parametrize("word", WORST)
def test_no_template_shows_the_worst_words(word: str) -> None:
    # What stands in braces is code, and lines of comment are for who changes the template.
    shown = [
        f"{path.name}: {line.strip()[:80]}"
        for path in sorted(folder("templates").rglob("*"))
        if path.suffix in {".html", ".toml"}
        for line in PLACEHOLDER.sub("", path.read_text(encoding="utf-8")).splitlines()
        if re.search(word, line, re.IGNORECASE) and not line.strip().startswith("{#")
    ]
    assert shown == [], WORST[word]
