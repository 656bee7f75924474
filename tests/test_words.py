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
    r"\bit is to be\b|\bare to mind\b": "the rules require",
    r"won too much": "the amount won in excess",
    r"a row a (?:hand|fee|finding)": "one row per hand",
    r"\b(?:is|are) there already\b": "already exists",
    r"\bis no (?:game|check|day|fee|number|text|time|way|workbook)\b": "is not a game",
    r"\bmoney does not reach\b": "is not enough",
    r"\bset off against\b|\bnever set off\b": "netted, offset",
    r"\batop\b": "at the top of",
    r"\bgo(?:es)? round\b|(?<!a)round the (?:whole )?table": "around the table",
    r"\bfor want of\b": "because there is no",
    r"\bvouch": "confirm who people are",
    r"\b(?:colours?|catalogues?|licences?|neighbours?|grey|authoris\w*|recognis\w*)\b": "American",
}
# What stands in braces is code.
PLACEHOLDER = re.compile(r"\{[^{}]*\}")
# Lines for the people who change a file.
COMMENTS = {".html": "{#", ".toml": "#", ".yaml": "#", ".typ": "//"}


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
    silent: set[int] = set()
    for node in ast.walk(tree):  # what holds a text comes before it
        silent |= {id(each) for each in _docstrings(node)}
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


@cache
def pages() -> list[tuple[str, str]]:
    """Return the lines of templates, manual and schedules that people read, each with its place."""
    templates = (
        each for each in folder("templates").rglob("*") if each.suffix in {".html", ".toml", ".typ"}
    )
    files = [
        *templates,
        *(PACKAGE / "manual").glob("*.md"),
        *folder("schedules").rglob("*.yaml"),
        PACKAGE.parent / "README.md",
    ]
    return [
        (f"{path.name}:{number}", line)
        for path in sorted(files)
        for number, line in enumerate(lines_of(path.read_text(encoding="utf-8"), path.suffix), 1)
    ]


def lines_of(text: str, suffix: str) -> list[str]:
    """Return the lines of a file, blank where only those who change it read them."""
    if suffix == ".html":
        text = PLACEHOLDER.sub("", text)
    mark = COMMENTS.get(suffix, ())
    return ["" if line.strip().startswith(mark) else line for line in text.splitlines()]


def found(word: str, read: list[tuple[str, str]]) -> list[str]:
    """Return where a word is."""
    pattern = re.compile(word, re.IGNORECASE)
    return [f"{place}: {text.strip()[:80]!r}" for place, text in read if pattern.search(text)]


@pytest.mark.parametrize("word", WORST)
def test_no_message_has_the_worst_words(word: str) -> None:
    assert found(word, texts()) == [], WORST[word]


@pytest.mark.parametrize("word", WORST)
def test_no_page_shows_the_worst_words(word: str) -> None:
    assert found(word, pages()) == [], WORST[word]


def test_a_bad_word_is_noticed_and_code_is_not() -> None:
    page = "<p>Nobody was told.</p>\n{# told #}\n<p>{{ told }}</p>\n<p>Nobody was asked.</p>"
    read = [(str(number), line) for number, line in enumerate(lines_of(page, ".html"), 1)]
    assert found(r"\btold\b", read) == ["1: '<p>Nobody was told.</p>'"]
    assert lines_of("a: {note: told}\n# told", ".yaml") == ["a: {note: told}", ""]
