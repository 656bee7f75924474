"""Log lines for monitoring: one event a line, ``key=value``, whatever the values hold."""

from __future__ import annotations

import json
import re

_PLAIN = re.compile(r"[A-Za-z0-9._:/@+,-]+")


def line(event: str, at: str, **facts: object) -> str:
    """Return one line; a value that is not plain is quoted, so that no name can forge a line."""
    pairs = {"at": at, "event": event} | facts
    return " ".join(["feeaudit", *(f"{key}={_value(str(each))}" for key, each in pairs.items())])


def _value(text: str) -> str:
    return text if _PLAIN.fullmatch(text) else json.dumps(text)
