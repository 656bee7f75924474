"""The words of a sign: who pays, on what, when; short, and in our own words."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from feeaudit.book.vocabulary import EVENTS, MOMENTS, PLAYER_COUNTS, RULES
from feeaudit.core.money import dollars, short
from feeaudit.report.phrases import joined

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import (
        Charge,
        Game,
        Limit,
        LimitRule,
        Multiple,
        Rule,
        Term,
        Tier,
    )
    from feeaudit.rules.levies import Levy

PAYER_TITLES: Final = {
    "player": "Each player pays",
    "player_dealer": "Player-dealer pays",
    "pot": "Taken from the pot",
    "ante": "Taken from the antes",
    "button": "The button pays",
    "big_blind": "Taken from the big blind",
}
BASIS_TITLES: Final = {
    "player_wager": "Wager",
    "total_player_wager": "Player's wagers together",
    "table_action": "All wagers at the table together",
    "bonus_wager": "Bonus bet",
    "players": "Players",
}
FLAT_ROWS: Final = {
    "wager": "Each wager",
    "seat": "Each betting circle",
    "player": "Each player",
    "hand": "Each hand",
    "period": "Each period",
}
NO_FEE: Final = "No fee"
_PER: Final = {
    "wager": "For each wager separately",
    "seat": "Once for each betting circle",
    "player": "Once for each player",
    "hand": "Once per hand",
}
_OPENING: Final = {
    "flop": "the flop",
    "second_upcard": "the second upcard",
    "draw_complete": "the end of the draw",
    "pot_opened": "the opening of the pot",
}
_FOR_PLAYERS: Final = (
    "free_hands",
    "no_extra_fee",
    "fee_kept",
    "own_fee",
    "courtesy_button",
    "minimum_after_fee",
    "house_funded_jackpot",
    "jackpot_elsewhere",
    "maximum_sets_fee",
)
_WAGERS: Final = {
    "base": "Base Wager",
    "bbq": "BBQ",
    "cold_bbq": "Cold BBQ",
    "pair_and_up": "Pair & Up",
    "save_the_queen": "Save the Queen",
    "tie_0_1": "Tie 0/1",
}
_FIGURE: Final = re.compile(r"\d[\d,]*(?:\.\d+)?")


def money(cents: int) -> str:
    """Return an amount as on a placard: ``$5``, ``$1,000``, ``$2.50``."""
    return dollars(cents).removesuffix(".00")


def fee(tier: Tier) -> str:
    """Return a fee with both decimals; that there is none, or that it cannot be read."""
    if tier.fee is None:
        return "unreadable"
    return dollars(tier.fee) if tier.fee else NO_FEE


def bounds(basis: str, tier: Tier) -> str:
    """Return a tier as people say it: ``$5 to $100``, ``$601 or more``, ``4 or fewer``."""

    def figure(bound: int) -> str:
        return str(bound) if basis == "players" else money(bound)

    if tier.low is None:
        return f"{figure(tier.high or 0)} or {'fewer' if basis == 'players' else 'less'}"
    if tier.high is None:
        return f"{figure(tier.low)} or more"
    if tier.low == tier.high:
        return figure(tier.low)
    return f"{figure(tier.low)} to {figure(tier.high)}"


def limit_text(limit: Limit) -> str:
    """Return a limit as printed, with dollar signs: ``$5 to $25``, ``$100 or higher``."""
    if limit.low is not None and limit.high is not None:
        return money(limit.low) if limit.low == limit.high else _from_to(limit.low, limit.high)
    if limit.text.endswith("+") and limit.low is not None:
        return f"{money(limit.low)} or higher"
    return priced(limit.text).replace("-no limit", " to no limit")


def _from_to(low: int, high: int) -> str:
    return f"{money(low)} to {money(high)}"


def priced(text: str) -> str:
    """Return printed figures with a dollar sign each: ``1-2`` is ``$1-$2``."""
    return _FIGURE.sub(lambda found: f"${found[0].removesuffix('.00')}", text)


def wager_name(kind: str) -> str:
    """Return a wager kind for reading: ``player_line`` is ``Player Line``."""
    return _WAGERS.get(kind) or kind.replace("_", " ").title()


def how_charged(levy: Levy | Charge, period: int | None) -> Iterator[str]:
    """Yield how a fee is charged: how often, on what, and when it is taken."""
    timed = f"Every {period} minutes" if period else "Once a period of a length that is not printed"
    often = timed if levy.per == "period" else _PER[levy.per]
    wagers = joined(map(wager_name, levy.wagers))
    together = len(levy.wagers) > 1 and levy.per != "wager"
    on = f", on {wagers}{' together' if together else ''}" if wagers else ""
    yield f"{often}{on}."
    if levy.moments:
        yield f"Taken {joined((MOMENTS[each] for each in levy.moments), 'or')}."
    else:
        yield "When it is taken is not stated in the approved print."
    if levy.count:
        yield f"Players counted: {PLAYER_COUNTS[levy.count]}."
    if levy.shortfall:
        yield f"The {levy.shortfall} pays any shortfall."


def before_opening(game: Game, term: Term | None) -> str:
    """Return the title of the fee of a hand that ends early."""
    opening = (term.opening_round if term else "") or game.opening_round
    return f"Hand ends before {_OPENING.get(opening, 'the opening round')}"


def term_notes(game: Game, term: Term | None) -> Iterator[str]:
    """Yield what the terms say besides the fees."""
    if term is None:
        return
    opening = _OPENING.get(term.opening_round or game.opening_round, "")
    if opening and term.no_opening_round == "no_fee":
        yield f"A hand that ends before {opening} pays nothing."
    if opening and term.no_opening_round == "no_flop_fee":
        yield f"The regular fee is taken once the hand reaches {opening}; before, the reduced fee."
    if term.free:
        yield f"No player fee on {joined(map(wager_name, term.free))}."


def rule_notes(rules: Iterable[Rule]) -> Iterator[str]:
    """Yield the general rules that concern a player at the table, each once."""
    every = list(rules)
    for name in _FOR_PLAYERS:
        said = [each for each in every if each.rule == name]
        if said:
            yield _rule_note(name, said)


def _rule_note(name: str, said: list[Rule]) -> str:
    each = dict.fromkeys(event for rule in said for event in rule.events)
    events = joined((EVENTS[event] for event in each), "or")
    if name == "no_extra_fee":
        return f"No further fee for {events}."
    if name == "fee_kept":
        return f"The fee is kept after {events}."
    if name == "free_hands" and said[0].hands:
        return f"The first {said[0].hands} hands of a new game are free of collection."
    return f"{RULES[name][0].upper()}{RULES[name][1:]}."


def wager_limit(rule: LimitRule) -> str:
    """Return what some wagers may be; blank where it says nothing a sign needs."""
    words = []
    if rule.minimum is not None and rule.maximum is not None:
        words.append(_from_to(rule.minimum, rule.maximum))
    elif rule.maximum is not None:
        words.append(f"at most {money(rule.maximum)}")
    elif rule.minimum is not None:
        words.append(f"at least {money(rule.minimum)}")
    if rule.at_least:
        words.append(f"no less than {_share(rule.at_least)}")
    if rule.at_most:
        words.append(f"no more than {_share(rule.at_most)}")
    if rule.equals:
        words.append(f"equal to {joined(map(_share, rule.equals), 'or')}")
    if rule.step is not None:
        above = f" above {money(rule.step_above)}" if rule.step_above is not None else ""
        words.append(f"in steps of {money(rule.step)}{above}")
    if rule.within_table:
        words.append("within the table limit")
    names = joined(map(wager_name, rule.wagers))
    together = " together" if rule.total and len(rule.wagers) > 1 else ""
    return f"{names}{together}: {', '.join(words)}." if words else ""


def _share(multiple: Multiple) -> str:
    named = joined(map(wager_name, multiple.wagers), "or")
    wager = "table maximum" if multiple.wager == "table" else named
    times = "" if multiple.percent == 100 else f"{short(multiple.percent)} times "  # noqa: PLR2004 - once
    return f"{times}the {wager}"
