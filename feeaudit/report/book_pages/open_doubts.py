"""The doubts of the paper that are open, as commands and pages list them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.book.catalogue import anomalies_of
from feeaudit.book.views import stretches

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from feeaudit.book.model import Anomaly, Cardroom


def open_doubts(
    cardroom: Cardroom, reviews: Mapping[str, int] | None = None
) -> Iterator[dict[str, Any]]:
    """Yield every open question of a cardroom's paper, with what it cost in reviews if known."""
    for each in anomalies_of(cardroom):
        cost = {} if reviews is None else {"reviews": reviews.get(each.id, 0)}
        # What is not printed at all cannot be settled, and is listed for the reviews it costs.
        if each.open or cost.get("reviews"):
            yield _doubt(each, cardroom.document) | cost


def _doubt(anomaly: Anomaly, document: str) -> dict[str, Any]:
    return {
        "anomaly": anomaly.id,
        "document": document,
        "lines": stretches(anomaly.lines),
        "question": anomaly.note,
        "readings": [
            {"reading": each.reading, "note": each.note or each.no_effect}
            for each in anomaly.readings
        ],
    }
