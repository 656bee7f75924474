"""Words that people read on page and paper: names cut to their place, counts and lists."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from feeaudit.report.characters import shown

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.report.basis import Basis

_CLIP: Final = 96
# What the two amounts of a finding are where they are not the fee owed and the fee taken.
_NO_FEES: Final = {"DROP": ("logged", "counted"), "PAY": ("put up", "used")}


def clipped(text: str, length: int = _CLIP) -> str:
    """Return text for a place of one line: long text is cut, and its length told."""
    clean = shown(text)
    if len(clean) <= length:
        return clean
    return f"{clean[: length // 2]}… ({len(text):,} characters)"


def dotted(text: str, length: int) -> str:
    """Return text for a narrow place, where a cut is shown by dots alone."""
    return f"{text[: length - 1]}…" if len(text) > length else text


def amount_names(check: str) -> tuple[str, str]:
    """Return what a check's findings hold as owed and as taken: the two are not always fees."""
    return _NO_FEES.get(check.partition("-")[0], ("owed", "taken"))


def audit_date(basis: Basis) -> str:
    """Return the audit's date in words where it is a date; as it was given otherwise."""
    day = basis.audited_on
    return basis.voice.date(day) if day else shown(basis.date)


def counted(number: int, one: str, several: str = "") -> str:
    """Return a number with its word: ``1 hand``, ``2,000 hands``."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


def written_dollars(amount: str) -> str:
    """Return an amount of findings.json, ``12633.00``, as people write it."""
    whole, _, cents = amount.partition(".")
    return f"${int(whole):,}.{cents}"


def joined(parts: Iterable[str], by: str = "and") -> str:
    """Return parts as a list in a sentence: ``a, b and c``."""
    *most, last = list(parts) or [""]
    return f"{', '.join(most)} {by} {last}" if most else last
