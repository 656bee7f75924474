"""The manual as pages: Markdown made into HTML, and a search through its passages."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Final, NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup

from feeaudit.book.catalogue import slug
from feeaudit.manual_topics import TOPICS, summary, topic_file

if TYPE_CHECKING:
    from markdown_it.token import Token

MOST_HITS: Final = 60
_AROUND: Final = 160  # characters of a passage that are shown around the first word found


class Topic(NamedTuple):
    """A page of the manual and the sentence that says what it is about."""

    name: str
    summary: str


class Passage(NamedTuple):
    """A part of a topic below one heading, with where it stands."""

    topic: str
    heading: str
    anchor: str
    text: str


def topics() -> list[Topic]:
    """Return the topics in the order in which somebody new would read them."""
    return [Topic(name, summary(name)) for name in TOPICS]


@cache
def topic_html(topic: str) -> Markup:
    """Return a topic as HTML; raw HTML in it is shown as text, and its headings have anchors."""
    parser = _parser()
    tokens = parser.parse(_text(topic))
    for opening, inline in pairwise(tokens):
        if opening.type == "heading_open":
            opening.attrSet("id", slug(inline.content))
    for token in tokens:
        for child in token.children or ():
            _within_the_workbench(child)
    text = parser.renderer.render(tokens, parser.options, {})
    # What scrolls sideways on a phone is reached by the keyboard, too.
    return Markup(text.replace("<pre>", '<pre tabindex="0">'))  # noqa: S704 - our own manual


def found_in_manual(words: str) -> list[Passage]:
    """Return the passages that hold every word, those with one in the heading first."""
    wanted = [word.casefold() for word in words.split()]
    if not wanted:
        return []
    hits = [
        each
        for name in TOPICS
        for each in _passages(name)
        if all(word in f"{each.heading} {each.text}".casefold() for word in wanted)
    ]
    hits.sort(key=lambda each: not all(word in each.heading.casefold() for word in wanted))
    return [each._replace(text=_around(each.text, wanted[0])) for each in hits[:MOST_HITS]]


def _parser() -> MarkdownIt:
    return MarkdownIt("commonmark", {"html": False}).enable("table")


def _text(topic: str) -> str:
    return topic_file(topic).read_text(encoding="utf-8")


def _within_the_workbench(token: Token) -> None:
    """Let a link to another topic lead to its page here, and any other file's to its name."""
    target = str(token.attrGet("href") or "")
    file = re.fullmatch(r"(?:.*/)?(\w+)\.md(#.*)?", target)
    if file and file[1] in TOPICS:
        token.attrSet("href", f"/help/{file[1]}{file[2] or ''}")
    elif file and "schedules/README" in target:
        token.attrSet("href", "/help/schedules")


@cache
def _passages(topic: str) -> tuple[Passage, ...]:
    parts = re.split(r"(?m)^(#+ .+)$", _text(topic))
    headings = [part.lstrip("# ").strip() for part in parts[1::2]]
    return tuple(
        Passage(topic, heading, slug(heading), " ".join(body.split()))
        for heading, body in zip(headings, parts[2::2], strict=True)
    )


def _around(text: str, word: str) -> str:
    place = max(0, text.casefold().find(word) - _AROUND // 2)
    end = place + 2 * _AROUND
    return f"{'…' if place else ''}{text[place:end]}{'…' if end < len(text) else ''}"
