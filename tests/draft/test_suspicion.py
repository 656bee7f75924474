"""What does not check out is marked with its reason; what does check out is not."""

from __future__ import annotations

import pytest
from support.packets import cells, draft_of, fees

PROSE = (
    "A collection fee shall be taken from the player-dealer based on the total amount that all"
    " players have wagered, and from each player for each wager that they place based on the amount"
    " of each wager.\n\n"
)
HEAD = "Schedule Option\tTable Limit\tTable Action\tPlayer-Dealer Fee\tPlayer Fee\n"
ONE = "1\t$5 - $100\t$5 - $100\t$1.00\t$0.00\n\t\t$101 - $300\t$2.00\t\n\t\t$301 +\t$4.00\t\n"
TWO = "2\t$10 - $200\t$10 - $100\t$1.00\t$0.00\n\t\t$101 +\t$3.00\t\n"
THREE = "3\t$25 - $500\t$25 - $300\t$2.00\t$0.00\n\t\t$301 +\t$5.00\t\n"
CLEAN = f"{PROSE}{HEAD}{ONE}{TWO}{THREE}"


def marked(text: str) -> dict[str, bool]:
    """Return for each option whether any of its cells is marked."""
    found: dict[str, bool] = {}
    for name, cell in cells(draft_of(text)):
        found[name] = found.get(name, False) or bool(cell.doubts)
    return found


def test_a_clean_table_has_no_mark() -> None:
    assert marked(CLEAN) == {"1": False, "2": False, "3": False}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("$101 - $300", "$1O1 - $300"),
        ("$101 - $300", "$110 - $300"),
        ("$101 - $300", "$101 - $30"),
        ("$101 - $300", "$101 - 4300"),
        ("$101 - $300", "$101 -- $300"),
        ("$101 - $300", "$101 -"),
        ("$101 - $300\t$2.00", "$101 - $300 $2.00"),
        ("$2.00\t\n", "$200\t\n"),
        ("$2.00\t\n", "$0.50\t\n"),
        ("$2.00\t\n", "$1.00\t\n"),
        ("$2.00\t\n", "$2.00*\t\n"),
        ("$2.00\t\n", "$2 per $100\t\n"),
        ("$2.00\t\n", "$2.00 / $3.00\t\n"),
        ("$2.00\t\n", "2%\t\n"),
        ("$2.00\t\n", "\t\n"),
        ("\t\t$101 - $300", "\t$101 - $300"),
        ("\t\t$101 - $300", "\t\t\t$101 - $300"),
        ("1\t$5 - $100\t$5 - $100", "1\t$5 - $100\t$15 - $100"),
        ("1\t$5 - $100", "l\t$5 - $100"),
        ("1\t$5 - $100", "1\t"),
        ("1\t$5 - $100", "7\t$5 - $100"),
        ("\t\t$301 +\t$4.00", "\t\t$301 - $500\t$4.00\t\n\t\t$301 +\t$5.00"),
    ],
)
def test_a_slip_of_the_press_marks_its_option(old: str, new: str) -> None:
    slipped = CLEAN.replace(old, new, 1)
    assert slipped != CLEAN
    found = marked(slipped)
    first = next(iter(found))
    assert found[first]


def test_a_hole_in_the_numbers_marks_both_sides() -> None:
    assert marked(CLEAN.replace(TWO, "")) == {"1": True, "3": True}


def test_a_lost_first_row_gives_its_tiers_to_nobody_unmarked() -> None:
    lost = CLEAN.replace("2\t$10 - $200\t$10 - $100\t$1.00\t$0.00\n", "")
    assert marked(lost)["1"]


def test_an_option_printed_twice_is_marked() -> None:
    assert marked(CLEAN.replace("3\t$25", "2\t$25"))["2"]


def test_a_header_that_is_missing_below_another_game_is_marked() -> None:
    text = f"{CLEAN}\nHarbor Baccarat (GEGA-001234)\n\n{ONE}{TWO}"
    book = draft_of(text)
    below = [cell for _, cell in cells(book) if cell.line > CLEAN.count("\n")]
    assert below
    assert all(cell.doubts for cell in below)


def test_a_running_title_does_not_part_a_table() -> None:
    text = f"{PROSE}{HEAD}{ONE}\nHarbor Card Room\nPage 7\n\n{TWO}{THREE}"
    assert marked(text) == {"1": False, "2": False, "3": False}


