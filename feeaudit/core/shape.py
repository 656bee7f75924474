"""Shapes: what a YAML value may look like, told once for the reader and for editors.

A shape reads a YAML node into a value, or notes a problem with file, line and column, and
describes itself as JSON Schema. Scalars are composed as text, so ``1.00`` is exactly 100 cents
and ``no`` is never false by accident.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeVar

import yaml

from feeaudit.core.dialect import BOOK, Refused, count, day, truth
from feeaudit.core.money import cents
from feeaudit.core.problem import Problem, nearest

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import date

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
K = TypeVar("K")
V = TypeVar("V")
Schema = dict[str, Any]


class Misread(Exception):  # noqa: N818 - never leaves the reader
    """A value could not be read; its problem is already noted."""


@dataclass(slots=True)
class Source:
    """The file being read and the problems found in it so far."""

    file: str
    problems: list[Problem] = field(default_factory=list)

    def note(self, node: yaml.Node, message: str) -> None:
        """Note a problem at the start of a node."""
        mark = node.start_mark
        self.problems.append(Problem(self.file, mark.line + 1, mark.column + 1, message))

    def misread(self, node: yaml.Node, message: str) -> Misread:
        """Note a problem and return what to raise."""
        self.note(node, message)
        return Misread()


class Shape(Protocol[T_co]):
    """What every shape can do."""

    def read(self, node: yaml.Node, source: Source) -> T_co:
        """Return the value of a node, or note why not and raise Misread."""

    def schema(self, defs: Schema, /) -> Schema:
        """Return the JSON Schema of the values this shape takes; records go into ``defs`` once."""


def _kind(node: yaml.Node) -> str:
    """Name what a node is, for people."""
    if isinstance(node, yaml.MappingNode):
        return "keys and values"
    return "a list" if isinstance(node, yaml.SequenceNode) else f"{node.value!r}"


def scalar(node: yaml.Node, source: Source, expected: str) -> str:
    """Return the text of a scalar node."""
    if not isinstance(node, yaml.ScalarNode):
        raise source.misread(node, f"expected {expected}, found {_kind(node)}")
    return str(node.value)


@dataclass(frozen=True, slots=True)
class Text:
    """Free text, not empty."""

    def read(self, node: yaml.Node, source: Source) -> str:
        text = scalar(node, source, "text").strip()
        if not text:
            raise source.misread(node, "expected text, found nothing")
        return text

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": ["string", "number", "boolean"]}


@dataclass(frozen=True, slots=True)
class Word:
    """A word that matches a pattern: an id, an approval, a file name."""

    pattern: str
    expected: str

    def read(self, node: yaml.Node, source: Source) -> str:
        text = scalar(node, source, self.expected)
        if re.fullmatch(self.pattern, text) is None:
            raise source.misread(node, f"{text!r} is not {self.expected}")
        return text

    def schema(self, _defs: Schema, /) -> Schema:
        # An editor reads an unquoted 21 as a number, which is a fine id here.
        return {
            "anyOf": [
                {"type": "string", "pattern": f"^(?:{self.pattern})$"},
                {"type": "integer"},
            ]
        }


@dataclass(frozen=True, slots=True)
class Choice:
    """One word of a closed list, each with its meaning."""

    words: Mapping[str, str]
    what: str

    def read(self, node: yaml.Node, source: Source) -> str:
        text = scalar(node, source, f"a {self.what}")
        if text not in self.words:
            known = ", ".join(self.words)
            hint = nearest(text, self.words) or f" (one of: {known})"
            raise source.misread(node, f"{text!r} is not a {self.what}{hint}")
        return text

    def schema(self, _defs: Schema, /) -> Schema:
        return {"enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Flag:
    """``yes`` or ``no``."""

    def read(self, node: yaml.Node, source: Source) -> bool:
        text = scalar(node, source, "yes or no")
        try:
            return truth(text, BOOK)
        except Refused:
            raise source.misread(node, f"expected yes or no, found {text!r}") from None

    def schema(self, _defs: Schema, /) -> Schema:
        return {"enum": ["yes", "no", True, False]}


@dataclass(frozen=True, slots=True)
class Truth:
    """``true`` or ``false``, as TOML writes them."""

    def read(self, node: yaml.Node, source: Source) -> bool:
        text = scalar(node, source, "true or false")
        if text not in {"true", "false"}:
            raise source.misread(node, f"expected true or false, found {text!r}")
        return text == "true"

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": "boolean"}


@dataclass(frozen=True, slots=True)
class Count:
    """A whole number."""

    least: int = 0
    most: int | None = None

    def read(self, node: yaml.Node, source: Source) -> int:
        text = scalar(node, source, "a whole number")
        try:
            found = count(text)
        except Refused:
            found = -1
        if found < self.least or (self.most is not None and found > self.most):
            limits = f"from {self.least}" + (f" to {self.most}" if self.most is not None else "")
            raise source.misread(node, f"expected a whole number {limits}, found {text!r}")
        return found

    def schema(self, _defs: Schema, /) -> Schema:
        limit = {} if self.most is None else {"maximum": self.most}
        return {"type": "integer", "minimum": self.least, **limit}


@dataclass(frozen=True, slots=True)
class Amount:
    """An amount of money, as cents."""

    def read(self, node: yaml.Node, source: Source) -> int:
        text = scalar(node, source, "an amount of money")
        try:
            return cents(text)
        except ValueError as error:
            raise source.misread(node, str(error)) from None

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": "number", "minimum": 0}


@dataclass(frozen=True, slots=True)
class Day:
    """A date, year first."""

    def read(self, node: yaml.Node, source: Source) -> date:
        text = scalar(node, source, "a date")
        try:
            return day(text, BOOK)
        except Refused:
            raise source.misread(node, f"{text!r} is not a date such as 2026-04-01") from None

    def schema(self, _defs: Schema, /) -> Schema:
        return {"type": "string", "format": "date"}


LINES_PATTERN = r"[1-9][0-9]{0,5}(?:-[1-9][0-9]{0,5})?"


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines of the document: ``683``, ``534-537`` or a list of these, in printed order."""

    def read(self, node: yaml.Node, source: Source) -> tuple[int, ...]:
        parts = node.value if isinstance(node, yaml.SequenceNode) else [node]
        lines: list[int] = []
        for part in parts:
            lines.extend(self._stretch(part, source))
        if not lines:
            raise source.misread(node, "expected at least one line of the document")
        return tuple(lines)

    def _stretch(self, node: yaml.Node, source: Source) -> range:
        text = scalar(node, source, "a line or a stretch of lines")
        if re.fullmatch(LINES_PATTERN, text) is None:
            raise source.misread(node, f"{text!r} is not a line such as 683 or 534-537")
        first, _, last = text.partition("-")
        start, stop = int(first), int(last or first)
        if start > stop:
            raise source.misread(node, f"{text!r} is not a stretch of lines: it runs backwards")
        return range(start, stop + 1)

    def schema(self, _defs: Schema, /) -> Schema:
        one = {
            "anyOf": [
                {"type": "integer", "minimum": 1},
                {"type": "string", "pattern": f"^{LINES_PATTERN}$"},
            ]
        }
        return {"anyOf": [*one["anyOf"], {"type": "array", "items": one, "minItems": 1}]}


