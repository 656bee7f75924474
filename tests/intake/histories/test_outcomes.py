"""What was taken from a hand: stated, or what went in less what came out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from support.hand_histories import (
    DEALT,
    actions,
    column,
    numbered,
    only_fault,
    read,
    rows,
    set_aside,
    taken,
    toml,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_finishing_stacks_give_the_rake_whoever_bet_last(tmp_path: Path) -> None:
    log = read(tmp_path, toml("winnings", finishing_stacks="[199, 194, 203.50]"))
    assert taken(log) == [("base", 350)]
    assert sum(filter(None, column(log, "wagers", "result"))) == -350


def test_a_bet_that_nobody_called_may_be_part_of_the_payment(tmp_path: Path) -> None:
    """Two venues pay the same pot: one hands the last bet back first, the other pays it too."""
    apart = toml(venue='"A"', winnings="[0, 0, 11]")
    holding = toml(venue='"B"', winnings="[0, 0, 21]")
    log = read(tmp_path, numbered(apart, holding))
    assert taken(log) == [("base", 200), ("base", 200)]
    assert [row["result"] for row in rows(log, "wagers") if row["seat"] == "3"] == [500, 500]
    said = [fault.value for fault in log.faults]
    assert "apart from an uncalled bet, 1 hand" in said[0]
    assert "holding an uncalled bet, 1 hand" in said[1]


def test_a_fee_larger_than_the_last_bet_is_read_as_the_rest_of_the_file_is(tmp_path: Path) -> None:
    small = f'[{DEALT}, "p3 cbr 6", "p1 f", "p2 cc", "d db AhKd7s", "p2 cc", "p3 cbr 7", "p2 f"]'
    usual, small_bet = toml(winnings="[0, 0, 15]"), toml(actions=small, winnings="[0, 0, 12]")
    assert taken(read(tmp_path, numbered(usual, small_bet))) == [("base", 800), ("base", 800)]


def test_one_contradicting_hand_in_many_is_that_hands_fault(tmp_path: Path) -> None:
    hands = [toml(winnings="[0, 0, 11]")] * 12
    log = read(tmp_path, numbered(*hands, toml(winnings="[0, 0, 14]")))
    assert taken(log) == [("base", 200)] * 12
    (fault,) = set_aside(log)
    assert (fault.kind, fault.value) == ("pays more than was put in", "14")
    assert fault.expected == "at most the 13 that was put in"


@pytest.mark.parametrize(("won", "rake"), [("2", 0), ("3", 0), ("1.50", 50)])
def test_a_lone_blind_may_come_back_in_part_or_be_paid_whole(
    tmp_path: Path, won: str, rake: int
) -> None:
    text = toml(actions=actions("p3 f", "p1 f"), winnings=f"[0, {won}, 0]")
    assert taken(read(tmp_path, text)) == [("base", rake)]


def test_a_venue_that_pays_uncalled_bets_pays_lone_blinds_whole(tmp_path: Path) -> None:
    walk = toml(actions=actions("p3 f", "p1 f"), winnings="[0, 2, 0]")
    log = read(tmp_path, numbered(toml(winnings="[0, 0, 21]"), walk))
    assert taken(log) == [("base", 200), ("base", 100)]


def test_a_venue_may_hand_bets_back_and_still_pay_lone_blinds_whole(tmp_path: Path) -> None:
    walk = toml(actions=actions("p3 f", "p1 f"), winnings="[0, 3, 0]")
    log = read(tmp_path, numbered(toml(winnings="[0, 0, 11]"), walk))
    assert taken(log) == [("base", 200), ("base", 0)]


def test_nothing_taken_is_a_collection_of_nothing(tmp_path: Path) -> None:
    assert taken(read(tmp_path, toml(winnings="[0, 0, 13]"))) == [("base", 0)]


def test_a_stated_rake_and_jackpot_are_kept(tmp_path: Path) -> None:
    log = read(tmp_path, toml(_rake="3", _jackpot="1.00"))
    assert taken(log) == [("base", 300), ("jackpot", 100)]
    assert log.faults == ()


def test_a_stated_jackpot_is_no_part_of_the_rake(tmp_path: Path) -> None:
    assert taken(read(tmp_path, toml(_jackpot="1"))) == [("base", 300), ("jackpot", 100)]


def test_a_stated_rake_that_does_not_balance_is_kept_and_remarked_on(tmp_path: Path) -> None:
    log = read(tmp_path, toml(_rake="3"))
    assert taken(log) == [("base", 300)]
    fault = only_fault(log)
    assert (fault.kind, fault.value, fault.set_aside) == ("rake does not balance", "3", False)


@pytest.mark.parametrize(
    "fields",
    [
        {},
        {"winnings": "[0, 0, 0]"},
        {"finishing_stacks": "[199, 194, 184]"},
    ],
    ids=["not stated", "nobody paid yet", "stacks before the pot is paid"],
)
def test_without_payments_there_is_no_collection(tmp_path: Path, fields: dict[str, str]) -> None:
    log = read(tmp_path, toml(*({"winnings"} - fields.keys()), **fields))
    assert len(rows(log, "hands")) == 1
    assert "collections" not in log.tables
    assert not log.has("wagers", "result")
    assert (only_fault(log).kind, only_fault(log).set_aside) == ("rake not known", False)


SHOWDOWN = f'[{DEALT}, "p3 cbr 6", "p1 f", "p2 cc", "d db AhKd7s", "p2 sm AcKc", "p3 sm AsKs"]'


def test_a_share_missing_from_a_split_pot_is_no_rake(tmp_path: Path) -> None:
    log = read(tmp_path, toml(actions=SHOWDOWN, winnings="[0, 6, 0]"))
    assert "collections" not in log.tables
    assert (only_fault(log).kind, only_fault(log).value) == ("rake not known", "7 of 13")


def test_a_whole_split_pot_gives_the_rake(tmp_path: Path) -> None:
    assert taken(read(tmp_path, toml(actions=SHOWDOWN, winnings="[0, 6, 5]"))) == [("base", 200)]


class Dealer:
    """Plays a random no-limit hand with books of its own, and writes it down."""

    def __init__(self, draw: Any) -> None:
        self.draw = draw
        self.players: int = draw(st.integers(2, 6))
        stack = st.integers(1, 40_000)
        self.stacks: list[int] = [draw(stack) for _ in range(self.players)]
        self.left = list(self.stacks)
        self.live = [0] * self.players
        self.out = [False] * self.players
        self.script: list[str] = []
        self.ante: int = draw(st.sampled_from([0, 50]))
        self.blinds = [100, 200, *[0] * (self.players - 2)]
        for player, blind in enumerate(self.blinds[:: -1 if self.players == 2 else 1]):
            self.left[player] -= min(self.left[player], self.ante)
            self.pay(player, blind)
        for board in ("", "d db AhKd7s", "d db 2c", "d db 2d"):
            if board and self.out.count(False) > 1:
                self.script.append(board)
                self.live = [0] * self.players
            self.betting()

    def pay(self, player: int, amount: int) -> None:
        amount = min(amount, self.left[player])
        self.left[player] -= amount
        self.live[player] += amount

    def betting(self) -> None:
        waiting = list(range(self.players))
        while waiting:
            player = waiting.pop(0)
            if not self.out[player] and self.out.count(False) > 1 and self.left[player]:
                raised = self.act(player)
                if raised:
                    waiting = [other for other in range(self.players) if other != player]

    def act(self, player: int) -> bool:
        highest = max(self.live)
        reach = self.live[player] + self.left[player]
        choices = ["cc"] + ["f"] * (self.live[player] < highest) + ["cbr"] * (reach > highest)
        choice: str = self.draw(st.sampled_from(choices))
        to: int = self.draw(st.integers(highest + 1, reach)) if choice == "cbr" else highest
        self.script.append(f"p{player + 1} {choice}" + f" {to / 100:.2f}" * (choice == "cbr"))
        self.out[player] = choice == "f"
        self.pay(player, 0 if choice == "f" else to - self.live[player])
        return choice == "cbr"

    @property
    def put(self) -> list[int]:
        return [stack - left for stack, left in zip(self.stacks, self.left, strict=True)]

    @property
    def winner(self) -> int:
        inside = [player for player, out in enumerate(self.out) if not out]
        return max(inside, key=lambda player: self.put[player])

    def written(self, **fields: list[int]) -> str:
        """The hand as PHH; amounts for each player in cents."""
        amounts = {
            "antes": [self.ante] * self.players,
            "blinds_or_straddles": self.blinds,
            "starting_stacks": self.stacks,
            **fields,
        }
        stated = {name: json.dumps([cell / 100 for cell in row]) for name, row in amounts.items()}
        absent = {"winnings"} - fields.keys()
        return toml(*absent, **{**stated, "actions": json.dumps(self.script)})


@settings(max_examples=150, deadline=None)
@given(st.data())
def test_chips_in_are_chips_out_and_the_rake(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    dealer = Dealer(data.draw)
    pot = sum(dealer.put)
    rake = data.draw(st.integers(0, pot - 1))
    ends = list(dealer.left)
    ends[dealer.winner] += pot - rake
    log = read(tmp_path_factory.mktemp("hand"), numbered(dealer.written(finishing_stacks=ends)))
    assert not set_aside(log)
    assert sum(column(log, "wagers", "amount")) == pot
    assert taken(log) == [("base", rake)]
    assert -sum(filter(None, column(log, "wagers", "result"))) == rake


@settings(max_examples=150, deadline=None)
@given(st.data(), st.booleans())
def test_payments_give_the_rake_with_the_uncalled_bet_or_without_it(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject, holding: bool
) -> None:
    dealer = Dealer(data.draw)
    *_, second, most = sorted(dealer.put)
    uncalled, pot = most - second, sum(dealer.put)
    called = pot - uncalled
    assume(dealer.ante == 0 and called > 1 and not (holding and uncalled == 0))
    # A fee as large as the bet that nobody called would not tell the two readings apart.
    rake = data.draw(st.integers(0, min((called - 1) // 2, uncalled - 1 if holding else called)))
    winnings = [0] * dealer.players
    winnings[dealer.winner] = (pot if holding else called) - rake
    log = read(tmp_path_factory.mktemp("hand"), numbered(dealer.written(winnings=winnings)))
    assert taken(log) == [("base", rake)]
    assert -sum(filter(None, column(log, "wagers", "result"))) == rake
