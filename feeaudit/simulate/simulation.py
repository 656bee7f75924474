"""A simulation: a log of realistic sessions, and the violations that were planted in it."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Final

import numpy as np
import pyarrow as pa
import pyarrow.csv

from feeaudit.book.catalogue import find_cardroom, find_game
from feeaudit.core.problem import Unknown, nearest
from feeaudit.core.whole_files import replace_file
from feeaudit.intake.log import ZONE, Log
from feeaudit.intake.log_writer import write_log
from feeaudit.intake.tables import NAME
from feeaudit.resources import folder
from feeaudit.simulate.clean_draft import clean_draft
from feeaudit.simulate.draft import log_of
from feeaudit.simulate.paperwork import count_boxes
from feeaudit.simulate.plant import AFTER_COUNTING, BEFORE_COUNTING, NEEDS, PLANTERS
from feeaudit.simulate.plant.plot import Plot, records_of
from feeaudit.simulate.setups import setups_of
from feeaudit.simulate.sittings import midnights, sittings_of
from feeaudit.simulate.splice import Splice, SplicedCase, cases_of, joined, spliced

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from feeaudit.book.model import Book
    from feeaudit.simulate.casebook import CaseText, Row
    from feeaudit.simulate.draft import Draft
    from feeaudit.simulate.setups import Setup, Skipped

DAY: Final = date(2026, 3, 6)
_NOTHING: Final[dict[str, int]] = {}
_NO_PINS: Final[dict[str, str]] = {}


# What the lists of planted violations and of what comes with them say of each.
_PLACE: Final = [
    ("hand_id", pa.string()),
    ("cardroom", NAME),
    ("table", NAME),
    ("check", pa.string()),
]
_AMOUNT: Final = [("seat", NAME), ("amount_cents", pa.int64())]
_PLANTED: Final = pa.schema(
    [*_PLACE, ("what", pa.string()), *_AMOUNT, ("player", NAME), ("plant", pa.int32())]
)
_COMPANIONS: Final = pa.schema(
    [*_PLACE, ("comes_with", pa.string()), *_AMOUNT, ("plant", pa.int32())]
)


@dataclass(frozen=True, slots=True)
class Shortfall:
    """A check of which fewer violations were planted than asked for."""

    check: str
    wanted: int
    planted: int

    def __str__(self) -> str:
        return (
            f"{self.check}: {self.planted} of {self.wanted} planted; the log has no room for more"
        )


@dataclass(frozen=True, slots=True)
class Simulation:
    """A simulated log, what was planted in it, and which checks found too few places.

    ``companions`` are the other checks that planted violations and near misses violate; ``near``
    are the near misses, on which no check may find anything else. Rows of one check with the same
    ``plant`` are one violation.
    """

    log: Log
    planted: pa.Table
    companions: pa.Table
    near: pa.Table
    shortfalls: tuple[Shortfall, ...] = ()

    @property
    def violations(self) -> int:
        """Return how many violations were planted; one that takes several hands is one."""
        names = [self.planted.column(name).to_pylist() for name in ("check", "plant")]
        return len(set(zip(*names, strict=True)))


def simulate(  # noqa: PLR0913 - each says one thing about the log wanted
    book: Book,
    *,
    hands: int,
    seed: int = 1,
    cardrooms: Sequence[str] = (),
    games: Sequence[str] = (),
    options: Sequence[str] = (),
    day: date = DAY,
    days: int = 1,
    plant: Mapping[str, int] = _NOTHING,
    near: Mapping[str, int] = _NOTHING,
    editions: Mapping[str, str] = _NO_PINS,
) -> Simulation:
    """Return a log of so many hands; the same arguments always give the same log.

    The cases of checks that are planted are on tables of their own, beside those hands.

    ``cardrooms``, ``games`` and ``options`` narrow what is played (nothing: all that can be),
    ``plant`` says how many violations of which check, ``near`` how many hands that only just keep
    to it, ``editions`` pins schedules to an edition.
    Raise Unknown where nothing that was asked for exists or can be simulated.
    """
    if hands < 1 or days < 1:
        raise Unknown("a log has at least one hand and one day")
    if seed < 0:
        raise Unknown(f"a seed is a whole number from zero on, not {seed}")
    if days > (date.max - day).days:
        raise Unknown(f"the calendar does not have so many days from {day} on")
    _refuse_unknown([*plant, *near])
    rng = np.random.Generator(np.random.PCG64(seed))
    rooms = {find_cardroom(book, each).cardroom for each in cardrooms}
    played = SplicedCase(book, rooms, _games(book, games, rooms), set(options))
    setups = _setups(played, editions)
    needs = [NEEDS[check] for check in PLANTERS if plant.get(check, 0) > 0 and check in NEEDS]
    sittings = sittings_of(setups, hands, midnights(day, days, ZONE), rng, needs)
    draft = clean_draft(setups, sittings, rng)
    plots = list(_plots(draft, book, plant, rng))
    by_case = {check: count for check, count in plant.items() if check not in PLANTERS}
    texts = [*_cases(played, by_case, rng), *_cases(played, near, rng, near=True)]
    # Tables of cases are numbered on from those of the night.
    number = len({sitting.table for sitting in sittings}) + 1
    made = spliced([Splice(*each, place) for place, each in enumerate(texts, number)], book, day)
    noted = [each for plot in plots for each in plot.planted]
    beside = [each for plot in plots for each in plot.companions]
    return Simulation(
        log=joined(log_of(draft, ZONE), made.rows),
        planted=_listed([*records_of(draft, noted), *made.planted], _PLANTED),
        companions=_listed([*records_of(draft, beside), *made.companions], _COMPANIONS),
        near=_listed(made.near, _PLANTED),
        shortfalls=tuple(_shortfalls(plant, plots, made.planted)),
    )


def _refuse_unknown(checks: Sequence[str]) -> None:
    """Refuse checks that there are not; every check has its cases."""
    known = {path.stem for path in folder("cases").glob("*.yaml")}
    for check in checks:
        if check not in known:
            hint = nearest(check, known) or "; feeaudit checks lists them"
            raise Unknown(f"{check!r} is not a check{hint}")


def _plots(
    draft: Draft, book: Book, wanted: Mapping[str, int], rng: np.random.Generator
) -> Iterator[Plot]:
    """Yield what is planted by hand, and count the boxes on the way."""
    for stage in (BEFORE_COUNTING, AFTER_COUNTING):
        if stage is AFTER_COUNTING:
            count_boxes(draft)
        for check, planter in stage.items():
            if wanted.get(check, 0) > 0:
                plot = Plot(check, wanted[check], draft, book, rng)
                planter(plot)
                draft.settle()
                yield plot


def _cases(
    played: SplicedCase, wanted: Mapping[str, int], rng: np.random.Generator, *, near: bool = False
) -> Iterator[tuple[CaseText, int]]:
    """Yield so many cases of each check, each with its number; few cases come several times."""
    for check, count in wanted.items():
        texts = cases_of(check, played, near=near)
        drawn = [texts[place] for place in rng.permutation(len(texts)).tolist()]
        for number in range(count if drawn else 0):
            yield drawn[number % len(drawn)], number + 1


def _shortfalls(
    wanted: Mapping[str, int], plots: Sequence[Plot], planted: Sequence[Row]
) -> Iterator[Shortfall]:
    done = {plot.check: plot.done for plot in plots}
    cases = Counter(check for check, _ in {(row["check"], row["plant"]) for row in planted})
    for check, count in wanted.items():
        if done.get(check, cases[check]) < count:
            yield Shortfall(check, count, done.get(check, cases[check]))


def _listed(rows: Sequence[Row], schema: pa.Schema) -> pa.Table:
    """Return records as a table; names are encoded as those of a log are."""
    plain = pa.schema(
        [(each.name, pa.string() if each.type == NAME else each.type) for each in schema]
    )
    return pa.Table.from_pylist(list(rows), schema=plain).cast(schema)


def _setups(played: SplicedCase, editions: Mapping[str, str]) -> list[Setup]:
    setups, skipped = setups_of(
        played.book, editions, played.cardrooms, played.games, played.options
    )
    if not setups:
        raise Unknown(_why_nothing(skipped))
    return setups


def _games(book: Book, games: Sequence[str], rooms: set[str]) -> set[str]:
    """Return the ids of games, each known to at least one of the cardrooms."""
    found: set[str] = set()
    places = [each for each in book.cardrooms if not rooms or each.cardroom in rooms]
    for text in games:
        misses = []
        for cardroom in places:
            try:
                found.add(find_game(cardroom, text).game)
            except Unknown as why:
                misses.append(why)
        if len(misses) == len(places):
            raise misses[0]
    return found


def _why_nothing(skipped: list[Skipped]) -> str:
    if not skipped:
        return "no schedule in force prints such an option for such a game"
    first = skipped[0]
    option = f"option {first.option}" if first.option else ""
    what = " ".join(filter(None, [first.cardroom, first.game, option]))
    return f"nothing that was asked for can be simulated cleanly; {what}: {first.reason}"


def write_simulation(made: Simulation, output: Path, format_: str) -> list[Path]:
    """Write a log (a folder, or a workbook) and what was planted; return the files."""
    written = write_log(made.log, output, format_)
    # Several workbooks may lie in one folder.
    planted = output.with_suffix(".planted.csv") if format_ == "xlsx" else output / "planted.csv"
    replace_file(planted, lambda path: pyarrow.csv.write_csv(made.planted, path))
    return [*written, planted]
