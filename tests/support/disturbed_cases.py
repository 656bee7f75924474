"""Cases with something changed: a record more or less, another amount, time, seat or name.

What a case is about stays near, so that checks meet what they hardly ever meet in logs that are in
order. From seed ``_RECAST_FROM`` on whole cases are recast as well: columns or tables are left out,
the table goes on as that of another case does, it happens on another day. The changes of a case
depend on its name, a seed and the cases of the same game, not on its neighbors.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any, Final

from feeaudit.intake.tables import TABLES
from feeaudit.rules.configuration.model import Config, Person, SettledDoubt
from feeaudit.simulate.casebook import rows_of
from support.answers import lines_by_table
from support.casebook import CASES, case_texts
from support.joined_cases import JoinedCases, has_fees_of_no_table, is_set_up
from support.shipped import shipped_book, shipped_laws

if TYPE_CHECKING:
    from feeaudit.audit.result import AuditResult
    from feeaudit.intake.log import Log
    from feeaudit.simulate.casebook import CaseText, Row, Rows

_MOST_CHANGES: Final = 3
_NO_TABLE: Final = "records of no table"
_CENTS: Final = (-10_000, -500, -100, -50, -1, 1, 50, 100, 500, 10_000)
_MINUTES: Final = (-31, -10, -1, 1, 5, 29, 60)
# Cases begin at ten in the morning: half an hour or some hours later, across the end of the gaming
# day at six, and when clocks are put forward in March.
_SHIFTS: Final = (30, 7 * 60 + 15, 19 * 60 + 58, 20 * 60 - 3, 34 * 24 * 60 + 15 * 60 + 30)
# Before and after rules of the law came into force.
_YEARS: Final = (2001, 2003, 2020, 2025, 2027)
# From this seed on whole cases are recast, and so many of them go on as another does.
_RECAST_FROM: Final = 2
_GOING_ON: Final = 0.5
# Each takes a twelfth of a second.
_SMALL_LOGS: Final = 80
# So many doubts are settled, and editions pinned, at sites that know their people.
_SETTLED: Final = 0.3
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
    return JoinedCases(texts, change=_disturbance(texts, seed)).log


def small_logs(texts: tuple[CaseText, ...], seed: int) -> list[Log]:
    """Return logs of two cases each, in which what is numbered is mostly the first of its kind."""
    change = _disturbance(texts, seed)
    some = sorted(texts, key=lambda each: _lot(seed, each.name))[: 2 * _SMALL_LOGS]
    pairs = zip(some[::2], some[1::2], strict=True)
    return [JoinedCases(pair, change=change).log for pair in pairs]


def _lot(*words: object) -> bytes:
    """Return a lot by which to draw some: a case more changes little of what is drawn."""
    return sha256(" ".join(map(str, words)).encode()).digest()


def _disturbance(texts: tuple[CaseText, ...], seed: int) -> Disturbance:
    alike = defaultdict(list)
    for text in texts:
        alike[_kind(text)].append(text)
    return Disturbance(seed, alike)


def site_of(log: Log, seed: int) -> Config:
    """Return a site that knows some of the people in a log, a few by two names."""
    known = []
    for names in _names_by_case(log).values():
        random = Random(f"{seed} {names[0]}")  # noqa: S311 - the same every time
        random.shuffle(names)
        role = random.choice(_CHOICES["seats", "role"])
        provider = random.choice(_WORDS["provider"]) if role == "third_party" else ""
        known.append(Person(names[0], role, provider, names=tuple(names[1:][: seed % 3])))
    return Config(
        people=tuple(known),
        count_tolerance=100,
        waivers=("closing",),
        **_of_the_book(Random(seed)) if seed >= _RECAST_FROM else {},  # noqa: S311 - likewise
    )


def _of_the_book(random: Random) -> dict[str, Any]:
    """Return what a site may say of the book: doubts settled, editions pinned, laws applied."""
    rooms = shipped_book().cardrooms
    doubts = [
        each
        for room in rooms
        for some in (
            room.anomalies,
            *(game.anomalies for game in room.games),
            *(schedule.anomalies for schedule in room.schedules),
        )
        for each in some
        if each.open and each.readings
    ]
    settled = [
        SettledDoubt(each.id, random.choice(each.readings).reading, "letter")
        for each in doubts
        if random.random() < _SETTLED
    ]
    pinned = {
        f"{room.cardroom}/{each.schedule}": each.edition
        for room in rooms
        for each in room.schedules
        if random.random() < _SETTLED
    }
    rules = [rule.rule for law in shipped_laws() for rule in law.rules if rule.checks]
    return {"settled": settled, "editions": pinned, "as_if": rules}


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
    """Changes by a seed; ``alike`` are the cases of a cardroom and game."""

    seed: int
    alike: dict[tuple[str, str], list[CaseText]]

    def __call__(self, text: CaseText, rows: Rows) -> Rows:
        """Return the records of a case with something changed."""
        random = Random(f"{self.seed} {text.name}")  # noqa: S311 - the same every time
        changed = {name: [dict(row) for row in each] for name, each in rows.items()}
        if self.seed >= _RECAST_FROM:
            self._go_on(random, text, changed)
            for _ in range(random.randint(1, 2)):
                random.choice(_RECASTS)(random, changed)
        for _ in range(random.randint(1, _MOST_CHANGES)):
            stated = [name for name, each in changed.items() if each]
            name = random.choice(stated)
            random.choice(_CHANGES)(random, name, changed[name])
        return changed

    def _go_on(self, random: Random, text: CaseText, rows: Rows) -> None:
        """Let the table go on as that of a case of the same cardroom and game, where there is one."""
        alike = self.alike[_kind(text)]
        other = min(alike, key=lambda each: _lot(self.seed, text.name, each.name))
        break_ = timedelta(minutes=random.choice((1, 2, 2, 2, 30)))
        if random.random() < _GOING_ON:
            _add(rows, rows_of(other.body), "later", _length(rows) + break_)


def _kind(text: CaseText) -> tuple[str, str]:
    """Return at which cardroom a case is, and what is played first."""
    first = rows_of(text.body)["hands"][0]
    return str(first["cardroom"]), str(first["game"])


# Changes of a whole case, each a way in which logs differ: what they leave out, how long they last,
# when and where they were kept.


def _column_left_out(random: Random, rows: Rows) -> None:
    name = random.choice([name for name, each in rows.items() if each])
    needed = {each.name for each in TABLES[name] if each.required}
    stated = sorted({key for row in rows[name] for key in row} - needed)
    key = random.choice(stated) if stated else ""
    for row in rows[name]:
        row.pop(key, None)


def _table_left_out(random: Random, rows: Rows) -> None:
    stated = [name for name, each in rows.items() if each and name != "hands"]
    if stated:
        rows[random.choice(stated)].clear()


def _again_and_again(random: Random, rows: Rows) -> None:
    """Let all of it happen some times, one time after the other."""
    times = random.choice((2, 3, 4, 8))
    once = {name: [dict(row) for row in each] for name, each in rows.items()}
    step = _length(rows) + timedelta(minutes=random.choice((1, 2, 10)))
    for turn in range(1, times):
        _add(rows, once, f"turn {turn}", step * turn)


def _at_another_time(random: Random, rows: Rows) -> None:
    later = timedelta(minutes=random.choice(_SHIFTS))
    for row in (row for each in rows.values() for row in each):
        row |= {key: each + later for key, each in row.items() if isinstance(each, datetime)}


def _on_another_day(random: Random, rows: Rows) -> None:
    year = random.choice(_YEARS)
    for row in (row for each in rows.values() for row in each):
        row |= {
            key: each.replace(year=year, day=min(each.day, 28))
            for key, each in row.items()
            if isinstance(each, datetime)
        }


def _at_two_tables(random: Random, rows: Rows) -> None:
    """Let the later hands be dealt at another table."""
    hands = rows["hands"]
    for row in hands[random.randrange(len(hands)) :]:
        row["table"] = "other"


def _people_changed_places(random: Random, rows: Rows) -> None:
    named = [
        (row, key)
        for each in rows.values()
        for row in each
        for key in ("player", "player_dealer")
        if row.get(key)
    ]
    names = sorted({row[key] for row, key in named})
    random.shuffle(names)
    turned = dict(zip(sorted(names), names, strict=True))
    for row, key in named:
        row[key] = turned[row[key]]


def _fees_in_two(random: Random, rows: Rows) -> None:
    for row in random.sample(rows["collections"], min(2, len(rows["collections"]))):
        part = row["amount"] // random.choice((2, 3))
        rows["collections"].append(row | {"amount": part})
        row["amount"] -= part


def _bets_in_two(random: Random, rows: Rows) -> None:
    for row in random.sample(rows["wagers"], min(2, len(rows["wagers"]))):
        part = row["amount"] // random.choice((2, 3))
        rows["wagers"].append(row | {"amount": part})
        row["amount"] -= part


_RECASTS: Final = (
    *(_column_left_out, _column_left_out, _table_left_out, _again_and_again, _at_another_time),
    *(_on_another_day, _at_two_tables, _people_changed_places, _fees_in_two, _bets_in_two),
)


def _length(rows: Rows) -> timedelta:
    """Return how long the hands of a case last."""
    started: list[datetime] = [row["started_at"] for row in rows["hands"]]
    return max(started) - min(started)


def _add(rows: Rows, more: Rows, turn: str, later: timedelta) -> None:
    """Add records that happen later, to hands of their own."""
    for name, each in more.items():
        for row in each:
            added = {
                key: value + later if isinstance(value, datetime) else value
                for key, value in row.items()
            }
            if added.get("hand_id") is not None:
                added["hand_id"] = f"{added['hand_id']} {turn}"
            rows[name].append(added)


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
        # Only what was won can be below nothing: it was lost.
        row[key] += step if key == "result" else max(step, -row[key])


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
    whole = {
        "totals": (result.hands, result.tables, result.over, result.under, result.notices),
        "coverage": result.coverage,
        "rules": result.rules.to_dict("records"),
        "schedules": result.facts.schedules.to_dict("records"),
        "incidents": result.incidents.to_dict("records"),
        "places": result.findings[["row", "incident"]].to_dict("records"),
    }
    for name, said in whole.items():
        digests[name].update(repr(said).encode())
    return {name: digest.hexdigest()[:16] for name, digest in sorted(digests.items())}


def digest_of(*said: object) -> str:
    """Return a number that changes with any word of what is said."""
    return sha256(repr(said).encode()).hexdigest()[:16]
