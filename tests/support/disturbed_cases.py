"""Cases with something changed: a record more or less, another amount, time, seat or name.

What a case is about stays near, so that checks meet what they hardly ever meet in logs that are in
order. The changes of a case depend on its name and a seed alone, not on its neighbors.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, Final

from feeaudit.intake.tables import TABLES
from feeaudit.rules.configuration.model import Config, Person
from support.answers import lines_by_table
from support.casebook import CASES, case_texts
from support.joined_cases import JoinedCases, has_fees_of_no_table, is_set_up

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log
    from feeaudit.simulate.casebook import CaseText, Row, Rows

_MOST_CHANGES: Final = 3
_NO_TABLE, _COVERAGE = "records of no table", "coverage"
_CENTS: Final = (-10_000, -500, -100, -50, -1, 1, 50, 100, 500, 10_000)
_MINUTES: Final = (-31, -10, -1, 1, 5, 29, 60)
_PEOPLE: Final = ("ann", "bob", "cho")
# What may stand in a column whose words are not listed.
_WORDS: Final = {
    "seat": ("1", "2", "3", "5", "9"),
    "player_dealer_seat": ("1", "2", "3", "5"),
    "action_seat": ("1", "2", "3", "5"),
    "player": _PEOPLE,
    "player_dealer": _PEOPLE,
    "provider": ("Bay", "Coast"),
    "option": ("1", "2", "3", "4", "10"),
    "wager": ("base", "ante", "blind", "play", "bonus", "tie", "player_line"),
    "fee": ("base", "bonus", "jackpot", "time"),
    "waived": ("closing", "Ladies night"),
}
_CHOICES: Final = {
    (name, each.name): each.choices
    for name, columns in TABLES.items()
    for each in columns
    if each.choices
}


def disturbed_cases() -> tuple[CaseText, ...]:
    """Return the cases that one log can hold, each under the name of its check and its own."""
    texts = (text for path in sorted(CASES.glob("*.yaml")) for text in case_texts(path))
    return tuple(
        replace(text, name=f"{text.check}-{text.name}")
        for text in texts
        if not is_set_up(text) and "tables" not in text.body and not has_fees_of_no_table(text)
    )


def disturbed_log(texts: tuple[CaseText, ...], seed: int) -> Log:
    """Return a log of all cases, each with something changed."""
    return JoinedCases(texts, change=Disturbance(seed)).log


def site_of(log: Log, seed: int) -> Config:
    """Return a site that knows some of the people in a log, a few by two names."""
    known = []
    for names in _names_by_case(log).values():
        random = Random(f"{seed} {names[0]}")  # noqa: S311 - the same every time
        random.shuffle(names)
        role = random.choice(_CHOICES["seats", "role"])
        provider = random.choice(_WORDS["provider"]) if role == "third_party" else ""
        known.append(Person(names[0], role, provider, names=tuple(names[1:][: seed % 3])))
    return Config(people=tuple(known), count_tolerance=100, waivers=("closing",))


def _names_by_case(log: Log) -> dict[str, list[str]]:
    """Return whom the seats and hands of each case name; a case's own name ends theirs."""
    found: dict[str, list[str]] = defaultdict(list)
    columns = (("hands", "player_dealer"), ("wagers", "player"), ("seats", "player"))
    words = {each for table, name in columns for each in log.table(table).column(name).to_pylist()}
    for word in sorted(filter(None, words)):
        found[word.partition(" (")[2]].append(word)
    found.pop("", None)
    return found


@dataclass(frozen=True)
class Disturbance:
    """Changes by a seed."""

    seed: int

    def __call__(self, text: CaseText, rows: Rows) -> Rows:
        """Return the records of a case with something changed."""
        random = Random(f"{self.seed} {text.name}")  # noqa: S311 - the same every time
        changed = {name: [dict(row) for row in each] for name, each in rows.items()}
        for _ in range(random.randint(1, _MOST_CHANGES)):
            stated = [name for name, each in changed.items() if each]
            name = random.choice(stated)
            random.choice(_CHANGES)(random, name, changed[name])
        return changed


def _left_out(random: Random, name: str, rows: list[Row]) -> None:
    if name != "hands" or len(rows) > 1:
        rows.pop(random.randrange(len(rows)))


def _again(random: Random, name: str, rows: list[Row]) -> None:
    row = dict(random.choice(rows))
    if name == "hands":
        row["hand_id"] = f"{row['hand_id']} again"
    rows.append(row)


def _another_amount(random: Random, _name: str, rows: list[Row]) -> None:
    row = random.choice(rows)
    for key in [key for key, value in row.items() if type(value) is int]:
        step = random.choice((-1, 1)) if key.startswith("players") else random.choice(_CENTS)
        row[key] = max(row[key] + step, 0)


def _another_time(random: Random, _name: str, rows: list[Row]) -> None:
    row = random.choice(rows)
    times = [key for key, value in row.items() if isinstance(value, datetime)]
    if times:
        row[random.choice(times)] += timedelta(minutes=random.choice(_MINUTES))


def _another_word(random: Random, name: str, rows: list[Row]) -> None:
    known = [
        each.name for each in TABLES[name] if each.name in _WORDS or (name, each.name) in _CHOICES
    ]
    key = random.choice(known)
    row = random.choice(rows)
    row[key] = random.choice(_CHOICES.get((name, key)) or _WORDS[key])


def _blank(random: Random, name: str, rows: list[Row]) -> None:
    row = random.choice(rows)
    needed = {each.name for each in TABLES[name] if each.required}
    spare = [key for key, value in row.items() if key not in needed and value is not None]
    if spare:
        del row[random.choice(spare)]


def _changed_places(random: Random, _name: str, rows: list[Row]) -> None:
    one, other = random.choice(rows), random.choice(rows)
    shared = sorted({*one} & {*other} - {"hand_id", "table", "cardroom"})
    key = random.choice(shared) if shared else ""
    if key:
        one[key], other[key] = other[key], one[key]


_CHANGES: Final = (
    *(_left_out, _again, _another_amount, _another_amount, _another_time),
    *(_another_word, _another_word, _blank, _changed_places),
)


def digests_by_check(result: AuditResult) -> dict[str, str]:
    """Return what is said of the cases of each check, as a number that changes with any word."""
    digests: dict[str, Any] = defaultdict(sha256)
    for table, line in lines_by_table(result):
        check = "-".join(table.split("-")[:2]) if table else _NO_TABLE
        digests[check].update(f"{line}\n".encode())
    for each in result.coverage:
        digests[_COVERAGE].update(f"{each}\n".encode())
    return {name: digest.hexdigest()[:16] for name, digest in sorted(digests.items())}
