"""The columns of the workpapers: for each sheet what it shows, under which words, how wide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from feeaudit.report.records import COUNTS, DAYS, MONEY, SIGNED, TIMES


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a sheet; ``wrap`` lets long text take several lines."""

    name: str
    header: str
    width: float
    wrap: bool = False

    @property
    def style(self) -> str:
        """Return the style of its cells."""
        if self.name in MONEY | SIGNED:
            return "money"
        if self.name in TIMES:
            return "time"
        if self.name in DAYS:
            return "day"
        if self.name in COUNTS:
            return "count"
        return "wrapped" if self.wrap else "word"


_CARDROOM: Final = Column("cardroom", "Cardroom", 17)
_TABLE: Final = Column("table", "Table", 9)
_OVER: Final = Column("over", "Over-collected", 12)
_UNDER: Final = Column("under", "Under-collected", 12)
_VIOLATIONS: Final = Column("violations", "Violations", 11)
_REVIEWS: Final = Column("reviews", "For review", 11)
_HANDS: Final = Column("hands", "Hands", 10)
_FEES: Final = (
    Column("owed", "Fees owed, at least", 15),
    Column("owed_most", "Fees owed, at most", 15),
    Column("taken", "Fees taken", 13),
)
# What goes on paper stands first; the rest is for the screen.
PRINTED: Final = (
    Column("id", "Finding", 16),
    Column("verdict", "Verdict", 11),
    Column("check", "Check", 16),
    _CARDROOM,
    _TABLE,
    Column("at", "Time", 23),
    Column("hand_id", "Hand", 16),
    Column("seat", "Seat", 6),
    Column("player", "Player", 14),
    Column("owed", "Owed", 10),
    Column("taken", "Taken", 10),
    _OVER,
    _UNDER,
    Column("message", "What was found", 58, wrap=True),
    Column("log_row", "Log row", 30),
)
FINDINGS: Final = (
    *PRINTED,
    Column("title", "What the check finds", 40),
    Column("next_step", "Next step", 70),
    Column("day", "Gaming day", 12),
    Column("until", "Until", 23),
    Column("offset", "UTC offset", 10),
    Column("game", "Game", 26),
    Column("option", "Option", 9),
    Column("payer", "Payer", 14),
    Column("component", "Fee", 12),
    Column("owed_most", "Owed, at most", 12),
    Column("schedule", "Schedule", 40),
    Column("document", "Approved document", 28),
    Column("lines", "Lines", 12),
    Column("waiver", "Waiver", 30),
    Column("file", "Log file", 26),
    Column("sheet", "Log sheet", 14),
    Column("row", "Row", 9),
    Column("why", "Why", 90),
)
COVERAGE: Final = (
    Column("check", "Check", 18),
    Column("title", "What it finds", 54),
    Column("severity", "Severity", 12),
    Column("tested", "Hands tested", 11),
    Column("untested", "Hands not tested", 11),
    _VIOLATIONS,
    Column("waived", "Of these waived", 11),
    _REVIEWS,
    _OVER,
    _UNDER,
    Column("why_untested", "Why not tested", 70, wrap=True),
)
_PERSON: Final = (
    _CARDROOM,
    Column("player", "Player, or seat and table", 32),
    Column("payer", "Payer", 16),
    Column("findings", "Findings", 10),
)
_SPAN: Final = (Column("first", "First", 23), Column("last", "Last", 23))
RESTITUTION: Final = (*_PERSON, _OVER, *_SPAN)
UNDER_COLLECTION: Final = (*_PERSON, _UNDER, *_SPAN)
DROPS: Final = (
    _CARDROOM,
    _TABLE,
    Column("at", "From", 23),
    Column("until", "To", 23),
    Column("kind", "Box", 12),
    Column("owed", "Fees owed, at least", 15),
    Column("owed_most", "Fees owed, at most", 15),
    Column("logged", "Fees logged", 13),
    Column("counted", "Counted", 13),
    Column("difference", "Counted less logged", 15),
    Column("explanation", "What may explain it", 70, wrap=True),
)
ROTATION: Final = (
    _CARDROOM,
    _TABLE,
    Column("day", "Gaming day", 12),
    Column("hands", "Hands banked", 11),
    Column("runs", "Runs by one person", 14),
    Column("longest", "Longest run, hands", 14),
    _VIOLATIONS,
    _REVIEWS,
)
PULL_LIST: Final = (
    Column("from", "From", 23),
    Column("to", "To", 23),
    _CARDROOM,
    _TABLE,
    Column("seat", "Seat, blank for all", 10),
    Column("findings", "Findings", 10),
    Column("checks", "Checks", 60, wrap=True),
)
TABLES: Final = (_CARDROOM, _TABLE, _HANDS, _VIOLATIONS, _REVIEWS, _OVER, _UNDER, *_FEES)
GAMES: Final = (
    _CARDROOM,
    Column("game", "Game", 36),
    Column("option", "Option", 10),
    Column("schedule", "Schedule", 48),
    _HANDS,
    _VIOLATIONS,
    _REVIEWS,
    _OVER,
    _UNDER,
    *_FEES,
)
SCHEDULES: Final = (
    _CARDROOM,
    Column("schedule", "Schedule", 48),
    Column("edition", "Edition", 12),
    Column("pinned", "Edition pinned", 10),
    Column("approvals", "Approvals", 30, wrap=True),
    Column("document", "Document", 28),
    Column("games", "Games", 40, wrap=True),
    Column("options", "Options used", 24, wrap=True),
    _HANDS,
)
BY_CHECK: Final = (
    Column("check", "Check", 30),
    Column("title", "What it finds", 54),
    Column("tested", "Hands tested", 11),
    Column("untested", "Hands not tested", 11),
    _VIOLATIONS,
    Column("waived", "Of these waived", 11),
    _REVIEWS,
    _OVER,
    _UNDER,
)
MANIFEST: Final = (
    Column("what", "What", 16),
    Column("name", "Name", 44),
    Column("value", "Value", 70),
)
