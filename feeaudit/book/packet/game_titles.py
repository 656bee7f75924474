"""Which games a table is for: by the lines above it, the game list and the Bureau's ids."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import slug
from feeaudit.book.packet.fee_tables import is_title

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from feeaudit.book.model import KnownGame
    from feeaudit.book.packet.grids import Grid
    from feeaudit.book.packet.packet_lines import Paper, PaperLine

_APPROVAL = re.compile(r"\bGEG([AR])\s?-?\s?(\d{6})\b", re.IGNORECASE)
_NOISE = re.compile(
    r"\b(?:collections?|rates?|fees?|schedules?|tables?|limits?|wagering|continued|contd|cont"
    r"|options?|bgc|id|january|february|march|april|may|june|july|august|september|october"
    r"|november|december|\d{4}|revised|approved|effective|page|for this game|timed?|per player"
    r"|per half hour|procedures?|and|the|for|of|how|when|are|house|collected|games?|california"
    r"|ca|asian|poker|min|max)\b"
)
# Words beside a game's name that say how it is played, not which game it is.
_KINDS = re.compile(r"\b(?:no limit|pot limit|spread|hi lo|high low|split|seven|five|draw|with)\b")
# Fewer words than these are a title however they are written.
_SENTENCE = 6
UNKNOWN_GAME = "the game is not in the game list; its kind and its wagers are not known"
MORE_WORDS = "the title has more words than the name of the game: it may be another game"
NO_TITLE = "no line above the table names a game"


@dataclass(frozen=True, slots=True)
class GameTitle:
    """What a table is about: games by id and printed name, approvals, the lines that say so."""

    games: tuple[tuple[str, str], ...]
    approvals: tuple[str, ...] = ()
    lines: tuple[int, ...] = ()
    doubt: str = ""

    @property
    def ids(self) -> tuple[str, ...]:
        """Return the ids of its games."""
        return tuple(game for game, _ in self.games)


def approvals_in(text: str) -> tuple[str, ...]:
    """Return the Bureau's ids that a text prints, as the book writes them."""
    return tuple(
        dict.fromkeys(f"GEG{kind.upper()}-{number}" for kind, number in _APPROVAL.findall(text))
    )


def game_names(known: Mapping[str, KnownGame]) -> dict[str, str]:
    """Return every printed name of every known game, as an id, the longest first."""
    names = {
        slug(name): game
        for game, entry in known.items()
        for name in (game, entry.name, *entry.names)
    }
    return {name: names[name] for name in sorted(names, key=lambda each: (-len(each), each))}


def titles_of(paper: Paper, grids: Sequence[Grid], names: Mapping[str, str]) -> list[GameTitle]:
    """Return what each table is about; one without a title of its own goes on with the last."""
    found: list[GameTitle] = []
    last = GameTitle((), doubt=NO_TITLE)
    for grid in grids:
        last = _title(paper, grid.above, names) or last
        found.append(last)
    return found


def nearest_title(paper: Paper, line: int, names: Mapping[str, str]) -> GameTitle:
    """Return the game that the nearest title above a line names."""
    for each in reversed(paper.between(1, line - 1)):
        if not each.tabular and is_title(each) and _named(each.text, names):
            return _of_line(each, names)
    return GameTitle((("unknown-game", "Unknown game"),), doubt=NO_TITLE)


def _title(paper: Paper, above: Sequence[PaperLine], names: Mapping[str, str]) -> GameTitle | None:
    """Return what the nearest line above that names a game says; ids are better than names."""
    candidates = [line for line in above if not line.tabular and line.text]
    title = _nearest(paper, candidates, names)
    if title is None or title.approvals or not title.lines:
        return title
    return _with_approvals(title, candidates)


