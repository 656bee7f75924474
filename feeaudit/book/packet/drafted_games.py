"""Games of a packet: where their rules are printed, which wagers these name, how the bank moves.

A game whose text is silent gets silence: nothing is taken from its neighbor.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING

from feeaudit.book.catalogue import slug
from feeaudit.book.packet.charge_sentences import WagerKind
from feeaudit.book.packet.drafted import DraftDoubt
from feeaudit.book.packet.fee_tables import is_title
from feeaudit.book.packet.game_titles import UNKNOWN_GAME, approvals_in
from feeaudit.book.packet.rotation_sentences import RotationSentence, proposed
from feeaudit.book.packet.rule_sentences import GeneralRule, rules_in

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from feeaudit.book.model import KnownGame
    from feeaudit.book.packet.draft_book import DraftBook, DraftSchedule
    from feeaudit.book.packet.packet_lines import Paper, PaperLine

ROTATION = "the rotation is proposed from a sentence"
WAGERS = "these wagers are named in the rules; their limits and relations are not read"
NO_WAGERS = "the rules name no wager that the game list knows"
RULES = "the rule is proposed from a sentence"
_BESIDE_NAME = re.compile(
    r"\b(?:rules?|of|the|game|games|continued|contd|cont|collection|fees?|rates?|schedules?"
    r"|california|licensed|gambling|establishment|version|limit|no|pot|spread|and|poker games)\b"
)
_TITLE_WORDS = 12
_BONUS = re.compile(r"\b((?:[A-Z0-9][\w'-]*\s){1,3})(?:Bonus )?(?:Bonus|Side) (?:Bet|Wager)\b")


@dataclass(slots=True)
class DraftGame:
    """A game as a packet describes it."""

    game: str
    name: str
    kind: str
    approvals: list[str] = field(default_factory=list)
    lines: list[int] = field(default_factory=list)
    wagers: dict[str, tuple[int, str]] = field(default_factory=dict)
    rotation: list[RotationSentence] = field(default_factory=list)
    rules: list[GeneralRule] = field(default_factory=list)
    scheduled: bool = True
    known: bool = True
    doubts: list[DraftDoubt] = field(default_factory=list)


def games_of(book: DraftBook, known: Mapping[str, KnownGame]) -> list[DraftGame]:
    """Return the games that schedules are for, with what the packet's rules say of each."""
    games: dict[str, DraftGame] = {}
    for schedule in book.schedules:
        for game, printed in schedule.title.games:
            entry = games.setdefault(game, _begun(game, printed, schedule, known))
            _add_schedule(entry, schedule)
    regions = _regions(book.paper, games, known)
    for game, entry in games.items():
        _describe(entry, regions.get(game, []), known.get(game))
    return [games[game] for game in sorted(games)]


def kinds_of(game: DraftGame, known: KnownGame | None) -> list[WagerKind]:
    """Return the wager kinds that a drafted game declares, with the words that name them."""
    listed = {wager.wager: wager for wager in known.wagers} if known else {}
    found = []
    for kind, (_, more) in game.wagers.items():
        plain = kind.replace("_", " ")
        names = tuple(name.lower() for name in listed[kind].names) if kind in listed else ()
        role = listed[kind].role if kind in listed else more.partition("role: ")[2].split(",")[0]
        placed = listed[kind].placed if kind in listed else "before_deal"
        if placed == "before_deal":
            found.append(WagerKind(kind, role, (plain, *names)))
    return found


def _begun(
    game: str, printed: str, schedule: DraftSchedule, known: Mapping[str, KnownGame]
) -> DraftGame:
    if game in known:
        return DraftGame(game, known[game].name, known[game].kind)
    components = {cell.component for option in schedule.options for cell in option.cells}
    kind = "player_dealer" if "player_dealer" in components else "poker"
    entry = DraftGame(game, printed, kind, known=False)
    entry.doubts.append(DraftDoubt("game", UNKNOWN_GAME, schedule.title.lines))
    return entry


def _add_schedule(entry: DraftGame, schedule: DraftSchedule) -> None:
    entry.lines.extend(schedule.title.lines)
    if len(schedule.title.games) == 1:
        entry.approvals.extend(schedule.title.approvals)


