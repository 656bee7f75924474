"""A cardroom file: the place, its document and what holds for all its games."""

from __future__ import annotations

from typing import Any

from feeaudit.book.grammar.anomalies import ANOMALY
from feeaudit.book.grammar.shared_shapes import DOCUMENT, NEEDED_LINES, NOTE, RULE, SLUG, plain
from feeaudit.book.grammar.statements import ROTATION
from feeaudit.book.model import NotFees
from feeaudit.core.shape import Key, ListOf, Record, Text

CARDROOM: Record[dict[str, Any]] = Record(
    "cardroom",
    {
        "cardroom": Key(SLUG, "Its id; the name of its folder.", required=True),
        "name": Key(Text(), "Its present name.", required=True),
        "names": Key(ListOf(Text()), "Names it is or was printed under."),
        "document": Key(DOCUMENT, "Its approved document.", required=True),
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
    },
    lambda values, _node, _source: values,
)
