"""Pages of a store: their templates, their style, and the rule that nothing else is loaded."""

from __future__ import annotations

import base64
import hashlib
from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from feeaudit.resources import folder

if TYPE_CHECKING:
    from collections.abc import Iterable


def environment() -> Environment:
    """Return the templates' environment: everything is escaped, nothing undefined is blank."""
    return Environment(
        loader=FileSystemLoader(folder("templates") / "store", encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        newline_sequence="\n",
    )


def style_of(names: Iterable[str]) -> Markup:
    """Return style sheets as they are, one after the other."""
    root = folder("templates")
    # Read as text, so that a checkout with other line ends gives the same bytes.
    texts = [(root / name).read_text(encoding="utf-8") for name in names]
    return Markup("\n" + "\n".join(texts))  # noqa: S704 - our own files


def policy_of(style: str) -> str:
    """Return a page's own rule for the browser: this style and nothing else."""
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'"