def _regions(
    paper: Paper, games: Mapping[str, DraftGame], known: Mapping[str, KnownGame]
) -> dict[str, list[PaperLine]]:
    """Return the lines under each game's own titles, up to the next game's."""
    names = {
        slug(name): game
        for game, entry in known.items()
        for name in (game, entry.name, *entry.names)
    }
    names |= {slug(entry.name): game for game, entry in games.items()}
    regions: dict[str, list[PaperLine]] = {}
    here = ""
    for line in paper.lines:
        if not line.blank and not line.tabular and is_title(line):
            here = _titled(line, names) or here
        if here and not line.blank:
            regions.setdefault(here, []).append(line)
    return regions


def _titled(line: PaperLine, names: Mapping[str, str]) -> str:
    plain = re.sub(r"\(?GEG[AR]\s?-?\s?\d{6}\)?", " ", line.text, flags=re.IGNORECASE)
    for text in (plain, _BESIDE_NAME.sub(" ", plain.lower())):
        game = names.get(slug(text))
        if game:
            return game
    return ""


def _describe(entry: DraftGame, region: Sequence[PaperLine], known: KnownGame | None) -> None:
    prose = [line for line in region if not line.tabular]
    if prose:
        entry.lines.extend((prose[0].number, prose[-1].number))
    for line in prose:
        if line.words <= _TITLE_WORDS:
            entry.approvals.extend(approvals_in(line.text))
    if entry.kind == "player_dealer":
        for line_of, text in _flowing(prose):
            entry.rotation.extend(proposed(text, line_of))
    entry.rotation = list(dict.fromkeys(entry.rotation))
    entry.rules = [rule for rule in rules_in(prose) if rule.rule == "covers_only"]
    _wagers(entry, prose, known)
    if entry.rotation:
        lines = tuple(each.line for each in entry.rotation)
        entry.doubts.append(DraftDoubt("rotation", ROTATION, lines))
    entry.approvals = list(dict.fromkeys(entry.approvals))


def _flowing(lines: Sequence[PaperLine]) -> Iterator[tuple[Callable[[int], int], str]]:
    """Yield paragraphs as one text each, with what tells the line of a place in it."""
    block: list[PaperLine] = []
    for line in [*lines, None]:
        if block and (line is None or line.number != block[-1].number + 1):
            starts = list(accumulate((len(each.text) + 1 for each in block), initial=0))
            numbers = [each.number for each in block]
            text = " ".join(each.text for each in block)
            yield partial(_line_at, starts, numbers), text
            block = []
        if line is not None:
            block.append(line)


def _line_at(starts: Sequence[int], numbers: Sequence[int], place: int) -> int:
    return numbers[min(bisect_right(starts, place) - 1, len(numbers) - 1)]


def _wagers(entry: DraftGame, prose: Iterable[PaperLine], known: KnownGame | None) -> None:
    every = list(prose)
    if known is not None:
        for wager in known.wagers:
            words = (wager.wager.replace("_", " "), *wager.names)
            line = _first_named(every, words)
            if line:
                entry.wagers[wager.wager] = (line, "")
    else:
        _unknown_wagers(entry, every)
    lines = tuple(line for line, _ in entry.wagers.values())
    if lines:
        entry.doubts.append(DraftDoubt("wagers", WAGERS, lines))
    else:
        entry.doubts.append(DraftDoubt("wagers", NO_WAGERS, tuple(entry.lines[:1])))


def _first_named(lines: Iterable[PaperLine], words: Iterable[str]) -> int:
    forms = [rf"\b{re.escape(word.lower())}\b" for word in words]
    pattern = re.compile("|".join(forms))
    return next((line.number for line in lines if pattern.search(line.text.lower())), 0)


def _unknown_wagers(entry: DraftGame, lines: Sequence[PaperLine]) -> None:
    """Propose the wagers of a game that nobody knows: its base wager, and bonus bets by name."""
    ante = _first_named(lines, ("ante",))
    base = ante or _first_named(lines, ("base game wager", "game wager", "base wager", "wager"))
    if entry.kind == "player_dealer":
        word = "ante" if ante else "base"
        line = base or entry.lines[0]
        entry.wagers[word] = (line, "role: base, placed: before_deal, ")
    for each in lines:
        for found in _BONUS.findall(each.text):
            kind = slug(found).replace("-", "_")
            if kind and kind not in entry.wagers and not kind[0].isdigit():
                entry.wagers[kind] = (each.number, "role: bonus, placed: before_deal, ")
