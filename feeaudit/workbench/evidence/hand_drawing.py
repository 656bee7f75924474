"""A hand drawn as it was played: seats along the table, wagers and fees, who banked."""

from __future__ import annotations

import math
from collections import defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from markupsafe import Markup

from feeaudit.core.money import dollars
from feeaudit.report.characters import shown
from feeaudit.report.phrases import counted, dotted

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.workbench.evidence.day_evidence import HandRecords

_WIDTH: Final = 1000
_PLATE: Final = 118
_LINE: Final = 15
_LETTERS: Final = 17
# Letters that a plate has room for, whatever they are.
_FITTING: Final = 15
# More wagers on one seat than these are told as a number.
_WAGERS: Final = 4
_SEAT_LESS: Final = ("pot", "ante", "button", "big_blind")


@dataclass(slots=True)
class _Seat:
    """What is drawn of one seat."""

    name: str
    player: str = ""
    role: str = ""
    banks: bool = False
    marked: bool = False
    wagers: list[str] = field(default_factory=list)
    fees: list[str] = field(default_factory=list)

    @property
    def lines(self) -> list[tuple[str, str]]:
        """The lines of its plate, each with its kind."""
        head = f"Seat {dotted(shown(self.name), 8)}" if self.name else "Player-dealer"
        wagers = self.wagers[:_WAGERS]
        if len(self.wagers) > _WAGERS:
            wagers = [*wagers[:-1], f"{len(self.wagers) - _WAGERS + 1} more wagers"]
        return [
            (f"{head} banks" if self.banks and self.name else head, "head"),
            *([(dotted(shown(self.player), _LETTERS), "player")] if self.player else []),
            *([(self.role, "role")] if self.role else []),
            *((text, "wager") for text in wagers),
            *((text, "fee") for text in self.fees),
        ]


def hand_drawing(records: HandRecords, seat: str, payer: str, game: str = "") -> Markup:
    """Return a picture of a hand; the seat and payer that a finding is about are marked.

    ``game`` is its printed name; blank where the book has none for what the log calls it.
    """
    seats = _seats(records, seat, payer)
    tallest = max((len(each.lines) for each in seats), default=2)
    plate = tallest * _LINE + 12
    rise = 46 if len(seats) > 2 else 10  # noqa: PLR2004 - two seats need no curve
    height = 92 + rise + plate
    parts = [_felt(height, plate), _middle(records, payer, game)]
    parts += [_drawn_seat(each, place, len(seats), plate, rise) for place, each in enumerate(seats)]
    return Markup(
        '<svg class="hand" viewBox="0 0 {w} {h}" width="{w}" height="{h}" role="img"'
        ' aria-label="{label}">{parts}</svg>'
    ).format(w=_WIDTH, h=height, label=_label(seats), parts=Markup().join(parts))


def _label(seats: Iterable[_Seat]) -> str:
    return "The hand: " + "; ".join(", ".join(text for text, _ in each.lines) for each in seats)


def _seats(records: HandRecords, marked: str, payer: str) -> list[_Seat]:
    """Return the seats that the hand or the seating names, in the order of their numbers."""
    found: dict[str, _Seat] = {}

    def of(name: Any) -> _Seat:
        return found.setdefault(str(name or ""), _Seat(str(name or "")))

    for row in records.seats:
        seat = of(row["seat"])
        seat.player, seat.role = str(row["player"] or ""), _role(row)
    wagered: dict[str, dict[str, int]] = defaultdict(dict)
    for row in records.wagers:
        if row["seat"] != "table":
            kinds = wagered[str(row["seat"])]
            kinds[row["wager"]] = kinds.get(row["wager"], 0) + row["amount"]
            of(row["seat"]).player = str(row.get("player") or "") or of(row["seat"]).player
    for name, kinds in wagered.items():
        of(name).wagers = [f"{_word(kind)} {dollars(amount)}" for kind, amount in kinds.items()]
    bank = records.hand.get("player_dealer_seat")
    if bank or records.hand.get("player_dealer"):
        seat = of(bank)
        seat.banks = True
        seat.player = str(records.hand.get("player_dealer") or "") or seat.player
    for row in records.collections:
        if row["payer"] not in _SEAT_LESS:
            place = row["seat"] or (bank if row["payer"] == "player_dealer" else "")
            of(place).fees.append(_fee_text(row))
    for each in found.values():
        each.marked = each.name == marked if marked else (payer == "player_dealer" and each.banks)
    return sorted(found.values(), key=lambda each: (not each.name, _number(each.name), each.name))


