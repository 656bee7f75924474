"""Command lines in texts: which command one calls, and whether the program would understand it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from feeaudit.cli import cli

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Words = tuple[str, ...]
# What the engine and the reports need, and a command that starts at once does not load.
HEAVY = ("pandas", "numpy", "pyarrow", "rich", "jinja2", "typst", "openpyxl")


def commands(group: click.Command = cli, path: Words = ()) -> Iterator[Words]:
    """Yield every command and group by the words that call it."""
    yield path
    if isinstance(group, click.Group):
        for name in group.list_commands(_context(group)):
            yield from commands(command_of((*path, name)), (*path, name))


def command_of(path: Words) -> click.Command:
    """Return the command that these words call."""
    found: click.Command = cli
    for name in path:
        assert isinstance(found, click.Group), path
        member = found.get_command(_context(found), name)
        assert member is not None, path
        found = member
    return found


def misunderstood(words: Sequence[str]) -> str:
    """Return why the program would not understand a command line; blank where it would.

    Files are not looked for: those of an example are not there.
    """
    assert words[0] == "feeaudit"
    arguments = tuple(words[1:])
    called = max((path for path in commands() if arguments[: len(path)] == path), key=len)
    command = command_of(called)
    context = _context(command)
    try:
        given, left, _ = command.make_parser(context).parse_args(list(arguments[len(called) :]))
        for each in command.params:
            _refuse_what_it_cannot_be(each, given.get(str(each.name)), context)
    except click.UsageError as error:
        return error.format_message()
    return f"{left[0]!r} is one word too many" if left else ""


def _refuse_what_it_cannot_be(each: click.Parameter, value: Any, context: click.Context) -> None:
    is_given = isinstance(value, bool | int | str) or (isinstance(value, list | tuple) and value)
    if not is_given:
        if each.required:
            raise click.MissingParameter(ctx=context, param=each)
    elif not isinstance(each.type, click.Path | click.File):
        each.type_cast_value(context, value)


def _context(command: click.Command) -> click.Context:
    """Return a command's context under the program's own, from which it has its help flags."""
    return click.Context(command, parent=click.Context(cli, **cli.context_settings))
