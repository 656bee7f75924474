"""Marks walked through: confirmed, changed or recorded, written back into the draft's YAML.

The file is edited where the value stands, by the places that the YAML parser gives: everything
else stays byte for byte, comments and order included. A round-trip library (ruamel.yaml) would be
one more dependency and lays ladders out anew; our edits are few and small. Every edit is read back
by the grammar before it is put in place, and refused with its problems where it does not hold.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from feeaudit.book.grammar import CARDROOM, GAMES, SCHEDULE
from feeaudit.book.load import read_book, read_file
from feeaudit.book.packet.yaml_text import quoted
from feeaudit.book.vocabulary import SEEN
from feeaudit.core.problem import BookError, Problem, Unknown
from feeaudit.core.whole_files import replace_bytes

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Mark
    from feeaudit.core.shape import Record

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
_SHAPES: dict[str, Record[Any]] = {"cardroom.yaml": CARDROOM, "games.yaml": GAMES}


@dataclass(frozen=True, slots=True)
class DraftMark:
    """A mark with its place: the file within the book, and the row of the file it begins on."""

    file: str
    row: int
    mark: Mark


def marks_of(book: Path, cardroom: str) -> list[DraftMark]:
    """Return every mark of a drafted cardroom, those that were looked at included."""
    (place,) = read_book(book, [cardroom]).cardrooms
    found = [DraftMark(f"{cardroom}/cardroom.yaml", mark.row, mark) for mark in place.marks]
    for game in place.games:
        found += [DraftMark(f"{cardroom}/games.yaml", mark.row, mark) for mark in game.marks]
    for schedule in place.schedules:
        found += [DraftMark(schedule.file, mark.row, mark) for mark in schedule.marks]
    return found


def version_of(book: Path, file: str) -> str:
    """Return what a file of the draft is at present; an edit may name it to be refused if stale."""
    return hashlib.sha256((book / file).read_bytes()).hexdigest()


def mark_seen(  # noqa: PLR0913 - who, what, where
    book: Path, file: str, row: int, seen: str, *, by: str, version: str = ""
) -> None:
    """Say how a mark was dealt with: ``confirmed``, ``changed`` or ``recorded``, and by whom."""
    if seen not in SEEN:
        raise Unknown(f"{seen!r} is not a way to deal with a mark (one of: {', '.join(SEEN)})")
    text = _text(book, file, version)
    node = _mark_at(text, file, row)
    for key, value in (("seen", seen), ("by", quoted(by))):
        text = _with_key(text, node, key, value)
        node = _mark_at(text, file, row)
    _put(book, file, text)


def change_fee(  # noqa: PLR0913 - who, what, where
    book: Path,
    file: str,
    option: str,
    component: str,
    *,
    fee: str,
    tier: str = "",
    version: str = "",
) -> None:
    """Set a fee of an option: that of a tier as the file names it, or the flat one."""
    text = _text(book, file, version)
    node = _component(text, file, option, component)
    if tier:
        node = _tier(node, tier, file, option, component)
    if isinstance(node, yaml.MappingNode):
        node = _value(node, "fee") or node
    if not isinstance(node, yaml.ScalarNode):
        raise Unknown(f"{file}: option {option} has tiers for {component}; say which")
    _put(book, file, _spliced(text, node, fee))


def change_tier(  # noqa: PLR0913 - who, what, where
    book: Path,
    file: str,
    option: str,
    component: str,
    *,
    tier: str,
    bounds: str,
    version: str = "",
) -> None:
    """Set the bounds of a tier of an option, as the file writes them: ``101-200`` or ``201+``."""
    text = _text(book, file, version)
    ladder = _component(text, file, option, component)
    for key, _ in ladder.value if isinstance(ladder, yaml.MappingNode) else ():
        if key.value == tier:
            _put(book, file, _spliced(text, key, bounds))
            return
    raise Unknown(f"{file}: option {option} has no {component} tier {tier}")


def record_anomaly(book: Path, file: str, anomaly: str, *, version: str = "") -> None:
    """Add an anomaly to a schedule, given as the lines of YAML that a person wrote for it."""
    text = _text(book, file, version)
    lines = [f"    {line}" for line in anomaly.strip("\n").split("\n")]
    lines[0] = f"  - {lines[0].strip()}"
    entry = "\n".join(lines) + "\n"
    root = _composed(text, file)
    known = _value(root, "anomalies") if isinstance(root, yaml.MappingNode) else None
    if known is None:
        text = f"{text.rstrip()}\nanomalies:\n{entry}"
    else:
        at = text.rstrip("\n").find("\n", known.end_mark.index - 1)
        end = _line_end(text, known) if at < 0 else known.end_mark.index
        text = f"{text[:end].rstrip()}\n{entry}{text[end:].lstrip()}"
    _put(book, file, text)


def _text(book: Path, file: str, version: str) -> str:
    if version and version != version_of(book, file):
        raise Unknown(f"{file} has been changed by somebody else meanwhile; look at it again")
    return (book / file).read_bytes().decode("utf-8")


def _composed(text: str, file: str) -> yaml.Node:
    node = yaml.compose(text, Loader=_LOADER)
    if node is None:
        raise BookError([Problem(file, 1, 1, "the file is empty")])
    return node


def _mark_at(text: str, file: str, row: int) -> yaml.MappingNode:
    for marks in _all_marks(_composed(text, file)):
        for node in marks.value:
            if isinstance(node, yaml.MappingNode) and node.start_mark.line + 1 == row:
                return node
    raise Unknown(f"{file}:{row}: there is no mark on this line; look at the draft again")


def _all_marks(root: yaml.Node) -> list[yaml.SequenceNode]:
    """Return every list of marks in a file: the file's own, or its games'."""
    found: list[yaml.SequenceNode] = []
    if not isinstance(root, yaml.MappingNode):
        return found
    for key, value in root.value:
        if key.value == "marks" and isinstance(value, yaml.SequenceNode):
            found.append(value)
        elif key.value == "games" and isinstance(value, yaml.MappingNode):
            for _, game in value.value:
                found += _all_marks(game)
    return found


def _component(text: str, file: str, option: str, component: str) -> yaml.Node:
    root = _composed(text, file)
    options = _value(root, "options") if isinstance(root, yaml.MappingNode) else None
    for node in options.value if isinstance(options, yaml.SequenceNode) else ():
        name = _value(node, "option")
        if name is not None and name.value == option:
            found = _value(node, component)
            if found is not None:
                return found
    raise Unknown(f"{file}: option {option} has no {component} fee")


def _tier(node: yaml.Node, tier: str, file: str, option: str, component: str) -> yaml.Node:
    found = _value(node, tier) if isinstance(node, yaml.MappingNode) else None
    if found is None:
        raise Unknown(f"{file}: option {option} has no {component} tier {tier}")
    return found


def _value(node: yaml.Node, key: str) -> yaml.Node | None:
    if isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            if name.value == key:
                found: yaml.Node = value
                return found
    return None


def _with_key(text: str, node: yaml.MappingNode, key: str, value: str) -> str:
    """Return the text with a key of a mapping set, or added at its end."""
    known = _value(node, key)
    if known is not None:
        return _spliced(text, known, value)
    end = node.end_mark.index
    if node.flow_style:
        return f"{text[: end - 1]}, {key}: {value}{text[end - 1 :]}"
    last = _line_end(text, node.value[-1][1])
    indent = " " * node.start_mark.column
    return f"{text[:last]}\n{indent}{key}: {value}{text[last:]}"


def _line_end(text: str, node: yaml.Node) -> int:
    """Return where the line ends on which a value's last letter stands."""
    last = len(text[: node.end_mark.index].rstrip())
    end = text.find("\n", last)
    return end if end >= 0 else len(text)


def _spliced(text: str, node: yaml.Node, value: str) -> str:
    return f"{text[: node.start_mark.index]}{value}{text[node.end_mark.index :]}"


def _put(book: Path, file: str, text: str) -> None:
    """Put an edited file in place if the grammar takes it; otherwise say why not."""
    path = book / file
    trial = path.with_name(f".{path.name}.trial")
    problems: list[Problem] = []
    try:
        trial.write_bytes(text.encode())
        shape = _SHAPES.get(path.name, SCHEDULE)
        if read_file(trial, shape, file, problems) is None or problems:
            raise BookError(problems)
    finally:
        trial.unlink(missing_ok=True)
    replace_bytes(path, text.encode())
