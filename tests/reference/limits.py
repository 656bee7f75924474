"""What the paper asks of wagers, world by world: limits, relations, backline bets and seats.

A world takes one reading of every open anomaly. A wager that breaks the same demand in all worlds
is a violation, one that breaks it in some of them is for review.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import yaml

from reference.paper import Schedule, listed, names_of
from reference.readings import plays, term_of
from reference.tiers import cents

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

Yaml = dict[str, Any]
RELATIONS = ("equals", "at_least", "at_most", "needs", "one_per", "many_per")
SURE, OPEN = "violation", "review"


class Bet(NamedTuple):
    """One wager of a hand by its turn in the log; the player is blank where nobody is named."""

    turn: int
    seat: str
    kind: str
    amount: int
    player: str


class Rule(NamedTuple):
    """One printed limit: on which wagers, what it says, and whether only a reading says it."""

    wagers: tuple[str, ...]
    said: Yaml
    total: bool = False
    read: bool = False


class World(NamedTuple):
    """A game under one reading of everything: its rules, its table limit, who may bet where."""

    rules: list[Rule]
    low: int | None
    high: int | None
    backline: list[Yaml]
    seats: int | None


class Game(NamedTuple):
    """A game at a cardroom: what its page says, its kind, and the role of each wager."""

    body: Yaml
    poker: bool
    roles: dict[str, str]

    @property
    def short(self) -> str:
        """Return what too small a wager is: poker players may be short of money, or all must pay."""
        in_full = any(each["rule"] == "no_all_in" for each in self.body.get("rules", []))
        return OPEN if self.poker and not in_full else SURE


Broken = tuple[str, int, str]
"""A check, the turn of a wager (-1 for the whole hand), and the demand that it breaks."""


BLINDS = ("small_blind", "big_blind")


class Place(NamedTuple):
    """Where a hand is played: the folder of the book, the schedule, the option, the game's id."""

    folder: Path
    schedule: Schedule
    option: str
    name: str


def breaches(
    place: Place, bets: list[Bet], *, banked: bool, dealt_in: int
) -> dict[tuple[str, int], str]:
    """Return what the wagers of a hand break: check and wager to violation or review.

    ``banked`` tells that the player-dealer has a seat, beside those of the wagers; of poker, where
    each player has a seat, ``dealt_in`` tells how many there are.
    """
    game = game_of(place)
    term = term_of(place.schedule, place.option, place.name)
    each_world = []
    for world in worlds(place, game):
        found = dict(broken(world, game, term, bets)) | dict(off_stakes(place, game, bets))
        seats = len({bet.seat for bet in bets})
        taken = max(seats, dealt_in) if game.poker else seats + banked
        if world.seats is not None and taken > world.seats:
            found["LIM-RELATION", -1, "seats"] = SURE
        if game.poker and dealt_in < int(game.body.get("fewest_players", 1)):
            found["LIM-RELATION", -1, "fewest_players"] = SURE
        each_world.append(found)
    return judged(each_world)


def off_stakes(place: Place, game: Game, bets: list[Bet]) -> Iterator[tuple[Broken, str]]:
    """Yield the antes and blinds of poker that are not the stakes of the option.

    An option that two limits share has the stakes of both. Nothing raises an ante.
    """
    (row,) = [each for each in place.schedule.body["options"] if each["option"] == place.option]
    stakes: dict[str, list[int]] = {}
    for names in (("posted_ante", "ante"), ("blinds", "blind"), ("blinds", *BLINDS)):
        for text in listed(row.get(names[0])):
            figures = text.split("-")
            if len(figures) == len(names) - 1 and figures[0].replace(".", "", 1).isdigit():
                for kind, figure in zip(names[1:], figures, strict=True):
                    stakes.setdefault(kind, []).append(cents(figure))
    for bet in bets if game.poker else []:
        stake = stakes.get(bet.kind, [bet.amount])
        if bet.amount < min(stake):
            yield ("LIM-LOW", bet.turn, "stake"), game.short
        if bet.amount > max(stake):
            yield ("LIM-HIGH", bet.turn, "stake"), SURE if bet.kind == "ante" else OPEN


