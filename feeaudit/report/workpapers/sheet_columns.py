"""The columns of the workpapers: for each sheet what it shows, under which words, how wide."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from feeaudit.report.plain_values import COUNTS, DAYS, MONEY, SIGNED, TIMES


@dataclass(frozen=True, slots=True)
class SheetColumn:
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


_CARDROOM: Final = SheetColumn("cardroom", "Cardroom", 26)
_TABLE: Final = SheetColumn("table", "Table", 9)
_OVER: Final = SheetColumn("over", "Over-collected", 12)
_UNDER: Final = SheetColumn("under", "Under-collected", 12)
_VIOLATIONS: Final = SheetColumn("violations", "Violations", 11)
_REVIEWS: Final = SheetColumn("reviews", "For review", 11)
_HANDS: Final = SheetColumn("hands", "Hands", 10)
_FEES: Final = (
    SheetColumn("owed", "Fees owed, at least", 15),
    SheetColumn("owed_most", "Fees owed, at most", 15),
    SheetColumn("taken", "Fees taken", 13),
)
# What goes on paper stands first; the rest is for the screen.
PRINTED: Final = (
    SheetColumn("id", "Finding", 16),
    SheetColumn("verdict", "Verdict", 11),
    SheetColumn("check", "Check", 16),
    _CARDROOM,
    _TABLE,
    SheetColumn("at", "Time", 23),
    SheetColumn("hand_id", "Hand", 16),
    SheetColumn("seat", "Seat", 6),
    SheetColumn("player", "Player", 14),
    SheetColumn("owed", "Owed", 10),
    SheetColumn("taken", "Taken", 10),
    _OVER,
    _UNDER,
    SheetColumn("message", "What was found", 58, wrap=True),
    SheetColumn("log_row", "Log row", 30),
)
INCIDENTS: Final = (
    SheetColumn("id", "Incident", 16),
    SheetColumn("stake", "At stake", 22),
    SheetColumn("verdict", "Verdict", 11),
    SheetColumn("sentence", "What happened", 70, wrap=True),
    SheetColumn("sure", "How sure", 17),
    _CARDROOM,
    SheetColumn("tables", "Tables", 18),
    SheetColumn("first", "First", 23),
    SheetColumn("last", "Last", 23),
    _HANDS,
    SheetColumn("findings", "Findings", 10),
    _OVER,
    _UNDER,
    SheetColumn("next_step", "Next step", 60, wrap=True),
    SheetColumn("checks", "Findings by check", 34),
    SheetColumn("cause", "Cause", 52),
    SheetColumn("first_hand", "First hand", 16),
    SheetColumn("last_hand", "Last hand", 16),
    SheetColumn("doubt", "Open question", 64),
)
FINDINGS: Final = (
    *PRINTED,
    SheetColumn("incident", "Incident", 16),
    SheetColumn("title", "What the check finds", 40),
    SheetColumn("next_step", "Next step", 70),
    SheetColumn("day", "Gaming day", 12),
    SheetColumn("until", "Until", 23),
    SheetColumn("offset", "UTC offset", 10),
    SheetColumn("game", "Game", 36),
    SheetColumn("option", "Option", 9),
    SheetColumn("payer", "Payer", 14),
    SheetColumn("component", "Fee", 12),
    SheetColumn("owed_most", "Owed, at most", 12),
    SheetColumn("schedule", "Schedule", 64),
    SheetColumn("document", "Approved document", 28),
    SheetColumn("lines", "Lines", 24),
    SheetColumn("waiver", "Waiver", 30),
    SheetColumn("file", "Log file", 26),
    SheetColumn("sheet", "Log sheet", 14),
    SheetColumn("row", "Row", 9),
    SheetColumn("why", "Why", 90),
    # For people to fill in; feeaudit findings import-decisions reads them back.
    SheetColumn("decision", "Decision", 14),
    SheetColumn("decision_reason", "Reason for the decision", 40),
    SheetColumn("decided_by", "Decided by", 18),
    SheetColumn("decided_on", "Decided on", 12),
)
COVERAGE: Final = (
    SheetColumn("check", "Check", 18),
    SheetColumn("title", "What it finds", 54),
    SheetColumn("severity", "Severity", 12),
    SheetColumn("tested", "Hands tested", 11),
    SheetColumn("untested", "Hands not tested", 11),
    _VIOLATIONS,
    SheetColumn("waived", "Of these waived", 11),
    _REVIEWS,
    _OVER,
    _UNDER,
    SheetColumn("why_untested", "Why not tested", 70, wrap=True),
)
_PERSON: Final = (
    _CARDROOM,
    SheetColumn("player", "Player, or seat and table", 32),
    SheetColumn("payer", "Payer", 16),
    SheetColumn("findings", "Findings", 10),
)
_SPAN: Final = (SheetColumn("first", "First", 23), SheetColumn("last", "Last", 23))
RULES: Final = (
    _CARDROOM,
    SheetColumn("game", "Game", 36),
    SheetColumn("statement", "Rule", 40),
    SheetColumn("state", "State", 10),
    SheetColumn("hands", "Hands tested", 12),
    SheetColumn("reason", "Why not tested", 60, wrap=True),
    SheetColumn("checks", "Checks", 46),
    SheetColumn("document", "Document", 28),
    SheetColumn("lines", "Lines", 24),
)
RESTITUTION: Final = (*_PERSON, _OVER, *_SPAN)
UNDER_COLLECTION: Final = (*_PERSON, _UNDER, *_SPAN)
SHORT: Final = (
    SheetColumn("by", "By", 12),
    _CARDROOM,
    SheetColumn("name", "Table, shift, dealer or tiers", 60),
    SheetColumn("findings", "Fees", 10),
    _UNDER,
)
DROPS: Final = (
    _CARDROOM,
    _TABLE,
    SheetColumn("at", "From", 23),
    SheetColumn("until", "To", 23),
    SheetColumn("kind", "Box", 12),
    SheetColumn("owed", "Fees owed, at least", 15),
    SheetColumn("owed_most", "Fees owed, at most", 15),
    SheetColumn("logged", "Fees logged", 13),
    SheetColumn("counted", "Counted", 13),
    SheetColumn("difference", "Counted less logged", 15),
    SheetColumn("explanation", "What may explain it", 70, wrap=True),
)
ROTATION: Final = (
    _CARDROOM,
    _TABLE,
    SheetColumn("day", "Gaming day", 12),
    SheetColumn("hands", "Hands banked", 11),
    SheetColumn("runs", "Runs by one person", 14),
    SheetColumn("longest", "Longest run, hands", 14),
    _VIOLATIONS,
    _REVIEWS,
)
PULL_LIST: Final = (
    SheetColumn("from", "From", 23),
    SheetColumn("to", "To", 23),
    _CARDROOM,
    _TABLE,
    SheetColumn("seat", "Seat, blank for all", 10),
    SheetColumn("findings", "Findings", 10),
    SheetColumn("checks", "Checks", 60, wrap=True),
)
TABLES: Final = (_CARDROOM, _TABLE, _HANDS, _VIOLATIONS, _REVIEWS, _OVER, _UNDER, *_FEES)
GAMES: Final = (
    _CARDROOM,
    SheetColumn("game", "Game", 36),
    SheetColumn("option", "Option", 10),
    SheetColumn("schedule", "Schedule", 64),
    _HANDS,
    _VIOLATIONS,
    _REVIEWS,
    _OVER,
    _UNDER,
    *_FEES,
)
SCHEDULES: Final = (
    _CARDROOM,
    SheetColumn("schedule", "Schedule", 64),
    SheetColumn("edition", "Edition", 12),
    SheetColumn("pinned", "Edition pinned", 10),
    SheetColumn("assumed", "Edition assumed", 10),
    SheetColumn("approvals", "Approvals", 30, wrap=True),
    SheetColumn("document", "Document", 28),
    SheetColumn("games", "Games", 40, wrap=True),
    SheetColumn("options", "Options used", 24, wrap=True),
    _HANDS,
)
BY_CHECK: Final = (
    SheetColumn("check", "Check", 30),
    SheetColumn("title", "What it finds", 54),
    SheetColumn("tested", "Hands tested", 11),
    SheetColumn("untested", "Hands not tested", 11),
    _VIOLATIONS,
    SheetColumn("waived", "Of these waived", 11),
    _REVIEWS,
    _OVER,
    _UNDER,
)
MANIFEST: Final = (
    SheetColumn("what", "What", 16),
    SheetColumn("name", "Name", 44),
    SheetColumn("value", "Value", 70),
)
