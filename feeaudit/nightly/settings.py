"""store.toml: the settings of a store, for people to edit; sensible as they stand."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from feeaudit.core.problem import BookError, Problem, nearest
from feeaudit.register.store_files import replace_private
from feeaudit.report.formats import FORMATS, USUAL

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.register.store import Store

KINDS: Final = ("inputs", "reports", "quarantine")
_KEYS = ("formats", "settle", "cardrooms", "retention")
_RULE = ("years", "authority", "verified")
_MOST_YEARS = 100

BEGINNING: Final = """\
# The settings of this store. Profiles lie in profiles/, named after the cardroom; the site's
# configuration is feeaudit.toml beside this file.

# Seconds in which a file of the inbox must not have changed before it is taken.
settle = 60

# What a cardroom's files do not say themselves, such as the game of its hand histories.
# [cardrooms.mortimers]
# game = "texas-holdem"

# How long things are kept. Nothing is deleted but by feeaudit retention --delete, after it has
# shown what. The sections are cited from a secondary source: have counsel confirm them, and which
# of them covers which record, before anything is deleted; then set verified to true.
[retention.inputs]
years = 5
authority = "4 CCR section 12003"
verified = false

[retention.reports]
years = 7
authority = "4 CCR section 12312"
verified = false

[retention.quarantine]
years = 5
authority = "4 CCR section 12003"
verified = false
"""


@dataclass(frozen=True, slots=True)
class Keeping:
    """How many years a kind of thing is kept, on which authority, and whether that was verified."""

    years: int
    authority: str
    verified: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """The settings of a store; ``cardrooms`` are constants for reading a cardroom's files."""

    formats: tuple[str, ...] = USUAL
    settle: int = 60
    cardrooms: dict[str, dict[str, str]] = field(default_factory=dict)
    retention: dict[str, Keeping] = field(default_factory=dict)


def read_settings(store: Store) -> Settings:
    """Return the settings of a store; of one without the file, the usual ones."""
    text = store.settings.read_bytes() if store.settings.is_file() else BEGINNING.encode()
    return settings_of(text, store.settings)


def settings_of(content: bytes, path: Path) -> Settings:
    """Return the settings that a file holds; raise BookError with everything wrong in it."""
    try:
        data = tomllib.loads(content.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise BookError([Problem(path.name, 1, 1, f"cannot be read: {error}")]) from None
    faults = [f"{key!r} is not a setting{nearest(key, _KEYS)}" for key in data if key not in _KEYS]
    settings = Settings(
        formats=_formats(data.get("formats", list(USUAL)), faults),
        settle=_number(data.get("settle", 60), "settle", 0, faults),
        cardrooms=_cardrooms(data.get("cardrooms", {}), faults),
        retention=_retention(data.get("retention", {}), faults),
    )
    if faults:
        raise BookError([Problem(path.name, 1, 1, fault) for fault in faults])
    return settings


def write_settings(store: Store) -> None:
    """Write the settings of a new store, for people to edit."""
    if not store.settings.exists():
        replace_private(store.settings, BEGINNING.encode(), store.staging)


def _formats(value: Any, faults: list[str]) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        faults.append(f"formats: expected a list of {', '.join(FORMATS)}")
        return USUAL
    faults.extend(
        f"formats: {each!r} is not a format{nearest(str(each), FORMATS)}"
        for each in value
        if each not in FORMATS
    )
    return tuple(map(str, value))


def _number(value: Any, name: str, least: int, faults: list[str]) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        faults.append(f"{name}: {value!r} is not a whole number from {least} on")
        return least
    return value


def _cardrooms(value: Any, faults: list[str]) -> dict[str, dict[str, str]]:
    if not isinstance(value, dict) or not all(isinstance(each, dict) for each in value.values()):
        faults.append("cardrooms: expected a table for each cardroom")
        return {}
    return {str(name): {k: str(v) for k, v in each.items()} for name, each in value.items()}


def _retention(value: Any, faults: list[str]) -> dict[str, Keeping]:
    if not isinstance(value, dict):
        faults.append("retention: expected a table for each of inputs, reports and quarantine")
        return {}
    found = {}
    for kind, rule in value.items():
        if kind not in KINDS or not isinstance(rule, dict):
            faults.append(f"retention: {kind!r} is not kept{nearest(str(kind), KINDS)}")
            continue
        faults.extend(
            f"retention.{kind}: {key!r} is not a setting{nearest(key, _RULE)}"
            for key in rule
            if key not in _RULE
        )
        years = _number(rule.get("years"), f"retention.{kind}.years", 1, faults)
        if years > _MOST_YEARS:
            faults.append(f"retention.{kind}.years: {years} years is for ever; leave the rule out")
        authority = str(rule.get("authority", "")).strip()
        if not authority:
            faults.append(f"retention.{kind}.authority: cite the section that says so")
        verified = rule.get("verified", False)
        if not isinstance(verified, bool):
            faults.append(f"retention.{kind}.verified: {verified!r} is neither true nor false")
        found[str(kind)] = Keeping(years, authority, verified is True)
    return found
