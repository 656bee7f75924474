"""feeaudit.toml: what it may say, and how it is refused when it says something else."""

from __future__ import annotations

import json
import pickle
import re
import string
import tomllib
from datetime import UTC, date, datetime
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from support.casebook import case_of, log_of
from support.harbor import HEAD, OPTIONS, TERMS, write_book

from feeaudit.audit.case import Case
from feeaudit.audit.engine import audit
from feeaudit.book.load import read_book, read_laws
from feeaudit.core.problem import BookError, Unknown
from feeaudit.core.toml_nodes import nodes
from feeaudit.resources import folder
from feeaudit.rules.configuration import checked, read_config
from feeaudit.rules.configuration.model import Config, Person, Span, Waiver
from feeaudit.rules.configuration.reader import config_of
from feeaudit.rules.configuration.schema import schema_text

if TYPE_CHECKING:
    from pathlib import Path

    from feeaudit.book.model import Book

WHOLE = """\
cardroom = "mortimers"
zone = "America/Denver"
gaming_day_starts = 5
count_tolerance = 1.50
as_if = ["11-ccr-2076"]

[editions]
omaha-high-low-split = [
  {edition = "1", from = 2025-01-01, to = 2025-06-30}, # the old placard
  {edition = "2", from = 2025-07-01},
]
pai-gow-poker = 1

[[people]]
name = "Ann Lee"
role = "third_party"
provider = "Harborline"
badges = ["TP-114"]
names = "A. Lee"
to = 2025-09-30

[[people]]
name = "Dana"
role = "house"

[[waivers]]
reason = "ladies night"
games = ["omaha-high-low-split"]
from = 2025-01-01

[parameters.11-ccr-2076]
window = "fixed"
"""


def problems(text: str) -> list[tuple[int, int, str]]:
    with pytest.raises(BookError) as caught:
        config_of(text)
    return [(each.line, each.column, each.message) for each in caught.value.problems]


def only_problem(text: str) -> tuple[int, int, str]:
    (problem,) = problems(text)
    return problem


def template() -> str:
    return (folder("templates") / "feeaudit.toml").read_text(encoding="utf-8")


def test_without_a_file_the_usual_configuration_holds() -> None:
    assert read_config(None) == Config()


def test_everything_a_site_may_say() -> None:
    config = config_of(WHOLE)
    assert config == Config(
        cardroom="mortimers",
        zone="America/Denver",
        gaming_day_starts=5,
        editions={
            "omaha-high-low-split": (
                Span("1", date(2025, 1, 1), date(2025, 6, 30)),
                Span("2", date(2025, 7, 1)),
            ),
            "pai-gow-poker": "1",
        },
        people=(
            Person(
                "Ann Lee",
                "third_party",
                "Harborline",
                ("TP-114",),
                ("A. Lee",),
                end=date(2025, 9, 30),
            ),
            Person("Dana", "house"),
        ),
        waivers=(Waiver("ladies night", ("omaha-high-low-split",), date(2025, 1, 1)),),
        count_tolerance=150,
        as_if=("11-ccr-2076",),
        parameters={"11-ccr-2076.window": "fixed"},
    )


