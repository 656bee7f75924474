"""Pages for tests: a bad night's result, the same with other texts, and a page read as a tree."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field, replace
from functools import cache
from html.parser import HTMLParser
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd

from feeaudit.report.basis import Basis
from feeaudit.report.voice import voice_of
from support.audited import night_of
from support.shipped import shipped_book

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult

BASIS = Basis(
    date="2026-03-09",
    zone="America/Los_Angeles",
    gaming_day_starts=6,
    book="b" * 64,
    configuration="c" * 64,
    digest="d" * 64,
    names=voice_of(shipped_book(), "America/Los_Angeles", "american"),
)
# Few of each: a browser reads every table of the page again for every test.
PLANTS = {
    "FEE-OVER": 4,
    "FEE-UNDER": 3,
    "FEE-UNSETTLED": 2,
    "ROT-TURNS": 2,
    "ROT-HOUSE": 1,
    "DROP-MATCH": 1,
    "LOG-ORPHAN": 1,
    "OPT-UNKNOWN": 1,
}
HOSTILE = {
    "markup": "<script>alert(1)</script><img src=x onerror=alert(2)>",
    "end of script": "</script><svg onload=alert(3)>",
    "comment": "<!--<script>",
    "attribute": "\" onfocus=alert(4) autofocus x='",
    "formula": '=HYPERLINK("https://example.com","x")',
    "template": "{{ 7 * 7 }}{% raw %}#set page(fill: red)",
    "direction": "abc\u202e00.1$\u2066def",
    "long": "W" * 10_000,
    "control": "a\x00b\x1bc",
}
VOID = {"meta", "link", "input", "br", "hr", "img"}


@cache
def bad_night() -> AuditResult:
    """Return the result of a night with violations of several kinds."""
    # Seed 5 has hands so long that, on a phone, what a finding says of them scrolls in its box.
    return night_of(150, ("lucky-chances",), seed=5, plant=PLANTS).result


@cache
def clean_night() -> AuditResult:
    """Return the result of a night in which nothing is found."""
    return night_of(300, ("mortimers",), seed=2).result


def named(text: str) -> AuditResult:
    """Return the bad night with a text wherever a log can put one."""
    result = bad_night()
    names = ("table", "hand_id", "game", "option", "seat", "player", "message", "file", "sheet")
    why = [(("Hand", text),)] * len(result.findings)
    findings = result.findings.assign(
        **dict.fromkeys(names, text), why=why, waiver=text, schedule=text
    )
    place = {"table": text, "player": text, "seat": text}
    facts = replace(
        result.facts,
        activity=result.facts.activity.assign(table=text, game=text, option=text),
        banking=result.facts.banking.assign(**place),
        offers=result.facts.offers.assign(**place),
        drops=result.facts.drops.assign(table=text, explanation=text, kind=text),
        schedules=result.facts.schedules.assign(games=text, options=text, approvals=text),
    )
    coverage = tuple(replace(each, untested={text: 1}) for each in result.coverage)
    return replace(result, findings=findings, facts=facts, notices=(text,), coverage=coverage)


def many(count: int) -> AuditResult:
    """Return the bad night with its findings repeated to so many, each its own."""
    result = bad_night()
    rows = np.resize(np.arange(len(result.findings)), count)
    findings = result.findings.iloc[rows].reset_index(drop=True)
    numbers = pd.Series(range(count)).astype(str)
    findings["id"] = [hashlib.sha256(each.encode()).hexdigest()[:12] for each in numbers]
    findings["hand_id"] = "H" + numbers.str.zfill(6)
    findings["message"] = findings["message"] + " (case " + numbers + ")"
    return replace(result, findings=findings)


def numbered() -> AuditResult:
    """Return the bad night with plain numbers for hands, two findings each."""
    result = bad_night()
    hands = [str(place // 2) for place in range(len(result.findings))]
    return replace(result, findings=result.findings.assign(hand_id=hands))


@dataclass
class Element:
    """An element of a page: its tag, attributes, text and children."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Element] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All text of the element, spaces made one."""
        return " ".join(" ".join(self._all_texts()).split())

    def _all_texts(self) -> list[str]:
        own = list(self.texts)
        for child in self.children:
            own += child._all_texts()  # noqa: SLF001 - of its own kind
        return own

    def all(self, tag: str = "", **attributes: str) -> list[Element]:
        """Return the elements inside with that tag and those attributes, in order."""
        found = []
        for child in self.children:
            fits = all(child.attributes.get(name) == value for name, value in attributes.items())
            if (not tag or child.tag == tag) and fits:
                found.append(child)
            found += child.all(tag, **attributes)
        return found

    def with_id(self, name: str) -> Element:
        """Return the one element of that id."""
        (found,) = self.all(id=name)
        return found


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.root = Element("document")
        self.open = [self.root]
        self.mistakes: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = Element(tag, dict(attrs))
        self.open[-1].children.append(element)
        if tag not in VOID:
            self.open.append(element)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open[-1].children.append(Element(tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        if self.open[-1].tag == tag:
            self.open.pop()
        else:
            self.mistakes.append(f"</{tag}> closes <{self.open[-1].tag}>")

    def handle_data(self, data: str) -> None:
        self.open[-1].texts.append(data)


def read_page(content: bytes) -> tuple[Element, list[str]]:
    """Return a page as a tree, and what is wrong with its nesting."""
    reader = _Reader()
    reader.feed(content.decode())
    reader.close()
    left = [f"<{each.tag}> is not closed" for each in reader.open[1:]]
    return reader.root, reader.mistakes + left
