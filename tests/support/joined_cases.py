"""The cases of a check joined to one log, each at tables of its own and with people of its own."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING, Any, Final

from feeaudit.intake.log import Log, SourceFile
from feeaudit.intake.tables import TABLES
from feeaudit.simulate.casebook import USUAL_TABLE, case_texts, rows_of, table_of
from support.casebook import CASES

if TYPE_CHECKING:
    from collections.abc import Callable

    from feeaudit.simulate.casebook import CaseText, Row, Rows

# Names that no other case may share: a player's fees are added up over all tables.
_OWN: Final = ("player", "player_dealer")
# Nobody, and what stands for the cardroom itself.
_NO_NAMES: Final = (None, "House")


@dataclass(frozen=True)
class JoinedCases:
    """Cases of a check that one log can hold: each has tables of its own.

    What happens ``again`` happens a week later, at the same tables and to the same people;
    ``change`` makes other records of those that a case states.
    """

    texts: tuple[CaseText, ...]
    again: bool = False
    change: Callable[[CaseText, Rows], Rows] = lambda _text, rows: rows

    @property
    def log(self) -> Log:
        """The records of all of them."""
        rows: Rows = {name: [] for name in TABLES}
        for text in self.texts:
            for name, each in self.change(text, rows_of(text.body)).items():
                own = [_own(text, row) for row in each]
                rows[name] += [*own, *map(_a_week_later, own if self.again else [])]
        stated = self.texts[0].body.get("tables", ())
        tables = {name: table_of(name, of) for name, of in rows.items() if of or name in stated}
        return Log(tables, (SourceFile("cases.csv"),))

    def apart(self, facts: list[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
        """Return findings by case, in the words of each; those by "" that name none."""
        found = defaultdict(list)
        for fact in facts:
            name = next((one.name for one in self.texts if _of(one.name).search(str(fact))), "")
            found[name].append(_as_stated(fact, name) if name else fact)
        return found


@cache
def _of(name: str) -> re.Pattern[str]:
    """Return what finds the name of a case where it is not a part of another's."""
    return re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])( (?=\w*-?\d))?")


def _as_stated(fact: dict[str, Any], name: str) -> dict[str, Any]:
    def stated(word: Any) -> Any:
        if isinstance(word, list | tuple):
            return [*map(stated, word)]
        if not isinstance(word, str):
            return word
        bare = word.replace(f" ({name})", "")
        return _of(name).sub(lambda found: "" if found[1] else USUAL_TABLE, bare)

    return {key: stated(word) for key, word in fact.items()}


def _own(text: CaseText, row: Row) -> Row:
    """Return a record of a case with names that no other case has, people of the site's aside."""
    made = dict(row)
    if made.get("table") is not None:
        usual = made["table"] == USUAL_TABLE
        made["table"] = text.name if usual else f"{text.name} {made['table']}"
    if made.get("hand_id") is not None:
        made["hand_id"] = f"{text.name} {made['hand_id']}"
    if not is_set_up(text):
        made |= {
            key: f"{made[key]} ({text.name})" for key in _OWN if made.get(key) not in _NO_NAMES
        }
    return made


def names_turned_around(text: CaseText, rows: Rows) -> Rows:
    """Return the records of a case in which whose name came first comes last: ~1 Bob, ~2 Ann.

    Names are numbered in their order, so that somebody else is the first now. People of the site's
    keep their names.
    """
    every = {row.get(key) for some in rows.values() for row in some for key in _OWN}
    own = () if is_set_up(text) else every.difference(_NO_NAMES)
    # One person's name may be spelled in two ways.
    folded = sorted({str(name).casefold() for name in own}, reverse=True)
    turned = {name: f"~{folded.index(str(name).casefold()) + 1} {name}" for name in own}
    return {
        table: [
            row | {key: turned.get(row[key], row[key]) for key in _OWN if key in row}
            for row in some
        ]
        for table, some in rows.items()
    }


def _a_week_later(row: Row) -> Row:
    later = {
        key: value + timedelta(days=7) if isinstance(value, datetime) else value
        for key, value in row.items()
    }
    if later.get("hand_id") is not None:
        later["hand_id"] = f"again {later['hand_id']}"
    return later


def lasts(text: CaseText) -> bool:
    """Tell whether something of a case lasts into the next week: a stay, or a placard."""
    rows = rows_of(text.body)
    return bool(rows["postings"]) or any(each.get("to") is None for each in rows["seats"])


def is_set_up(text: CaseText) -> bool:
    """Tell whether a site has set something for a case."""
    return any(key in text.body for key in ("config", "settings"))


def joined_cases(check: str) -> list[JoinedCases]:
    """Return the cases of a check, by what the site of each has set."""
    return [JoinedCases(tuple(texts)) for texts in _by_site(check).values()]


def cases_side_by_side(check: str) -> list[tuple[CaseText, ...]]:
    """Return cases of a check that show the same in one log: one site's, with the same columns.

    People whom a site lists are the same in all its cases, so that these would be at two tables;
    and a fee of no table may belong to any.
    """
    together = defaultdict(list)
    for site, texts in _by_site(check).items():
        for text in texts:
            if "people" not in site and not has_fees_of_no_table(text):
                together[site, repr(_columns(text))].append(text)
    return [tuple(texts) for texts in together.values() if len(texts) > 1]


@cache
def _by_site(check: str) -> dict[str, list[CaseText]]:
    together = defaultdict(list)
    for text in case_texts(CASES / f"{check}.yaml"):
        stated = [text.body.get(key) for key in ("config", "settings", "tables")]
        together[repr(stated)].append(text)
    return together


def has_fees_of_no_table(text: CaseText) -> bool:
    """Tell whether a case has fees that may be in the box of any table."""
    rows = rows_of(text.body)
    hands = {each["hand_id"] for each in rows["hands"]}
    fees = (each for each in rows["collections"] if each.get("hand_id") not in hands)
    return any(each.get("table") is None for each in fees)


def _columns(text: CaseText) -> dict[str, list[str]]:
    """Return the columns of each table in which a case states something."""
    return {
        name: sorted({key for row in rows for key, value in row.items() if value is not None})
        for name, rows in rows_of(text.body).items()
        if rows
    }