@pytest.mark.parametrize(
    ("text", "line", "column", "says"),
    [
        ("zone = 'UTC'\ncardrom = 'x'", 2, 1, "did you mean 'cardroom'"),
        ("\n[edition]\nx = '1'", 2, 2, "did you mean 'editions'"),
        ("[[people]]\nname = 'A'\nroll = 'house'", 3, 1, "did you mean 'role'"),
        ("[[waivers]]\nreason = 'x'\ngame = ['y']", 3, 1, "did you mean 'games'"),
        ("zone = 'America/Los_Angles'", 1, 8, "is not a time zone"),
        ("# the day\ngaming_day_starts = 24", 2, 21, "is not an hour from 0 to 23"),
        ("gaming_day_starts = 6.5", 1, 21, "is not an hour"),
        ("count_tolerance = 1.005", 1, 19, "is not an amount"),
        ("count_tolerance = -1", 1, 19, "is not an amount"),
        ("count_tolerance = [1]", 1, 19, "expected an amount"),
        ("[[people]]\nname = 'A'\nrole = 'Patron'", 3, 8, "did you mean 'patron'"),
        ("[[people]]\nrole = 'patron'", 1, 1, "lacks its 'name'"),
        ("[[people]]\nname='A'\nrole='third_party'", 1, 1, "say which with 'provider'"),
        (
            "[[people]]\nname='A'\nrole='patron'\nprovider='P'",
            1,
            1,
            "role is patron cannot have a provider",
        ),
        ("[[people]]\nname='A'\nrole='patron'\nfrom='soon'", 4, 6, "is not a date"),
        (
            "[editions]\nx = [{edition='1', from=2025-02-01, to=2025-01-01}]",
            2,
            6,
            "before it begins",
        ),
        ("[editions]\nx = []", 2, 5, "expected an edition"),
        ("[editions]\nx = [{from=2025-02-01}]", 2, 6, "lacks its 'edition'"),
        ("[editions]\nx = [{editon='1'}]", 2, 7, "did you mean 'edition'"),
        ("as_if = ['Title 11']", 1, 10, "is not an id"),
        ("[parameters]\nwindow = 40", 2, 1, "write [parameters.window]"),
        ("editions = 3", 1, 12, "expected keys and values"),
    ],
)
def test_what_is_wrong_is_told_with_its_own_line_and_column(
    text: str, line: int, column: int, says: str
) -> None:
    found = [(at, column_at) for at, column_at, message in problems(text) if says in message]
    assert found == [(line, column)], problems(text)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("zone = 'UTC'\ncardroom = ", 2),
        ("zone = 'UTC'\nzone = 'UTC'", 2),
        ("[editions]\n[editions]", 2),
        ("a = [\n1,", 2),
        ("\x00", 1),
    ],
)
def test_what_is_no_toml_is_told_with_its_line(text: str, line: int) -> None:
    at, _, message = only_problem(text)
    assert (at, message.startswith("not TOML: ")) == (line, True)


def test_every_problem_is_told_at_once() -> None:
    lines = [line for line, _, _ in problems("zon = 'x'\nas_if = [[]]\n[[people]]\nname = 'A'")]
    assert lines == [1, 2, 3]


def test_a_file_that_is_not_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "feeaudit.toml"
    path.write_bytes(b"\xff\xfe")
    with pytest.raises(BookError, match="cannot be read"):
        read_config(path)


def test_a_file_of_a_windows_editor_is_read(tmp_path: Path) -> None:
    path = tmp_path / "feeaudit.toml"
    path.write_bytes(b"\xef\xbb\xbf" + WHOLE.replace("\n", "\r\n").encode())
    assert read_config(path) == config_of(WHOLE)


@pytest.mark.usefixtures("nothing_cleared_away")
def test_too_deep_a_file_is_refused() -> None:
    _, _, message = only_problem("as_if = " + "[" * 5000 + "]" * 5000)
    assert message == "nested too deeply to be a configuration"


@pytest.mark.parametrize(
    ("spans", "said"),
    [
        (
            "{edition='1', to=2025-06-30}, {edition='2', from=2025-06-30}",
            "edition 2 begins on 2025-06-30 and edition 1 before it holds to 2025-06-30",
        ),
        (
            "{edition='1'}, {edition='2', from=2025-06-30}",
            "edition 2 begins on 2025-06-30 and edition 1 before it holds permanently",
        ),
        (
            "{edition='1', to=2025-06-30}, {edition='2'}",
            "edition 2 begins with no first day and edition 1 before it holds to 2025-06-30",
        ),
        (
            "{edition='2', from=2025-07-01}, {edition='1', to=2025-06-30}",
            "edition 1 begins with no first day and edition 2 before it holds permanently",
        ),
    ],
)
def test_editions_that_overlap_or_stand_out_of_order_are_refused(spans: str, said: str) -> None:
    line, _, message = only_problem(f"[editions]\nx = [{spans}]")
    assert line == 2
    assert f"{said}: list the oldest first and end each before the next begins" in message


def test_editions_may_follow_each_other_from_day_to_day() -> None:
    config = config_of(
        "[editions]\nx = [{edition='1', to=2025-06-30}, {edition='2', from=2025-07-01}]"
    )
    assert [each.edition for each in config.spans("x")] == ["1", "2"]


