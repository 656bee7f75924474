"""The findings as columns for the page's script: each word stands once, rows hold its number."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pandas as pd

from feeaudit.report.characters import shown
from feeaudit.report.clocks import local_seconds
from feeaudit.report.incident_words import STAKES

if TYPE_CHECKING:
    from feeaudit.book.printed_lines import PrintedLines
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

# The page holds at most so many findings; the workbook and the JSON hold all.
MOST: Final = 50_000
_WORDS: Final = (
    "check",
    "title",
    "verdict",
    "cardroom",
    "table",
    "hand_id",
    "game",
    "option",
    "seat",
    "player",
    "payer",
    "component",
    "document",
    "lines",
    "next_step",
    "file",
    "sheet",
    "schedule",
    "waiver",
    "incident",
    "stake",
)
# Text is cut behind these, where a space follows.
_PAUSES: Final = (",", ";", ":")
# What is shown never holds it.
_CUT: Final = "\0"
_NUMBERS: Final = ("day", "owed", "owed_most", "taken", "over", "under", "row")
_TIMES: Final = ("at", "until")


def stakes_of(incidents: pd.DataFrame) -> dict[str, str]:
    """Return for each incident what is at stake, in words."""
    words = (STAKES[each] for each in incidents["stake"])
    return dict(zip(incidents["id"].tolist(), words, strict=True))


def findings_data(
    findings: pd.DataFrame, stakes: dict[str, str], leaves: dict[str, str], basis: Basis
) -> str:
    """Return the findings as JSON that can stand inside a script element.

    ``stakes`` are those of the incidents, ``leaves`` the anchors of the tables' own sections.
    """
    staked = findings.assign(stake=[stakes.get(each, "") for each in findings["incident"]])
    voice = basis.voice
    document = {
        "count": len(findings),
        "id": findings["id"].tolist(),
        "dates": voice.dates,
        "names": _names(findings, voice),
        "printed": _printed(findings, basis.printed),
        "leaves": {shown(place): anchor for place, anchor in leaves.items()},
        "stakes": [*STAKES.values()],
        "words": {name: _coded(staked[name]) for name in _WORDS},
        "numbers": {name: findings[name].tolist() for name in _NUMBERS},
        "times": {name: _seconds(findings[name], voice.zone) for name in _TIMES},
        "texts": _texts(findings),
    }
    return in_script(document)


def _names(findings: pd.DataFrame, voice: Voice) -> dict[str, dict[str, str]]:
    """Return the printed names of the ids in the rows; a game goes by its cardroom too."""
    rooms, keys = (sorted(set(findings[name])) for name in ("cardroom", "schedule"))
    played = sorted(set(zip(findings["cardroom"], findings["game"], strict=True)))
    return {
        "cardroom": {shown(each): shown(voice.cardroom(each)) for each in rooms},
        "game": {shown("/".join(each)): shown(voice.game(*each)) for each in played},
        "schedule": {shown(each): shown(voice.schedule(each)) for each in keys},
    }


def _printed(findings: pd.DataFrame, printed: PrintedLines) -> dict[str, list[list[str]]]:
    """Return the printed lines of every citation, for readers who named the documents' folder."""
    if not printed.texts:
        return {}
    cited = sorted(set(zip(findings["document"], findings["lines"], strict=True)))
    lines = ((document, each, printed.cited(document, each)) for document, each in cited)
    return {
        shown(f"{document} {each}"): [[f"Line {number}", shown(words)] for number, words in found]
        for document, each, found in lines
        if found
    }


def in_script(document: object) -> str:
    """Return JSON in which no text can end the script element or begin another."""
    text = json.dumps(document, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _coded(column: pd.Series) -> list[Any]:
    """Return a column as its words, each once, and the number of the word in each row."""
    codes, words = pd.factorize(column.astype(object))
    return [[shown(str(each)) for each in words], codes.tolist()]


def _texts(findings: pd.DataFrame) -> dict[str, Any]:
    """Return messages and whys as numbers of lines, and lines as numbers of phrases.

    A hand's line is told with each of its findings, and phrases such as ``seat 1 base $50.00,``
    recur in thousands of lines: each stands once. Phrases joined by a space are the line again. A
    why is pairs: the number of a label, and of a line.
    """
    lines: dict[str, int] = {}
    labels: dict[str, int] = {}
    phrases: dict[str, int] = {}
    messages = [
        [lines.setdefault(line, len(lines)) for line in str(text).split("\n") if line]
        for text in findings["message"]
    ]
    whys = [
        [
            (labels.setdefault(label, len(labels)), lines.setdefault(text, len(lines)))
            for label, text in why
        ]
        for why in findings["why"]
    ]
    coded = [
        [phrases.setdefault(phrase, len(phrases)) for phrase in _phrases(shown(line))]
        for line in lines
    ]
    return {
        "phrases": list(phrases),
        "lines": coded,
        "labels": list(labels),
        "message": messages,
        "why": whys,
    }


def _phrases(line: str) -> list[str]:
    for pause in _PAUSES:
        line = line.replace(f"{pause} ", f"{pause}{_CUT}")
    return line.split(_CUT)


def _seconds(column: pd.Series, zone: str) -> list[int]:
    """Return times as seconds of the zone's own clock since 1970; -1 where none is told.

    The script shows them without knowing any zone, so that every reader sees the site's clock.
    """
    times = column.to_numpy().astype(np.int64)
    seconds: list[int] = np.where(times > 0, local_seconds(times, zone), -1).tolist()
    return seconds