def _number(name: str) -> int:
    return int(name) if name.isdecimal() else 10_000


def _role(row: dict[str, Any]) -> str:
    role = str(row.get("role") or "")
    return "" if role in {"", "patron"} else role.replace("_", " ")


def _word(kind: str) -> str:
    return dotted(shown(str(kind).replace("_", " ")), 14)


def _fee_text(row: dict[str, Any]) -> str:
    what = "fee" if row["fee"] == "base" else f"{str(row['fee']).replace('_', ' ')} fee"
    waived = " waived" if row.get("waived") else ""
    return f"{what} {dollars(row['amount'])}{waived}"


def _felt(height: int, plate: int) -> Markup:
    """Return the table itself: a half round with the dealer at the straight side."""
    floor = height - plate + 6
    return Markup(
        '<path class="felt" d="M60 14H{right}Q{end} 14 {end} 40Q{end} {floor} {middle} {floor}'
        'Q20 {floor} 20 40Q20 14 60 14Z"/>'
    ).format(right=_WIDTH - 60, end=_WIDTH - 20, floor=floor, middle=_WIDTH // 2)


def _middle(records: HandRecords, payer: str, game: str) -> Markup:
    """Return what belongs to no seat: the game, the players, and fees of the pot."""
    hand = records.hand
    words = [
        game or str(hand["game"] or ""),
        f"option {hand['option']}" if hand.get("option") else "",
    ]
    if hand.get("players"):
        words.append(counted(hand["players"], "player"))
    if hand.get("opening_round") is not None:
        words.append("opening round" if hand["opening_round"] else "no opening round")
    lines = [(", ".join(filter(None, words)), "game")]
    table = [row for row in records.wagers if row["seat"] == "table"]
    if table:
        total = dollars(sum(row["amount"] for row in table))
        lines.append((f"wagers of the whole table {total}", "wager"))
    lines += [
        (f"{row['payer'].replace('_', ' ')} {_fee_text(row)}", "fee")
        for row in records.collections
        if row["payer"] in _SEAT_LESS
    ]
    told = [
        Markup('<text class="{kind}{mark}" x="{x}" y="{y}">{text}</text>').format(
            kind=kind,
            mark=" marked" if kind == "fee" and payer in _SEAT_LESS else "",
            x=_WIDTH // 2,
            y=38 + place * _LINE,
            text=dotted(shown(text), 90),
        )
        for place, (text, kind) in enumerate(lines[:4])
    ]
    return Markup('<g class="middle">{}</g>').format(Markup().join(told))


def _drawn_seat(seat: _Seat, place: int, count: int, plate: int, rise: int) -> Markup:
    """Return the plate of a seat at its place along the rim."""
    share = (place + 0.5) / count
    room = _WIDTH - 40 - _PLATE
    left = 20 + room * (place / (count - 1) if count > 1 else 0.5)
    top = 78 + rise * math.sin(math.pi * share)
    kind = " ".join(
        ["plate", *(["banks"] if seat.banks else []), *(["marked"] if seat.marked else [])]
    )
    return Markup('<g class="{kind}">{inside}</g>').format(
        kind=kind, inside=Markup().join(_plate(seat, left, top, plate))
    )


def _plate(seat: _Seat, left: float, top: float, height: int) -> Iterator[Markup]:
    yield Markup('<rect x="{:.0f}" y="{:.0f}" width="{}" height="{}" rx="6"/>').format(
        left, top, _PLATE, height
    )
    for number, (text, kind) in enumerate(seat.lines):
        line = dotted(text, _LETTERS + 8)
        # A line too long for the plate is drawn narrower rather than cut.
        fitted = Markup(' textLength="{}" lengthAdjust="spacingAndGlyphs"').format(_PLATE - 16)
        yield Markup('<text class="{}" x="{:.0f}" y="{:.0f}"{}>{}</text>').format(
            kind,
            left + 8,
            top + 16 + number * _LINE,
            fitted if len(line) > _FITTING else "",
            line,
        )
