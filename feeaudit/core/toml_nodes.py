"""TOML as nodes that know their line and column, so that shapes read it as they read the book.

tomllib decides what is TOML and what a text in quotes says, and tells no places. So a second, plain
walk over a text that is known to be good notes where each key and value stands. Values stay as they
are written: ``1.00`` is exactly 100 cents here too.
"""

from __future__ import annotations

import re
import tomllib
from bisect import bisect_right
from typing import Final, TypeVar

import yaml
from yaml.error import Mark

from feeaudit.core.problem import BookError, Problem
from feeaudit.core.shape import Misread, Shape, Source

T = TypeVar("T")
_GAP: Final = re.compile(r"(?:[ \t\n,]|#[^\n]*)*")
_KEY: Final = re.compile(r"[A-Za-z0-9_-]+|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'")
_DOT: Final = re.compile(r"[ \t]*\.[ \t]*")
_EQUALS: Final = re.compile(r"[ \t]*=[ \t]*")
_CLOSED: Final = re.compile(r"[ \t]*\]{1,2}")
_QUOTED: Final = re.compile(
    r"\"\"\"(?:[^\\]|\\.)*?\"{3,5}|'''.*?'{3,5}|\"(?:[^\"\\\n]|\\.)*\"|'[^'\n]*'", re.DOTALL
)
_BARE: Final = re.compile(r"[^,\]}#\n]+")
_PLACE: Final = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


def read_toml(content: bytes, name: str, shape: Shape[T]) -> T:
    """Return what a TOML file of a shape says; raise BookError with every problem of it."""
    source = Source(name)
    try:
        # Windows editors may begin a file with a mark of its encoding.
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BookError([Problem(name, 1, 1, f"cannot be read: {error}")]) from None
    try:
        return shape.read(nodes(text), source)
    except tomllib.TOMLDecodeError as error:
        raise BookError([_not_toml(str(error), text, name)]) from None
    except RecursionError:
        message = "nested too deeply to be a configuration"
        raise BookError([Problem(name, 1, 1, message)]) from None
    except Misread:
        raise BookError(source.problems) from None


def _not_toml(message: str, text: str, name: str) -> Problem:
    found = _PLACE.search(message)
    said = f"not TOML: {_PLACE.sub('', message)}"
    if found is None or found.group(1) is None:
        return Problem(name, max(1, len(text.splitlines())), 1, said)
    return Problem(name, int(found.group(1)), int(found.group(2)), said)


def nodes(text: str) -> yaml.MappingNode:
    """Return a TOML text as nodes; raise TOMLDecodeError where it is none."""
    plain = text.replace("\r\n", "\n")
    tomllib.loads(plain)
    return _Walk(plain).document()


class _Walk:
    """A walk over a text that is known to be TOML."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._at = 0
        self._lines = [0, *(match.end() for match in re.finditer("\n", text))]

    def document(self) -> yaml.MappingNode:
        """Return the whole text."""
        root = table = self._mapping()
        while self._left():
            if self._text[self._at] == "[":
                table = self._header(root)
            else:
                self._pair(table)
        return root

    def _left(self) -> bool:
        """Step over blanks, commas and comments, and tell whether anything is left."""
        self._step(_GAP)
        return self._at < len(self._text)

    def _step(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self._text, self._at)
        if match is None:
            return ""
        self._at = match.end()
        return match.group()

    def _mark(self) -> Mark:
        line = bisect_right(self._lines, self._at) - 1
        return Mark("", self._at, line, self._at - self._lines[line], None, 0)

    def _mapping(self) -> yaml.MappingNode:
        return yaml.MappingNode("map", [], self._mark())

    def _header(self, root: yaml.MappingNode) -> yaml.MappingNode:
        """Return the table that ``[a.b]`` or ``[[a.b]]`` opens."""
        made = self._mapping()
        repeated = self._text.startswith("[[", self._at)
        self._at += 2 if repeated else 1
        *above, last = self._keys()
        self._step(_CLOSED)
        table = root
        for key in above:
            table = _inside(table, key)
        if not repeated:
            return _inside(table, last, made)
        found = _child(table, last.value)
        if not isinstance(found, yaml.SequenceNode):
            found = yaml.SequenceNode("seq", [], last.start_mark)
            table.value.append((last, found))
        found.value.append(made)
        return made

    def _keys(self) -> list[yaml.ScalarNode]:
        """Return the parts of a key: ``a."b c"`` has two."""
        keys: list[yaml.ScalarNode] = []
        self._step(_GAP)
        while True:
            mark = self._mark()
            word = self._step(_KEY)
            name = word if word[0] not in "\"'" else next(iter(tomllib.loads(f"{word} = 0")))
            keys.append(yaml.ScalarNode("str", name, mark))
            if not self._step(_DOT):
                return keys

    def _pair(self, table: yaml.MappingNode) -> None:
        *above, last = self._keys()
        self._step(_EQUALS)
        value = self._value()
        for key in above:
            table = _inside(table, key)
        table.value.append((last, value))

    def _value(self) -> yaml.Node:
        mark = self._mark()
        opening = self._text[self._at]
        if opening == "[":
            return yaml.SequenceNode("seq", self._items(), mark)
        if opening == "{":
            return self._inline()
        word = self._step(_QUOTED)
        if word:
            return yaml.ScalarNode("str", tomllib.loads(f"value = {word}")["value"], mark)
        return yaml.ScalarNode("str", self._step(_BARE).rstrip(), mark)

    def _items(self) -> list[yaml.Node]:
        items = []
        self._at += 1
        while self._left() and self._text[self._at] != "]":
            items.append(self._value())
        self._at += 1
        return items

    def _inline(self) -> yaml.MappingNode:
        made = self._mapping()
        self._at += 1
        while self._left() and self._text[self._at] != "}":
            self._pair(made)
        self._at += 1
        return made


def _child(table: yaml.MappingNode, name: str) -> yaml.Node | None:
    return next((value for key, value in table.value if key.value == name), None)


def _inside(
    table: yaml.MappingNode, key: yaml.ScalarNode, made: yaml.MappingNode | None = None
) -> yaml.MappingNode:
    """Return the table under a key, the last one of several, made where there is none yet."""
    found = _child(table, key.value)
    if isinstance(found, yaml.SequenceNode):
        found = found.value[-1]
    if not isinstance(found, yaml.MappingNode):
        found = made or yaml.MappingNode("map", [], key.start_mark)
        table.value.append((key, found))
    return found


def places(node: yaml.Node, path: tuple[str | int, ...] = ()) -> dict[tuple[str | int, ...], Mark]:
    """Return where every value below a node stands, by the keys and numbers that lead to it."""
    found = {path: node.start_mark}
    if isinstance(node, yaml.MappingNode):
        for key, value in node.value:
            found |= places(value, (*path, str(key.value)))
    elif isinstance(node, yaml.SequenceNode):
        for number, value in enumerate(node.value):
            found |= places(value, (*path, number))
    return found
