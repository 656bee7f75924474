"""Reading feeaudit.toml: every problem of the file in one pass, with its line and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from feeaudit.core.problem import BookError, Problem
from feeaudit.core.toml_nodes import read_toml
from feeaudit.rules.configuration.grammar import CONFIGURATION
from feeaudit.rules.configuration.model import Config

if TYPE_CHECKING:
    from pathlib import Path


def read_config(path: Path | None) -> Config:
    """Return the configuration of a file, or the usual one without a file.

    Raises BookError with every problem of the file.
    """
    if path is None:
        return Config()
    try:
        content = path.read_bytes()
    except OSError as error:
        raise BookError([Problem(path.name, 1, 1, f"cannot be read: {error}")]) from None
    return read_toml(content, path.name, CONFIGURATION)


def config_of(text: str, name: str = "feeaudit.toml") -> Config:
    """Return the configuration of a text; raise BookError with its problems."""
    return read_toml(text.encode(), name, CONFIGURATION)