def judged(each_world: list[dict[Broken, str]]) -> dict[tuple[str, int], str]:
    """Return a verdict for each wager: a violation where one demand is surely broken in all."""
    found: dict[tuple[str, int], str] = {}
    for key in {key for world in each_world for key in world}:
        sure = all(world.get(key) == SURE for world in each_world)
        if found.get(key[:2]) != SURE:
            found[key[:2]] = SURE if sure else OPEN
    return found


def read(path: Path) -> Yaml:
    """Return a YAML file as plain text and lists."""
    body: Yaml = yaml.load(path.read_text(encoding="utf-8"), Loader=yaml.CBaseLoader)  # noqa: S506
    return body


FILES: dict[Path, Yaml] = {}


def known(path: Path) -> Yaml:
    """Return a file that was read before, or read it."""
    if path not in FILES:
        FILES[path] = read(path)
    return FILES[path]


def game_of(place: Place) -> Game:
    """Return a game with its kind and roles, which the list of all games may have to say."""
    listed_game = known(place.folder / "games.yaml")["games"][place.name]
    body = place.schedule.games_yaml[place.name]
    roles = {
        kind: (stated or {}).get("role") or listed_game["wagers"][kind]["role"]
        for kind, stated in body["wagers"].items()
    }
    return Game(body, listed_game["kind"] == "poker", roles)


def lines_of(stated: Any) -> set[int]:
    """Return the lines that ``657``, ``657-660`` or a list of such means."""
    found: set[int] = set()
    for each in listed(stated):
        first, _, last = str(each).partition("-")
        found |= set(range(int(first), int(last or first) + 1))
    return found


def binds(statement: Yaml, schedule: Schedule) -> bool:
    """Tell whether a statement holds under a schedule: any, or those that it names."""
    names = listed(statement.get("schedules"))
    return not names or not {schedule.name, f"{schedule.name}@{schedule.edition}"}.isdisjoint(names)


CONCERNED = {"limits", "without", "table_limit", "backline", "seats"}


def worlds(place: Place, game: Game) -> Iterator[World]:
    """Yield the game under every combination of readings that bear on limits."""
    schedule = place.schedule
    of_room = listed(known(place.folder / schedule.cardroom / "cardroom.yaml").get("anomalies"))
    own = [
        each
        for each in listed(schedule.body.get("anomalies"))
        if place.option in names_of(each.get("options", "all"), schedule.options)
    ]
    touching = [
        each["readings"]
        for each in (*of_room, *listed(game.body.get("anomalies")), *own)
        if each["conclusion"] == "ambiguous"
        and plays(each, schedule, place.name)
        and any(CONCERNED & reading.keys() for reading in listed(each.get("readings")))
    ]
    for chosen in product(*touching):
        yield world_of(place, game, chosen)


def world_of(place: Place, game: Game, chosen: tuple[Yaml, ...]) -> World:
    """Return the world in which these readings hold."""
    schedule = place.schedule
    term = term_of(schedule, place.option, place.name)
    gone = {line for reading in chosen for line in lines_of(reading.get("without"))}
    of_term = rules_of(term)
    of_game = [without_own(rule, of_term) for rule in (*game_rules(game), *rules_of(game.body))]
    added = [rule._replace(read=True) for reading in chosen for rule in rules_of(reading)]
    printed = [
        rule for rule in (*of_game, *of_term) if gone.isdisjoint(lines_of(rule.said.get("lines")))
    ]
    rules = [rule for rule in (*printed, *added) if binds(rule.said, schedule)]
    said = [
        *(each for each in backline_of(game) if gone.isdisjoint(lines_of(each.get("lines")))),
        *(stated_backline(each) for one in chosen for each in listed(one.get("backline"))),
    ]
    seats = [reading["seats"] for reading in chosen if "seats" in reading]
    seats = seats or listed(game.body.get("seats"))
    return World(
        rules,
        *limit_of(schedule, place.option, term, chosen),
        [each for each in said if binds(each, schedule)],
        int(seats[-1]) if seats else None,
    )


def game_rules(game: Game) -> list[Rule]:
    """Return the limits that stand beside the wagers of a game."""
    return [Rule((kind,), stated or {}) for kind, stated in game.body["wagers"].items()]


