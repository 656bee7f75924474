"""Sentences on who pays on which wagers, proposed as charges of a term.

All fees of an option are proposed together or not at all: a term that says of one fee on which
wagers it is, and not of another, would be read as if the paper did so too.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.packet.prose import action_stated, bonus_by_itself, player_basis

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from feeaudit.book.packet.drafted import DraftOption
    from feeaudit.book.packet.prose import Paragraph

PROPOSED = "who pays on which wagers is proposed from the prose"
NOT_PROPOSED = "no plain sentence says on which wagers every fee is; the terms leave it open"
_NO_FEE = re.compile(
    r"\bno (?:additional |extra )?(?:collection )?fees?\b|\bnot be required to pay\b"
)
_PLAYER_DEALER = re.compile(r"\bplayer[-/ ]dealer\b")
_BASE_WORDS = re.compile(r"\b(?:base game|base|game|controlled game) wagers?\b")


@dataclass(frozen=True, slots=True)
class WagerKind:
    """A wager kind of a game: its role, and the words by which rules name it."""

    kind: str
    role: str
    words: tuple[str, ...]

    def named_in(self, text: str) -> bool:
        """Tell whether a text names it."""
        return any(re.search(rf"\b{re.escape(word)}\b", text) for word in self.words)


def charges(
    option: DraftOption, statements: Sequence[Paragraph], kinds: Sequence[WagerKind]
) -> list[str]:
    """Return the keys of a term that say who pays on what; nothing where one fee stays open."""
    keys: list[str] = []
    for component, basis in dict.fromkeys((cell.component, cell.basis) for cell in option.cells):
        if component in {"pot", "no_flop", "jackpot", "time", "new_player", "ante", "button"}:
            continue
        charge = _charge(component, basis, statements, kinds)
        if not charge:
            return []
        keys.append(f"{component}: {charge}")
    free = free_wagers(statements, kinds)
    if keys and free:
        keys.append(f"free: {_listed(free)}")
    return keys


def free_wagers(statements: Sequence[Paragraph], kinds: Sequence[WagerKind]) -> list[str]:
    """Return the wagers on which a sentence says that players pay nothing."""
    found: list[str] = []
    for sentence in _sentences(statements):
        said = _NO_FEE.search(sentence)
        if said is None:
            continue
        rest = sentence[said.start() :]
        found += [each.kind for each in kinds if each.named_in(rest) or _by_role(each, rest)]
    return list(dict.fromkeys(found))


def _by_role(kind: WagerKind, text: str) -> bool:
    bonus = kind.role == "bonus" and re.search(r"\bbonus (?:bets?|wagers?)\b", text) is not None
    return bonus or (kind.role == "base" and _BASE_WORDS.search(text) is not None)


def _charge(
    component: str, basis: str, statements: Sequence[Paragraph], kinds: Sequence[WagerKind]
) -> str:
    base = [each.kind for each in kinds if each.role == "base"]
    bonus = [each.kind for each in kinds if each.role == "bonus"]
    if component == "player_dealer":
        if basis == "flat":
            return "{per: hand}" if any(map(_PLAYER_DEALER.search, _sentences(statements))) else ""
        counted = _counted(statements, kinds) if action_stated(statements) else []
        return f"{{per: hand, wagers: {_listed(counted)}}}" if counted else ""
    if component == "bonus":
        plain = bonus and (bonus_by_itself(statements) or len(bonus) == 1)
        return f"{{per: wager, wagers: {_listed(bonus)}}}" if plain else ""
    said = player_basis(statements)
    if said == "total_player_wager":
        return f"{{per: player, wagers: {_listed([*base, *bonus])}}}" if base else ""
    plain = said == "player_wager" or free_wagers(statements, kinds)
    return f"{{per: wager, wagers: {_listed(base)}}}" if base and plain else ""


def _counted(statements: Sequence[Paragraph], kinds: Sequence[WagerKind]) -> list[str]:
    """Return the wagers that a sentence on the player-dealer's fee adds up."""
    for sentence in _sentences(statements):
        if _PLAYER_DEALER.search(sentence) is None or _NO_FEE.search(sentence):
            continue
        named = [each.kind for each in kinds if each.named_in(sentence)]
        by_role = [each.kind for each in kinds if _by_role(each, sentence)]
        found = [each.kind for each in kinds if each.kind in {*named, *by_role}]
        if found:
            return found
    return []


def _sentences(statements: Iterable[Paragraph]) -> list[str]:
    return [
        sentence
        for statement in statements
        for sentence in re.split(r"(?<=[.;])\s+", statement.text)
    ]


def _listed(kinds: Sequence[str]) -> str:
    return kinds[0] if len(kinds) == 1 else f"[{', '.join(kinds)}]"
