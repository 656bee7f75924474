"""A group of commands that imports one only when it is asked for."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import click

from feeaudit.core.problem import nearest

if TYPE_CHECKING:
    from collections.abc import Mapping


class LazyGroup(click.Group):
    """A group that knows its commands by name: for each its module and what it does in a line."""

    def __init__(
        self, *arguments: Any, members: Mapping[str, tuple[str, str]], **settings: Any
    ) -> None:
        super().__init__(*arguments, **settings)
        self.members = members

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return list(self.members)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        if cmd_name not in self.members:
            return None
        command: click.Command = importlib.import_module(self.members[cmd_name][0]).command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in self.members and not name.startswith("-"):
            ctx.fail(f"{name!r} is not a command{nearest(name, self.members)}.")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        with formatter.section("Commands"):
            formatter.write_dl([(name, about) for name, (_, about) in self.members.items()])
