"""Pages: their templates, the files put into them, and the rule that nothing else is loaded."""

from __future__ import annotations

import base64
import hashlib
from functools import cache
from typing import TYPE_CHECKING, Any

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Iterable


class _Environment(Environment):
    """An environment that looks up ``row.hands`` in a row of plain values at once.

    By itself it asks for an attribute first, which rows do not have: of a page's thousands of rows
    that takes as long as writing them.
    """

    def getattr(self, obj: Any, attribute: str) -> Any:
        """Return an entry of a row, or an attribute of anything else."""
        if type(obj) is dict and attribute in obj:
            return obj[attribute]
        return super().getattr(obj, attribute)


@cache
def environment(place: str) -> Environment:
    """Return the environment of a folder of templates: all is escaped, nothing undefined blank.

    It is kept, since it keeps its templates: to compile one takes longer than a small night's page.
    """
    return _Environment(
        loader=FileSystemLoader(folder("templates") / place, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
    )


def asset(names: Iterable[str]) -> Markup:
    """Return style or script files of the templates as they are, one after the other."""
    root = folder("templates")
    # Read as text, so that a checkout with other line ends gives the same bytes.
    texts = [(root / name).read_text(encoding="utf-8") for name in names]
    return Markup("\n" + "\n".join(texts))  # noqa: S704 - our own files


def policy(style: str, script: str = "") -> str:
    """Return a page's own rule for the browser: this style, this script and nothing else."""
    scripts = f" script-src '{_fingerprint(script)}';" if script else ""
    return (
        f"default-src 'none'; style-src '{_fingerprint(style)}';{scripts}"
        " img-src data:; base-uri 'none'; form-action 'none'"
    )


def _fingerprint(text: str) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