def test_a_header_printed_again_does_not_part_an_option() -> None:
    cut = ONE.replace("\t\t$301 +", f"\nHarbor Card Room\n\n{HEAD}\t\t$301 +")
    assert fees(draft_of(f"{PROSE}{HEAD}{cut}{TWO}")) == fees(draft_of(f"{PROSE}{HEAD}{ONE}{TWO}"))


@pytest.mark.parametrize("heading", ["Bank Levy", "House Charge", "Dealer Fee", ""])
def test_an_unknown_heading_marks_the_table(heading: str) -> None:
    assert all(marked(CLEAN.replace("Player-Dealer Fee", heading)).values())


WAGER = (
    "Schedule Option\tTable Limit\tPlayer Wager\tPlayer Fee\n"
    "1\t$5 - $200\t$5 - $100\t$1.00\n\t\t$101 - $200\t$2.00\n"
)


@pytest.mark.parametrize(
    ("prose", "basis", "doubtful"),
    [
        (
            (
                "A fee is taken from each player for each wager that they place based on the amount of"
                " each wager."
            ),
            "player_wager",
            False,
        ),
        (
            (
                "A fee is taken from each player based on the total combined aggregate value of all"
                " wagers that a player has placed on the table."
            ),
            "total_player_wager",
            False,
        ),
        (
            "A fee is taken from each player based on their base game wager before the deal.",
            "player_wager",
            False,
        ),
        (
            "A fee is taken from each player based on the value of the wagers placed on the lines.",
            "total_player_wager",
            False,
        ),
        (
            "A fee is taken from each player based on their base wager and bonus wagers on the table.",
            "player_wager",
            True,
        ),
        (
            "Players pay by what they bet, as the table below shows to everybody.",
            "player_wager",
            True,
        ),
        (
            "The fee from each player is not based on the amount of each wager, whatever it may be.",
            "player_wager",
            True,
        ),
        ("", "player_wager", True),
    ],
    ids=["each", "added up", "their wager", "wagers", "two wagers", "unplain", "denied", "silent"],
)
def test_the_basis_is_sure_only_where_a_sentence_is_plain(
    prose: str, basis: str, doubtful: bool
) -> None:
    read = [cell for _, cell in cells(draft_of(f"{prose}\n\n{WAGER}"))]
    assert {cell.basis for cell in read} == {basis}
    assert {bool(cell.doubts) for cell in read} == {doubtful}


def test_prose_of_other_options_says_nothing_of_these() -> None:
    prose = (
        "For schedule options 5 through 9, a fee is taken from each player for each wager that they"
        " place based on the amount of each wager.\n\n"
    )
    assert all(cell.doubts for _, cell in cells(draft_of(prose + WAGER)))


POKER = "Option\tBlinds\t7 or more players\t5 - 6 players\t4 or less players\n"


@pytest.mark.parametrize(
    ("rows", "counts", "doubtful"),
    [
        ("1\t$1 - $2\t$5.00\t$4.00\t$3.00\n", POKER, False),
        ("1\t$1 - $2\t$5.00\t$6.00\t$3.00\n", POKER, True),
        ("1\t$1 - $2\t$5.00\t$4.00\t$3.00\n", POKER.replace("5 - 6", "6 - 7"), True),
        ("1\t$1 - $2\t$5.00\t$4.00\t$3.00\n", POKER.replace("5 - 6", "6"), True),
    ],
    ids=["plain", "fewer pay more", "counts overlap", "a count is missing"],
)
def test_player_counts_follow_each_other(rows: str, counts: str, doubtful: bool) -> None:
    prose = "The fee is taken by the house dealer from the pot after the flop, every hand.\n\n"
    read = [cell for _, cell in cells(draft_of(f"{prose}{counts}{rows}"))]
    assert any(cell.doubts for cell in read) == doubtful


def test_nothing_printed_says_that_it_is_the_pot() -> None:
    rows = "1\t$1 - $2\t$5.00\t$4.00\t$3.00\n"
    assert all(cell.doubts for _, cell in cells(draft_of(POKER + rows)))


