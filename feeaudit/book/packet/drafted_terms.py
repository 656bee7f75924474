"""Terms proposed from the prose beside a table: when fees are taken, from what, for how long.

Options that the same paragraphs speak of make one term. A moment that no sentence states is left
out: silence stays silence.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from feeaudit.book.packet.charge_sentences import NOT_PROPOSED, PROPOSED, charges
from feeaudit.book.packet.drafted import DraftDoubt
from feeaudit.book.packet.fee_tables import NO_PERIOD
from feeaudit.book.packet.yaml_text import options_text, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.book.packet.charge_sentences import WagerKind
    from feeaudit.book.packet.draft_book import DraftSchedule
    from feeaudit.book.packet.drafted import DraftOption
    from feeaudit.book.packet.fee_tables import FeeTable
    from feeaudit.book.packet.prose import Paragraph

_MOMENTS = (
    (
        re.compile(
            r"\bprior to (?:any )?cards being dealt\b"
            r"|\bbefore any cards? (?:is|are|have been) dealt\b"
        ),
        "before_deal",
    ),
    (
        re.compile(
            r"\bprior to (?:the )?start of (?:the game|play)\b|\bbefore the (?:initial )?deal\b"
        ),
        "before_deal",
    ),
    (re.compile(r"\bafter (?:the )?(?:cards|tiles) have been distributed\b"), "after_all_cards"),
    (
        re.compile(r"\bdealt each player their initial\b|\bafter the first two cards\b"),
        "after_initial_cards",
    ),
    (re.compile(r"\bbefore the flop\b"), "before_flop"),
    (re.compile(r"\b(?:after|immediately following) the flop\b"), "after_flop"),
    (re.compile(r"\bafter any round of play\b"), "any_round"),
)
_FEE_SENTENCE = re.compile(r"\b(?:collection|collections|fees?|drop(?:ped)?)\b")
_TAKEN = re.compile(r"\b(?:taken|collected|dropped|paid|occur)\b")
_POSTED = re.compile(r"\bposted\b|\bpre-?determined\b")
_NO_FLOP_NO_FEE = re.compile(r"\bno flop\b[^.]{0,60}\b(?:not be taken|no (?:collection|fee|drop))")
_ON_THE_CLOCK = re.compile(r"\bon the (?:half )?hour\b")
_LIMITS = re.compile(
    r"\b(minimum|maximum) wagering limits?\b[^.$]{0,60}?\$([\d,]+)(?: and \$([\d,]+))?"
)
# Terms that charge one fee have to say of these on which wagers they are.
_ON_WAGERS = {"player", "player_dealer", "bonus"}
MOMENT = "the moment is proposed from the prose"
WHEN_PERIODS = "nothing printed says when a period begins"


@dataclass(frozen=True, slots=True)
class Proposed:
    """A term: the options it covers, the keys it states, the lines that say so."""

    options: tuple[str, ...]
    lines: tuple[int, ...]
    keys: tuple[str, ...]
    doubts: tuple[DraftDoubt, ...] = ()

    def yaml(self, numbered: bool) -> Iterator[str]:
        """Yield it as YAML."""
        yield f"  - options: {options_text(self.options, numbered)}"
        yield f"    lines: {stretches(self.lines)}"
        for key in self.keys:
            yield f"    {key}"


def terms_of(schedule: DraftSchedule, kinds: Sequence[WagerKind] = ()) -> list[Proposed]:
    """Return the terms that the prose beside a schedule's tables states, on these wagers."""
    grouped: dict[tuple[object, ...], list[tuple[FeeTable, DraftOption]]] = {}
    for table in schedule.tables:
        for group in table.groups:
            if not group.option.cells:
                continue
            said = tuple(each.lines for each in table.statements(group.option.name))
            fees = tuple(dict.fromkeys((c.component, c.basis) for c in group.option.cells))
            key = (id(table.around), said, _period(group.option), fees)
            grouped.setdefault(key, []).append((table, group.option))
    found: list[Proposed] = []
    covered: set[str] = set()
    for members in grouped.values():
        # An option that is printed twice is marked; one term is enough for it.
        fresh = [(table, option) for table, option in members if option.name not in covered]
        term = _term(fresh, kinds, plain=_plain(fresh, schedule)) if fresh else None
        if term is not None:
            found.append(term)
            covered.update(term.options)
    return found


