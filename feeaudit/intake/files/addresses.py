"""Addresses of cells as spreadsheets write them: A1 is the first."""

from __future__ import annotations

import re

_ADDRESS = re.compile(r"\$?([A-Za-z]{1,3})\$?([0-9]{1,7})")


def column_letters(place: int) -> str:
    """Return the letters of a column: 0 is A, 26 is AA."""
    letters = ""
    place += 1
    while place:
        place, rest = divmod(place - 1, 26)
        letters = chr(ord("A") + rest) + letters
    return letters


def column_number(letters: str) -> int:
    """Return the number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = number * 26 + ord(letter) - ord("A") + 1
    return number


def address(row: int, column: int) -> str:
    """Return the address of a cell counted from 0."""
    return f"{column_letters(column)}{row + 1}"


def place_of(text: str) -> tuple[int, int]:
    """Return row and column, counted from 0, of an address such as B3."""
    match = _ADDRESS.fullmatch(text)
    if match is None or int(match[2]) == 0:
        raise ValueError(f"{text!r} is not the address of a cell, such as B3")
    return int(match[2]) - 1, column_number(match[1]) - 1