def test_rows_without_any_header_are_left_open() -> None:
    book = draft_of(ONE)
    assert cells(book) == []
    assert {line for doubt in book.doubts for line in doubt.lines} == {1, 2, 3}


def test_a_payout_table_is_no_fee_table() -> None:
    book = draft_of("Hand\tPays\nRoyal Flush\t100 to 1\nFlush\t5 to 1\n")
    assert cells(book) == []
    assert book.doubts == ()


FLAT = "Option\tTable Limit\tPlayer Fee\tPlayer-Dealer Fee\tJackpot Fee\n"
FLAT_ROWS = "1\t$5 - $50\t$1.00\t$2.00\t$0.00\n2\t$10 - $100\t$2.00\t$3.00\t$0.00\n"


@pytest.mark.parametrize(
    ("row", "doubtful"),
    [
        ("3\t$20 - $200\t$5.00\t$4.00\t$0.00", True),
        ("3\t$20 - $200\t$0.00\t$2.00\t$1.00", True),
        ("3\t$20 - $200\t$2.00\t$4.00\t$0.00", False),
        ("3\t$20 - $200\t$3.00\t$3.00\t$0.00", False),
    ],
)
def test_fees_under_each_others_headings_are_marked(row: str, doubtful: bool) -> None:
    assert marked(f"{FLAT}{FLAT_ROWS}{row}\n") == {"1": False, "2": False, "3": doubtful}


@pytest.mark.parametrize(
    ("between", "doubtful"),
    [
        ("\nOptions 2 and 3 are charged to the corporation.\n\n", True),
        ("\nTournament Tables\n\n", True),
        ("\n4 - Pai Gow Poker\n\nPage 4\n", True),
        ("\nHarbor Card Room\n\nPage 4\n", False),
        ("\nPage 4\n\nHarbor Card Room\n\n", False),
    ],
)
def test_what_stands_between_rows_marks_those_below_unless_it_runs_over_pages(
    between: str, doubtful: bool
) -> None:
    found = marked(CLEAN.replace(TWO, between + TWO))
    assert found == {"1": False, "2": doubtful, "3": doubtful}


@pytest.mark.parametrize(
    ("blinds", "doubtful"), [("$2-3", False), ("$2-83", True), ("2-3", True), ("$2-$3", False)]
)
def test_one_dollar_sign_for_two_figures_is_no_slip_where_they_are_near(
    blinds: str, doubtful: bool
) -> None:
    head = (
        "The fee is taken from the pot.\n\nOption\tBlinds\t6 or more players\t5 or less players\n"
    )
    text = f"{head}1\t$1-$2\t$4\t$3\n2\t$1-$3\t$4\t$3\n3\t{blinds}\t$5\t$4\n"
    assert marked(text) == {"1": False, "2": False, "3": doubtful}


COUNTED = "The fee is taken from the pot.\n\nOption\tBuy-In\tBlinds\t6+ players\t4-5 players\t3 or less players\tDesignated Fee\n"
COUNTED_ROWS = "".join(
    f"{number}\t$40\t$1-$2\t${number + 3}.00\t$3.00\t$2.00\t$1.00\n" for number in range(1, 5)
)


@pytest.mark.parametrize(
    ("row", "doubtful"),
    [
        ("5\t$60\t$2-$3\t$8.00\t$3.00\t$2.00\t$1.00", False),
        ("5\t$60\t$2-$3\t$8.00\t$3.00\t$1.00\t$2.00", True),
        ("5\t$60\t$2-$3\t$2.00\t$3.00\t$8.00\t$1.00", True),
        ("5\t$2\t$2-$3\t$8.00\t$3.00\t$2.00\t$1.00", True),
        ("5\tNo Limit\t$2-$3\t$8.00\t$3.00\t$2.00\t$1.00", False),
    ],
)
def test_fees_and_stakes_in_each_others_columns_mark_every_fee_of_the_row(
    row: str, doubtful: bool
) -> None:
    found = [
        bool(cell.doubts)
        for name, cell in cells(draft_of(f"{COUNTED}{COUNTED_ROWS}{row}\n"))
        if name in {"5", "4"}
    ]
    assert found == [False] * 4 + [doubtful] * 4


def test_a_player_who_pays_more_than_the_first_tier_of_the_player_dealer_is_marked() -> None:
    assert marked(CLEAN.replace("$1.00\t$0.00", "$1.00\t$2.00", 1))["1"]
    assert not marked(CLEAN.replace("$1.00\t$0.00", "$1.00\t$1.00", 1))["1"]