@pytest.mark.parametrize(
    "second", ["name = 'ann'", "name = 'B'\nbadges = ['7']", "name = 'B'\nnames = 'ANN '"]
)
def test_two_people_of_one_name_or_badge_are_refused(second: str) -> None:
    first = "[[people]]\nname = 'Ann'\nrole = 'patron'\nbadges = ['7']\n"
    line, _, message = only_problem(f"{first}[[people]]\n{second}\nrole = 'house'\n")
    assert (line, "is already Ann, on line 1" in message) == (5, True)


def test_one_person_may_change_sides_whichever_is_listed_first() -> None:
    before = "[[people]]\nname = 'Ann'\nrole = 'house'\nto = 2025-06-30\n"
    after = "[[people]]\nname = 'Ann'\nrole = 'patron'\nfrom = 2025-07-01\n"
    assert [each.role for each in config_of(before + after).people] == ["house", "patron"]
    assert [each.role for each in config_of(after + before).people] == ["patron", "house"]


def test_one_person_is_not_of_two_sides_on_one_day_whichever_is_listed_first() -> None:
    before = "[[people]]\nname = 'Ann'\nrole = 'house'\nto = 2025-06-30\n"
    after = "[[people]]\nname = 'Ann'\nrole = 'patron'\nfrom = 2025-06-30\n"
    for text in (before + after, after + before):
        line, _, message = only_problem(text)
        assert (line, "is already Ann, on line 1" in message) == (5, True)


def test_layout_does_not_change_a_configuration() -> None:
    spread = WHOLE.replace("[editions]", "\n# a note\n\n[editions]").replace(" = ", "=")
    inline = 'editions = {pai-gow-poker = "1", x = [{edition = "1"}]}'
    tables = '[editions]\nx = [{edition = "1"}]\npai-gow-poker = 1\n'
    assert repr(config_of(spread)) == repr(config_of(WHOLE))
    assert repr(config_of(inline)) == repr(config_of(tables))


def test_a_configuration_survives_the_way_to_another_process() -> None:
    config = config_of(WHOLE)
    again = pickle.loads(pickle.dumps(config))  # noqa: S301 - our own bytes
    assert (again, repr(again), again.places) == (config, repr(config), config.places)


def test_the_order_of_pins_does_not_matter() -> None:
    left, right = Config(editions={"a": "1", "b": "2"}), Config(editions={"b": "2", "a": "1"})
    assert repr(left) == repr(right)


def test_the_template_changes_nothing_as_it_stands() -> None:
    assert repr(config_of(template())) == repr(Config())


def test_the_template_is_right_wherever_it_is_filled_in(book: Book, schedules: Path) -> None:
    filled = re.sub(r"^#(?=[^ #:\n]|  \{)", "", template(), flags=re.MULTILINE)
    config = checked(config_of(filled), book, read_laws(schedules))
    assert (config.cardroom, len(config.people), len(config.waivers)) == ("mortimers", 2, 2)
    assert config.parameters == {
        "11-ccr-2076.window": "rolling",
        "11-ccr-2076.window_minutes": "40",
    }


def test_the_template_shows_every_setting() -> None:
    keys = json.loads(schema_text())["$defs"]["configuration"]["properties"]
    for key in keys:
        assert re.search(rf"^#(?:\[+)?{key}\b", template(), flags=re.MULTILINE), key


def test_the_shipped_schema_is_the_grammar() -> None:
    shipped = (folder("templates") / "feeaudit.schema.json").read_text(encoding="utf-8")
    assert shipped == schema_text(), (
        "run: python -m feeaudit.rules.configuration.schema templates/feeaudit.schema.json"
    )


def as_editor(text: str) -> Any:
    return json.loads(json.dumps(tomllib.loads(text), default=str))


def test_the_schema_takes_what_the_reader_takes() -> None:
    validator = Draft202012Validator(json.loads(schema_text()))
    assert [error.message for error in validator.iter_errors(as_editor(WHOLE))] == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("cardroom =", "cardrom ="),
        ("gaming_day_starts = 5", "gaming_day_starts = 24"),
        ('role = "house"', 'role = "hous"'),
        ('reason = "ladies night"', ""),
        ('{edition = "2", from', '{edition = "2", form'),
    ],
)
def test_the_schema_refuses_what_the_reader_refuses(old: str, new: str) -> None:
    assert old in WHOLE
    text = WHOLE.replace(old, new)
    assert problems(text)
    assert list(Draft202012Validator(json.loads(schema_text())).iter_errors(as_editor(text)))


