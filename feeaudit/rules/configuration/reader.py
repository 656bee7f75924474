"""Reading feeaudit.toml: every problem of the file in one pass, with its line and column."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING

from feeaudit.core.problem import BookError, Problem
from feeaudit.core.shape import Misread, Source
from feeaudit.core.toml_nodes import nodes
from feeaudit.rules.configuration.grammar import CONFIGURATION
from feeaudit.rules.configuration.model import Config

if TYPE_CHECKING:
    from pathlib import Path

_PLACE = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)")


def read_config(path: Path | None) -> Config:
    """Return the configuration of a file, or the usual one without a file.

    Raises BookError with every problem of the file.
    """
    if path is None:
        return Config()
    try:
        # Windows editors may begin a file with a mark of its encoding.
        text = path.read_bytes().decode("utf-8-sig")
    except (UnicodeDecodeError, OSError) as error:
        raise BookError([Problem(path.name, 1, 1, f"cannot be read: {error}")]) from None
    return config_of(text, path.name)


def config_of(text: str, name: str = "feeaudit.toml") -> Config:
    """Return the configuration of a text; raise BookError with its problems."""
    source = Source(name)
    try:
        return CONFIGURATION.read(nodes(text), source)
    except tomllib.TOMLDecodeError as error:
        raise BookError([_not_toml(str(error), text, name)]) from None
    except RecursionError:
        message = "nested too deeply to be a configuration"
        raise BookError([Problem(name, 1, 1, message)]) from None
    except Misread:
        raise BookError(source.problems) from None


def _not_toml(message: str, text: str, name: str) -> Problem:
    found = _PLACE.search(message)
    said = f"not TOML: {_PLACE.sub('', message)}"
    if found is None or found.group(1) is None:
        return Problem(name, max(1, len(text.splitlines())), 1, said)
    return Problem(name, int(found.group(1)), int(found.group(2)), said)
