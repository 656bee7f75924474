"""Levies: how each fee of an option is charged, answered once for whoever asks.

A levy is one fee of an option under one reading of the print: who pays it, for what, by which
ladder, when, and what a hand that ends early does to it. Terms, what goes without saying and the
readings of anomalies have all been applied, so nobody has to look at a term again. The audit
compiles levies to arrays (``charge_arrays``), ``quote`` charges one hand by them
(``quote.charges``), findings are explained with them, and signs, ``schedules show`` and the
simulator ask for the same values::

    for reading in option_readings(schedule, option, term, game):   # feeaudit.rules.readings
        for levy in reading.levies:
            levy.payer, levy.per, levy.basis, levy.ladder, levy.counts("ante"), levy.moments
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from feeaudit.book.model import Charge, Ladder
from feeaudit.core.money import cents

if TYPE_CHECKING:
    from feeaudit.book.model import Option

PAYERS: Final = ("player", "player_dealer", "pot", "ante", "button", "big_blind")
FEES: Final = ("base", "bonus", "no_flop", "jackpot", "time", "new_player")
PERIOD_FEES: Final = ("time", "new_player")
CLASSES: Final = len(PAYERS) * len(FEES)
# What is charged by itself: the whole hand, a wager, a betting circle, a player.
PER: Final = ("hand", "wager", "seat", "player")
# What a hand that ends before the opening round does to a fee: nothing, it is not taken though it
# is printed, it gives way to the no-flop fee, or it is owed by such hands alone.
ALWAYS, WAIVED, SKIPPED, ONLY_WITHOUT = range(4)
# The fees that a missing opening round may free a hand of.
_HAND_FEES: Final = {"player", "pot", "ante", "button"}
_USUAL: Final = {
    "player_dealer": ("hand", "player_dealer"),
    "pot": ("hand", "pot"),
    "ante": ("hand", "ante"),
    "button": ("hand", "button"),
    "no_flop": ("hand", "pot"),
    "jackpot": ("hand", "pot"),
    "time": ("period", "player"),
    "new_player": ("player", "player"),
}


@dataclass(frozen=True, slots=True, eq=False)
class Levy:
    """One fee of an option under one reading of the print.

    ``per`` is what owes it by itself: ``hand``, ``wager``, ``seat``, ``player`` or ``period``.
    ``basis`` is what picks the tier as it is really charged: a reading may charge each wager where
    the ladder is printed by the total. ``wagers`` are the kinds that count, all where it is empty.
    ``opening`` is one of ``ALWAYS``, ``WAIVED``, ``SKIPPED`` and ``ONLY_WITHOUT``. ``shortfall``
    is who pays what the payer lacks, ``ante`` the stake that tells how much the antes come to, and
    ``antes`` how many players post one at most (0 for any number).
    """

    component: str
    payer: str
    per: str
    basis: str
    ladder: Ladder
    wagers: tuple[str, ...] = ()
    moments: tuple[str, ...] = ()
    moment_lines: tuple[int, ...] = ()
    count: str = ""
    opening: int = ALWAYS
    shortfall: str = ""
    ante: int | None = None
    antes: int = 0

    @property
    def fee(self) -> str:
        """The log's word for what is paid; of most components it is ``base``."""
        return self.component if self.component in FEES else "base"

    @property
    def klass(self) -> int:
        """The number of its payer and fee: what collections are compared by."""
        return class_of(self.payer, self.fee)

    @property
    def from_pot(self) -> int:
        """The pot (cents) from which on a stage of a fee is owed; 0 where the pot is no matter."""
        return self.ladder.from_pot or 0

    @property
    def stage(self) -> str:
        """The stage of the hand at which it is taken, of a fee that is taken in stages."""
        return self.ladder.stage

    @property
    def by_period(self) -> bool:
        """Tell whether it is owed for time at the table, not for a hand."""
        return self.component in PERIOD_FEES

    @property
    def by_wagers(self) -> bool:
        """Tell whether wagers decide what is owed: which there are, or what they come to."""
        by_hand = self.basis == "players" or (self.basis == "flat" and self.per == "hand")
        return not by_hand and not self.by_period

    @property
    def fees(self) -> frozenset[int]:
        """Every fee above nothing that its tiers print, in cents."""
        return frozenset(tier.fee for tier in self.ladder.tiers if tier.fee)

    @property
    def lines(self) -> tuple[int, ...]:
        """The lines of the document that print it."""
        return tuple(dict.fromkeys(tier.line for tier in self.ladder.tiers))

    @property
    def after_flop(self) -> bool:
        """Tell whether the players still in after the flop pick the tier, not all dealt in."""
        return self.basis == "players" and self.count == "after_flop"

    def posted(self, players: int) -> int | None:
        """Return what the antes of so many players come to by the stakes; None without one."""
        posting = min(players, self.antes) if self.antes else players
        return None if self.ante is None else self.ante * posting

    def counts(self, wager: str) -> bool:
        """Tell whether a kind of wager is charged, or added up to pick the tier."""
        return not self.wagers or wager in self.wagers

    def after(self, *, opening_round: bool | None) -> int:
        """Return what a hand does to it: ``WAIVED``, ``SKIPPED`` or ``ALWAYS``.

        A hand of which it is not known is taken to have reached the opening round.
        """
        early = opening_round is False
        if self.opening == ONLY_WITHOUT:
            return ALWAYS if early else SKIPPED
        return self.opening if early else ALWAYS