def against_book(text: str, book: Book) -> list[tuple[int, str]]:
    with pytest.raises(BookError) as caught:
        checked(config_of(text), book, read_laws(folder("schedules")))
    return [(each.line, each.message) for each in caught.value.problems]


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("cardroom = 'mortimer'", 1, "did you mean"),
        ("[editions]\nomaha-hi-lo = '1'", 2, "did you mean"),
        ("cardroom = 'mortimers'\n[editions]\ncasino-war = '1'", 3, "not a schedule of mortimers"),
        ("[editions]\nomaha-high-low-split = '3'", 2, "the book prints 1 and 2"),
        (
            "[editions]\nomaha-high-low-split = [\n{edition='1', to=2025-06-30},\n{edition='3', from=2025-07-01}]",
            4,
            "'3' is not an edition",
        ),
        ("cardroom='mortimers'\nwaivers=[{reason='x',games=['omahah']}]", 2, "did you mean"),
        ("as_if = ['11-ccr-2076',\n'11-ccr-2067']", 2, "did you mean"),
        ("\n\nas_if = '11-ccr-2067'", 3, "did you mean"),
        ("[parameters.11-ccr-2076]\nwindow_minuts = 3", 2, "did you mean 'window_minutes'"),
        ("[parameters.11-ccr-2076]\nwindow = 'flying'", 2, "expected one of rolling, fixed"),
        ("[parameters]\n'11-ccr-2076.window_minutes' = 0", 2, "a whole number of 1 or more"),
        ("[parameters.11-ccr-2076]\nwindow_minutes = '4²'", 2, "a whole number of 1 or more"),
    ],
)
def test_what_the_book_does_not_have_is_refused_with_its_line(
    book: Book, text: str, line: int, says: str
) -> None:
    ((at, message),) = against_book(text, book)
    assert at == line
    assert says in message


def test_what_stands_in_no_file_is_refused_in_plain_words(book: Book, schedules: Path) -> None:
    with pytest.raises(Unknown, match="did you mean '11-ccr-2076'"):
        checked(Config(as_if=("11-ccr-2067",)), book, read_laws(schedules))


def test_a_pin_is_of_the_cardrooms_that_print_the_edition(book: Book) -> None:
    config = checked(config_of("[editions]\nomaha-high-low-split = '2'"), book)
    hand = {"game": "omaha-high-low-split", "option": 1, "players": 8}
    rooms = ("mortimers", "lucky-lady", "lucky-chances")
    case = Case(log_of({"hands": [hand | {"cardroom": room} for room in rooms]}), book, (), config)
    offers = [case.contexts[number].offers for number in case.hands["context"]]
    pinned = [[(each.schedule.key, each.assumed) for each in some] for some in offers]
    assert pinned == [
        [("mortimers/omaha-high-low-split@2", False)],
        [("lucky-lady/omaha-high-low-split@2", False)],
        [("lucky-chances/omaha-high-low-split", False)],
    ]


def test_names_of_the_book_become_its_ids(book: Book) -> None:
    config = config_of("waivers = [{reason='x', games=['Casino War']}]")
    assert checked(config, book).waivers == (Waiver("x", ("casino-war",)),)


def test_a_log_of_another_cardroom_is_refused(book: Book) -> None:
    body = {"hand": {"cardroom": "lucky-lady", "game": "omaha", "option": 1}}
    with pytest.raises(Unknown, match="1 hand of lucky-lady"):
        _ = Case(log_of(body), book, config=Config(cardroom="mortimers")).hands


def test_a_cardroom_that_the_book_does_not_know_stays_a_finding(book: Book) -> None:
    body = {"hand": {"cardroom": "harbor-club", "game": "omaha", "option": 1}}
    case = Case(log_of(body), book, config=Config(cardroom="mortimers"))
    assert list(audit(case, ["LOG-VALUE"]).findings["hand_id"]) == ["h1"]


def test_hands_of_the_cardroom_are_audited_whatever_it_is_called(book: Book) -> None:
    body = {"hand": {"cardroom": "mortimers", "game": "omaha", "option": 1}}
    name = next(each.name for each in book.cardrooms if each.cardroom == "mortimers")
    assert len(Case(log_of(body), book, config=Config(cardroom=name)).hands) == 1


