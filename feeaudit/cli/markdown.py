"""Markdown as a terminal shows it; piped or redirected, the same as plain text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, ClassVar

import click
from rich.console import Console
from rich.markdown import CodeBlock, Heading, Markdown, MarkdownElement
from rich.text import Text

if TYPE_CHECKING:
    from rich.console import ConsoleOptions, RenderResult

_PIPED = 80
_WIDEST = 100  # longer lines are hard to follow, however wide the terminal is
_LINK_TO_A_TOPIC = re.compile(r"\[([^\]]+)\]\((\w+)\.md\)")


class _LeftHeading(Heading):
    """A heading at the left, where rich would center it or draw a box around it."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        self.text.justify = "left"
        yield self.text


class _WholeLines(CodeBlock):
    """A block whose lines stay whole, however long, so that they can be copied."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        for line in str(self.text).rstrip().split("\n"):
            yield Text(f"  {line}", "cyan", no_wrap=True, overflow="ignore")


class _Page(Markdown):
    elements: ClassVar[dict[str, type[MarkdownElement]]] = {
        **Markdown.elements,
        "heading_open": _LeftHeading,
        "fence": _WholeLines,
    }


def show(text: str) -> None:
    """Print Markdown: with styles at a terminal, as plain text of 80 columns anywhere else."""
    console = Console(highlight=False)
    page = _Page(_LINK_TO_A_TOPIC.sub(r"\1 (`feeaudit manual \2`)", text), hyperlinks=False)
    if console.is_terminal:
        console.print(page, width=min(console.width, _WIDEST), crop=False)
        return
    with console.capture() as captured:
        console.print(page, width=_PIPED, crop=False)
    for line in captured.get().splitlines():
        click.echo(line.rstrip())  # rich fills lines with blanks
