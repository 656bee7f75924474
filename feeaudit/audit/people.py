"""People of the site's configuration beside the log: what it leaves blank they fill in.

The log's own word stands wherever it says what somebody is. Where the two differ, the audit says
so, because one of them is wrong.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
import pyarrow as pa

from feeaudit.core.arrays import distinct
from feeaudit.intake.tables import NAME
from feeaudit.rules.configuration.model import date_of, spelled, within

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from feeaudit.core.arrays import Ints
    from feeaudit.intake.log import Log
    from feeaudit.rules.configuration.model import Config, Person

THIRD_PARTY: Final = "third_party"


def entries(config: Config, words: Sequence[str], codes: Ints, times: Ints) -> Ints:
    """Return the place of each record's person among the configured people, -1 for none.

    ``codes`` number ``words``, -1 for a blank; ``times`` tell the gaming day that counts.
    """
    listed = _by_word(config, words)
    always = np.full(len(words) + 1, -1, dtype=np.int64)
    for word, places in listed.items():
        if _always(config.people[places[0]]):
            always[word] = places[0]
    found: Ints = always[codes]
    for word, places in listed.items():
        if always[word] < 0:
            rows = np.flatnonzero(codes == word)
            found[rows] = _on_days(config, places, config.gaming_days(times[rows]))
    return found


def _by_word(config: Config, words: Sequence[str]) -> dict[int, list[int]]:
    """Return the configured people that each word may mean."""
    called: dict[str, list[int]] = {}
    for place, person in enumerate(config.people):
        for name in sorted(person.called):
            called.setdefault(name, []).append(place)
    spellings = ((number, spelled(word)) for number, word in enumerate(words))
    return {number: called[name] for number, name in spellings if name in called}


def _always(person: Person) -> bool:
    return person.start is None and person.end is None


def _on_days(config: Config, places: list[int], days: Ints) -> Ints:
    found = np.full(len(days), -1, dtype=np.int64)
    for day in distinct(days).tolist():
        for place in places:
            person = config.people[place]
            if within(date_of(day), person.start, person.end):
                found[days == day] = place
    return found


def with_people(log: Log, config: Config) -> Log:
    """Return a log whose seats have the role and provider that only the configuration knows."""
    seats = log.tables.get("seats")
    if seats is None or not config.people or not len(seats):
        return log
    entry = _entries_of(seats, config)
    role, provider = _words(seats, "role"), _words(seats, "provider")
    for row in np.flatnonzero(entry >= 0).tolist():
        person = config.people[entry[row]]
        if role[row] is None and (provider[row] is None or person.role == THIRD_PARTY):
            role[row] = person.role
        if role[row] == THIRD_PARTY and provider[row] is None:
            provider[row] = person.provider or None
    filled = _with_column(_with_column(seats, "role", role), "provider", provider)
    return replace(log, tables={**log.tables, "seats": filled})


def disagreements(log: Log, config: Config) -> Iterator[str]:
    """Yield whom the log and the configuration take for different things, once each."""
    seats = log.tables.get("seats")
    if seats is None or not config.people or "role" not in seats.column_names:
        return
    entry, names, roles = _entries_of(seats, config), _words(seats, "player"), _words(seats, "role")
    differing = {
        (str(names[row]), str(roles[row]), config.people[entry[row]].role)
        for row in np.flatnonzero(entry >= 0).tolist()
        if roles[row] is not None and roles[row] != config.people[entry[row]].role
    }
    for name, said, known in sorted(differing):
        yield (
            f"The log seats {name} as {_plain(said)}, the configuration says {_plain(known)};"
            " the audit follows the log."
        )


def _plain(role: str) -> str:
    return role.replace("_", " ")


def _entries_of(seats: pa.Table, config: Config) -> Ints:
    column = seats.column("player").combine_chunks()
    words = [str(word) for word in column.dictionary.to_pylist()]
    codes = column.indices.fill_null(-1).to_numpy(zero_copy_only=False).astype(np.int64)
    times = seats.column("from").cast(pa.int64()).fill_null(0).to_numpy()
    return entries(config, words, codes, times)


def _words(table: pa.Table, name: str) -> list[Any]:
    """Return a column of names, None where blank or where the log lacks it."""
    if name not in table.column_names:
        return [None] * len(table)
    words = table.column(name).to_pylist()
    return [word if word is None or word.strip() else None for word in words]


def _with_column(table: pa.Table, name: str, words: list[Any]) -> pa.Table:
    if not any(word is not None for word in words):
        return table
    column = pa.array(words, pa.string()).dictionary_encode().cast(NAME)
    if name in table.column_names:
        return table.set_column(table.column_names.index(name), name, column)
    return table.append_column(name, column)