def dated_book(root: Path) -> Book:
    """Return a book whose first edition ended with June 2025 and whose second has fees doubled."""
    first = HEAD + "effective_to: 2025-06-30\n" + TERMS + OPTIONS
    root = write_book(root, first)
    doubled = OPTIONS.replace("5-100: 1, 101+: 2", "5-100: 2, 101+: 4").replace("7-8", "8-9")
    second = HEAD + "edition: 2\neffective_from: 2025-07-01\n" + TERMS + doubled
    (root / "harbor" / "second.yaml").write_text(second, encoding="utf-8", newline="\n")
    return read_book(root)


def owed_on(book: Book, when: str, config: Config) -> int:
    body = {
        "hand": {
            "cardroom": "harbor",
            "game": "harbor-blackjack",
            "option": 1,
            "at": when,
            "wagers": {1: {"base": 50}},
            "collected": {"player": 0.5, "player_dealer": 9},
        }
    }
    found = audit(Case(log_of(body), book, config=config), ["FEE-OVER"]).findings
    return int(found["owed"].iloc[0])


def test_known_dates_of_an_edition_are_respected_where_nothing_is_pinned(tmp_path: Path) -> None:
    book = dated_book(tmp_path)
    assert owed_on(book, "2025-07-01 05:59", Config()) == 100
    assert owed_on(book, "2025-07-01 06:00", Config()) == 200


def test_a_pin_goes_before_the_dates_of_the_book(tmp_path: Path) -> None:
    book = dated_book(tmp_path)
    assert owed_on(book, "2025-08-01 12:00", Config(editions={"harbor-blackjack": "1"})) == 100


def test_editions_that_dates_settle_are_no_assumption(tmp_path: Path, book: Book) -> None:
    body = {
        "hand": {
            "cardroom": "harbor",
            "game": "harbor-blackjack",
            "option": 1,
            "at": "2025-08-01 12:00",
        }
    }
    assert audit(Case(log_of(body), dated_book(tmp_path)), ["OPT-UNKNOWN"]).notices == ()
    other = {"hand": {"cardroom": "lucky-chances", "game": "casino-war", "option": 1}}
    (notice,) = audit(Case(log_of(other), book), ["OPT-UNKNOWN"]).notices
    assert "edition 2, the last printed, is assumed" in notice


def test_a_span_may_begin_and_end_on_the_first_and_last_day_of_its_edition(tmp_path: Path) -> None:
    text = (
        "[editions]\nharbor-blackjack = "
        "[{edition='1', to=2025-06-30}, {edition='2', from=2025-07-01}]"
    )
    config = checked(config_of(text), dated_book(tmp_path))
    assert [each.edition for each in config.spans("harbor/harbor-blackjack")] == ["1", "2"]


def test_a_span_against_the_dates_of_the_book_is_refused(tmp_path: Path) -> None:
    text = "[editions]\nharbor-blackjack = [{edition='1', to=2025-08-01}]"
    ((line, message),) = against_book(text, dated_book(tmp_path))
    assert (line, "ends on 2025-06-30 by the book" in message) == (2, True)


@pytest.mark.parametrize(("logged", "differ"), [("patron", True), ("house", False)])
def test_where_the_log_and_the_configuration_differ_the_report_says_so(
    book: Book, logged: str, *, differ: bool
) -> None:
    seat = {"cardroom": "mortimers", "table": "T1", "seat": 1, "player": "Dana", "from": "09:00"}
    body = {
        "hand": {"cardroom": "mortimers", "game": "casino-war", "option": 1},
        "seats": [seat | {"role": logged}],
        "settings": {"people": [{"name": "Dana", "role": "house"}]},
    }
    notices = audit(case_of(body, book), ["ROT-HOUSE"]).notices
    told = [each for each in notices if "Dana" in each]
    assert len(told) == differ
    assert all("seats Dana as patron, the configuration says house" in each for each in told)


