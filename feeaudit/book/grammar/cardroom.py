"""A cardroom file: the place, its document and what holds for all its games."""

from __future__ import annotations

from typing import Any

from feeaudit.book.grammar.anomalies import ANOMALY
from feeaudit.book.grammar.marks import MARKS
from feeaudit.book.grammar.shared_shapes import (
    APPROVAL,
    DIGEST,
    DOCUMENT,
    HEADING,
    NEEDED_LINES,
    NOTE,
    RULE,
    SLUG,
    plain,
)
from feeaudit.book.grammar.statements import ROTATION
from feeaudit.book.model import ApprovalDate, Document, NotFees
from feeaudit.core.shape import Count, Flag, Key, ListOf, MapOf, Record, Text, Word

CARDROOM: Record[dict[str, Any]] = Record(
    "cardroom",
    {
        "cardroom": Key(SLUG, "Its id; the name of its folder.", required=True),
        "name": Key(Text(), "Its present name.", required=True),
        "names": Key(ListOf(Text()), "Names it is or was printed under."),
        "printed_names": Key(ListOf(HEADING), "Where its names are printed."),
        "document": Key(DOCUMENT, "Its approved document.", required=True),
        "documents": Key(
            ListOf(
                Record(
                    "document",
                    {
                        "document": Key(DOCUMENT, "The file name of its text.", required=True),
                        "sha256": Key(DIGEST, "The digest of that file.", required=True),
                        "dated": Key(
                            ListOf(
                                Record(
                                    "printed date",
                                    {
                                        "approval": Key(APPROVAL, "Of which id.", required=True),
                                        "printed": Key(Text(), "As printed.", required=True),
                                        "line": Key(Count(), "On which line.", required=True),
                                    },
                                    plain(ApprovalDate),
                                )
                            ),
                            "Dates printed with approval ids; an id that is not here has none.",
                        ),
                    },
                    plain(Document),
                )
            ),
            "What is known of the documents that its schedules cite.",
        ),
        "rules": Key(ListOf(RULE), "General rules of the place."),
        "rotation": Key(ListOf(ROTATION), "What is printed for all its player-dealer games."),
        "anomalies": Key(ListOf(ANOMALY), "What is odd in the document as a whole."),
        "not_fees": Key(
            ListOf(
                Record(
                    "stretch of lines",
                    {"lines": NEEDED_LINES, "why": Key(Text(), "What they are.", required=True)},
                    plain(NotFees),
                )
            ),
            "Lines that look like fees and are not.",
        ),
        "note": NOTE,
        "draft": Key(Flag(), "It was drafted by the program and is still under review."),
        "pages": Key(
            MapOf(Word(r"[0-9]{1,5}", "a page"), Count(1)),
            "Pages of the document, each with its first line.",
        ),
        "marks": MARKS,
    },
    lambda values, _node, _source: values,
)
