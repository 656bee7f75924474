"""What every encoded statement is for: the checks that test it, or why none does.

The book may hold nothing that is silent. Every key a statement can have stands here once, with the
checks that read it, or as a note with the reason; lint and a test hold this list to the book's
grammar, and coverage tells of each statement whether it was tested.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from feeaudit.book.catalogue import binds, rules_of, term_of
from feeaudit.rules.rotation import said_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from feeaudit.book.model import (
        Backline,
        Cardroom,
        Game,
        LimitRule,
        Option,
        Rotation,
        Schedule,
        Settlement,
        Term,
    )


@dataclass(frozen=True, slots=True)
class Use:
    """The checks that read a kind of statement; without any, ``note`` says why.

    ``lacking`` is what no log says, and without which these checks cannot test it.
    """

    checks: tuple[str, ...] = ()
    note: str = ""
    lacking: str = ""


class Encoded(NamedTuple):
    """One encoded statement that bears on a game under a schedule, and what it is for."""

    what: str
    lines: tuple[int, ...]
    use: Use


_FEES: Final = Use(("FEE-OVER", "FEE-UNDER", "FEE-MISSING", "FEE-UNDUE"))

RULES_USED: Final[dict[str, Use]] = {
    "rates": Use(("OPT-RATES",)),
    "one_option": Use(("OPT-MIXED",)),
    "predetermined": Use(("OPT-MIXED", "FEE-MOMENT")),
    "posted": Use(("OPT-LIMIT",)),
    "no_percentage": Use(("FEE-PERCENT",)),
    "fee_kept": Use(("FEE-MISSING", "FEE-UNDER")),
    "no_extra_fee": Use(("FEE-UNDUE", "FEE-OVER")),
    "free_hands": Use(("FEE-UNDUE", "FEE-MISSING")),
    "courtesy_button": Use(("FEE-WAIVER",)),
    "own_fee": Use(("FEE-MISSING", "FEE-UNDUE")),
    "minimum_after_fee": Use(note="a log does not show a player's remaining chips"),
    "maximum_sets_fee": Use(("FEE-OVER", "FEE-UNDER", "OPT-UNKNOWN", "OPT-LIMIT", "LIM-LOW")),
    "under_review": Use(note="it is about what the Bureau may do, not about play"),
    "house_funded_jackpot": Use(("FEE-JACKPOT",)),
    "jackpot_elsewhere": Use(("FEE-JACKPOT",)),
    "third_party_may_play": Use(note="it permits something and requires nothing"),
    "kill": Use(note="it permits other stakes for one hand, and no fee depends on them"),
    "second_hand": Use(note="a log does not say which of a player's hands was the first"),
    "blinds_by_limit": Use(
        note="the schedule prints the blinds of each option; what is posted may differ, by a kill,"
        " a straddle or a missed blind"
    ),
    "no_all_in": Use(("LIM-LOW",)),
    "opening_bet": Use(note="a log does not say which bet opened the pot"),
    "covers_only": Use(("PAY-EXCESS", "PAY-UNCOVERED")),
    "bettor_bound": Use(("PAY-EXCESS",)),
}

LIMITS_USED: Final[dict[str, Use]] = {
    "minimum": Use(("LIM-LOW", "LIM-BONUS")),
    "maximum": Use(("LIM-HIGH", "LIM-BONUS", "LIM-TOTAL")),
    "within_table": Use(("LIM-LOW", "LIM-HIGH", "LIM-BONUS", "LIM-TOTAL")),
    "equals": Use(("LIM-RELATION",)),
    "at_least": Use(("LIM-RELATION",)),
    "at_most": Use(("LIM-RELATION", "LIM-TOTAL")),
    "step": Use(("LIM-INCREMENT",)),
    "needs": Use(("LIM-RELATION",)),
    "one_per": Use(("LIM-RELATION",)),
    "many_per": Use(("LIM-RELATION",)),
    "never_with": Use(("LIM-RELATION",)),
}

ROTATION_USED: Final[dict[str, Use]] = {
    "cap": Use(("ROT-TURNS",)),
    "offer": Use(("ROT-OFFER",)),
    "rotates_after": Use(("ROT-TURNS",)),
    "direction": Use(("ROT-ORDER",)),
    "first_offer": Use(("ROT-ORDER",)),
    "intervening": Use(("ROT-INTERVENE",)),
    "if_nobody": Use(("ROT-BROKEN",)),
    "eligible": Use(("ROT-ELIGIBLE", "ROT-ORDER")),
    "never": Use(("ROT-HOUSE",)),
    "shared_by": Use(note="it permits sharing the position, and a log names one holder"),
}

SETTLEMENT_USED: Final[dict[str, Use]] = {
    "starts": Use(("PAY-ORDER",)),
    "direction": Use(("PAY-ORDER",)),
    "order": Use(("PAY-ORDER",)),
    "rounds": Use(("PAY-ORDER",)),
    "kind_by_kind": Use(("PAY-ORDER",)),
}

UNCOVERED_USED: Final[dict[str, Use]] = {
    "returned": Use(("PAY-UNCOVERED",)),
    "used_once": Use(("PAY-UNCOVERED",)),
    "no_refund_of_fee": Use(
        note="a fee is owed whatever happens to the wager, and FEE-MISSING covers it"
    ),
}

_OUT_OF_A_POT: Final = Use(
    note="poker players settle among themselves; there is no player-dealer's wager to run out"
)

TERMS_USED: Final[dict[str, Use]] = {
    "charges": _FEES,
    "free": Use(("FEE-UNDUE",)),
    "period": Use(("FEE-TIME",)),
    "period_starts": Use(("FEE-TIME",)),
    "opening_round": _FEES,
    "no_opening_round": _FEES,
    "bands": _FEES,
    "table_limit": Use(("LIM-LOW", "LIM-HIGH", "OPT-LIMIT")),
    "limits": Use(note="each limit is listed separately"),
    "games": Use(("OPT-UNKNOWN",)),
}

_FORCED: Final = Use(
    note="a player may complete a forced bet, and one who is short of money may post less"
)
_LEFT: Final = Use(note="it names the table, and a log does not show it")
STAKES_USED: Final[dict[str, Use]] = {
    "blinds": Use(("LIM-LOW", "LIM-HIGH")),
    "ante": Use(("LIM-LOW", "LIM-HIGH")),
    "forced bet": _FORCED,
    "buy-in": _LEFT,
    "points": _LEFT,
}
# The limits of poker are the stakes it is played for; those of other games bind every base wager.
TABLE_LIMIT_USED: Final = Use(("LIM-LOW", "LIM-HIGH", "OPT-LIMIT"))
_STAKES_LIMIT_USED: Final = Use(("OPT-LIMIT",))
NO_ROUND: Final = "the log does not show in which betting round a bet was made"
_OF_A_BET: Final = Use(("LIM-LOW", "LIM-HIGH"), lacking=NO_ROUND)

BACKLINE_USED: Final[dict[str, Use]] = {
    "forbidden": Use(("LIM-RELATION",)),
    "allowed": Use(note="it permits something and requires nothing"),
    "local_ordinance": Use(
        note="it leaves the question to a local ordinance that is not on record"
    ),
}

SEATS_USED: Final = Use(("LIM-RELATION",))
_TWO_AT_LEAST: Final = Use(
    note="a player who bets against a player-dealer makes two: no hand has fewer"
)
# What says where a statement stands or whom it binds asks for nothing by itself; ``collect`` acts
# as the moment of each charge, and is listed as that.
_FRAME: Final = {
    "lines",
    "position",
    "result",
    "schedules",
    "games",
    "note",
    "wagers",
    "total",
    "per",
    "where",
    "step_above",
    "row",
    "collect",
}


def encoded(
    cardroom: Cardroom, game: Game, schedule: Schedule | None = None, option: Option | None = None
) -> Iterator[Encoded]:
    """Yield every encoded statement that bears on a game, under a schedule's option where given."""
    yield from encoded_of_game(cardroom, game, schedule)
    if schedule is not None:
        yield from encoded_of_option(schedule, game, option)


