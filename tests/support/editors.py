"""YAML as an editor's validator sees it."""

from __future__ import annotations

import json
from typing import Any

import yaml


class EditorLoader(yaml.CSafeLoader):
    """Reads YAML as an editor does: numbers are numbers, dates stay text."""


EditorLoader.yaml_implicit_resolvers = {
    first: [(tag, regexp) for tag, regexp in pairs if not tag.endswith(":timestamp")]
    for first, pairs in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


def as_editor(text: str) -> Any:
    """Return YAML as an editor's validator sees it: every key is text."""
    return json.loads(json.dumps(yaml.load(text, EditorLoader)))  # noqa: S506 - a safe loader
