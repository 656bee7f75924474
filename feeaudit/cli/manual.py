"""``feeaudit manual``: the manual that ships with the program, a topic at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from feeaudit.core.problem import Unknown, nearest
from feeaudit.manual_topics import TOPICS, summary, topic_file

if TYPE_CHECKING:
    from collections.abc import Iterator


def _beginning_with(_context: click.Context, _argument: click.Parameter, word: str) -> list[str]:
    return [topic for topic in TOPICS if topic.startswith(word)]


@click.command("manual")
@click.argument("topic", required=False, shell_complete=_beginning_with)
def command(topic: str | None) -> None:
    """Print the manual: without TOPIC the list of topics, with one its page.

    \b
    Examples:
      feeaudit manual
      feeaudit manual nightly
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    if topic is None:
        click.echo("\n".join(_contents()))
        return
    if topic not in TOPICS:
        close = nearest(topic, TOPICS)
        raise Unknown(f"{topic!r} is not a topic{close}; feeaudit manual lists them")
    from feeaudit.cli.markdown import show  # noqa: PLC0415 - rich is heavy

    show(topic_file(topic).read_text(encoding="utf-8"))


def _contents() -> Iterator[str]:
    formatter = click.HelpFormatter(width=80)
    with formatter.section("Topics"):
        formatter.write_dl([(topic, summary(topic)) for topic in TOPICS])
    yield formatter.getvalue()
    yield "feeaudit manual TOPIC prints one of them."
