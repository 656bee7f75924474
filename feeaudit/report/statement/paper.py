"""statement.pdf: the account of a provider or player, for paper and filing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from feeaudit.audit.columns import fee_word
from feeaudit.core.money import dollars
from feeaudit.report.pdf.letters import shortened
from feeaudit.report.pdf.typeset import ARCHIVABLE, typeset
from feeaudit.report.phrases import counted, joined
from feeaudit.report.plain_values import local
from feeaudit.report.statement.fee_totals import by_game, remarked, totals_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pandas as pd

    from feeaudit.audit.fee_statements import FeeStatement
    from feeaudit.report.basis import Basis
    from feeaudit.report.voice import Voice

# A thousand fees are some forty pages; the workbook lists every one.
_LISTED: Final = 1_000
_SHORT_DIGEST: Final = 16


def as_pdf(statement: FeeStatement, basis: Basis) -> bytes:
    """Return the statement as a tagged PDF; the same statement gives the same bytes."""
    return typeset("statement/statement.typ", _content(statement, basis), ARCHIVABLE)


def _content(statement: FeeStatement, basis: Basis) -> dict[str, Any]:
    rows, result = statement.rows, statement.result
    day = basis.audited_on or local(max(result.last, 0), basis.zone).date()
    odd = remarked(statement)
    return {
        "date": [day.year, day.month, day.day],
        "party": statement.party.name,
        "kind": statement.party.kind,
        "place": joined(map(basis.voice.cardroom, result.cardrooms)) or "No cardroom",
        "period": basis.voice.period(result.first, result.last),
        "program": basis.program,
        "digest": basis.digest[:_SHORT_DIGEST],
        "figures": totals_of(rows).figures,
        "games": [_game(basis.voice, *key, *account.figures) for key, account in by_game(rows)],
        "open": [*_lines(odd[:_LISTED], basis.voice)],
        "open_left": _left(len(odd)),
        "fees": [*_lines(rows[:_LISTED], basis.voice)],
        "fees_left": _left(len(rows)),
        "documents": joined(sorted({each for each in rows["document"] if each})),
        "remarks": [*statement.remarks, *map(shortened, result.notices)],
    }


def _left(count: int) -> str:
    more = count - _LISTED
    return f"{counted(more, 'more fee')} in the workbook." if more > 0 else ""


def _game(
    voice: Voice, cardroom: str, game: str, option: str, *figures: tuple[str, str]
) -> list[str]:
    shown = dict(figures)
    names = ("Hands", "Owed by the schedule", "Paid", "Over-paid", "Under-paid")
    name = voice.game(cardroom, game)
    game_option = f"{name}, option {option}" if option else name or "Period fees"
    return [voice.cardroom(cardroom), game_option, *(shown[name] for name in names)]


def _lines(rows: pd.DataFrame, voice: Voice) -> Iterator[list[str]]:
    """Yield fees as lines of a table: when, where, as what, on what, owed, paid, printed where."""
    for row in rows.itertuples():
        kind = f" {fee_word(row.component)}".rstrip()
        seat = f", seat {row.seat}" if row.seat else ""
        yield [
            voice.short_moment(row.at),
            shortened(f"{row.table} {row.hand_id}".strip(), 40),
            shortened(f"{row.payer.replace('_', '-')}{kind}{seat}: {row.player}", 60),
            " in ".join(filter(None, (row.on, row.tier))),
            _owed(row.owed, row.owed_most),
            dollars(row.taken),
            row.remark,
            f"line {row.lines}" if row.lines else "",
        ]


def _owed(least: int, most: int) -> str:
    if least < 0:
        return "not stated"
    return dollars(least) if least == most else f"{dollars(least)} or {dollars(most)}"
