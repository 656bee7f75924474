"""Two schedules compared in the language of fees."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, TypeVar

from feeaudit.book.catalogue import option_of, terms_of
from feeaudit.book.lookup import tier_text
from feeaudit.book.views import charge_view, limit_view, option_names, term_view
from feeaudit.core.money import decimal

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator

    from feeaudit.book.model import Ladder, Option, Schedule, Term, Tier

T = TypeVar("T")


def schedule_changes(old: Schedule, new: Schedule) -> list[str]:
    """Return what changed from one schedule to another, a sentence each."""
    return list(_schedule(old, new))


def option_changes(old: Option, new: Option) -> list[str]:
    """Return what changed from one option to another, a sentence each."""
    return list(_option(old, new))


def _schedule(old: Schedule, new: Schedule) -> Iterator[str]:
    yield from _set_change("games", old.games, new.games)
    yield from _set_change("approvals", old.approvals, new.approvals)
    before = _told_apart(old.options, lambda option: option.option)
    after = _told_apart(new.options, lambda option: option.option)
    gone = [option.option for key, option in before.items() if key not in after]
    added = [option.option for key, option in after.items() if key not in before]
    if gone:
        yield f"options removed: {option_names(gone)}"
    if added:
        yield f"options added: {option_names(added)}"
    for key, option in before.items():
        if key in after:
            for change in _option(option, after[key]):
                yield f"option {option.option}: {change}"
    yield from _terms(old, new)


def _option(old: Option, new: Option) -> Iterator[str]:
    limits = [each.limit.text if each.limit else "none" for each in (old, new)]
    if limits[0] != limits[1]:
        yield f"table limit was {limits[0]}, is {limits[1]}"
    if old.stakes != new.stakes:
        stakes = [
            ", ".join(f"{stake.kind} {stake.text}" for stake in each.stakes) or "none"
            for each in (old, new)
        ]
        yield f"stakes were {stakes[0]}, are {stakes[1]}"
    before = {(each.component, each.from_pot, each.stage): each for each in old.ladders}
    after = {(each.component, each.from_pot, each.stage): each for each in new.ladders}
    for key in dict.fromkeys([*before, *after]):
        yield from _ladder(key[0], before.get(key), after.get(key))


def _ladder(component: str, old: Ladder | None, new: Ladder | None) -> Iterator[str]:
    if old is None or new is None:
        present = new or old
        state = "was added" if old is None else "was removed"
        fees = "; ".join(_fee(present.basis, tier) for tier in present.tiers) if present else ""
        yield f"{component} fee {state} ({fees})"
        return
    if old.basis != new.basis:
        yield f"{component} fee was by {old.basis}, is by {new.basis}"
    before = _told_apart(old.tiers, lambda tier: (tier.low, tier.high))
    after = _told_apart(new.tiers, lambda tier: (tier.low, tier.high))
    for bounds, tier in before.items():
        name = tier_text(old.basis, tier)
        if bounds not in after:
            yield f"{component} {name} at {_amount(tier)} was removed"
        elif after[bounds].fee != tier.fee:
            yield f"{component} {name} was {_amount(tier)}, is {_amount(after[bounds])}"
    for bounds, tier in after.items():
        if bounds not in before:
            yield f"{component} {tier_text(new.basis, tier)} at {_amount(tier)} was added"


def _terms(old: Schedule, new: Schedule) -> Iterator[str]:
    """Yield changes of terms, the options that share one in a single sentence."""
    options_of: dict[str, list[str]] = {}
    for name in dict.fromkeys(each.option for each in old.options):
        option, other = option_of(old, name), option_of(new, name)
        if option is not None and other is not None:
            for change in _option_terms(old, option, new, other):
                options_of.setdefault(change, []).append(name)
    for change, options in options_of.items():
        yield f"option{'s' if len(options) > 1 else ''} {option_names(options)}{change}"


def _option_terms(old: Schedule, option: Option, new: Schedule, other: Option) -> Iterator[str]:
    """Yield changes of an option's terms, and for which games if not for all it has terms for.

    Schedules that have no game in common are compared by the first of each.
    """
    same = [(game, game) for game in old.games if game in new.games]
    games_of: dict[str, list[str]] = {}
    stated = 0
    for was, now in same or [(old.games[0], new.games[0])]:
        before, after = _term(old, option, was), _term(new, other, now)
        stated += before is not None or after is not None
        for change in _term_changes(before, after):
            games_of.setdefault(change, []).append(was)
    for change, games in games_of.items():
        yield f": {change}" if len(games) == stated else f" ({', '.join(games)}): {change}"


def _term_changes(old: Term | None, new: Term | None) -> Iterator[str]:
    if old is None or new is None:
        if old is not new:
            yield "terms were added" if old is None else "terms were removed"
        return
    before = {charge.component: charge_view(charge) for charge in old.charges}
    after = {charge.component: charge_view(charge) for charge in new.charges}
    for component in dict.fromkeys([*before, *after]):
        was, now = before.get(component, {}), after.get(component, {})
        for key in ("per", "wagers", "collect", "payer", "count", "shortfall"):
            if was.get(key) != now.get(key):
                yield f"{component} {key} was {_words(was.get(key))}, is {_words(now.get(key))}"
    for name in ("period", "period_starts", "opening_round", "no_opening_round"):
        if getattr(old, name) != getattr(new, name):
            was, now = getattr(old, name), getattr(new, name)
            yield f"{name} was {was or 'not stated'}, is {now or 'not stated'}"
    views = [term_view(term) for term in (old, new)]
    for key in ("free", "bands", "table_limit"):
        if views[0].get(key) != views[1].get(key):
            yield f"{key} was {_words(views[0].get(key))}, is {_words(views[1].get(key))}"
    limits = [[_without_lines(limit_view(rule)) for rule in term.limits] for term in (old, new)]
    yield from (f"limit removed: {_said(rule)}" for rule in limits[0] if rule not in limits[1])
    yield from (f"limit added: {_said(rule)}" for rule in limits[1] if rule not in limits[0])


def _term(schedule: Schedule, option: Option, game: str) -> Term | None:
    terms = terms_of(schedule, option)
    return next((term for term in terms if game in (term.games or schedule.games)), None)


def _told_apart(things: Iterable[T], key: Callable[[T], Hashable]) -> dict[Hashable, T]:
    """Return things by their key; what is printed twice under one key goes by its turn too."""
    turns: Counter[Hashable] = Counter()
    found: dict[Hashable, T] = {}
    for thing in things:
        name = key(thing)
        found[name, turns[name]] = thing
        turns[name] += 1
    return found


def _without_lines(view: dict[str, object]) -> dict[str, object]:
    return {key: value for key, value in view.items() if key != "lines"}


def _said(view: dict[str, object]) -> str:
    return ", ".join(f"{key} {_words(value)}" for key, value in view.items())


def _words(value: object) -> str:
    if isinstance(value, list):
        return " and ".join(map(str, value))
    if isinstance(value, dict):
        return _said(value)
    return str(value) if value else "not stated"


def _fee(basis: str, tier: Tier) -> str:
    return f"{tier_text(basis, tier)} {_amount(tier)}"


def _amount(tier: Tier) -> str:
    return "unreadable" if tier.fee is None else decimal(tier.fee)


def _set_change(what: str, old: tuple[str, ...], new: tuple[str, ...]) -> Iterator[str]:
    if set(old) != set(new):
        yield f"{what} were {', '.join(old) or 'none'}, are {', '.join(new) or 'none'}"
