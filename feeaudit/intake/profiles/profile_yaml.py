"""Profiles on disk: read strictly from YAML, and written so that they read back the same."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import yaml

from feeaudit.core.problem import Problem
from feeaudit.core.shape import Misread, Source
from feeaudit.intake.profiles.model import CellRule, UnusableProfile
from feeaudit.intake.profiles.profile_grammar import PROFILE
from feeaudit.intake.profiles.record_grammar import stretch

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from feeaudit.intake.profiles.model import Header, Profile, RecordRule, RowTest, SheetRule

_LOADER: Any = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
# A key as the steps that lead to it, as in ("sheets", 0, "records", "wagers", 0, "columns").
Where = tuple[str | int, ...]
Reason = tuple[Where, str]

_WIDTH = 100
_NARROWEST = 40
_MOST_BYTES = 1024**2
_DEEPEST = 20


def read_profile(path: Path) -> Profile:
    """Read a profile; raise UnusableProfile with every problem, its line and its column."""
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise UnusableProfile(f"{path.name}: too large to be a profile")
        text = path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        why = error.strerror or str(error)
        raise UnusableProfile(f"{path.name}: cannot be opened ({why})") from None
    except UnicodeDecodeError:
        raise UnusableProfile(f"{path.name}: not UTF-8 text") from None
    return profile_of(text, path.name)


def profile_of(text: str, file: str) -> Profile:
    """Return the profile that a text holds; raise UnusableProfile with every problem."""
    source = Source(file)
    node = _composed(text, source)
    if node is not None and not source.problems:
        try:
            return PROFILE.read(node, source)
        except Misread:
            pass
    raise UnusableProfile("\n".join(str(problem) for problem in sorted(set(source.problems))))


def _composed(text: str, source: Source) -> yaml.Node | None:
    """Return the nodes of a text, after a look at its events: no anchors, no bottomless nesting."""
    try:
        if _tame(text, source):
            node: yaml.Node | None = yaml.compose(text, Loader=_LOADER)
            if node is None:
                source.problems.append(Problem(source.file, 1, 1, "the file is empty"))
            return node
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        source.problems.append(Problem(source.file, line, column, f"not YAML: {error.problem}"))
    except yaml.YAMLError as error:
        source.problems.append(Problem(source.file, 1, 1, f"not YAML: {error}"))
    return None


def _tame(text: str, source: Source) -> bool:
    depth = 0
    for event in yaml.parse(text, Loader=_LOADER):
        message = ""
        if getattr(event, "anchor", None):
            message = "anchors and aliases are not for profiles; write it out"
        elif isinstance(event, yaml.CollectionStartEvent):
            depth += 1
            message = "nested too deeply to be a profile" if depth > _DEEPEST else ""
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if message:
            mark = event.start_mark
            line, column = (mark.line + 1, mark.column + 1) if mark else (1, 1)
            source.problems.append(Problem(source.file, line, column, message))
            return False
    return True


def profile_text(profile: Profile, reasons: Iterable[Reason] = ()) -> str:
    """Return a profile as YAML that reads back to the same profile.

    A reason is written as a comment above the key that it is about. One about a key that is not
    written, since it says what would hold anyway, stands above the nearest key around it.
    """
    stated = _stated(
        profile=profile.profile,
        note=profile.note,
        dates=profile.dates,
        decimal=profile.decimal if profile.decimal != "point" else "",
        separator=profile.separator,
        encoding=profile.encoding,
        blank=_listed(profile.blank),
        ignore=_listed(profile.ignore),
        constants=dict(profile.constants),
        translate={column: dict(pairs) for column, pairs in profile.translate},
        sheets=[_sheet(rule) for rule in profile.sheets],
    )
    text: str = yaml.dump(
        stated, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=_WIDTH, indent=2
    )
    return _commented(text, tuple(reasons))


def _commented(text: str, reasons: tuple[Reason, ...]) -> str:
    """Return YAML with comments above its lines; every key begins a line or is on its parent's."""
    root = yaml.compose(text, Loader=_LOADER)
    if root is None:
        return text
    lines = text.removesuffix("\n").split("\n")
    above: dict[int, list[str]] = {}
    for where, reason in reasons:
        line = _line_of(root, where)
        indent = " " * (len(lines[line]) - len(lines[line].lstrip(" ")))
        words = "".join(c if c.isprintable() else "?" for c in " ".join(reason.split()))
        wrapped = textwrap.wrap(words, max(_WIDTH - len(indent) - 2, _NARROWEST))
        above.setdefault(line, []).extend(f"{indent}# {part}" for part in wrapped)
    return "".join(
        f"{each}\n" for line, kept in enumerate(lines) for each in (*above.get(line, ()), kept)
    )


