"""How an option's fees are written: a figure, or tiers under the basis that picks them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml

from feeaudit.book.model import Ladder, Tier
from feeaudit.book.vocabulary import BASES, HAND_STAGES
from feeaudit.core.dialect import PLAIN_AMOUNT, Refused, count
from feeaudit.core.money import cents
from feeaudit.core.shape import (
    Amount,
    Choice,
    Count,
    Day,
    Key,
    Lines,
    Misread,
    Record,
    Schema,
    Source,
    Text,
    pairs_of,
    scalar,
)

if TYPE_CHECKING:
    from datetime import date

UNREADABLE = "unreadable"
_TIER = re.compile(
    rf"(?P<low>{PLAIN_AMOUNT})-(?P<high>{PLAIN_AMOUNT})|(?P<least>{PLAIN_AMOUNT})\+"
    rf"|(?P<most>{PLAIN_AMOUNT})-|(?P<only>{PLAIN_AMOUNT})"
)
_STAGE = rf"initial|{'|'.join(HAND_STAGES)}|pot_[0-9]{{1,9}}"
_BY = Choice({word: doc for word, doc in BASES.items() if word != "flat"}, "basis")


@dataclass(frozen=True, slots=True)
class Cell:
    """A fee as written, before it is known which line of the option it stands on."""

    fee: int | None
    line: int | None = None
    printed: str = ""
    note: str = ""
    not_before: date | None = None


@dataclass(frozen=True, slots=True)
class Rung:
    """A tier as written."""

    low: int | None
    high: int | None
    cell: Cell


@dataclass(frozen=True, slots=True)
class WrittenLadder:
    """A ladder as written, before its lines are laid out."""

    basis: str
    rungs: tuple[Rung, ...]
    lines: tuple[int, ...] = ()
    from_pot: int | None = None
    stage: str = ""

    def ladder(self, component: str, lines: tuple[int, ...]) -> Ladder:
        """Lay the tiers out on the lines: one for all, or the first tiers on the first lines."""
        spread = self.lines or lines
        tiers = tuple(
            Tier(
                low=rung.low,
                high=rung.high,
                fee=rung.cell.fee,
                line=rung.cell.line or spread[min(place, len(spread) - 1)],
                printed=rung.cell.printed,
                note=rung.cell.note,
                not_before=rung.cell.not_before,
            )
            for place, rung in enumerate(self.rungs)
        )
        return Ladder(component, self.basis, tiers, self.from_pot, self.stage)


def _cell(values: dict[str, Any], _node: yaml.Node, _source: Source) -> Cell:
    return Cell(**values)


@dataclass(frozen=True, slots=True)
class FeeAmount:
    """An amount, or the word unreadable."""

    def read(self, node: yaml.Node, source: Source) -> int | None:
        if isinstance(node, yaml.ScalarNode) and node.value == UNREADABLE:
            return None
        return Amount().read(node, source)

    def schema(self, defs: Schema, /) -> Schema:
        return {"anyOf": [Amount().schema(defs), {"const": UNREADABLE}]}


CELL = Record(
    "fee",
    {
        "fee": Key(FeeAmount(), "The amount, or 'unreadable'.", required=True),
        "line": Key(Count(1), "The line that prints it, if the layout does not show it."),
        "printed": Key(Text(), "The cell exactly as printed, where the reading differs."),
        "note": Key(Text(), "A note on this cell."),
        "not_before": Key(Day(), "May not be offered before this day."),
    },
    _cell,
)


def read_cell(node: yaml.Node, source: Source) -> Cell:
    """Read a bare amount or a fee with its particulars."""
    if isinstance(node, yaml.ScalarNode):
        return Cell(FeeAmount().read(node, source))
    return CELL.read(node, source)


@dataclass(frozen=True, slots=True)
class LadderShape:
    """``1.00``, ``{by: table_action, 5-100: 1, 101+: 2}``, ``{initial: 1, pot_20: 1}``.

    ``{deal: 1, flop: 2, turn: 1}`` is taken in stages of the hand: the later ones only of hands
    that get there.
    """

    def read(self, node: yaml.Node, source: Source) -> tuple[WrittenLadder, ...]:
        if isinstance(node, yaml.ScalarNode):
            return (_flat(read_cell(node, source)),)
        pairs = pairs_of(node, source)
        names = [scalar(key, source, "a tier") for key, _ in pairs]
        if "by" in names:
            return (self._tiers(node, pairs, source),)
        if names and all(re.fullmatch(_STAGE, name) for name in names):
            return tuple(
                _stage(name, value, source) for name, (_, value) in zip(names, pairs, strict=True)
            )
        return (_flat(read_cell(node, source)),)

    def _tiers(
        self, node: yaml.Node, pairs: list[tuple[yaml.Node, yaml.Node]], source: Source
    ) -> WrittenLadder:
        named = {key.value: value for key, value in pairs}
        basis = _BY.read(named["by"], source)
        lines = Lines().read(named["lines"], source) if "lines" in named else ()
        rows = [(key, value) for key, value in pairs if key.value not in {"by", "lines", "tiers"}]
        if "tiers" in named:
            rows += _listed(named["tiers"], source)
        if not rows:
            raise source.misread(node, "this ladder has no tiers")
        rungs: list[Rung] = []
        misread = False
        for key, value in rows:
            try:
                low, high = bounds(key, basis, source)
                rungs.append(Rung(low, high, read_cell(value, source)))
            except Misread:
                misread = True
        if misread:
            raise Misread
        return WrittenLadder(basis, tuple(rungs), lines)

    def schema(self, defs: Schema, /) -> Schema:
        if "ladder" in defs:
            return {"$ref": "#/$defs/ladder"}
        cell = {"anyOf": [FeeAmount().schema(defs), CELL.schema(defs)]}
        tier_pattern = f"^(?:{PLAIN_AMOUNT}-{PLAIN_AMOUNT}|{PLAIN_AMOUNT}[+-]?)$"
        tiers = {"patternProperties": {tier_pattern: cell}, "additionalProperties": False}
        ladder = {
            "type": "object",
            "properties": {
                "by": {**_BY.schema(defs)},
                "lines": Lines().schema(defs),
                "tiers": {
                    "type": "array",
                    "items": {"type": "object", "maxProperties": 1, **tiers},
                },
            },
            "required": ["by"],
            **tiers,
        }
        stages = {
            "type": "object",
            "minProperties": 1,
            "patternProperties": {f"^(?:{_STAGE})$": cell},
            "additionalProperties": False,
        }
        defs["ladder"] = {"anyOf": [cell, ladder, stages]}
        return {"$ref": "#/$defs/ladder"}


def _flat(cell: Cell, from_pot: int | None = None) -> WrittenLadder:
    return WrittenLadder("flat", (Rung(None, None, cell),), from_pot=from_pot)


def _stage(name: str, value: yaml.Node, source: Source) -> WrittenLadder:
    if name in HAND_STAGES:
        return WrittenLadder("flat", (Rung(None, None, read_cell(value, source)),), stage=name)
    pot = 0 if name == "initial" else int(name.removeprefix("pot_")) * 100
    return _flat(read_cell(value, source), pot)


def _listed(node: yaml.Node, source: Source) -> list[tuple[yaml.Node, yaml.Node]]:
    """Return tiers given as a list, which may print the same bounds twice."""
    if not isinstance(node, yaml.SequenceNode):
        raise source.misread(node, "tiers is a list such as [{20-100: 1}, {101-200: 2}]")
    return [pair for item in node.value for pair in pairs_of(item, source)]


def bounds(node: yaml.Node, basis: str, source: Source) -> tuple[int | None, int | None]:
    """Return the bounds of a tier key: cents, or players."""
    text = scalar(node, source, "a tier")
    match = _TIER.fullmatch(text)
    if match is None:
        raise source.misread(
            node, f"{text!r} is not a tier: write 5-100, 601+ (or more), 4- (or less) or 100"
        )
    try:
        figures = {name: _figure(figure, basis) for name, figure in match.groupdict().items()}
    except ValueError as error:
        raise source.misread(node, str(error)) from None
    if figures["only"] is not None:
        return figures["only"], figures["only"]
    if figures["least"] is not None:
        return figures["least"], None
    if figures["most"] is not None:
        return None, figures["most"]
    low, high = figures["low"], figures["high"]
    if low is not None and high is not None and low > high:
        raise source.misread(node, f"{text!r} is not a range: it runs backwards")
    return low, high


def _figure(text: str | None, basis: str) -> int | None:
    if text is None:
        return None
    if basis == "players":
        try:
            return count(text)
        except Refused:
            msg = f"{text!r} is not a number of players"
            raise ValueError(msg) from None
    return cents(text)
