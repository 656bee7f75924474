"""Schedules and games as plain data for printing: the one source of text and JSON output."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from feeaudit.book.export import option_rows
from feeaudit.core.money import decimal, short

if TYPE_CHECKING:
    from collections.abc import Iterable

    from feeaudit.book.export import Row
    from feeaudit.book.model import (
        Anomaly,
        Cardroom,
        Charge,
        Game,
        LawRule,
        LimitRule,
        Multiple,
        Option,
        Rotation,
        Rule,
        Schedule,
        Term,
        Wager,
    )

View = dict[str, Any]


def stretches(numbers: Iterable[int]) -> str:
    """Return lines as people cite them: ``534-537, 541``."""
    spans: list[list[int]] = []
    for number in sorted(set(numbers)):
        if spans and number == spans[-1][1] + 1:
            spans[-1][1] = number
        else:
            spans.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}-{b}" for a, b in spans)


def option_names(options: Iterable[str]) -> str:
    """Return options as people say them: ``1-4, 7`` or ``10-100, 25-100``."""
    names = list(options)
    if names and all(name.isdigit() for name in names):
        return stretches(int(name) for name in names)
    return ", ".join(names)


def with_pages(view: View, cardroom: Cardroom) -> View:
    """Return what a schedule says with the pages of its lines, where the document has pages."""
    document = view["document"]

    def pages(lines: Iterable[int]) -> View:
        found = cardroom.pages_of(document, lines)
        return {"pages": stretches(found)} if found else {}

    options = [
        option | {"fees": [fee | pages([fee["line"]]) for fee in option["fees"]]}
        for option in view.get("options", ())
    ]
    every = (fee["line"] for option in options for fee in option["fees"])
    return view | pages(every) | ({"options": options} if options else {})


def schedule_view(schedule: Schedule) -> View:
    """Return everything a schedule says."""
    return _filled(
        {
            "cardroom": schedule.cardroom,
            "schedule": schedule.schedule,
            "edition": schedule.edition,
            "replaces": list(schedule.replaces),
            "title": schedule.title,
            "games": list(schedule.games),
            "approvals": list(schedule.approvals),
            "document": schedule.document,
            "lines": stretches(schedule.lines),
            "table": "printed" if schedule.printed else "announced, not printed",
            "effective_from": str(schedule.effective_from or ""),
            "effective_to": str(schedule.effective_to or ""),
            "note": schedule.note,
            "rules": [rule_view(rule) for rule in schedule.rules],
            "terms": [term_view(term) for term in schedule.terms],
            "options": [_option(schedule, option) for option in schedule.options],
            "anomalies": [anomaly_view(anomaly) for anomaly in schedule.anomalies],
        }
    )


def _option(schedule: Schedule, option: Option) -> View:
    return _filled(
        {
            "option": option.option,
            "table_limit": option.limit.text if option.limit else "",
            "stakes": {stake.kind: stake.text for stake in option.stakes},
            "lines": stretches(option.lines),
            "fees": [_cell(row) for row in option_rows(schedule, option)],
        }
    )


def _cell(row: Row) -> View:
    return _filled(
        {
            "component": row.component,
            "basis": row.basis,
            "low": row.low,
            "high": row.high,
            "fee": row.fee or "unreadable",
            "period_minutes": row.period_minutes,
            "line": int(row.line),
            "printed": row.printed,
            "note": row.note,
        }
    )


def term_view(term: Term) -> View:
    """Return how a stretch of options is collected."""
    limit = term.table_limit
    return _filled(
        {
            "options": option_names(term.options),
            "games": list(term.games),
            "lines": stretches(term.lines),
            "charges": [charge_view(charge) for charge in term.charges],
            "free": list(term.free),
            "period_minutes": term.period,
            "period_starts": term.period_starts,
            "opening_round": term.opening_round,
            "no_opening_round": term.no_opening_round,
            "bands": [option_names(band) for band in term.bands],
            "table_limit": _filled(
                {
                    "minimum": limit.minimum.text if limit.minimum else "",
                    "maximum": limit.maximum.text if limit.maximum else "",
                    "per": limit.per,
                }
            )
            if limit
            else {},
            "limits": [limit_view(rule) for rule in term.limits],
            "note": term.note,
        }
    )


def charge_view(charge: Charge) -> View:
    """Return how one component is charged."""
    return _filled(
        {
            "component": charge.component,
            "per": charge.per,
            "payer": charge.payer,
            "wagers": list(charge.wagers),
            "collect": list(charge.moments),
            "count": charge.count,
            "shortfall": charge.shortfall,
            "antes": charge.antes,
        }
    )


def limit_view(rule: LimitRule) -> View:
    """Return what some wagers may be."""
    return _filled(
        {
            "total" if rule.total else "wagers": list(rule.wagers),
            "per": rule.per,
            "minimum": None if rule.minimum is None else decimal(rule.minimum),
            "maximum": None if rule.maximum is None else decimal(rule.maximum),
            "within": "table" if rule.within_table else "",
            "equals": [_multiple(each) for each in rule.equals],
            "at_least": _multiple(rule.at_least) if rule.at_least else "",
            "at_most": _multiple(rule.at_most) if rule.at_most else "",
            "step": None if rule.step is None else decimal(rule.step),
            "step_above": None if rule.step_above is None else decimal(rule.step_above),
            "needs": [" or ".join(needs) for needs in rule.needs],
            "one_per": rule.one_per,
            "many_per": _multiple(rule.many_per) if rule.many_per else "",
            "never_with": rule.never_with,
            "where": [f"{kind} of {decimal(amount)}" for kind, amount in rule.where],
            "lines": stretches(rule.lines),
        }
    )


def _multiple(multiple: Multiple) -> str:
    if multiple.percent == 100:  # noqa: PLR2004 - once the wager itself
        return multiple.wager
    return f"{short(multiple.percent)}x {multiple.wager}"


def rule_view(rule: Rule) -> View:
    """Return a general rule."""
    return _filled(
        {
            "rule": rule.rule,
            "at_most": rule.at_most,
            "per": rule.per,
            "counting": rule.counting if rule.rule == "rates" else "",
            "events": list(rule.events),
            "hands": rule.hands,
            "games": list(rule.games),
            "kind": rule.kind,
            "lines": stretches(rule.lines),
            "note": rule.note,
        }
    )


def anomaly_view(anomaly: Anomaly) -> View:
    """Return an anomaly with its readings."""
    return _filled(
        {
            "kinds": list(anomaly.kinds),
            "options": option_names(anomaly.options),
            "games": list(anomaly.games),
            "component": anomaly.component,
            "lines": stretches(anomaly.lines),
            "conclusion": anomaly.conclusion,
            "note": anomaly.note,
            "readings": [
                _filled({"reading": reading.reading, "note": reading.note})
                for reading in anomaly.readings
            ],
        }
    )


def game_view(game: Game, cardroom: Cardroom) -> View:
    """Return a game as a cardroom's document describes it."""
    general = [each for each in cardroom.rotation if not each.games or game.game in each.games]
    return _filled(
        {
            "cardroom": cardroom.cardroom,
            "game": game.game,
            "name": game.name,
            "names": [name for name in game.names if name != game.name],
            "approvals": list(game.approvals),
            "kind": game.kind,
            "document": cardroom.document,
            "lines": stretches(game.lines),
            "seats": game.seats,
            "fewest_players": game.fewest_players,
            "backline": _backline(game),
            "opening_round": game.opening_round,
            "wagers": [_wager(game, wager) for wager in game.wagers],
            "limits": [limit_view(rule) for rule in game.limits],
            "rotation": [rotation_view(each) for each in game.rotation],
            "general_rotation": [rotation_view(each) for each in general]
            if game.kind == "player_dealer"
            else [],
            "no_rotation": game.no_rotation,
            "settlement": [
                _filled(
                    {
                        "starts": each.starts,
                        "direction": each.direction,
                        "result": each.result,
                        "order": list(each.order),
                        "rounds": [list(group) for group in each.rounds],
                        "uncovered": list(each.uncovered),
                        "lines": stretches(each.lines),
                        "note": each.note,
                    }
                )
                for each in game.settlement
            ],
            "rules": [rule_view(rule) for rule in game.rules],
            "schedules": [each.key for each in cardroom.schedules if game.game in each.games],
            "no_schedule": game.no_schedule,
            "anomalies": [anomaly_view(anomaly) for anomaly in game.anomalies],
            "note": game.note,
        }
    )


