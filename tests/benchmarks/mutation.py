"""Places of a module where one operator, constant or condition can be changed, and the change.

Left out is what no test of results can notice, since it alters none: a change that can only alter
what an audit takes in time or memory. That is a comparison with one of ``COSTS``, the names of
constants that choose between two ways to the same result by what each of them takes; keywords that
only spare a copy or guard against a slip of the programmer; and what only types need, or a module
that is run as a program: what decides on that would write files if it were changed.
"""

from __future__ import annotations

import ast
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
WORKED_OUT: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
# So much of a change is shown.
TOLD: Final = 70
# What only guards against a slip of the programmer, or costs time and changes no result.
IDLE_KEYWORDS: Final = {"strict", "copy", "frozen", "slots", "eq", "repr"}
# Beyond so many of something the same is come by in another way, or not kept to be used again. A
# constant of another meaning must not have one of these names.
COSTS: Final = {"_AT_ONCE", "_BUFFER", "_FEW", "_LARGE", "_MANY", "_SETS", "_SITES"}


class Change(NamedTuple):
    """A value to be put in one place of a node or of a list."""

    owner: Any
    place: str | int
    value: Any

    def made(self) -> Change:
        """Put the value there, and return what undoes it."""
        if isinstance(self.place, int):
            before = self.owner[self.place]
            self.owner[self.place] = self.value
        else:
            before = getattr(self.owner, self.place)
            setattr(self.owner, self.place, self.value)
        return self._replace(value=before)


class Site(NamedTuple):
    """A place that can be changed: a node, its change, and the lines of its statement."""

    node: ast.AST
    change: Change
    lines: range


class Mutant(NamedTuple):
    """A file with one place changed: where, and what was made of what."""

    file: str
    number: int
    lines: range
    change: str
    tree: ast.Module

    @property
    def name(self) -> str:
        """Where it is changed, and how."""
        return f"{self.file}:{self.lines[0]}  {self.change}"

    @property
    def key(self) -> tuple[str, int]:
        """Its name, and which place of the file it is: two places of a line may look alike."""
        return self.name, self.number


@dataclass
class Sites:
    """Every place of a module that can be changed: operators, conditions, perhaps constants."""

    constants: bool = False
    found: list[Site] = field(default_factory=list)

    def visit(self, node: ast.AST, lines: range = range(1)) -> None:
        """Note what can be changed here and within, annotations and decorators aside."""
        if isinstance(node, ast.stmt):
            lines = _head(node)
        elif isinstance(node, ast.expr):
            lines = range(min(lines[0], node.lineno), max(lines[-1], node.end_lineno or 0) + 1)
        self.found += [Site(node, change, lines) for change in self._changes(node)]
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list"} or _is_whole(node):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST) and not _is_idle(each):
                    self.visit(each, lines)

    def _changes(self, node: ast.AST) -> Iterator[Change]:
        yield from _conditions(node)
        yield from _operators(node)
        if self.constants:
            yield from _constants(node)


def _head(node: ast.stmt) -> range:
    """Return the lines of a statement without those of the statements in its body."""
    body = getattr(node, "body", None)
    end = body[0].lineno - 1 if body else node.end_lineno or node.lineno
    return range(node.lineno, max(node.lineno, end) + 1)


def _is_whole(node: ast.AST) -> bool:
    """Tell whether nothing within is changed: what only types need, and numbers below zero."""
    return _is_below_zero(node) or _is_aside(node)


def _is_below_zero(node: ast.AST) -> bool:
    """Tell whether something is a number below zero: its sign is part of it, no operator."""
    match node:
        case ast.UnaryOp(op=ast.USub(), operand=ast.Constant()):
            return True
    return False


def _is_aside(node: ast.AST) -> bool:
    """Tell whether something is there for types, or for a module that is run as a program."""
    match node:
        case ast.If(test=ast.Name(id="TYPE_CHECKING")):
            return True
        case ast.If(test=ast.Compare(left=ast.Name(id="__name__"))):
            return True
    return False


def _is_idle(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in IDLE_KEYWORDS


def _is_cost(test: ast.expr) -> bool:
    """Tell whether a condition only compares a size with what is kept or done at once."""
    compared = [test.left, *test.comparators] if isinstance(test, ast.Compare) else []
    return any(isinstance(each, ast.Name) and each.id in COSTS for each in compared)


def _conditions(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test):
            if not _is_aside(node) and not _is_cost(test):
                yield Change(node, "test", _negated(test))
        case ast.comprehension(ifs=ifs):
            for place, each_if in enumerate(ifs):
                yield Change(ifs, place, _negated(each_if))


def _operators(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Compare(ops=ops) if not _is_cost(node):
            for place, each in enumerate(ops):
                if type(each) in COMPARED:
                    yield Change(ops, place, COMPARED[type(each)]())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in WORKED_OUT:
            yield Change(node, "op", WORKED_OUT[type(op)]())
        case ast.BoolOp(op=op):
            yield Change(node, "op", ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub() as op, operand=operand):
            if not _is_below_zero(node):
                # Done twice it is undone.
                yield Change(node, "operand", ast.UnaryOp(op, operand))


def _constants(node: ast.AST) -> Iterator[Change]:
    match node:
        case ast.Constant(value=bool(value)):
            yield Change(node, "value", not value)
        case ast.Constant(value=int(value)):
            yield Change(node, "value", value + 1)
        case ast.UnaryOp(op=op, operand=operand) if _is_below_zero(node):
            # -1 mostly stands for nothing, and -2 would stand for nothing too.
            yield Change(node, "operand", ast.UnaryOp(op, operand))


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def keys_of(source: str, *, constants: bool) -> list[str]:
    """Return what each place that can be changed says, and which of those that say so it is.

    Unlike its number this stays the same when something else of the source is edited.
    """
    seen: Counter[str] = Counter()
    keys = []
    for site in _sites(ast.parse(source), constants=constants):
        said = ast.unparse(site.node)
        keys.append(f"{said} #{seen[said]}")
        seen[said] += 1
    return keys


def changes_of(source: str, *, constants: bool) -> list[str]:
    """Return what is made of what at each place that can be changed."""
    told = []
    for site in _sites(ast.parse(source), constants=constants):
        before = _told(site.node)
        undo = site.change.made()
        told.append(f"{before}  ->  {_told(site.node)}")
        undo.made()
    return told


def mutant_at(file: str, source: str, number: int, *, constants: bool) -> Mutant:
    """Return the mutant that changes a place of a file."""
    tree = ast.parse(source)
    node, change, lines = _sites(tree, constants=constants)[number]
    before = _told(node)
    change.made()
    text = f"{before}  ->  {_told(node)}"
    return Mutant(file, number, lines, text, ast.fix_missing_locations(tree))


def _sites(tree: ast.AST, *, constants: bool) -> list[Site]:
    sites = Sites(constants)
    sites.visit(tree)
    return sites.found


def _told(node: ast.AST) -> str:
    told = node.test if isinstance(node, ast.If | ast.While) else node
    text = " ".join(ast.unparse(told).split())
    return text if len(text) <= TOLD else f"{text[:TOLD]}…"