def _line_of(node: yaml.Node, where: Where) -> int:
    """Return the line on which a key begins, counted from 0, or the one of what holds it."""
    line: int = 0
    for step in where:
        if isinstance(node, yaml.MappingNode):
            pairs = {key.value: (key, value) for key, value in node.value}
            if step == 0:  # the only record of a table is written without a list
                continue
            if step not in pairs:
                break
            key, node = pairs[step]
            line = key.start_mark.line
        elif isinstance(node, yaml.SequenceNode) and step in range(len(node.value)):
            node = node.value[int(step)]
            line = node.start_mark.line
        else:
            break
    return line


class _Dumper(yaml.SafeDumper):
    """Writes every scalar as the text it is; only our own reader decides what it means."""

    yaml_implicit_resolvers: dict[str, Any] = {}  # noqa: RUF012 - as PyYAML declares it

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:  # noqa: ARG002
        super().increase_indent(flow, indentless=False)


class _Inline(list[str]):
    """A list to be written on one line."""


_Dumper.add_representer(
    _Inline,
    lambda dumper, data: dumper.represent_sequence("tag:yaml.org,2002:seq", data, flow_style=True),
)


def _stated(**values: Any) -> dict[str, Any]:
    """Return what is stated, leaving out what is empty; yes stands for true."""
    named = {key.removesuffix("_"): value for key, value in values.items() if value}
    return {key: "yes" if value is True else value for key, value in named.items()}


def _listed(texts: tuple[str, ...]) -> str | _Inline | None:
    if not texts:
        return None
    return texts[0] if len(texts) == 1 else _Inline(texts)


def _sheet(rule: SheetRule) -> dict[str, Any]:
    end = _stated(**_row_test(rule.end), blank_rows=_number(rule.end_after_blank_rows))
    return _stated(
        names=_listed(rule.names),
        hidden=rule.hidden,
        optional=rule.optional,
        header=_header(rule.header),
        stacked=rule.stacked,
        first_row=_number(rule.first_row),
        transposed=rule.transposed,
        rows_per_hand=_number(rule.rows_per_hand - 1 and rule.rows_per_hand),
        skip=_row_test(rule.skip),
        end=end,
        facts={
            fact: _stated(
                cell=where.cell,
                title=where.title,
                sheet_name=where.sheet_name,
                file_name=where.file_name,
                pattern=where.pattern,
            )
            for fact, where in rule.facts
        },
        constants=dict(rule.constants),
        fill_down=_listed(rule.fill_down),
        ditto=_listed(rule.ditto),
        past_midnight=rule.past_midnight,
        afternoon=rule.afternoon,
        records=_records(rule.records),
    )


def _number(number: int) -> str:
    return str(number) if number else ""


def _header(header: Header) -> dict[str, Any]:
    row = "" if header.find or header.row == 1 else str(header.row)
    lines = str(header.lines) if header.lines > 1 else ""
    return _stated(row=row, find=_listed(header.find), lines=lines, carry=header.carry)


def _row_test(test: RowTest) -> dict[str, Any]:
    return _stated(column=test.column, words=_listed(test.words), blank=test.blank)


def _records(rules: tuple[RecordRule, ...]) -> dict[str, Any]:
    by_table: dict[str, list[dict[str, Any]]] = {}
    for rule in rules:
        by_table.setdefault(rule.table, []).append(_record(rule))
    return {
        table: records[0] if len(records) == 1 else records for table, records in by_table.items()
    }


def _record(rule: RecordRule) -> dict[str, Any]:
    return _stated(
        for_=_blocks(rule.blocks),
        when=rule.when,
        skip_zero=rule.skip_zero,
        once=rule.once,
        only=_row_test(rule.only),
        constants=dict(rule.constants),
        columns={column: _cell(cell) for column, cell in rule.columns},
    )


def _blocks(blocks: tuple[str, ...]) -> str | _Inline:
    short = f"{blocks[0]}-{blocks[-1]}" if len(blocks) > 1 else ""
    return short if stretch(short) == blocks else _Inline(blocks)


def _cell(cell: CellRule) -> Any:
    if cell == CellRule(headers=cell.headers):
        return _listed(cell.headers)
    return _stated(
        header=_listed(cell.headers),
        letter=cell.letter,
        text=cell.text,
        date=_listed(cell.date),
        time=_listed(cell.time),
        optional=cell.optional,
        cents=cell.cents,
        row=_number(cell.row - 1 and cell.row),
    )
