"""``feeaudit manual``: the manual that ships with the program, a topic at a time."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from feeaudit.core.problem import Unknown, nearest
from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Iterator

# In the order in which somebody new would read them.
TOPICS: Final = (
    "logs",
    "profiles",
    "quote",
    "checks",
    "reports",
    "nightly",
    "store",
    "configuration",
    "book",
    "schedules",
    "commands",
    "security",
    "proof",
    "speed",
)
_PAGES = Path(__file__).resolve().parents[1] / "manual"


def page(topic: str) -> Path:
    """Return the Markdown file of a topic; how to write schedules is told where they are kept."""
    return folder("schedules") / "README.md" if topic == "schedules" else _PAGES / f"{topic}.md"


def summary(topic: str) -> str:
    """Return the sentence below a page's title, which says what it is about."""
    _title, sentence, _rest = page(topic).read_text(encoding="utf-8").split("\n\n", 2)
    return " ".join(sentence.split())


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

    show(page(topic).read_text(encoding="utf-8"))


def _contents() -> Iterator[str]:
    formatter = click.HelpFormatter(width=80)
    with formatter.section("Topics"):
        formatter.write_dl([(topic, summary(topic)) for topic in TOPICS])
    yield formatter.getvalue()
    yield "feeaudit manual TOPIC prints one of them."
