"""One thing on one screen: title, sentence, labeled facts, what became of it, what to do next."""

from __future__ import annotations

from textwrap import wrap
from typing import TYPE_CHECKING, Final

from feeaudit.core.plain_text import plain

if TYPE_CHECKING:
    from collections.abc import Iterable

_WIDTH: Final = 80
_INDENT: Final = 12


def screen(
    title: str,
    sentence: str,
    facts: Iterable[tuple[str, str]],
    *,
    story: Iterable[str] = (),
    next_step: str = "",
) -> str:
    """Return the text of a screen; facts without a text, and parts without any, are left out."""
    parts = [
        wrap(plain(title), _WIDTH),
        wrap(plain(sentence), _WIDTH),
        [line for label, text in facts for line in _labeled(label, text)],
        [line for told in story for line in wrap(plain(told), _WIDTH)],
        _labeled("Next step", next_step),
    ]
    return "\n\n".join("\n".join(part) for part in parts if part)


def _labeled(label: str, text: str) -> list[str]:
    """Return a text behind its label, further lines indented; nothing for no text."""
    return wrap(
        plain(text),
        _WIDTH,
        initial_indent=f"{label + ':':{_INDENT}}",
        subsequent_indent=" " * _INDENT,
        break_on_hyphens=False,
    )