@dataclass(frozen=True, slots=True)
class ListOf(Generic[T]):
    """A list; a single value stands for a list of one."""

    item: Shape[T]
    least: int = 0

    def read(self, node: yaml.Node, source: Source) -> tuple[T, ...]:
        nodes = node.value if isinstance(node, yaml.SequenceNode) else [node]
        if len(nodes) < self.least:
            raise source.misread(node, f"expected at least {self.least}, found an empty list")
        values: list[T] = []
        misread = False
        for each in nodes:
            try:
                values.append(self.item.read(each, source))
            except Misread:
                misread = True
        if misread:
            raise Misread
        return tuple(values)

    def schema(self, defs: Schema, /) -> Schema:
        one = self.item.schema(defs)
        several: Schema = {"type": "array", "items": one}
        if self.least:
            several["minItems"] = self.least
        return {"anyOf": [one, several]}


@dataclass(frozen=True, slots=True)
class MapOf(Generic[K, V]):
    """A mapping whose keys are themselves of a shape."""

    key: Shape[K]
    value: Shape[V]
    key_pattern: str = ".+"

    def read(self, node: yaml.Node, source: Source) -> tuple[tuple[K, V], ...]:
        pairs: list[tuple[K, V]] = []
        misread = False
        for key, value in pairs_of(node, source):
            try:
                pairs.append((self.key.read(key, source), self.value.read(value, source)))
            except Misread:
                misread = True
        if misread:
            raise Misread
        return tuple(pairs)

    def schema(self, defs: Schema, /) -> Schema:
        return {
            "type": "object",
            "patternProperties": {f"^{self.key_pattern}$": self.value.schema(defs)},
            "additionalProperties": False,
        }


