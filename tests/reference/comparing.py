"""Holding an answer against the reference, and saying plainly where the two part.

The answers come as plain facts: an obligation of a quote with ``component, payers, seat, player,
wager, basis, basis_amount, amounts, unpriced``, a row of an audit with ``payer, fee, seat, player,
by_hand, owed, owed_most, unpriced, settled, taken, fits``. Amounts are cents.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from reference.charges import BY_THE_CLOCK, LATER_JACKPOT
from reference.collecting import FEE_WORDS, Collected
from reference.obligations import WHOLE_HAND, Admitted, admitted, shown

if TYPE_CHECKING:
    from reference.charges import Hand
    from reference.obligations import Worlds

Facts = dict[str, Any]
Wagers = frozenset[int] | None
SHOWN = 12


def wagers_at(hand: Hand, seat: str, player: str) -> frozenset[int]:
    """Return the wagers at a seat, or of a player; a blank seat is any, a blank player is nobody."""
    return frozenset(
        place
        for place, each in enumerate(hand["wagers"])
        if seat in ("", each["seat"]) and each["player"] == player
    )


def quote_differences(
    hand: Hand, found: Worlds, quoted: list[Facts], total: int | None
) -> list[str]:
    """Return where a quote differs: payers, amounts, gaps, what picks the tier, coverage, total."""
    placed = _placed(hand, quoted)
    owing = [admitted(found, {component}, wagers) for component, wagers in placed]
    wrong = [
        f"quote: {said}"
        for said, owes in zip(quoted, owing, strict=True)
        if _answer(said) != (owes.payers, owes.amounts, owes.unsettled)
        or (owes.bases and (said["basis"], said["basis_amount"]) not in owes.bases)
    ]
    wrong += _left_out(found, owing)
    due = _total([component for component, _ in placed], owing)
    return wrong if total == due else [*wrong, f"quote: a total of {total}, not {due}"]


def _answer(said: Facts) -> tuple[frozenset[str], frozenset[int], bool]:
    return frozenset(said["payers"]), frozenset(said["amounts"]), said["unpriced"]


def _placed(hand: Hand, quoted: list[Facts]) -> list[tuple[str, Wagers]]:
    """Return the component and the wagers of each obligation.

    Wagers of one kind by one player on one seat are told apart by their order, and so are the two
    stages of a jackpot fee.
    """
    placed: list[tuple[str, Wagers]] = []
    for each in quoted:
        component, wagers = each["component"], WHOLE_HAND
        if component == "jackpot" and (component, wagers) in placed:
            component = LATER_JACKPOT
        if each["payers"][0] == "player" and (each["seat"] or each["player"]):
            wagers = wagers_at(hand, each["seat"], each["player"])
        if wagers is not WHOLE_HAND and each["wager"]:
            alike = [one for one in sorted(wagers) if hand["wagers"][one]["wager"] == each["wager"]]
            singles = (frozenset({one}) for one in alike)
            wagers = next(one for one in singles if (component, one) not in placed)
        placed.append((component, wagers))
    return placed


def _left_out(found: Worlds, owing: list[Admitted]) -> list[str]:
    """Return a complaint where an answer does not account for every fee of every reading once."""
    due = [len(world) for world in found]
    has = [sum(each.units[place] for each in owing) for place in range(len(found))]
    return [] if has == due else [f"the readings have {due} fees, the answer {has} of them"]


def _total(components: list[str], owing: list[Admitted]) -> int | None:
    """Return the sum of a quote: none where a fee is open, or owed by each player or period."""
    open_ = any(len(each.amounts) != 1 or each.unsettled for each in owing)
    if open_ or any(component in BY_THE_CLOCK for component in components):
        return None
    return sum(min(each.amounts) for each in owing)


def audit_differences(
    hand: Hand, worlds: Worlds, taken: list[Collected], rows: list[Facts]
) -> list[str]:
    """Return where the rows of an audit differ: what is owed, what was taken, whether it fits.

    Fees owed by the clock are no part of a hand's rows.
    """
    found = [[unit for unit in world if unit.component not in BY_THE_CLOCK] for world in worlds]
    wrong, owing = [], []
    for row in rows:
        components = _components(found, row)
        wagers = _wagers_of_row(hand, row, rows)
        owes = admitted(found, components, wagers)
        owing.append(owes)
        paid = sum(
            each.amount
            for each in taken
            if each.component in components and _within(each.wagers, wagers)
        )
        due = _row_due(owes, paid)
        said = {key: row[key] for key in due}
        if said != due:
            place = f"{row['payer']} {row['fee']} {row['seat']} {row['player']}"
            wrong.append(f"audit: {place}: {said}, not {due}")
    return wrong + _left_out(found, owing)


def _row_due(owes: Admitted, paid: int) -> Facts:
    """Return what a row should say; what is owed only where every reading prints a fee."""
    due: Facts = {"unpriced": owes.unsettled, "taken": paid, "fits": paid in owes.priced}
    if not owes.unsettled:
        due |= {"owed": min(owes.amounts), "owed_most": max(owes.amounts)}
        due |= {"settled": len(owes.amounts) == 1 and _one_payer(owes)}
    return due


def _one_payer(owes: Admitted) -> bool:
    """Tell whether all readings have the same payer, or nothing to pay."""
    return len(owes.payers) <= 1 or not any(owes.amounts)


def _components(found: Worlds, row: Facts) -> set[str]:
    """Return the components that a log books under a row's payer and fee, by some reading."""
    return {
        unit.component
        for world in found
        for unit in world
        if FEE_WORDS.get(unit.component, "base") == row["fee"] and unit.payer == row["payer"]
    }


def _wagers_of_row(hand: Hand, row: Facts, rows: list[Facts]) -> Wagers:
    """Return the wagers a row is for: all, if no other row has the same payer and fee."""
    if not row["by_hand"]:
        return wagers_at(hand, row["seat"], row["player"])
    alike = [each for each in rows if (each["payer"], each["fee"]) == (row["payer"], row["fee"])]
    return WHOLE_HAND if len(alike) == 1 else frozenset()


def _within(part: Wagers, wagers: Wagers) -> bool:
    return wagers is WHOLE_HAND or (part is not WHOLE_HAND and part <= wagers)


def complaint(hand: Hand, found: Worlds, differences: list[str]) -> str:
    """Return a failure for a person: the option, the hand, and both answers."""
    bets = " ".join(
        ":".join(filter(None, (each["seat"], each["wager"], each["amount"], each["player"])))
        for each in hand["wagers"]
    )
    facts = ("game", "players", "opening_round", "player_dealer_seat")
    lines = [
        f"{hand['cardroom']} {hand['schedule']}@{hand['edition']} option {hand['option']}",
        f"  {', '.join(f'{fact} {hand[fact]}' for fact in facts)}, wagers {bets}",
        *(f"  reference: {line}" for line in shown(hand, found)),
        *(f"  {line}" for line in differences),
    ]
    return "\n".join(lines)


def plainest(complaints: list[str]) -> str:
    """Return the shortest complaint of each schedule, a dozen of them."""
    chosen: dict[str, str] = {}
    for each in sorted(complaints, key=len):
        chosen.setdefault(each.partition(" option ")[0], each)
    return f"{len(complaints)} hands differ\n" + "\n".join(list(chosen.values())[:SHOWN])