JACKPOTS = (
    "The fee is taken from the pot.\n\n"
    "Option\tBlinds\tNumber of Players\tCollection Fee\tJackpot Fee\n"
    "1\t$1 - $2\t6 or more\t$3\t$1\n"
    "\t\t5 or less\t$2\t\n"
)


@pytest.mark.parametrize(
    ("old", "new", "doubtful"),
    [
        ("$3\t$1", "$3\t$1", False),
        ("$3\t$1", "$3\t$3", False),
        ("$3\t$1", "$1\t$4", True),
        ("Collection Fee\t", "", True),
    ],
)
def test_a_jackpot_fee_that_stands_for_the_fee_itself_is_marked(
    old: str, new: str, doubtful: bool
) -> None:
    assert marked(JACKPOTS.replace(old, new)) == {"1": doubtful}


@pytest.mark.parametrize(
    ("limit", "first", "doubtful"),
    [
        ("$5 - $200", "$5 - $100", False),
        ("$5 - $100", "$5 - $100", True),
        ("$5 - $90", "$5 - $100", True),
    ],
)
def test_tiers_beyond_the_table_limit_are_marked(limit: str, first: str, doubtful: bool) -> None:
    head = "Option\tTable Limit\tPlayer Wager\tPlayer Fee\n"
    rows = f"1\t{limit}\t{first}\t$1.00\n\t\t$101 - $200\t$2.00\n"
    assert marked(f"{PROSE}{head}{rows}") == {"1": doubtful}


def test_a_single_tier_that_ends_beyond_the_table_limit_is_marked() -> None:
    head = "Option\tTable Limit\tPlayer Wager\tPlayer Fee\n"
    assert marked(f"{PROSE}{head}1\t$5 - $100\t$5 - $500\t$1.00\n") == {"1": True}


@pytest.mark.parametrize(
    ("pages", "doubtful"), [((4, 5), False), ((4, 6), True), ((4, 1), False), ((4, 40), False)]
)
@pytest.mark.parametrize("at_foot", [True, False], ids=["at the foot", "at the head"])
def test_rows_below_a_page_that_is_lost_are_marked(
    pages: tuple[int, int], doubtful: bool, at_foot: bool
) -> None:
    one, other = (f"Page {number}\n" for number in pages)
    if at_foot:
        text = CLEAN.replace(TWO, f"\n{one}\nHarbor Card Room\n\n{TWO}") + f"\n{other}"
    else:
        text = f"{one}{CLEAN.replace(TWO, f'{chr(10)}{other}{chr(10)}{TWO}')}"
    found = marked(text)
    assert [found["2"], found["3"]] == [doubtful, doubtful]


@pytest.mark.parametrize(
    ("counts", "doubtful"),
    [
        (("7 to 9", "5 to 6", "4 or fewer"), False),
        (("7 or more", "5 to 6", "4 or fewer"), False),
        (("7 to 8", "5 to 6", "4 or fewer"), True),
        (("7 to 9", "5 to 6", "5 or fewer"), True),
        (("7 to 9", "5 to 6", "3 to 4"), True),
    ],
)
def test_a_list_by_players_is_whole_where_it_ends_at_a_full_table(
    counts: tuple[str, ...], doubtful: bool
) -> None:
    head = "The fee is taken from the pot.\n\nOption\tLimit\tNumber of Players\tCollection Fee\n"
    rows = (
        f"{number}\t$4-$8\t{count}\t${6 - number}.00\n" for number, count in enumerate(counts, 1)
    )
    assert any(marked(head + "".join(rows)).values()) == doubtful


def test_a_bonus_bet_may_be_less_than_the_minimum_of_the_table() -> None:
    head = "Option\tTable Limit\tBonus Wager\tBonus Bet Fee\tTable Action\tPlayer-Dealer Fee\n"
    row = "1\t$5 - $100\t{bonus} - $25\t$0.50\t{action} - $100\t$1.00\n"
    assert marked(PROSE + head + row.format(bonus="$1", action="$5")) == {"1": False}
    assert marked(PROSE + head + row.format(bonus="$1", action="$1")) == {"1": True}