def test_hands_on_two_sides_of_a_date_are_two_contexts_only_where_it_matters(book: Book) -> None:
    hand = {"cardroom": "lucky-chances", "game": "casino-war", "option": 1}
    other = {"cardroom": "lucky-chances", "game": "pai-gow-tiles", "option": 1}
    days = [{"at": "2025-06-30 12:00"}, {"at": "2025-07-01 12:00"}]
    body = {"hands": [each | day for each in (hand, other) for day in days]}
    spans = (Span("1", end=date(2025, 6, 30)), Span("2", start=date(2025, 7, 1)))
    case = Case(log_of(body), book, config=Config(editions={"casino-war": spans}))
    editions = [
        [offer.schedule.edition for offer in case.contexts[number].offers]
        for number in case.hands["context"]
    ]
    assert editions[:2] == [["1"], ["2"]]
    assert case.hands["context"].iloc[2] == case.hands["context"].iloc[3]


def test_a_gaming_day_begins_at_its_hour() -> None:
    early, late = (
        int(datetime(2026, 2, 1, hour, tzinfo=UTC).timestamp() * 1_000_000) for hour in (4, 5)
    )
    days = Config(zone="UTC", gaming_day_starts=5).gaming_days(np.array([early, late]))
    assert list(days - days[0]) == [0, 1]


KEYS = st.text(string.ascii_letters + "-_. \"'é", min_size=1, max_size=5)
TEXTS = st.text(
    string.printable.replace("\r", "").replace("\x0b", "").replace("\x0c", ""), max_size=9
)
SCALARS = (
    TEXTS | st.integers(-(10**9), 10**9) | st.dates(min_value=date(1900, 1, 1)) | st.booleans()
)
VALUES = st.recursive(
    SCALARS, lambda each: st.lists(each, max_size=3) | st.dictionaries(KEYS, each, max_size=3)
)


def as_toml(value: Any) -> str:
    if isinstance(value, dict):
        pairs = (f"{as_toml(key)} = {as_toml(each)}" for key, each in value.items())
        return "{" + ", ".join(pairs) + "}"
    if isinstance(value, list):
        return "[\n" + "".join(f"  {as_toml(each)}, # it\n" for each in value) + "]"
    if isinstance(value, bool):
        return str(value).lower()
    return json.dumps(value, ensure_ascii=False) if isinstance(value, str) else str(value)


def plain(node: yaml.Node) -> Any:
    if isinstance(node, yaml.MappingNode):
        return {key.value: plain(value) for key, value in node.value}
    return [plain(each) for each in node.value] if isinstance(node.value, list) else node.value


def as_text(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: as_text(each) for key, each in value.items()}
    if isinstance(value, list):
        return [as_text(each) for each in value]
    return str(value).lower() if isinstance(value, bool) else str(value)


@given(
    tables=st.dictionaries(KEYS, st.dictionaries(KEYS, VALUES, max_size=3), max_size=3),
    array=st.booleans(),
)
def test_the_walk_reads_what_tomllib_reads(tables: dict[str, dict[str, Any]], array: bool) -> None:
    text = ""
    for name, table in tables.items():
        header = f"[[{as_toml(name)}]]" if array else f"[ {as_toml(name)} ]"
        pairs = "".join(f"{as_toml(key)} = {as_toml(each)}\n" for key, each in table.items())
        text += f"{header} # one\n{pairs}" * (2 if array else 1)
    assert plain(nodes(text)) == as_text(tomllib.loads(text))


@pytest.mark.parametrize(
    "text",
    [
        "a.b.c = 1\na.d = 2",
        "[a]\nx = 1\n[a.b]\ny = 2\n[c.d]\nz = 3",
        "[a.b]\ny = 2\n[a]\nx = 1",
        "[[a]]\n[[a.b]]\nx = 1\n[[a.b]]\nx = 2\n[[a]]\n[a.c]\ny = 3",
        'a = """\none # no comment\ntwo"""\nb = 1',
        'a = """x\\"""y"""""\nb = 2',
        "a = '''it''s'''''\nb = 'c:\\d'",
        "a = 1979-05-27 07:32:00 # then\nb = [1, [2, 3], {c = 'x', d.e = 4}]",
        '"a.b" = 1\n"c \\u00e9" = 2',
        "a = { }\nb = [ ]\nc = [1,\n\n# x\n2,]",
    ],
)
def test_the_walk_knows_every_form_of_toml(text: str) -> None:
    assert plain(nodes(text)) == as_text(tomllib.loads(text))


SETTLED = """\
[[settled]]
anomaly = "mortimers/fortune-pai-gow-poker:1906"
reading = "{reading}"
authority = "Bureau letter of 2026-01-05"
"""


