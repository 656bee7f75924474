"""Marks: what a person still has to look at in a drafted book, with the reason."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.shared_shapes import NEEDED_LINES, OptionSet, options_named
from feeaudit.book.model import Mark
from feeaudit.book.vocabulary import CERTAINTIES, COMPONENTS, MARKED, SEEN
from feeaudit.core.shape import Choice, Key, ListOf, Record, Source, Text

if TYPE_CHECKING:
    import yaml


@dataclass(frozen=True, slots=True)
class RawMark:
    """A mark before the options of its schedule are known."""

    mark: Mark

    def made(self, numbered: bool, known: tuple[str, ...]) -> Mark:
        return replace(self.mark, options=options_named(self.mark.options, numbered, known))


def _mark(values: dict[str, Any], node: yaml.Node, source: Source) -> RawMark:
    if values["about"] == "cells" and "options" not in values:
        raise source.misread(node, "a mark about cells names their 'options'")
    return RawMark(Mark(**values, row=node.start_mark.line + 1))


MARK: Record[RawMark] = Record(
    "mark",
    {
        "about": Key(Choice(MARKED, "subject of a mark"), "What to look at.", required=True),
        "options": Key(OptionSet(), "The options whose cells it is about."),
        "component": Key(Choice(COMPONENTS, "component"), "The fee it is about; all where absent."),
        "lines": NEEDED_LINES,
        "why": Key(Text(), "Why a person has to look.", required=True),
        "certainty": Key(Choice(CERTAINTIES, "certainty"), "Read with a doubt, or not read."),
        "seen": Key(
            Choice(SEEN, "way to deal with a mark"), "How it was dealt with; absent: open."
        ),
        "by": Key(Text(), "Who looked."),
    },
    _mark,
)
MARKS = Key(ListOf(MARK), "What a person still has to look at, or has looked at.")