def encoded_of_game(
    cardroom: Cardroom, game: Game, schedule: Schedule | None = None
) -> Iterator[Encoded]:
    """Yield what is stated of a game, whichever of a schedule's options is in use."""
    yield from _of_game(game, schedule)
    for rotation in said_of(cardroom, game):
        if binds(rotation, schedule):
            yield from _rotation(rotation)
    for rule in rules_of(cardroom, game, schedule):
        yield Encoded(f"rule {rule.rule}", rule.lines, RULES_USED[rule.rule])


def _of_game(game: Game, schedule: Schedule | None) -> Iterator[Encoded]:
    if game.seats is not None:
        yield Encoded("seats", game.seat_lines or game.lines, SEATS_USED)
    if game.fewest_players is not None:
        use = SEATS_USED if game.kind == "poker" else _TWO_AT_LEAST
        yield Encoded("fewest players", game.seat_lines or game.lines, use)
    for backline in game.backline:
        if binds(backline, schedule):
            yield _backline(backline, game)
    for limit in game.limits:
        if binds(limit, schedule):
            yield from _limit(limit)
    for settlement in game.settlement:
        if binds(settlement, schedule):
            yield from _settlement(settlement) if game.kind != "poker" else _pot(settlement)


def _pot(said: Settlement) -> Iterator[Encoded]:
    """Yield how poker is settled, which nothing in a log can break."""
    yield from (each._replace(use=_OUT_OF_A_POT) for each in _settlement(said))


