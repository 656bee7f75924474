"""Made-up hands: a small pattern that any option of the book can be dealt.

A pattern speaks of the second kind of wager or the third bound of a ladder, not of ``ante`` or 100
dollars; so one drawn pattern makes a hand of every option, with amounts at, beside and between the
bounds that this very option prints.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from hypothesis import strategies as st

from reference.charges import Hand, counted, pot
from reference.paper import listed
from reference.readings import games_of, term_of
from reference.tiers import money

if TYPE_CHECKING:
    from reference.paper import Schedule

PLAIN_BOUNDS = [500, 2000, 10000]
OFFSETS = [0, 0, 1, -1, 50, -50, 100, -100]


class Bet(NamedTuple):
    """One wager: where, which kind, and an amount as a part of a bound and something beside it."""

    seat: int
    kind: int
    bound: int
    offset: int
    parts: int
    player: str


class Pattern(NamedTuple):
    """One hand of any option, and how it is logged and collected."""

    game: int
    players: int
    left: int
    opening_round: bool
    dealer: str
    bets: tuple[Bet, ...]
    fill: bool
    named: bool
    by_seat: bool
    taken: tuple[int, ...]


bets = st.builds(
    Bet,
    seat=st.integers(1, 4),
    kind=st.integers(0, 11),
    bound=st.integers(0, 11),
    offset=st.sampled_from(OFFSETS),
    parts=st.sampled_from([1, 1, 2, 3]),
    player=st.sampled_from(["", "", "ann", "bob"]),
)
patterns = st.builds(
    Pattern,
    game=st.integers(0, 5),
    players=st.integers(1, 11),
    left=st.integers(1, 11),
    opening_round=st.booleans(),
    dealer=st.sampled_from(["4", "9"]),
    bets=st.lists(bets, min_size=1, max_size=6).map(tuple),
    fill=st.booleans(),
    named=st.booleans(),
    by_seat=st.booleans(),
    taken=st.lists(st.integers(0, 7), min_size=5, max_size=5).map(tuple),
)


def hand_of(schedule: Schedule, option: str, pattern: Pattern) -> Hand:
    """Return a hand of one option, in the words of the log."""
    games = games_of(schedule, option)
    game = games[pattern.game % len(games)]
    hand: Hand = {
        "cardroom": schedule.cardroom,
        "game": game,
        "schedule": schedule.name,
        "edition": schedule.edition,
        "option": option,
        "players": pattern.players,
        "players_after_flop": min(pattern.left, pattern.players),
        "opening_round": "yes" if pattern.opening_round else "no",
        "player_dealer_seat": pattern.dealer if "player_dealer" in schedule.fees[option] else "",
    }
    hand["wagers"] = wagers_of(schedule, option, game, pattern)
    hand["wagers"] += left_out(hand, schedule.games_yaml[game]["wagers"])
    if pattern.fill:
        fill(hand, bounds_of(schedule, option)[pattern.bets[0].bound :])
    return hand


def wagers_of(schedule: Schedule, option: str, game: str, pattern: Pattern) -> list[dict[str, str]]:
    """Return the wagers of a hand; the first is never the player-dealer's."""
    bounds = bounds_of(schedule, option)
    kinds = kinds_of(schedule, option, game)
    placed = []
    for place, bet in enumerate(seated(schedule, option, game, pattern)):
        amount = max(bounds[bet.bound % len(bounds)] // bet.parts + bet.offset, 1)
        seat = 1 if place == 0 else bet.seat
        placed.append(
            {
                "seat": str(seat),
                "wager": kinds[bet.kind % len(kinds)],
                "amount": money(amount),
                "player": bet.player,
            }
        )
    return placed


def left_out(hand: Hand, kinds: dict[str, dict[str, str]]) -> list[dict[str, str]]:
    """Return bets that everybody has to place and that a hand lacks at somebody's seat."""
    needed = [kind for kind, said in kinds.items() if said and said.get("withdrawn") == "yes"]
    spots = {(bet["seat"], bet["player"]): bet for bet in hand["wagers"]}
    placed = {(bet["seat"], bet["player"], bet["wager"]) for bet in hand["wagers"]}
    return [
        {**bet, "wager": kind}
        for (seat, player), bet in spots.items()
        for kind in needed
        if (seat, player, kind) not in placed
    ]


def seated(schedule: Schedule, option: str, game: str, pattern: Pattern) -> list[Bet]:
    """Return the bets; one for each of the players where every player pays, whatever is wagered."""
    charge = term_of(schedule, option, game).get("player")
    if charge is None or charge.get("wagers"):
        return list(pattern.bets)
    several = [pattern.bets[seat % len(pattern.bets)] for seat in range(pattern.players)]
    return [bet._replace(seat=seat, player="") for seat, bet in enumerate(several, 1)]


def kinds_of(schedule: Schedule, option: str, game: str) -> list[str]:
    """Return the kinds of wager of a game, those that some fee counts twice as likely."""
    every = list(schedule.games_yaml[game]["wagers"])
    term = term_of(schedule, option, game)
    named = {
        kind
        for charge in term.values()
        if isinstance(charge, dict)
        for kind in listed(charge.get("wagers"))
    }
    return [kind for kind in every if kind in named] + every


def bounds_of(schedule: Schedule, option: str) -> list[int]:
    """Return the bounds of an option's ladders of wagers, in cents; some plain amounts without."""
    found = {
        edge
        for fees in schedule.fees[option].values()
        for fee in fees
        if fee.basis not in ("flat", "players")
        for tier in fee.tiers
        for edge in (tier.low, tier.high)
        if edge is not None
    }
    return sorted(found) or PLAIN_BOUNDS


def fill(hand: Hand, bounds: list[int]) -> None:
    """Raise the first wager so that the players' wagers together reach a bound exactly."""
    players = [hand["wagers"][place] for place in counted({}, hand)]
    others = pot(players[1:])
    reachable = [edge for edge in bounds if edge > others]
    if reachable:
        players[0]["amount"] = money(reachable[0] - others)