def _with_approvals(title: GameTitle, candidates: Sequence[PaperLine]) -> GameTitle:
    """Return a title with the ids that a line of their own prints right below it, or above it."""
    place = next(at for at, line in enumerate(candidates) if line.number == title.lines[0])
    for beside in (*candidates[place + 1 : place + 2], *candidates[max(place - 1, 0) : place]):
        approvals = approvals_in(beside.text)
        if approvals and not _says(beside) and not beside.prose:
            return replace(title, approvals=approvals, lines=(*title.lines, beside.number))
    return title


def _nearest(
    paper: Paper, candidates: Sequence[PaperLine], names: Mapping[str, str]
) -> GameTitle | None:
    for line in reversed(candidates):
        if approvals_in(line.text) and (_named(line.text, names) or _says(line)):
            return _of_line(line, names)
    for line in reversed(candidates):
        if not line.prose and is_title(line) and _named(line.text, names):
            return _of_line(line, names)
    titles = [
        line for line in candidates if is_title(line) and line.text.lower() not in paper.repeated
    ]
    for line in reversed(titles):
        if _says(line):
            return _of_line(line, names)
    return None


def _says(line: PaperLine) -> bool:
    """Tell whether a title says more than that fees, dates or ids follow."""
    plain = re.sub(r"[^a-z0-9 ]", " ", _APPROVAL.sub(" ", line.text).lower())
    return (
        is_title(line)
        and not _spoken(line.text)
        and re.search(r"[a-z]{3}", _NOISE.sub("", plain)) is not None
    )


def _spoken(text: str) -> bool:
    """Tell whether a line is written like part of a sentence: most of its words are small."""
    words = re.findall(r"[A-Za-z][A-Za-z'-]+", text)
    return len(words) >= _SENTENCE and sum(word[0].isupper() for word in words) * 2 < len(words)


def _of_line(line: PaperLine, names: Mapping[str, str]) -> GameTitle:
    approvals = approvals_in(line.text)
    head = re.split(r"\bfor schedule\b|:\s+for\b", line.text, maxsplit=1, flags=re.IGNORECASE)[0]
    pieces = [
        piece.strip(" ,:;-()\u2013*")
        for piece in re.split(r"\(?GEG[AR]\s?-?\s?\d{6}\)?|,(?=\s*[A-Z0-9])", head)
    ]
    pieces = [piece for piece in pieces if re.search(r"[a-z]{3}", _NOISE.sub("", piece.lower()))]
    named = [game for piece in pieces for game in _named(piece, names)]
    if named:
        games = tuple(dict.fromkeys((game, game) for game in named))
        more = any(map(_says_more, (_unnamed(piece, names) for piece in pieces)))
        return GameTitle(games, approvals, (line.number,), MORE_WORDS if more else "")
    plain = [piece for piece in pieces if slug(piece)]
    games = tuple(dict.fromkeys((_short(piece), piece[:80]) for piece in plain[:6]))
    return GameTitle(games, approvals, (line.number,), UNKNOWN_GAME if games else NO_TITLE)


def _short(text: str) -> str:
    """Return an id for a game that nobody knows yet."""
    return slug(text)[:60].strip("-") or "game"


def _says_more(rest: str) -> bool:
    return re.search(r"[a-z]{3}", _NOISE.sub("", _KINDS.sub("", rest))) is not None


def _named(text: str, names: Mapping[str, str]) -> list[str]:
    """Return the known games that a text names."""
    return _matched(text, names)[0]


def _unnamed(text: str, names: Mapping[str, str]) -> str:
    """Return what a text says beside the names of known games."""
    return _matched(text, names)[1].replace("-", " ")


def _matched(text: str, names: Mapping[str, str]) -> tuple[list[str], str]:
    """Return the known games that a text names, the longest name first, and the words left."""
    plain = f"-{slug(text)}-"
    found: list[tuple[int, str]] = []
    for name in names:
        place = plain.find(f"-{name}-")
        if place >= 0:
            found.append((place, names[name]))
            plain = plain.replace(f"-{name}-", f"-{'.' * len(name)}-", 1)
    return [game for _, game in sorted(found)], plain
