"""``feeaudit quote``: what is owed on one hand, and why."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from feeaudit.book.cache import open_book
from feeaudit.book.lookup import amount_text
from feeaudit.book.views import stretches
from feeaudit.cli.common import book_option, echo_json, format_option
from feeaudit.core.money import decimal, dollars
from feeaudit.report.text_table import text_table
from feeaudit.rules.quote.hand import BadHand, hand_from_json
from feeaudit.rules.quote.owed import owed

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.rules.quote.hand import Hand
    from feeaudit.rules.quote.obligation import Obligation, Owed


@click.command("quote")
@click.argument(
    "hand_file", metavar="[HAND.json]", required=False, type=click.File(encoding="utf-8")
)
@click.option("--cardroom", help="Cardroom, by id or name.")
@click.option("--game", help="Game, by id, printed name or approval.")
@click.option("--option", help="Option of the schedule.")
@click.option("--schedule", help="Schedule, if a game has several.")
@click.option("--edition", help="Edition of the schedule; otherwise the last printed.")
@click.option("--players", metavar="N", help="Number of players, for poker.")
@click.option("--players-after-flop", metavar="N", help="Players still in after the flop.")
@click.option(
    "--opening-round",
    type=click.Choice(["yes", "no"]),
    help="Whether the opening round (the flop, the draw) was reached.",
)
@click.option("--pot", metavar="AMOUNT", help="Size of the pot, for fees that depend on it.")
@click.option("--player-dealer-seat", metavar="SEAT", help="Seat of the player-dealer.")
@click.option(
    "--wager",
    "wagers",
    multiple=True,
    metavar="SEAT:KIND:AMOUNT[:PLAYER]",
    help="A wager, such as 1:ante:25; repeat for each.",
)
@book_option
@format_option("text", "json")
def command(hand_file: Any, book: Path, format_: str, **flags: Any) -> None:
    """Show what is owed on one hand, and why.

    HAND.json states the hand in the terms of the log; - reads it from standard input; without a
    file, use the options. If the rules do not settle a fee, every admissible amount is listed
    with the reading behind it.

    \b
    Examples:
      feeaudit quote --cardroom mortimers --game three-card-poker --option 1 \\
        --wager 1:ante:25 --wager 1:pair_plus:5 --wager 4:ante:50
      feeaudit quote hand.json --format json
    """  # noqa: D301 - click's mark for text that is not to be wrapped
    stated = [f"--{name.replace('_', '-')}" for name, value in flags.items() if value]
    if hand_file is not None and stated:
        # --wager is kept under the name of what it gathers.
        named = ", ".join(stated).replace("--wagers", "--wager")
        raise click.UsageError(f"{hand_file.name} states the hand; leave out {named}")
    try:
        text = hand_file.read() if hand_file is not None else _hand_json(flags)
    except UnicodeDecodeError:
        raise click.UsageError(f"{hand_file.name} is not text; a hand is a JSON file") from None
    try:
        hand = hand_from_json(text)
    except BadHand as bad:
        lines = "\n  ".join(bad.reasons)
        raise click.UsageError(f"the hand is not valid:\n  {lines}") from None
    result = owed(open_book(book, hand.cardroom), hand)
    if format_ == "json":
        echo_json(_as_json(result))
    else:
        click.echo(_as_text(hand, result))


def _hand_json(flags: dict[str, Any]) -> str:
    """Return the hand that the flags state, as the JSON a file would hold."""
    hand = {key: value for key, value in flags.items() if value not in (None, ())}
    hand["wagers"] = [_wager(text) for text in flags["wagers"]]
    return json.dumps(hand)


def _wager(text: str) -> dict[str, str]:
    parts = text.split(":")
    if len(parts) not in {3, 4}:
        raise click.BadParameter(f"{text!r} is not SEAT:KIND:AMOUNT, such as 1:ante:25")
    return dict(zip(("seat", "wager", "amount", "player"), parts, strict=False))


def _as_json(result: Owed) -> dict[str, Any]:
    return {
        "obligations": [_obligation_json(each) for each in result.obligations],
        "total": None if result.total is None else decimal(result.total),
        "unsettled": [
            {
                "component": each.component,
                "payer": each.payer,
                "seat": each.seat or None,
                "wager": each.wager or None,
                "amounts": [decimal(amount) for amount in each.amounts],
                "reasons": list(each.reasons),
            }
            for each in result.obligations
            if not each.settled or each.reasons
        ],
        "notes": list(result.notes),
    }


def _obligation_json(each: Obligation) -> dict[str, Any]:
    amount: int | str | None = each.basis_amount
    if each.basis != "players" and each.basis_amount is not None:
        amount = decimal(each.basis_amount)
    return {
        "component": each.component,
        "payer": each.payer,
        "seat": each.seat or None,
        "player": each.player or None,
        "wager": each.wager or None,
        "per": each.per,
        "basis": each.basis,
        "basis_amount": amount,
        "tier": " or ".join(each.tiers) or None,
        "amounts": [decimal(fee) for fee in each.amounts],
        "moment": " or ".join(each.moments) or None,
        "schedule": each.schedule,
        "option": each.option,
        "document": each.document,
        "line": each.lines[0] if each.lines else None,
        "lines": list(each.lines),
        **({"pages": list(each.pages)} if each.pages else {}),
        "arithmetic": each.arithmetic,
    }


def _as_text(hand: Hand, result: Owed) -> str:
    rows = [_row(each) for each in result.obligations]
    parts = [
        f"{hand.game} at {hand.cardroom}, option {hand.option}",
        text_table(("Fee", "From", "On", "Tier", "Owed", "When", "Printed at"), rows),
    ]
    if result.total is not None:
        parts.append(f"Total {dollars(result.total)}")
    else:
        parts.append("Total: not a single figure" + _why_no_total(result))
    unsettled = [each for each in result.obligations if each.reasons]
    if unsettled:
        parts.append("\n".join(_doubts(each) for each in unsettled))
    parts.extend(f"Note: {note}." for note in result.notes)
    return "\n\n".join(parts)


def _why_no_total(result: Owed) -> str:
    if any(each.for_each_player for each in result.obligations):
        return ": a fee is owed by each player."
    return ": the rules do not settle every fee."


def _row(each: Obligation) -> tuple[str, ...]:
    where = " ".join(filter(None, [f"seat {each.seat}" if each.seat else "", each.player]))
    owed_ = " or ".join(dollars(amount) for amount in each.amounts) or "not printed"
    if each.for_each_player:
        owed_ += " each period" if each.per == "period" else " each player"
    on = each.basis.replace("_", " ")
    if each.basis_amount is not None:
        shown = amount_text(each.basis, each.basis_amount)
        on = shown if each.basis == "players" else f"{on} {shown}"
    return (
        each.component.replace("_", "-"),
        f"{each.payer.replace('_', '-')}{f' ({where})' if where else ''}",
        f"{each.wager}: {on}" if each.wager else on,
        " or ".join(each.tiers),
        owed_,
        " or ".join(each.moments).replace("_", " ") or "not stated",
        f"{each.document} line {', '.join(map(str, each.lines))}{_pages(each)}",
    )


def _pages(each: Obligation) -> str:
    return f", page {stretches(each.pages)}" if each.pages else ""


def _doubts(each: Obligation) -> str:
    who = f"{each.component.replace('_', '-')} fee{f', seat {each.seat}' if each.seat else ''}"
    return "\n".join([f"Not settled: {who}", *(f"  - {reason}" for reason in each.reasons)])
