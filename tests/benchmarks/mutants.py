"""Mutants: whether the tests notice when one operator, constant or condition is changed.

python tests/benchmarks/mutants.py --seed 1 --count 20

Each mutant changes one place of feeaudit/rules or feeaudit/audit in a copy of the tree, and runs
there the tests that could notice, the nearest first: the cases of its family, then the tests of
rules and audit, then the slow ones. The first that fails, or does not end in time, kills it. Prints
a line a mutant, survivors with the change, and the count; the same seed draws the same mutants from
the same code. ``--only feeaudit/audit/drop`` (or a file, or FILE:LINE) draws from a part alone.
"""

from __future__ import annotations

import argparse
import ast
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Queue
from typing import TYPE_CHECKING, Final, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

ROOT: Final = Path(__file__).resolve().parents[2]
MUTATED: Final = ("feeaudit/rules", "feeaudit/audit")
COPIED: Final = ("feeaudit", "schedules", "templates", "tests", "pyproject.toml", "README.md")

# The families of checks that a part of the package is about, by the beginnings of their ids.
FAMILIES: Final = {
    "feeaudit/audit/checks/fees": "FEE",
    "feeaudit/audit/checks/options": "OPT",
    "feeaudit/audit/checks/limits": "LIM",
    "feeaudit/audit/checks/rotation": "ROT or TPP",
    "feeaudit/audit/checks/settlement": "PAY",
    "feeaudit/audit/checks/drop": "DROP",
    "feeaudit/audit/checks/log": "LOG",
    "feeaudit/audit/fees": "FEE",
    "feeaudit/audit/periods": "FEE",
    "feeaudit/audit/options": "OPT",
    "feeaudit/audit/limits": "LIM",
    "feeaudit/audit/rotation": "ROT or TPP",
    "feeaudit/audit/settlement": "PAY",
    "feeaudit/audit/drop": "DROP",
    "feeaudit/audit/records": "LOG",
    "feeaudit/rules/settlement": "PAY",
    "feeaudit/rules/rotation": "ROT or TPP",
    "feeaudit/rules/limit": "LIM",
    "feeaudit/rules/table_limits": "LIM or OPT",
}
NEAR: Final = {
    "FEE": (
        "audit/test_owed",
        "audit/test_fees_agree",
        "audit/test_deviations",
        "audit/test_every_bound",
    ),
    "OPT": ("audit/test_options", "audit/test_fits", "audit/test_option_names"),
    "LIM": ("audit/test_limits",),
    "ROT or TPP": ("audit/test_rotation",),
    "PAY": (
        "rules/test_settlement_rules",
        "audit/test_settlement",
        "audit/test_settlement_reference",
    ),
    "DROP": ("audit/test_drop",),
    "LOG": ("audit/test_log_checks", "audit/test_order_of_play"),
}

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
# The words of pytest's exit codes.
SOME_FAILED: Final = 1
NO_TESTS: Final = 5
# So much of a change is shown.
TOLD: Final = 70
# What only guards against a slip of the programmer, or costs time and changes no result.
IDLE_KEYWORDS: Final = {"strict", "copy", "frozen", "slots", "eq", "repr"}


class Mutant(NamedTuple):
    """A file with one place changed: where, and what was made of what."""

    file: str
    line: int
    change: str
    source: str


@dataclass
class Sites(ast.NodeVisitor):
    """Every place of a module that can be changed: a node, and what changes it."""

    found: list[tuple[ast.AST, Callable[[], None]]] = field(default_factory=list)

    def visit(self, node: ast.AST) -> None:
        """Note what can be changed here and within, annotations and decorators aside."""
        for change in _changes(node):
            self.found.append((node, change))
        for name, value in ast.iter_fields(node):
            if name in {"annotation", "returns", "decorator_list"} or _is_typing(node):
                continue
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, ast.AST) and not _is_idle(each):
                    self.visit(each)


def _is_typing(node: ast.AST) -> bool:
    named = isinstance(node, ast.If) and isinstance(node.test, ast.Name)
    return named and node.test.id == "TYPE_CHECKING"  # type: ignore[attr-defined]


def _is_idle(node: ast.AST) -> bool:
    return isinstance(node, ast.keyword) and node.arg in IDLE_KEYWORDS


