"""Options: the rows of a printed table, and how a reading would have them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from feeaudit.book.grammar.ladders import LadderShape, WrittenLadder
from feeaudit.book.grammar.shared_shapes import NOTE, OPTION, LimitShape
from feeaudit.book.model import Limit, Option, PrintedStake
from feeaudit.book.vocabulary import COMPONENTS
from feeaudit.core.shape import Key, Lines, ListOf, Record, Source, Text

if TYPE_CHECKING:
    import yaml

STAKES = {
    "blinds": "blinds",
    "posted_ante": "ante",
    "forced_bet": "forced bet",
    "buy_in": "buy-in",
    "points": "points",
}


@dataclass(frozen=True, slots=True)
class RawOption:
    """An option as written; a reading's option may lean on the lines of the printed one."""

    option: str
    row: int
    limits: tuple[Limit, ...]
    stakes: tuple[PrintedStake, ...]
    written: tuple[tuple[str, WrittenLadder], ...]
    lines: tuple[int, ...]
    note: str

    def made(self, lines: tuple[int, ...]) -> Option:
        ladders = tuple(written.ladder(component, lines) for component, written in self.written)
        return Option(self.option, lines, self.row, self.limits, self.stakes, ladders, self.note)


def _raw_option(values: dict[str, Any], node: yaml.Node, source: Source) -> RawOption:
    written = tuple(
        (component, each)
        for component in COMPONENTS
        if component in values
        for each in values[component]
    )
    lines = values.get("lines", ())
    if lines and not written:
        raise source.misread(node, f"option {values['option']} prints no fee")
    for component, each in written:
        room = each.lines or lines
        if 1 < len(room) < len(each.rungs) and any(rung.cell.line is None for rung in each.rungs):
            raise source.misread(
                node,
                f"the {component} ladder has {len(each.rungs)} tiers for {len(room)} lines;"
                " give it its own 'lines'",
            )
    limits = values.get("limit", ())
    stakes = tuple(
        PrintedStake(label, values[key]) for key, label in STAKES.items() if key in values
    )
    for stake in stakes:
        if len(stake.each) not in {1, len(limits)}:
            raise source.misread(
                node, f"state the {stake.kind} once, or once for each limit of the option"
            )
    return RawOption(
        option=values["option"],
        row=node.start_mark.line + 1,
        limits=limits,
        stakes=stakes,
        written=written,
        lines=lines,
        note=values.get("note", ""),
    )


_FEE_KEYS = {
    component: Key(LadderShape(), f"The {component} fee: {doc}.")
    for component, doc in COMPONENTS.items()
}


_STAKE_KEYS = {
    "limit": Key(
        ListOf(LimitShape(), least=1), "The table limit as printed, or those that share the option."
    ),
    "blinds": Key(ListOf(Text(), least=1), "Small and big blind."),
    "posted_ante": Key(ListOf(Text(), least=1), "The ante players post (a stake, not a fee)."),
    "forced_bet": Key(ListOf(Text(), least=1), "The forced bet."),
    "buy_in": Key(ListOf(Text(), least=1), "The buy-in."),
    "points": Key(ListOf(Text(), least=1), "The value of a point."),
}

OPTION_ROW: Record[RawOption] = Record(
    "option",
    {
        "option": Key(OPTION, "Its number, or its limit as printed.", required=True),
        "lines": Key(Lines(), "The lines that print it, in order.", required=True),
        **_STAKE_KEYS,
        **_FEE_KEYS,
        "note": NOTE,
    },
    _raw_option,
)

READING_OPTION: Record[RawOption] = Record(
    "reading's option",
    {
        "option": Key(OPTION, "The option under this reading.", required=True),
        **_STAKE_KEYS,
        **_FEE_KEYS,
    },
    _raw_option,
)