def rules_of(body: Yaml) -> list[Rule]:
    """Return the limits that are listed for several wagers; a range of a table is none."""
    return [
        Rule(tuple(listed(each.get("wagers") or each["total"])), each, total="total" in each)
        for each in listed(body.get("limits"))
    ]


def without_own(rule: Rule, of_term: list[Rule]) -> Rule:
    """Return a rule of the game without the table's bound that the terms replace by their own."""
    said = dict(rule.said)
    own = [each.said for each in of_term if set(rule.wagers) <= set(each.wagers)]
    if said.get("within") == "table" and any("minimum" in each for each in own):
        said["no_table_minimum"] = "yes"
    if any("maximum" in each for each in own):
        said["no_table_maximum"] = "yes"
    return rule._replace(said=said)


def limit_of(
    schedule: Schedule, option: str, term: Yaml, chosen: tuple[Yaml, ...]
) -> tuple[int | None, int | None]:
    """Return the least and the greatest wager that any table of the option takes."""
    (row,) = [each for each in schedule.body["options"] if each["option"] == option]
    if "limit" in row:
        low, high = ends(row["limit"]) if isinstance(row["limit"], str) else (None, None)
    else:
        low, high = ends_of(term.get("table_limit") or {})
    for stated in (reading["table_limit"] for reading in chosen if "table_limit" in reading):
        if "ladder" not in stated:
            low, high = ends_of(stated)
            continue
        (fee, *_) = schedule.fees[option][stated["ladder"]]
        low = fee.tiers[0].low
        if fee.basis == "player_wager" and fee.tiers[-1].high is not None:
            high = fee.tiers[-1].high
    return low, high


def ends_of(stated: Yaml) -> tuple[int | None, int | None]:
    """Return the lower end of the minimums and the upper end of the maximums."""
    return ends(stated.get("minimum", ""))[0], ends(stated.get("maximum", ""))[1]


def ends(text: str) -> tuple[int | None, int | None]:
    """Return the ends of ``5-100``, ``100`` or ``2-no limit``; of anything else none."""
    parts = text.split("-")
    if not text or len(parts) > 2 or not parts[0][0].isdigit():
        return None, None
    high = parts[-1]
    return cents(parts[0]), None if high == "no limit" else cents(high)


BASE = Rule((), {"within": "table"})


def broken(world: World, game: Game, term: Yaml, bets: list[Bet]) -> Iterator[tuple[Broken, str]]:
    """Yield all that wagers break in one world, and whether that is sure."""
    forbidden = {kind for kind in game.roles if "forbidden" in words(world, kind)}
    for rule in world.rules:
        if rule.total:
            yield from broken_total(world, game, term, rule, bets)
            continue
        for bet in (each for each in bets if each.kind in rule.wagers):
            yield from broken_amount(world, game, rule, bet)
            near = neighbors(game, rule, bet, bets, forbidden)
            where = rule.said.get("where", {}).items()
            if all(cents(amount) in amounts(near, [kind]) for kind, amount in where):
                yield from broken_relation(game, rule, bet, near)
    for bet in bets:
        if game.roles[bet.kind] == "base" and not game.poker:
            yield from broken_amount(world, game, BASE, bet)
    yield from behind(world, game, bets, forbidden)


def broken_amount(world: World, game: Game, rule: Rule, bet: Bet) -> Iterator[tuple[Broken, str]]:
    """Yield what one wager breaks by its amount alone."""
    said, bonus = rule.said, game.roles[bet.kind] == "bonus"
    within = said.get("within") == "table"
    if "minimum" in said and bet.amount < cents(said["minimum"]):
        yield ("LIM-BONUS" if bonus else "LIM-LOW", bet.turn, "minimum"), game.short
    if "maximum" in said and bet.amount > cents(said["maximum"]):
        yield ("LIM-BONUS" if bonus else "LIM-HIGH", bet.turn, "maximum"), SURE
    if within and "no_table_minimum" not in said and world.low and bet.amount < world.low:
        yield ("LIM-BONUS" if bonus else "LIM-LOW", bet.turn, "table minimum"), game.short
    capped = within or said.get("at_most") == "table"
    if capped and "no_table_maximum" not in said and world.high and bet.amount > world.high:
        yield ("LIM-BONUS" if bonus else "LIM-HIGH", bet.turn, "table maximum"), SURE
    over = bet.amount - cents(said.get("step_above", "0"))
    if "step" in said and over > 0 and over % cents(said["step"]):
        yield ("LIM-INCREMENT", bet.turn, "step"), game.short


