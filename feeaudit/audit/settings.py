"""feeaudit.toml: the configuration of a site, validated like the book."""

from __future__ import annotations

import tomllib
from typing import TYPE_CHECKING, Any
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from feeaudit.audit.config import Config
from feeaudit.core.money import cents
from feeaudit.core.problem import BookError, Problem, nearest

if TYPE_CHECKING:
    from pathlib import Path

_KEYS = (
    "zone",
    "gaming_day_starts",
    "editions",
    "waivers",
    "count_tolerance",
    "as_if",
    "parameters",
)
_HOURS = 24


def read_config(path: Path | None) -> Config:
    """Return the configuration of a file, or the usual one without a file."""
    if path is None:
        return Config()
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise BookError([Problem(path.name, 1, 1, f"cannot be read: {error}")]) from None
    faults = [f"{key!r} is not a setting{nearest(key, _KEYS)}" for key in data if key not in _KEYS]
    config = _config(data, faults)
    if faults:
        raise BookError([Problem(path.name, 1, 1, fault) for fault in faults])
    return config


def _config(data: dict[str, Any], faults: list[str]) -> Config:
    usual = Config()
    return Config(
        zone=_zone(data.get("zone", usual.zone), faults),
        gaming_day_starts=_hour(data.get("gaming_day_starts", usual.gaming_day_starts), faults),
        editions=_words(data.get("editions", {}), "editions", faults),
        waivers=tuple(map(str, data.get("waivers", ()))),
        count_tolerance=_cents(data.get("count_tolerance", "0"), faults),
        as_if=tuple(map(str, data.get("as_if", ()))),
        parameters=_words(data.get("parameters", {}), "parameters", faults),
    )


def _zone(value: Any, faults: list[str]) -> str:
    try:
        ZoneInfo(str(value))
    except (ZoneInfoNotFoundError, ValueError):
        faults.append(f"zone: {value!r} is not a time zone such as America/Los_Angeles")
    return str(value)


def _hour(value: Any, faults: list[str]) -> int:
    if not isinstance(value, int) or not 0 <= value < _HOURS:
        faults.append(f"gaming_day_starts: {value!r} is not an hour from 0 to 23")
        return 0
    return value


def _words(value: Any, name: str, faults: list[str]) -> dict[str, str]:
    if not isinstance(value, dict):
        faults.append(f"{name}: expected a table of words")
        return {}
    return {str(key): str(word) for key, word in value.items()}


def _cents(value: Any, faults: list[str]) -> int:
    try:
        return cents(str(value))
    except ValueError as error:
        faults.append(f"count_tolerance: {error}")
        return 0
