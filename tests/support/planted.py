"""Planted violations: simulated logs whose faults are known, and what the audit makes of them.

Every finding must be one that was planted or that was said to come with one, and the other way
round. A near miss is a hand that only just keeps to the rules; a finding there is a false alarm.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit.case import Case
from feeaudit.audit.checks import REGISTRY
from feeaudit.audit.engine import audit
from feeaudit.rules.configuration.model import Config
from feeaudit.simulate import simulate

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.audit.result import AuditResult
    from feeaudit.book.model import Book, Law
    from feeaudit.simulate import Simulation

Row = dict[str, Any]

# These are planted over a stretch of hands and found once for it.
STRETCHES: Final = {"FEE-PERCENT", "OPT-FITS", "OPT-RATES", "ROT-WINDOW"}
# Of these the finding must name the very dollars that were planted.
DOLLARS: Final = {
    *("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE", "FEE-WAIVER"),
    *("FEE-TIME", "FEE-JACKPOT"),
}
# The rule of the state that the audit applies only when it is asked to, and its check.
WINDOW_RULE: Final = "11-ccr-2076"
WINDOWED: Final = "ROT-WINDOW"
# Where a check cannot be violated as the book has it, and why.
_NO_TOTAL: Final = "no rule caps what a base wager and a bonus bet come to together"
_NO_STEP: Final = "no rule prints a step for a wager"
_NO_PERIOD: Final = "no option charges by the period"
NOT_PLANTABLE: Final = {
    ("hawaiian-gardens", "LIM-TOTAL"): _NO_TOTAL,
    ("hawaiian-gardens", "ROT-BROKEN"): "no rule breaks a game when nobody takes the position",
    ("hawaiian-gardens", "ROT-INTERVENE"): "no rule asks for somebody between two turns",
    ("lucky-chances", "LIM-INCREMENT"): "the only option with steps is of an older schedule",
    ("lucky-lady", "LIM-INCREMENT"): _NO_STEP,
    ("mortimers", "FEE-TIME"): _NO_PERIOD,
    ("mortimers", "LIM-INCREMENT"): _NO_STEP,
    ("mortimers", "LIM-TOTAL"): _NO_TOTAL,
    ("parkwest-lotus", "FEE-TIME"): _NO_PERIOD,
    ("parkwest-lotus", "LIM-INCREMENT"): _NO_STEP,
    ("parkwest-lotus", "LIM-TOTAL"): _NO_TOTAL,
}


@dataclass(frozen=True)
class Trial:
    """A simulated log with planted violations and the result of its audit."""

    made: Simulation
    result: AuditResult

    @cached_property
    def planted(self) -> list[Row]:
        """Return the rows that were planted, without near misses."""
        rows: list[Row] = self.made.planted.to_pylist()
        return rows

    @cached_property
    def near(self) -> list[Row]:
        """Return the near misses."""
        rows: list[Row] = self.made.near.to_pylist()
        return rows

    @cached_property
    def companions(self) -> list[Row]:
        """Return what was said to come with planted violations."""
        rows: list[Row] = self.made.companions.to_pylist()
        return rows

    @cached_property
    def findings(self) -> list[Row]:
        """Return what the audit found."""
        names = ["check", "cardroom", "table", "hand_id", "player", "over", "under", "message"]
        names += ["verdict", "at", "until"]
        rows: list[Row] = self.result.findings[names].to_dict("records")
        return rows

    def keys_of(self, finding: Row) -> set[tuple[str, ...]]:
        """Return by what a finding may be matched: its hands, the id it names, or its table."""
        at_table = {(finding["check"], finding["cardroom"], finding["table"])}
        if finding["check"] in STRETCHES:
            return at_table | {(finding["check"], hand) for hand in self._hands_during(finding)}
        return at_table.union(_keys(finding))

    def _hands_during(self, finding: Row) -> set[str]:
        """Return the hands of the table in the time that a finding is about."""
        until = max(finding["at"], finding["until"])
        here = self._hands_at[finding["cardroom"], finding["table"]]
        during = {hand for started, hand in here if finding["at"] <= started <= until}
        return during | {finding["hand_id"]}

    @cached_property
    def _hands_at(self) -> dict[tuple[str, str], list[tuple[int, str]]]:
        hands = self.made.log.hands
        names = ("cardroom", "table", "hand_id")
        rows = zip(*(hands.column(name).to_pylist() for name in names), strict=True)
        times = hands.column("started_at").cast("int64").to_pylist()
        found: dict[tuple[str, str], list[tuple[int, str]]] = defaultdict(list)
        for (cardroom, table, hand), started in zip(rows, times, strict=True):
            found[cardroom, table].append((started, hand))
        return found

    def missed(self) -> list[Row]:
        """Return what was planted, or said to come with it, and was not found under its id."""
        found = {key for row in self.findings for key in self.keys_of(row)}
        hands = self._hands_of_stretches()
        return [
            row
            for row in [*self.planted, *self.companions]
            if found.isdisjoint(_wanted_keys(row, hands))
        ]

    def misstated(self) -> list[Row]:
        """Return what was found on the right hand with other dollars than were planted."""
        found: Counter[tuple[str, ...]] = Counter()
        wanted: Counter[tuple[str, ...]] = Counter()
        for row in self.findings:
            if row["check"] in DOLLARS:
                found[_place(row)] += row["over"] - row["under"]
        for row in [*self.planted, *self.companions]:
            if row["check"] in DOLLARS and _told(row):
                wanted[_place(row)] += row["amount_cents"]
        places = {_place(row): row for row in [*self.planted, *self.companions]}
        return [
            {**places[place], "found": found[place]}
            for place, amount in wanted.items()
            if found[place] != amount
        ]

    def false_alarms(self) -> list[Row]:
        """Return findings that nothing planted explains, on planted and near hands as well."""
        hands = self._hands_of_stretches()
        explained: set[tuple[str, ...]] = set()
        for row in [*self.planted, *self.companions]:
            explained.update(_wanted_keys(row, hands))
        return [row for row in self.findings if explained.isdisjoint(self.keys_of(row))]

    @cached_property
    def plants_by_key(self) -> dict[tuple[str, ...], set[tuple[str, str, int]]]:
        """Return which planted violations findings may be of, by what they are matched by."""
        hands = self._hands_of_stretches()
        plants: dict[tuple[str, ...], set[tuple[str, str, int]]] = defaultdict(set)
        for row in self.planted:
            for key in _wanted_keys(row, hands):
                plants[key].add((row["cardroom"], *_plant(row)))
        for row in self.companions:
            # What comes with a case is at its table, and may have a cause of its own there.
            if row["hand_id"]:
                for key in _wanted_keys(row, hands):
                    plants[key].add((row["cardroom"], *_plant(row)))
        return plants

    def by_cell(self) -> dict[tuple[str, str], tuple[int, int]]:
        """Return for each cardroom and check how many violations were planted and were found."""
        missed = {_plant(row) for row in self.missed() if "what" in row}
        cells: dict[tuple[str, str], set[tuple[str, int]]] = defaultdict(set)
        for row in self.planted:
            cells[row["cardroom"], row["check"]].add(_plant(row))
        return {cell: (len(each), len(each - missed)) for cell, each in cells.items()}

    def _hands_of_stretches(self) -> dict[tuple[str, int], list[str]]:
        hands: dict[tuple[str, int], list[str]] = defaultdict(list)
        for row in self.planted:
            hands[_plant(row)].append(row["hand_id"])
        return hands


def _plant(row: Row) -> tuple[str, int]:
    return (row.get("comes_with") or row["check"], row["plant"])


def _told(row: Row) -> bool:
    """Tell whether a finding must name the dollars: for periods not paid nobody can say them."""
    amount = row["amount_cents"]
    return amount is not None and (row["check"] != "FEE-TIME" or amount > 0)


def _place(row: Row) -> tuple[str, ...]:
    """Return what a fee is compared by: the hand, or the table where there is none."""
    where = row["hand_id"] or f"{row['cardroom']} {row['table']}"
    return (row["check"], where, row["player"] if row["check"] == "FEE-TIME" else "")


def _keys(finding: Row) -> Iterable[tuple[str, ...]]:
    """Yield by what a finding may be matched: its hand, the id that no hand bears, its table."""
    check = finding["check"]
    if check == "LOG-ORPHAN":
        yield (check, finding["message"].partition(" hand ")[2].partition(",")[0])
    elif check == "FEE-TIME" or not finding["hand_id"]:
        yield (check, finding["cardroom"], finding["table"], finding["player"])
    else:
        yield (check, finding["hand_id"])


def _wanted_keys(row: Row, hands: dict[tuple[str, int], list[str]]) -> set[tuple[str, ...]]:
    """Return any of what the finding of a planted row may be matched by."""
    check, hand = row["check"], row["hand_id"]
    if not hand and "comes_with" in row:
        # A case is on a table of its own, and says what else is found there.
        return {(check, row["cardroom"], row["table"])}
    if check in STRETCHES:
        return {(check, each) for each in hands[_plant(row)]}
    if hand and check != "FEE-TIME":
        return {(check, hand)}
    return {(check, row["cardroom"], row["table"], row.get("player") or "")}


def clean(
    book: Book, laws: tuple[Law, ...], hands: int, seed: int, config: Config | None = None
) -> Trial:
    """Return a trial in which nothing is planted."""
    made = simulate(book, hands=hands, seed=seed)
    return Trial(made, audit(Case(made.log, book, laws, config or Config())))


def planted(  # noqa: PLR0913 - each says one thing about the trial
    book: Book, laws: tuple[Law, ...], hands: int, *, seed: int, each: int, cardroom: str = ""
) -> Trial:
    """Return a trial with so many violations and near misses of every check that is in force."""
    wanted = dict.fromkeys([check for check in REGISTRY if check != WINDOWED], each)
    rooms = [cardroom] if cardroom else []
    made = simulate(book, hands=hands, seed=seed, cardrooms=rooms, plant=wanted, near=wanted)
    return Trial(made, audit(Case(made.log, book, laws)))


def windowed(  # noqa: PLR0913 - each says one thing about the trial
    book: Book, laws: tuple[Law, ...], hands: int, *, seed: int, each: int, cardroom: str = ""
) -> Trial:
    """Return a trial of the rule on rotation within a window, applied as if it were in force."""
    wanted, rooms = {WINDOWED: each}, [cardroom] if cardroom else []
    made = simulate(book, hands=hands, seed=seed, cardrooms=rooms, plant=wanted, near=wanted)
    config = Config(as_if=(WINDOW_RULE,))
    return Trial(made, audit(Case(made.log, book, laws, config)))