def _backline(game: Game, kind: str = "") -> str:
    """Return what is printed on backline bets, on one kind of wager or on no kind in particular."""
    said = [each for each in game.backline if (kind in each.wagers if kind else not each.wagers)]
    return "; ".join(
        each.rule
        + (f", at most {each.at_most} a position" if each.at_most else "")
        + (f" (under {', '.join(each.schedules)})" if each.schedules else "")
        for each in said
    )


def _wager(game: Game, wager: Wager) -> View:
    kind = wager.wager
    return _filled(
        {
            "wager": kind,
            "names": list(wager.names),
            "role": wager.role,
            "placed": wager.placed,
            "withdrawn": wager.withdrawn,
            "backline": _backline(game, kind),
            "limits": [limit_view(rule) for rule in game.limits if kind in rule.wagers],
            "lines": stretches(wager.lines),
            "note": wager.note,
        }
    )


def rotation_view(rotation: Rotation) -> View:
    """Return one statement about the player-dealer position."""
    cap, offer = rotation.cap, rotation.offer
    return _filled(
        {
            "cap": {"hands": cap.hands, "unit": cap.unit, "holder": cap.holder} if cap else {},
            "offer": _filled({"after": offer.after, "unit": offer.unit, "to": offer.to})
            if offer
            else {},
            "rotates_after": rotation.rotates_after,
            "direction": rotation.direction,
            "first_offer": rotation.first_offer,
            "intervening": rotation.intervening or None,
            "if_nobody": rotation.if_nobody,
            "eligible": list(rotation.eligible),
            "never": list(rotation.never),
            "shared_by": rotation.shared_by,
            "position": rotation.position,
            "games": list(rotation.games),
            "lines": stretches(rotation.lines),
            "note": rotation.note,
        }
    )


def law_view(rule: LawRule) -> View:
    """Return a statewide rule with its status over time."""
    return _filled(
        {
            "rule": rule.rule,
            "title": rule.title,
            "authority": rule.authority,
            "says": rule.says,
            "default": rule.default,
            "untested": rule.untested,
            "events": [
                {"event": each.event, "on": str(each.on), "confidence": each.confidence}
                for each in rule.events
            ],
            "status": [
                _filled(
                    {
                        "status": each.status,
                        "from": str(each.since or "unknown"),
                        "to": str(each.until or ""),
                        "earliest": str(each.earliest or ""),
                        "latest": str(each.latest or ""),
                        "inferred": list(each.inferred),
                        "confidence": each.confidence,
                        "note": each.note,
                    }
                )
                for each in rule.status
            ],
            "parameters": [
                _filled(
                    {
                        "parameter": each.parameter,
                        "value": each.value,
                        "settled": each.settled,
                        "choices": list(each.choices),
                    }
                )
                for each in rule.parameters
            ],
            "checks": list(rule.checks),
        }
    )


def _filled(view: View) -> View:
    """Return a view without what is not stated; zero and ``0.00`` are stated."""
    return {key: value for key, value in view.items() if value not in ("", None, [], {})}