def _settlement(said: Settlement) -> Iterator[Encoded]:
    for each in _stated("settlement", said, SETTLEMENT_USED):
        whose = f" of {said.result} hands" if said.result else ""
        yield each._replace(what=f"{each.what}{whose}")
    for word in said.uncovered:
        what = f"settlement uncovered {word.replace('_', ' ')}"
        yield Encoded(what, said.lines, UNCOVERED_USED[word])


def encoded_of_option(schedule: Schedule, game: Game, option: Option | None) -> Iterator[Encoded]:
    """Yield what a schedule states of an option, or of all that it has."""
    for term in schedule.terms:
        if (option is None or option.option in term.options) and _for_game(term, game):
            yield from _terms(term, game)
            yield from _moments(term)
            for limit in term.limits:
                yield from _limit(limit)
    for each in schedule.options:
        if option is None or each.option == option.option:
            yield from _stakes(schedule, game, each)


def _terms(term: Term, game: Game) -> Iterator[Encoded]:
    """Yield what a term states; a limit of poker is one of its stakes and one of each bet."""
    for each in _stated("terms", term, TERMS_USED):
        if each.what == "terms table limit" and game.kind == "poker":
            yield each._replace(use=_STAKES_LIMIT_USED)
            yield each._replace(what=f"{each.what} of each bet", use=_OF_A_BET)
        else:
            yield each


def _moments(term: Term) -> Iterator[Encoded]:
    """Yield when the fees of a term are taken, where it says so."""
    lines = {line for charge in term.charges if charge.moments for line in charge.moment_lines}
    if lines:
        yield Encoded("terms moment", tuple(sorted(lines)), Use(("FEE-MOMENT",)))


def _stakes(schedule: Schedule, game: Game, option: Option) -> Iterator[Encoded]:
    """Yield the limit and the stakes of an option."""
    if option.limit is not None:
        poker = game.kind == "poker"
        use = _STAKES_LIMIT_USED if poker else TABLE_LIMIT_USED
        yield Encoded("option limit", option.lines, use)
        if poker:
            yield Encoded("option limit of each bet", option.lines, _OF_A_BET)
    # Where the antes may not cover the fee, what players post decides who pays the rest.
    term = term_of(schedule, option, game)
    short = term is not None and any(charge.shortfall for charge in term.charges)
    for stake in option.stakes:
        use = STAKES_USED[stake.kind]
        if stake.kind == "ante" and short:
            use = Use((*_FEES.checks, *use.checks))
        yield Encoded(f"option {stake.kind}", option.lines, use)


def _for_game(term: Term, game: Game) -> bool:
    return not term.games or game.game in term.games


def _backline(said: Backline, game: Game) -> Encoded:
    number = f", at most {said.at_most} a position" if said.at_most else ""
    use = SEATS_USED if said.at_most else BACKLINE_USED[said.rule]
    return Encoded(f"backline {said.rule.replace('_', ' ')}{number}", said.lines or game.lines, use)


def _limit(limit: LimitRule) -> Iterator[Encoded]:
    for key, use in LIMITS_USED.items():
        if getattr(limit, key) not in (None, (), "", False):
            wagers = " + ".join(limit.wagers) if limit.total else ", ".join(limit.wagers)
            yield Encoded(f"limit {key.replace('_', ' ')} of {wagers}", limit.lines, use)


def _stated(
    kind: str, said: Rotation | Settlement | Term, used: dict[str, Use]
) -> Iterator[Encoded]:
    for key, use in used.items():
        if getattr(said, key) not in (None, (), "", False):
            yield Encoded(f"{kind} {key.replace('_', ' ')}", said.lines, use)


def _rotation(said: Rotation) -> Iterator[Encoded]:
    for each in _stated("rotation", said, ROTATION_USED):
        if each.what == "rotation first offer" and said.first_offer == "any":
            yield each._replace(use=Use(note="anyone may be asked first: it requires nothing"))
        else:
            yield each


def unread_keys(kinds: Iterable[tuple[Any, dict[str, Use]]]) -> list[str]:
    """Return the fields of statement classes that no use reads and that are no frame."""
    return [
        f"{kind.__name__}.{name}"
        for kind, used in kinds
        for name in kind.__slots__
        if name not in used and name not in _FRAME
    ]
