"""People who answer for a decision: full names, and two different ones where two are needed."""

from __future__ import annotations

import unicodedata
from datetime import date, timedelta

from feeaudit.core.problem import Unknown

_WORDS_OF_A_NAME = 2
# Letters of Hangul that show nothing, in every form that normalization leaves.
_UNSEEN = "\u115f\u1160"


def person(text: str, role: str) -> str:
    """Return a full name in one spelling; raise Unknown where it is not one."""
    words = unicodedata.normalize("NFC", text).split()
    named = [word for word in words if any(letter.isalpha() for letter in _same(word))]
    if len(named) < _WORDS_OF_A_NAME or not " ".join(words).isprintable():
        raise Unknown(f"{role}: {text!r} is not a full name; give first and last name")
    for word in named:
        if (mixed := _alphabets(word)) and len(mixed) > 1:
            raise Unknown(
                f"{role}: {word!r} mixes letters of {' and '.join(mixed)}, which look alike; type"
                " the name in one alphabet"
            )
    return " ".join(words)


def _alphabets(word: str) -> list[str]:
    """Return the alphabets of a word's letters where it has Latin ones.

    Letters that look alike would make two names of one; other scripts are written mixed.
    """
    letters = unicodedata.normalize("NFKD", word)
    found = {unicodedata.name(each, "?").split()[0] for each in letters if each.isalpha()}
    found.discard("MODIFIER")  # apostrophes that count as letters, of any alphabet
    return sorted(each.capitalize() for each in found) if "LATIN" in found else []


def same_person(first: str, second: str) -> bool:
    """Tell whether two names are one person's, however they are spaced and capitalized."""
    return _same(first) == _same(second)


def _same(name: str) -> str:
    plain = unicodedata.normalize("NFKD", name).casefold()
    return "".join(each for each in plain if each.isalnum() and each not in _UNSEEN)


def words(text: str, what: str) -> str:
    """Return a text that a person gave; raise Unknown where it says nothing."""
    told = " ".join(text.split())
    if not any(letter.isalnum() for letter in told):
        raise Unknown(f"{what} is empty; state it")
    return told


def checked_day(text: str, what: str) -> str:
    """Return a day as text; raise Unknown where it is none."""
    try:
        return date.fromisoformat(text).isoformat()
    except ValueError:
        raise Unknown(f"{what}: {text!r} is not a day such as 2026-03-01") from None


def not_after(made_on: str, at: str) -> None:
    """Refuse a decision that is dated after the day on which it is recorded, wherever that is."""
    # Somewhere on earth it is already tomorrow.
    last = date.fromisoformat(at[:10]) + timedelta(days=1)
    if made_on > last.isoformat():
        raise Unknown(f"{made_on} is after today; give the day of the decision")


def not_before(made_on: str, day: str) -> None:
    """Refuse a decision that is dated before the gaming day it is about."""
    if made_on < day:
        raise Unknown(f"{made_on} is before the gaming day {day}; give the day of the decision")
