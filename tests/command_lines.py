"""Command lines in texts: which command one calls, and whether the program would understand it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.cli import cli

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

Words = tuple[str, ...]


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
    """Return why the program would not understand a command line; blank where it would."""
    assert words[0] == "feeaudit"
    arguments = tuple(words[1:])
    called = max(
        (path for path in commands() if arguments[: len(path)] == path), key=len, default=()
    )
    command = command_of(called)
    try:
        parser = command.make_parser(_context(command))
        given, _, _ = parser.parse_args(list(arguments[len(called) :]))
    except click.UsageError as error:
        return error.format_message()
    missing = [str(each.name) for each in command.params if each.required]
    return ", ".join(sorted({*missing} - given.keys()))


def _context(command: click.Command) -> click.Context:
    """Return a command's context under the program's own, from which it has its help flags."""
    return click.Context(command, parent=click.Context(cli, **cli.context_settings))