def test_a_doubt_is_settled_by_its_id_reading_and_authority(book: Book) -> None:
    config = checked(config_of(SETTLED.format(reading="each_bet"), "feeaudit.toml"), book)
    (settled,) = config.settled
    assert (settled.reading, settled.authority) == ("each_bet", "Bureau letter of 2026-01-05")


def test_a_reading_that_the_doubt_does_not_have_is_refused_with_its_line(book: Book) -> None:
    with pytest.raises(BookError, match=r"feeaudit.toml:3:\d+: 'each_wager' is not a reading of"):
        checked(config_of(SETTLED.format(reading="each_wager"), "feeaudit.toml"), book)


def test_a_doubt_that_the_book_does_not_record_is_refused(book: Book) -> None:
    stated = SETTLED.format(reading="each_bet").replace(":1906", ":1907")
    with pytest.raises(BookError, match="did you mean 'mortimers/fortune-pai-gow-poker:1906'"):
        checked(config_of(stated, "feeaudit.toml"), book)


def test_a_doubt_is_not_settled_twice_for_one_day(book: Book) -> None:
    twice = SETTLED.format(reading="each_bet") + SETTLED.format(reading="as_printed")
    with pytest.raises(BookError, match=r"feeaudit.toml:5:1: .* is settled twice for one day"):
        checked(config_of(twice, "feeaudit.toml"), book)


@pytest.mark.parametrize("later_first", [False, True])
def test_a_doubt_is_settled_one_way_to_a_day_and_another_from_the_next(
    book: Book, later_first: bool
) -> None:
    each = [
        SETTLED.format(reading="each_bet") + "to = 2026-02-28\n",
        SETTLED.format(reading="as_printed") + "from = 2026-03-01\n",
    ]
    stated = "".join(reversed(each) if later_first else each)
    assert len(checked(config_of(stated, "feeaudit.toml"), book).settled) == 2


def test_two_doubts_are_settled_for_the_same_days(book: Book) -> None:
    both = SETTLED.format(reading="each_bet") + EARLIER_TABLE
    assert len(checked(config_of(both, "feeaudit.toml"), book).settled) == 2


EARLIER_TABLE = """[[settled]]
anomaly = "hawaiian-gardens/baccarat:1756"
reading = "as_printed"
authority = "Bureau letter of 2026-01-05"
"""


def test_a_doubt_is_not_settled_against_a_pin(book: Book) -> None:
    other = '[editions]\nbaccarat-games = "3"\n'
    with pytest.raises(BookError, match="puts hawaiian-gardens/baccarat-games@3 out of force"):
        checked(config_of(other + EARLIER_TABLE, "feeaudit.toml"), book)
    same = '[editions]\nbaccarat = "1"\n'
    assert checked(config_of(same + EARLIER_TABLE, "feeaudit.toml"), book).settled


def test_a_doubt_is_settled_before_the_day_from_which_another_table_is_pinned(book: Book) -> None:
    later = '[[editions.baccarat-games]]\nedition = "3"\nfrom = 2026-03-01\n'
    stated = EARLIER_TABLE + "to = 2026-02-28\n" + later
    assert checked(config_of(stated, "feeaudit.toml"), book).settled
    with pytest.raises(BookError, match="puts hawaiian-gardens/baccarat-games@3 out of force"):
        checked(config_of(EARLIER_TABLE + "to = 2026-03-01\n" + later, "feeaudit.toml"), book)


def test_a_table_assumed_among_several_under_other_names_is_told(book: Book) -> None:
    body = {"hand": {"cardroom": "hawaiian-gardens", "game": "baccarat", "option": "100-300"}}
    (notice,) = audit(Case(log_of(body), book), ["OPT-UNKNOWN"]).notices
    assert "hawaiian-gardens/baccarat-games@3, the last printed, is assumed" in notice
    pinned = Config(editions={"baccarat": "1"})
    assert audit(Case(log_of(body), book, config=pinned), ["OPT-UNKNOWN"]).notices == ()
    settled = checked(config_of(EARLIER_TABLE, "feeaudit.toml"), book)
    (other,) = audit(Case(log_of(body), book, config=settled), ["OPT-UNKNOWN"]).notices
    assert "is settled as as printed" in other