def _plain(members: Sequence[tuple[FeeTable, DraftOption]], schedule: DraftSchedule) -> bool:
    """Tell whether all options of these names have the same fees, each printed once.

    A charge that is stated for one of them is stated for all, and must suit each.
    """
    names = {option.name for _, option in members}
    options = [option for option in schedule.options if option.name in names]
    fees = {frozenset((cell.component, cell.basis) for cell in option.cells) for option in options}
    flat = (
        (option.name, cell.component, cell.stage, cell.from_pot)
        for option in options
        for cell in option.cells
        if cell.basis == "flat"
    )
    return len(fees) == 1 and max(Counter(flat).values(), default=1) == 1


def _period(option: DraftOption) -> int | None:
    return next((cell.period for cell in option.cells if cell.component == "time"), None)


def _term(
    members: Sequence[tuple[FeeTable, DraftOption]], kinds: Sequence[WagerKind], *, plain: bool
) -> Proposed | None:
    table, first = members[0]
    statements = table.statements(first.name)
    keys: list[str] = []
    lines: list[int] = []
    doubts: list[DraftDoubt] = []
    timed = any(cell.component == "time" for cell in first.cells)
    moments = _moments(statements)
    if moments and not timed:
        words = [word for word, _ in moments]
        keys.append(f"collect: {words[0] if len(words) == 1 else '[' + ', '.join(words) + ']'}")
        lines.extend(line for _, said in moments for line in said)
        doubts.append(DraftDoubt("term", MOMENT, tuple(lines)))
        components = {cell.component for cell in first.cells}
        if plain and "pot" in components and components.isdisjoint(_ON_WAGERS):
            keys.append("pot: {per: hand}")
    for statement in statements:
        if _NO_FLOP_NO_FEE.search(statement.text):
            keys.append("no_opening_round: no_fee")
            keys.append("opening_round: flop")
            lines.extend(statement.lines)
            break
    limits = _table_limit(statements)
    if limits and not first.limit:
        keys.append(limits[0])
        lines.extend(limits[1])
        doubts.append(DraftDoubt("term", "the limits are proposed from the prose", limits[1]))
    charged = charges(first, statements, kinds) if plain else []
    if charged:
        keys.extend(charged)
        said = tuple(line for each in statements for line in each.lines) or table.grid.header
        lines.extend(said)
        doubts.append(DraftDoubt("term", PROPOSED, said))
    elif any(cell.basis not in {"flat", "players"} for cell in first.cells):
        doubts.append(DraftDoubt("term", NOT_PROPOSED, table.grid.header))
    if timed:
        keys.extend(_timed(first, statements, table, doubts))
    if not keys:
        return None
    lines = lines or list(table.grid.header)
    names = tuple(dict.fromkeys(option.name for _, option in members))
    return Proposed(names, tuple(dict.fromkeys(lines)), tuple(keys), tuple(doubts))


def _timed(
    option: DraftOption, statements: Sequence[Paragraph], table: FeeTable, doubts: list[DraftDoubt]
) -> list[str]:
    period = _period(option)
    if period is None:
        doubts.append(DraftDoubt("term", NO_PERIOD, table.grid.header))
        return []
    clock = any(_ON_THE_CLOCK.search(each.text) for each in statements)
    if not clock:
        doubts.append(DraftDoubt("term", WHEN_PERIODS, table.grid.header))
    return [f"period: {period}", f"period_starts: {'clock' if clock else 'not_stated'}"]


def _moments(statements: Sequence[Paragraph]) -> list[tuple[str, tuple[int, ...]]]:
    """Return the moments that sentences on fees state, each with its lines."""
    found: dict[str, tuple[int, ...]] = {}
    for statement in statements:
        for sentence in re.split(r"(?<=[.;])\s+", statement.text):
            if not (_FEE_SENTENCE.search(sentence) and _TAKEN.search(sentence)):
                continue
            if _POSTED.search(sentence):
                continue
            for pattern, word in _MOMENTS:
                if pattern.search(sentence):
                    found.setdefault(word, statement.lines)
                    break
    return list(found.items())


def _table_limit(statements: Sequence[Paragraph]) -> tuple[str, tuple[int, ...]] | None:
    sides: dict[str, str] = {}
    lines: list[int] = []
    for statement in statements:
        for side, low, high in _LIMITS.findall(statement.text):
            figures = [each.replace(",", "") for each in (low, high) if each]
            if side not in sides and all(figures):
                sides[side] = "-".join(figures)
                lines.extend(statement.lines)
    if not sides:
        return None
    inner = ", ".join(f"{side}: {text}" for side, text in sides.items())
    return f"table_limit: {{{inner}}}", tuple(dict.fromkeys(lines))
