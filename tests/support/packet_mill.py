"""Packets of cardrooms that do not exist: random layouts, random words, random slips.

Each packet knows the cells it was made from, on the lines they are printed on, so that a draft of
it can be held to them. Figures, titles and sentences are our own; as in print, a player pays no
more than the player-dealer does.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Cells = set[tuple[int, str, str, str, int | None, int | None, int]]
_GAMES = (
    "Harbor Blackjack",
    "Pier Pai Gow",
    "Anchor Baccarat",
    "Tide Poker",
    "Mast 21",
    "Keel War",
)
_PLACES = ("Harbor Card Room", "Lantern Club", "Old Mill Casino")
_EACH = (
    "A collection fee shall be taken per hand from the player-dealer position based on the total"
    " amount that all players have wagered, and from each player for each wager that they place"
    " based on the amount of each wager."
)
_TOTAL = (
    "A collection fee shall be taken from the player-dealer based on the sum of all players' wagers,"
    " and from each player based on the total combined aggregate value of all wagers that a player"
    " has placed on the table."
)
_UNPLAIN = "Players pay according to what they bet, and the bank pays its share, as shown below."
_POT = "The fee is taken by the house dealer from the pot after the flop, as shown in the table."
_OPTION = ("Schedule Option", "Schedule Options", "Option", "Options")
_LIMIT = ("Table Limit", "Table Limits", "Limit")
_PLAYER = ("Player Fee", "Player Collection Fee", "Player Collection Rate", "Player Fee (per bet)")
_DEALER = (
    "Player-Dealer Fee",
    "Player/Dealer Collection Fee",
    "P/D Fee",
    "Player-Dealer Fee (per hand)",
)
_ACTION = ("Total Table Action", "Table Action")
_STRANGE = ("House Charge", "Bank Levy", "Seat Money", "Action", "Wager", "Dealer Fee")


@dataclass(slots=True)
class Packet:
    """The text of a packet, and the cells that are meant, by line."""

    text: str
    cells: Cells
    slips: list[str] = field(default_factory=list)


@dataclass(slots=True)
class _Row:
    cells: list[str]
    # option, component, basis, low, high, fee
    meant: Sequence[tuple[str, str, str, int | None, int | None, int]]


def packet(seed: int) -> Packet:
    """Return a packet; the same seed makes the same packet."""
    return _Mill(Random(seed)).made()  # noqa: S311 - a test's dice


class _Mill:
    def __init__(self, dice: Random) -> None:
        self.dice = dice
        self.lines: list[str] = []
        self.cells: Cells = set()
        self.slips: list[str] = []
        self.style = dice.choice(("tabs", "tabs", "tabs", "spaces", "markdown"))
        self.running = dice.choice(_PLACES)

    def made(self) -> Packet:
        for game in self.dice.sample(_GAMES, self.dice.randint(1, 4)):
            self._schedule(game)
        return Packet("\n".join(self.lines) + "\n", self.cells, self.slips)

    def _schedule(self, game: str) -> None:
        self.lines += ["", f"{game} (GEGA-00{self.dice.randint(1000, 9999)})", ""]
        if self.dice.random() < 0.3:
            self.lines += [
                "Rules of the game are posted. Nobody bets more than is on the table.",
                "",
            ]
        kind = self.dice.choice(
            (
                self._ladder, self._ladder, self._both, self._flat, self._counts, self._rows,
                self._count_options, self._time, self._jackpot, self._across, self._pairs,
            )
        )  # fmt: skip
        header, rows = kind()
        self._slip(header, rows)
        if header and self.dice.random() < 0.08:
            header = []
            self._said("no header at all")
        self._print(header, rows)

    def _ladder(self) -> tuple[list[str], list[_Row]]:
        """Player-dealer ladders by table action, players pay one fee or none."""
        self._prose(self.dice.choice((_EACH, _TOTAL, _UNPLAIN, "")))
        fee_first = self.dice.random() < 0.5
        action, dealer, player = (
            self.dice.choice(_ACTION),
            self.dice.choice(_DEALER),
            self.dice.choice(_PLAYER),
        )
        tail = [player, action, dealer] if fee_first else [action, dealer, player]
        header = [self.dice.choice(_OPTION), self.dice.choice(_LIMIT), *tail]
        rows = []
        for number in range(1, self.dice.randint(2, 9)):
            low = self.dice.choice((5, 10, 20, 25))
            limit = f"${low} - ${self.dice.choice((100, 200, 500, 1000))}"
            flat = self.dice.choice((0, 50, 100))
            tiers = self._tiers(low, open_end=True)
            flat = min(flat, tiers[0][2])
            for place, (start, end, fee) in enumerate(tiers):
                first = place == 0
                meant: list[tuple[str, str, str, int | None, int | None, int]] = [
                    (str(number), "player_dealer", "table_action", start, end, fee)
                ]
                flat_text = _money(flat) if first else ""
                if first:
                    meant.append((str(number), "player", "flat", None, None, flat))
                ladder = [_span(start, end), _money(fee)]
                tail = [flat_text, *ladder] if fee_first else [*ladder, flat_text]
                rows.append(
                    _Row([str(number) if first else "", limit if first else "", *tail], meant)
                )
        return header, rows

    def _both(self) -> tuple[list[str], list[_Row]]:
        """Two ladders side by side; which basis the player's goes by, the prose says or not."""
        prose, basis = self.dice.choice(
            ((_EACH, "player_wager"), (_TOTAL, "total_player_wager"), (_UNPLAIN, "player_wager"))
        )
        self._prose(prose)
        header = [
            self.dice.choice(_OPTION),
            self.dice.choice(_LIMIT),
            "Player Wager",
            self.dice.choice(_PLAYER),
            self.dice.choice(_ACTION),
            self.dice.choice(_DEALER),
        ]
        rows = []
        for number in range(1, self.dice.randint(2, 7)):
            low = self.dice.choice((5, 10, 25))
            mine = self._tiers(low, open_end=self.dice.random() < 0.3)
            bank = self._tiers(low, open_end=True)
            mine[0] = (*mine[0][:2], min(mine[0][2], bank[0][2]))
            limit = f"${low} - ${self.dice.choice((500, 1000))}"
            for place in range(max(len(mine), len(bank))):
                meant = []
                texts = ["", "", "", ""]
                if place < len(mine):
                    start, end, fee = mine[place]
                    texts[:2] = [_span(start, end), _money(fee)]
                    meant.append((str(number), "player", basis, start, end, fee))
                if place < len(bank):
                    start, end, fee = bank[place]
                    texts[2:] = [_span(start, end), _money(fee)]
                    meant.append((str(number), "player_dealer", "table_action", start, end, fee))
                head = [str(number), limit] if place == 0 else ["", ""]
                rows.append(_Row([*head, *texts], meant))
        return header, rows

    def _flat(self) -> tuple[list[str], list[_Row]]:
        self._prose("")
        numbered = self.dice.random() < 0.6
        columns = [
            ("player", self.dice.choice(_PLAYER)),
            ("player_dealer", self.dice.choice(_DEALER)),
        ]
        self.dice.shuffle(columns)
        header = [self.dice.choice(_LIMIT), *(text for _, text in columns)]
        if numbered:
            header.insert(0, self.dice.choice(_OPTION))
        rows = []
        limits = self.dice.sample(
            [(low, high) for low in (5, 10, 25, 50) for high in (100, 200, 500)], 6
        )
        for number, (low, high) in enumerate(limits[: self.dice.randint(2, 6)], 1):
            name = str(number) if numbered else f"{low}-{high}"
            texts = [f"${low} - ${high}"]
            meant = []
            drawn = sorted(self.dice.choice((50, 100, 200, 300)) for _ in columns)
            priced = dict(zip(("player", "player_dealer"), drawn, strict=True))
            for component, _ in columns:
                fee = priced[component]
                texts.append(_money(fee))
                meant.append((name, component, "flat", None, None, fee))
            rows.append(_Row([name, *texts] if numbered else texts, meant))
        return header, rows

    def _counts(self) -> tuple[list[str], list[_Row]]:
        """Player counts across, with or without a fee of hands that end early."""
        self._prose(_POT)
        spans = [(7, None), (5, 6), (None, 4)]
        heads = ["7 or more players", "5 - 6 players", "4 or less players"]
        designated = self.dice.random() < 0.5
        header = [self.dice.choice(_OPTION), self.dice.choice(_LIMIT), *heads]
        if designated:
            header.append("Designated Fee")
        rows = []
        for number in range(1, self.dice.randint(3, 9)):
            top = self.dice.choice((300, 400, 500))
            fees = [top, top - 100, top - 200]
            texts = [str(number), f"${number} / ${2 * number}", *map(_money, fees)]
            meant = [
                (str(number), "pot", "players", low, high, fee)
                for (low, high), fee in zip(spans, fees, strict=True)
            ]
            if designated:
                texts.append("$1.00")
                meant.append((str(number), "no_flop", "flat", None, None, 100))
            rows.append(_Row(texts, meant))
        return header, rows

    def _rows(self) -> tuple[list[str], list[_Row]]:
        """A row for each number of players."""
        self._prose(_POT)
        header = [self.dice.choice(_OPTION), "Blinds", "Number of Players", "Collection Fee"]
        rows = []
        for number in range(1, self.dice.randint(2, 7)):
            top = self.dice.choice((400, 500, 600))
            counts = [("7 or more", 7, None), ("6", 6, 6), ("5 or less", None, 5)]
            for place, (text, low, high) in enumerate(counts):
                fee = top - 100 * place
                head = [str(number), f"$1 - ${number}"] if place == 0 else ["", ""]
                meant = [(str(number), "pot", "players", low, high, fee)]
                rows.append(_Row([*head, text, _money(fee)], meant))
        return header, rows

    def _count_options(self) -> tuple[list[str], list[_Row]]:
        """An option for each number of players; three of them are one price list."""
        self._prose(_POT)
        header = [
            self.dice.choice(_OPTION),
            "Table Limit",
            "Number of Players",
            "Player Fee",
            "Designated Fee",
        ]
        rows = []
        number = 0
        for size in range(1, self.dice.randint(2, 6)):
            counts = [("7 or more", 7, None), ("5-6", 5, 6), ("4 or less", None, 4)]
            for place, (text, low, high) in enumerate(counts):
                number += 1
                fee = 500 - 100 * place
                meant: list[tuple[str, str, str, int | None, int | None, int]] = [
                    (str(number), "pot", "players", low, high, fee),
                    (str(number), "no_flop", "flat", None, None, 100),
                ]
                cells = [str(number), f"${size}/${2 * size}", text, _money(fee), "$1.00"]
                rows.append(_Row(cells, meant))
        return header, rows

    def _time(self) -> tuple[list[str], list[_Row]]:
        """A fee for time, by the title or by the heading."""
        titled = self.dice.random() < 0.5
        if titled:
            self.lines += ["Time Collection - per player, per half hour", ""]
        fee_head = "Player Fee" if titled else "Collection Fee per 30 Minutes"
        header = [self.dice.choice(_OPTION), self.dice.choice(_LIMIT), "Blinds", fee_head]
        rows = []
        for number in range(1, self.dice.randint(3, 8)):
            cells = [
                str(number),
                f"${number}0-{2 * number}0",
                f"${number}-{number}0",
                _money(400 + 100 * number),
            ]
            rows.append(
                _Row(cells, [(str(number), "time", "flat", None, None, 400 + 100 * number)])
            )
        return header, rows

    def _jackpot(self) -> tuple[list[str], list[_Row]]:
        """Player counts, and a jackpot fee in one column."""
        self._prose(_POT)
        header = [
            self.dice.choice(_OPTION),
            "Blinds",
            "6 or more players",
            "5 or less players",
            "Jackpot Fee",
        ]
        rows = []
        for number in range(1, self.dice.randint(3, 8)):
            top = self.dice.choice((300, 400))
            meant: list[tuple[str, str, str, int | None, int | None, int]] = [
                (str(number), "pot", "players", 6, None, top),
                (str(number), "pot", "players", None, 5, top - 100),
                (str(number), "jackpot", "flat", None, None, 100),
            ]
            cells = [str(number), f"$1 - ${number}", _money(top), _money(top - 100), "$1.00"]
            rows.append(_Row(cells, meant))
        return header, rows

    def _across(self) -> tuple[list[str], list[_Row]]:
        """Options across: each row is headed by what it holds."""
        self._prose("")
        count = self.dice.randint(2, 5)
        names = [str(number) for number in range(1, count + 1)]
        limits = [f"${5 * number} - ${100 * number}" for number in range(1, count + 1)]
        rows = [
            _Row([self.dice.choice(_OPTION), *names], []),
            _Row([self.dice.choice(_LIMIT), *limits], []),
        ]
        least = [0 for _ in names]
        for component, heads in (("player", _PLAYER), ("player_dealer", _DEALER)):
            amounts = [max(self.dice.choice((50, 100, 200, 300)), before) for before in least]
            least = amounts
            meant: list[tuple[str, str, str, int | None, int | None, int]] = [
                (name, component, "flat", None, None, fee)
                for name, fee in zip(names, amounts, strict=True)
            ]
            rows.append(_Row([self.dice.choice(heads), *map(_money, amounts)], meant))
        return [], rows

    def _pairs(self) -> tuple[list[str], list[_Row]]:
        """Two tables side by side."""
        self._prose("")
        half = [
            self.dice.choice(_OPTION),
            self.dice.choice(_LIMIT),
            self.dice.choice(_PLAYER),
            self.dice.choice(_DEALER),
        ]
        length = self.dice.randint(2, 5)
        rows = []
        for number in range(1, length + 1):
            cells: list[str] = []
            meant: list[tuple[str, str, str, int | None, int | None, int]] = []
            for option in (number, number + length):
                mine, bank = self.dice.choice((50, 100)), self.dice.choice((200, 300))
                cells += [str(option), f"${5 * option} - $500", _money(mine), _money(bank)]
                meant += [
                    (str(option), "player", "flat", None, None, mine),
                    (str(option), "player_dealer", "flat", None, None, bank),
                ]
            rows.append(_Row(cells, meant))
        return [*half, *half], rows

    def _tiers(self, low: int, *, open_end: bool) -> list[tuple[int, int | None, int]]:
        bounds = sorted(
            self.dice.sample((50, 100, 200, 300, 400, 500, 800, 1000), self.dice.randint(1, 4))
        )
        fees = sorted(self.dice.sample((50, 100, 200, 300, 400, 500, 800, 1000), len(bounds) + 1))
        tiers: list[tuple[int, int | None, int]] = []
        start = low
        for bound, fee in zip(bounds, fees, strict=False):
            tiers.append((start * 100, bound * 100, fee))
            start = bound + 1
        if open_end:
            tiers.append((start * 100, None, fees[-1]))
        return tiers

    def _prose(self, text: str) -> None:
        if text:
            self.lines += [text, ""]

    def _slip(self, header: list[str], rows: list[_Row]) -> None:
        """Plant slips of the press into a table."""
        slips = (
            self._letters, self._shift_right, self._shift_left, self._lost_row, self._lost_cell,
            self._lost_dollar, self._lost_point, self._other_number, self._other_bound,
            self._merged, self._strange_heading, self._lost_heading, self._falling, self._twice,
            self._swapped, self._wrapped,
        )  # fmt: skip
        for _ in range(self.dice.choice((0, 0, 1, 1, 2))):
            self.dice.choice(slips)(header, rows)

    def _said(self, name: str) -> None:
        self.slips.append(name)

    def _letters(self, _header: list[str], rows: list[_Row]) -> None:
        row = self.dice.choice(rows)
        place = self.dice.randrange(len(row.cells))
        text = row.cells[place]
        swapped = text.replace("0", "O", 1) if "0" in text else text.replace("1", "l", 1)
        if swapped != text:
            row.cells[place] = swapped
            self._said(f"letters {swapped!r}")

    def _shift_right(self, _header: list[str], rows: list[_Row]) -> None:
        row = self.dice.choice(rows)
        at = self.dice.randrange(len(row.cells))
        row.cells.insert(at, "")
        if self.dice.random() < 0.5 and not row.cells[-1]:
            row.cells.pop()
        self._said(f"shifted right at {at}")

    def _shift_left(self, _header: list[str], rows: list[_Row]) -> None:
        row = self.dice.choice(rows)
        blanks = [place for place, cell in enumerate(row.cells) if not cell]
        if blanks:
            row.cells.pop(self.dice.choice(blanks))
            if self.dice.random() < 0.7:
                row.cells.append("")
            self._said("shifted left")

    def _lost_row(self, _header: list[str], rows: list[_Row]) -> None:
        if len(rows) > 2:
            rows.pop(self.dice.randrange(len(rows)))
            self._said("lost row")

    def _lost_cell(self, _header: list[str], rows: list[_Row]) -> None:
        """A value is lost, and what stood right of it moves left."""
        row = self.dice.choice(rows)
        filled = [place for place, cell in enumerate(row.cells) if cell]
        row.cells.pop(self.dice.choice(filled))
        row.cells.append("")
        self._said("lost cell")

    def _lost_dollar(self, _header: list[str], rows: list[_Row]) -> None:
        row = self.dice.choice(rows)
        place = self.dice.randrange(len(row.cells))
        if "- $" in row.cells[place]:
            row.cells[place] = row.cells[place].replace("- $", "- 4", 1)
            self._said(f"dollar sign read as a digit {row.cells[place]!r}")

    def _lost_point(self, _header: list[str], rows: list[_Row]) -> None:
        row = self.dice.choice(rows)
        places = [place for place, cell in enumerate(row.cells) if "." in cell]
        if places:
            place = self.dice.choice(places)
            row.cells[place] = row.cells[place].replace(".", "", 1)
            self._said(f"lost point {row.cells[place]!r}")

    def _other_number(self, _header: list[str], rows: list[_Row]) -> None:
        row = self.dice.choice(rows)
        if row.cells and row.cells[0].isdigit():
            row.cells[0] = str(int(row.cells[0]) + self.dice.choice((-1, 1, 10)))
            self._said(f"number {row.cells[0]}")

    def _other_bound(self, _header: list[str], rows: list[_Row]) -> None:
        """A bound of a tier that is not the first has another digit."""
        tiers = [
            (row, place)
            for row in rows
            for place, cell in enumerate(row.cells)
            if " - $" in cell and "01 - " in cell
        ]
        if tiers:
            row, place = self.dice.choice(tiers)
            row.cells[place] = row.cells[place].replace("01 - ", "10 - ", 1)
            self._said(f"bound {row.cells[place]!r}")

    def _merged(self, _header: list[str], rows: list[_Row]) -> None:
        row = self.dice.choice(rows)
        place = self.dice.randrange(len(row.cells) - 1)
        if row.cells[place] and row.cells[place + 1]:
            row.cells[place : place + 2] = [f"{row.cells[place]} {row.cells[place + 1]}"]
            self._said("merged cells")

    def _strange_heading(self, header: list[str], _rows: list[_Row]) -> None:
        if not header:
            return
        place = self.dice.randrange(1, len(header))
        header[place] = self.dice.choice(_STRANGE)
        self._said(f"heading {header[place]!r}")

    def _lost_heading(self, header: list[str], _rows: list[_Row]) -> None:
        if not header:
            return
        place = self.dice.randrange(len(header))
        if self.dice.random() < 0.5:
            header[place] = ""
        else:
            header.pop(place)
        self._said("lost heading")

    def _twice(self, _header: list[str], rows: list[_Row]) -> None:
        """A row is printed twice."""
        place = self.dice.randrange(len(rows))
        rows.insert(place, _Row(list(rows[place].cells), list(rows[place].meant)))
        self._said("row twice")

    def _swapped(self, _header: list[str], rows: list[_Row]) -> None:
        """Two rows have changed places."""
        if len(rows) > 1:
            place = self.dice.randrange(len(rows) - 1)
            rows[place], rows[place + 1] = rows[place + 1], rows[place]
            self._said("rows swapped")

    def _wrapped(self, _header: list[str], rows: list[_Row]) -> None:
        """A row goes on in the line below."""
        place = self.dice.randrange(len(rows))
        row = rows[place]
        if len(row.cells) > 3:
            cut = self.dice.randrange(2, len(row.cells) - 1)
            tail = _Row([*[""] * cut, *row.cells[cut:]], row.meant)
            rows[place : place + 1] = [
                _Row(row.cells[:cut] + [""] * (len(row.cells) - cut), row.meant),
                tail,
            ]
            self._said(f"wrapped at {cut}")

    def _falling(self, _header: list[str], rows: list[_Row]) -> None:
        """The fee of a later tier loses to the one before it."""
        tiers = [
            row
            for row in rows
            if not row.cells[0] and [each[2] for each in row.meant] == ["table_action"]
        ]
        if tiers:
            row = self.dice.choice(tiers)
            places = [
                place
                for place, cell in enumerate(row.cells)
                if cell.count("$") == 1 and "." in cell
            ]
            if places:
                row.cells[places[-1]] = "$0.25"
                self._said("falling fee")

    def _print(self, header: list[str], rows: list[_Row]) -> None:
        """Print a table, with a page break now and then."""
        printed: list[tuple[list[str], _Row | None]] = [(header, None)] if header else []
        for row in rows:
            if self.dice.random() < 0.06:
                printed.append(([], None))
                if header and self.dice.random() < 0.5:
                    printed.append((header, None))
            printed.append((row.cells, row))
        widths = [
            max((len(cells[place]) for cells, _ in printed if place < len(cells)), default=0) + 3
            for place in range(max(len(cells) for cells, _ in printed))
        ]
        for cells, made in printed:
            if not cells:
                self.lines += ["", self.running, f"Page {self.dice.randint(2, 40)}", ""]
                continue
            self.lines.append(self._line(cells, widths))
            for option, component, basis, low, high, fee in made.meant if made is not None else ():
                self.cells.add((len(self.lines), option, component, basis, low, high, fee))

    def _line(self, cells: list[str], widths: list[int]) -> str:
        if self.style == "markdown":
            return f"| {' | '.join(cells)} |"
        if self.style == "spaces":
            return "".join(
                cell.ljust(width) for cell, width in zip(cells, widths, strict=False)
            ).rstrip()
        return "\t".join(cells)


def _money(cents: int) -> str:
    return f"${cents // 100}.{cents % 100:02d}"


def _span(low: int, high: int | None) -> str:
    return f"${low // 100} +" if high is None else f"${low // 100} - ${high // 100}"