def _changes(node: ast.AST) -> Iterator[Callable[[], None]]:
    """Yield what changes a node itself: its operator, its constant or its condition."""
    yield from _conditions(node)
    match node:
        case ast.Compare(ops=ops):
            for place, each in enumerate(ops):
                if type(each) in COMPARED:
                    yield partial(ops.__setitem__, place, COMPARED[type(each)]())
        case ast.BinOp(op=op) | ast.AugAssign(op=op) if type(op) in WORKED_OUT:
            yield partial(setattr, node, "op", WORKED_OUT[type(op)]())
        case ast.BoolOp(op=op):
            yield partial(setattr, node, "op", ast.Or() if isinstance(op, ast.And) else ast.And())
        case ast.UnaryOp(op=ast.Not() | ast.Invert() | ast.USub() as op, operand=operand):
            # Done twice it is undone.
            yield partial(setattr, node, "operand", ast.UnaryOp(op, operand))
        case ast.Constant(value=bool(value)):
            yield partial(setattr, node, "value", not value)
        case ast.Constant(value=int(value)):
            yield partial(setattr, node, "value", value + 1)


def _conditions(node: ast.AST) -> Iterator[Callable[[], None]]:
    match node:
        case ast.If(test=test) | ast.IfExp(test=test) | ast.While(test=test) if not _is_typing(
            node
        ):
            yield partial(setattr, node, "test", _negated(test))
        case ast.comprehension(ifs=ifs):
            for place, each_if in enumerate(ifs):
                yield partial(ifs.__setitem__, place, _negated(each_if))


def _negated(test: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.Not(), test)


def places_of(file: str) -> Iterator[tuple[str, int, int]]:
    """Yield every place of a file that can be changed: its number and its line."""
    line = 0
    for number, (node, _) in enumerate(_sites(ast.parse(_source(file)))):
        # A condition of a comprehension has no line of its own; it stands near what came before.
        line = getattr(node, "lineno", line)
        yield file, number, line


def mutant_at(file: str, number: int, line: int) -> Mutant:
    """Return the mutant that changes a place of a file."""
    tree = ast.parse(_source(file))
    node, change = _sites(tree)[number]
    before = _told(node)
    change()
    after = _told(node)
    return Mutant(
        file, line, f"{before}  ->  {after}", ast.unparse(ast.fix_missing_locations(tree))
    )


def _source(file: str) -> str:
    return (ROOT / file).read_text(encoding="utf-8")


def _sites(tree: ast.AST) -> list[tuple[ast.AST, Callable[[], None]]]:
    sites = Sites()
    sites.visit(tree)
    return sites.found


def _told(node: ast.AST) -> str:
    told = node.test if isinstance(node, ast.If | ast.While) else node
    text = " ".join(ast.unparse(told).split())
    return text if len(text) <= TOLD else f"{text[:TOLD]}…"


class Stage(NamedTuple):
    """Some tests, as pytest is asked for them."""

    name: str
    arguments: tuple[str, ...]


def stages_of(file: str) -> list[Stage]:
    """Return the tests that could notice a change of a file, the nearest first."""
    family = next((word for part, word in FAMILIES.items() if file.startswith(part)), "")
    cases = "tests/audit/test_cases.py"
    near = [f"tests/{name}.py" for name in NEAR.get(family, ())]
    found = [Stage(f"{family} cases", (cases, "-k", family))] if family else []
    found += [Stage(f"{family} tests", tuple(near))] if near else []
    found.append(Stage("cases and rules", (cases, "tests/rules")))
    others = ("tests/audit", f"--deselect={cases}")
    found.append(Stage("quick tests", (*others, "-m", "not slow")))
    found.append(Stage("slow tests", (*others, "-m", "slow")))
    return found


