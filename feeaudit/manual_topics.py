"""The manual's topics, and where each is kept, for the command and the workbench alike."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from feeaudit.resources import folder

# In the order in which somebody new would read them.
TOPICS: Final = (
    "logs",
    "profiles",
    "quote",
    "checks",
    "reports",
    "nightly",
    "store",
    "workbench",
    "configuration",
    "book",
    "schedules",
    "draft",
    "commands",
    "security",
    "proof",
    "speed",
    "cluster",
)
_PAGES: Final = Path(__file__).resolve().parent / "manual"


def topic_file(topic: str) -> Path:
    """Return the Markdown file of a topic; how to write schedules is told where they are kept."""
    return folder("schedules") / "README.md" if topic == "schedules" else _PAGES / f"{topic}.md"


def summary(topic: str) -> str:
    """Return the sentence below a page's title, which says what it is about."""
    _title, sentence, _rest = topic_file(topic).read_text(encoding="utf-8").split("\n\n", 2)
    return " ".join(sentence.split())