def class_of(payer: str, fee: str) -> int:
    """Return the number of a payer and fee: what collections are compared by."""
    return PAYERS.index(payer) * len(FEES) + FEES.index(fee)


def usual_charge(component: str) -> Charge | None:
    """Return how a component is charged where nothing is said, if that goes without saying."""
    if component not in _USUAL:
        return None
    per, payer = _USUAL[component]
    return Charge(component, per, payer)


def unpriced_levy(charge: Charge) -> Levy:
    """Return the levy of a fee that is described, and whose amounts are not printed."""
    ladder = Ladder(charge.component, "flat", ())
    return Levy(
        component=charge.component,
        payer=charge.payer,
        per=charge.per,
        basis=ladder.basis,
        ladder=ladder,
        wagers=charge.wagers,
        moments=charge.moments,
        moment_lines=charge.moment_lines,
        shortfall=charge.shortfall,
    )


def levy_of(ladder: Ladder, charge: Charge, option: Option, no_opening_round: str) -> Levy:
    """Return the levy of a ladder of an option that is charged so."""
    return Levy(
        component=ladder.component,
        payer=charge.payer,
        per=charge.per,
        basis=_basis(ladder, charge),
        ladder=ladder,
        wagers=charge.wagers,
        moments=charge.moments,
        moment_lines=charge.moment_lines,
        count=charge.count,
        opening=_opening(ladder, no_opening_round),
        shortfall=charge.shortfall,
        ante=_ante(option) if charge.shortfall else None,
        antes=charge.antes or 0,
    )


def _basis(ladder: Ladder, charge: Charge) -> str:
    if ladder.basis in {"player_wager", "total_player_wager"}:
        return "player_wager" if charge.per == "wager" else "total_player_wager"
    return ladder.basis


def _opening(ladder: Ladder, no_opening_round: str) -> int:
    component = ladder.component
    if ladder.stage:
        # What is taken at the deal is kept; what is taken from the flop on is not owed without one.
        return ALWAYS if ladder.stage == "deal" else WAIVED
    if component == "no_flop":
        return ONLY_WITHOUT
    if component not in _HAND_FEES:
        return ALWAYS
    return {"no_fee": WAIVED, "no_flop_fee": SKIPPED}.get(no_opening_round, ALWAYS)


def _ante(option: Option) -> int | None:
    """Return the ante that the stakes name, in cents; None without a single one."""
    ante = option.stake("ante")
    try:
        return None if ante is None else cents(ante.text)
    except ValueError:
        return None
