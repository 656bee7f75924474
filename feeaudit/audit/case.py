"""A case: one log beside the book, with the joins that checks share computed once."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from feeaudit.audit.base_wagers import with_base_wagers
from feeaudit.audit.cardrooms import log_with_ids
from feeaudit.audit.digests import digests, holds
from feeaudit.audit.log_frames import (
    HandIds,
    child_frame,
    hands_frame,
    place_frame,
    table_numbers,
    tables_named,
)
from feeaudit.audit.parts.surroundings import (
    at_known_times,
    at_tables,
    charges_of,
    payers_of,
    undated_charges,
)
from feeaudit.audit.people import with_people
from feeaudit.core.threads import processors, side_by_side
from feeaudit.rules.configuration.model import Config
from feeaudit.rules.contexts import Context, Contexts, contexts

if TYPE_CHECKING:
    from collections.abc import Callable

    import pandas as pd
    import pyarrow as pa

    from feeaudit.audit.parts.surroundings import Payers, Surroundings
    from feeaudit.book.model import Book, Law, LawRule
    from feeaudit.core.arrays import Bools, Digests, Ints
    from feeaudit.intake.log import Log

_RECORDS: Final = ("wagers", "collections", "offers")
# Threads take longer to start than so many hands take to be read.
_FEW: Final = 2_000


@dataclass
class Case:
    """What is audited: a log, the book, the law, and how the site is set up.

    ``surroundings`` is the rest of the log where this is a part of one, ``threads`` how many may
    work on it, ``known`` what functions that are ``shared`` have worked out of it.
    """

    log: Log
    book: Book
    laws: tuple[Law, ...] = ()
    config: Config = field(default_factory=Config)
    surroundings: Surroundings | None = None
    threads: int = field(default_factory=processors)
    known: dict[tuple[Any, ...], Any] = field(default_factory=dict, repr=False)

    def __post_init__(self) -> None:
        """Call cardrooms by their ids; let people of the configuration fill what is left blank."""
        self.log = with_people(log_with_ids(self.log, self.book), self.config)

    @cached_property
    def hands(self) -> pd.DataFrame:
        """The hands, with ``table_code``, ``context`` and ``day`` (the gaming day since 1970)."""
        frame = hands_frame(self.log)
        frame["day"] = self.config.gaming_days(frame["started_at"].to_numpy())
        frame["context"] = self._contexts_of(frame).of_hand
        return frame

    def _contexts_of(self, hands: pd.DataFrame) -> Contexts:
        self._found = contexts(hands, self.book, self.config)
        return self._found

    @property
    def contexts(self) -> tuple[Context, ...]:
        """The contexts that occur; ``hands.context`` numbers them."""
        _ = self.hands
        return self._found.each

    @cached_property
    def games(self) -> Ints:
        """The game of each hand by number, whatever name the log gives it."""
        numbers: dict[tuple[str, str], int] = {}
        of_context = [
            numbers.setdefault(
                ("game", each.game.game) if each.game else ("name", each.game_name), len(numbers)
            )
            for each in self.contexts
        ]
        games: Ints = np.array(of_context, dtype=np.int64)[self.hands["context"].to_numpy()]
        return games

    @cached_property
    def table_numbers(self) -> dict[tuple[str, str], int]:
        """The ``table_code`` of each cardroom and table that has hands."""
        return table_numbers(self.hands)

    def tables_named(self, frame: pd.DataFrame) -> Ints:
        """Return the ``table_code`` of the table that each record names, -1 for none."""
        return tables_named(frame, self.table_numbers)

    @cached_property
    def hand_ids(self) -> HandIds:
        """The ids of the hands, to find hands by."""
        return HandIds(self.log.hands.column("hand_id"))

    @cached_property
    def _records(self) -> dict[str, pd.DataFrame]:
        made = partial(child_frame, self.log, hands=self.hand_ids)
        threads = self.threads if len(self.log.hands) > _FEW else 1
        records = dict(zip(_RECORDS, side_by_side(made, _RECORDS, threads), strict=True))
        context = self.hands["context"].to_numpy()
        records["wagers"] = with_base_wagers(records["wagers"], context, self.contexts)
        return records

    @property
    def wagers(self) -> pd.DataFrame:
        """The wagers, with ``hand``."""
        return self._records["wagers"]

    @property
    def collections(self) -> pd.DataFrame:
        """The collections, with ``hand`` (-1 for time fees and orphans)."""
        return self._records["collections"]

    @property
    def offers(self) -> pd.DataFrame:
        """The offers of the player-dealer position, with ``hand``."""
        return self._records["offers"]

    @cached_property
    def seats(self) -> pd.DataFrame:
        """Who sat where, with ``table_code``."""
        return place_frame(self.log, "seats", self.table_numbers)

    @cached_property
    def postings(self) -> pd.DataFrame:
        """What was posted at tables, with ``table_code``."""
        return place_frame(self.log, "postings", self.table_numbers)

    @cached_property
    def counts(self) -> pd.DataFrame:
        """The counts of drop boxes, with ``table_code``."""
        return place_frame(self.log, "counts", self.table_numbers)

    @cached_property
    def charges(self) -> pa.Table:
        """The fees for periods, at all tables of the log where this is a part of one."""
        if self.surroundings is not None:
            return self.surroundings.charges
        charges = charges_of(self.log.table("collections"))
        if "hand_id" not in charges.column_names:
            return charges
        tables = sorted(self.table_numbers, key=self.table_numbers.__getitem__)
        hand = self.hand_ids.rows(charges.column("hand_id"))
        return at_tables(charges, tables, np.append(self.hands["table_code"], -1)[hand])

    @cached_property
    def tables_with_undated_charges(self) -> Ints:
        """The tables, by ``table_code``, with a fee for a period of which no day is known."""
        rest = self.surroundings
        undated = undated_charges(self.charges) if rest is None else rest.undated
        found = [self.table_numbers.get(each, -1) for each in undated]
        return np.array(found, dtype=np.int64)

    @cached_property
    def payers(self) -> Payers:
        """Who paid fees for periods, by cardroom and name, anywhere in the log."""
        if self.surroundings is not None:
            return self.surroundings.payers
        return payers_of(at_known_times(self.charges))

    @cached_property
    def repeated(self) -> Bools:
        """Which hands have an id that stands before them, anywhere in the log."""
        if self.surroundings is None:
            return self.hand_ids.repeated()
        firsts, again = self.surroundings.repeated, self.no_hand
        if firsts:
            ids = self.hands["hand_id"]
            rows = np.flatnonzero(ids.isin(firsts.keys()).to_numpy())
            source, row = (self.hands[name].to_numpy()[rows] for name in ("source", "row"))
            places = zip(ids.to_numpy()[rows], source.tolist(), row.tolist(), strict=True)
            again[rows] = [firsts[name] != (one, other) for name, one, other in places]
        return again

    def holds(self, ids: list[str]) -> Bools:
        """Tell which ids are those of hands, of the whole log where this is a part of one."""
        if self.surroundings is not None:
            return self.surroundings.holds(ids)
        return holds(self._known_ids, ids)

    @cached_property
    def _known_ids(self) -> Digests:
        ids = self.log.hands.column("hand_id") if self.log.ids is None else self.log.ids
        return np.sort(digests(ids))

    def has(self, *columns: str) -> bool:
        """Tell whether the log states all of these: ``wagers`` or ``hands.option``."""
        return all(self._has(each) for each in columns)

    def _has(self, name: str) -> bool:
        table, _, column = name.partition(".")
        return table in self.log.tables if not column else self.log.has(table, column)

    def lacking(self, *columns: str) -> str:
        """Return what the log lacks of these, for a person; blank where nothing."""
        missing = [each for each in columns if not self._has(each)]
        return f"the log lacks {', '.join(missing)}" if missing else ""

    def of_contexts(self, test: Callable[[Context], bool]) -> Bools:
        """Return which hands are in a context that passes a test."""
        passing = np.array([test(each) for each in self.contexts], dtype=bool)
        chosen: Bools = passing[self.hands["context"].to_numpy()]
        return chosen

    @cached_property
    def player_dealer_hands(self) -> Bools:
        """Which hands are of games with a player-dealer position."""
        return self.of_contexts(
            lambda each: each.game is not None and each.game.kind == "player_dealer"
        )

    def law(self, rule: str) -> LawRule | None:
        """Return a statewide rule by its id."""
        return next((each for law in self.laws for each in law.rules if each.rule == rule), None)

    @property
    def every_hand(self) -> Bools:
        """All hands."""
        return np.ones(len(self.hands), dtype=bool)

    @property
    def no_hand(self) -> Bools:
        """No hand."""
        return np.zeros(len(self.hands), dtype=bool)
