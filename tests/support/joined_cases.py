"""The cases of a check joined to one log, each at tables of its own and with people of its own."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.intake.log import Log, SourceFile
from feeaudit.intake.tables import TABLES
from feeaudit.simulate.casebook import USUAL_TABLE, case_texts, rows_of, table_of
from support.casebook import CASES

if TYPE_CHECKING:
    from feeaudit.simulate.casebook import CaseText, Row, Rows

# Names that no other case may share: a player's fees are added up over all tables.
_OWN: Final = ("player", "player_dealer")


@dataclass(frozen=True)
class JoinedCases:
    """Cases of a check that one log can hold: each has tables of its own."""

    texts: tuple[CaseText, ...]

    @property
    def log(self) -> Log:
        """The records of all of them."""
        rows: Rows = {name: [] for name in TABLES}
        for text in self.texts:
            for name, each in rows_of(text.body).items():
                rows[name] += [_own(text, row) for row in each]
        stated = self.texts[0].body.get("tables", ())
        tables = {name: table_of(name, of) for name, of in rows.items() if of or name in stated}
        return Log(tables, (SourceFile("cases.csv"),))


def _own(text: CaseText, row: Row) -> Row:
    """Return a record of a case with names that no other case has, people of the site's aside."""
    made = dict(row)
    if made.get("table") is not None:
        usual = made["table"] == USUAL_TABLE
        made["table"] = text.name if usual else f"{text.name} {made['table']}"
    if made.get("hand_id") is not None:
        made["hand_id"] = f"{text.name} {made['hand_id']}"
    if not _is_set_up(text):
        made |= {key: f"{made[key]} ({text.name})" for key in _OWN if made.get(key)}
    return made


def _is_set_up(text: CaseText) -> bool:
    return any(key in text.body for key in ("config", "settings"))


def joined_cases(check: str) -> list[JoinedCases]:
    """Return the cases of a check, by what the site of each has set."""
    together = defaultdict(list)
    for text in case_texts(CASES / f"{check}.yaml"):
        stated = [text.body.get(key) for key in ("config", "settings", "tables")]
        together[repr(stated)].append(text)
    return [JoinedCases(tuple(texts)) for texts in together.values()]