@dataclass(frozen=True, slots=True)
class Key:
    """One key of a record."""

    shape: Shape[Any]
    doc: str
    required: bool = False


# Compared by identity: what was read is kept by the text and the shape that it was read by.
@dataclass(frozen=True, slots=True, eq=False)
class Record(Generic[T]):
    """A mapping with a closed set of keys, made into a value."""

    what: str
    keys: Mapping[str, Key]
    make: Callable[[dict[str, Any], yaml.Node, Source], T]

    def read(self, node: yaml.Node, source: Source) -> T:
        values: dict[str, Any] = {}
        misread = False
        for key_node, value_node in pairs_of(node, source):
            name = scalar(key_node, source, "a key")
            key = self.keys.get(name)
            if key is None:
                source.note(key_node, self._unknown(name))
                misread = True
                continue
            try:
                values[name] = key.shape.read(value_node, source)
            except Misread:
                misread = True
                values[name] = None
        for name, key in self.keys.items():
            if key.required and name not in values:
                source.note(node, f"this {self.what} lacks its {name!r}: {key.doc}")
                misread = True
        if misread:
            raise Misread
        return self.make(values, node, source)

    def _unknown(self, name: str) -> str:
        hint = nearest(name, self.keys) or f" (it takes: {', '.join(self.keys)})"
        article = "an" if self.what[0] in "aeiou" else "a"
        return f"{name!r} is not a key of {article} {self.what}{hint}"

    def schema(self, defs: Schema, /) -> Schema:
        name = self.what.replace(" ", "_").replace("'", "")
        if name not in defs:
            defs[name] = {}
            defs[name] = {
                "type": "object",
                "properties": {
                    word: {**key.shape.schema(defs), "description": _described(key)}
                    for word, key in self.keys.items()
                },
                "required": [word for word, key in self.keys.items() if key.required],
                "additionalProperties": False,
            }
        return {"$ref": f"#/$defs/{name}"}


def pairs_of(node: yaml.Node, source: Source) -> list[tuple[yaml.Node, yaml.Node]]:
    """Return the pairs of a mapping node, refusing keys given twice."""
    if not isinstance(node, yaml.MappingNode):
        raise source.misread(node, f"expected keys and values, found {_kind(node)}")
    seen: dict[str, int] = {}
    for key, _ in node.value:
        text = scalar(key, source, "a key")
        if text in seen:
            raise source.misread(key, f"{text!r} is given twice; the first is on line {seen[text]}")
        seen[text] = key.start_mark.line + 1
    return list(node.value)


def json_schema(title: str, shape: Shape[Any]) -> str:
    """Return the JSON Schema of files of a shape, as text, for editors."""
    definitions: Schema = {}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": title,
        **shape.schema(definitions),
        "$defs": definitions,
    }
    return json.dumps(schema, indent=1, sort_keys=True) + "\n"


def _described(key: Key) -> str:
    meanings = _meanings(key.shape.words) if isinstance(key.shape, Choice) else ""
    return f"{key.doc} {meanings}" if meanings else key.doc


def _meanings(words: Mapping[str, str]) -> str:
    return "; ".join(f"{word}: {meaning}" for word, meaning in words.items() if meaning)
