"""General rules proposed from sentences that packets share, each with its line and a mark."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.packet.packet_lines import PaperLine

_NUMBERS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_FORMS = (
    ("one_option", re.compile(r"\bonly one (?:collection )?schedule(?: option)?\b")),
    (
        "predetermined",
        re.compile(r"\b(?:fees?|rates?|collections?)\b[^.]{0,60}\bpre-?\s?determined\b"),
    ),
    ("posted", re.compile(r"\b(?:fees?|rates?|collections?)\b[^.]{0,90}\bposted\b")),
    (
        "no_percentage",
        re.compile(r"\bnot be (?:calculated as a|based on (?:a|any)) (?:fraction|percentage)\b"),
    ),
    ("under_review", re.compile(r"\bunder bureau review\b")),
    (
        "covers_only",
        re.compile(r"\b(?:may not|cannot|shall not) win or lose more than\b"),
    ),
    ("third_party_may_play", re.compile(r"\bthird[- ]party\b[^.]{0,160}\bpermitted to play\b")),
)
_RATES = re.compile(
    r"\b(?:no more than|up to) (\w+)(?: \(\d\))?(?: separate)? (?:collection )?rates\b"
    r"[^.]{0,40}?\bper (table limit|table|game)\b"
)


@dataclass(frozen=True, slots=True)
class GeneralRule:
    """A rule, the lines that state it, and its figures."""

    rule: str
    lines: tuple[int, ...]
    more: str = ""

    @property
    def text(self) -> str:
        """Return it as YAML."""
        lines = ", ".join(map(str, self.lines))
        stated = lines if len(self.lines) == 1 else f"[{lines}]"
        return f"{{rule: {self.rule}, {self.more}lines: {stated}}}"


def rules_in(lines: Iterable[PaperLine]) -> list[GeneralRule]:
    """Return the general rules that some lines state, each once."""
    found: dict[tuple[str, str], list[int]] = {}
    for line in lines:
        if line.tabular:
            continue
        plain = line.text.lower()
        for rule, form in _FORMS:
            if form.search(plain):
                found.setdefault((rule, ""), []).append(line.number)
        for number, scope in _RATES.findall(plain):
            figure = _NUMBERS.get(number) or (int(number) if number.isdigit() else 0)
            if figure:
                per = scope.replace(" ", "_")
                found.setdefault(("rates", f"at_most: {figure}, per: {per}, "), []).append(
                    line.number
                )
    return [GeneralRule(rule, tuple(lines), more) for (rule, more), lines in found.items()]
