"""The lists that people act on: whom to pay back, where fees were short, which video to pull.

Page, paper and workbook lay them out. Each says how many more there are than are shown.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.audit import tallies
from feeaudit.book.lookup import amount_text
from feeaudit.core.money import dollars
from feeaudit.report.phrases import clipped, counted

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.result import AuditResult
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

_NAME: Final = 60
_NOT_LOGGED: Final = "not logged"


class ActionList(NamedTuple):
    """Rows of words under their headings; ``figures`` are the columns that stand to the right."""

    title: str
    header: tuple[str, ...]
    rows: list[tuple[str, ...]]
    figures: tuple[int, ...]
    left: int = 0


def restitution(result: AuditResult, basis: Basis, most: int) -> ActionList:
    """Return what was over-collected from whom, the largest sums first."""
    frame = tallies.restitution(result).sort_values("over", ascending=False, kind="stable")
    voice = basis.voice
    rows = [
        (
            *_room(result, voice, row),
            clipped(row["player"], _NAME),
            _payer(row["payer"]),
            f"{row['findings']:,}",
            dollars(row["over"]),
            voice.short_moment(row["first"]),
            voice.short_moment(row["last"]),
        )
        for row in frame.head(most).to_dict("records")
    ]
    header = ("Player, or seat and table", "Paid as", "Fees", "Over-collected", "First", "Last")
    return _listed("Restitution", result, header, rows, (2, 3), len(frame))


def camera_windows(result: AuditResult, basis: Basis, most: int) -> ActionList:
    """Return which video to pull, by table and time; of many, those of the gravest incidents."""
    frame = tallies.camera_windows(result)
    shown = frame.nsmallest(most, "rank", keep="first").sort_index() if len(frame) > most else frame
    voice = basis.voice
    rows = [
        (
            *_room(result, voice, row),
            clipped(row["table"], _NAME),
            voice.period(row["from"], row["to"]),
            clipped(row["seats"], _NAME) or "whole table",
            row["checks"],
            f"{row['findings']:,}",
        )
        for row in shown.to_dict("records")
    ]
    header = ("Table", "Camera window", "Seats", "Checks", "Findings")
    return _listed("Video pull list", result, header, rows, (4,), len(frame))


def shortfalls(result: AuditResult, basis: Basis, most: int) -> list[ActionList]:
    """Return under-collection by table, shift, dealer and tier edge; blank lists are left out."""
    starts = basis.gaming_day_starts
    lists = [
        _short(result, basis, "By table", "Table", tallies.short_by_table(result), most),
        _short(
            result,
            basis,
            "By shift",
            "Shift",
            tallies.short_by_shift(result, basis.zone, starts),
            most,
        ),
        *_dealers(result, basis, most),
        _edges(result, basis, most),
    ]
    return [each for each in lists if each.rows]


def _short(  # noqa: PLR0913, PLR0917 - a list and how it is headed
    result: AuditResult, basis: Basis, title: str, name: str, frame: pd.DataFrame, most: int
) -> ActionList:
    rows = [
        (
            *_room(result, basis.voice, row),
            _name(row, basis),
            f"{row['findings']:,}",
            dollars(row["under"]),
        )
        for row in frame.head(most).to_dict("records")
    ]
    return _listed(title, result, (name, "Fees", "Under-collected"), rows, (1, 2), len(frame))


def _name(row: dict[str, Any], basis: Basis) -> str:
    if "shift" in row:
        begins = row["shift"]
        if begins < 0:
            return "no time logged"
        ends = (begins + tallies.SHIFT) % 24
        return f"{basis.voice.hour(begins)} to {basis.voice.hour(ends)}"
    return clipped(row.get("table", row.get("dealer", "")), _NAME) or _NOT_LOGGED


def _dealers(result: AuditResult, basis: Basis, most: int) -> Iterator[ActionList]:
    """Yield the dealers of a log that names any."""
    frame = tallies.short_by_dealer(result)
    if (frame["dealer"] != "").any():
        yield _short(result, basis, "By dealer", "Dealer", frame, most)


def _edges(result: AuditResult, basis: Basis, most: int) -> ActionList:
    frame = tallies.short_by_edge(result)
    rows = [
        (
            *_room(result, basis.voice, row),
            clipped(_game(row, basis.voice), _NAME),
            f"{row['charged']} charged, {row['tier']} owed",
            _range(row),
            f"{row['findings']:,}",
            dollars(row["under"]),
        )
        for row in frame.head(most).to_dict("records")
    ]
    header = ("Game, option", "Tiers", "Counted", "Fees", "Under-collected")
    return _listed("By tier edge", result, header, rows, (3, 4), len(frame))


def _game(row: dict[str, Any], voice: Voice) -> str:
    game = voice.game(row["cardroom"], row["game"])
    return f"{game}, option {row['option']}" if row["option"] else game


def _range(row: dict[str, Any]) -> str:
    least, most = (amount_text(row["basis"], row[name]) for name in ("least", "most"))
    return least if least == most else f"{least} to {most}"


def _room(result: AuditResult, voice: Voice, row: dict[str, Any]) -> tuple[str, ...]:
    """Return the cardroom, where there are several."""
    return (clipped(voice.cardroom(row["cardroom"])),) if len(result.cardrooms) > 1 else ()


def _listed(  # noqa: PLR0913, PLR0917 - a list has these parts
    title: str,
    result: AuditResult,
    header: tuple[str, ...],
    rows: list[tuple[str, ...]],
    figures: tuple[int, ...],
    count: int,
) -> ActionList:
    several = len(result.cardrooms) > 1
    return ActionList(
        title,
        ("Cardroom", *header) if several else header,
        rows,
        tuple(each + several for each in figures),
        count - len(rows),
    )


def _payer(payer: str) -> str:
    return payer.replace("_", "-")


def restitution_total(result: AuditResult) -> str:
    """Return in a sentence how much is to be returned to how many."""
    payers = tallies.headline(result)["people_over"]
    return f"{dollars(result.over)} to return to {counted(payers, 'payer')}."
