"""The strict reader: what is wrong, where, and what would be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from support.harbor import CARDROOM, GAME_LIST, GAMES, HEAD, OPTIONS, SCHEDULE, TERMS, write_book

from feeaudit.book.catalogue import editions_in_force
from feeaudit.book.load import read_book
from feeaudit.core.problem import BookError
from feeaudit.rules.readings import option_readings

if TYPE_CHECKING:
    from pathlib import Path


def problems(root: Path, schedule: str = SCHEDULE, **files: str) -> list[str]:
    with pytest.raises(BookError) as caught:
        read_book(write_book(root, schedule, **files))
    return [str(problem) for problem in caught.value.problems]


def test_a_well_formed_book_is_read(tmp_path: Path) -> None:
    book = read_book(write_book(tmp_path))
    (schedule,) = book.cardrooms[0].schedules
    (option,) = schedule.options
    assert [(ladder.component, ladder.basis) for ladder in option.ladders] == [
        ("player", "flat"),
        ("player_dealer", "table_action"),
    ]
    first, last = option.ladders[1].tiers
    assert (first.low, first.high, first.fee, first.line) == (500, 10000, 100, 7)
    assert (last.low, last.high, last.fee, last.line) == (10100, None, 200, 8)


def test_limits_that_share_an_option_are_read_one_by_one(tmp_path: Path) -> None:
    shared = SCHEDULE.replace("limit: 5-100", "limit: [5-100, 10-200]\n    blinds: [1-2, 2-4]")
    ((option,),) = (
        each.options for each in read_book(write_book(tmp_path, shared)).cardrooms[0].schedules
    )
    assert [(each.low, each.high) for each in option.limits] == [(500, 10000), (1000, 20000)]
    assert [(each.kind, each.each) for each in option.stakes] == [("blinds", ("1-2", "2-4"))]
    assert option.names == ("1", "5-100", "10-200")


def test_a_file_that_changed_is_read_again_and_one_that_did_not_says_the_same(
    tmp_path: Path,
) -> None:
    first = read_book(write_book(tmp_path))
    assert read_book(tmp_path) == first
    changed = SCHEDULE.replace("101+: 2", "101+: 3")
    assert changed != SCHEDULE
    assert read_book(write_book(tmp_path, changed)) != first
    wrong = SCHEDULE.replace("101+: 2", "101+: two")
    assert problems(tmp_path, wrong) == problems(tmp_path, wrong)
    assert read_book(write_book(tmp_path)) == first


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        (
            "title:",
            "tittle:",
            "harbor/case.yaml:2:1: 'tittle' is not a key of a schedule (did you mean 'title'",
        ),
        (
            "collect: before_deal",
            "colect: before_deal",
            "case.yaml:9:5: 'colect' is not a key of a term (did you mean 'collect'?)",
        ),
        (
            "before_deal",
            "before_dael",
            "case.yaml:9:14: 'before_dael' is not a moment (did you mean 'before_deal'",
        ),
        (
            "by: table_action",
            "by: table_acton",
            "case.yaml:17:25: 'table_acton' is not a basis (did you mean 'table_action'",
        ),
        ("5-100: 1", "5\u2013100: 1", "is not a tier: write 5-100"),
        ("5-100: 1", "100-5: 1", "'100-5' is not a range: it runs backwards"),
        ("limit: 5-100", "limit: 5-100;10-200", "'5-100;10-200' is not a limit"),
        (
            "limit: 5-100",
            "limit: [5-100, 10-200, 20-400]\n    blinds: [1-2, 2-4]",
            "state the blinds once, or once for each limit of the option",
        ),
        ("limit: 5-100", "limit: 100-5", "'100-5' is not a range: it runs backwards"),
        ("limit: 5-100", "limit: five", "'five' is not a limit"),
        ("lines: 7-8", "lines: 8-7", "'8-7' is not a stretch of lines: it runs backwards"),
        ("player: 0.50", "player: 0.505", "'0.505' is not an amount of money"),
        ("player: 0.50", "player: -1", "'-1' is not an amount of money"),
        ("player: 0.50", "player: 1e3", "'1e3' is not an amount of money"),
        ("limit: 5-100", "limit: 5-10000000000", "'5-10000000000' is not a limit"),
        ("101+: 2", "10000000000+: 2", "'10000000000+' is not a tier"),
        ("lines: 7-8", "lines: 0", "'0' is not a line such as 683"),
        ("lines: 7-8", "lines: 7-8000000000", "'7-8000000000' is not a line such as 683"),
        ("option: 1", "option: \u00b2", "option '\u00b2' is not a number"),
        ("option: 1", "option: 10000000000", "option '10000000000' is not a number"),
        ("games: harbor-blackjack", "games: []", "case.yaml:3:8: expected at least 1, found an"),
        ("options: 1\n", "options: [1, 3-1]\n", "option '3-1' is not in this schedule"),
        ("terms:", "headers: {3-1: 6}\nterms:", "option '3-1' is not in this schedule"),
        (
            "terms:",
            "effective_from: 2026-02-01\neffective_to: 2026-01-31\nterms:",
            "it ends on 2026-01-31, before it begins on 2026-02-01",
        ),
        (
            "player: 0.50",
            "player: 0.50\n    player: 1",
            "'player' is given twice; the first is on line 16",
        ),
        (
            "wagers: base}",
            "wagers: bas}",
            "'bas' is not a wager of harbor-blackjack (did you mean 'base'?)",
        ),
        (
            "games: harbor-blackjack",
            "games: harbor-blackjak",
            "game 'harbor-blackjak' is not in games.yaml (did you mean 'harbor-blackjack'",
        ),
        ("schedule: harbor-blackjack\n", "", "case.yaml:1:1: this schedule lacks its 'schedule'"),
        ("per: wager, ", "per: [wager], ", "expected a unit, found a list"),
    ],
)
def test_a_mistake_is_named_with_its_place_and_the_nearest_word(
    tmp_path: Path, old: str, new: str, expected: str
) -> None:
    assert old in SCHEDULE
    found = problems(tmp_path, SCHEDULE.replace(old, new, 1))
    assert any(expected in problem for problem in found), found


def test_a_misplaced_key_is_refused_where_it_stands(tmp_path: Path) -> None:
    found = problems(
        tmp_path, SCHEDULE.replace("    lines: 7-8", "    lines: 7-8\n    collect: before_deal")
    )
    assert len(found) == 1
    assert found[0].startswith("harbor/case.yaml:15:5: 'collect' is not a key of an option")


def test_terms_that_overlap_are_refused(tmp_path: Path) -> None:
    twice = TERMS + TERMS.removeprefix("terms:\n")
    found = problems(tmp_path, HEAD + twice + OPTIONS)
    assert "option 1 (harbor-blackjack) is already covered by the terms of line 7" in found[0]


def test_terms_for_options_that_do_not_exist_are_refused(tmp_path: Path) -> None:
    found = problems(tmp_path, SCHEDULE.replace("options: 1\n", "options: 7-9\n"))
    assert "these terms cover no option of this schedule" in found[0]


def test_a_fee_on_wagers_needs_a_term_that_names_them(tmp_path: Path) -> None:
    found = problems(tmp_path, SCHEDULE.replace("    player: {per: wager, wagers: base}\n", ""))
    assert "its terms do not say on which wagers" in found[0]


@pytest.mark.parametrize(
    "stated",
    [
        "rotation:\n  - {lines: 3, games: harbor-blackjak, rotates_after: 2}\n",
        "rules:\n  - {lines: 3, games: harbor-blackjak, rule: rates, at_most: 2, per: table}\n",
    ],
    ids=["rotation", "rules"],
)
def test_a_general_rule_for_a_game_that_does_not_exist_is_refused(
    tmp_path: Path, stated: str
) -> None:
    (found,) = problems(tmp_path, cardroom=CARDROOM + stated)
    assert found.startswith("harbor/cardroom.yaml:1:1: game 'harbor-blackjak'")
    assert "did you mean 'harbor-blackjack'" in found


@pytest.mark.parametrize(
    ("anomaly", "expected"),
    [
        ("kind: [], options: 1", "expected at least 1, found an empty list"),
        ("kind: misprint, options: 3-1", "option '3-1' is not in this schedule"),
        (
            "kind: misprint, readings: [{reading: a, player: {wagers: bas}}]",
            "'bas' is not a wager of harbor-blackjack (did you mean 'base'?)",
        ),
        (
            "kind: misprint, readings: [{reading: a, player: {shortfall: button}}]",
            "'shortfall' is not a key of a reading's charge",
        ),
    ],
)
def test_an_anomaly_that_would_say_nothing_is_refused(
    tmp_path: Path, anomaly: str, expected: str
) -> None:
    record = f"anomalies:\n  - {{{anomaly}, lines: 7, conclusion: ambiguous, note: n}}\n"
    if "readings" not in record:
        record = record.replace("ambiguous", "determinate")
    found = problems(tmp_path, SCHEDULE + record)
    assert expected in found[0]


def test_a_multiple_of_a_wager_has_a_figure_of_usual_size(tmp_path: Path) -> None:
    games = GAMES.replace("equals: base", "equals: 10000000000x base")
    (found,) = problems(tmp_path, games=games)
    assert "'10000000000x base' is not a multiple such as 2x ante" in found


def test_a_total_is_bound_from_above_only(tmp_path: Path) -> None:
    record = (
        "anomalies:\n  - {kind: silence, lines: 7, conclusion: ambiguous, note: n, readings:"
        " [{reading: a, limits: [{total: [base], minimum: 5, lines: 7}]}]}\n"
    )
    (found,) = problems(tmp_path, SCHEDULE + record)
    assert "a total takes no 'minimum', only a bound from above" in found


def test_two_files_may_not_claim_the_same_schedule_and_edition(tmp_path: Path) -> None:
    root = write_book(tmp_path)
    (root / "harbor" / "again.yaml").write_text(SCHEDULE, encoding="utf-8")
    with pytest.raises(BookError, match="is given twice"):
        read_book(root)


def test_an_edition_from_a_later_document_is_the_last_printed(tmp_path: Path) -> None:
    root = write_book(tmp_path, SCHEDULE.replace("lines: 1-9", "lines: 1001-1009"))
    letter = SCHEDULE.replace("harbor.txt", "letter.txt") + "edition: 2\n"
    (root / "harbor" / "case.2.yaml").write_text(letter, encoding="utf-8")
    (schedule,) = editions_in_force(read_book(root).cardrooms[0].schedules)
    assert schedule.edition == "2"


def test_all_problems_of_all_files_come_in_one_pass(tmp_path: Path) -> None:
    found = problems(
        tmp_path,
        SCHEDULE.replace("collect:", "colect:").replace("limit: 5-100", "limit: five"),
        cardroom=CARDROOM.replace("name:", "nane:"),
        games=GAMES.replace("needs: base", "neds: base"),
        game_list=GAME_LIST.replace("role: raise", "role: rise"),
    )
    assert {problem.split(":")[0] for problem in found} == {
        "games.yaml",
        "harbor/cardroom.yaml",
        "harbor/case.yaml",
        "harbor/games.yaml",
    }
    assert sum(problem.startswith("harbor/case.yaml") for problem in found) >= 2


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "the file is empty"),
        (b"schedule: [", "not YAML"),
        (b"\xff\xfe", "cannot be read"),
        (b"a: \x00", "cannot be read"),
        (b"- 1\n- 2\n", "expected keys and values, found a list"),
        (b"[" * 500_000, "nested too deeply"),
        (b"- " * 500_000, "nested too deeply"),
        (b"? " * 500_000, "nested too deeply"),
        (b"# " + b"]" * 500_000 + b"\n" + b"[" * 500_000, "nested too deeply"),
    ],
    ids=[
        "empty",
        "cut off",
        "not utf-8",
        "nul",
        "a list",
        "nested",
        "nested by dashes",
        "nested by question marks",
        "nested after a comment of brackets",
    ],
)
def test_a_file_that_is_no_schedule_is_refused_without_a_traceback(
    tmp_path: Path, content: bytes, expected: str
) -> None:
    root = write_book(tmp_path)
    (root / "harbor" / "case.yaml").write_bytes(content)
    with pytest.raises(BookError) as caught:
        read_book(root)
    assert caught.value.problems[0].file == "harbor/case.yaml"
    assert expected in str(caught.value)


def test_yaml_words_that_look_like_booleans_and_numbers_stay_text(tmp_path: Path) -> None:
    book = read_book(write_book(tmp_path, SCHEDULE.replace("title: Harbor Blackjack", "title: no")))
    assert book.cardrooms[0].schedules[0].title == "no"


def test_a_ladder_may_have_its_own_lines_and_a_tier_its_own(tmp_path: Path) -> None:
    text = SCHEDULE.replace(
        "{by: table_action, 5-100: 1, 101+: 2}",
        "{by: table_action, lines: [5, 8], 5-100: 1, 101+: {fee: 2, line: 9, note: late}}",
    )
    option = read_book(write_book(tmp_path, text)).cardrooms[0].schedules[0].options[0]
    assert [tier.line for tier in option.ladders[1].tiers] == [5, 9]


def test_more_tiers_than_lines_must_say_where_they_stand(tmp_path: Path) -> None:
    text = SCHEDULE.replace("101+: 2", "101-200: 2, 201+: 3")
    assert "has 3 tiers for 2 lines" in problems(tmp_path, text)[0]


def test_a_reading_may_state_other_stakes_and_leave_the_fee_alone(tmp_path: Path) -> None:
    anomaly = (
        "anomalies:\n  - {kind: misprint, options: 1, lines: 7, conclusion: ambiguous, note: A slip.,\n"
        "     readings: [{reading: as_printed}, {reading: slip, options: [{option: 1, limit: 5-50}]}]}\n"
    )
    (schedule,) = read_book(write_book(tmp_path, SCHEDULE + anomaly)).cardrooms[0].schedules
    (slip,) = schedule.anomalies[0].readings[1].options
    assert slip.limit is not None
    assert (slip.limit.text, slip.ladders) == ("5-50", ())
    game = read_book(write_book(tmp_path, SCHEDULE + anomaly)).cardrooms[0].games[0]
    prices = list(option_readings(schedule, schedule.options[0], schedule.terms[0], game))
    assert [each.label for each in prices] == [""]


def test_an_option_without_a_fee_is_refused(tmp_path: Path) -> None:
    bare = "  - {option: 2, lines: 9, limit: 5-50}\n"
    assert any("option 2 prints no fee" in each for each in problems(tmp_path, SCHEDULE + bare))