def multiple(text: str) -> tuple[int, list[str]]:
    """Return the percentage and the wagers of ``2x ante`` or ``player_line or banker_line``."""
    share, times, kinds = text.rpartition("x ")
    return (cents(share) if times else 100), kinds.split(" or ")


def neighbors(game: Game, rule: Rule, bet: Bet, bets: list[Bet], forbidden: set[str]) -> list[Bet]:
    """Return the wagers that go with one: of its bettor on its seat, of the seat, or of the hand."""
    if game.poker:
        return bets
    there = [each for each in bets if each.seat == bet.seat]
    related = {kind for text in related_to(rule.said) for kind in multiple(text)[1]}
    by_seat = bet.kind not in forbidden and not forbidden.isdisjoint(related)
    if by_seat or not all(each.player for each in there):
        return there
    return [each for each in there if each.player == bet.player]


def related_to(said: Yaml) -> list[str]:
    """Return the wagers, or multiples of them, that a rule holds a wager to."""
    texts = [text for key in RELATIONS for text in listed(said.get(key))]
    return [text for text in texts if text != "table"]


def broken_relation(
    game: Game, rule: Rule, bet: Bet, near: list[Bet]
) -> Iterator[tuple[Broken, str]]:
    """Yield what one wager breaks beside those near it."""
    said, verdict = rule.said, game.short
    for group in listed(said.get("needs")):
        if not amounts(near, group.split(" or ")):
            yield ("LIM-RELATION", bet.turn, f"needs {group}"), verdict
    same = [each.turn for each in near if each.kind == bet.kind]
    if bet.turn == max(same):
        for key in ("one_per", "many_per"):
            for percent, kinds in map(multiple, listed(said.get(key))):
                if 0 < len(amounts(near, kinds)) * percent < len(same) * 100:
                    yield ("LIM-RELATION", bet.turn, "one per"), SURE
    for key in ("equals", "at_least", "at_most"):
        if key in said and said[key] != "table":
            kept = RATIOS[key](bet, near, listed(said[key]))
            # What only a reading asks, or poker, asks nothing of a wager without its partner.
            alone = not amounts(near, multiple(listed(said[key])[0])[1])
            if kept != SURE and not (alone and (rule.read or game.poker)):
                yield ("LIM-RELATION", bet.turn, f"{key} {said[key]}"), kept or verdict


def amounts(near: list[Bet], kinds: list[str]) -> list[int]:
    """Return the amounts of wagers of some kinds."""
    return [each.amount for each in near if each.kind in kinds]


def equal(bet: Bet, near: list[Bet], texts: list[str]) -> str:
    """Tell whether a wager is one of the multiples: of one other wager, or of several together."""
    shares = [(share, amounts(near, kinds)) for share, kinds in map(multiple, texts)]
    some = [share * other for share, there in shares for other in (*there, sum(there) or -1)]
    return SURE if bet.amount * 100 in some else ""


def large_enough(bet: Bet, near: list[Bet], texts: list[str]) -> str:
    """Tell whether a wager is at least a multiple of the smallest other one.

    One that is held to its own kind is made upon the next smaller one.
    """
    share, kinds = multiple(texts[0])
    if kinds == [bet.kind]:
        same = sorted((each.amount, each.turn) for each in near if each.kind == bet.kind)
        place = same.index((bet.amount, bet.turn))
        return SURE if not place or bet.amount * 100 >= share * same[place - 1][0] else ""
    return SURE if bet.amount * 100 >= share * min(amounts(near, kinds), default=0) else ""


def small_enough(bet: Bet, near: list[Bet], texts: list[str]) -> str:
    """Tell whether a wager is at most a multiple of the largest other one.

    Of several wagers the log may not tell whose this one goes with: then it is open.
    """
    share, kinds = multiple(texts[0])
    others = amounts(near, kinds)
    if bet.amount * 100 <= share * max(others, default=0):
        return SURE
    return OPEN if bet.amount * 100 <= share * sum(others) else ""