@dataclass(frozen=True)
class Tree:
    """A copy of the tree in which mutants live one after the other."""

    folder: Path
    limits: argparse.Namespace
    failing: dict[Stage, tuple[str, ...]] = field(default_factory=dict)

    @classmethod
    def copied(cls, folder: Path, limits: argparse.Namespace) -> Tree:
        for name in COPIED:
            source = ROOT / name
            if source.is_dir():
                ignored = shutil.ignore_patterns("__pycache__", ".*")
                shutil.copytree(source, folder / name, ignore=ignored)
            else:
                shutil.copy2(source, folder / name)
        return cls(folder, limits)

    def verdict(self, mutant: Mutant) -> str:
        """Return what killed a mutant; blank where it survived."""
        place = self.folder / mutant.file
        original = place.read_text(encoding="utf-8")
        for stage in stages_of(mutant.file)[: self.limits.stages]:
            failing = self._failing(stage)
            place.write_text(mutant.source, encoding="utf-8")
            try:
                told = self._run(stage, "-x", *(f"--deselect={each}" for each in failing))
            finally:
                place.write_text(original, encoding="utf-8")
            if told is None:
                return f"{stage.name}: no end"
            if told.returncode not in {0, NO_TESTS}:
                first = re.search(r"^(?:FAILED|ERROR) (\S+)", told.stdout, re.MULTILINE)
                return f"{stage.name}: {first[1].rpartition('::')[2] if first else 'broken'}"
        return ""

    def _failing(self, stage: Stage) -> tuple[str, ...]:
        """Return the tests of a stage that fail without any mutant: they tell nothing."""
        if stage not in self.failing:
            told = self._run(stage)
            if told is None or told.returncode not in {0, SOME_FAILED, NO_TESTS}:
                why = told.stdout[-1000:] if told is not None else "they do not end in time"
                raise SystemExit(f"the {stage.name} cannot be run without any mutant:\n{why}")
            found = re.findall(r"^FAILED (\S+)", told.stdout, re.MULTILINE)
            self.failing[stage] = tuple(found)
            for each in self.failing[stage]:
                print(f"fails anyway  {each}", flush=True)
        return self.failing[stage]

    def _run(self, stage: Stage, *more: str) -> subprocess.CompletedProcess[str] | None:
        command = [sys.executable, "-m", "pytest", "-q", "-n0", "-p", "no:cacheprovider"]
        known = {"PYTHONPATH": str(self.folder), "FEEAUDIT_CACHE": str(self.folder / ".cache")}
        # An import that a stopped run left half written must not be believed.
        known["PYTHONDONTWRITEBYTECODE"] = "1"
        try:
            return subprocess.run(
                [*command, *stage.arguments, *more],
                cwd=self.folder,
                env=os.environ | known,
                capture_output=True,
                text=True,
                check=False,
                timeout=self.limits.seconds,
                preexec_fn=partial(_limit_memory, self.limits.gigabytes),
            )
        except subprocess.TimeoutExpired:
            return None


def _limit_memory(gigabytes: int) -> None:
    resource.setrlimit(resource.RLIMIT_AS, (gigabytes << 30, gigabytes << 30))


def drawn(arguments: argparse.Namespace) -> list[Mutant]:
    """Return the mutants of a seed, in the order of their places."""
    files = sorted(
        path.relative_to(ROOT).as_posix()
        for part in MUTATED
        for path in (ROOT / part).rglob("*.py")
    )
    only, _, line = arguments.only.partition(":")
    places = [
        place
        for file in files
        if file.startswith(only)
        for place in places_of(file)
        if line in {"", str(place[2])}
    ]
    count = min(arguments.count, len(places))
    chosen = random.Random(arguments.seed).sample(places, count)  # noqa: S311 - a drawn sample
    print(f"{count} of {len(places):,} places, seed {arguments.seed}", flush=True)
    return [mutant_at(*place) for place in sorted(chosen)]


def main() -> None:
    """Draw mutants, run the tests on each, and say which survived."""
    arguments = _arguments()
    mutants = drawn(arguments)
    with tempfile.TemporaryDirectory() as folder:
        trees: Queue[Tree] = Queue()
        for number in range(arguments.jobs):
            trees.put(Tree.copied(Path(folder) / str(number), arguments))
        with ThreadPoolExecutor(arguments.jobs) as pool:
            survived = [*pool.map(partial(_tried, trees), mutants)].count("")
    print(f"{len(mutants) - survived} killed, {survived} survived", flush=True)


def _tried(trees: Queue[Tree], mutant: Mutant) -> str:
    tree, started = trees.get(), time.monotonic()
    try:
        verdict = tree.verdict(mutant)
    finally:
        trees.put(tree)
    took = f"{time.monotonic() - started:4.0f} s"
    word = "killed  " if verdict else "SURVIVED"
    print(f"{word} {took}  {mutant.file}:{mutant.line}  {mutant.change}  [{verdict}]", flush=True)
    return verdict


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--only", default="", help="a folder, a file or FILE:LINE")
    parser.add_argument("--jobs", type=int, default=1, help="so many at a time, each in its copy")
    parser.add_argument("--stages", type=int, default=5, help="so many stages of tests at most")
    parser.add_argument("--seconds", type=int, default=900, help="a stage that takes longer kills")
    parser.add_argument("--gigabytes", type=int, default=6, help="address space of the tests")
    return parser.parse_args()


if __name__ == "__main__":
    main()