RATIOS = {"equals": equal, "at_least": large_enough, "at_most": small_enough}


def broken_total(
    world: World, game: Game, term: Yaml, rule: Rule, bets: list[Bet]
) -> Iterator[tuple[Broken, str]]:
    """Yield the totals of one bettor, or of a poker hand, that are too large, at the first wager."""
    said = rule.said
    charges = [each for each in term.values() if isinstance(each, dict) and "wagers" in each]
    of_table = said.get("within") == "table" or said.get("at_most") == "table"
    # Beside another wager it is a matter of the spot; the table's limit is counted as the fee is.
    by_player = "maximum" in said or (
        of_table
        and any(
            set(listed(each["wagers"])) <= set(rule.wagers) and each.get("per") == "player"
            for each in charges
        )
    )
    sums: dict[tuple[str, ...], list[Bet]] = defaultdict(list)
    for bet in bets:
        named = all(each.player for each in bets if each.seat == bet.seat)
        who = bet.player if named else ""
        spot = (who,) if by_player and who else (bet.seat, who)
        if said.get("per") == "seat":
            spot = (bet.seat,)
        sums[() if game.poker else spot].append(bet)
    for together in sums.values():
        mine = [bet for bet in together if bet.kind in rule.wagers]
        caps = [cents(said["maximum"])] if "maximum" in said else []
        if of_table:
            caps += [world.high] if world.high is not None else []
        elif "at_most" in said:
            share, kinds = multiple(said["at_most"])
            caps.append(share * sum(bet.amount for bet in together if bet.kind in kinds) // 100)
        if said.get("per") == "seat" and len(mine) == 1:
            continue
        if mine and caps and sum(bet.amount for bet in mine) > min(caps):
            yield ("LIM-TOTAL", min(bet.turn for bet in mine), f"{rule.wagers}"), SURE


def backline_of(game: Game) -> list[Yaml]:
    """Return what a game says of backline bets, in general and beside its wagers."""
    beside = [
        {
            "rule": stated["backline"],
            "wagers": kind,
            "lines": stated.get("lines"),
            "schedules": stated.get("schedules"),
        }
        for kind, stated in game.body["wagers"].items()
        if stated and "backline" in stated
    ]
    return [*map(stated_backline, listed(game.body.get("backline"))), *beside]


def stated_backline(said: Any) -> Yaml:
    """Return a statement on backline bets, also where it is one word."""
    return {"rule": said} if isinstance(said, str) else dict(said)


def words(world: World, kind: str) -> set[str]:
    """Return what is said of backline bets on a wager: of it by name, else in general."""
    own = [each for each in world.backline if kind in listed(each.get("wagers"))]
    general = [each for each in world.backline if not listed(each.get("wagers"))]
    return {each["rule"] for each in own or general}


def behind(
    world: World, game: Game, bets: list[Bet], forbidden: set[str]
) -> Iterator[tuple[Broken, str]]:
    """Yield the bets of those who cannot all hold the seat that they bet on."""
    for seat in {bet.seat for bet in bets}:
        there = [bet for bet in bets if bet.seat == seat]
        bases = [bet for bet in there if game.roles[bet.kind] == "base"]
        nameless = {bet.kind for bet in bases if not bet.player}
        if any(sum(bet.kind == kind for bet in bases) > 1 for kind in nameless):
            continue
        # The order of rows says nothing of who holds a seat: names decide.
        there.sort(key=lambda bet: (bet.player, bet.kind, bet.amount, bet.turn))
        players = list(dict.fromkeys(bet.player for bet in there if bet.player))
        holding = [who for who in players if any(bet.player == who for bet in bases)] or players
        banned = [bet for bet in there if bet.kind in forbidden and bet.player]
        first = [who for who in holding if any(bet.player == who for bet in banned)][:1]
        for bet in banned:
            if bet.player not in first:
                yield ("LIM-RELATION", bet.turn, "backline"), SURE
        for each in (one for one in world.backline if "at_most" in one):
            others = [who for who in players if who not in holding[:1]]
            if len(others) > int(each["at_most"]):
                last = [bet.turn for bet in there if bet.player == others[-1]][-1]
                yield ("LIM-RELATION", last, "most backline"), SURE
